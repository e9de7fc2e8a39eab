/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory and threads that are not to be had: data that would need more than there is. */
#include "support/suite.h"

#include <string.h>

#include "support/broken-memory.h"
#include "support/skewed-table.h"

#define MEBIBYTE (1024 * 1024)

static gboolean
can_refuse (void)
{
  if (broken_memory_works ())
    return TRUE;
  note_skipped ();
  return FALSE;
}

/* Reads a text as a table where no block of memory has as many as @size bytes. */
static void
assert_too_large (GString *text, gsize size, const char *expected)
{
  const char *path = write_file ("large.csv", text->str, (gssize) text->len);
  DeidDataset *dataset;
  GError *error = NULL;

  broken_memory_refuse (size);
  dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, &error);
  broken_memory_refuse (G_MAXSIZE);
  ck_assert_ptr_null (dataset);
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, path, expected, NULL);
}

/* A line of many fields, a field that is long, and one whose quote is never closed, each behind two
 * lines that are read. */
START_TEST (csv_lines)
{
  g_autoptr (GString) text = g_string_new ("a,b\n1,2\n");

  if (!can_refuse ())
    return;
  if (_i == 2)
    g_string_append_c (text, '"');
  for (guint i = 0; i < MEBIBYTE; i++)
    g_string_append_c (text, _i == 0 && i % 16 == 15 ? ',' : 'x');
  assert_too_large (text, MEBIBYTE / 2, "line 3: ");
}
END_TEST

/* The buffer of the file itself. */
START_TEST (csv_buffer)
{
  g_autoptr (GString) text = g_string_new ("a,b\n1,2\n");

  if (can_refuse ())
    assert_too_large (text, 64 * 1024, "line 1: ");
}
END_TEST

static DeidProblem *
make_problem (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (90);
  SkewedTable table = { .n_rows = 300, .n_attributes = 6, .skew = 3 };

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 3;
      table.n_leaves[a] = 12;
    }
  return skewed_table_build_problem (&table, rand, "k:3", 0.1);
}

static DeidResult *
run_with_threads (DeidProblem *problem, guint n_threads, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  return deid_search_run (search, problem, NULL, error);
}

/* Where the system gives fewer threads than were asked for, those that are there find the same. */
START_TEST (threads_denied)
{
  static const guint n_allowed[] = { 0, 1, 5 };
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) expected = run_with_threads (problem, 1, NULL), result = NULL;
  GError *error = NULL;

  broken_memory_allow_threads (n_allowed[_i]);
  result = run_with_threads (problem, 1024, &error);
  ck_assert_uint_eq (broken_memory_count_threads (), n_allowed[_i]);
  broken_memory_allow_threads (G_MAXUINT);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected)), 0);
}
END_TEST

/* What the threads need is refused, from one block for all of them to what each one has. */
START_TEST (threads_without_memory)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  if (!can_refuse ())
    return;
  broken_memory_allow_threads (8);
  broken_memory_refuse ((gsize) 2048 << _i);
  result = run_with_threads (problem, 1024, &error);
  broken_memory_refuse (G_MAXSIZE);
  ck_assert_ptr_null (result);
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "out of memory", NULL);
}
END_TEST

/* A policy with some thousand values is stored where no block has 64 KiB, then read and written
 * where it is. */
START_TEST (stored_policy)
{
  g_autoptr (GString) text = g_string_new (
      "{\"format\":\"libdeid stored policy\",\"version\":1,\"attributes\":[{\"name\":\"a\","
      "\"level\":1,\"levels\":2,\"labels\":{");
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *written = NULL;
  const char *path;
  GError *error = NULL;

  if (!can_refuse ())
    return;
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s\"value %u\":\"*\"", i > 0 ? "," : "", i);
  g_string_append (text, "}}],\"roles\":{},\"missing_refused\":[],\"sensitive_hierarchies\":{},"
                         "\"privacy_models\":[\"k:2\"],\"quality_model\":\"loss:sum\","
                         "\"attribute_weights\":{},\"suppression_limit\":{\"records\":0}}");
  path = write_file ("large.json", text->str, (gssize) text->len);
  broken_memory_refuse (65536);
  policy = deid_stored_policy_new_from_json_file (path, NULL, NULL, &error);
  broken_memory_refuse (G_MAXSIZE);
  ck_assert_ptr_null (policy);
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "out of memory", NULL);
  policy = deid_stored_policy_new_from_json_file (path, NULL, NULL, &error);
  assert_no_error (error);
  path = get_temporary_file ("written.json");
  broken_memory_refuse (65536);
  written = deid_stored_policy_to_json (policy, NULL, NULL);
  ck_assert (!deid_stored_policy_write_json (policy, path, NULL, &error));
  broken_memory_refuse (G_MAXSIZE);
  ck_assert_ptr_null (written);
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "out of memory", NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}
END_TEST

/* A file that has no end is read up to the limit; this one has no memory to get there. */
START_TEST (endless_policy)
{
  GError *error = NULL;

  if (!can_refuse ())
    return;
  broken_memory_refuse (16 * MEBIBYTE);
  ck_assert_ptr_null (deid_stored_policy_new_from_json_file ("/dev/zero", NULL, NULL, &error));
  broken_memory_refuse (G_MAXSIZE);
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "out of memory", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("memory limits");
  TCase *tcase = tcase_create ("memory and threads that are not to be had");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, csv_lines, 0, 3);
  tcase_add_test (tcase, csv_buffer);
  tcase_add_loop_test (tcase, threads_denied, 0, 3);
  tcase_add_loop_test (tcase, threads_without_memory, 0, 3);
  tcase_add_test (tcase, stored_policy);
  tcase_add_test (tcase, endless_policy);
  suite_add_tcase (suite, tcase);
  return suite;
}
