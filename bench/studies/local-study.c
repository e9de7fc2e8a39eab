/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-study.h"

#include "../apart.h"
#include "../local-tables.h"
#include "../measure.h"
#include "problem/preparation.h"
#include "local-report.h"
#include "search/local/rounds.h"

#include <glib/gstdio.h>

/* Each k of a table stands behind the lesser ones. */
const LocalCase local_cases[] = {
  { "adult",
    9,
    NULL,
    NULL,
    0,
    5,
    40,
    { { 60000, 0, 0 }, { 400000, 0.0515, 1 }, { 3200000, 0.0491, 5 }, { 33000000, 0.0475, 60 } } },
  { "adult", 9, NULL, NULL, 0, 11, 40, { { 600000, 0, 0 }, { 5000000, 0.0777, 20 } } },
  { "adult", 9, NULL, NULL, 0, 25, 40, { { 800000, 0, 0 }, { 8000000, 0.112, 20 } } },
  { "adult", 9, NULL, NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0.196, 20 } } },
  { "adult", 9, "occupation", NULL, 0, 5, 40, { { 600000, 0, 0 }, { 5000000, 0.0259, 8 } } },
  { "adult", 9, "occupation", NULL, 0, 11, 0, { { 600000, 0, 0 }, { 5000000, 0, 0 } } },
  { "adult", 9, "occupation", NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "adult", 9, "occupation", "dl:3", 0, 5, 0, { { 375000, 0, 0 }, { 3000000, 0.0276, 20 } } },
  { "adult", 9, "occupation", "te:0.4", 0, 5, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "adult", 9, "occupation", "to:0.2", 0, 5, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "adult", 9, "occupation", NULL, 0.01, 5, 0, { { 375000, 0, 0 }, { 3000000, 0, 0 } } },
  { "mach2019", 9, NULL, NULL, 0, 5, 8, { { 1200000, 0, 0 }, { 9500000, 0.0714, 20 } } },
  { "mach2019", 9, NULL, NULL, 0, 11, 0, { { 600000, 0, 0 }, { 5000000, 0, 0 } } },
  { "mach2019", 9, NULL, NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "creditcard", 11, NULL, NULL, 0, 5, 8, { { 1200000, 0, 0 }, { 9500000, 0.0594, 20 } } },
  { "creditcard", 11, NULL, NULL, 0, 11, 0, { { 600000, 0, 0 }, { 5000000, 0, 0 } } },
  { "creditcard", 11, NULL, NULL, 0, 100, 0, { { 60000, 0, 0 }, { 500000, 0, 0 } } },
  { "health", 9, NULL, NULL, 0, 5, 0, { { 8000000, 0.104, 30 }, { 23000000, 0.1, 60 } } },
  { "health", 9, NULL, NULL, 0, 11, 0, { { 8000000, 0, 0 } } },
  { "health", 9, NULL, NULL, 0, 100, 0, { { 1000000, 0, 0 } } },
};
const guint local_n_cases = G_N_ELEMENTS (local_cases);

/* Of the first case of each table. */
static const LocalSets local_sets[] = {
  { "adult",
    { "age" },
    { { 60000, 0, 0 },
      { 200000, 0.0152, 1.5 },
      { 2000000, 0.0139, 12 },
      { 10000000, 0.0136, 60 } } },
  { "mach2019", { "age", "familysize" }, { { 2500000, 0.029, 15 } } },
  { "creditcard", { "LIMIT_BAL", "AGE" }, { { 2500000, 0.0246, 15 } } },
  { "health", { "AGE", "YEAR" }, { { 8000000, 0.07, 60 } } },
};

/* Returns: (nullable): how the table of a case is recoded by sets, if it is the first one of it. */
static const LocalSets *
find_sets (const LocalCase *the_case)
{
  if (the_case > local_cases && g_str_equal (the_case[-1].table, the_case->table))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (local_sets); i++)
    if (g_str_equal (local_sets[i].table, the_case->table))
      return &local_sets[i];
  return NULL;
}

guint
local_case_count_attributes (const LocalCase *the_case)
{
  return the_case->n_attributes - (the_case->without != NULL);
}

char *
local_case_get_name (const LocalCase *the_case)
{
  GString *name = g_string_new (NULL);

  g_string_printf (name, "%s:%u:%u", the_case->table, local_case_count_attributes (the_case),
                   the_case->k);
  if (the_case->model != NULL)
    g_string_append_printf (name, ":%s", the_case->model);
  if (the_case->limit > 0)
    g_string_append_printf (name, ":%g", the_case->limit);
  return g_string_free (name, FALSE);
}

