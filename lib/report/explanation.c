/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "evaluation/grouping-evaluator.h"
#include "evaluation/verdict.h"
#include "figures/report-private.h"
#include "problem/preparation.h"
#include "lattice/lattice-private.h"
#include "lattice/policy-private.h"
#include "search/result-private.h"

#include <string.h>

/* A policy that would be better than the optimum, but suppresses too many records, or too many of a
 * group. */
typedef struct
{
  DeidPolicy *policy;
  double loss;
  guint64 n_suppressed;
  DeidVerdict verdict; /* without limits, which says which group would exceed its own */
  guint attribute;     /* raising it saves most, if it saves any */
  guint64 n_saved;
  guint64 *n_failing; /* records, for each model */
} BlockedPolicy;

/* What blocks the policies next to an optimum: see deid_report_new_explanation(). */
typedef struct
{
  DeidResult *result;
  guint64 limit; /* records that may be suppressed */
  guint64 n_candidates;
  guint64 n_better;
  BlockedPolicy *policies; /* nearest to the limit first */
  guint64 capacity;
  guint64 n_policies;
} Explanation;

static void
explanation_free (Explanation *explanation)
{
  for (guint64 i = 0; i < explanation->n_policies; i++)
    {
      deid_policy_unref (explanation->policies[i].policy);
      g_free (explanation->policies[i].n_failing);
    }
  g_free (explanation->policies);
  deid_result_unref (explanation->result);
  g_free (explanation);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Explanation, explanation_free)

/* Steps from a policy to those next to it. A step changes one dimension by a level; but one of a
 * node of a hierarchy, where subtrees are merged, leads from it to the nodes right below, all of
 * them merged, and back. */
typedef struct
{
  const DeidLattice *lattice;
  guint *parents;  /* of each dimension of a node that of the next one above it, or G_MAXUINT */
  guint8 *is_used; /* of each dimension: it changes what some value of the table becomes */
} NextPolicies;

static gboolean
has_nodes (const DeidAttribute *attribute)
{
  return attribute->cuts != NULL && !deid_attribute_has_runs (attribute);
}

/* Finds the nodes above a value, from the top down; several that have the same leaves may share a
 * dimension. */
static void
find_parents (NextPolicies *next, const DeidAttribute *attribute, guint32 code)
{
  guint above = G_MAXUINT;

  for (guint level = attribute->n_levels; --level > 0;)
    {
      const DeidRecoding *recoding = &attribute->levels[level];
      const guint32 text_code = recoding->text_codes[recoding->labels[code]];
      const guint32 node = text_code != DEID_NO_CODE
                               ? deid_cuts_get_dimension (attribute->cuts, level, text_code)
                               : DEID_NO_CODE;

      if (node == DEID_NO_CODE || attribute->first_dimension + node == above)
        continue;
      next->parents[attribute->first_dimension + node] = above;
      above = attribute->first_dimension + node;
      next->is_used[above] = TRUE;
    }
}

/* On failure they may be cleared, and nothing else. */
static gboolean
next_policies_init (NextPolicies *next, const DeidLattice *lattice, GError **error)
{
  *next = (NextPolicies){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (next->parents, lattice->n_dimensions),
                        DEID_NEW (next->is_used, lattice->n_dimensions)))
    return FALSE;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      next->parents[d] = G_MAXUINT;
      next->is_used[d] = !has_nodes (&lattice->attributes[lattice->dimension_attribute[d]]);
    }
  for (guint a = 0; a < lattice->n_attributes; a++)
    for (guint32 code = 0;
         has_nodes (&lattice->attributes[a]) && code < lattice->attributes[a].n_codes; code++)
      find_parents (next, &lattice->attributes[a], code);
  return TRUE;
}

static void
next_policies_clear (NextPolicies *next)
{
  g_free (next->parents);
  g_free (next->is_used);
}

/* Lowers a dimension that is above its floor. */
static void
next_policies_lower (const NextPolicies *next, DeidLevel *levels, guint dimension)
{
  levels[dimension]--;
  for (guint d = 0; d < next->lattice->n_dimensions; d++)
    if (next->parents[d] == dimension)
      levels[d] = next->lattice->heights[d];
}

static gboolean
next_policies_is_below (const NextPolicies *next, guint dimension, guint other)
{
  for (guint d = next->parents[dimension]; d != G_MAXUINT; d = next->parents[d])
    if (d == other)
      return TRUE;
  return FALSE;
}

