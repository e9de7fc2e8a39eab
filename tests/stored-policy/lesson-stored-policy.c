/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A stored policy releases tomorrow's records by today's policy: it keeps the labels, the models
 * and the limit, and judges the new table by itself. */
#include "support/figures.h"
#include "support/lesson.h"

static const char hierarchies[] = "age 31 30s *\n"
                                  "age 34 30s *\n"
                                  "age 47 40s *\n";

/* Ages in decades; for k = 2 the record of 47 is suppressed, and any number may be. */
static DeidStoredPolicy *
store (void)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age\n 31\n 34\n 47\n", hierarchies, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "age:1");

  return deid_stored_policy_new (result, NULL, NULL);
}

/* Tomorrow there are two of 47 and one of 31. */
START_TEST (test_apply)
{
  g_autoptr (DeidStoredPolicy) policy = store ();
  g_autoptr (DeidDataset) tomorrow = lesson_make_table ("age\n 47\n 31\n 47\n");
  g_autoptr (DeidResult) result = deid_stored_policy_evaluate (policy, tomorrow, NULL, NULL, NULL);
  g_autoptr (DeidDataset) release = lesson_apply (result);

  assert_table (release, "age\n 40s\n 40s\n");
}

START_TEST (test_text)
{
  g_autoptr (DeidStoredPolicy) policy = store ();
  g_autofree char *text = deid_stored_policy_to_json (policy, NULL, NULL);
  g_autoptr (DeidStoredPolicy) read
      = deid_stored_policy_new_from_json_text (text, NULL, NULL, NULL);
  g_autoptr (DeidReport) report = deid_report_new_stored_policy (read, NULL);

  ck_assert_uint_eq (n_rows_of (report, "attributes"), 1);
  ck_assert_str_eq (text_of (report, "attributes[0].name"), "age");
  ck_assert_uint_eq (count_of (report, "attributes[0].level"), 1);
  ck_assert_str_eq (text_of (report, "description"), "age: level 1");
}

START_TEST (test_file)
{
  const char *path = get_temporary_file ("lesson.policy");
  g_autoptr (DeidStoredPolicy) policy = store ();
  g_autoptr (DeidStoredPolicy) read = NULL;

  ck_assert (deid_stored_policy_write_json (policy, path, NULL, NULL));
  read = deid_stored_policy_new_from_json_file (path, NULL, NULL, NULL);
  ck_assert_uint_eq (count_of (stored_report (read), "attributes[0].level"), 1);
}

/* A stream may be an archive's member, or what another program sends. */
START_TEST (test_stream)
{
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) source = NULL;
  g_autoptr (DeidStoredPolicy) policy = store ();
  g_autoptr (DeidStoredPolicy) read = NULL;
  g_autoptr (GBytes) bytes = NULL;

  ck_assert (deid_stored_policy_write_json_stream (policy, sink, NULL, NULL));
  ck_assert (g_output_stream_close (sink, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (sink));
  source = g_memory_input_stream_new_from_bytes (bytes);
  read = deid_stored_policy_new_from_json_stream (source, NULL, NULL, NULL, NULL);
  ck_assert_uint_eq (count_of (stored_report (read), "attributes[0].level"), 1);
}

/* A value that nobody had has no label. */
START_TEST (test_error)
{
  g_autoptr (DeidStoredPolicy) policy = store ();
  g_autoptr (DeidDataset) tomorrow = lesson_make_table ("age\n 31\n 99\n");
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, tomorrow, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "age", NULL);
}

LESSON (stored_policy, test_apply, test_text, test_file, test_stream, test_error)
