/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-steps.h"

#include <math.h>
#include <string.h>

#include "support/duckdb.h"

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