/* Raises a dimension, unless that is not possible or makes no difference to the data. Returns:
 * whether it was raised. */
static gboolean
next_policies_raise (const NextPolicies *next, DeidLevel *levels, guint dimension)
{
  const DeidLattice *lattice = next->lattice;

  if (levels[dimension] == lattice->heights[dimension] || !next->is_used[dimension])
    return FALSE;
  for (guint d = next->parents[dimension]; d != G_MAXUINT; d = next->parents[d])
    if (levels[d] > 0)
      return FALSE;
  levels[dimension]++;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (next_policies_is_below (next, d, dimension))
      levels[d] = lattice->floors[d];
  return TRUE;
}

/* Looks at the policies next to an optimum. */

typedef struct
{
  Explanation *explanation;
  guint64 n_wanted;
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* all rows of it, without a limit */
  DeidGroupingEvaluator evaluator;
  DeidStop stop;
  NextPolicies next;
  DeidLevel *levels; /* of the policy at hand, */
  DeidLevel *before; /* and of the one that it is a step from */
  double objective;  /* of the optimum */
} Explainer;

static void
explanation_set_levels (Explainer *explainer, const DeidPolicy *policy)
{
  memcpy (explainer->levels, policy->levels,
          policy->lattice->n_dimensions * sizeof *explainer->levels);
}

/* Keeps the policy at hand, and takes it back after a step. */
static void
explanation_keep_levels (Explainer *explainer)
{
  memcpy (explainer->before, explainer->levels,
          explainer->prepared.lattice->n_dimensions * sizeof *explainer->levels);
}

static void
restore_levels (Explainer *explainer)
{
  memcpy (explainer->levels, explainer->before,
          explainer->prepared.lattice->n_dimensions * sizeof *explainer->levels);
}

static gboolean
explanation_evaluate (Explainer *explainer, DeidVerdict *verdict, GError **error)
{
  return deid_evaluator_evaluate (&explainer->evaluator.base, explainer->levels, &explainer->stop,
                                  verdict, error);
}

/* All of them have the same suppression limit. */
static int
compare_blocked (const BlockedPolicy *a, const BlockedPolicy *b)
{
  if (a->n_suppressed != b->n_suppressed)
    return a->n_suppressed < b->n_suppressed ? -1 : 1;
  if (a->loss != b->loss)
    return a->loss < b->loss ? -1 : 1;
  return deid_policy_compare (a->policy, b->policy);
}

/* Sorts the policy at hand into those listed, and drops the last one if they are too many. */
static gboolean
list_policy (Explainer *explainer, const DeidVerdict *verdict, GError **error)
{
  Explanation *explanation = explainer->explanation;
  BlockedPolicy blocked = { .n_suppressed = verdict->n_suppressed, .verdict = *verdict };
  guint64 i = explanation->n_policies;

  if (!deid_loss_from_objective (&explainer->prepared.loss, verdict->objective, &blocked.loss,
                                 error)
      || !deid_grow ((gpointer *) &explanation->policies, &explanation->capacity, (guint64) i + 1,
                     sizeof blocked, error))
    return FALSE;
  blocked.policy = deid_policy_new_from_levels (explainer->prepared.problem->lattice,
                                                explainer->levels, error);
  if (blocked.policy == NULL)
    return FALSE;
  for (; i > 0 && compare_blocked (&blocked, &explanation->policies[i - 1]) < 0; i--)
    explanation->policies[i] = explanation->policies[i - 1];
  explanation->policies[i] = blocked;
  if (++explanation->n_policies > explainer->n_wanted)
    deid_policy_unref (explanation->policies[--explanation->n_policies].policy);
  return TRUE;
}

/* The optimum is none if a policy that is better keeps the limits: a model of the host must have
 * promised more than it keeps. */
static gboolean
check_blocked (const Explainer *explainer, const DeidVerdict *verdict, GError **error)
{
  const DeidProblem *problem = explainer->prepared.problem;
  g_autofree char *levels = NULL;
  DeidLongText text = { 0 };

  if (verdict->n_suppressed > explainer->explanation->limit || verdict->excess.n_records > 0)
    return TRUE;
  deid_levels_describe (problem->lattice, explainer->levels, &text);
  levels = deid_long_text_end (&text, error);
  if (levels == NULL)
    return FALSE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "%s: policy '%s' is a better solution than the result, expected an optimum; does a model "
      "keep what its closure, necessary condition or lower bound promises?",
      problem->lattice->table.name, levels);
}

