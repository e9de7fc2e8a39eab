/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report on suggestions: its figures, and a problem file with the evidence as comments. */
#include <string.h>

#include "base/key-file.h"
#include "suggestion/suggestions-private.h"
#include "table/csv-options.h"
#include "table/dataset-view.h"
#include "table/row-filter.h"

#define LINE_WIDTH 98

/* Adds a comment, broken into lines at blanks. */
static void
add_comment (DeidLongText *text, const char *comment)
{
  while (*comment != '\0')
    {
      gsize n = strlen (comment), last = n;

      if (n > LINE_WIDTH)
        {
          for (last = LINE_WIDTH; last > 0 && comment[last] != ' ';)
            last--;
          if (last == 0)
            last = strcspn (comment, " ");
        }
      deid_long_text_add (text, "# %.*s\n", (int) last, comment);
      comment += last;
      comment += strspn (comment, " ");
    }
}

/* A list may be NULL or empty: it is not added. */
static void
add_list (DeidLongText *text, const char *key, const char *const *values)
{
  const gboolean is_empty = values == NULL || values[0] == NULL;
  g_autofree char *list = is_empty ? NULL : deid_key_file_join (values);

  deid_key_file_add_entry (text, key, list, TRUE);
}

/* The conditions by which rows were left out, and those for odd rows and weights of 0. */
static void
add_conditions (DeidLongText *text, const DeidSuggestions *suggestions)
{
  g_autoptr (GPtrArray) dropped = g_ptr_array_new ();
  char **const given = suggestions->conditions[DEID_ROWS_DROP];

  for (guint i = 0; given != NULL && given[i] != NULL; i++)
    g_ptr_array_add (dropped, given[i]);
  g_ptr_array_extend (dropped, suggestions->dropped, NULL, NULL);
  g_ptr_array_add (dropped, NULL);
  add_list (text, "drop", (const char *const *) dropped->pdata);
  add_list (text, "keep", (const char *const *) suggestions->conditions[DEID_ROWS_KEEP]);
}

/* What is not the default of a table. */
static void
suggestions_text_add_input (DeidLongText *text, const DeidSuggestions *suggestions)
{
  const DeidCsvOptions *options = suggestions->options;

  if (suggestions->path == NULL && options == NULL && suggestions->dropped->len == 0)
    return;
  deid_long_text_add (text, "\n[input]\n");
  deid_key_file_add_entry (text, "input", suggestions->path, FALSE);
  if (options != NULL && options->delimiter != '\0')
    deid_key_file_add_entry (text, "delimiter", (const char[]){ options->delimiter, '\0' }, FALSE);
  if (options != NULL && options->quote != '"')
    deid_key_file_add_entry (
        text, "quote",
        options->quote == DEID_NO_QUOTE ? "none" : (const char[]){ options->quote, '\0' }, FALSE);
  if (suggestions->is_headless)
    add_comment (text, "Columns have numbers in place of names. State header=yes, and suggest "
                       "again, if the first line has names.");
  if (suggestions->is_headless || (options != NULL && !options->header))
    deid_key_file_add_entry (text, "header", "no", FALSE);
  else if (options != NULL && options->header_is_stated)
    deid_key_file_add_entry (text, "header", "yes", FALSE);
  if (options != NULL && options->encoding != NULL)
    add_comment (text, "The file is not UTF-8; its letters were read in this encoding. Look at "
                       "some words with accents or umlauts.");
  if (options != NULL)
    {
      deid_key_file_add_entry (text, "encoding", options->encoding, FALSE);
      add_list (text, "missing", (const char *const *) options->missing_values);
    }
  add_conditions (text, suggestions);
}

static void
add_number_format (DeidLongText *text, const char *start, const DeidNumberFormat *format)
{
  g_autofree char *spelt = deid_number_format_spell (format);
  g_auto (GStrv) signs = g_strsplit (spelt != NULL ? spelt : "", " ", -1);

  for (guint i = 0; signs[i] != NULL; i++)
    deid_long_text_add (text, "%s%s\n", start, signs[i]);
}

