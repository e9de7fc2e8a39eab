/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "problem.h"

#include <string.h>

#include "base/text.h"
#include "input-files.h"
#include "messages.h"
#include "option-values.h"
#include "options.h"
#include "report-json.h"
#include "settings.h"

/* A character as a message shows it, in two places of a format. */
#define SHOWN(c) (c) == '\t' ? "\\" : "", (c) == '\t' ? 't' : (c)

static void
add_need (GString *needs, const char *need)
{
  g_string_append_printf (needs, "%s%s", needs->len > 0 ? "; " : "", need);
}

static gboolean
is_engine_table (void)
{
  return deid_job_is_set (get_settings (), "engine", "dialect");
}

gboolean
check_table_stream (GError **error)
{
  const char *const read[] = { deid_job_get (get_settings (), "input", "input"),
                               deid_job_get (get_settings (), "population", "population"), NULL };

  return check_standard_input (read, error);
}

gboolean
check_one_cap (const char *expected, GError **error)
{
  const char *caps = deid_job_get (get_settings (), "persons", "max-rows");
  const gsize n = strcspn (caps, ":");

  return memchr (caps, ',', n) == NULL || refuse_option ("max-rows", caps, expected, error);
}

gboolean
check_problem (GError **error)
{
  const DeidJob *job = get_settings ();
  g_autoptr (GString) needs = g_string_new (NULL);

  if (!is_engine_table () && find_option ("input") == NULL)
    add_need (needs, "a table in an engine (--dialect, or dialect= in a problem file)");
  else if (!is_engine_table () && !deid_job_is_set (job, "input", "input"))
    add_need (needs, "a table (TABLE, or input= in a problem file)");
  if (!any_column_has ("role", "quasi-identifying"))
    add_need (needs, "quasi-identifiers (--qi, or role=quasi-identifying of columns)");
  if (!deid_job_is_set (job, "models", "model") && !has_flag ("baseline", "baseline-limit"))
    add_need (needs, "a privacy model (--model, or model= in a problem file), such as k:5");
  if (needs->len > 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "needed: %s", needs->str);
      return FALSE;
    }
  if (deid_job_is_set (job, "population", "population-weight")
      && !deid_job_is_set (job, "population", "population"))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--population-weight: expected --population with it");
      return FALSE;
    }
  return check_table_stream (error);
}

gboolean
reads_standard_input (void)
{
  return is_standard_input (deid_job_get (get_settings (), "input", "input"))
         || is_standard_input (deid_job_get (get_settings (), "population", "population"));
}

char *
get_table_path (void)
{
  const char *path = deid_job_get (get_settings (), "input", "input");

  return is_standard_input (path) ? g_strdup (path)
                                  : deid_job_get_path (get_settings (), "input", "input");
}

DeidReport *
make_suggestions (DeidDataset *table, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) suggestions
      = deid_job_set_dataset (get_settings (), table, error)
            ? deid_job_make_report (get_settings (), "suggestions", NULL, cancellable, error)
            : NULL;
  const char *other
      = suggestions != NULL ? deid_report_get_text (suggestions, "other_delimiter") : NULL;
  const char *read = deid_job_get (get_settings (), "input", "delimiter");

  if (other == NULL)
    return g_steal_pointer (&suggestions);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s: read with '%s%c', it has one column: is the delimiter '%s%c' (--delimiter)?",
               deid_dataset_get_name (table), SHOWN (read[0]), SHOWN (other[0]));
  return NULL;
}

/* Returns: (nullable): the value of a key for a column: that of its own section, else of the last
 * section whose pattern matches, else of that of all columns. */
static const char *
get_column_value (const char *section, const char *key)
{
  const DeidJob *job = get_settings ();
  g_auto (GStrv) sections = deid_job_list_column_sections (job);
  const char *value = deid_job_is_set (job, section, key) ? deid_job_get (job, section, key) : NULL;

  for (guint i = g_strv_length (sections); i > 0 && value == NULL; i--)
    if (!g_str_equal (sections[i - 1], ALL_COLUMNS)
        && g_pattern_match_simple (sections[i - 1], section)
        && deid_job_is_set (job, sections[i - 1], key))
      value = deid_job_get (job, sections[i - 1], key);
  if (value == NULL && deid_job_is_set (job, ALL_COLUMNS, key))
    value = deid_job_get (job, ALL_COLUMNS, key);
  return value;
}

/* Tells whether a quasi-identifier has neither a rule nor a hierarchy, and needs one. */
static gboolean
needs_rule (const char *section)
{
  const char *by = get_column_value (section, "generalize-by");

  if (by == NULL)
    by = deid_job_get (get_settings (), "lattice", "generalize-by");
  return g_strcmp0 (get_column_value (section, "role"), "quasi-identifying") == 0
         && !g_str_equal (by, "cuts") && get_column_value (section, "rule") == NULL
         && get_column_value (section, "hierarchy") == NULL
         && get_column_value (section, "joint") == NULL;
}

static gboolean
is_rule_missing (void)
{
  const DeidJob *job = get_settings ();
  g_auto (GStrv) sections = deid_job_list_column_sections (job);

  if (deid_job_is_set (job, "lattice", "hierarchies")
      || deid_job_get_recoding (job) == DEID_RECODING_CELLS || is_engine_table ())
    return FALSE;
  for (guint i = 0; sections[i] != NULL; i++)
    if (needs_rule (sections[i]))
      return TRUE;
  return FALSE;
}

