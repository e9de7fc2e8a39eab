/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns of data frames to datasets, and back. */
#include "binding.h"

SEXP
binding_new_dataset (void)
{
  DeidDataset *dataset = deid_dataset_new ("table");

  return handle_new ('d', dataset);
}

static void
set_type (DeidDataset *table, const char *column, SEXP type)
{
  GError *error = NULL;

  if (!deid_dataset_set_column_type (table, column, Rf_asInteger (type), NULL, &error))
    stop_with_error (error);
}

/* What tells the value of a row from others, or NULL if the value is missing. Texts that are equal
 * are one object of R, unless their encodings differ. */
static gconstpointer
get_key (SEXP column, R_xlen_t row, gboolean is_integer64)
{
  if (TYPEOF (column) == STRSXP)
    return STRING_ELT (column, row) == NA_STRING ? NULL : STRING_ELT (column, row);
  if (TYPEOF (column) != REALSXP)
    return INTEGER (column)[row] == NA_INTEGER ? NULL : INTEGER (column) + row;
  if (is_integer64 ? ((const gint64 *) REAL (column))[row] == G_MININT64
                   : ISNAN (REAL (column)[row]))
    return NULL;
  return REAL (column) + row;
}

static GHashTable *
make_numbers (SEXP column)
{
  if (TYPEOF (column) == STRSXP)
    return g_hash_table_new (NULL, NULL);
  return TYPEOF (column) == REALSXP ? g_hash_table_new (g_int64_hash, g_int64_equal)
                                    : g_hash_table_new (g_int_hash, g_int_equal);
}

/* The numbers of the rows that are the first with their values, but for missing ones. */
SEXP
binding_distinct (SEXP column)
{
  const gboolean is_integer64 = Rf_inherits (column, "integer64");
  const R_xlen_t n = XLENGTH (column);
  GHashTable *seen = make_numbers (column);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (int));
  SEXP result;

  for (R_xlen_t i = 0; i < n; i++)
    {
      const int row = (int) i + 1;
      gconstpointer key = get_key (column, i, is_integer64);

      if (key != NULL && g_hash_table_add (seen, (gpointer) key))
        g_array_append_val (rows, row);
    }
  g_hash_table_unref (seen);
  result = Rf_allocVector (INTSXP, rows->len);
  memcpy (INTEGER (result), rows->data, rows->len * sizeof (int));
  g_array_unref (rows);
  return result;
}

/* For each row the number of its text, from 1, or 0 if it is missing. */
static guint32 *
encode (SEXP column, SEXP first, SEXP numbers)
{
  const gboolean is_integer64 = Rf_inherits (column, "integer64");
  const R_xlen_t n = XLENGTH (column);
  guint32 *codes = R_Calloc (n, guint32);
  GHashTable *table = make_numbers (column);

  for (R_xlen_t i = 0; i < XLENGTH (first); i++)
    g_hash_table_insert (table, (gpointer) get_key (column, INTEGER (first)[i] - 1, is_integer64),
                         GINT_TO_POINTER (INTEGER (numbers)[i]));
  for (R_xlen_t i = 0; i < n; i++)
    {
      gconstpointer key = get_key (column, i, is_integer64);

      if (key != NULL)
        codes[i] = GPOINTER_TO_UINT (g_hash_table_lookup (table, key));
    }
  g_hash_table_unref (table);
  return codes;
}

/* Rows that are the first with their values, and for each the number of its text, from 1, or 0. */
SEXP
binding_add_column (SEXP dataset, SEXP name, SEXP column, SEXP first, SEXP numbers, SEXP texts,
                    SEXP type)
{
  DeidDataset *table = handle_get (dataset, 'd');
  const R_xlen_t n = XLENGTH (texts);
  const char **values = (const char **) R_alloc (n + 1, sizeof *values);
  const char *column_name = get_text (name);
  guint32 *codes;
  gboolean success;
  GError *error = NULL;

  values[0] = NULL;
  for (R_xlen_t i = 0; i < n; i++)
    values[i + 1] = Rf_translateCharUTF8 (STRING_ELT (texts, i));
  codes = encode (column, first, numbers);
  success = deid_dataset_add_coded_column (table, column_name, values, n + 1, codes,
                                           XLENGTH (column) * sizeof *codes, sizeof *codes, NULL,
                                           &error);
  R_Free (codes);
  if (!success)
    stop_with_error (error);
  set_type (table, column_name, type);
  return R_NilValue;
}

static guint8 *
make_validity (SEXP numbers, gsize n_validity)
{
  guint8 *validity = R_Calloc (n_validity, guint8);

  for (R_xlen_t i = 0; i < XLENGTH (numbers); i++)
    validity[i / 8] |= (get_key (numbers, i, FALSE) != NULL) << i % 8;
  return validity;
}

/* Adds integers or doubles. */
SEXP
binding_add_numbers (SEXP dataset, SEXP name, SEXP numbers)
{
  DeidDataset *table = handle_get (dataset, 'd');
  const char *column = get_text (name);
  const gboolean is_integer = TYPEOF (numbers) == INTSXP;
  const R_xlen_t n = XLENGTH (numbers);
  const gsize n_validity = (n + 7) / 8;
  gint64 *integers = is_integer ? R_Calloc (n, gint64) : NULL;
  guint8 *validity = make_validity (numbers, n_validity);
  gboolean success;
  GError *error = NULL;

  for (R_xlen_t i = 0; is_integer && i < n; i++)
    integers[i] = INTEGER (numbers)[i];
  success = is_integer ? deid_dataset_add_integer_column (table, column, integers, n, validity,
                                                          n_validity, NULL, &error)
                       : deid_dataset_add_double_column (table, column, REAL (numbers), n, validity,
                                                         n_validity, NULL, &error);
  R_Free (validity);
  R_Free (integers);
  if (!success)
    stop_with_error (error);
  return R_NilValue;
}

