/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A CSV file does not say what its columns are. An inference says what their values look like, and
 * changes nothing; a host that agrees sets the missing codes, and then the type. */
#include "support/lesson.h"

#define TABLE                                                                                      \
  "age zip born           visit      \n"                                                           \
  " 31 02134 1990-05-06 03/04/2023\n"                                                              \
  " NA 10001 1987-12-24 04/05/2023\n"                                                              \
  " 47 60601 2001-02-29 05/06/2023\n"                                                              \
  " 52 94110 1970-01-01 06/07/2023\n"

static DeidColumnInference *
infer (const DeidDataset *dataset, const char *column)
{
  return deid_column_inference_new (dataset, column, NULL, NULL);
}

/* NA is no number where all others are. */
START_TEST (test_missing_code)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);
  g_autoptr (DeidColumnInference) age = infer (dataset, "age");
  const char *const *codes = deid_column_inference_get_missing_codes (age);

  ck_assert_str_eq (codes[0], "NA");
  ck_assert_ptr_null (codes[1]);
  ck_assert_int_eq (deid_column_inference_get_column_type (age), DEID_COLUMN_TYPE_INTEGER);
  ck_assert (deid_dataset_add_missing_codes (dataset, "age", codes, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
}

/* A number would lose the zero of the postal code. */
START_TEST (test_leading_zeros)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);
  g_autoptr (DeidColumnInference) zip = infer (dataset, "zip");

  ck_assert (deid_column_inference_has_leading_zeros (zip));
  ck_assert_int_eq (deid_column_inference_get_column_type (zip), DEID_COLUMN_TYPE_TEXT);
}

/* 2001 had no leap day: of four values one in twenty may be an exception, which is none. No value
 * says whether the first number of a visit is its day or its month. */
START_TEST (test_dates)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);
  g_autoptr (DeidColumnInference) born = infer (dataset, "born"), visit = infer (dataset, "visit");

  ck_assert_int_eq (deid_column_inference_get_column_type (born), DEID_COLUMN_TYPE_TEXT);
  ck_assert_int_eq (deid_column_inference_get_column_type (visit), DEID_COLUMN_TYPE_DATE);
  ck_assert_uint_eq (deid_column_inference_get_n_formats (visit), 2);
  ck_assert_str_eq (deid_column_inference_get_format (visit, 0), "MM/DD/YYYY");
  ck_assert_str_eq (deid_column_inference_get_format (visit, 1), "DD/MM/YYYY");
}

START_TEST (test_error)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (TABLE);
  GError *error = NULL;

  ck_assert_ptr_null (deid_column_inference_new (dataset, "height", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'height'", NULL);
}

LESSON (column_inference, test_missing_code, test_leading_zeros, test_dates, test_error)
