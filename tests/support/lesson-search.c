/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/lesson-search.h"

DeidProblem *
lesson_make_small_problem (guint64 n_suppressed)
{
  DeidProblem *problem = lesson_make_problem ("zip sex\n a f\n a f\n b f\n b f\n c f\n c m\n", NULL,
                                              deid_privacy_model_new_k_anonymity (2, NULL));

  ck_assert (deid_problem_set_suppression_limit_count (problem, n_suppressed, NULL));
  return problem;
}

void
assert_finds (DeidProblem *problem, DeidSearch *search, const char *policy, guint64 n_evaluated,
              gboolean is_proven)
{
  g_autoptr (DeidSearch) owned G_GNUC_UNUSED = search;
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);
  g_autofree char *found = NULL;

  assert_no_error (error);
  found = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (found, policy);
  if (n_evaluated != ANY_NUMBER)
    ck_assert_uint_eq (deid_result_get_n_evaluated (result), n_evaluated);
  ck_assert_int_eq (deid_result_is_proven_optimal (result), is_proven);
}
