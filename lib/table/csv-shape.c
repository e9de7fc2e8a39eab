/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What exports of other programs add to a table: row names, columns and rows without anything in
 * them, a line that names the delimiter. And whether the first line is one of names. */
#include <string.h>

#include "base/files.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "table/column-inference.h"
#include "table/dataset-csv.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"
#include "table/row-filter.h"

/* Tells whether a column has numbers of rows: each one more than that before it or, where tables
 * were joined, the first again; or, where rows may have been left out, numbers that all differ. */
static gboolean
has_row_numbers (const DeidColumn *column, gboolean may_have_gaps)
{
  const gboolean differ = may_have_gaps && column->dictionary.n == column->codes.n;
  guint64 first = 0, number = 0;

  for (guint64 row = 0; row < column->codes.n; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);
      const char *text = deid_dictionary_get (&column->dictionary, code);
      const guint64 next = number + 1;

      if (text == NULL || !deid_uint64_from_decimal (text, &number)
          || (text[0] == '0' && text[1] != '\0'))
        return FALSE;
      if (row == 0)
        first = number;
      else if (!differ && number != next && number != first)
        return FALSE;
    }
  return differ || (first <= 1 && (column->codes.n < 2 || column->dictionary.n > 1));
}

/* The same, or names that are quoted as R does it. */
static gboolean
has_row_names (const DeidRowLoader *loader)
{
  const DeidColumn *column = &loader->columns[0].column;

  return has_row_numbers (column, !loader->has_extra)
         || (loader->n_quoted == loader->n_rows && column->dictionary.n == column->codes.n
             && column->dictionary.missing == DEID_NO_CODE);
}

static gboolean
holds_values (const DeidColumn *column)
{
  return column->dictionary.n > (column->dictionary.missing != DEID_NO_CODE);
}

static void
drop_column (DeidRowLoader *loader, guint c)
{
  deid_column_loader_clear (&loader->columns[c]);
  loader->n_columns--;
  memmove (&loader->columns[c], &loader->columns[c + 1],
           (loader->n_columns - c) * sizeof *loader->columns);
}

/* The names of the header belong to the columns behind the first. */
static void
shift_names (DeidRowLoader *loader)
{
  for (guint c = loader->n_columns - 1; c > 0; c--)
    {
      DeidColumn *to = &loader->columns[c].column, *from = &loader->columns[c - 1].column;
      char *const name = to->name, *const shown = to->shown;

      to->name = from->name;
      to->shown = from->shown;
      from->name = name;
      from->shown = shown;
    }
}

static gboolean
refuse_extra (const DeidRowLoader *loader, const DeidDataset *dataset, GError **error)
{
  const DeidColumn *last = &loader->columns[loader->n_columns - 1].column;
  const char *text = deid_dictionary_get (&last->dictionary, deid_codes_get (&last->codes, 0));

  deid_row_loader_refuse_fields (loader, loader->n_columns, text, text != NULL ? strlen (text) : 0,
                                 error);
  g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", dataset->name, loader->first_line);
  return FALSE;
}

static gboolean
refuse_unnamed (const DeidRowLoader *loader, const DeidDataset *dataset, guint c, GError **error)
{
  deid_row_loader_refuse_name (c, error);
  g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", dataset->name, loader->header_line);
  return FALSE;
}

/* Lines that are shorter hold one column. */
#define MIN_PACKED 10

/* Fewer lines than these have no titles above the names. */
#define MIN_TITLED 6

/* Looks at the lines of a text without a delimiter: whether they have the same places blank; with a
 * line of names, also whether all have one length, or one number of words. */
static char
guess_blanks (const char *text, gsize n, gboolean has_header)
{
  g_autofree char *sample = g_strndup (text, n);
  g_auto (GStrv) lines = g_strsplit_set (sample, "\r\n", -1);
  g_autofree char *filled = g_strnfill (strcspn (sample, "\r\n"), ' ');
  const gsize length = strlen (filled);
  gboolean is_even = TRUE, has_run = FALSE;
  guint n_lines = 0, n_words = 0;
  gsize first, gap;

  for (guint i = 0; lines[i] != NULL && (n < DEID_INPUT_CHUNK_SIZE || lines[i + 1] != NULL); i++)
    {
      const gsize own = strlen (lines[i]);
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      if (own == 0)
        continue;
      is_even &= own == length;
      n_words = n_lines++ == 0 || n_words == g_strv_length (words) ? g_strv_length (words) : 1;
      for (gsize p = 0; p < MIN (own, length); p++)
        if (lines[i][p] != ' ')
          filled[p] = 'x';
      has_run |= strstr (g_strchomp (lines[i]) + strspn (lines[i], " "), "  ") != NULL;
    }
  first = strcspn (filled, "x");
  gap = first + strspn (filled + first, "x");
  if (n_lines < 3)
    return '\0';
  if (has_run && strchr (filled + gap, 'x') != NULL)
    return DEID_FIXED_WIDTH;
  return !has_header                       ? '\0'
         : n_words > 1 && !has_run         ? ' '
         : is_even && length >= MIN_PACKED ? DEID_FIXED_WIDTH
                                           : '\0';
}

