/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What local recodings lose on public tables, how long they take and how much memory: clustering
 * after so many steps, Mondrian, rounds of full-domain generalization, and the best policy, by
 * Iyengar's loss as arithmetic mean; what an analyst sees of them; and what they leave of numbers.
 * Losses and classes do not depend on the machine. */
#include <stdlib.h>

#include "local-report.h"
#include "../local-tables.h"

#define EXIT_SKIPPED 77

static LocalScope scope;
static char *table_name;
static char *json_path;
static char *plots;
static char *golden_path;
static char *new_golden_path;

static const GOptionEntry entries[] = {
  { "quick", 'q', 0, G_OPTION_ARG_NONE, &scope.is_quick,
    "the first case only, few steps, and no bound", NULL },
  { "table", 't', 0, G_OPTION_ARG_STRING, &table_name, "this one only", "NAME" },
  { "health", 0, 0, G_OPTION_ARG_FILENAME, &local_health_path,
    "the table that make.py of the folder health writes", "FILE" },
  { "json", 'j', 0, G_OPTION_ARG_FILENAME, &json_path, "write JSON there", "FILE" },
  { "plots", 0, 0, G_OPTION_ARG_FILENAME, &plots, "draw figures there, by gnuplot", "FOLDER" },
  { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare losses and classes", "FILE" },
  { "write-golden", 0, 0, G_OPTION_ARG_FILENAME, &new_golden_path,
    "put them there, other lines stay", "FILE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static gboolean
run_study (GError **error)
{
  const Machine machine = describe_machine ();
  LocalStudy study;
  gboolean success;

  print_machine (&machine);
  success = local_study_run (&study, &scope, error)
            && (json_path == NULL || local_write_json (&study, &machine, json_path, error))
            && (plots == NULL || local_draw_plots (&study, plots, error))
            && local_golden_check (&study, golden_path, new_golden_path, error);
  local_study_clear (&study);
  return success;
}

static int
run (int argc, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- compare local recodings");
  Table adult = find_table ("adult", 0, NULL);
  const gboolean is_there = g_file_test (adult.csv, G_FILE_TEST_EXISTS);

  table_clear (&adult);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return EXIT_FAILURE;
  scope.table = table_name;
  if (is_there)
    return run_study (error) ? EXIT_SUCCESS : EXIT_FAILURE;
  g_printerr ("skipped: there are no tables\n");
  return EXIT_SKIPPED;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  const int status = run (argc, argv, &error);

  if (error != NULL)
    g_printerr ("%s\n", error->message);
  g_free (table_name);
  g_free (local_health_path);
  g_free (json_path);
  g_free (plots);
  g_free (golden_path);
  g_free (new_golden_path);
  return status;
}
