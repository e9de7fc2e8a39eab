/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdarg.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "suggestion/suggestions-private.h"
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
  g_free (suggestions->total_column);
  g_free (suggestions->total_word);
  g_free (suggestions->total_place);
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

/* Dates in two orders, with a row that proves each. */
static void
say_mixed (DeidSuggestion *suggestion, const DeidColumnFigures *figures, const DeidDataset *dataset)
{
  const DeidColumnInference *inference = figures->inference;
  g_autofree char *first = deid_dataset_locate (dataset, inference->first_mixed_row[0]);
  g_autofree char *second = deid_dataset_locate (dataset, inference->first_mixed_row[1]);

  deid_suggestion_say (suggestion,
                       "Dates in two orders: %u different values can only be %s, first in %s, and "
                       "%u only %s, first in %s; others may be either. Write all dates in one "
                       "order into the file.",
                       inference->n_mixed[0], show_format (inference->mixed[0]), first,
                       inference->n_mixed[1], show_format (inference->mixed[1]), second);
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

static void
suggest_type (DeidSuggestion *suggestion, const DeidColumnFigures *figures,
              const DeidDataset *dataset)
{
  const DeidColumnInference *inference = figures->inference;
  const guint n_formats = inference->n_formats;

  suggestion->type = figures->patterns.n_like[DEID_PATTERN_ROUNDED] > 0 ? DEID_COLUMN_TYPE_TEXT
                                                                        : inference->type;
  suggestion->number = inference->number;
  suggestion->missing_codes = g_strdupv (inference->missing_codes);
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
  if (inference->may_have_thousands)
    deid_suggestion_say (suggestion, "Each point stands before three digits: if it separates "
                                     "thousands, add thousands=. to this section.");
  if (inference->may_have_comma)
    deid_suggestion_say (suggestion, "Each comma stands before three digits: if it is the decimal "
                                     "mark, write decimal=, and type=decimal, without thousands=.");
  if (deid_column_inference_is_mixed (inference))
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
  const gboolean has_codes = suggestion->missing_codes[0] != NULL;

  if (figures->inference->doubtful != NULL)
    deid_suggestion_say (suggestion, "Add missing=%s if '%s' means that there is no value.",
                         figures->inference->doubtful, figures->inference->doubtful);
  if (figures->n_missing > 0)
    deid_suggestion_say (
        suggestion, "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records have no value%s.",
        figures->n_missing, figures->n_records, has_codes ? " or a missing code" : "");
}

/* The kind and the role are told from the type of nearly all values, but with exceptions a table is
 * not read: type and rule are those of a text until somebody has looked at them. */
static void
put_type_off (DeidSuggestion *suggestion)
{
  suggestion->near_type = suggestion->type;
  suggestion->near_format = g_steal_pointer (&suggestion->format);
  suggestion->near_rule = g_steal_pointer (&suggestion->rule);
  suggestion->type = DEID_COLUMN_TYPE_TEXT;
  deid_suggestion_say (suggestion,
                       "It is text for now. Once the values that are not of the type %s are "
                       "corrected, or are missing codes, it can have this type%s%s.",
                       deid_enum_get_name ("DeidColumnType", (int) suggestion->near_type),
                       suggestion->near_rule != NULL ? " and the rule " : "",
                       suggestion->near_rule != NULL ? suggestion->near_rule : "");
}

static void
suggest_rules (DeidSuggestion *suggestion, const DeidColumnFigures *figures, DeidKind kind)
{
  suggestion->rule = deid_suggest_rule (suggestion, figures, kind);
  if (!deid_suggest_ranges (suggestion, figures) && figures->n_exceptions > 0
      && suggestion->type != DEID_COLUMN_TYPE_TEXT)
    {
      put_type_off (suggestion);
      suggestion->rule = deid_suggest_rule (suggestion, figures, kind);
    }
  if (suggestion->role == DEID_ROLE_QUASI_IDENTIFYING || suggestion->role == DEID_ROLE_SENSITIVE)
    deid_suggest_separator (suggestion, figures);
  if (suggestion->role == DEID_ROLE_QUASI_IDENTIFYING)
    deid_suggest_case (suggestion, figures);
  if (suggestion->role != DEID_ROLE_QUASI_IDENTIFYING)
    suggestion->other_rule = g_steal_pointer (&suggestion->rule);
}

/* Words of a row that sums the others up. */
static const char *const total_words[]
    = { "total",       "totals",    "grand total",  "overall",        "sum",
        "sums",        "all",       "summe",        "summen",         "gesamt",
        "gesamtsumme", "insgesamt", "summe gesamt", "gesamtergebnis", "total général",
        "totaux",      "ensemble",  "somme",        "total general",  "suma",
        "totale",      "totaal",    "subtotal",     "zusammen",       NULL };

static gboolean
is_total (const char *text)
{
  g_autofree char *folded = g_utf8_strdown (text, -1);

  g_strdelimit (folded, ":*=", ' ');
  return g_strv_contains (total_words, g_strstrip (folded));
}

/* Tells whether a text has such a word before or behind a name, as in `Ward 3 Subtotal`. */
static gboolean
is_subtotal (const char *text)
{
  static const char *const words[] = { "total",  "subtotal", "sum",   "summe",      "zwischensumme",
                                       "gesamt", "ergebnis", "somme", "sous-total", NULL };
  g_autofree char *folded = g_utf8_strdown (text, -1);
  const char *first = strchr (folded, ' '), *last = strrchr (folded, ' ');
  g_autofree char *start = first != NULL ? g_strndup (folded, (gsize) (first - folded)) : NULL;

  return is_total (text)
         || (first != NULL
             && (g_strv_contains (words, start) || g_strv_contains (words, last + 1)));
}

/* Counts the columns in which a row has no value, as a row of totals has none in some. */
static guint
count_missing (const DeidDataset *dataset, guint64 row)
{
  guint n = 0;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);

      n += deid_codes_get (&column->codes, row) == column->dictionary.missing;
    }
  return n;
}

