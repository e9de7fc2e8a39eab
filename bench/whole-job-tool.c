/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* deid-anonymize as a process, whose time and memory the system counts. */
#include "whole-job-steps.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

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
  const char *const arguments[] = {
    the_case->tool, "--input",  table->csv,        "--delimiter", ";",     "--hierarchies",
    hierarchies,    "--qi",     columns,           "--model",     "k:5",   "--suppression-limit",
    "5%",           "--output", the_case->release, "--threads",   threads, NULL
  };
  GPid child;

  if (columns == NULL)
    return FALSE;
  time->wall = get_wall_seconds ();
  return g_spawn_async (NULL, (char **) arguments, NULL,
                        G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &child,
                        error)
         && wait_for (child, time, error);
}
