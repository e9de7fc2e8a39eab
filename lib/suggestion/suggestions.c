/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/arrays.h"
#include "base/calendar.h"
#include "base/memory.h"
#include "suggestion/odd-rows.h"
#include "suggestion/suggestions-private.h"
#include "table/csv-options.h"
#include "table/dataset-notes.h"
#include "table/dataset-view.h"
#include "table/row-filter.h"

static void
suggestion_clear (DeidSuggestion *suggestion)
{
  g_free (suggestion->name);
  g_free (suggestion->shown);
  g_free (suggestion->format);
  g_strfreev (suggestion->missing_codes);
  g_free (suggestion->rule);
  g_free (suggestion->other_rule);
  g_free (suggestion->near_format);
  g_free (suggestion->near_rule);
  g_strfreev (suggestion->exceptions);
  g_clear_pointer (&suggestion->evidence, g_ptr_array_unref);
}

void
deid_suggestions_free (DeidSuggestions *suggestions)
{
  for (guint c = 0; suggestions->columns != NULL && c < suggestions->n_columns; c++)
    suggestion_clear (&suggestions->columns[c]);
  g_free (suggestions->columns);
  g_free (suggestions->name);
  g_free (suggestions->path);
  g_clear_pointer (&suggestions->dropped, g_ptr_array_unref);
  g_strfreev (suggestions->conditions[DEID_ROWS_DROP]);
  g_strfreev (suggestions->conditions[DEID_ROWS_KEEP]);
  g_strfreev (suggestions->notes);
  g_clear_pointer (&suggestions->options, deid_csv_options_unref);
  g_free (suggestions);
}