/* What is to be taken once there are no exceptions. */
static void
add_near_type (DeidLongText *text, const DeidSuggestion *suggestion)
{
  g_autoptr (GPtrArray) codes = g_ptr_array_new ();

  for (char **code = suggestion->missing_codes; *code != NULL; code++)
    g_ptr_array_add (codes, *code);
  for (char **code = suggestion->exceptions; *code != NULL; code++)
    g_ptr_array_add (codes, *code);
  g_ptr_array_add (codes, NULL);
  add_comment (text, "Correct these values, or list them in missing=, separated by semicolons, "
                     "if they mean that there is no value; or add unparsable=missing, which "
                     "makes all of them missing values and counts them in the report. Then use "
                     "these lines in place of type, missing and rule below:");
  deid_key_file_add_entry (
      text, "# type", deid_enum_get_name ("DeidColumnType", (int) suggestion->near_type), FALSE);
  deid_key_file_add_entry (text, "# format", suggestion->near_format, FALSE);
  add_number_format (text, "# ", &suggestion->number);
  if (codes->len == 1)
    g_ptr_array_insert (codes, 0, (gpointer) ""); /* to be filled in */
  add_list (text, "# missing", (const char *const *) codes->pdata);
  deid_key_file_add_entry (text, "# rule", suggestion->near_rule, FALSE);
}

static void
suggestions_text_add_column (DeidLongText *text, const DeidSuggestion *suggestion)
{
  g_autofree char *section = deid_section_name_escape (suggestion->name);

  deid_long_text_add (text, "\n[column %s]\n", section);
  for (guint i = 0; i < suggestion->evidence->len; i++)
    add_comment (text, g_ptr_array_index (suggestion->evidence, i));
  if (suggestion->near_type != DEID_COLUMN_TYPE_TEXT)
    add_near_type (text, suggestion);
  deid_key_file_add_entry (text, "role", deid_enum_get_name ("DeidRole", (int) suggestion->role),
                           FALSE);
  deid_key_file_add_entry (text, "type",
                           deid_enum_get_name ("DeidColumnType", (int) suggestion->type), FALSE);
  deid_key_file_add_entry (text, "format", suggestion->format, FALSE);
  if (deid_column_type_is_numeric (suggestion->type))
    add_number_format (text, "", &suggestion->number);
  add_list (text, "missing", (const char *const *) suggestion->missing_codes);
  deid_key_file_add_entry (text, "missing-policy", suggestion->is_filled ? "above" : NULL, FALSE);
  deid_key_file_add_entry (text, "rule", suggestion->rule, FALSE);
  deid_key_file_add_entry (text, "# rule", suggestion->other_rule, FALSE);
}

/* Adds a section for the combinations of two columns, if these mark persons. */
static void
add_pair (DeidLongText *text, const DeidSuggestions *suggestions)
{
  const DeidSuggestion *first, *second;
  g_autofree char *name = NULL, *section = NULL, *comment = NULL;

  if (suggestions->entity_pair[0] == G_MAXUINT)
    return;
  first = &suggestions->columns[suggestions->entity_pair[0]];
  second = &suggestions->columns[suggestions->entity_pair[1]];
  name = g_strdup_printf ("%s+%s", first->name, second->name);
  section = deid_section_name_escape (name);
  comment = g_strdup_printf ("Sex or birth is the same in all records of a combination of %s and "
                             "%s: together they seem to mark persons, and k then counts persons.",
                             first->shown, second->shown);
  deid_long_text_add (text, "\n[column %s]\n", section);
  add_comment (text, comment);
  deid_key_file_add_entry (text, "role", "entity", FALSE);
  add_list (text, "joint", (const char *const[]){ first->name, second->name, NULL });
}

/* A table that was read with the wrong delimiter has one column. Returns: 0 if nothing says so. */
static char
suggestions_text_find_other_delimiter (const DeidSuggestions *suggestions)
{
  const char read = suggestions->options != NULL
                        ? deid_csv_options_get_table_delimiter (suggestions->options)
                        : ',';

  return suggestions->n_columns == 1 ? deid_delimiter_guess (suggestions->columns[0].name, read)
                                     : 0;
}

