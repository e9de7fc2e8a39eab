/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Warns of values that may mean something else than they were read as: other spellings, points that
 * separate thousands, codes for missing values, births in the future. */
#include "report/warnings-private.h"

#include "base/calendar.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/rule.h"
#include "lattice/lattice-private.h"
#include "table/column-inference.h"
#include "table/dataset-view.h"

#include <string.h>

/* How the spellings of a text may differ, and what to do about it. */
typedef struct
{
  DeidRole role; /* of the column */
  const char *what;
  gboolean by_letters;
  gboolean by_case;
  gboolean by_signs; /* within codes */
  gboolean by_zeros;
  const char *ways;
  const char *advice;
} Spellings;

#define OF_VALUES                                                                                  \
  TRUE, TRUE, TRUE, FALSE,                                                                         \
      "blanks at the ends, by composed letters, by case, or by signs within a code, as E11.9 and " \
      "E119",                                                                                      \
      "models count them as different. same= in a rule of the column joins them, as in "           \
      "rule=suppress;same=…"

/* Rules and hierarchies already join composed letters in quasi-identifiers. Where values are
 * compared as they are, spellings may also differ by case, by signs within codes and, in numbers of
 * persons, by zeros, which spreadsheets drop or add. */
static const Spellings value_spellings[] = {
  { DEID_ROLE_QUASI_IDENTIFYING, "value", FALSE, FALSE, FALSE, FALSE, "blanks at the ends",
    "they count as different. same= in the rule of the column joins them" },
  { DEID_ROLE_SENSITIVE, "value", OF_VALUES },
  { DEID_ROLE_JUDGED, "value", OF_VALUES },
  { DEID_ROLE_ENTITY, "value", TRUE, TRUE, TRUE, TRUE,
    "blanks at the ends, by composed letters, by case, by zeros or by signs within a code",
    "they count as different persons. Write them alike in the table" },
};

static const Spellings label_spellings = { DEID_ROLE_QUASI_IDENTIFYING,
                                           "label",
                                           TRUE,
                                           FALSE,
                                           FALSE,
                                           FALSE,
                                           "blanks at the ends or by composed letters",
                                           "they count as different" };

/* Removes signs from a code, which is one word with a digit and begins with a letter. Signs in
 * numbers and at the end of a code have a meaning, as in 1.5 and HIV+. */
static void
take_signs (char *text)
{
  char *to = text;

  if (!g_ascii_isalpha (text[0]) || strchr (text, ' ') != NULL
      || strpbrk (text, "0123456789") == NULL)
    return;
  for (const char *from = text; *from != '\0'; from++)
    if (strchr (".-/_", *from) == NULL || !g_ascii_isalnum (from[-1]) || !g_ascii_isalnum (from[1]))
      *to++ = *from;
  *to = '\0';
}

/* Returns: (transfer full): the form that all spellings of a text have in common. */
static char *
make_spelling (const char *text, const Spellings *of)
{
  g_autofree char *normal = of->by_letters ? deid_text_normalize (text) : NULL;
  g_autofree char *folded = NULL;
  const char *start = normal != NULL ? normal : text;
  char *spelling;
  DeidWide number;
  gsize length;

  if (of->by_zeros && deid_decimal_to_units (text, 0, G_MAXUINT64, &number))
    return g_strdup_printf (DEID_COUNT_FORMAT, (guint64) number);
  if (of->by_case)
    start = folded = g_utf8_casefold (start, -1);
  length = deid_text_strip (&start);
  spelling = g_strndup (start, length);
  if (of->by_signs)
    take_signs (spelling);
  return spelling;
}

/* Counts the texts that another text spells differently, and warns of them. */
static gboolean
warn_of_texts (const DeidWarningScan *scan, const DeidColumn *column, const char *const *texts,
               guint32 n, const Spellings *of, GError **error)
{
  DeidDictionary stripped;
  gboolean success = TRUE;
  DeidDictionary whole; /* several labels may have the same text */
  guint32 n_alike;

  deid_dictionary_init (&stripped);
  deid_dictionary_init (&whole);
  for (guint32 i = 0; success && i < n; i++)
    {
      const char *own = texts[i] != NULL ? texts[i] : "";
      g_autofree char *spelling = make_spelling (own, of);
      guint32 code;

      success = deid_dictionary_add (&whole, own, strlen (own), &code, error)
                && deid_dictionary_add (&stripped, spelling, strlen (spelling), &code, error);
    }
  n_alike = whole.n - stripped.n;
  deid_dictionary_clear (&stripped);
  deid_dictionary_clear (&whole);
  if (!success || n_alike == 0)
    return success;
  return deid_warning_scan_say (scan, "blanks", column->name, scan->table->n_records, error,
                                "%u %s%s of '%s' differ%s from another %s only by %s: %s", n_alike,
                                of->what, n_alike == 1 ? "" : "s", deid_column_show (column),
                                n_alike == 1 ? "s" : "", of->what, of->ways, of->advice);
}

