/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What comes of a table by a baseline: its evaluation as a policy, by a lattice of its own. */
#include "baseline/baseline-report-private.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "problem/problem-private.h"
#include "lattice/policy-private.h"
#include "table/dataset-view.h"

static void
baseline_report_free (DeidBaselineReport *report)
{
  const guint n_columns = report->identifiers != NULL ? report->identifiers->n_columns : 0;

  for (guint c = 0; report->treatments != NULL && c < n_columns; c++)
    deid_treatment_clear (&report->treatments[c]);
  for (guint c = 0; report->described != NULL && c < n_columns; c++)
    g_free (report->described[c]);
  for (guint a = 0; report->attributes != NULL && a < report->n_attributes; a++)
    deid_treated_attribute_clear (&report->attributes[a]);
  deid_free_arrays (report->treatments, report->described, report->notes, report->attributes);
  g_clear_pointer (&report->evaluation, deid_evaluation_free);
  g_clear_pointer (&report->risks, deid_risk_report_free);
  g_clear_pointer (&report->policy, deid_policy_unref);
  g_clear_pointer (&report->lattice, deid_lattice_unref);
  g_clear_pointer (&report->identifiers, deid_suggestions_free);
  g_clear_pointer (&report->baseline, deid_baseline_unref);
  g_free (report);
}

DeidBaselineReport *
deid_baseline_report_ref (DeidBaselineReport *report)
{
  g_atomic_ref_count_inc (&report->ref_count);
  return report;
}

void
deid_baseline_report_unref (DeidBaselineReport *report)
{
  if (g_atomic_ref_count_dec (&report->ref_count))
    baseline_report_free (report);
}

/* What becomes of a column that is no quasi-identifier is for the problem to say. */
static const char *
find_note (const DeidTreatment *treatment, const DeidLattice *lattice)
{
  const DeidColumn *column = deid_table_source_find (&lattice->table, treatment->column);

  if (deid_lattice_find_attribute (lattice, treatment->column) != NULL)
    return "a quasi-identifier";
  if (column->role == DEID_ROLE_WEIGHT)
    return deid_treatment_keeps (treatment) ? "a weight, released"
                                            : "a weight, released" DEID_NOTE_AGAINST;
  if (!deid_lattice_releases (lattice, column))
    return "not released";
  return deid_treatment_keeps (treatment) ? "released as it is"
                                          : "released as it is" DEID_NOTE_AGAINST;
}

static const DeidTreatment *
find_treatment (const DeidBaselineReport *report, const char *column)
{
  for (guint c = 0; c < report->identifiers->n_columns; c++)
    if (g_str_equal (report->treatments[c].column, column))
      return &report->treatments[c];
  return NULL;
}

/* Adds an error to those before it, so that all settings that are missing are told at once. */
static void
take_refusal (GError **refusal, GError *own)
{
  if (*refusal == NULL)
    {
      *refusal = own;
      return;
    }
  deid_text_append_to_error (refusal, "; ");
  deid_text_append_to_error (refusal, own->message);
  g_error_free (own);
}

/* Of columns that nobody releases it does not matter what the treatment needs. */
static gboolean
treat_columns (DeidBaselineReport *report, const DeidLattice *lattice, GError **error)
{
  const guint n = report->identifiers->n_columns;
  GError *refusal = NULL;

  if (!deid_new_arrays (error, DEID_NEW (report->treatments, n), DEID_NEW (report->described, n),
                        DEID_NEW (report->notes, n)))
    return FALSE;
  for (guint c = 0; c < n; c++)
    {
      const DeidSuggestion *column = &report->identifiers->columns[c];
      const DeidAttribute *attribute = deid_lattice_find_attribute (lattice, column->name);
      const gboolean matters = attribute != NULL;
      GError *own = NULL;

      if (!deid_treatment_init (&report->treatments[c], report->baseline, column,
                                matters ? attribute->hierarchy : NULL, matters ? &own : NULL)
          && matters)
        {
          take_refusal (&refusal, own);
          continue;
        }
      report->described[c] = deid_treatment_describe (&report->treatments[c]);
      report->notes[c] = find_note (&report->treatments[c], lattice);
    }
  if (refusal != NULL)
    g_propagate_error (error, refusal);
  return refusal == NULL;
}

