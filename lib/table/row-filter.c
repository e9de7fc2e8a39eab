/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/row-filter.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"

#include <string.h>

/* What a comparison says of a value, or a condition of a row: `and` is the least of several, `or`
 * the greatest. */
enum
{
  NO = 0,
  NO_ORDER, /* the value is not of the type, so it comes neither before nor behind another */
  YES
};

typedef enum
{
  IS_EQUAL = 0,
  IS_OTHER,
  IS_BELOW,
  IS_AT_MOST,
  IS_ABOVE,
  IS_AT_LEAST,
  IS_IN,
  IS_NOT_IN,
  IS_MISSING,
  IS_NOT_MISSING
} Sign;

static const char *const comparison_signs[]
    = { "=", "!=", "<", "<=", ">", ">=", "in", "not in", "is missing", "is not missing" };

typedef struct
{
  char *column;
  Sign sign;
  GPtrArray *values;    /* of char */
  gboolean starts_anew; /* `or` stands before it, or nothing */
  const DeidColumn *of;
  char *type;      /* and the format of dates behind a blank */
  guint8 *answers; /* for each code of the column */
} Comparison;

static void
comparison_free (gpointer data)
{
  Comparison *comparison = data;

  g_free (comparison->column);
  g_ptr_array_unref (comparison->values);
  g_free (comparison->type);
  g_free (comparison->answers);
  g_free (comparison);
}

/* Reading conditions. */

/* Texts in quotes, in which two quotes are one, or without quotes and some signs. */
#define QUOTED      "\"(?:[^\"]|\"\")+\"|'(?:[^']|'')+'"
#define COLUMN_NAME "(?>" QUOTED "|[^\\s=<>!\"'(][^\\s=<>!]*)"
#define VALUE       "(?>" QUOTED "|(?!(?:and|or)\\b)[^\\s\"']\\S*)"
#define ITEM        "(?>" QUOTED "|[^\\s\"',)][^\\s,)]*)"
#define COMPARISON                                                                                 \
  "\\s*(?<column>" COLUMN_NAME ")\\s*"                                                             \
  "(?:(?<sign>==?|!=|<>|<=?|>=?)\\s*(?<value>" VALUE ")"                                           \
  "|(?<sign>(?:not\\s+)?in)\\s*\\(\\s*(?<list>" ITEM "(?:\\s*,\\s*" ITEM ")*)\\s*\\)"              \
  "|(?<sign>is\\s+(?:not\\s+)?missing\\b))\\s*(?<next>and\\b|or\\b|\\z)"

/* Returns: (transfer full): a text without the quotes around it. */
static char *
unquote (char *text)
{
  const char quote = text[0];
  char *to = text;

  if (quote != '"' && quote != '\'')
    return text;
  for (const char *from = text + 1; from[1] != '\0'; from++)
    {
      *to++ = *from;
      from += *from == quote;
    }
  *to = '\0';
  return text;
}

static Sign
row_filter_find_sign (const char *text)
{
  g_auto (GStrv) words = g_regex_split_simple ("\\s+", text, 0, 0);
  g_autofree char *spelled = g_strjoinv (" ", words), *small = g_ascii_strdown (spelled, -1);

  for (gsize sign = 0; sign < G_N_ELEMENTS (comparison_signs); sign++)
    if (g_str_equal (small, comparison_signs[sign]))
      return (Sign) sign;
  return small[0] == '=' ? IS_EQUAL : IS_OTHER; /* == or <> */
}

