/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies written to files: what was read reads back, and rules become rows. */

#include "support/suite.h"

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *content = NULL;

  ck_assert (g_file_get_contents (path, &content, NULL, NULL));
  ck_assert_str_eq (content, expected);
}

static gboolean
write_csv (DeidHierarchy *hierarchy, const char *path, DeidCsvOptions *options,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (sink);

  return deid_hierarchy_write_csv_stream (hierarchy, sink, options, cancellable, error)
         && g_file_set_contents (path, g_memory_output_stream_get_data (memory),
                                 (gssize) g_memory_output_stream_get_data_size (memory), error);
}

/* Quotes where a text would read as another one; a missing value is an empty field. */
START_TEST (round_trip)
{
  static const char text[] = "1;[0, 5);*\n\"a;b\";\"say \"\"c\"\"\";*\n\" d \";-9 to -5;*\n;;*\n";
  const char *path = get_temporary_file ("written.csv");
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_csv_file (write_file ("read.csv", text, -1), NULL, NULL, NULL);
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  GError *error = NULL;

  ck_assert (write_csv (hierarchy, path, NULL, NULL, &error));
  assert_no_error (error);
  assert_file (path, text);
  ck_assert (deid_csv_options_set_delimiter (options, ',', NULL));
  ck_assert (write_csv (hierarchy, path, options, NULL, &error));
  assert_file (path, "1,\"[0, 5)\",*\na;b,\"say \"\"c\"\"\",*\n\" d \",-9 to -5,*\n,,*\n");
}
END_TEST

/* A rule has met a column, and the rows give its values the same labels. */
START_TEST (rule_to_rows)
{
  static const char *const values[] = { "17", "18", NULL, "-3", "42" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
  g_autoptr (DeidHierarchy) rule
      = deid_hierarchy_new_from_specification ("intervals:5,10;top=40", NULL);
  g_autoptr (DeidHierarchy) bound = NULL, read = NULL;
  const char *path = get_temporary_file ("rule.csv");
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "age", values, 5, NULL, NULL));
  bound = deid_hierarchy_bind (rule, dataset, "age", NULL, &error);
  assert_no_error (error);
  ck_assert (write_csv (bound, path, NULL, NULL, &error));
  assert_no_error (error);
  assert_file (path, "17;15-19;10-19;*\n18;15-19;10-19;*\n-3;-5 to -1;-10 to -1;*\n"
                     "42;>= 40;>= 40;*\n");
  read = deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error);
  assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint level = 0; values[i] != NULL && level < 4; level++)
      {
        g_autofree char *made = generalize (bound, values[i], level);
        g_autofree char *written = generalize (read, values[i], level);

        ck_assert_str_eq (made, written);
      }
}
END_TEST

START_TEST (failures)
{
  const char *path = get_temporary_file ("none.csv");
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification ("intervals:5", NULL);
  g_autoptr (DeidHierarchy) read
      = deid_hierarchy_new_from_csv_file (write_file ("two.csv", "a;*\n", -1), NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  ck_assert (!write_csv (rule, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "intervals:5", "leaves", NULL);
  g_cancellable_cancel (cancellable);
  ck_assert (!write_csv (read, path, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("hierarchies to files");
  TCase *files = tcase_create ("files");

  tcase_add_test (files, round_trip);
  tcase_add_test (files, rule_to_rows);
  tcase_add_test (files, failures);
  suite_add_tcase (suite, files);
  return suite;
}