static gboolean
add_model (DeidProblem *problem, const char *specification, const char *sensitive, GError **error)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, sensitive, error);

  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

DeidProblem *
local_case_load (const LocalCase *the_case, const Table *table, double limit, const char *quality,
                 const LocalSets *sets, GError **error)
{
  g_autoptr (DeidLattice) lattice
      = local_load_lattice (table, the_case->n_attributes, the_case->without,
                            the_case->model != NULL, sets != NULL ? sets->numbers : NULL, error);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidQualityModel) loss = NULL;
  g_autofree char *size = g_strdup_printf ("k:%u", the_case->k);

  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  loss = deid_quality_model_new_from_specification (quality, error);
  return loss != NULL && deid_problem_set_quality_model (problem, loss, error)
                 && add_model (problem, size, NULL, error)
                 && (the_case->model == NULL
                     || add_model (problem, the_case->model, the_case->without, error))
                 && deid_problem_set_suppression_limit (problem, limit, error)
             ? g_steal_pointer (&problem)
             : NULL;
}

#define SEED 1

/* Rounds where a record that is put off costs nothing, or as much as if it was suppressed. */
#define FREE "loss:arith:0"
#define DEAR "loss:arith"

const char *const local_method_names[LOCAL_N_METHODS]
    = { "optimum",      "optimum:5%",    "mondrian", "relaxed", "rounds:100", "rounds:10:0",
        "rounds:100:0", "rounds:1000:0", "clusters", "sets",    "bound" };

typedef struct
{
  LocalMethod method;
  const LocalCase *the_case;
  const Table *table;
  guint64 n_steps;
} Task;

static guint
count_rounds (LocalMethod method)
{
  switch (method)
    {
    case LOCAL_ROUNDS_10:
      return 10;
    case LOCAL_ROUNDS_DEAR:
    case LOCAL_ROUNDS_100:
      return 100;
    case LOCAL_ROUNDS_1000:
      return 1000;
    default:
      return 0;
    }
}

/* Rounds are a yardstick for classes of k records, with no record suppressed. */
gboolean
local_method_suits (LocalMethod method, const LocalCase *the_case)
{
  switch (method)
    {
    case LOCAL_ROUNDS_DEAR:
    case LOCAL_ROUNDS_10:
    case LOCAL_ROUNDS_100:
    case LOCAL_ROUNDS_1000:
      return the_case->model == NULL && the_case->limit == 0;
    case LOCAL_BOUND:
      return the_case->n_rises > 0;
    default:
      return TRUE;
    }
}

static gboolean
note_result (DeidResult *result, LocalOutcome *outcome, GError **error)
{
  const DeidPartition *partition = deid_result_get_partition (result, NULL, error);
  g_autoptr (DeidDataset) release = NULL;
  double start;

  if (partition == NULL)
    return FALSE;
  outcome->loss = deid_result_get_loss (result);
  outcome->n_suppressed = deid_result_get_n_suppressed (result);
  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    outcome->n_classes += !deid_partition_is_suppressed (partition, i);
  start = get_cpu_seconds ();
  release = deid_result_apply (result, NULL, NULL, error);
  if (release == NULL || !deid_result_verify (result, release, NULL, error))
    return FALSE;
  outcome->check_seconds = get_cpu_seconds () - start;
  return TRUE;
}

/* By clustering, or the best policy without steps. */
static DeidResult *
recode (DeidProblem *problem, guint64 n_steps, GError **error)
{
  g_autoptr (DeidSearch) search
      = n_steps > 0 ? deid_search_new_local (n_steps, SEED, 0, error) : deid_search_new_optimal ();

  return search != NULL ? deid_search_run (search, problem, NULL, error) : NULL;
}

DeidResult *
local_recode (DeidLattice *lattice, guint32 k, double limit, guint64 n_steps, GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, error);

  return model != NULL && deid_problem_add_privacy_model (problem, model, error)
                 && deid_problem_set_suppression_limit (problem, limit, error)
             ? recode (problem, n_steps, error)
             : NULL;
}

static gboolean
run_search (const Task *task, DeidProblem *problem, LocalOutcome *outcome, GError **error)
{
  const double start = get_cpu_seconds ();
  const gboolean is_relaxed = task->method == LOCAL_RELAXED;
  g_autoptr (DeidSearch) mondrian
      = deid_search_new_from_specification (is_relaxed ? "mondrian:relaxed" : "mondrian", NULL);
  g_autoptr (DeidResult) result = is_relaxed || task->method == LOCAL_MONDRIAN
                                      ? deid_search_run (mondrian, problem, NULL, error)
                                      : recode (problem, task->n_steps, error);

  outcome->seconds = get_cpu_seconds () - start;
  outcome->peak_memory = get_peak_memory ();
  return result != NULL && note_result (result, outcome, error);
}