static Comparison *
comparison_new (const GMatchInfo *match)
{
  Comparison *comparison = g_new0 (Comparison, 1);
  g_autofree char *sign = g_match_info_fetch_named (match, "sign");
  g_autofree char *list = g_match_info_fetch_named (match, "list");

  comparison->column = unquote (g_match_info_fetch_named (match, "column"));
  comparison->sign = row_filter_find_sign (sign);
  comparison->values = g_ptr_array_new_with_free_func (g_free);
  if (comparison->sign < IS_IN)
    g_ptr_array_add (comparison->values, unquote (g_match_info_fetch_named (match, "value")));
  if (list != NULL && list[0] != '\0')
    {
      g_autoptr (GRegex) item = g_regex_new (ITEM, 0, 0, NULL);
      g_autoptr (GMatchInfo) items = NULL;

      for (g_regex_match (item, list, 0, &items); g_match_info_matches (items);
           g_match_info_next (items, NULL))
        g_ptr_array_add (comparison->values, unquote (g_match_info_fetch (items, 0)));
    }
  return comparison;
}

/* Returns: (transfer full) (nullable): the comparisons of a condition, or %NULL with
 * %DEID_ERROR_PARSE. */
static GPtrArray *
condition_read (const char *text, GError **error)
{
  g_autoptr (GPtrArray) comparisons = g_ptr_array_new_with_free_func (comparison_free);
  g_autoptr (GRegex) regex = g_regex_new (COMPARISON, G_REGEX_CASELESS | G_REGEX_DUPNAMES, 0, NULL);
  gboolean starts_anew = TRUE, goes_on = TRUE;
  int end = 0;

  while (goes_on)
    {
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *word = NULL;

      if (!g_regex_match_full (regex, text, -1, end, G_REGEX_MATCH_ANCHORED, &match, NULL))
        return deid_fail_null (
            error, DEID_ERROR_PARSE,
            "expected comparisons joined by 'and' or 'or', such as age >= 18 and ward in (A, \"B "
            "2\") or birth is missing: a column, =, !=, <, <=, > or >= and a value, or 'in' and a "
            "list; names and values with blanks or signs are put in quotes, and brackets stand "
            "only around lists");
      g_ptr_array_add (comparisons, comparison_new (match));
      ((Comparison *) comparisons->pdata[comparisons->len - 1])->starts_anew = starts_anew;
      g_match_info_fetch_pos (match, 0, NULL, &end);
      word = g_match_info_fetch_named (match, "next");
      starts_anew = g_ascii_strcasecmp (word, "or") == 0;
      goes_on = word[0] != '\0';
    }
  return g_steal_pointer (&comparisons);
}

void
deid_condition_add_quoted (GString *condition, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  g_string_append_printf (condition, "\"%s\"", doubled);
}

char *
deid_condition_make (const char *column, const GPtrArray *values)
{
  GString *condition = g_string_new (NULL);
  const guint n = values != NULL ? values->len : 0;

  deid_condition_add_quoted (condition, column);
  g_string_append (condition, n > 1 ? " in (" : " = ");
  for (guint i = 0; i < n; i++)
    {
      g_string_append (condition, i > 0 ? ", " : "");
      deid_condition_add_quoted (condition, values->pdata[i]);
    }
  g_string_append (condition, n > 1 ? ")" : n == 0 ? "…" : "");
  return g_string_free (condition, FALSE);
}

/* Writes a text that is read back, in quotes if it needs them. */
static void
row_filter_add_text (GString *normal, const char *text, const char *pattern)
{
  g_autofree char *anchored = g_strdup_printf ("^(?:%s)\\z", pattern);

  if (text[0] != '"' && text[0] != '\''
      && g_regex_match_simple (anchored, text, G_REGEX_CASELESS, 0))
    g_string_append (normal, text);
  else
    deid_condition_add_quoted (normal, text);
}

