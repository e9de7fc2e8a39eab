/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-study.h"

#include "../apart.h"
#include "support/duckdb.h"
#include "whole-job-report.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

const char *const whole_step_names[WHOLE_N_STEPS] = { [WHOLE_LOAD] = "load",
                                                      [WHOLE_SEARCH] = "search",
                                                      [WHOLE_APPLY] = "apply",
                                                      [WHOLE_VERIFY] = "verify",
                                                      [WHOLE_WRITE] = "write",
                                                      [WHOLE_JOB] = "whole job",
                                                      [WHOLE_PROCESS] = "deid run",
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
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_file (table->csv, job->csv, NULL, error);

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

#define DELIMITER ';'
#define DISTANCE  8 /* between the rows of a copy that are changed */

/* A part of the text of a table. */
typedef struct
{
  const char *start;
  gsize length;
} Piece;

/* The lines of a table, the first one being its header. */
typedef struct
{
  char *text;
  GArray *rows; /* of Piece */
  Piece header;
  guint n_fields;
} Lines;

static Piece
take_piece (const char *start, const char *end, char delimiter)
{
  const char *delimited = memchr (start, delimiter, (gsize) (end - start));

  return (Piece){ start, (gsize) ((delimited != NULL ? delimited : end) - start) };
}

static Piece
find_field (Piece row, guint i)
{
  const char *end = row.start + row.length;
  Piece field = take_piece (row.start, end, DELIMITER);

  while (i-- > 0)
    field = take_piece (MIN (field.start + field.length + 1, end), end, DELIMITER);
  return field;
}

static gboolean
lines_read (Lines *lines, const char *path, GError **error)
{
  gsize size;
  const char *end;

  *lines = (Lines){ .n_fields = 1 };
  if (!g_file_get_contents (path, &lines->text, &size, error))
    return FALSE;
  lines->rows = g_array_new (FALSE, FALSE, sizeof (Piece));
  end = lines->text + size;
  lines->header = take_piece (lines->text, end, '\n');
  for (gsize i = 0; i < lines->header.length; i++)
    lines->n_fields += lines->header.start[i] == DELIMITER;
  for (const char *at = lines->header.start + lines->header.length + 1; at < end;)
    {
      const Piece row = take_piece (at, end, '\n');

      g_array_append_val (lines->rows, row);
      at += row.length + 1;
    }
  if (lines->rows->len > 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: expected rows", path);
  return FALSE;
}

static void
lines_clear (Lines *lines)
{
  g_free (lines->text);
  g_clear_pointer (&lines->rows, g_array_unref);
}

static void
put (FILE *file, const char *start, const char *end)
{
  fwrite (start, 1, (gsize) (end - start), file);
}

static void
put_row (FILE *file, const Lines *lines, guint64 place, guint64 copy)
{
  const guint64 n = lines->rows->len;
  const Piece row = g_array_index (lines->rows, Piece, place);
  const char *end = row.start + row.length;

  if (copy > 0 && (place + copy) % DISTANCE == 0)
    {
      const guint f = (guint) (copy % lines->n_fields);
      const Piece old = find_field (row, f);
      const Piece new = find_field (g_array_index (lines->rows, Piece, (place + copy) % n), f);

      put (file, row.start, old.start);
      put (file, new.start, new.start + new.length);
      put (file, old.start + old.length, end);
    }
  else
    put (file, row.start, end);
  putc ('\n', file);
}

gboolean
write_rows (const char *source, guint64 n_rows, const char *path, GError **error)
{
  Lines lines;
  FILE *file = NULL;
  gboolean success = lines_read (&lines, source, error);

  if (success && (file = g_fopen (path, "wb")) != NULL)
    {
      put (file, lines.header.start, lines.header.start + lines.header.length);
      putc ('\n', file);
      for (guint64 i = 0; i < n_rows; i++)
        put_row (file, &lines, i % lines.rows->len, i / lines.rows->len);
    }
  if (success && (file == NULL || (ferror (file) | fclose (file)) != 0))
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s: %s", path,
                   g_strerror (errno));
      success = FALSE;
    }
  lines_clear (&lines);
  return success;
}

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

/* deid run as a process, whose time and memory the system counts. */

char *
whole_list_columns (const Table *table, const char *separator, GError **error)
{
  g_autofree char *line = NULL;
  g_auto (GStrv) names = NULL;
  FILE *file = fopen (table->csv, "r");
  size_t size = 0;
  const gboolean success = file != NULL && getline (&line, &size, file) > 0;

  if (file != NULL)
    fclose (file);
  names = success ? g_strsplit (g_strchomp (line), ";", (gint) table->n_attributes + 1) : NULL;
  if (names != NULL && g_strv_length (names) >= table->n_attributes)
    {
      g_clear_pointer (&names[table->n_attributes], g_free);
      return g_strjoinv (separator, names);
    }
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: expected a header of %u columns",
               table->csv, table->n_attributes);
  return NULL;
}

static double
get_seconds (const struct timeval *time)
{
  return (double) time->tv_sec + 1e-6 * (double) time->tv_usec;
}