static void
add_suggestions_note (DeidSuggestions *suggestions, char *note)
{
  const guint n = g_strv_length (suggestions->notes);

  suggestions->notes = g_renew (char *, suggestions->notes, n + 2);
  suggestions->notes[n] = note;
  suggestions->notes[n + 1] = NULL;
}

/* Notes rows that seem to sum others up, besides a last one that is left out; the first of them
 * lacks a value. */
static void
note_totals (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  guint n_most = 0;
  g_autofree char *place = NULL, *name = NULL;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      guint n = 0;
      guint64 first = 0;

      for (guint32 code = 0; column->n_joined == 0 && code < column->dictionary.n; code++)
        {
          const char *text = deid_dictionary_get (&column->dictionary, code);

          if (text == NULL || g_ascii_isdigit (text[0]) || !is_subtotal (text)
              || (suggestions->total_column != NULL
                  && g_strcmp0 (text, suggestions->total_word) == 0))
            continue;
          first = n++ == 0 ? deid_column_find_code (column, code) : first;
        }
      if (n <= n_most || count_missing (dataset, first) == 0)
        continue;
      n_most = n;
      g_free (place);
      g_free (name);
      place = deid_dataset_locate (dataset, first);
      name = g_strdup (deid_column_show (column));
    }
  if (n_most > 0)
    add_suggestions_note (
        suggestions,
        g_strdup_printf ("%u value%s of column '%s' seem%s to name rows that sum others up, first "
                         "in %s: leave such rows out by drop=.",
                         n_most, n_most == 1 ? "" : "s", name, n_most == 1 ? "s" : "", place));
}

/* Notes a last row that has nothing but a text at its start. */
static void
note_last_row (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  const guint n_columns = deid_dataset_get_n_columns (dataset);
  const DeidColumn *first = deid_dataset_get_column (dataset, 0);
  g_autofree char *place = NULL;

  if (n_columns < 3 || suggestions->n_rows < 2
      || count_missing (dataset, suggestions->n_rows - 1) + 1 < n_columns
      || deid_codes_get (&first->codes, suggestions->n_rows - 1) == first->dictionary.missing)
    return;
  place = deid_dataset_locate (dataset, suggestions->n_rows - 1);
  add_suggestions_note (
      suggestions, g_strdup_printf ("The last row, %s, has a value in its first column alone: if "
                                    "it is a note, leave it out by drop=.",
                                    place));
}

/* Finds a last row that sums the others up: it has a word of this, which no other row has. */
static void
find_total (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  const guint64 last = suggestions->n_rows - 1;

  for (guint c = 0; suggestions->n_rows > 1 && c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      const guint32 code = column->n_joined == 0 ? deid_codes_get (&column->codes, last) : 0;
      const char *text = deid_dictionary_get (&column->dictionary, code);

      if (column->n_joined > 0 || text == NULL || deid_column_find_code (column, code) != last
          || !is_total (text))
        continue;
      suggestions->total_column = suggestions->is_headless ? g_strdup_printf ("column%u", c + 1)
                                                           : g_strdup (column->name);
      suggestions->total_word = g_strdup (text);
      suggestions->total_place = deid_dataset_locate (dataset, last);
      return;
    }
}

