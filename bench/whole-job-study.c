/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-study.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "apart.h"
#include "support/duckdb.h"
#include "whole-job-rows.h"
#include "whole-job-text.h"

#define MIN_ROWS 100000 /* for exponents: fixed costs are little then */

/* Files of its own, which are removed. */
typedef struct
{
  char *folder;
  char *table;
  char *release;
} Files;

static gboolean
files_init (Files *files, GError **error)
{
  *files = (Files){ .folder = g_dir_make_tmp ("whole-job-XXXXXX", error) };
  if (files->folder == NULL)
    return FALSE;
  files->table = g_build_filename (files->folder, "table.csv", NULL);
  files->release = g_build_filename (files->folder, "release.csv", NULL);
  return TRUE;
}

static void
files_clear (Files *files)
{
  if (files->folder == NULL)
    return;
  g_remove (files->table);
  g_remove (files->release);
  g_rmdir (files->folder);
  g_free (files->table);
  g_free (files->release);
  g_free (files->folder);
}

static gboolean
make_rows (gconstpointer data, gpointer outcome G_GNUC_UNUSED, GError **error)
{
  const WholeCase *the_case = data;

  return write_rows (the_case->source, the_case->n_rows, the_case->table.csv, error);
}

/* What fails says why on the standard error. */
static gboolean
do_apart (Work work, const WholeCase *the_case, WholeSample *outcome, GError **error)
{
  g_autofree char *name = g_strdup_printf ("%" G_GUINT64_FORMAT " rows", the_case->n_rows);

  if (work_apart (work, the_case, name, outcome, sizeof *outcome))
    return TRUE;
  g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "a process failed");
  return FALSE;
}

/* Measures some steps and takes them over. */
static gboolean
take_steps (Work work, const WholeCase *the_case, WholeStep first, WholeStep last,
            WholeSample *sample, GError **error)
{
  WholeSample outcome;

  if (!do_apart (work, the_case, &outcome, error))
    return FALSE;
  memcpy (&sample->steps[first], &outcome.steps[first], (last - first + 1) * sizeof (WholeTime));
  if (first == WHOLE_LOAD)
    sample->counts = outcome.counts;
  return TRUE;
}

static gboolean
measure_once (const WholeCase *the_case, WholeSample *sample, GError **error)
{
  for (guint i = 0; i < WHOLE_N_STEPS; i++)
    sample->steps[i] = (WholeTime){ NAN, NAN, NAN };
  return take_steps (whole_do_job, the_case, WHOLE_LOAD, WHOLE_JOB, sample, error)
         && (the_case->tool == NULL
             || whole_run_tool (the_case, &sample->steps[WHOLE_PROCESS], error))
         && take_steps (whole_pass_over_bytes, the_case, WHOLE_COPY, WHOLE_SCAN, sample, error)
         && (!duck_is_here ()
             || take_steps (whole_ask_duckdb, the_case, WHOLE_DUCKDB_READ, WHOLE_DUCKDB_GROUP,
                            sample, error));
}

/* Of the member at @offset in the times of a step. */
static double
get_median (const WholeSample *samples, guint n, WholeStep step, gsize offset)
{
  g_autofree double *values = g_new (double, n);

  for (guint i = 0; i < n; i++)
    values[i] = G_STRUCT_MEMBER (double, &samples[i].steps[step], offset);
  return spread_of (values, n).median;
}

static gboolean
is_same (const WholeCounts *a, const WholeCounts *b)
{
  return a->n_classes == b->n_classes && a->n_suppressed == b->n_suppressed
         && memcmp (&a->loss, &b->loss, sizeof a->loss) == 0 && a->n_bytes == b->n_bytes
         && g_str_equal (a->digest, b->digest);
}

static gboolean
measure (const WholeCase *the_case, guint n_repeats, WholeRun *run, GError **error)
{
  g_autofree WholeSample *samples = g_new (WholeSample, n_repeats);

  *run = (WholeRun){ .n_rows = the_case->n_rows, .n_threads = the_case->n_threads };
  for (guint i = 0; i < n_repeats; i++)
    if (!measure_once (the_case, &samples[i], error))
      return FALSE;
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    run->steps[s] = (WholeTime){
      get_median (samples, n_repeats, s, G_STRUCT_OFFSET (WholeTime, cpu)),
      get_median (samples, n_repeats, s, G_STRUCT_OFFSET (WholeTime, wall)),
      get_median (samples, n_repeats, s, G_STRUCT_OFFSET (WholeTime, memory)),
    };
  run->counts = samples[0].counts;
  return TRUE;
}

/* Runs the case in each number of threads. */
static gboolean
run_threads (WholeStudy *study, WholeCase *the_case, GError **error)
{
  const WholeScope *scope = study->scope;
  const guint first = study->runs->len;

  for (guint i = 0; i < scope->threads->len; i++)
    {
      WholeRun run;

      the_case->n_threads = (guint) g_array_index (scope->threads, guint64, i);
      if (!measure (the_case, scope->n_repeats, &run, error))
        return FALSE;
      g_array_append_val (study->runs, run);
      whole_print_run (study, study->runs->len - 1);
      if (!is_same (&run.counts, &whole_study_get_run (study, first)->counts))
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION,
                       "%" G_GUINT64_FORMAT " rows: %u threads release something else than 1",
                       run.n_rows, run.n_threads);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
whole_study_run (WholeStudy *study, const WholeScope *scope, GError **error)
{
  Files files;
  WholeSample nothing;
  gboolean success = files_init (&files, error);
  WholeCase the_case = {
    .table = scope->table, .source = scope->table.csv, .release = files.release, .tool = scope->tool
  };

  the_case.table.csv = files.table;
  *study = (WholeStudy){ scope, g_array_new (FALSE, FALSE, sizeof (WholeRun)) };
  for (guint i = 0; success && i < scope->rows->len; i++)
    {
      the_case.n_rows = g_array_index (scope->rows, guint64, i);
      success = do_apart (make_rows, &the_case, &nothing, error)
                && run_threads (study, &the_case, error);
    }
  files_clear (&files);
  return success;
}

void
whole_study_clear (WholeStudy *study)
{
  g_clear_pointer (&study->runs, g_array_unref);
}

const WholeRun *
whole_study_get_run (const WholeStudy *study, guint i)
{
  return &g_array_index (study->runs, WholeRun, i);
}

double
whole_study_get_speed_up (const WholeStudy *study, guint run, WholeStep step)
{
  const WholeRun *one = whole_study_get_run (study, run - run % study->scope->threads->len);

  return one->steps[step].wall / whole_study_get_run (study, run)->steps[step].wall;
}

double
whole_study_get_exponent (const WholeStudy *study, guint n_threads, WholeStep step)
{
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;

  for (guint i = 0; i < study->runs->len; i++)
    {
      const WholeRun *run = whole_study_get_run (study, i);
      const double log_rows = log ((double) run->n_rows), log_time = log (run->steps[step].cpu);

      if (run->n_threads != n_threads || run->n_rows < MIN_ROWS)
        continue;
      n++;
      x += log_rows;
      y += log_time;
      xx += log_rows * log_rows;
      xy += log_rows * log_time;
    }
  return (n * xy - x * y) / (n * xx - x * x);
}