/* A joint column is none that identifiers know; it stays as it is. */
static gboolean
treat_attributes (DeidBaselineReport *report, const DeidProblem *problem, const DeidStop *stop,
                  GError **error)
{
  const DeidLattice *lattice = problem->lattice;
  DeidTableSource population;
  static const DeidTreatment kept = { NULL, NULL, NULL, 0, FALSE };

  if (!deid_new_arrays (error, DEID_NEW (report->attributes, lattice->n_attributes)))
    return FALSE;
  if (problem->population != NULL)
    population = deid_dataset_lend (problem->population);
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidTreatment *treatment
          = find_treatment (report, deid_lattice_get_column (lattice, a)->name);

      report->n_attributes = a + 1;
      if (!deid_treated_attribute_init (
              &report->attributes[a], treatment != NULL ? treatment : &kept,
              &lattice->attributes[a], problem->population != NULL ? &population : NULL, stop,
              error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
baseline_report_add_attribute (DeidLattice *lattice, const DeidTreatedAttribute *treated,
                               const DeidAttribute *given, const DeidStop *stop, GError **error)
{
  DeidAttribute attribute;

  return (treated->cuts != NULL
              ? deid_attribute_init_cuts (&attribute, &lattice->table, given->column, given->cuts,
                                          lattice->n_dimensions, stop, error)
              : deid_attribute_init (&attribute, &lattice->table, given->column, treated->hierarchy,
                                     lattice->n_dimensions, stop, error))
         && deid_lattice_take_attribute (lattice, &attribute, error);
}

static DeidPolicy *
baseline_report_make_policy (const DeidBaselineReport *report, DeidLattice *lattice, GError **error)
{
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);

  for (guint a = 0; levels != NULL && a < lattice->n_attributes; a++)
    {
      const DeidTreatedAttribute *treated = &report->attributes[a];
      const DeidAttribute *attribute = &lattice->attributes[a];

      for (guint d = 0; d < attribute->n_dimensions; d++)
        levels[attribute->first_dimension + d]
            = treated->cuts != NULL ? treated->cuts[d] : (DeidLevel) treated->level;
    }
  return levels != NULL ? deid_policy_new_from_levels (lattice, levels, error) : NULL;
}

/* Makes the lattice that has the labels of the treatments, and their policy. Errors: those of
 * lattices and of deid_baseline_check_columns(). */
static DeidLattice *
baseline_report_make_lattice (const DeidBaselineReport *report, const DeidLattice *given,
                              DeidPolicy **policy, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (given->dataset);

  if (!deid_baseline_check_columns (report->baseline, &given->table, error))
    return NULL;
  for (guint a = 0; a < given->n_attributes; a++)
    if (!baseline_report_add_attribute (lattice, &report->attributes[a], &given->attributes[a],
                                        stop, error))
      return NULL;
  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  *policy = baseline_report_make_policy (report, lattice, error);
  return *policy != NULL ? g_steal_pointer (&lattice) : NULL;
}

/* Sets the levels of an attribute. Returns: whether the lattice has them. */
static gboolean
baseline_report_set_levels (const DeidTreatedAttribute *treated, const DeidLattice *given, guint a,
                            DeidLevel *levels)
{
  const DeidAttribute *attribute = &given->attributes[a];
  const gboolean has_subtrees = attribute->cuts != NULL && treated->cuts == NULL;

  if (treated->is_own || (has_subtrees && treated->level > 0))
    return FALSE;
  for (guint d = 0; d < attribute->n_dimensions; d++)
    {
      const guint dimension = attribute->first_dimension + d;
      const DeidLevel level = treated->cuts != NULL ? treated->cuts[d] : (DeidLevel) treated->level;

      if (level < given->floors[dimension] || level > given->heights[dimension])
        return FALSE;
      levels[dimension] = level;
    }
  return TRUE;
}

/* Sets the same policy of the lattice that was given, if it has it. */
static gboolean
baseline_report_find_policy (DeidBaselineReport *report, DeidLattice *given, GError **error)
{
  g_autofree DeidLevel *levels = deid_alloc (given->n_dimensions, sizeof *levels, error);

  if (levels == NULL)
    return FALSE;
  for (guint a = 0; a < given->n_attributes; a++)
    if (!baseline_report_set_levels (&report->attributes[a], given, a, levels))
      return TRUE;
  report->policy = deid_policy_new_from_levels (given, levels, error);
  return report->policy != NULL;
}

/* A problem that accepts everything, as reports on a rule need no limit. The columns whose groups
 * have weights are the same; whether their sums are exact is for the evaluation to say. */
static DeidProblem *
baseline_report_make_problem (const DeidProblem *given, DeidLattice *lattice,
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) anything = deid_privacy_model_new_k_anonymity (1, NULL);
  DeidGroupWeights *weights = deid_group_weights_copy (given->group_weights, error);

  if (weights == NULL)
    return NULL;
  deid_group_weights_free (problem->group_weights);
  problem->group_weights = weights;
  return anything != NULL && deid_problem_add_privacy_model (problem, anything, error)
                 && deid_problem_set_quality_model (problem, given->quality, error)
                 && (given->population == NULL
                     || deid_problem_set_population (problem, given->population, cancellable,
                                                     error))
             ? g_steal_pointer (&problem)
             : NULL;
}

static gboolean
baseline_report_evaluate (DeidBaselineReport *report, const DeidProblem *given,
                          DeidRiskOptions *options, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidLattice) lattice
      = baseline_report_make_lattice (report, given->lattice, &policy, stop, error);
  g_autoptr (DeidProblem) problem
      = lattice != NULL ? baseline_report_make_problem (given, lattice, cancellable, error) : NULL;

  if (problem == NULL)
    return FALSE;
  report->evaluation = deid_evaluation_make (problem, policy, stop, error);
  if (report->evaluation == NULL)
    return FALSE;
  report->risks
      = deid_risk_report_make_of_evaluation (report->evaluation, options, cancellable, error);
  return report->risks != NULL
         && deid_risk_report_get_population_risk (report->risks, 1, DEID_RISK_SCALE_SUM,
                                                  &report->risk, cancellable, error);
}

static gboolean
check_dataset (const DeidLattice *lattice, GError **error)
{
  if (lattice->dataset != NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the lattice has no dataset, expected one to find identifiers in");
}

DeidBaselineReport *
deid_baseline_report_make (DeidBaseline *baseline, DeidProblem *problem, DeidRiskOptions *options,
                           GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidBaselineReport) report = NULL;
  DeidLattice *lattice = problem->lattice;

  if (!check_dataset (lattice, error))
    return NULL;
  report = DEID_NEW_HANDLE (DeidBaselineReport);
  report->baseline = deid_baseline_ref (baseline);
  report->lattice = deid_lattice_ref (lattice);
  report->identifiers
      = deid_suggestions_make (lattice->dataset, DEID_LOOK_FOR_IDENTIFIERS, FALSE, stop, error);
  return report->identifiers != NULL && treat_columns (report, lattice, error)
                 && treat_attributes (report, problem, stop, error)
                 && baseline_report_evaluate (report, problem, options, cancellable, error)
                 && baseline_report_find_policy (report, lattice, error)
             ? g_steal_pointer (&report)
             : NULL;
}