/* Gives a column the suggested type and format, unless it has another type. */
static gboolean
take_type (const DeidReport *suggestions, guint64 i, const char *section, GError **error)
{
  static const char *const keys[] = { "type", "format" };
  const char *own = get_column_value (section, "type");

  if (own != NULL && g_strcmp0 (own, get_row_text (suggestions, "columns", i, "type")) != 0)
    return TRUE;
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      const char *value = get_row_text (suggestions, "columns", i, keys[k]);

      if (value != NULL && get_column_value (section, keys[k]) == NULL
          && !deid_job_set (get_settings (), section, keys[k], value, "the suggestion", error))
        return FALSE;
    }
  return TRUE;
}

/* Columns with more values have no ranges of them. */
#define MAX_RANGED_VALUES 4096

/* Tells whether the job makes ranges of the numbers or dates of a column without a rule: in a local
 * recoding whose labels are not stated. A lower bound needs levels. */
static gboolean
has_ranges (DeidDataset *table, const char *name, const char *type)
{
  const DeidJob *job = get_settings ();
  const char *algorithm = deid_job_get (job, "search", "algorithm");
  g_autofree char *section = deid_job_get_column_section (name);
  g_autofree const char **values = NULL;
  const char *by = get_column_value (section, "generalize-by");
  gsize n = G_MAXSIZE;
  guint column;

  if ((g_strcmp0 (type, "integer") != 0 && g_strcmp0 (type, "decimal") != 0
       && g_strcmp0 (type, "date") != 0)
      || (by != NULL && !g_str_equal (by, "levels"))
      || g_str_equal (deid_job_get (job, "lattice", "generalize-by"), "subtrees")
      || get_column_value (section, "levels") != NULL
      || deid_job_get_recoding (job) != DEID_RECODING_LOCAL
      || !(g_str_equal (algorithm, "auto") || g_str_has_prefix (algorithm, "local")))
    return FALSE;
  if (deid_dataset_find_column (table, name, &column, NULL))
    values = deid_dataset_list_distinct (table, column, &n, NULL);
  return values != NULL && n <= MAX_RANGED_VALUES;
}

/* Gives a column the suggested rule and type, where it has none. */
static gboolean
take_suggestion (DeidDataset *table, const DeidReport *suggestions, guint64 i, GError **error)
{
  const char *name = get_row_text (suggestions, "columns", i, "column");
  const char *rule = get_row_text (suggestions, "columns", i, "rule");
  g_autofree char *section = deid_job_get_column_section (name);
  g_autofree char *shown = deid_text_show (name, -1), *note = NULL;

  if (!needs_rule (section))
    return TRUE;
  if (has_ranges (table, name, get_row_text (suggestions, "columns", i, "type")))
    {
      note = g_strdup_printf ("column '%s' has ranges of its values; --rule sets other labels",
                              shown);
      print_note (note);
      return take_type (suggestions, i, section, error);
    }
  if (rule == NULL)
    rule = get_row_text (suggestions, "columns", i, "other_rule");
  if (rule == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "column '%s': no rule suits it, expected --rule or --hierarchy", shown);
      return FALSE;
    }
  note
      = g_strdup_printf ("column '%s' has the suggested rule %s; --rule sets another", shown, rule);
  print_note (note);
  return take_type (suggestions, i, section, error)
         && deid_job_set (get_settings (), section, "rule", rule, "the suggestion", error);
}

static gboolean
take_suggestions (DeidDataset *table, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) suggestions = make_suggestions (table, cancellable, error);

  if (suggestions != NULL
      && g_strcmp0 (get_row_text (suggestions, "columns", 0, "column"),
                    deid_dataset_get_column_name (table, 0))
             != 0) /* the names are a record, and columns have numbers */
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%s: line 1: it looks like a record, expected --header=no if the table has no "
                   "names, which makes them column1, column2 and so on, or --header=yes if these "
                   "are names",
                   deid_dataset_get_name (table));
      return FALSE;
    }
  for (guint64 i = 0; suggestions != NULL && i < get_n_rows (suggestions, "columns"); i++)
    if (!take_suggestion (table, suggestions, i, error))
      return FALSE;
  return suggestions != NULL;
}

gboolean
load_table (GCancellable *cancellable, GError **error)
{
  const gboolean has_suggestions = is_rule_missing ();
  g_autofree char *path = is_engine_table () ? NULL : get_table_path ();
  g_autoptr (DeidCsvOptions) csv = NULL;
  g_autoptr (DeidDataset) table = NULL;

  if (!has_suggestions)
    return TRUE; /* the job reads it */
  csv = deid_job_make_csv_options (get_settings (), error);
  table = csv != NULL ? read_table (path, csv, cancellable, error) : NULL;
  return table != NULL && take_suggestions (table, cancellable, error);
}

DeidProblem *
load_problem (GCancellable *cancellable, GError **error)
{
  DeidProblem *problem;

  if (!load_table (cancellable, error))
    return NULL;
  problem = deid_job_get_problem (get_settings (), cancellable, error);
  return problem != NULL ? deid_problem_ref (problem) : NULL;
}

DeidDataset *
get_table (const DeidProblem *problem)
{
  return deid_lattice_get_dataset (deid_problem_get_lattice (problem));
}
