/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A problem is what is to be solved: a lattice, the models that the release must meet, how loss is
 * measured, and how many records may be suppressed. */
#include "support/lesson.h"

static const char table[] = "town illness:sensitive\n"
                            "x flu\n x flu\n x cancer\n"
                            "y flu\n y flu\n"
                            "z flu\n";

/* For k = 2 only z fails. A limit of 1 record allows it, one of 0 does not. */
START_TEST (test_limit)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_problem_set_suppression_limit_count (problem, 1, NULL));
  result = lesson_evaluate (problem, "town:0");
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}

START_TEST (test_no_limit)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  ck_assert (deid_problem_set_suppression_limit_count (problem, 0, NULL));
  ck_assert_ptr_null (lesson_evaluate (problem, "town:0"));
}

/* A fraction is one of the 6 records: 0.49 of them are 2, and so are 2/6. */
START_TEST (test_fraction)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, NULL, NULL);

  ck_assert (deid_problem_set_suppression_limit (problem, 0.49, NULL));
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 2);
  ck_assert (deid_problem_set_suppression_limit (problem, 2.0 / 6, NULL));
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 2);
}

/* All models must be met: y is large enough for k = 2, but has one illness. */
START_TEST (test_conjunction)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  lesson_add_model (problem, deid_privacy_model_new_distinct_l_diversity ("illness", 2, NULL));
  assert_suppresses (problem, "town:0", "y z");
}

/* A model judges sensitive attributes only, so that none is forgotten in its role. */
START_TEST (test_error)
{
  g_autoptr (DeidLattice) lattice = lesson_make_lattice (table, NULL);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_distinct_l_diversity ("town", 2, NULL);
  GError *error = NULL;

  ck_assert (!deid_problem_add_privacy_model (problem, model, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "town", NULL);
}

LESSON (problem, test_limit, test_no_limit, test_fraction, test_conjunction, test_error)