void
deid_suggestion_say (DeidSuggestion *suggestion, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (suggestion->evidence, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* Figures. */

/* Reads a value as the number that an order of values goes by. */
static gboolean
column_figures_read_number (const DeidColumnInference *inference, const DeidDateFormat *format,
                            const char *text, double *number)
{
  DeidDateTime read;

  if (inference->type != DEID_COLUMN_TYPE_DATE)
    return deid_column_inference_read_number (inference, text, number);
  if (!deid_date_format_read (format, text, &read))
    return FALSE;
  *number = read.date.year;
  return TRUE;
}

/* Codes are in the order of first appearance. */
static void
add_exception (DeidColumnFigures *figures, guint32 code, guint64 n_records)
{
  if (figures->n_exceptions < DEID_MAX_EXCEPTIONS)
    figures->exceptions[figures->n_exceptions] = code;
  figures->n_exceptions++;
  figures->n_exceptional += n_records;
}

/* Counts values, and finds the least and the greatest value of the type. In Motwani and Xu's
 * figures a missing value is a value like others. */
static gboolean
column_figures_count (DeidColumnFigures *figures, const guint64 *counts, const DeidStop *stop,
                      GError **error)
{
  const DeidColumnInference *inference = figures->inference;
  const char *const *missing = (const char *const *) inference->missing_codes;
  const DeidDictionary *dictionary = &figures->column->dictionary;
  const double n = (double) figures->n_records;
  DeidDateFormat format;
  DeidWide n_alike = 0;

  deid_date_format_init (
      &format, inference->formats[0] != NULL ? inference->formats[0] : DEID_DATE_FORMAT_ISO, NULL);
  figures->least = INFINITY;
  figures->greatest = -INFINITY;
  figures->is_whole = deid_column_type_is_numeric (inference->type);
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      double number;

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      if (text == NULL || g_strv_contains (missing, text))
        {
          figures->n_missing += counts[code];
          continue;
        }
      figures->n_distinct++;
      figures->n_single += counts[code] == 1 ? 1 : 0;
      figures->n_most = MAX (figures->n_most, counts[code]);
      n_alike += (DeidWide) counts[code] * (counts[code] - 1) / 2;
      if (inference->type == DEID_COLUMN_TYPE_TEXT)
        continue;
      if (!column_figures_read_number (inference, &format, text, &number))
        {
          add_exception (figures, code, counts[code]);
          continue;
        }
      figures->least = MIN (figures->least, number);
      figures->greatest = MAX (figures->greatest, number);
      figures->is_whole &= number == trunc (number);
    }
  if (figures->least > figures->greatest)
    figures->least = figures->greatest = 0;
  if (figures->n_missing > 0)
    n_alike += (DeidWide) figures->n_missing * (figures->n_missing - 1) / 2;
  if (n > 0)
    figures->distinction = (double) (figures->n_distinct + (figures->n_missing > 0)) / n;
  if (n > 1)
    figures->separation = 1 - (double) n_alike / (n * (n - 1) / 2);
  return TRUE;
}

/* Hardly any table has only weights above 1,000: if each weight has a comma, it is the decimal
 * mark. */
static void
take_commas_of_weights (DeidColumnInference *inference, const char *name)
{
  if (!inference->has_commas || !deid_kind_is_named (DEID_KIND_SURVEY_WEIGHT, name))
    return;
  inference->type = DEID_COLUMN_TYPE_DECIMAL;
  inference->number = (DeidNumberFormat){ .decimal = ',' };
  inference->may_have_comma = FALSE;
}

/* On failure only the inference may be freed. */
static gboolean
column_figures_init (DeidColumnFigures *figures, const DeidDataset *dataset, guint column,
                     const DeidStop *stop, GError **error)
{
  DeidTableSource table;
  g_autofree guint64 *counts = NULL;
  gboolean success;

  *figures = (DeidColumnFigures){ .column = deid_dataset_get_column (dataset, column),
                                  .n_records = deid_dataset_get_n_records (dataset) };
  success
      = deid_table_source_init (&table, dataset, error)
        && (counts = deid_table_source_count_codes (&table, figures->column, stop, error)) != NULL;
  success = success
            && (figures->inference
                = deid_column_inference_new (dataset, figures->column->name, stop, error))
                   != NULL;
  if (success)
    take_commas_of_weights (figures->inference, figures->column->name);
  success = success
            && deid_patterns_count (&figures->patterns, &figures->column->dictionary,
                                    (const char *const *) figures->inference->missing_codes, stop,
                                    error)
            && column_figures_count (figures, counts, stop, error);
  deid_table_source_clear (&table);
  return success;
}

/* Types. */

/* Where the first exceptions stand, and what they are if they may be shown. */
static void
say_exceptions (DeidSuggestion *suggestion, const DeidColumnFigures *figures,
                const DeidDataset *dataset)
{
  const guint n = MIN (figures->n_exceptions, DEID_MAX_EXCEPTIONS);
  g_autoptr (GString) places = g_string_new (NULL);

  suggestion->exceptions = g_new0 (char *, n + 1);
  for (guint i = 0, n_shown = 0; i < n; i++)
    {
      const char *text = deid_dictionary_get (&figures->column->dictionary, figures->exceptions[i]);
      const guint64 row = deid_column_find_code (figures->column, figures->exceptions[i]);
      g_autofree char *place = deid_dataset_locate (dataset, row);
      g_autofree char *value = deid_dataset_quote (dataset, text);

      g_string_append_printf (places, "%s%s%s%s%s", i > 0 ? ", " : "", place,
                              value != NULL ? " (" : "", value != NULL ? value : "",
                              value != NULL ? ")" : "");
      if (value != NULL)
        suggestion->exceptions[n_shown++] = g_strdup (text);
    }
  deid_suggestion_say (
      suggestion,
      "%u of %u different values are of the type %s; %u %s not, in %" G_GUINT64_FORMAT
      " record%s, first in %s%s.",
      figures->n_distinct - figures->n_exceptions, figures->n_distinct,
      deid_enum_get_name ("DeidColumnType", (int) figures->inference->type), figures->n_exceptions,
      figures->n_exceptions == 1 ? "is" : "are", figures->n_exceptional,
      figures->n_exceptional == 1 ? "" : "s", places->str,
      figures->n_exceptions > n ? " and further rows" : "");
}

static const char *
show_format (const char *format)
{
  return format == NULL || g_str_equal (format, DEID_DATE_FORMAT_ISO) ? "YYYY-MM-DD" : format;
}

/* Formats that the values fit alike, which somebody else has to choose from. */
static void
list_formats (DeidSuggestion *suggestion, const DeidColumnInference *inference)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < inference->n_formats; i++)
    {
      const char *format = inference->formats[i];

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", show_format (format));
    }
  suggestion->has_unread_dates = TRUE;
  deid_suggestion_say (suggestion,
                       "Dates, but no value shows which part is the month: %s. Choose one of these "
                       "formats, with type=date and a rule date:….",
                       list->str);
}