static guint
csv_shape_count (const char *text, char sign)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == sign;
  return n;
}

/* Titles may stand above the line of names. Returns: a delimiter that most lines have equally
 * often, but not the first one; or NUL. */
static char
guess_below (const char *text, gsize n, char own)
{
  g_autofree char *sample = g_strndup (text, n);
  g_auto (GStrv) lines = g_strsplit_set (sample, "\r\n", -1);
  guint n_lines = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n_lines += lines[i][0] != '\0';
  for (const char *p = DEID_DELIMITERS; n_lines >= MIN_TITLED && *p != '\0'; p++)
    {
      const guint n_signs = csv_shape_count (lines[n_lines / 2], *p);
      guint n_alike = 0;

      for (guint i = 0; lines[i] != NULL; i++)
        n_alike += lines[i][0] != '\0' && csv_shape_count (lines[i], *p) == n_signs;
      if (*p != own && n_signs > 0 && 2 * n_alike > n_lines)
        return *p;
    }
  return '\0';
}

char
deid_row_loader_guess_delimiter (const DeidRowLoader *loader)
{
  const gboolean has_header = loader->options->header;
  char other;

  if (loader->n_columns - (loader->has_extra ? 1 : 0) != 1)
    return '\0';
  other = has_header ? deid_delimiter_guess (loader->columns[0].column.name, loader->delimiter)
                     : '\0';
  if (other == '\0' && loader->sample != NULL)
    other = guess_blanks (loader->sample, loader->n_sample, has_header);
  if (other == '\0' && loader->sample != NULL && has_header)
    other = guess_below (loader->sample, loader->n_sample, loader->delimiter);
  return other;
}

/* Tells whether a delimiter was found in other lines than the first. */
static gboolean
is_below (const DeidRowLoader *loader, char delimiter)
{
  return delimiter != '\0' && delimiter != ' '
         && strchr (loader->columns[0].column.name, delimiter) == NULL;
}

#define CSV_SHAPE_QUOTED ", which are left out; a quoted field keeps its blanks"
#define CSV_SHAPE_FORMULA                                                                          \
  " as a spreadsheet writes texts, =\"02107\": read as the text between the quotes"

/* Notes what is said of @n lines, fields or rows: @one if there is one of them, else @several. */
static void
note_count (DeidDataset *dataset, const char *code, guint64 n_records, guint64 n, const char *part,
            const char *one, const char *several)
{
  if (n > 0)
    deid_dataset_add_note (dataset, code, NULL, n_records, DEID_COUNT_FORMAT " %s%s of %s %s", n,
                           part, n == 1 ? "" : "s", dataset->name, n == 1 ? one : several);
}

