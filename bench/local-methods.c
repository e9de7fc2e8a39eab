/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-methods.h"

#include <glib/gstdio.h>

#include "apart.h"
#include "evaluation/preparation.h"
#include "measure.h"
#include "search/local/rounds.h"

#define SEED 1

/* Rounds where a record that is put off costs nothing, or as much as if it was suppressed. */
#define FREE "loss:arith:0"
#define DEAR "loss:arith"

const char *const local_method_names[LOCAL_N_METHODS]
    = { "optimum",     "optimum:5%",   "mondrian",      "relaxed",  "rounds:100",
        "rounds:10:0", "rounds:100:0", "rounds:1000:0", "clusters", "bound" };

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

/* Rounds are yardsticks here for classes of k records, of which none are suppressed. */
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
  g_autoptr (DeidProblem) problem
      = local_case_load (task->the_case, task->table,
                         task->method == LOCAL_OPTIMUM_5 ? LOCAL_LIMIT : task->the_case->limit,
                         is_free ? FREE : DEAR, error);

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