char *
deid_condition_normalize (const char *text, GError **error)
{
  g_autoptr (GPtrArray) comparisons = condition_read (text, error);
  g_autoptr (GString) normal = g_string_new (NULL);

  for (guint i = 0; comparisons != NULL && i < comparisons->len; i++)
    {
      const Comparison *comparison = g_ptr_array_index (comparisons, i);
      const gboolean is_list = comparison->sign == IS_IN || comparison->sign == IS_NOT_IN;

      g_string_append (normal, i == 0 ? "" : comparison->starts_anew ? " or " : " and ");
      row_filter_add_text (normal, comparison->column, COLUMN_NAME);
      g_string_append_printf (normal, " %s", comparison_signs[comparison->sign]);
      for (guint v = 0; v < comparison->values->len; v++)
        {
          g_string_append (normal, v > 0 ? ", " : is_list ? " (" : " ");
          row_filter_add_text (normal, g_ptr_array_index (comparison->values, v),
                               is_list ? ITEM : VALUE);
        }
      g_string_append (normal, is_list ? ")" : "");
    }
  return comparisons != NULL ? g_string_free (g_steal_pointer (&normal), FALSE) : NULL;
}

void
deid_condition_list_columns (const char *text, void (*func) (const char *column, gpointer data),
                             gpointer data)
{
  g_autoptr (GPtrArray) comparisons = condition_read (text, NULL);

  for (guint i = 0; comparisons != NULL && i < comparisons->len; i++)
    func (((Comparison *) g_ptr_array_index (comparisons, i))->column, data);
}

/* All conditions of one kind, bound to a table. */
typedef struct
{
  DeidDataset *dataset;
  DeidRowsKind kind;
  GHashTable *types; /* or NULL */
  gboolean is_strict;
  GPtrArray *conditions; /* of GPtrArray of Comparison */
  guint64 *n_left_out;   /* by each, of the rows that those before it leave */
} RowFilter;

/* Comparing values. */

static gboolean
is_any_equal (const Comparison *comparison, const DeidTypeReader *reader, const char *text,
              gboolean is_of_type)
{
  for (guint v = 0; v < comparison->values->len; v++)
    {
      const char *value = g_ptr_array_index (comparison->values, v);

      if (g_str_equal (text, value)
          || (is_of_type && deid_type_reader_accepts (reader, value)
              && deid_type_reader_compare (reader, text, value) == 0))
        return TRUE;
    }
  return FALSE;
}

/* @text is NULL for a missing value. */
static guint8
compare_value (const Comparison *comparison, const DeidTypeReader *reader, const char *text)
{
  const Sign sign = comparison->sign;
  const gboolean is_of_type = text != NULL && deid_type_reader_accepts (reader, text);
  const gboolean is_missing = text == NULL || (reader->is_lenient && !is_of_type);
  const gboolean is_negated = sign == IS_OTHER || sign == IS_NOT_IN;
  gboolean is_equal;
  int order;

  if (sign >= IS_MISSING)
    return is_missing == (sign == IS_MISSING) ? YES : NO;
  if (text == NULL)
    return NO;
  if (sign < IS_BELOW || sign > IS_AT_LEAST)
    {
      is_equal = is_any_equal (comparison, reader, text, is_of_type);
      return is_equal != is_negated && (is_equal || !is_missing) ? YES : NO;
    }
  if (!is_of_type)
    return is_missing ? NO : NO_ORDER;
  order = deid_type_reader_compare (reader, text, g_ptr_array_index (comparison->values, 0));
  if (order == 0)
    return sign == IS_AT_MOST || sign == IS_AT_LEAST ? YES : NO;
  return (order < 0) == (sign <= IS_AT_MOST) ? YES : NO;
}