/* Dates in two notations, with a row that proves each. */
static void
say_mixed (DeidSuggestion *suggestion, const DeidColumnFigures *figures, const DeidDataset *dataset)
{
  const DeidColumnInference *inference = figures->inference;
  g_autofree char *first = deid_dataset_locate (dataset, inference->first_mixed_row[0]);
  g_autofree char *second = deid_dataset_locate (dataset, inference->first_mixed_row[1]);

  deid_suggestion_say (
      suggestion,
      "Dates in two notations: %u different values can only be %s, first in %s, and "
      "%u only %s, first in %s; others may be either. Write all dates in one "
      "notation into the file.",
      inference->n_mixed[0], show_format (inference->mixed[0]), first, inference->n_mixed[1],
      show_format (inference->mixed[1]), second);
  suggestion->has_unread_dates = TRUE;
}

static void
say_number_format (DeidSuggestion *suggestion)
{
  const char thousands = suggestion->number.thousands;

  deid_suggestion_say (suggestion, "Numbers with a decimal %s%s%s. They are released as they came.",
                       suggestion->number.decimal == ',' ? "comma" : "point",
                       thousands == '.'   ? " and points"
                       : thousands == ',' ? " and commas"
                       : thousands == ' ' ? " and blanks"
                       : thousands != 0   ? " and apostrophes"
                                          : "",
                       thousands != 0 ? " between thousands" : "");
}

/* Returns: (transfer full): the missing codes that were set for the column alone, and the guesses.
 */
static char **
list_missing_codes (const DeidSuggestions *suggestions, const DeidColumnFigures *figures)
{
  char **given = figures->column->missing_codes;
  const DeidCsvOptions *options = suggestions->options;
  g_autoptr (GPtrArray) own = g_ptr_array_new ();

  for (; given != NULL && *given != NULL; given++)
    if (options == NULL || !g_strv_contains ((const char *const *) options->missing_values, *given))
      g_ptr_array_add (own, *given);
  g_ptr_array_add (own, NULL);
  return deid_missing_codes_join ((char **) own->pdata,
                                  (const char *const *) figures->inference->missing_codes);
}

static void
suggest_type (DeidSuggestion *suggestion, const DeidColumnFigures *figures,
              const DeidDataset *dataset)
{
  const DeidColumnInference *inference = figures->inference;
  const guint n_formats = inference->n_formats;

  suggestion->type = figures->patterns.n_like[DEID_PATTERN_ROUNDED] > 0 ? DEID_COLUMN_TYPE_TEXT
                                                                        : inference->type;
  suggestion->number = inference->number;
  if (figures->n_exceptions > 0)
    say_exceptions (suggestion, figures, dataset);
  if (n_formats > 1)
    {
      list_formats (suggestion, inference);
      suggestion->type = DEID_COLUMN_TYPE_TEXT;
    }
  else if (n_formats == 1)
    suggestion->format = g_strdup (inference->formats[0]);
  if (inference->number.decimal != 0)
    say_number_format (suggestion);
  if (inference->has_thousands)
    deid_suggestion_say (suggestion, "Each point stands before three digits: if it is the decimal "
                                     "mark, write type=decimal, without decimal= and thousands=.");
  else if (inference->may_have_thousands)
    deid_suggestion_say (suggestion, "Each point stands before three digits: if it separates "
                                     "thousands, add thousands=. to this section.");
  if (inference->may_have_comma)
    deid_suggestion_say (suggestion, "Each comma stands before three digits: if it is the decimal "
                                     "mark, write decimal=, and type=decimal, without thousands=.");
  if (inference->n_mixed[1] > 0)
    say_mixed (suggestion, figures, dataset);
  if (inference->short_format != NULL)
    {
      suggestion->has_unread_dates = TRUE;
      deid_suggestion_say (suggestion,
                           "Dates whose years have two digits: of which century is each? It is "
                           "text until you choose. With type=date and format=%s, 30 is the year "
                           "1930 and 29 is 2029; another year may stand in the brackets.",
                           inference->short_format);
    }
  if (inference->has_leading_zeros)
    deid_suggestion_say (
        suggestion, "Digits that may begin with 0: it is text, since a number would lose the 0.");
}

