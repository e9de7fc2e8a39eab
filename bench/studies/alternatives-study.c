/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-study.h"

#include "../figures.h"
#include "../load-table.h"
#include "../measure.h"
#include "../search-problem.h"
#include "examples/synthetic-state.h"
#include "scaled-table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

#define MAX_LONG_ITERATIONS 10

const char *const method_names[N_METHODS] = {
  [METHOD_BISECTING] = "bisecting",
  [METHOD_DIRECTED] = "directed",
  [METHOD_BISECTING_POLISH] = "bisecting:polish",
  [METHOD_DIRECTED_POLISH] = "directed:polish",
};

static const guint iterations[MAX_POINTS] = { 1, 2, 5, 10, 20, 50, 100 };

static DeidSearch *
make_search (Method method, guint n_iterations, guint64 seed)
{
  const gboolean polishes = method == METHOD_BISECTING_POLISH || method == METHOD_DIRECTED_POLISH;

  return method == METHOD_BISECTING || method == METHOD_BISECTING_POLISH
             ? deid_search_new_bisecting (n_iterations, seed, polishes)
             : deid_search_new_directed (n_iterations, seed, polishes);
}

static gboolean
count_alternatives (DeidResult *result, Sample *sample, GError **error)
{
  g_autoptr (DeidReport) found = deid_report_new_alternatives (result, NULL, 0, FALSE, NULL, error);
  g_autoptr (DeidReport) kept
      = found != NULL ? deid_report_new_alternatives (result, NULL, 0, TRUE, NULL, error) : NULL;

  if (kept == NULL)
    return FALSE;
  sample->n_evaluated = deid_result_get_n_evaluated (result);
  deid_report_get_n_rows (found, "policies", &sample->n_distinct);
  deid_report_get_n_rows (kept, "policies", &sample->n_kept);
  sample->level_sum = 0;
  for (guint64 i = 0; i < sample->n_distinct; i++)
    {
      g_autofree char *path = g_strdup_printf ("policies[%" G_GUINT64_FORMAT "].policy", i);

      sample->level_sum += deid_policy_get_level_sum (deid_report_get_policy (found, path));
    }
  return TRUE;
}

/* Takes the times if they are the least so far. */
static gboolean
run_once (const Case *chosen, DeidSearch *search, Sample *sample, GError **error)
{
  const double start = get_wall_seconds ();
  g_autoptr (DeidResult) result = deid_search_run (search, chosen->problem, NULL, error);
  const double total = get_wall_seconds () - start;

  if (result == NULL)
    return FALSE;
  if (total < sample->total)
    {
      sample->total = total;
      sample->prepare = get_figure (result, "prepare-seconds");
      sample->search = get_figure (result, "search-seconds");
    }
  return count_alternatives (result, sample, error);
}

static gboolean
sample_seed (const Case *chosen, DeidSearch *search, guint n_runs, Sample *sample, GError **error)
{
  *sample = (Sample){ .total = INFINITY };
  for (guint i = 0; i < n_runs; i++)
    if (!run_once (chosen, search, sample, error))
      return FALSE;
  return TRUE;
}

static Moments
get_moments (const double *numbers, guint n)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += numbers[i];
  for (guint i = 0; i < n; i++)
    squares += (numbers[i] - sum / n) * (numbers[i] - sum / n);
  return (Moments){ .mean = sum / n, .deviation = n > 1 ? sqrt (squares / (n - 1)) : 0 };
}

