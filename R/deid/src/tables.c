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

/* The codes number the texts from 1; 0 is a missing value. */
SEXP
binding_add_column (SEXP dataset, SEXP name, SEXP texts, SEXP codes, SEXP type)
{
  DeidDataset *table = handle_get (dataset, 'd');
  const R_xlen_t n = XLENGTH (texts);
  const char **values = (const char **) R_alloc (n + 1, sizeof *values);
  const char *column = get_text (name);
  GError *error = NULL;

  values[0] = NULL;
  for (R_xlen_t i = 0; i < n; i++)
    values[i + 1] = Rf_translateCharUTF8 (STRING_ELT (texts, i));
  if (!deid_dataset_add_coded_column (table, column, values, n + 1, INTEGER (codes),
                                      4 * XLENGTH (codes), 4, NULL, &error))
    stop_with_error (error);
  set_type (table, column, type);
  return R_NilValue;
}

SEXP
binding_add_numbers (SEXP dataset, SEXP name, SEXP numbers, SEXP type)
{
  DeidDataset *table = handle_get (dataset, 'd');
  const char *column = get_text (name);
  const double *values = REAL (numbers);
  const R_xlen_t n = XLENGTH (numbers);
  const gsize n_validity = (n + 7) / 8;
  guint8 *validity = (guint8 *) R_alloc (n_validity, 1);
  GError *error = NULL;

  memset (validity, 0, n_validity);
  for (R_xlen_t i = 0; i < n; i++)
    validity[i / 8] |= !ISNAN (values[i]) << i % 8;
  if (!deid_dataset_add_double_column (table, column, values, n, validity, n_validity, NULL,
                                       &error))
    stop_with_error (error);
  set_type (table, column, type);
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

/* For each row the number of its value, from 1, or NA. */
static SEXP
make_codes (DeidDataset *table, guint column, gsize missing)
{
  guint width;
  gsize n_bytes;
  gconstpointer codes = deid_dataset_get_codes (table, column, &width, &n_bytes);
  const R_xlen_t n_rows = deid_dataset_get_n_rows (table);
  SEXP result = Rf_allocVector (INTSXP, n_rows);
  int *to = INTEGER (result);

  for (R_xlen_t i = 0; i < n_rows; i++)
    {
      const guint code = width == 1   ? ((const guint8 *) codes)[i]
                         : width == 2 ? ((const guint16 *) codes)[i]
                                      : ((const guint32 *) codes)[i];

      to[i] = code == missing ? NA_INTEGER : (int) (code + (code < missing));
    }
  return result;
}

/* The distinct values of a column but for the missing one, their codes, and its type. They are
 * texts, or where numbers are wanted and all of them are, numbers. */
SEXP
binding_column (SEXP dataset, SEXP number, SEXP has_numbers)
{
  const char *names[] = { "values", "codes", "type", "" };
  DeidDataset *table = handle_get (dataset, 'd');
  const guint column = Rf_asInteger (number) - 1;
  SEXP result = PROTECT (Rf_mkNamed (VECSXP, names)), values = R_NilValue;
  gsize n_texts = 0, missing = G_MAXSIZE;
  GError *error = NULL;
  const char **texts = deid_dataset_list_distinct (table, column, &n_texts, &error);

  if (error != NULL)
    stop_with_error (error);
  for (gsize i = 0; i < n_texts && missing == G_MAXSIZE; i++)
    if (*texts[i] == '\0')
      missing = i;
  if (missing < n_texts)
    memmove (texts + missing, texts + missing + 1, (--n_texts - missing) * sizeof *texts);
  if (Rf_asLogical (has_numbers))
    values = parse_numbers (texts, n_texts);
  SET_VECTOR_ELT (result, 0, values == R_NilValue ? make_texts (texts, n_texts) : values);
  deid_free (texts);
  SET_VECTOR_ELT (result, 1, make_codes (table, column, missing));
  SET_VECTOR_ELT (result, 2, Rf_ScalarInteger (deid_dataset_get_column_type (table, column)));
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