static gboolean
run_yardstick (const Task *task, DeidProblem *problem, const DeidPreparedProblem *prepared,
               LocalOutcome *outcome, GError **error)
{
  const DeidLocalRoundsOptions options = { .n_rounds = count_rounds (task->method),
                                           .max_policies = G_MAXUINT64,
                                           .max_comparisons = G_MAXUINT64 };
  const double start = get_cpu_seconds ();
  DeidLocalTuples tuples;
  DeidLocalClusters clusters = { 0 };
  const gboolean success
      = deid_local_tuples_init (&tuples, prepared, DEID_STOP_NEVER, error)
        && deid_local_clusters_init (&clusters, &tuples, task->the_case->k, 1, error)
        && deid_local_rounds (&clusters, problem, &options, NULL, DEID_STOP_NEVER, error);

  outcome->seconds = get_cpu_seconds () - start;
  outcome->peak_memory = get_peak_memory ();
  outcome->n_classes = clusters.n_clusters;
  if (success)
    outcome->loss = (double) clusters.cost / DEID_LOCAL_UNIT
                    / ((double) tuples.n_records * tuples.n_attributes);
  deid_local_clusters_clear (&clusters);
  deid_local_tuples_clear (&tuples);
  return success;
}

/* Proves a bound, and checks the proof. */
static gboolean
run_bound (const Task *task, DeidProblem *problem, LocalOutcome *outcome, GError **error)
{
  const double start = get_cpu_seconds ();
  g_autofree char *path = NULL;
  const int file = g_file_open_tmp ("bound-XXXXXX.jsonl", &path, error);
  double checked, proven;
  gboolean success;

  if (file < 0)
    return FALSE;
  success = deid_problem_write_bound_certificate (problem, task->the_case->n_rises, 0, path,
                                                  &outcome->loss, NULL, error);
  outcome->peak_memory = get_peak_memory ();
  checked = get_cpu_seconds ();
  outcome->seconds = checked - start;
  success = success
            && deid_problem_verify_bound_certificate (problem, path, NULL, &proven, NULL, error);
  outcome->check_seconds = get_cpu_seconds () - checked;
  g_close (file, NULL);
  g_unlink (path);
  return success;
}

static gboolean
run_prepared (const Task *task, DeidProblem *problem, LocalOutcome *outcome, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, error);
  gboolean success;

  if (preparation == NULL)
    return FALSE;
  outcome->n_records = preparation->all.n_records;
  switch (task->method)
    {
    case LOCAL_OPTIMUM:
    case LOCAL_OPTIMUM_5:
    case LOCAL_MONDRIAN:
    case LOCAL_RELAXED:
    case LOCAL_CLUSTERS:
    case LOCAL_SETS:
      success = run_search (task, problem, outcome, error);
      break;
    case LOCAL_BOUND:
      success = run_bound (task, problem, outcome, error);
      break;
    default:
      success = run_yardstick (task, problem, &preparation->all, outcome, error);
    }
  deid_preparation_release (preparation);
  return success;
}

static gboolean
run_task (gconstpointer data, gpointer outcome, GError **error)
{
  const Task *task = data;
  const gboolean is_free = count_rounds (task->method) > 0 && task->method != LOCAL_ROUNDS_DEAR;
  g_autoptr (DeidProblem) problem = local_case_load (
      task->the_case, task->table,
      task->method == LOCAL_OPTIMUM_5 ? LOCAL_LIMIT : task->the_case->limit, is_free ? FREE : DEAR,
      task->method == LOCAL_SETS ? find_sets (task->the_case) : NULL, error);

  return problem != NULL && run_prepared (task, problem, outcome, error);
}

gboolean
local_method_measure (LocalMethod method, const LocalCase *the_case, const Table *table,
                      guint64 n_steps, LocalOutcome *outcome)
{
  const Task task = { method, the_case, table, n_steps };
  g_autofree char *name = local_case_get_name (the_case);
  g_autofree char *full = g_strdup_printf ("%s, %s", name, local_method_names[method]);

  return work_apart (run_task, &task, full, outcome, sizeof *outcome);
}

static gboolean
run_method (LocalStudy *study, const LocalCase *the_case, const Table *table, LocalMethod method,
            const LocalEffort *effort)
{
  LocalRun run = { .the_case = the_case, .method = method, .effort = effort };

  if (!local_method_measure (method, the_case, table, effort != NULL ? effort->n_steps : 0,
                             &run.outcome))
    return FALSE;
  local_print_run (&run);
  g_array_append_val (study->runs, run);
  return TRUE;
}