static gboolean
suggest (DeidSuggestions *suggestions, guint c, const DeidDataset *dataset, guint column,
         const DeidStop *stop, GError **error)
{
  DeidSuggestion *suggestion = &suggestions->columns[c];
  DeidColumnFigures figures;
  const guint64 total_row
      = suggestions->total_column != NULL ? suggestions->n_rows - 1 : G_MAXUINT64;
  const gboolean success
      = deid_column_figures_init (&figures, dataset, column, total_row, stop, error);

  if (success)
    {
      DeidKind kind;

      suggestion->column = column;
      suggestion->near_type = DEID_COLUMN_TYPE_TEXT;
      suggestion->name = suggestions->is_headless ? g_strdup_printf ("column%u", column + 1)
                                                  : g_strdup (figures.column->name);
      suggestion->shown = suggestions->is_headless ? g_strdup (suggestion->name)
                                                   : g_strdup (deid_column_show (figures.column));
      suggestion->evidence = g_ptr_array_new_with_free_func (g_free);
      suggest_type (suggestion, &figures, dataset);
      kind = deid_suggest_kind (suggestion, &figures);
      deid_suggest_forms (suggestion, &figures, kind);
      if (kind == DEID_KIND_POSTAL_CODE
          || (kind == DEID_KIND_OCCUPATION && suggestion->type == DEID_COLUMN_TYPE_DECIMAL))
        suggestion->type = DEID_COLUMN_TYPE_TEXT;
      deid_suggest_role (suggestions, c, &figures, kind);
      say_missing (suggestion, &figures);
      suggest_rules (suggestion, &figures, kind);
    }
  deid_column_figures_clear (&figures);
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

/* Tells whether a column has most of its values in common with the first slot, and some missing. */
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
      || other->n_valued >= first->n_valued)
    return FALSE;
  for (guint32 code = 0; code < values->n; code++)
    {
      const char *text = deid_dictionary_get (values, code);

      n_shared
          += text != NULL && deid_dictionary_find (firsts, text, strlen (text)) != DEID_NO_CODE;
    }
  return 2 * n_shared > other->n_values;
}

/* Says that columns such as dx1 to dx3 seem to hold one list. */
static void
say_slots (DeidSuggestions *suggestions, const DeidDataset *dataset)
{
  for (guint c = 0, next; c < suggestions->n_columns; c = next)
    {
      DeidSuggestion *first = &suggestions->columns[c];
      g_autoptr (GString) names = g_string_new (first->shown);

      for (next = c + 1; next < suggestions->n_columns
                         && is_further_slot (first, &suggestions->columns[next], dataset);
           next++)
        g_string_append_printf (names, ";%s", suggestions->columns[next].shown);
      if (next > c + 1)
        deid_suggestion_say (first,
                             "The columns %s seem to hold one list of values, in any order. To "
                             "generalize them together, give them role=identifying, and add a "
                             "section for a new column: role=quasi-identifying, joint=%s, "
                             "separator=| and a rule for one value.",
                             names->str, names->str);
    }
}

DeidSuggestions *
deid_suggestions_make (const DeidDataset *dataset, gboolean is_headless, const DeidStop *stop,
                       GError **error)
{
  g_autoptr (DeidSuggestions) suggestions = g_new0 (DeidSuggestions, 1);
  const guint n_columns = deid_dataset_get_n_columns (dataset);

  suggestions->name = g_strdup (deid_dataset_get_name (dataset));
  suggestions->n_rows = deid_dataset_get_n_rows (dataset);
  suggestions->n_records = deid_dataset_get_n_records (dataset);
  suggestions->is_headless = is_headless;
  suggestions->entity_column = G_MAXUINT;
  suggestions->survey_column = G_MAXUINT;
  suggestions->notes = deid_dataset_list_notes (dataset);
  for (guint kind = DEID_ROWS_DROP; kind <= DEID_ROWS_KEEP; kind++)
    suggestions->conditions[kind]
        = g_strdupv ((char **) deid_dataset_get_row_conditions (dataset, (DeidRowsKind) kind));
  find_total (suggestions, dataset);
  note_totals (suggestions, dataset);
  if (suggestions->total_column == NULL)
    note_last_row (suggestions, dataset);
  suggestions->columns = deid_alloc (n_columns, sizeof *suggestions->columns, error);
  if (suggestions->columns == NULL)
    return NULL;
  for (guint column = 0; column < n_columns; column++)
    if (deid_dataset_get_column (dataset, column)->n_joined == 0
        && !suggest (suggestions, suggestions->n_columns++, dataset, column, stop, error))
      return NULL;
  if (!deid_suggest_entity (suggestions, dataset, stop, error))
    return NULL;
  say_slots (suggestions, dataset);
  for (guint c = 0; c < suggestions->n_columns; c++)
    if (suggestions->columns[c].kind == DEID_KIND_UNKNOWN
        && suggestions->columns[c].role == DEID_ROLE_QUASI_IDENTIFYING)
      deid_suggestion_say (&suggestions->columns[c],
                           "Neither the name nor the values say what it is about: it is a "
                           "quasi-identifier unless nobody else can know its values.");
  return g_steal_pointer (&suggestions);
}
