/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * `deid hierarchy`: the labels that a rule gives the values of a column.
 *
 * It writes them as a CSV file: a row for each value, with its label on each level. That is for
 * looking at a rule before it is used, for changing labels by hand, and for tools without rules.
 */
#include <string.h>

#include "base/text.h"
#include "interruption.h"
#include "messages.h"
#include "options.h"
#include "output-files.h"
#include "problem.h"
#include "report-json.h"
#include "settings.h"
#include "verb.h"

enum
{
  EXIT_MADE = 0,
  EXIT_ENDED = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_column, *opt_output;

static const GOptionEntry entries[]
    = { { "column", 0, 0, G_OPTION_ARG_STRING, &opt_column,
          "Column of the hierarchy (default: the column of --rule)", "COLUMN" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const GOptionEntry file_entries[]
    = { { "output", 0, 0, G_OPTION_ARG_FILENAME, &opt_output,
          "Hierarchy to write (CSV), or - for standard output", "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const VerbGroup groups[]
    = { { "Table", "input " TABLE_NAMES " " ROW_NAMES, { settings_entries } },
        { "Columns", "rule type format separator entity weight", { entries } },
        { "Files", "mode", { file_entries } },
        { "Report", NULL, { message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[] = {
  "Make the hierarchy of a column from a rule and write it as a CSV file, with a row for each "
  "value and a label for each level. The report shows how many labels each level has, and "
  "a rule for the next table: its ends are fixed, so that they do not depend on the data.",
  "A run takes the rule itself; it needs no hierarchy file. Write one to look at the labels, "
  "to change them by hand, or for tools without rules. The file contains the values of the "
  "column: keep it as you keep the table.",
  "deid help rules lists the rules.", NULL
};

static const char *const examples[] = {
  "deid hierarchy --rule 'age=intervals:5,10,20;top=90' --output hierarchy_age.csv patients.csv",
  "deid hierarchy patients.ini --column age", NULL
};

static const char *const statuses[]
    = { "The hierarchy was made, and written if you asked for that", "A signal ended the run",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        NULL };

/* Returns: (transfer full) (nullable): the column that the only --rule names. */
static char *
find_column_of_rule (void)
{
  const GPtrArray *given = get_given_options ();
  char *column = NULL;

  for (guint i = 0; i < given->len; i++)
    {
      const Given *one = g_ptr_array_index (given, i);

      if (!g_str_equal (one->option->name, "rule"))
        continue;
      if (column != NULL)
        {
          g_free (column);
          return NULL;
        }
      column = g_strstrip (g_strndup (one->value, strcspn (one->value, "=")));
    }
  return column;
}

/* The column is the one quasi-identifier of a problem that every table meets. */
static gboolean
state_problem (GError **error)
{
  DeidJob *job = get_settings ();
  g_autofree char *section = NULL;

  if (opt_column == NULL)
    opt_column = find_column_of_rule ();
  if (opt_column == NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "expected a column: --column COLUMN, or one --rule COLUMN=RULE");
      return FALSE;
    }
  section = deid_job_get_column_section (opt_column);
  return deid_job_set (job, section, "role", "quasi-identifying", "--column", error)
         && deid_job_set (job, section, "generalize-by", "levels", "--column", error)
         && deid_job_set (job, "search", "recoding", NULL, NULL, error)
         && deid_job_set (job, "models", "model", "k:1", NULL, error);
}

/* Only the hierarchy is written, whatever a problem file says. */
static gboolean
check_options (DeidOutputSet *outputs, GError **error)
{
  static const char *const unused[] = { "policy", "certificate", "page", "sql-only" };

  if (!read_settings (error))
    return FALSE;
  if (!deid_job_set (get_settings (), "output", "output", opt_output, "--output", error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    if (!deid_job_set (get_settings (), "output", unused[i], NULL, NULL, error))
      return FALSE;
  return state_problem (error) && check_problem (error)
         && reserve_outputs_of_settings (outputs, error);
}

static void
print_json (const DeidHierarchy *hierarchy, const char *rule)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_text (builder, "column", opt_column);
  add_text (builder, "rule", rule);
  add_count (builder, "values", deid_hierarchy_get_n_leaves (hierarchy));
  begin_array (builder, "labels");
  for (guint level = 0; level < deid_hierarchy_get_n_levels (hierarchy); level++)
    json_builder_add_int_value (builder, deid_hierarchy_get_n_labels (hierarchy, level));
  json_builder_end_array (builder);
  print_object (builder);
}

static void
print_text (const DeidHierarchy *hierarchy, const char *rule)
{
  g_autofree char *column = deid_text_escape (opt_column);

  g_print ("column:    %s\n", column);
  if (rule != NULL)
    g_print ("rule:      %s\n", rule);
  g_print ("values:    %" G_GUINT64_FORMAT "\n", deid_hierarchy_get_n_leaves (hierarchy));
  for (guint level = 0; level < deid_hierarchy_get_n_levels (hierarchy); level++)
    {
      const guint n_labels = deid_hierarchy_get_n_labels (hierarchy, level);
      g_autofree char *name = g_strdup_printf ("level %u:", level);

      g_print ("%-10s %u label%s\n", name, n_labels, n_labels == 1 ? "" : "s");
    }
}

/* Missing values stay missing: they have no row. */
static gboolean
check_values (const DeidHierarchy *hierarchy, GError **error)
{
  g_autofree char *shown = deid_text_show (opt_column, -1);

  if (!deid_job_is_set (get_settings (), "output", "output")
      || deid_hierarchy_get_n_leaves (hierarchy) > 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "column '%s' has missing values only, expected others to make rows of", shown);
  return FALSE;
}

/* The file appears whole or not at all, whatever signals come. */
static gboolean
write_hierarchy (DeidHierarchy *hierarchy, DeidOutputSet *outputs, GCancellable *cancellable,
                 GError **error)
{
  g_autofree char *path = deid_job_get_path (get_settings (), "output", "output");
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();

  return path == NULL
         || (deid_hierarchy_write_csv_stream (hierarchy, stream, NULL, cancellable, error)
             && g_output_stream_write_all (stream, "", 1, NULL, cancellable, error)
             && deid_output_set_add_text (
                 outputs, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), path,
                 cancellable, error)
             && deid_output_set_commit (outputs, cancellable, error));
}

/* Returns: (transfer none): the hierarchy of the column. */
static DeidHierarchy *
get_hierarchy (const DeidProblem *problem)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  guint a = 0;

  while (!g_str_equal (deid_lattice_get_attribute_name (lattice, a), opt_column))
    a++;
  return deid_lattice_get_hierarchy (lattice, a);
}

static gboolean
run (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidProblem) problem = load_problem (cancellable, error);
  DeidHierarchy *hierarchy = problem != NULL ? get_hierarchy (problem) : NULL;
  g_autofree char *text = NULL;

  if (hierarchy == NULL || !check_values (hierarchy, error)
      || !deid_hierarchy_to_specification (hierarchy, &text, error)
      || !write_hierarchy (hierarchy, outputs, cancellable, error))
    return FALSE;
  if (is_json () && !is_quiet ())
    print_json (hierarchy, text);
  else if (!is_quiet ())
    print_text (hierarchy, text);
  return TRUE;
}

static int
run_hierarchy (void)
{
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = watch_signals (outputs);
  g_autofree char *path = NULL;
  gboolean is_ended;

  if (check_options (outputs, &error) && run (outputs, cancellable, &error))
    return EXIT_MADE;
  is_ended = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  path = is_ended ? deid_job_get_path (get_settings (), "output", "output") : NULL;
  if (is_ended)
    explain_interruption (error, (const char *[]){ path }, 1);
  deid_output_set_discard (outputs);
  return print_error (error, is_ended ? EXIT_ENDED : EXIT_BAD_INPUT);
}

const Verb hierarchy_verb = { "hierarchy",
                              "[PROBLEM.ini] [TABLE]",
                              "Make the hierarchy of a column from a rule",
                              examples,
                              description,
                              "rule column output delimiter entity weight json",
                              groups,
                              statuses,
                              run_hierarchy };