static void
add_head (DeidLongText *text, const DeidSuggestions *suggestions)
{
  const char other = suggestions_text_find_other_delimiter (suggestions);
  g_autofree char *doubt = deid_delimiter_ask (other);
  g_autofree char *title
      = g_strdup_printf ("Suggestions for %s: %u columns, %" G_GUINT64_FORMAT
                         " records. Custodian-only: the comments count records of the table.",
                         suggestions->name, suggestions->n_columns, suggestions->n_records);

  if (other != 0)
    deid_long_text_add (text, "# The table has one column%s.\n", doubt);
  add_comment (text, title);
  for (guint i = 0; suggestions->notes[i] != NULL; i++)
    add_comment (text, suggestions->notes[i]);
  add_comment (text,
               "This file decides nothing. Read each section and correct what is wrong: only you "
               "know who will receive the table, and what others know about the persons in it. "
               "Identifying columns and the entity are not released. Sensitive and insensitive "
               "columns are released as they are, with missing codes as missing values.");
}

/* No model is proposed: which one suits depends on who receives the table. */
static void
suggestions_text_add_models (DeidLongText *text, const DeidSuggestions *suggestions)
{
  guint n_sensitive = 0, n_quasi = 0, n_persons = 0;

  for (guint c = 0; c < suggestions->n_columns; c++)
    {
      n_sensitive += suggestions->columns[c].role == DEID_ROLE_SENSITIVE ? 1 : 0;
      n_quasi += suggestions->columns[c].role == DEID_ROLE_QUASI_IDENTIFYING ? 1 : 0;
      n_persons += suggestions->columns[c].role == DEID_ROLE_ENTITY ? 1 : 0;
    }
  deid_long_text_add (text, "\n[models]\n");
  if (n_quasi == 0)
    add_comment (text, "No column seems to be quasi-identifying. Give this role to the columns by "
                       "which others may know a person: a run needs at least one.");
  add_comment (text, "No privacy model is proposed: which one, and how strict, depends on who "
                     "receives the table. For example, let each record share its "
                     "quasi-identifiers with at least 4 others:");
  deid_long_text_add (text, "# model=k:5\n");
  if (n_persons > 0)
    {
      add_comment (text,
                   "Persons have several records. If others may know two records of a person, "
                   "let the person share them with at least 4 others; persons:5 is for those "
                   "who know all:");
      deid_long_text_add (text, "# model=persons:5:2\n");
    }
  if (n_sensitive > 0)
    add_comment (text, "A model such as dl:2 protects all sensitive columns, dl:2@COLUMN one of "
                       "them. Without one, a group of records may have the same value, and whoever "
                       "knows that a person is in the group learns the value, however large k is.");
  deid_long_text_add (text, "\n[limits]\n");
  add_comment (text,
               "Share of the records that may be suppressed so that the others keep more detail:");
  deid_long_text_add (text, "# suppression-limit=5%%\n");
}

/* Adds the problem file. */
static void
suggestions_fill_file (const DeidSuggestions *suggestions, DeidFigures *figures)
{
  DeidLongText text = { 0 };
  g_autofree char *file = NULL;

  add_head (&text, suggestions);
  suggestions_text_add_input (&text, suggestions);
  for (guint c = 0; c < suggestions->n_columns; c++)
    suggestions_text_add_column (&text, &suggestions->columns[c]);
  add_pair (&text, suggestions);
  suggestions_text_add_models (&text, suggestions);
  file = deid_long_text_end (&text, figures->error == NULL ? &figures->error : NULL);
  deid_figures_add_text (figures, "problem", file);
}

/* Figures. */

static void
suggestions_fill_column (const DeidSuggestion *suggestion, DeidFigures *figures)
{
  g_autofree char *signs = deid_column_type_is_numeric (suggestion->type)
                               ? deid_number_format_spell (&suggestion->number)
                               : NULL;

  deid_figures_begin_group (figures, NULL);
  deid_figures_add_text (figures, "column", suggestion->name);
  deid_figures_add_text (figures, "role", deid_enum_get_name ("DeidRole", (int) suggestion->role));
  deid_figures_add_text (figures, "type",
                         deid_enum_get_name ("DeidColumnType", (int) suggestion->type));
  deid_figures_add_text (figures, "format",
                         suggestion->format != NULL ? suggestion->format : signs);
  deid_figures_begin_table (figures, "missing_codes");
  for (guint i = 0; suggestion->missing_codes[i] != NULL; i++)
    deid_figures_add_text (figures, NULL, suggestion->missing_codes[i]);
  deid_figures_end (figures);
  deid_figures_add_text (figures, "rule", suggestion->rule);
  deid_figures_add_text (figures, "other_rule", suggestion->other_rule);
  deid_figures_begin_table (figures, "evidence");
  for (guint i = 0; i < suggestion->evidence->len; i++)
    deid_figures_add_text (figures, NULL, g_ptr_array_index (suggestion->evidence, i));
  deid_figures_end (figures);
  deid_figures_end (figures);
}