static Moments
get_time_moments (const Sample *samples, guint n, gsize offset)
{
  g_autofree double *numbers = g_new (double, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = G_STRUCT_MEMBER (double, &samples[i], offset);
  return get_moments (numbers, n);
}

static Moments
get_count_moments (const Sample *samples, guint n, gsize offset)
{
  g_autofree double *numbers = g_new (double, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = (double) G_STRUCT_MEMBER (guint64, &samples[i], offset);
  return get_moments (numbers, n);
}

static void
sum_up (Point *point, const Sample *samples)
{
  const guint n = point->n_seeds;

  point->first = samples[0];
  point->prepare = get_time_moments (samples, n, G_STRUCT_OFFSET (Sample, prepare));
  point->search = get_time_moments (samples, n, G_STRUCT_OFFSET (Sample, search));
  point->total = get_time_moments (samples, n, G_STRUCT_OFFSET (Sample, total));
  point->n_evaluated = get_count_moments (samples, n, G_STRUCT_OFFSET (Sample, n_evaluated));
  point->n_distinct = get_count_moments (samples, n, G_STRUCT_OFFSET (Sample, n_distinct));
  point->n_kept = get_count_moments (samples, n, G_STRUCT_OFFSET (Sample, n_kept));
}

static gboolean
measure_point (const Series *series, Point *point, const Effort *effort, GError **error)
{
  g_autofree Sample *samples = g_new (Sample, effort->n_seeds);
  const double start = get_wall_seconds ();

  do
    {
      g_autoptr (DeidSearch) search
          = make_search (series->method, point->n_iterations, point->n_seeds + 1);

      if (!sample_seed (series->chosen, search, effort->n_runs, &samples[point->n_seeds], error))
        return FALSE;
      point->n_seeds++;
    }
  while (point->n_seeds < effort->n_seeds && get_wall_seconds () - start < effort->patience);
  sum_up (point, samples);
  return TRUE;
}

static gboolean
takes_long (const Series *series, const Effort *effort)
{
  switch (series->method)
    {
    case METHOD_BISECTING:
      return FALSE;
    case METHOD_DIRECTED:
      return series->chosen->is_large;
    default:
      return series->chosen->is_large || effort->is_quick;
    }
}

gboolean
measure_series (Series *series, const Case *chosen, Method method, const Effort *effort,
                GError **error)
{
  *series = (Series){ .chosen = chosen, .method = method };
  for (guint i = 0; i < MAX_POINTS; i++)
    {
      if (iterations[i] > MAX_LONG_ITERATIONS && takes_long (series, effort))
        break;
      series->points[i].n_iterations = iterations[i];
      if (!measure_point (series, &series->points[i], effort, error))
        return FALSE;
      series->n_points++;
    }
  return TRUE;
}

const Point *
series_get_last (const Series *series)
{
  return &series->points[series->n_points - 1];
}

double
point_get_cost (const Point *point)
{
  return 1e3 * point->search.mean / point->n_evaluated.mean;
}

double
series_get_ratio (const Series *series, const Point *point)
{
  return point->n_evaluated.mean / (point->n_iterations * log2 (series->chosen->n_dimensions));
}

typedef struct
{
  const char *name;
  Method method;
  double kept;
  double evaluated;
  double seconds; /* of an iteration */
} Published;

static const Published published[] = {
  { "cohort", METHOD_BISECTING, 95, NAN, NAN },
  { "cohort", METHOD_DIRECTED, 83, NAN, NAN },
  { "adult-90", METHOD_BISECTING, NAN, 670, 16.4 },
  { "adult-90", METHOD_DIRECTED, NAN, 5140, 109.5 },
};

static const Published *
find_published (const Series *series)
{
  for (guint i = 0; i < G_N_ELEMENTS (published); i++)
    if (published[i].method == series->method
        && strcmp (published[i].name, series->chosen->name) == 0)
      return &published[i];
  return NULL;
}

double
get_published_kept (const Series *series)
{
  const Published *found = find_published (series);

  return found != NULL ? found->kept : NAN;
}

double
get_published_evaluated (const Series *series)
{
  const Published *found = find_published (series);

  return found != NULL ? found->evaluated : NAN;
}

double
get_published_milliseconds (const Series *series)
{
  const Published *found = find_published (series);

  return found != NULL ? 1e3 * PUBLISHED_ITERATIONS * found->seconds : NAN;
}

gboolean
study_run (Study *study, GPtrArray *cases, const Effort *effort, GError **error)
{
  *study = (Study){ .cases = cases,
                    .effort = *effort,
                    .series = g_array_new (FALSE, FALSE, sizeof (Series)) };
  for (guint i = 0; i < cases->len; i++)
    for (Method method = 0; method < N_METHODS; method++)
      {
        Series series;

        if (!measure_series (&series, g_ptr_array_index (cases, i), method, effort, error))
          return FALSE;
        g_array_append_val (study->series, series);
      }
  return TRUE;
}

void
study_clear (Study *study)
{
  g_array_unref (study->series);
  g_ptr_array_unref (study->cases);
}

const Series *
study_find (const Study *study, const char *name, Method method)
{
  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = &g_array_index (study->series, Series, i);

      if (series->method == method && strcmp (series->chosen->name, name) == 0)
        return series;
    }
  return NULL;
}

static const char *const adult_cases[] = { "adult-90", "adult-50", "adult-10" };

typedef double (*PointFunc) (const Point *point);

/* With the preparation. */
static double
get_policy_milliseconds (const Point *point)
{
  return 1e3 * point->total.mean / point->n_iterations;
}

/* Returns: what the last point of a bisecting search says, or NAN if the case is not there. */
static double
get_of_bisecting (const Study *study, const char *name, PointFunc get)
{
  const Series *series = study_find (study, name, METHOD_BISECTING);

  return series != NULL ? get (series_get_last (series)) : NAN;
}

static double
get_worst_of_adult (const Study *study, PointFunc get)
{
  double worst = get_of_bisecting (study, adult_cases[0], get);

  for (guint i = 1; i < G_N_ELEMENTS (adult_cases); i++)
    worst = MAX (worst, get_of_bisecting (study, adult_cases[i], get));
  return worst;
}

static double
get_ratio (const Study *study)
{
  const Series *series = study_find (study, adult_cases[0], METHOD_BISECTING);

  return series != NULL ? series_get_ratio (series, series_get_last (series)) : NAN;
}

static double
get_n_evaluated (const Point *point)
{
  return point->n_evaluated.mean;
}

static double
get_times_fewer (const Study *study)
{
  const Series *directed = study_find (study, adult_cases[0], METHOD_DIRECTED);

  return directed != NULL ? series_get_last (directed)->n_evaluated.mean
                                / get_of_bisecting (study, adult_cases[0], get_n_evaluated)
                          : NAN;
}

static double
get_n_kept (const Point *point)
{
  return point->n_kept.mean;
}

static Target
at_most (const char *what, double most, double found)
{
  return (Target){ what, isfinite (found), 0, most, found };
}

static Target
at_least (const char *what, double least, double found)
{
  return (Target){ what, isfinite (found), least, INFINITY, found };
}

void
measure_targets (const Study *study, Target *targets)
{
  targets[0] = at_most ("bisecting, Adult: ms a policy evaluated", 0.03,
                        get_worst_of_adult (study, point_get_cost));
  targets[1] = at_most ("bisecting, Adult: ms a boundary policy", 0.3,
                        get_worst_of_adult (study, get_policy_milliseconds));
  targets[2] = (Target){ .what = "bisecting, adult-90: evaluated / (iterations x log2 dimensions)",
                         .least = 0.9,
                         .most = 1.1,
                         .found = get_ratio (study) };
  targets[2].is_measured = isfinite (targets[2].found);
  targets[3]
      = at_least ("adult-90: evaluated, directed over bisecting", 5, get_times_fewer (study));
  targets[4] = at_least ("bisecting, cohort: not dominated, of 100", 95,
                         get_of_bisecting (study, "cohort", get_n_kept));
  targets[5] = at_most ("bisecting, scaled: ms a boundary policy", 20,
                        get_of_bisecting (study, "scaled", get_policy_milliseconds));
}

gboolean
target_is_met (const Target *target)
{
  return target->found >= target->least && target->found <= target->most;
}