/* A value that is of another type was mistyped, unless it is a text of the column. */
static gboolean
row_filter_check_values (const Comparison *comparison, const DeidTypeReader *reader,
                         gboolean is_strict, GError **error)
{
  const gboolean has_order = comparison->sign >= IS_BELOW && comparison->sign <= IS_AT_LEAST;

  if (has_order && reader->type == DEID_COLUMN_TYPE_TEXT)
    return deid_fail (error, DEID_ERROR_PARSE,
                      "column '%s' is a text, expected =, != or in, or the type integer, decimal "
                      "or date for the column",
                      deid_column_show (comparison->of));
  for (guint v = 0; v < comparison->values->len; v++)
    {
      const char *value = g_ptr_array_index (comparison->values, v);

      if (deid_type_reader_accepts (reader, value)
          || (!has_order
              && (!is_strict
                  || deid_dictionary_find (&comparison->of->dictionary, value, strlen (value))
                         != DEID_NO_CODE)))
        continue;
      deid_fail (error, DEID_ERROR_PARSE, "'%s' is not of the type %s", DEID_SHOW (value),
                 comparison->type);
      g_prefix_error (error, "column '%s': ", deid_column_show (comparison->of));
      return FALSE;
    }
  return TRUE;
}

static gboolean
comparison_bind (Comparison *comparison, const RowFilter *filter, GError **error)
{
  DeidTypeReader reader;
  const DeidColumn *column;
  const char *type;
  guint number;

  if (!deid_dataset_find_column (filter->dataset, comparison->column, &number, error))
    return FALSE;
  comparison->of = column = &filter->dataset->columns[number];
  type = filter->types != NULL && column->type == DEID_COLUMN_TYPE_TEXT
             ? g_hash_table_lookup (filter->types, column->name)
             : NULL;
  comparison->type
      = type != NULL ? g_strdup (type)
                     : g_strjoin (" ", deid_enum_get_name ("DeidColumnType", (int) column->type),
                                  column->format, NULL);
  if (!deid_type_reader_init_from_text (&reader, comparison->type, error)
      || !row_filter_check_values (comparison, &reader, filter->is_strict, error))
    return FALSE;
  comparison->answers = deid_alloc (column->dictionary.n, 1, error);
  for (guint32 code = 0; comparison->answers != NULL && code < column->dictionary.n; code++)
    comparison->answers[code]
        = compare_value (comparison, &reader, deid_dictionary_get (&column->dictionary, code));
  return comparison->answers != NULL;
}

/* Returns: what a condition says of a row; @unordered becomes a comparison that does not know. */
static guint8
ask_row (const GPtrArray *comparisons, guint64 row, const Comparison **unordered)
{
  guint8 any = NO, all = YES;

  for (guint i = 0; i < comparisons->len; i++)
    {
      const Comparison *comparison = g_ptr_array_index (comparisons, i);
      const guint8 answer = comparison->answers[deid_codes_get (&comparison->of->codes, row)];

      if (comparison->starts_anew && i > 0)
        {
          any = MAX (any, all);
          all = YES;
        }
      if (answer == NO_ORDER)
        *unordered = comparison;
      all = MIN (all, answer);
    }
  return MAX (any, all);
}

/* Leaving rows out. */

gboolean
deid_column_take_rows (const DeidColumn *column, DeidColumn *after, const guint64 *rows,
                       guint64 n_rows, const DeidStop *stop, GError **error)
{
  const DeidDictionary *before = &column->dictionary;
  g_autofree guint32 *numbers = deid_alloc (before->n, sizeof *numbers, error); /* plus 1, or 0 */

  deid_dictionary_init (&after->dictionary);
  deid_codes_init (&after->codes);
  for (guint64 i = 0; numbers != NULL && i < n_rows; i++)
    {
      const guint32 code = deid_codes_get (&column->codes, rows[i]);

      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      if (numbers[code] == 0)
        {
          if (!deid_dictionary_take (&after->dictionary, before, code, &numbers[code], error))
            return FALSE;
          numbers[code]++;
        }
      if (!deid_codes_append (&after->codes, numbers[code] - 1, error))
        return FALSE;
    }
  return numbers != NULL;
}

/* Adds the values of the rows that were left out. */
static gboolean
add_values (const DeidColumn *column, DeidColumn *after, GError **error)
{
  const guint32 n = after->dictionary.n;
  guint32 code;

  for (guint32 value = 0; column->keeps_values && value < column->dictionary.n; value++)
    if (!deid_dictionary_take (&after->dictionary, &column->dictionary, value, &code, error))
      return FALSE;
  after->n_kept = after->dictionary.n - n
                  - (n <= after->dictionary.missing && after->dictionary.missing != DEID_NO_CODE);
  return TRUE;
}