static gboolean
suggestions_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                  G_GNUC_UNUSED const DeidStop *stop, GError **error)
{
  const DeidSuggestions *suggestions = data;
  const char other[] = { suggestions_text_find_other_delimiter (suggestions), '\0' };

  deid_figures_add_text (figures, "table", suggestions->name);
  deid_figures_add_count (figures, "records", suggestions->n_records);
  deid_figures_add_text (figures, "other_delimiter", other[0] != '\0' ? other : NULL);
  deid_figures_begin_table (figures, "columns");
  for (guint c = 0; c < suggestions->n_columns; c++)
    suggestions_fill_column (&suggestions->columns[c], figures);
  deid_figures_end (figures);
  suggestions_fill_file (suggestions, figures);
  return TRUE;
}

static const DeidFigure suggestions_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "table", "", "The name of the table."),
  FIGURE (COUNT, "records", "records", "How many records the table has."),
  FIGURE (TEXT, "other_delimiter", "",
          "The delimiter that the table may have in place of the one it was read with: the table "
          "has one column, and this is the first of `,`, `;`, tab and vertical bar in the name of "
          "the column that is another one. Undefined if nothing says that there is another one."),
  FIGURE (TEXT, "columns[].column", "", "The name of a column that is not a joint one."),
  FIGURE (TEXT, "columns[].role", "",
          "The role that suits the column, as `deid_enum_get_name()` names it."),
  FIGURE (TEXT, "columns[].type", "",
          "The type that suits the column, as `deid_enum_get_name()` names it. "
          "`deid_dataset_set_column_type()` takes it once the missing codes are set."),
  FIGURE (TEXT, "columns[].format", "",
          "How the dates of the column are written, or its numbers if people wrote them, as "
          "`deid_dataset_set_column_type()` takes it; undefined for the format of ISO 8601 and for "
          "other types."),
  FIGURE (
      TEXT, "columns[].missing_codes[]", "",
      "A value that stands for a missing one, or seems to, as `deid_dataset_add_missing_codes()` "
      "takes it."),
  FIGURE (TEXT, "columns[].rule", "",
          "The rule that suits a quasi-identifier, as `deid_hierarchy_new_from_specification()` "
          "takes it; undefined for columns of other roles."),
  FIGURE (TEXT, "columns[].other_rule", "",
          "The rule that the column can have once it is made a quasi-identifier; undefined for one "
          "that is, and for columns that no rule suits."),
  FIGURE (TEXT, "columns[].evidence[]", "",
          "A sentence that says why the column may be what it is suggested to be."),
  FIGURE (TEXT, "problem", "",
          "A problem file of all that, with the evidence as comments, to be edited."),
};

static const DeidReportKind suggestions_kind = {
  .name = "suggestions",
  .title = "Suggestions: what the columns of a table may be",
  .catalogue = suggestions_catalogue,
  .n_figures = G_N_ELEMENTS (suggestions_catalogue),
  .fill = suggestions_fill,
  .free = (GDestroyNotify) deid_suggestions_free,
};

DeidReport *
deid_report_new_suggestions (const DeidDataset *dataset, const char *path, DeidCsvOptions *options,
                             GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidSuggestions *suggestions;
  gboolean is_headless;

  g_return_val_if_fail (dataset != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  is_headless = options != NULL && options->header && !options->header_is_stated
                && deid_dataset_get_header_verdict (dataset) == DEID_HEADER_IS_RECORD;
  suggestions = deid_suggestions_make (dataset, DEID_LOOK_FOR_ALL, is_headless, stop, error);
  if (suggestions == NULL)
    return NULL;
  suggestions->path = g_strdup (path);
  suggestions->options = options != NULL ? deid_csv_options_use (options) : NULL;
  return deid_report_new (&suggestions_kind, suggestions, stop, error);
}