gboolean
deid_row_loader_settle (DeidRowLoader *loader, DeidDataset *dataset, GError **error)
{
  guint last = loader->n_columns - 1;
  gboolean is_shifted = FALSE;

  if (loader->has_extra && holds_values (&loader->columns[last].column))
    {
      if (!has_row_names (loader) || (loader->n_rows == 1 && loader->n_quoted == 0))
        return refuse_extra (loader, dataset, error);
      shift_names (loader);
      is_shifted = TRUE;
    }
  for (; last > 0 && loader->columns[last].column.name[0] == '\0'; last--)
    {
      if (holds_values (&loader->columns[last].column))
        return refuse_unnamed (loader, dataset, last, error);
      drop_column (loader, last);
      loader->n_unnamed++;
    }
  loader->has_extra = FALSE;
  if (loader->n_unnamed > 0)
    deid_dataset_add_note (dataset, "columns-left-out", NULL, 0,
                           "the lines of %s end with delimiters: %u column%s without name and "
                           "values %s left out",
                           dataset->name, loader->n_unnamed, loader->n_unnamed == 1 ? "" : "s",
                           loader->n_unnamed == 1 ? "was" : "were");
  if (loader->columns[0].column.name[0] == '\0')
    {
      if (loader->n_columns == 1 || !has_row_names (loader))
        return refuse_unnamed (loader, dataset, 0, error);
      drop_column (loader, 0);
      if (is_shifted)
        deid_dataset_add_note (
            dataset, "columns-left-out", NULL, loader->n_rows,
            "line %" G_GUINT64_FORMAT " of %s has %u name%s, and the rows have %u fields: the "
            "names were given to the last %u, and the first field, which numbers or names the "
            "rows, was left out; add a name to line %" G_GUINT64_FORMAT " if these are wrong",
            loader->header_line, dataset->name, loader->n_columns,
            loader->n_columns == 1 ? "" : "s", loader->n_columns + 1, loader->n_columns,
            loader->header_line);
      else
        deid_dataset_add_note (dataset, "columns-left-out", NULL, loader->n_rows,
                               "the first column of %s has no name and numbers or names the rows: "
                               "it was left out; give it a name to use it",
                               dataset->name);
    }
  dataset->other_delimiter = deid_row_loader_guess_delimiter (loader);
  if (dataset->other_delimiter == DEID_FIXED_WIDTH || is_below (loader, dataset->other_delimiter))
    {
      g_autofree char *doubt = deid_delimiter_ask (dataset->other_delimiter);

      deid_dataset_add_note (
          dataset, "one-column", NULL, 0, "one column was read from %s%s%s", dataset->name, doubt,
          dataset->other_delimiter == DEID_FIXED_WIDTH ? ""
                                                       : ": delete titles above the line of names");
    }
  if (loader->n_swallowing > 0)
    deid_dataset_add_note (
        dataset, "rows-in-quotes", NULL, loader->n_swallowing,
        DEID_COUNT_FORMAT
        " record%s of %s, first at line %" G_GUINT64_FORMAT ", span%s several "
        "lines in quotes, each of which has as many fields as a record: " DEID_COUNT_FORMAT
        " line%s may be records that a quote left over has swallowed; remove that quote, or keep "
        "it if the text is meant",
        loader->n_swallowing, loader->n_swallowing == 1 ? "" : "s", dataset->name,
        loader->swallowing_line, loader->n_swallowing == 1 ? "s" : "", loader->n_swallowed,
        loader->n_swallowed == 1 ? "" : "s");
  note_count (dataset, "empty-rows", loader->n_empty, loader->n_empty, "line",
              "is blank or holds delimiters only: left out, as no record",
              "are blank or hold delimiters only: left out, as no record");
  note_count (dataset, "blanks-left-out", 0, loader->n_stripped, "field",
              "had blanks around it" CSV_SHAPE_QUOTED, "had blanks around them" CSV_SHAPE_QUOTED);
  note_count (dataset, "formulas-read", 0, loader->n_formulas, "field",
              "is written" CSV_SHAPE_FORMULA, "are written" CSV_SHAPE_FORMULA);
  return TRUE;
}

/* Tells whether a value is the name of its column, perhaps in other letters of upper or lower case.
 */
static gboolean
is_own_name (const DeidColumn *column, guint32 code)
{
  const char *text = deid_dictionary_get (&column->dictionary, code);
  g_autofree char *folded = NULL, *name = NULL;

  if (text == NULL || g_ascii_tolower (text[0]) != g_ascii_tolower (column->name[0]))
    return FALSE;
  folded = g_utf8_casefold (text, -1);
  name = g_utf8_casefold (column->name, -1);
  return g_str_equal (folded, name);
}

static gboolean
read_integer (const char *text, gint64 *number)
{
  return deid_decimal_is_integer (text) && strlen (text) < 18
         && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, number, NULL);
}

/* Columns may be called by their number, as data frames do, or by years in a row. */
static gboolean
counts_columns (const DeidDataset *dataset, guint c)
{
  gint64 number, other;

  if (!read_integer (dataset->columns[c].name, &number))
    return FALSE;
  if (number >= (gint64) c - 1 && number <= (gint64) c + 1)
    return TRUE;
  return (c > 0 && read_integer (dataset->columns[c - 1].name, &other) && number - other == 1)
         || (c + 1 < dataset->n_columns && read_integer (dataset->columns[c + 1].name, &other)
             && other - number == 1);
}

/* Returns: the number of rows that have the name of the column as their value. */
static guint64
count_name (const DeidColumn *column)
{
  const guint32 code
      = deid_dictionary_find (&column->dictionary, column->name, strlen (column->name));
  guint64 n = 0;

  for (guint64 row = 0; code != DEID_NO_CODE && row < column->codes.n; row++)
    n += deid_codes_get (&column->codes, row) == code ? 1 : 0;
  return n;
}

static gboolean
is_number_like (const DeidDataset *dataset, guint c)
{
  const char *name = dataset->columns[c].name;

  return strspn (name, "+-.,0123456789") == strlen (name) && !counts_columns (dataset, c);
}