/* Weights are read anew. */
static gboolean
dataset_reset_rows (DeidDataset *dataset, guint64 *kept, guint64 n_kept, GError **error)
{
  const guint weights = dataset->weight_column;

  for (guint64 i = 0; dataset->places != NULL && i < n_kept; i++)
    kept[i] = dataset->places[kept[i]];
  g_free (dataset->places);
  dataset->places = kept;
  dataset->n_records = dataset->n_rows = n_kept;
  return weights == DEID_NO_COLUMN
         || (deid_dataset_set_role (dataset, dataset->columns[weights].name, DEID_ROLE_IDENTIFYING,
                                    error)
             && deid_dataset_set_role (dataset, dataset->columns[weights].name, DEID_ROLE_WEIGHT,
                                       error));
}

gboolean
deid_dataset_keep_rows (DeidDataset *dataset, guint64 *kept, guint64 n_kept, const DeidStop *stop,
                        GError **error)
{
  g_autofree DeidColumn *after = deid_alloc (dataset->n_columns, sizeof *after, error);
  gboolean success = after != NULL;

  for (guint c = 0; success && c < dataset->n_columns; c++)
    success = deid_column_take_rows (&dataset->columns[c], &after[c], kept, n_kept, stop, error)
              && add_values (&dataset->columns[c], &after[c], error);
  for (guint c = 0; after != NULL && c < dataset->n_columns; c++)
    if (success)
      deid_dataset_change_values (dataset, &dataset->columns[c], &after[c]);
    else
      deid_column_clear (&after[c]);
  if (success)
    return dataset_reset_rows (dataset, kept, n_kept, error);
  g_free (kept);
  return FALSE;
}

static gboolean
row_filter_bind (RowFilter *filter, const char *const *conditions, GError **error)
{
  for (guint i = 0; conditions[i] != NULL; i++)
    {
      GPtrArray *comparisons = condition_read (conditions[i], error);

      if (comparisons == NULL)
        return FALSE;
      g_ptr_array_add (filter->conditions, comparisons);
      for (guint c = 0; c < comparisons->len; c++)
        if (!comparison_bind (g_ptr_array_index (comparisons, c), filter, error))
          return FALSE;
    }
  filter->n_left_out = deid_alloc (filter->conditions->len, sizeof *filter->n_left_out, error);
  return filter->n_left_out != NULL;
}

static gboolean
refuse_order (const RowFilter *filter, const Comparison *comparison, guint64 row, GError **error)
{
  g_autofree char *place = deid_dataset_locate (filter->dataset, row);

  deid_fail (error, DEID_ERROR_PARSE,
             "%s, column '%s': the condition compares a value that is not of the type %s; leave "
             "the row out by drop=, or name the value behind missing=",
             place, deid_column_show (comparison->of), comparison->type);
  deid_text_prefix_value (error, filter->dataset->show_values,
                          deid_column_get (comparison->of, row), -1);
  return FALSE;
}

/* A row is left out for the first condition that says so; a value without order counts only where
 * none does. */
static gboolean
row_filter_ask (RowFilter *filter, guint64 row, gboolean *is_kept, GError **error)
{
  const guint8 decisive = filter->kind == DEID_ROWS_DROP ? YES : NO;
  const Comparison *unordered = NULL, *open = NULL;

  *is_kept = TRUE;
  for (guint i = 0; i < filter->conditions->len; i++)
    {
      const guint8 answer = ask_row (g_ptr_array_index (filter->conditions, i), row, &unordered);

      if (answer == decisive)
        {
          filter->n_left_out[i]++;
          *is_kept = FALSE;
          return TRUE;
        }
      if (answer == NO_ORDER)
        open = unordered;
    }
  return open == NULL || refuse_order (filter, open, row, error);
}

