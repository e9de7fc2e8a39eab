/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The release is the table that may leave the house: a policy applied, records suppressed, and
 * checked once more by code that the search does not use. */
#include "support/lesson.h"

static DeidResult *
solve (void)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("name:identifying town illness:sensitive\n"
                             "Ann x flu\n Bob y flu\n Cem x cancer\n",
                             NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  return lesson_evaluate (problem, "town:0");
}

/* Names are left out, Bob is suppressed, and rows are shuffled by a seed. */
START_TEST (test_defaults)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);

  ck_assert_uint_eq (deid_dataset_get_n_rows (release), 2);
  ck_assert_uint_eq (deid_dataset_get_n_columns (release), 2);
}

/* In the order of the input, with a place holder for Bob. */
START_TEST (test_options)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;

  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  ck_assert (deid_release_options_set_keep_suppressed (options, TRUE, NULL));
  release = deid_result_apply (result, options, NULL, NULL);
  assert_table (release, "town illness\n x flu\n * ?\n x cancer\n");
  ck_assert (deid_dataset_is_suppressed (release, 1));
}

START_TEST (test_verify)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);

  ck_assert (deid_result_verify (result, release, NULL, NULL));
}

/* A table that was released by another policy is not what the result says. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidResult) other = lesson_evaluate (deid_result_get_problem (result), "town:1");
  g_autoptr (DeidDataset) release = deid_result_apply (other, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, NULL);
}

LESSON (release, test_defaults, test_options, test_verify, test_error)