static gboolean
warn_of_column_spellings (const DeidWarningScan *scan, const DeidColumn *column,
                          const Spellings *of, GError **error)
{
  const DeidDictionary *values = &column->dictionary;
  g_autofree const char **texts = deid_alloc (values->n, sizeof *texts, error);

  for (guint32 code = 0; texts != NULL && code < values->n; code++)
    texts[code] = deid_dictionary_get (values, code);
  return texts != NULL && warn_of_texts (scan, column, texts, values->n, of, error);
}

/* Tells whether there is a warning about the values of a column, which may be its labels, too. */
static gboolean
is_warned_of (const DeidWarningScan *scan, const DeidColumn *column)
{
  for (guint64 i = 0; i < scan->warnings->n; i++)
    if (g_str_equal (scan->warnings->items[i].code, "blanks")
        && g_str_equal (scan->warnings->items[i].column, column->name))
      return TRUE;
  return FALSE;
}

/* Warns of values and labels that differ only in spelling. Complexity: O(values). */
gboolean
deid_warn_of_spellings (const DeidWarningScan *scan, GError **error)
{
  for (guint c = 0; c < scan->table->n_columns; c++)
    for (gsize of = 0; of < G_N_ELEMENTS (value_spellings); of++)
      if (value_spellings[of].role == scan->table->columns[c].role
          && !warn_of_column_spellings (scan, &scan->table->columns[c], &value_spellings[of],
                                        error))
        return FALSE;
  for (guint a = 0; a < scan->problem->lattice->n_attributes; a++)
    {
      const DeidPartitionColumn *labels = &scan->partition->columns[a];
      const DeidColumn *column = deid_lattice_get_column (scan->problem->lattice, a);

      if (labels->texts != NULL && !is_warned_of (scan, column)
          && !warn_of_texts (scan, column, labels->texts, labels->n_labels, &label_spellings,
                             error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): the rule of a quasi-identifier. */
static char *
copy_rule (const DeidWarningScan *scan, const DeidColumn *column)
{
  const DeidAttribute *attribute
      = deid_lattice_find_attribute (scan->problem->lattice, column->name);
  const DeidHierarchy *hierarchy = attribute != NULL ? attribute->hierarchy : NULL;

  return hierarchy != NULL && hierarchy->rule != NULL
             ? g_strdup (deid_rule_get_text (hierarchy->rule))
             : NULL;
}

/* Tells whether the type or the rule of a column reads its values as numbers. */
static gboolean
is_read_as_numbers (const DeidWarningScan *scan, const DeidColumn *column)
{
  static const char *const rules[]
      = { "intervals:", "bands:", "capacity:", "quantiles:", "growing:" };
  g_autofree char *rule = copy_rule (scan, column);
  gboolean is_of_numbers = deid_column_type_is_numeric (column->type);

  for (gsize i = 0; rule != NULL && i < G_N_ELEMENTS (rules); i++)
    is_of_numbers |= g_str_has_prefix (rule, rules[i]);
  return is_of_numbers;
}

static gboolean
warn_of_thousands (const DeidWarningScan *scan, const DeidColumn *column,
                   const DeidColumnInference *inference, GError **error)
{
  if (!inference->may_have_thousands || !is_read_as_numbers (scan, column))
    return TRUE;
  return deid_warning_scan_say (
      scan, "thousands", column->name, scan->table->n_records, error,
      "each decimal mark of '%s' stands before three digits, as in 1.250%s: "
      "it is read as a decimal mark. If it separates thousands, state it by "
      "thousands= in place of decimal=",
      deid_column_show (column), inference->has_thousands ? " beside 850" : "");
}

/* Warns of numbers and dates that may stand for a missing value, such as 999 and 9999-12-31. */
static gboolean
warn_of_sentinels (const DeidWarningScan *scan, const DeidColumn *column,
                   const DeidColumnInference *inference, GError **error)
{
  guint64 n_records = 0;
  guint first;

  if (inference->n_sentinels == 0)
    return TRUE;
  first = g_strv_length (inference->missing_codes) - inference->n_sentinels;
  for (guint64 row = 0; row < column->codes.n; row++)
    {
      const char *value
          = deid_dictionary_get (&column->dictionary, deid_codes_get (&column->codes, row));

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (value != NULL
          && g_strv_contains ((const char *const *) inference->missing_codes + first, value))
        n_records += deid_table_source_get_weight (scan->table, row);
    }
  return deid_warning_scan_say (scan, "missing-code", column->name, n_records, error,
                                "%" G_GUINT64_FORMAT
                                " record%s of '%s' ha%s a value that may mean that there "
                                "is none, such as %s: it counts as a value until missing= lists it",
                                n_records, n_records == 1 ? "" : "s", deid_column_show (column),
                                n_records == 1 ? "s" : "ve", inference->missing_codes[first]);
}

/* Finds the date format of a column or of its rule. Returns: whether one of them reads dates. */
static gboolean
find_date_format (const DeidWarningScan *scan, const DeidColumn *column, DeidDateFormat *format)
{
  g_autofree char *rule = copy_rule (scan, column);
  const char *own = column->format != NULL ? column->format : DEID_DATE_FORMAT_ISO;
  gboolean is_found = column->type == DEID_COLUMN_TYPE_DATE;
  g_autofree char *stated = NULL;
  DeidRuleText text;

  if (!is_found && rule != NULL && deid_rule_text_init (&text, rule, NULL))
    {
      is_found = g_str_equal (text.name, "date") || g_str_equal (text.name, "age");
      stated = g_strdup (deid_rule_text_take (&text, "format"));
      if (stated != NULL)
        {
          deid_rule_text_unescape (stated);
          own = stated;
        }
      deid_rule_text_clear (&text);
    }
  return is_found && deid_date_format_init (format, own, NULL);
}

/* Years of two digits may be read in the wrong century. A day is allowed for time zones. */
static gboolean
warn_of_births (const DeidWarningScan *scan, const DeidColumn *column, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  const DeidDate date = { .year = g_date_time_get_year (now),
                          .month = (guint) g_date_time_get_month (now),
                          .day = (guint) g_date_time_get_day_of_month (now) };
  const gint64 today = deid_date_to_day (&date);
  guint64 n_records = 0;
  DeidDateFormat format;

  if (deid_kind_from_name (column->name, NULL, NULL) != DEID_KIND_BIRTH_DATE
      || !find_date_format (scan, column, &format))
    return TRUE;
  for (guint64 row = 0; row < column->codes.n; row++)
    {
      const char *value = deid_column_get (column, row);
      DeidDateTime read;

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (value != NULL && deid_date_format_read (&format, value, &read)
          && deid_date_to_day (&read.date) > today + 1)
        n_records += deid_table_source_get_weight (scan->table, row);
    }
  if (n_records == 0)
    return TRUE;
  return deid_warning_scan_say (
      scan, "births-in-future", column->name, n_records, error,
      DEID_COUNT_FORMAT " record%s of '%s' in the future, where no birth is. The "
                        "first of the years that two digits mean stands in the "
                        "brackets of the format, as in YY(1930)",
      n_records, n_records == 1 ? " has a date" : "s have dates", deid_column_show (column));
}

gboolean
deid_warn_of_values (const DeidWarningScan *scan, GError **error)
{
  for (guint c = 0; c < scan->table->n_columns; c++)
    {
      const DeidColumn *column = &scan->table->columns[c];
      const gboolean is_looked_at
          = column->role == DEID_ROLE_QUASI_IDENTIFYING || column->role == DEID_ROLE_SENSITIVE
            || column->role == DEID_ROLE_JUDGED || column->role == DEID_ROLE_INSENSITIVE;
      g_autoptr (DeidColumnInference) inference = NULL;

      if (!is_looked_at || column->n_joined > 0)
        continue;
      inference = deid_column_inference_new (scan->problem->lattice->dataset, column->name,
                                             scan->stop, error);
      if (inference == NULL || !warn_of_sentinels (scan, column, inference, error)
          || !warn_of_thousands (scan, column, inference, error)
          || !warn_of_births (scan, column, error))
        return FALSE;
    }
  return TRUE;
}