static void
say_missing (DeidSuggestion *suggestion, const DeidColumnFigures *figures)
{
  if (figures->inference->doubtful != NULL)
    deid_suggestion_say (suggestion, "Add missing=%s if '%s' means that there is no value.",
                         figures->inference->doubtful, figures->inference->doubtful);
  if (figures->inference->missing_codes[0] != NULL)
    deid_suggestion_say (suggestion, "missing= has guesses: take out the codes that are values.");
  if (figures->n_missing > 0)
    deid_suggestion_say (
        suggestion, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records %s no value%s.",
        figures->n_missing, figures->n_records, figures->n_missing == 1 ? "has" : "have",
        suggestion->missing_codes[0] != NULL ? " or a missing code" : "");
}

/* Returns: (transfer full): the name of a column in the problem file. */
static char *
suggestions_make_name (const DeidSuggestions *suggestions, const DeidDataset *dataset, guint c)
{
  return suggestions->is_headless ? g_strdup_printf ("column%u", c + 1)
                                  : g_strdup (deid_dataset_get_column_name (dataset, c));
}

/* Says what is odd, and states the condition that leaves rows out. */
static void
take_odd_rows (DeidSuggestions *suggestions, const DeidDataset *dataset, const DeidOddRows *odd)
{
  const gboolean is_dropped = odd->values != NULL;
  g_autofree char *name = suggestions_make_name (suggestions, dataset, odd->column);
  g_autofree char *advice = is_dropped ? g_strdup_printf (", and %s left out by drop= below",
                                                          odd->n_rows == 1 ? "is" : "are")
                                       : deid_odd_rows_advise (odd, dataset);
  const guint n = g_strv_length (suggestions->notes);

  suggestions->notes = g_renew (char *, suggestions->notes, n + 2);
  suggestions->notes[n] = g_strdup_printf ("%s%s.", odd->text, advice);
  suggestions->notes[n][0] = g_ascii_toupper (odd->text[0]);
  suggestions->notes[n + 1] = NULL;
  if (is_dropped)
    g_ptr_array_add (suggestions->dropped, deid_condition_make (name, odd->values));
}

/* Returns: (transfer full): the table without rows that are no records, and with merged cells
 * filled, as the problem file makes it. */
static DeidDataset *
make_tidy (DeidSuggestions *suggestions, const DeidDataset *dataset, const GPtrArray *list,
           const DeidStop *stop, GError **error)
{
  g_autoptr (DeidDataset) tidy = deid_dataset_copy_columns (dataset, stop->cancellable, error);
  g_autoptr (GPtrArray) dropped = g_ptr_array_new_with_free_func (g_free);

  for (guint c = 0; tidy != NULL && c < deid_dataset_get_n_columns (tidy); c++)
    if (deid_dataset_get_role (dataset, c) == DEID_ROLE_WEIGHT
        && !deid_dataset_set_role (tidy, deid_dataset_get_column_name (tidy, c), DEID_ROLE_WEIGHT,
                                   error))
      return NULL;
  for (guint i = 0; tidy != NULL && i < list->len; i++)
    {
      const DeidOddRows *odd = g_ptr_array_index (list, i);
      const char *name = deid_dataset_get_column_name (dataset, odd->column);

      if (odd->values != NULL)
        g_ptr_array_add (dropped, deid_condition_make (name, odd->values));
      if (odd->text != NULL)
        take_odd_rows (suggestions, dataset, odd);
      if (odd->kind == DEID_ODD_MERGED
          && !deid_dataset_set_missing_policy (tidy, name, DEID_MISSING_POLICY_ABOVE, error))
        return NULL;
    }
  g_ptr_array_add (dropped, NULL);
  return tidy != NULL
                 && (dropped->len == 1
                     || deid_dataset_filter_rows (tidy, DEID_ROWS_DROP,
                                                  (const char *const *) dropped->pdata, NULL, FALSE,
                                                  stop->cancellable, error))
             ? g_steal_pointer (&tidy)
             : NULL;
}

