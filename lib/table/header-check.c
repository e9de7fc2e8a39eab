/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/header-check.h"

#include <string.h>

#include "base/rational.h"
#include "table/column-inference.h"
#include "table/dataset-notes.h"
#include "table/dataset-private.h"

/* A name is a value if two records have it, and one in so many. */
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

/* Words are alike in form by accident; codes with several digits hardly. */
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
  const guint32 code
      = deid_dictionary_find (&column->dictionary, column->name, strlen (column->name));
  guint64 n = 0;

  for (guint64 row = 0; code != DEID_NO_CODE && row < column->codes.n; row++)
    n += deid_codes_get (&column->codes, row) == code ? 1 : 0;
  return n > 1 && n >= column->codes.n / RECORDS_PER_NAME;
}

/* Tells whether a name could be a value, so that all values need to be looked at. */
static gboolean
may_be_value (const DeidDataset *dataset, guint c)
{
  const DeidColumn *column = &dataset->columns[c];

  return (strspn (column->name, "+-.,0123456789") == strlen (column->name)
          && !counts_columns (dataset, c))
         || count_digits (column->name) >= DIGITS_OF_DATE || is_frequent (column)
         || is_of_form (column);
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

DeidHeaderVerdict
deid_dataset_get_header_verdict (const DeidDataset *dataset)
{
  return dataset->header_verdict;
}
