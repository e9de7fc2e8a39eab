/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A local recoding gives each class labels of its own: a value may stay as it is in some records
 * and be generalized in others, which loses less than a policy that treats all alike. */
#include "support/lesson.h"

static const char ages[] = "age\n21\n21\n33\n38\n";
static const char decades[] = "age 21 20s *\nage 24 20s *\nage 33 30s *\nage 38 30s *\n";

static DeidResult *
recode (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (100, 1, 0, NULL);

  return deid_search_run (search, problem, NULL, NULL);
}

/* Two records look alike already; only the other two share a decade. */
START_TEST (test_labels)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem);
  g_autoptr (DeidDataset) released = lesson_apply (result);
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);

  assert_table (released, "age\n21\n21\n30s\n30s\n");
  ck_assert_uint_eq (deid_partition_get_level (partition, 0, 0), 0);
  ck_assert_uint_eq (deid_partition_get_level (partition, 1, 0), 1);
}

/* A decade covers two of the four ages, so that it costs (2 - 1) / (4 - 1): in two of four records
 * here, and in all of them by the best policy. */
START_TEST (test_loss)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem), policy = lesson_evaluate (problem, "age:1");

  assert_near (deid_result_get_loss (result), 1.0 / 6);
  assert_near (deid_result_get_loss (policy), 1.0 / 3);
}

/* What such a result is can be asked, and a search for one be named. */
START_TEST (test_kind)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("local:100:1", NULL);

  ck_assert_int_eq (deid_result_get_recoding (result), DEID_RECODING_LOCAL);
  ck_assert_ptr_null (deid_result_get_policy (result));
  ck_assert_ptr_nonnull (search);
}

/* The classes of these records tell nothing of others: there is no policy to be stored. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (ages, decades, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = recode (problem);
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_new (result, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "other records", NULL);
}

LESSON (local_search, test_labels, test_loss, test_kind, test_error)