static gboolean
suggestions_look_at (DeidSuggestions *suggestions, guint c, const DeidDataset *dataset,
                     guint column, DeidPurpose purpose, const DeidStop *stop, GError **error)
{
  DeidSuggestion *suggestion = &suggestions->columns[c];
  DeidColumnFigures figures;
  const gboolean success = column_figures_init (&figures, dataset, column, stop, error);

  if (success)
    {
      suggestion->column = column;
      suggestion->near_type = DEID_COLUMN_TYPE_TEXT;
      suggestion->name = suggestions_make_name (suggestions, dataset, column);
      suggestion->shown = suggestions->is_headless ? g_strdup (suggestion->name)
                                                   : g_strdup (deid_column_show (figures.column));
      suggestion->evidence = g_ptr_array_new_with_free_func (g_free);
      suggestion->missing_codes = list_missing_codes (suggestions, &figures);
      suggest_type (suggestion, &figures, dataset);
      suggestion->is_filled
          = deid_dataset_get_missing_policy (dataset, column) == DEID_MISSING_POLICY_ABOVE;
      if (purpose == DEID_LOOK_FOR_IDENTIFIERS)
        deid_suggest_identifier (suggestion, &figures);
      else
        {
          deid_suggest_kind (suggestion, &figures);
          deid_suggest_role (suggestions, c, &figures);
          say_missing (suggestion, &figures);
        }
      if (purpose == DEID_LOOK_FOR_ALL)
        deid_suggest_rules (suggestion, &figures);
    }
  g_clear_pointer (&figures.inference, deid_column_inference_free);
  return success;
}

/* Returns: the length of the name of a slot up to its number or letter: `dx` of dx3, `med_` of
 * med_c; 0 of other names. */
static gsize
measure_stem (const char *name)
{
  const gsize length = strlen (name);
  gsize n = length;

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  if (n == length && n > 2 && g_ascii_isalpha (name[n - 1]) && name[n - 2] == '_')
    n--;
  return n < length ? n : 0;
}

/* Tells whether a column has most of its values in common with the first slot, and more of them
 * missing, unless they are diagnoses or the like. */
static gboolean
is_further_slot (const DeidSuggestion *first, const DeidSuggestion *other,
                 const DeidDataset *dataset)
{
  const DeidDictionary *firsts = &deid_dataset_get_column (dataset, first->column)->dictionary;
  const DeidDictionary *values = &deid_dataset_get_column (dataset, other->column)->dictionary;
  const gsize stem = measure_stem (first->name);
  guint32 n_shared = 0;

  if (stem == 0 || measure_stem (other->name) != stem
      || strncmp (first->name, other->name, stem) != 0 || other->kind != first->kind
      || (other->type != DEID_COLUMN_TYPE_TEXT && other->kind != DEID_KIND_HEALTH)
      || other->n_valued > first->n_valued
      || (other->n_valued == first->n_valued
          && (other->type != DEID_COLUMN_TYPE_TEXT || other->kind != DEID_KIND_HEALTH)))
    return FALSE;
  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);

      n_shared
          += text != NULL && deid_dictionary_find (firsts, text, strlen (text)) != DEID_NO_CODE;
    }
  return 2 * n_shared > other->n_values || other->n_values == 0;
}

guint
deid_suggestions_count_slots (const DeidSuggestions *suggestions, guint column,
                              const DeidDataset *dataset)
{
  guint next = column + 1;

  while (next < suggestions->n_columns
         && is_further_slot (&suggestions->columns[column], &suggestions->columns[next], dataset))
    next++;
  return next > column + 1 && suggestions->columns[column + 1].n_values > 0 ? next - column : 1;
}