static gboolean
examine (Explainer *explainer, GError **error)
{
  DeidVerdict verdict;

  explainer->explanation->n_candidates++;
  if (deid_loss_get_bound (&explainer->prepared.loss, explainer->levels) >= explainer->objective)
    return TRUE;
  if (!explanation_evaluate (explainer, &verdict, error))
    return FALSE;
  if (!verdict.is_solution || verdict.objective >= explainer->objective)
    return TRUE;
  explainer->explanation->n_better++;
  return check_blocked (explainer, &verdict, error) && list_policy (explainer, &verdict, error);
}

/* Lowers one dimension of the optimum and raises each of the others in turn. */
static gboolean
examine_lowered (Explainer *explainer, guint lowered, GError **error)
{
  const DeidLattice *lattice = explainer->prepared.lattice;

  explanation_set_levels (explainer, explainer->explanation->result->policy);
  next_policies_lower (&explainer->next, explainer->levels, lowered);
  if (!examine (explainer, error))
    return FALSE;
  explanation_keep_levels (explainer);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      if (d == lowered || !next_policies_raise (&explainer->next, explainer->levels, d))
        continue;
      if (!examine (explainer, error))
        return FALSE;
      restore_levels (explainer);
    }
  return TRUE;
}

static gboolean
explanation_count_failing (Explainer *explainer, BlockedPolicy *blocked, GError **error)
{
  DeidVerdict verdict;

  explanation_set_levels (explainer, blocked->policy);
  return deid_new_arrays (error,
                          DEID_NEW (blocked->n_failing, explainer->prepared.privacy.n_models))
         && explanation_evaluate (explainer, &verdict, error)
         && deid_judgement_count_by_model (&explainer->evaluator.judgement, DEID_CLASS_FAILS,
                                           &explainer->stop, blocked->n_failing, error);
}

static gboolean
explanation_find_attribute (Explainer *explainer, BlockedPolicy *blocked, GError **error)
{
  const DeidLattice *lattice = explainer->prepared.lattice;
  guint64 fewest = blocked->n_suppressed;
  DeidVerdict verdict;

  explanation_set_levels (explainer, blocked->policy);
  explanation_keep_levels (explainer);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      if (!next_policies_raise (&explainer->next, explainer->levels, d))
        continue;
      if (!explanation_evaluate (explainer, &verdict, error))
        return FALSE;
      restore_levels (explainer);
      if (verdict.n_suppressed < fewest)
        {
          fewest = verdict.n_suppressed;
          blocked->attribute = lattice->dimension_attribute[d];
        }
    }
  blocked->n_saved = blocked->n_suppressed - fewest;
  return TRUE;
}

static gboolean
explanation_explain (Explainer *explainer, GError **error)
{
  Explanation *explanation = explainer->explanation;
  const DeidLevel *optimum = explanation->result->policy->levels;

  for (guint d = 0; d < explainer->prepared.lattice->n_dimensions; d++)
    if (optimum[d] > explainer->prepared.lattice->floors[d]
        && !examine_lowered (explainer, d, error))
      return FALSE;
  for (guint64 i = 0; i < explanation->n_policies; i++)
    if (!explanation_count_failing (explainer, &explanation->policies[i], error)
        || !explanation_find_attribute (explainer, &explanation->policies[i], error))
      return FALSE;
  return TRUE;
}

/* Without a limit every policy that keeps a record is a solution and has its loss measured. */
static gboolean
explanation_prepare (Explainer *explainer, DeidProblem *problem, GError **error)
{
  DeidPreparedProblem *prepared = &explainer->prepared;
  const DeidPartition *optimum
      = deid_result_make_partition (explainer->explanation->result, &explainer->stop, error);

  if (optimum == NULL)
    return FALSE;
  explainer->objective = optimum->verdict.objective;
  explainer->preparation = deid_problem_prepare (problem, &explainer->stop, error);
  if (explainer->preparation == NULL)
    return FALSE;
  *prepared = explainer->preparation->all;
  explainer->explanation->limit = prepared->limit;
  deid_prepared_problem_lift_limits (prepared);
  return deid_grouping_evaluator_init (&explainer->evaluator, prepared, error);
}

