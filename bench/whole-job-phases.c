/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-steps.h"

const char *const whole_step_names[WHOLE_N_STEPS] = { [WHOLE_LOAD] = "load",
                                                      [WHOLE_SEARCH] = "search",
                                                      [WHOLE_APPLY] = "apply",
                                                      [WHOLE_VERIFY] = "verify",
                                                      [WHOLE_WRITE] = "write",
                                                      [WHOLE_JOB] = "whole job",
                                                      [WHOLE_PROCESS] = "deid-anonymize",
                                                      [WHOLE_COPY] = "memory copy",
                                                      [WHOLE_SCAN] = "newline scan",
                                                      [WHOLE_DUCKDB_READ] = "DuckDB read_csv",
                                                      [WHOLE_DUCKDB_GROUP] = "DuckDB GROUP BY" };

WholeTime
whole_time_start (void)
{
  return (WholeTime){ .cpu = get_cpu_seconds (), .wall = get_wall_seconds () };
}

void
whole_time_stop (WholeTime *time)
{
  time->wall = get_wall_seconds () - time->wall;
  time->cpu = get_cpu_seconds () - time->cpu;
  time->memory = (double) get_peak_memory ();
}

/* What is made on the way. */
typedef struct
{
  const WholeCase *the_case;
  DeidCsvOptions *csv;
  DeidProblem *problem;
  DeidResult *result;
  DeidDataset *release;
} Job;

static gboolean
load (Job *job, GError **error)
{
  const Table *table = &job->the_case->table;
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv (table->csv, job->csv, NULL, error);

  job->problem = dataset != NULL ? make_problem (table, dataset, error) : NULL;
  return job->problem != NULL;
}

static gboolean
search (Job *job, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  if (!deid_search_set_n_threads (search, job->the_case->n_threads, error))
    return FALSE;
  job->result = deid_search_run (search, job->problem, NULL, error);
  return job->result != NULL;
}

static gboolean
apply (Job *job, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();

  if (!deid_release_options_set_n_threads (options, job->the_case->n_threads, error))
    return FALSE;
  job->release = deid_result_apply (job->result, options, NULL, error);
  return job->release != NULL;
}

static gboolean
verify (Job *job, GError **error)
{
  return deid_result_verify (job->result, job->release, NULL, error);
}

static gboolean
write_release (Job *job, GError **error)
{
  return deid_dataset_write_csv (job->release, job->the_case->release, job->csv, NULL, error);
}

typedef gboolean (*Phase) (Job *job, GError **error);

static gboolean
run_phases (Job *job, WholeTime *steps, GError **error)
{
  static const Phase phases[] = { load, search, apply, verify, write_release };

  steps[WHOLE_JOB] = whole_time_start ();
  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    {
      steps[i] = whole_time_start ();
      if (!phases[i](job, error))
        return FALSE;
      whole_time_stop (&steps[i]);
    }
  whole_time_stop (&steps[WHOLE_JOB]);
  return TRUE;
}

static gboolean
count (const Job *job, WholeCounts *counts, GError **error)
{
  DeidPartition *partition = deid_result_get_partition (job->result, NULL, error);
  g_autoptr (GMappedFile) file = g_mapped_file_new (job->the_case->release, FALSE, error);
  g_autofree char *digest = NULL;

  if (partition == NULL || file == NULL)
    return FALSE;
  counts->n_evaluated = deid_result_get_n_evaluated (job->result);
  counts->n_classes = deid_partition_get_n_classes (partition);
  counts->n_suppressed = deid_result_get_n_suppressed (job->result);
  counts->loss = deid_result_get_loss (job->result);
  counts->n_bytes = g_mapped_file_get_length (file);
  digest = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) g_mapped_file_get_contents (file), counts->n_bytes);
  g_strlcpy (counts->digest, digest, sizeof counts->digest);
  return TRUE;
}

gboolean
whole_do_job (gconstpointer the_case, gpointer data, GError **error)
{
  WholeSample *sample = data;
  Job job = { .the_case = the_case, .csv = deid_csv_options_new () };
  const gboolean success
      = deid_csv_options_set_delimiter (job.csv, ';', error)
        && deid_csv_options_set_n_threads (job.csv, job.the_case->n_threads, error)
        && run_phases (&job, sample->steps, error) && count (&job, &sample->counts, error);

  g_clear_pointer (&job.csv, deid_csv_options_unref);
  g_clear_pointer (&job.problem, deid_problem_unref);
  g_clear_pointer (&job.result, deid_result_unref);
  g_clear_pointer (&job.release, deid_dataset_unref);
  return success;
}