/* Says that columns such as dx1 to dx3 seem to hold one list. */
static void
say_slots (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  for (guint c = 0, n; c < suggestions->n_columns; c += n)
    {
      DeidSuggestion *first = &suggestions->columns[c];
      g_autoptr (GString) names = g_string_new (first->shown);

      n = deid_suggestions_count_slots (suggestions, c, dataset);
      for (guint i = 1; i < n; i++)
        g_string_append_printf (names, ";%s", suggestions->columns[c + i].shown);
      if (n > 1)
        deid_suggestion_say (first,
                             "The columns %s seem to hold one list of values, in any order. To "
                             "generalize them together, give them role=identifying, and add a "
                             "section for a new column: role=quasi-identifying, joint=%s, "
                             "separator=| and a rule for one value.",
                             names->str, names->str);
    }
}

/* Looks at each column of a table as the problem file makes it. */
static gboolean
look_at_columns (DeidSuggestions *suggestions, const DeidDataset *dataset, DeidPurpose purpose,
                 const DeidStop *stop, GError **error)
{
  const guint n_columns = deid_dataset_get_n_columns (dataset);

  suggestions->n_rows = deid_dataset_get_n_rows (dataset);
  suggestions->columns = deid_alloc (n_columns, sizeof *suggestions->columns, error);
  if (suggestions->columns == NULL)
    return FALSE;
  for (guint column = 0; column < n_columns; column++)
    if (deid_dataset_get_column (dataset, column)->n_joined == 0
        && !suggestions_look_at (suggestions, suggestions->n_columns++, dataset, column, purpose,
                                 stop, error))
      return FALSE;
  return purpose == DEID_LOOK_FOR_IDENTIFIERS
         || deid_suggest_entity (suggestions, dataset, stop, error);
}

static void
say_unknown (DeidSuggestions *suggestions)
{
  for (guint c = 0; c < suggestions->n_columns; c++)
    if (suggestions->columns[c].kind == DEID_KIND_UNKNOWN
        && suggestions->columns[c].role == DEID_ROLE_QUASI_IDENTIFYING)
      deid_suggestion_say (&suggestions->columns[c],
                           "Neither the name nor the values say what it is about: it is a "
                           "quasi-identifier unless nobody else can know its values.");
}

/* Notes how the table was read and which rows are odd. Returns: (transfer full): the table as the
 * problem file makes it. */
static DeidDataset *
look_at_rows (DeidSuggestions *suggestions, const DeidDataset *dataset, const DeidStop *stop,
              GError **error)
{
  g_autoptr (GPtrArray) odd = deid_odd_rows_list (dataset, stop, error);

  suggestions->notes = deid_dataset_list_notes (dataset);
  for (guint kind = DEID_ROWS_DROP; kind <= DEID_ROWS_KEEP; kind++)
    suggestions->conditions[kind]
        = g_strdupv ((char **) deid_dataset_get_row_conditions (dataset, (DeidRowsKind) kind));
  return odd != NULL && odd->len > 0 ? make_tidy (suggestions, dataset, odd, stop, error)
         : odd != NULL               ? deid_dataset_ref ((DeidDataset *) dataset)
                                     : NULL;
}

DeidSuggestions *
deid_suggestions_make (const DeidDataset *dataset, DeidPurpose purpose, gboolean is_headless,
                       const DeidStop *stop, GError **error)
{
  g_autoptr (DeidSuggestions) suggestions = g_new0 (DeidSuggestions, 1);
  g_autoptr (DeidDataset) tidy = NULL;

  suggestions->name = g_strdup (deid_dataset_get_name (dataset));
  suggestions->n_records = deid_dataset_get_n_records (dataset);
  suggestions->is_headless = is_headless;
  suggestions->entity_column = suggestions->survey_column = G_MAXUINT;
  suggestions->entity_pair[0] = suggestions->entity_pair[1] = G_MAXUINT;
  suggestions->dropped = g_ptr_array_new_with_free_func (g_free);
  if (purpose == DEID_LOOK_FOR_ALL)
    dataset = tidy = look_at_rows (suggestions, dataset, stop, error);
  if (dataset == NULL || !look_at_columns (suggestions, dataset, purpose, stop, error))
    return NULL;
  if (purpose == DEID_LOOK_FOR_ALL)
    {
      say_slots (suggestions, dataset);
      say_unknown (suggestions);
    }
  return g_steal_pointer (&suggestions);
}