/* Returns: (transfer full): the rows that stay; %NULL on failure. */
static guint64 *
row_filter_list_kept (RowFilter *filter, guint64 *n_kept, const DeidStop *stop, GError **error)
{
  const guint64 n = filter->dataset->n_rows;
  g_autofree guint64 *kept = deid_alloc (n, sizeof *kept, error);
  gboolean is_kept;

  *n_kept = 0;
  for (guint64 row = 0; kept != NULL && row < n; row++)
    {
      if (!deid_stop_check_row (stop, row, error) || !row_filter_ask (filter, row, &is_kept, error))
        return NULL;
      if (is_kept)
        kept[(*n_kept)++] = row;
    }
  if (kept == NULL || *n_kept > 0 || n == 0)
    return g_steal_pointer (&kept);
  return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                         "%s: all %" G_GUINT64_FORMAT
                         " rows are left out, expected a condition that leaves some",
                         filter->dataset->name, n);
}

static const DeidColumn *
get_first_column (const RowFilter *filter, guint i)
{
  const GPtrArray *comparisons = g_ptr_array_index (filter->conditions, i);

  return ((const Comparison *) g_ptr_array_index (comparisons, 0))->of;
}

/* Returns: (transfer full): what a condition is called: by its number if others begin with the same
 * column. */
static char *
name_condition (const RowFilter *filter, guint condition)
{
  guint number = 0, n = 0;

  for (guint i = 0; i < filter->conditions->len; i++)
    if (get_first_column (filter, i) == get_first_column (filter, condition))
      {
        n++;
        number += i <= condition ? 1 : 0;
      }
  return n > 1 ? g_strdup_printf ("condition %u", number) : g_strdup ("the condition");
}

static void
row_filter_note (const RowFilter *filter, guint64 n_rows)
{
  for (guint i = 0; i < filter->conditions->len; i++)
    {
      const GPtrArray *comparisons = g_ptr_array_index (filter->conditions, i);
      const Comparison *first = g_ptr_array_index (comparisons, 0);
      const guint64 n = filter->n_left_out[i];
      g_autofree char *name = name_condition (filter, i);

      deid_dataset_add_note (
          filter->dataset, "rows-left-out", first->of->name, n,
          "%s: %s on '%s'%s leaves out %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " rows%s",
          filter->kind == DEID_ROWS_DROP ? "drop" : "keep", name, deid_column_show (first->of),
          comparisons->len > 1 ? " and others" : "", n, n_rows,
          n == 0 ? ". Check how its values are written" : "");
    }
}

gboolean
deid_dataset_filter_rows (DeidDataset *dataset, DeidRowsKind kind, const char *const *conditions,
                          GHashTable *types, gboolean is_strict, GCancellable *cancellable,
                          GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  RowFilter filter = { .dataset = dataset, .kind = kind, .types = types, .is_strict = is_strict };
  const guint64 n_rows = dataset->n_rows;
  guint64 *kept = NULL, n_kept;

  filter.conditions = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  if (deid_dataset_check_mutable (dataset, error) && row_filter_bind (&filter, conditions, error))
    kept = row_filter_list_kept (&filter, &n_kept, stop, error);
  if (kept != NULL)
    row_filter_note (&filter, n_rows);
  g_ptr_array_unref (filter.conditions);
  g_free (filter.n_left_out);
  if (kept == NULL || !deid_dataset_keep_rows (dataset, kept, n_kept, stop, error))
    return FALSE;
  g_strfreev (dataset->row_conditions[kind]);
  dataset->row_conditions[kind] = g_strdupv ((char **) conditions);
  return TRUE;
}

const char *const *
deid_dataset_get_row_conditions (const DeidDataset *dataset, DeidRowsKind kind)
{
  return (const char *const *) dataset->row_conditions[kind];
}
