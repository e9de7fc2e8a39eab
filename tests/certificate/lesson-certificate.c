/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A certificate proves to a third party who has the table that no better policy exists. It is
 * written from a proven result, and checked without a search. */
#include "support/lesson-search.h"

#include <string.h>

static DeidResult *
solve (void)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  return deid_search_run (search, problem, NULL, NULL);
}

/* The checker comes to the same policy: sex is left out, with a loss of 1/2. */
START_TEST (test_verify)
{
  const char *path = get_temporary_file ("lesson.certificate");
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidResult) checked = NULL;
  g_autofree char *policy = NULL;

  ck_assert (deid_result_write_certificate (result, path, NULL, NULL));
  checked = deid_problem_verify_certificate (problem, path, NULL, NULL, NULL);
  policy = deid_policy_to_text (deid_result_get_policy (checked), NULL);
  ck_assert_str_eq (policy, "zip:0 sex:1");
  assert_near (deid_result_get_loss (checked), 0.5);
  ck_assert (deid_result_is_proven_optimal (checked));
}

/* It is a text, a JSON object a line; the first line says which problem it is about. */
START_TEST (test_text)
{
  const char *path = get_temporary_file ("text.certificate");
  g_autoptr (DeidResult) result = solve ();
  g_autofree char *text = NULL;

  ck_assert (deid_result_write_certificate (result, path, NULL, NULL));
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_ptr_nonnull (strstr (text, "\"libdeid certificate\""));
  ck_assert_ptr_nonnull (strstr (text, "\"k:2\""));
}

/* It belongs to a problem: if two records may be suppressed the optimum is another one. */
START_TEST (test_other_problem)
{
  const char *path = get_temporary_file ("lesson.certificate");
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);
  GError *error = NULL;

  ck_assert (deid_result_write_certificate (result, path, NULL, NULL));
  ck_assert_ptr_null (deid_problem_verify_certificate (problem, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, NULL);
}

/* What was only evaluated is not proven, and has none. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1 sex:1");
  const char *path = get_temporary_file ("none.certificate");
  GError *error = NULL;

  ck_assert (!deid_result_write_certificate (result, path, NULL, &error));
  ck_assert_ptr_nonnull (error);
  g_clear_error (&error);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
}

LESSON (certificate, test_verify, test_text, test_other_problem, test_error)