static Explanation *
explanation_make (DeidResult *result, guint64 n_policies, const DeidStop *stop, GError **error)
{
  g_autoptr (Explanation) explanation = NULL;
  Explainer explainer = { .n_wanted = n_policies, .stop = *stop };
  gboolean success;

  if (!deid_result_check_policy (result,
                                 "a local recoding has no policies next to it to explain, "
                                 "expected a policy",
                                 error))
    return NULL;
  if (!result->proven_optimal)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "%s: the result is not proven optimal, expected one that is",
                           result->problem->lattice->table.name);
  explanation = g_new0 (Explanation, 1);
  explanation->result = deid_result_ref (result);
  explainer.explanation = explanation;
  success
      = deid_new_arrays (error, DEID_NEW (explainer.levels, result->policy->lattice->n_dimensions),
                         DEID_NEW (explainer.before, result->policy->lattice->n_dimensions))
        && next_policies_init (&explainer.next, result->policy->lattice, error)
        && explanation_prepare (&explainer, result->problem, error)
        && explanation_explain (&explainer, error);
  deid_evaluator_clear (&explainer.evaluator.base);
  deid_preparation_release (explainer.preparation);
  next_policies_clear (&explainer.next);
  g_free (explainer.levels);
  g_free (explainer.before);
  return success ? g_steal_pointer (&explanation) : NULL;
}

/* None where only a group exceeds its limit. */
static guint64
count_too_many (const Explanation *explanation, guint64 index)
{
  const guint64 n_suppressed = explanation->policies[index].n_suppressed;

  return n_suppressed - MIN (n_suppressed, explanation->limit);
}

/* Returns: (nullable): the column that blocks a policy most. */
static const DeidColumn *
find_blocking (const BlockedPolicy *blocked)
{
  return blocked->n_saved > 0
             ? deid_lattice_get_column (blocked->policy->lattice, blocked->attribute)
             : NULL;
}

/* Adds what a policy is and costs, as the first members of a group. The digits of cuts are not for
 * reading: words say how they differ from the optimum, which is NULL for itself. */
static void
explanation_fill_policy (DeidFigures *figures, DeidPolicy *policy, const DeidPolicy *optimum,
                         double loss, guint64 n_suppressed)
{
  deid_figures_add_policy (figures, "policy", policy);
  if (optimum != NULL && deid_lattice_is_cut (policy->lattice))
    deid_figures_add_words (figures, "description", policy, optimum, "the optimum");
  deid_figures_add_number (figures, "loss", loss);
  deid_figures_add_count (figures, "suppressed", n_suppressed);
}

static void
explanation_fill_blocked (DeidFigures *figures, const Explanation *explanation, guint64 i)
{
  const BlockedPolicy *blocked = &explanation->policies[i];
  const DeidProblem *problem = explanation->result->problem;
  const DeidGroupExcess *excess = &blocked->verdict.excess;
  const DeidColumn *column = find_blocking (blocked), *group;

  deid_figures_begin_group (figures, NULL);
  explanation_fill_policy (figures, blocked->policy, explanation->result->policy, blocked->loss,
                           blocked->n_suppressed);
  deid_figures_add_count (figures, "too_many", count_too_many (explanation, i));
  deid_figures_begin_table (figures, "failing");
  for (guint m = 0; m < problem->models->len; m++)
    deid_figures_add_count (figures, NULL, blocked->n_failing[m]);
  deid_figures_end (figures);
  deid_figures_add_text (figures, "attribute", column != NULL ? column->name : NULL);
  deid_figures_add_count (figures, "saved", blocked->n_saved);
  if (excess->n_records > 0)
    {
      group = deid_table_source_find (
          &problem->lattice->table,
          deid_group_limits_get (problem->limits.groups, excess->column)->column);
      deid_figures_begin_group (figures, "group");
      deid_figures_add_text (figures, "column", group->name);
      if (problem->lattice->table.show_values)
        deid_figures_add_text (figures, "value",
                               deid_dictionary_get (&group->dictionary, excess->code));
      deid_figures_add_count (figures, "suppressed", excess->n_records);
      deid_figures_add_count (figures, "allowed", excess->n_allowed);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static gboolean
explanation_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                  const DeidStop *stop, GError **error)
{
  const Explanation *explanation = data;
  const DeidResult *result = explanation->result;

  deid_figures_begin_group (figures, "optimum");
  explanation_fill_policy (figures, result->policy, NULL, result->loss, result->n_suppressed);
  deid_figures_end (figures);
  deid_figures_add_count (figures, "records",
                          deid_dataset_get_n_records (result->problem->lattice->dataset));
  deid_figures_add_count (figures, "limit", explanation->limit);
  deid_figures_add_count (figures, "candidates", explanation->n_candidates);
  deid_figures_add_count (figures, "better", explanation->n_better);
  deid_figures_begin_table (figures, "models");
  for (guint m = 0; m < result->problem->models->len; m++)
    deid_figures_add_text (figures, NULL, deid_problem_get_model (result->problem, m)->text);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "policies");
  for (guint64 i = 0; i < explanation->n_policies; i++)
    explanation_fill_blocked (figures, explanation, i);
  deid_figures_end (figures);
  deid_figures_add_statement (figures, result->problem->statement);
  return TRUE;
}