static gboolean
wait_for (GPid child, WholeTime *time, GError **error)
{
  struct rusage usage = { 0 };
  int status = 0;

  if (wait4 (child, &status, 0, &usage) != child)
    g_error ("no process");
  time->wall = get_wall_seconds () - time->wall;
  time->cpu = get_seconds (&usage.ru_utime) + get_seconds (&usage.ru_stime);
  time->memory = 1024 * (double) usage.ru_maxrss;
  g_spawn_close_pid (child);
  return g_spawn_check_wait_status (status, error);
}

gboolean
whole_run_tool (const WholeCase *the_case, WholeTime *time, GError **error)
{
  const Table *table = &the_case->table;
  g_autofree char *columns = whole_list_columns (table, ",", error);
  g_autofree char *hierarchies = g_build_filename (table->hierarchies, "hierarchy_", NULL);
  g_autofree char *threads = g_strdup_printf ("%u", the_case->n_threads);
  const char *const arguments[] = { the_case->tool,
                                    "run",
                                    "--input",
                                    table->csv,
                                    "--delimiter",
                                    ";",
                                    "--hierarchies",
                                    hierarchies,
                                    "--qi",
                                    columns,
                                    "--model",
                                    "k:5",
                                    "--suppression-limit",
                                    "5%",
                                    "--output",
                                    the_case->release,
                                    "--threads",
                                    threads,
                                    NULL };
  GPid child;

  if (columns == NULL)
    return FALSE;
  time->wall = get_wall_seconds ();
  return g_spawn_async (NULL, (char **) arguments, NULL,
                        G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &child,
                        error)
         && wait_for (child, time, error);
}

#define SECONDS 0.1 /* to repeat a pass over bytes for */

/* A file in memory, and as much memory again. */
typedef struct
{
  char *bytes;
  char *copy;
  gsize size;
  guint64 n_lines;
} Bytes;

static void
copy_bytes (gpointer data)
{
  Bytes *bytes = data;

  memcpy (bytes->copy, bytes->bytes, bytes->size);
}

static void
scan_bytes (gpointer data)
{
  Bytes *bytes = data;
  const char *end = bytes->bytes + bytes->size;

  bytes->n_lines = 0;
  for (const char *at = bytes->bytes; (at = memchr (at, '\n', (gsize) (end - at))) != NULL; at++)
    bytes->n_lines++;
}

static WholeTime
measure_pass (Pass pass, Bytes *bytes)
{
  const guint64 n = count_repetitions (pass, bytes, SECONDS);
  WholeTime time = whole_time_start ();

  for (guint64 i = 0; i < n; i++)
    pass (bytes);
  whole_time_stop (&time);
  return (WholeTime){ time.cpu / (double) n, time.wall / (double) n, NAN };
}

gboolean
whole_pass_over_bytes (gconstpointer data, gpointer outcome, GError **error)
{
  const WholeCase *the_case = data;
  WholeSample *sample = outcome;
  Bytes bytes = { 0 };

  if (!g_file_get_contents (the_case->table.csv, &bytes.bytes, &bytes.size, error))
    return FALSE;
  bytes.copy = g_malloc (bytes.size);
  sample->steps[WHOLE_COPY] = measure_pass (copy_bytes, &bytes);
  sample->steps[WHOLE_SCAN] = measure_pass (scan_bytes, &bytes);
  g_free (bytes.bytes);
  g_free (bytes.copy);
  if (bytes.n_lines == the_case->n_rows + 1)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "%s: found %" G_GUINT64_FORMAT " lines",
               the_case->table.csv, bytes.n_lines);
  return FALSE;
}

static gboolean
time_statement (Duck *duck, const char *sql, WholeTime *time, GError **error)
{
  *time = whole_time_start ();
  if (!duck_run (duck, sql, NULL, NULL, error))
    return FALSE;
  whole_time_stop (time);
  return TRUE;
}

gboolean
whole_ask_duckdb (gconstpointer data, gpointer outcome, GError **error)
{
  const WholeCase *the_case = data;
  WholeSample *sample = outcome;
  Duck *duck = duck_open (NULL, error);
  g_autofree char *threads = g_strdup_printf ("SET threads = %u", the_case->n_threads);
  g_autofree char *read = g_strdup_printf (
      "CREATE TABLE people AS SELECT * FROM read_csv('%s', delim = ';', header = true, "
      "all_varchar = true)",
      the_case->table.csv);
  g_autofree char *columns = whole_list_columns (&the_case->table, "\", \"", error);
  g_autofree char *group = g_strdup_printf ("SELECT count(*), sum(n) FROM (SELECT count(*) AS n "
                                            "FROM people GROUP BY \"%s\")",
                                            columns);
  const gboolean success
      = duck != NULL && columns != NULL && duck_run (duck, threads, NULL, NULL, error)
        && time_statement (duck, read, &sample->steps[WHOLE_DUCKDB_READ], error)
        && time_statement (duck, group, &sample->steps[WHOLE_DUCKDB_GROUP], error);

  if (duck != NULL)
    duck_close (duck);
  return success;
}