/* Behind the clusters of most steps. */
static gboolean
study_bound (LocalStudy *study, const LocalCase *the_case, const Table *table)
{
  const double loss = local_study_get_run (study, study->runs->len - 1)->outcome.loss;

  if (!run_method (study, the_case, table, LOCAL_BOUND, NULL))
    return FALSE;
  local_print_gap (loss / local_study_get_run (study, study->runs->len - 1)->outcome.loss);
  return TRUE;
}

static gboolean
run_efforts (LocalStudy *study, const LocalCase *the_case, const Table *table, LocalMethod method,
             const LocalEffort *efforts, gboolean is_quick)
{
  for (guint i = 0; i < (is_quick ? 1 : LOCAL_MAX_EFFORTS); i++)
    if (efforts[i].n_steps > 0 && !run_method (study, the_case, table, method, &efforts[i]))
      return FALSE;
  return TRUE;
}

static gboolean
run_case (LocalStudy *study, const LocalCase *the_case, const Table *table, gboolean is_quick)
{
  const LocalSets *sets = find_sets (the_case);

  for (guint method = 0; method < LOCAL_CLUSTERS; method++)
    if (local_method_suits (method, the_case) && !run_method (study, the_case, table, method, NULL))
      return FALSE;
  return run_efforts (study, the_case, table, LOCAL_CLUSTERS, the_case->efforts, is_quick)
         && (is_quick || !local_method_suits (LOCAL_BOUND, the_case)
             || study_bound (study, the_case, table))
         && (sets == NULL
             || run_efforts (study, the_case, table, LOCAL_SETS, sets->efforts, is_quick));
}

static gboolean
run_if_there (LocalStudy *study, const LocalCase *the_case, gboolean is_quick, GError **error)
{
  Table table;
  gboolean success = TRUE;

  if (local_find_table (the_case->table, the_case->n_attributes, &table))
    success = run_case (study, the_case, &table, is_quick);
  table_clear (&table);
  if (!success)
    g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "a case of %s failed",
                 the_case->table);
  return success;
}

static gboolean
run_cases (LocalStudy *study, const LocalScope *scope, GError **error)
{
  local_print_runs_title ();
  for (guint i = 0; i < (scope->is_quick ? 1 : local_n_cases); i++)
    if ((scope->table == NULL || g_str_equal (scope->table, local_cases[i].table))
        && !run_if_there (study, &local_cases[i], scope->is_quick, error))
      return FALSE;
  return TRUE;
}

gboolean
local_study_run (LocalStudy *study, const LocalScope *scope, GError **error)
{
  *study = (LocalStudy){ .runs = g_array_new (FALSE, FALSE, sizeof (LocalRun)),
                         .views = g_array_new (FALSE, FALSE, sizeof (LocalView)),
                         .numbers = g_array_new (FALSE, FALSE, sizeof (LocalNumbersRun)) };
  if (!run_cases (study, scope, error)
      || !local_views_measure (study->views, scope->table, scope->is_quick, error)
      || !local_numbers_measure (study->numbers, scope->table, scope->is_quick, error))
    return FALSE;
  local_print_views (study->views);
  local_print_numbers (study->numbers);
  return TRUE;
}

void
local_study_clear (LocalStudy *study)
{
  g_array_unref (study->runs);
  g_array_unref (study->views);
  g_array_unref (study->numbers);
}

const LocalRun *
local_study_get_run (const LocalStudy *study, guint i)
{
  return &g_array_index (study->runs, LocalRun, i);
}

guint
local_study_find_end (const LocalStudy *study, guint begin)
{
  const LocalCase *the_case = local_study_get_run (study, begin)->the_case;
  guint end = begin;

  while (end < study->runs->len && local_study_get_run (study, end)->the_case == the_case)
    end++;
  return end;
}

char *
local_run_get_name (const LocalRun *run)
{
  g_autofree char *name = local_case_get_name (run->the_case);

  if (run->effort != NULL)
    return g_strdup_printf ("%s:%s:%" G_GUINT64_FORMAT, name, local_method_names[run->method],
                            run->effort->n_steps);
  return g_strdup_printf ("%s:%s", name, local_method_names[run->method]);
}

const LocalRun *
local_study_find (const LocalStudy *study, guint begin, LocalMethod method)
{
  const LocalRun *found = NULL;

  for (guint i = begin, end = local_study_find_end (study, begin); i < end; i++)
    if (local_study_get_run (study, i)->method == method)
      found = local_study_get_run (study, i);
  return found;
}
