/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deid-hierarchy: the labels that a rule gives the values of a column.
 *
 * It reads a table, has a rule meet one of its columns, and writes the hierarchy that comes of it
 * as a CSV file: a row for each value, with its label on each level. That is for looking at a rule
 * before it is used, for changing labels by hand, and for tools that know no rules.
 *
 * Exit status: 0 if the hierarchy was made, and written where that was asked for; 1 if a signal
 * ended the run; 2 if the input is bad, a file cannot be read or written, or the report cannot be
 * printed.
 */
#include <locale.h>

#include "base/text.h"
#include "input-files.h"
#include "interruption.h"
#include "leftovers.h"
#include "messages.h"
#include "option-values.h"
#include "report-json.h"
#include "standard-streams.h"
#include "suggest.h"
#include "tool.h"

enum
{
  EXIT_MADE = 0,
  EXIT_ENDED = 1,
  EXIT_BAD_INPUT = 2
};

static char *opt_input, *opt_delimiter, *opt_column, *opt_rule, *opt_output, *opt_entity,
    *opt_weight;
static gboolean opt_list_rules;

static const GOptionEntry entries[]
    = { { "input", 0, 0, G_OPTION_ARG_FILENAME, &opt_input,
          "table to read (CSV); - is standard input", "FILE" },
        { "delimiter", 0, 0, G_OPTION_ARG_STRING, &opt_delimiter,
          "its delimiter, \\t for a tab (,)", "CHARACTER" },
        { "column", 0, 0, G_OPTION_ARG_STRING, &opt_column, "column whose values get labels", "A" },
        { "rule", 0, 0, G_OPTION_ARG_STRING, &opt_rule,
          "rule that makes them, such as intervals:5,10 (see --list-rules)", "RULE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const GOptionEntry output_entries[]
    = { { "output", 0, 0, G_OPTION_ARG_FILENAME, &opt_output,
          "hierarchy to write (CSV); - is standard output, the report then goes to standard error",
          "FILE" },
        { "list-rules", 0, 0, G_OPTION_ARG_NONE, &opt_list_rules, "list the rules, and do no more",
          NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const GOptionEntry column_entries[]
    = { { "entity", 0, 0, G_OPTION_ARG_STRING, &opt_entity,
          "column that tells persons apart, for rules that count them", "A" },
        { "weight", 0, 0, G_OPTION_ARG_STRING, &opt_weight,
          "column that says how many records a row stands for", "A" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static const ToolGroup groups[]
    = { { NULL, "Everyday", { entries, output_entries, suggest_entries } },
        { "columns", "Roles of other columns", { column_entries } },
        { "report", "What is reported", { message_entries } },
        { NULL, NULL, { NULL } } };

static const char *const description[]
    = { "deid-hierarchy has a rule meet a column of a table and writes the hierarchy that comes of "
        "it: a row for each value, with its label on each level. The report says how many labels "
        "there are, and what became of a rule that depends on the data: its ends are fixed then, "
        "and the rule that it prints gives the values of the next table the same labels.",
        "Hierarchies are not needed for rules: other tools take a rule wherever they take a "
        "hierarchy. A written one is for looking at the labels, for changing them by hand, and for "
        "tools that know no rules. It has the values of the column in it, so keep it as you keep "
        "the table.",
        NULL };

static const char *const statuses[]
    = { "The hierarchy was made, and written where that was asked for", "A signal ended the run",
        "The input is bad, a file cannot be read or written, or the report cannot be printed",
        NULL };

static const Tool tool = { "deid-hierarchy",
                           "make a hierarchy of a rule and a column",
                           description,
                           groups,
                           statuses,
                           "deid-hierarchy --input discharges.csv --column age "
                           "--rule 'intervals:5,10,20;top=90' --output hierarchy_age.csv" };

static const char *
get_output_path (void)
{
  return g_strcmp0 (opt_output, "-") == 0 ? "/dev/fd/1" : opt_output;
}

static void
list_rules (void)
{
  g_auto (GStrv) summaries = NULL;
  g_auto (GStrv) forms = deid_hierarchy_list_specifications (&summaries);

  for (guint i = 0; forms[i] != NULL; i++)
    g_print ("%s\n    %s\n", forms[i], summaries[i]);
}

/* The hierarchy is not written over the table. */
static gboolean
check_paths (DeidOutputSet *outputs, GError **error)
{
  if (opt_output != NULL)
    print_leftovers (get_output_path ());
  return deid_output_set_add_input (outputs, get_input_path (opt_input), error)
         && (opt_output == NULL || deid_output_set_reserve (outputs, get_output_path (), error));
}

static gboolean
check_options (DeidOutputSet *outputs, GError **error)
{
  const char *read[] = { opt_input, NULL };

  if (is_suggested () && opt_output != NULL)
    return refuse_option ("output", opt_output, "none beside --suggest, which prints", error);
  if (is_suggested () && opt_input != NULL)
    return check_message_options (error) && check_standard_input (read, error);
  if (opt_input == NULL || opt_column == NULL || opt_rule == NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--input, --column and --rule are needed (see --help)");
      return FALSE;
    }
  if (opt_output != NULL && is_standard_output (get_output_path ()))
    print_to_standard_error ();
  if (!is_quiet () && !is_report_stream_open ())
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "the stream for the report is closed, expected --quiet or an open one");
      return FALSE;
    }
  return check_message_options (error) && check_standard_input (read, error)
         && check_paths (outputs, error)
         && (is_quiet () || check_streams_are_kept (get_output_path (), error));
}

static DeidDataset *
load_table (DeidCsvOptions *csv, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) table = read_table (opt_input, csv, cancellable, error);

  if (table == NULL
      || (opt_entity != NULL && !deid_dataset_set_role (table, opt_entity, DEID_ROLE_ENTITY, error))
      || (opt_weight != NULL
          && !deid_dataset_set_role (table, opt_weight, DEID_ROLE_WEIGHT, error)))
    return NULL;
  return g_steal_pointer (&table);
}

static void
print_json (const DeidHierarchy *hierarchy, const char *rule)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_text (builder, "column", opt_column);
  add_text (builder, "rule", rule);
  add_count (builder, "values", deid_hierarchy_get_n_leaves (hierarchy));
  json_builder_set_member_name (builder, "labels");
  json_builder_begin_array (builder);
  for (guint level = 0; level < deid_hierarchy_get_n_levels (hierarchy); level++)
    json_builder_add_int_value (builder, deid_hierarchy_get_n_labels (hierarchy, level));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  print_object (root);
}

static void
print_text (const DeidHierarchy *hierarchy, const char *rule)
{
  g_autofree char *column = deid_text_escape (opt_column);

  g_print ("column:    %s\n", column);
  g_print ("rule:      %s\n", rule != NULL ? rule : "");
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

  if (opt_output == NULL || deid_hierarchy_get_n_leaves (hierarchy) > 0)
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
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();

  return deid_hierarchy_write_csv_stream (hierarchy, stream, NULL, cancellable, error)
         && g_output_stream_write_all (stream, "", 1, NULL, cancellable, error)
         && deid_output_set_add_text (
             outputs, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
             get_output_path (), cancellable, error)
         && deid_output_set_commit (outputs, cancellable, error);
}

static gboolean
run (DeidOutputSet *outputs, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = make_table_options (opt_delimiter, FALSE, error);
  g_autoptr (DeidDataset) table = NULL;
  g_autoptr (DeidHierarchy) rule = NULL, hierarchy = NULL;
  g_autofree char *text = NULL;

  if (is_suggested ())
    return csv != NULL && (table = load_table (csv, cancellable, error)) != NULL
           && print_suggestions (table, opt_input, opt_delimiter, csv, cancellable, error);
  if (csv == NULL || (rule = deid_hierarchy_new_from_specification (opt_rule, error)) == NULL
      || (table = load_table (csv, cancellable, error)) == NULL)
    return FALSE;
  hierarchy = deid_hierarchy_bind (rule, table, opt_column, cancellable, error);
  if (hierarchy == NULL || !check_values (hierarchy, error)
      || !deid_hierarchy_to_specification (hierarchy, &text, error)
      || (opt_output != NULL && !write_hierarchy (hierarchy, outputs, cancellable, error)))
    return FALSE;
  if (is_json () && !is_quiet ())
    print_json (hierarchy, text);
  else if (!is_quiet ())
    print_text (hierarchy, text);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable;

  standard_streams_init (tool.name);
  setlocale (LC_ALL, "");
  cancellable = watch_signals (outputs);
  if (tool_is_stream ("--output", argc, argv))
    print_to_standard_error ();
  if (!tool_read_command_line (&tool, argc, argv, &error))
    return print_error (error, EXIT_BAD_INPUT);
  if (opt_list_rules)
    list_rules ();
  else if (!check_options (outputs, &error) || !run (outputs, cancellable, &error))
    {
      const gboolean is_ended = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      if (is_ended)
        explain_interruption (error, (const char *[]){ get_output_path () }, 1);
      deid_output_set_discard (outputs);
      return print_error (error, is_ended ? EXIT_ENDED : EXIT_BAD_INPUT);
    }
  return EXIT_MADE;
}