/* Tells whether half of the names are numbers, or values of other rows than the @n_repeated that
 * have all names: the line of names is a record then, and so are these rows. */
static gboolean
are_names_values (const DeidDataset *dataset, guint64 n_repeated)
{
  guint n_like = 0;

  for (guint c = 0; c < dataset->n_columns; c++)
    n_like += is_number_like (dataset, c) || count_name (&dataset->columns[c]) > n_repeated;
  return 2 * n_like >= dataset->n_columns;
}

gboolean
deid_dataset_leave_names_out (DeidDataset *dataset, const DeidStop *stop, GError **error)
{
  const DeidColumn *first = &dataset->columns[0];
  g_autofree guint8 *is_name = deid_alloc (first->dictionary.n, sizeof *is_name, error);
  g_autofree guint64 *kept = NULL;
  guint64 n_left_out = 0, n_kept = 0;

  for (guint32 code = 0; is_name != NULL && code < first->dictionary.n; code++)
    n_left_out += is_name[code] = is_own_name (first, code) ? 1 : 0;
  if (is_name == NULL || n_left_out == 0 || dataset->n_columns == 1)
    return is_name != NULL;
  kept = deid_alloc (dataset->n_rows, sizeof *kept, error);
  for (guint64 row = 0; kept != NULL && row < dataset->n_rows; row++)
    {
      guint c = is_name[deid_codes_get (&first->codes, row)] ? 1 : 0;

      while (
          c > 0 && c < dataset->n_columns
          && is_own_name (&dataset->columns[c], deid_codes_get (&dataset->columns[c].codes, row)))
        c++;
      if (c < dataset->n_columns)
        kept[n_kept++] = row;
    }
  n_left_out = dataset->n_rows - n_kept;
  if (kept == NULL || n_left_out == 0 || are_names_values (dataset, n_left_out))
    return kept != NULL;
  note_count (dataset, "repeated-names", n_left_out, n_left_out, "row",
              "repeats the line of names: left out, as no record",
              "repeat the line of names: left out, as no record");
  return deid_dataset_keep_rows (dataset, g_steal_pointer (&kept), n_kept, stop, error);
}

gboolean
deid_row_loader_take_delimiter (DeidRowLoader *loader, DeidInput *input, DeidDataset *dataset,
                                GError **error)
{
  const char *start, *line;
  gsize n, n_skipped;
  char named;

  if (!deid_input_peek (input, &start, &n, error))
    {
      if (error != NULL && g_error_matches (*error, DEID_ERROR, DEID_ERROR_NO_MEMORY))
        g_prefix_error (error, "%s: line 1: ", dataset->name);
      return FALSE;
    }
  line = n >= 3 && memcmp (start, DEID_BYTE_ORDER_MARK, 3) == 0 ? start + 3 : start;
  loader->sample = line;
  loader->n_sample = n - (gsize) (line - start);
  named = deid_csv_get_named_delimiter (start, n, loader->options->quote, &n_skipped);
  if (named == 0)
    return TRUE;
  if (loader->options->delimiter != 0 && loader->options->delimiter != named)
    {
      g_autofree char *other = deid_text_show (&named, 1);
      g_autofree char *set = deid_text_show (&loader->options->delimiter, 1);

      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%s: line 1: sep=%s names another delimiter than '%s', which is set, expected "
                   "the same",
                   dataset->name, other, set);
      return FALSE;
    }
  loader->delimiter = dataset->delimiter = named;
  loader->n_lines_before = 1;
  loader->sample = NULL;
  deid_input_skip (input, n_skipped);
  deid_dataset_add_note (dataset, "delimiter-line", NULL, 0,
                         "the first line of %s names the delimiter (sep=): it is no record",
                         dataset->name);
  return TRUE;
}

/* A table without a line of names, which was read as if it had one: its first record became the
 * names, and would be released with them. */

/* A name counts as a value if at least two records have it, and at least one record in 100. */
#define RECORDS_PER_NAME 100

/* Nine values in ten have the form of the name. */
#define LEAST_LIKE 0.9
#define MIN_VALUES 3

/* Fewer digits are no date. */
#define DIGITS_OF_DATE 5

/* Values that are looked at for their form. */
#define MAX_COMPARED 1000

/* What a name says about whether it is one. */
typedef enum
{
  NAME_SAYS_NOTHING,
  NAME_IS_VALUE,
  NAME_IS_OTHER /* than all values, which have a type */
} NameEvidence;

