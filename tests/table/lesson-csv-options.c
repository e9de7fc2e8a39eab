/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* CSV options say how a file of comma-separated values is laid out, for reading and for writing. */
#include "support/lesson.h"

static DeidDataset *
read_file (const char *content, DeidCsvOptions *options, GError **error)
{
  return deid_dataset_new_from_csv_file (write_file ("lesson.csv", content, -1), options, NULL,
                                         error);
}

/* By default there is a header, a comma between fields, and quotation marks where one is in a
 * field. */
START_TEST (test_defaults)
{
  g_autoptr (DeidDataset) dataset = read_file ("town,note\nx,\"a, b\"\n", NULL, NULL);

  ck_assert_str_eq (deid_dataset_get_column_name (dataset, 1), "note");
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 1), "a, b");
}

START_TEST (test_missing_values)
{
  static const char *const missing[] = { "NA", NULL };
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;

  ck_assert (deid_csv_options_set_delimiter (options, ';', NULL));
  ck_assert (deid_csv_options_set_missing_values (options, missing, NULL));
  dataset = read_file ("town;age\nx;NA\nNA;31\n", options, NULL);
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 0, 1));
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 1, 0));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 1, 1), "31");
}

/* What is in memory, or comes over a wire, is read as a stream; its name stands in messages. */
START_TEST (test_stream)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data ("town\nx\ny\n", -1, NULL);
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_stream (stream, "towns", NULL, NULL, NULL);

  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 2);
}

/* Options that were used do not change any more: they may be shared. */
START_TEST (test_immutable)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = read_file ("town\nx\n", options, NULL);
  GError *error = NULL;

  ck_assert_ptr_nonnull (dataset);
  ck_assert (!deid_csv_options_set_header (options, FALSE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}

/* The message says where. */
START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (read_file ("town,age\nx,31\ny\n", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "3", NULL);
}

LESSON (csv_options, test_defaults, test_missing_values, test_stream, test_immutable, test_error)
