/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-case.h"

#include <stdlib.h>
#include <string.h>

#include "examples/synthetic-state.h"
#include "load-table.h"
#include "scaled-table.h"
#include "search-problem.h"

#define SEED         1
#define FIRST_ELDER  90
#define K            5
#define SCALED_SHARE 0.5
#define SOME_RISK    1.0 /* the model of a problem of which only the risks are wanted */
#define COUNT_COLUMN "count"
#define ADULT_TABLE  "demographics_32561.csv"
#define ADULT_PEOPLE "population_tn.csv"

/* A table, how it is generalized, and its population. */
typedef struct
{
  DeidLattice *lattice;
  DeidDataset *population; /* or NULL */
} Ground;

static const double adult_shares[] = { 0.9, 0.5, 0.1 };

static void
ground_clear (Ground *ground)
{
  g_clear_pointer (&ground->lattice, deid_lattice_unref);
  g_clear_pointer (&ground->population, deid_dataset_unref);
}

static void
free_case (gpointer data)
{
  Case *loaded = data;

  g_clear_pointer (&loaded->problem, deid_problem_unref);
  g_free (loaded->name);
  g_free (loaded->model);
  g_free (loaded);
}

static DeidProblem *
state_problem (const Ground *ground, DeidPrivacyModel *model, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (ground->lattice);

  if (!deid_problem_add_privacy_model (problem, model, error)
      || (ground->population != NULL
          && !deid_problem_set_population (problem, ground->population, NULL, error)))
    return NULL;
  return g_steal_pointer (&problem);
}

static DeidPrivacyModel *
limit_risk (double threshold, GError **error)
{
  return deid_privacy_model_new_population_risk (threshold, 1, DEID_RISK_SCALE_SUM,
                                                 DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, error);
}

/* No risk is greater than the number of records, so that each policy is a solution. */
static gboolean
measure_risk (const Ground *ground, DeidPolicy *policy, double *risk, GError **error)
{
  DeidDataset *dataset = deid_lattice_get_dataset (ground->lattice);
  g_autoptr (DeidPrivacyModel) model
      = limit_risk ((double) deid_dataset_get_n_records (dataset), error);
  g_autoptr (DeidProblem) problem = model != NULL ? state_problem (ground, model, error) : NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) report = NULL;

  return problem != NULL && (result = deid_problem_evaluate (problem, policy, NULL, error)) != NULL
         && (report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error)) != NULL
         && deid_report_get_number (report, "population_risk.sum", risk);
}

static gboolean
measure_raw_risk (const Ground *ground, double *risk, GError **error)
{
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (ground->lattice, error);

  return bottom != NULL && measure_risk (ground, bottom, risk, error);
}

/* Takes the model over, which may be NULL with an error. */
static gboolean
add_case (GPtrArray *cases, const char *name, const Ground *ground, DeidPrivacyModel *taken,
          double raw_risk, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = taken;
  g_autoptr (DeidProblem) problem = model != NULL ? state_problem (ground, model, error) : NULL;
  Case *added;

  if (problem == NULL)
    return FALSE;
  added = g_new0 (Case, 1);
  *added = (Case){ .name = g_strdup (name),
                   .problem = g_steal_pointer (&problem),
                   .n_dimensions = deid_lattice_get_n_dimensions (ground->lattice),
                   .n_records
                   = deid_dataset_get_n_records (deid_lattice_get_dataset (ground->lattice)),
                   .model = deid_privacy_model_to_specification (model),
                   .raw_risk = raw_risk };
  g_ptr_array_add (cases, added);
  return TRUE;
}

static gboolean
add_ages (DeidLattice *lattice, GError **error)
{
  g_auto (GStrv) ages = g_new0 (char *, SYNTHETIC_MAX_AGE + 2);

  for (guint age = 0; age <= SYNTHETIC_MAX_AGE; age++)
    ages[age] = g_strdup_printf ("%u", age);
  return deid_lattice_add_ordered_cuts (lattice, "age", (const char *const *) ages,
                                        SYNTHETIC_MAX_AGE + 1, DEID_CUT_ENDS_ROUNDED, error);
}

static gboolean
make_cohort (Ground *ground, GError **error)
{
  g_autoptr (DeidDataset) cohort = synthetic_cohort_new (SEED, error);

  ground->population = synthetic_state_new (SEED, error);
  if (cohort == NULL || ground->population == NULL)
    return FALSE;
  ground->lattice = deid_lattice_new (cohort);
  return deid_lattice_add_ordered_cuts (ground->lattice, "sex", synthetic_sexes,
                                        G_N_ELEMENTS (synthetic_sexes), DEID_CUT_ENDS_ROUNDED,
                                        error)
         && deid_lattice_add_ordered_cuts (ground->lattice, "race", synthetic_races,
                                           SYNTHETIC_N_RACES, DEID_CUT_ENDS_ROUNDED, error)
         && add_ages (ground->lattice, error);
}

/* The rule that ages of 90 and over become one. Ages are the last attribute. */
static DeidPolicy *
merge_elders (DeidLattice *lattice, GError **error)
{
  const guint n = deid_lattice_get_n_dimensions (lattice);
  g_autofree guint *levels = g_new0 (guint, n);

  for (guint i = 0; i < SYNTHETIC_MAX_AGE - FIRST_ELDER; i++)
    levels[n - 1 - i] = 1;
  return deid_policy_new (lattice, levels, n, error);
}