/* Tells whether two texts have digits, letters and other signs at the same places. */
static gboolean
has_same_form (const char *a, const char *b)
{
  for (; *a != '\0' && *b != '\0'; a++, b++)
    if (g_ascii_isdigit (*a)   ? !g_ascii_isdigit (*b)
        : g_ascii_isalpha (*a) ? !g_ascii_isalpha (*b)
                               : *a != *b)
      return FALSE;
  return *a == *b;
}

static guint
count_digits (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += g_ascii_isdigit (*text) ? 1 : 0;
  return n;
}

/* Tells whether the name of a column has the form of most of its values. A word may have it by
 * accident, so the name must have several digits. */
static gboolean
is_of_form (const DeidColumn *column)
{
  const guint32 n = count_digits (column->name) > 1 ? MIN (column->dictionary.n, MAX_COMPARED) : 0;
  guint n_values = 0, n_like = 0;

  for (guint32 code = 0; code < n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code);

      n_values += text != NULL ? 1 : 0;
      n_like += text != NULL && has_same_form (column->name, text) ? 1 : 0;
    }
  return n_values >= MIN_VALUES && n_like >= LEAST_LIKE * n_values;
}

static gboolean
is_frequent (const DeidColumn *column)
{
  const guint64 n = count_name (column);

  return n > 1 && n >= column->codes.n / RECORDS_PER_NAME;
}

/* Tells whether a name could be a value, so that all values need to be looked at. */
static gboolean
may_be_value (const DeidDataset *dataset, guint c)
{
  const DeidColumn *column = &dataset->columns[c];

  return is_number_like (dataset, c) || count_digits (column->name) >= DIGITS_OF_DATE
         || is_frequent (column) || is_of_form (column);
}

static NameEvidence
compare_type (const DeidColumn *column, const DeidColumnInference *inference)
{
  DeidDateFormat format;
  DeidDateTime read;
  gboolean is_like = FALSE;
  double number;

  if (inference->n_exceptions > 0 || inference->n_values < 2)
    return NAME_SAYS_NOTHING;
  if (deid_column_type_is_numeric (inference->type))
    is_like = deid_column_inference_read_number (inference, column->name, &number);
  else if (inference->has_leading_zeros)
    is_like = deid_decimal_is_integer (column->name);
  else if (inference->type != DEID_COLUMN_TYPE_DATE)
    return NAME_SAYS_NOTHING;
  for (guint i = 0; i < inference->n_formats; i++)
    {
      deid_date_format_init (&format, inference->formats[i], NULL);
      is_like |= deid_date_format_read (&format, column->name, &read);
    }
  return is_like ? NAME_IS_VALUE : NAME_IS_OTHER;
}

static gboolean
find_evidence (const DeidDataset *dataset, guint c, const DeidStop *stop, NameEvidence *evidence,
               GError **error)
{
  const DeidColumn *column = &dataset->columns[c];
  g_autoptr (DeidColumnInference) inference
      = deid_column_inference_new (dataset, column->name, stop, error);

  if (inference == NULL)
    return FALSE;
  *evidence = compare_type (column, inference);
  if (*evidence == NAME_IS_VALUE
          ? counts_columns (dataset, c)
          : g_strv_contains ((const char *const *) inference->missing_codes, column->name))
    *evidence = NAME_SAYS_NOTHING;
  else if (*evidence != NAME_IS_VALUE && (is_frequent (column) || is_of_form (column)))
    *evidence = NAME_IS_VALUE;
  return TRUE;
}

gboolean
deid_dataset_check_header (DeidDataset *dataset, const DeidStop *stop, GError **error)
{
  const guint n = dataset->n_columns;
  guint n_suspect = 0, n_like = 0, n_other = 0;

  for (guint c = 0; c < n; c++)
    n_suspect += may_be_value (dataset, c) ? 1 : 0;
  for (guint c = 0; n_suspect > 0 && c < n; c++)
    {
      NameEvidence evidence;

      if (!find_evidence (dataset, c, stop, &evidence, error))
        return FALSE;
      n_like += evidence == NAME_IS_VALUE;
      n_other += evidence == NAME_IS_OTHER;
    }
  if (n_like == 0 || (n_other > 0 && 2 * n_like <= n))
    return TRUE;
  dataset->header_verdict
      = n_other == 0 && 2 * n_like > n ? DEID_HEADER_IS_RECORD : DEID_HEADER_DOUBTED;
  deid_dataset_add_note (dataset, "names-like-values", NULL, 1,
                         "%u of %u column names look like values of their columns: if the first "
                         "line is a record, read the table with header=no, or the record is "
                         "released as names",
                         n_like, n);
  return TRUE;
}