static const DeidFigure explanation_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (POLICY, "optimum.policy", "", "The policy that is explained."),
  FIGURE (NUMBER, "optimum.loss", "loss", "Its loss, suppressed records included."),
  FIGURE (COUNT, "optimum.suppressed", DEID_UNIT_PART, "How many records it suppresses."),
  FIGURE (COUNT, "records", "records", "How many records the table has."),
  FIGURE (COUNT, "limit", DEID_UNIT_PART, "How many records may be suppressed."),
  FIGURE (COUNT, "candidates", "policies",
          "How many policies are next to the optimum: all that were looked at."),
  FIGURE (COUNT, "better", "policies", "How many of these would be better, listed or not."),
  FIGURE (TEXT, "models[]", "",
          "The specification of a privacy model, in the order in which they were added to the "
          "problem."),
  FIGURE (POLICY, "policies[].policy", "",
          "A policy that would be better. Those nearest to the limit come first."),
  FIGURE (TEXT, "policies[].description", "",
          "The policy in words, in difference from the optimum; absent without cuts."),
  FIGURE (NUMBER, "policies[].loss", "loss",
          "The loss that the policy would have, with every record suppressed that fails a privacy "
          "model."),
  FIGURE (COUNT, "policies[].suppressed", DEID_UNIT_PART, "How many records it would suppress."),
  FIGURE (COUNT, "policies[].too_many", "records",
          "How many of these are beyond the suppression limit; 0 if only the limit of a group "
          "blocks the policy."),
  FIGURE (COUNT, "policies[].failing[]", "records",
          "How many suppressed records are in classes that fail this privacy model. A record whose "
          "class fails several models counts for each. If the model has a condition on the whole "
          "table, these are the further records that are suppressed until it is met."),
  FIGURE (
      TEXT, "policies[].attribute", "",
      "The name of the attribute that blocks the policy most. One level or merge more in one of "
      "its dimensions, and in no other attribute, saves more records from suppression than that of "
      "any other attribute. Of equal attributes it is the first one of the lattice. Undefined if "
      "no attribute saves a record, which happens only with models that are not superset-closed."),
  FIGURE (COUNT, "policies[].saved", "records",
          "How many records fewer would be suppressed if that attribute were one level higher; 0 "
          "if there is none."),
  FIGURE (TEXT, "policies[].group.column", "",
          "The column of the group that would exceed its limit; absent if none would."),
  FIGURE (TEXT, "policies[].group.value", "",
          "The value of the group, undefined for a missing one; absent unless messages may show "
          "values."),
  FIGURE (COUNT, "policies[].group.suppressed", "records",
          "How many records of this group the policy would suppress."),
  FIGURE (COUNT, "policies[].group.allowed", "records", "How many of them may be suppressed."),
  PROBLEM_FIGURE,
};

static const DeidReportKind explanation_kind = {
  .name = "explanation",
  .title = "Explanation: what blocks better policies",
  .catalogue = explanation_catalogue,
  .n_figures = G_N_ELEMENTS (explanation_catalogue),
  .fill = explanation_fill,
  .free = (GDestroyNotify) explanation_free,
};

DeidReport *
deid_report_new_explanation (DeidResult *result, guint64 n_policies, GCancellable *cancellable,
                             GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&explanation_kind, explanation_make (result, n_policies, stop, error),
                          stop, error);
}