static gboolean
add_cohort (GPtrArray *cases, GError **error)
{
  Ground ground = { 0 };
  g_autoptr (DeidPolicy) rule = NULL;
  double risk, raw_risk;
  const gboolean success
      = make_cohort (&ground, error) && (rule = merge_elders (ground.lattice, error)) != NULL
        && measure_risk (&ground, rule, &risk, error)
        && measure_raw_risk (&ground, &raw_risk, error)
        && add_case (cases, "cohort", &ground, limit_risk (risk, error), raw_risk, error);

  ground_clear (&ground);
  return success;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Cuts a column in the order of its texts. */
static gboolean
add_sorted_cuts (DeidLattice *lattice, DeidDataset *dataset, const char *name, GError **error)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree const char **sorted = NULL;
  guint column, n;

  if (!deid_dataset_find_column (dataset, name, &column, error))
    return FALSE;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (dataset); row++)
    g_hash_table_add (values, (gpointer) deid_dataset_get_value (dataset, row, column));
  sorted = (const char **) g_hash_table_get_keys_as_array (values, &n);
  qsort (sorted, n, sizeof *sorted, compare_texts);
  return deid_lattice_add_ordered_cuts (lattice, name, sorted, n, DEID_CUT_ENDS_ROUNDED, error);
}

static gboolean
load_adult (Ground *ground, const char *table, const char *people, GError **error)
{
  g_autoptr (DeidDataset) dataset = load_dataset (table, error);

  if (dataset == NULL || (ground->population = load_dataset (people, error)) == NULL
      || !deid_dataset_set_role (ground->population, COUNT_COLUMN, DEID_ROLE_WEIGHT, error))
    return FALSE;
  ground->lattice = deid_lattice_new (dataset);
  return add_sorted_cuts (ground->lattice, dataset, "sex", error)
         && add_sorted_cuts (ground->lattice, dataset, "race", error)
         && deid_lattice_add_numeric_cuts (ground->lattice, "age", DEID_CUT_ENDS_ROUNDED, error);
}

static gboolean
add_shares (GPtrArray *cases, const Ground *ground, GError **error)
{
  double raw_risk;

  if (!measure_raw_risk (ground, &raw_risk, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (adult_shares); i++)
    {
      g_autofree char *name = g_strdup_printf ("adult-%.0f", 100 * adult_shares[i]);

      if (!add_case (cases, name, ground, limit_risk (adult_shares[i] * raw_risk, error), raw_risk,
                     error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_adult (GPtrArray *cases, GError **error)
{
  g_autofree char *shared = find_shared_folder ();
  g_autofree char *table = g_build_filename (shared, "adult", ADULT_TABLE, NULL);
  g_autofree char *people = g_build_filename (shared, "adult", ADULT_PEOPLE, NULL);
  Ground ground = { 0 };
  gboolean success;

  if (!g_file_test (table, G_FILE_TEST_EXISTS))
    {
      g_printerr ("left out: %s is not there\n", table);
      return TRUE;
    }
  success = load_adult (&ground, table, people, error) && add_shares (cases, &ground, error);
  ground_clear (&ground);
  return success;
}

static gboolean
make_scaled (Ground *ground, GError **error)
{
  g_autoptr (DeidDataset) dataset = scaled_table_new (SEED, error);

  if (dataset == NULL)
    return FALSE;
  ground->lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < SCALED_ATTRIBUTES; a++)
    if (!deid_lattice_add_numeric_cuts (ground->lattice, scaled_columns[a], DEID_CUT_ENDS_ROUNDED,
                                        error))
      return FALSE;
  return TRUE;
}

/* Without a population the risk is the number of classes. */
static gboolean
add_scaled (GPtrArray *cases, GError **error)
{
  const guint first = cases->len;
  Ground ground = { 0 };
  double raw_risk;
  const gboolean success
      = make_scaled (&ground, error) && measure_raw_risk (&ground, &raw_risk, error)
        && add_case (cases, "scaled", &ground, limit_risk (SCALED_SHARE * raw_risk, error),
                     raw_risk, error)
        && add_case (cases, "scaled-k", &ground, deid_privacy_model_new_k_anonymity (K, error),
                     raw_risk, error);

  for (guint i = first; i < cases->len; i++)
    ((Case *) g_ptr_array_index (cases, i))->is_large = TRUE;
  ground_clear (&ground);
  return success;
}

static gboolean
is_wanted (const CaseOptions *options, const char *table)
{
  return options->table == NULL || strcmp (options->table, table) == 0;
}

GPtrArray *
load_cases (const CaseOptions *options, GError **error)
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (free_case);

  if ((is_wanted (options, "cohort") && !add_cohort (cases, error))
      || (is_wanted (options, "adult") && !add_adult (cases, error))
      || (is_wanted (options, "scaled") && !(options->is_quick && options->table == NULL)
          && !add_scaled (cases, error)))
    return NULL;
  return g_steal_pointer (&cases);
}