SEXP
binding_names (SEXP dataset)
{
  DeidDataset *table = handle_get (dataset, 'd');
  const guint n = deid_dataset_get_n_columns (table);
  const char **names = (const char **) R_alloc (n, sizeof *names);

  for (guint i = 0; i < n; i++)
    names[i] = deid_dataset_get_column_name (table, i);
  return make_texts (names, n);
}

/* The numbers of texts, or NULL if one of them is none. */
static SEXP
parse_numbers (const char **texts, gsize n_texts)
{
  SEXP numbers = Rf_allocVector (REALSXP, n_texts);
  char *end;

  for (gsize i = 0; i < n_texts; i++)
    {
      REAL (numbers)[i] = g_ascii_strtod (texts[i], &end);
      if (*end != '\0' || !g_ascii_isdigit (end[-1]))
        return R_NilValue;
    }
  return numbers;
}

/* The distinct texts of a column but for the missing one, whose code is also returned. */
static const char **
list_texts (DeidDataset *table, guint column, gsize *n_texts, gsize *missing)
{
  GError *error = NULL;
  const char **texts = deid_dataset_list_distinct (table, column, n_texts, &error);

  if (error != NULL)
    stop_with_error (error);
  *missing = 0;
  while (*missing < *n_texts && *texts[*missing] != '\0')
    ++*missing;
  if (*missing < *n_texts)
    memmove (texts + *missing, texts + *missing + 1, (--*n_texts - *missing) * sizeof *texts);
  else
    *missing = G_MAXSIZE;
  return texts;
}

/* What stands for a suppressed value, NA for an empty field. */
SEXP
binding_suppressed (SEXP dataset, SEXP number)
{
  const char *text = deid_dataset_get_suppressed_text (handle_get (dataset, 'd'),
                                                       (guint) Rf_asInteger (number) - 1);

  return make_text (text[0] == '\0' ? NULL : text);
}

/* The distinct values of a column but for the missing one: texts, or where numbers are wanted and
 * all of them are, numbers. */
SEXP
binding_values (SEXP dataset, SEXP number, SEXP has_numbers)
{
  gsize n_texts, missing;
  const char **texts
      = list_texts (handle_get (dataset, 'd'), Rf_asInteger (number) - 1, &n_texts, &missing);
  SEXP values = R_NilValue;

  if (Rf_asLogical (has_numbers))
    values = parse_numbers (texts, n_texts);
  if (values == R_NilValue)
    values = make_texts (texts, n_texts);
  deid_free (texts);
  return values;
}

/* Dates of another format than ISO are texts for R. */
SEXP
binding_type (SEXP dataset, SEXP number)
{
  const DeidDataset *table = handle_get (dataset, 'd');
  const guint column = (guint) Rf_asInteger (number) - 1;
  const DeidColumnType type = deid_dataset_get_column_type (table, column);

  return Rf_ScalarInteger (type == DEID_COLUMN_TYPE_DATE
                                   && deid_dataset_get_column_format (table, column) != NULL
                               ? DEID_COLUMN_TYPE_TEXT
                               : type);
}

static void
set_missing (SEXP vector, R_xlen_t row, gboolean is_integer64)
{
  if (TYPEOF (vector) == STRSXP)
    SET_STRING_ELT (vector, row, NA_STRING);
  else if (TYPEOF (vector) == REALSXP)
    REAL (vector)[row] = is_integer64 ? -0.0 : NA_REAL;
  else
    INTEGER (vector)[row] = NA_INTEGER;
}

/* The column with a value of R for each of its distinct ones, and with the attributes of another
 * vector. */
SEXP
binding_column (SEXP dataset, SEXP number, SEXP values, SEXP like)
{
  DeidDataset *table = handle_get (dataset, 'd');
  const guint column = Rf_asInteger (number) - 1;
  const gboolean is_integer64 = Rf_inherits (like, "integer64");
  const R_xlen_t n_rows = deid_dataset_get_n_rows (table);
  SEXP result = PROTECT (Rf_allocVector (TYPEOF (values), n_rows));
  gsize n_texts, missing, n_bytes;
  guint width;
  gconstpointer codes = deid_dataset_get_codes (table, column, &width, &n_bytes);

  deid_free (list_texts (table, column, &n_texts, &missing));
  for (R_xlen_t i = 0; i < n_rows; i++)
    {
      const guint code = width == 1   ? ((const guint8 *) codes)[i]
                         : width == 2 ? ((const guint16 *) codes)[i]
                                      : ((const guint32 *) codes)[i];
      const R_xlen_t from = code - (code > missing);

      if (code == missing)
        set_missing (result, i, is_integer64);
      else if (TYPEOF (values) == STRSXP)
        SET_STRING_ELT (result, i, STRING_ELT (values, from));
      else if (TYPEOF (values) == REALSXP)
        REAL (result)[i] = REAL (values)[from];
      else
        INTEGER (result)[i] = INTEGER (values)[from];
    }
  if (like != R_NilValue)
    Rf_copyMostAttrib (like, result);
  UNPROTECT (1);
  return result;
}

/* Fills in a stream that nanoarrow allocated. */
SEXP
binding_export (SEXP dataset, SEXP stream)
{
  GError *error = NULL;

  if (TYPEOF (stream) != EXTPTRSXP || R_ExternalPtrAddr (stream) == NULL)
    stop_with ("invalid-argument", "expected a stream of nanoarrow", NULL);
  if (!deid_dataset_export_to_arrow_stream (handle_get (dataset, 'd'), R_ExternalPtrAddr (stream),
                                            NULL, &error))
    stop_with_error (error);
  return stream;
}
