/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A search of the host: it chooses which policies are evaluated; the library remembers the best
 * solution, heeds limits, and knows what it was told of bounds. */
#include "support/lesson-search.h"

#include <deid/deid-extend.h>

static char *
describe (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("top-down");
}

/* Evaluates the top, and then with one level less in the last attribute, as long as that is a
 * solution. */
static gboolean
walk (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_search_context_get_problem (context));
  const guint last = deid_lattice_get_n_dimensions (lattice) - 1;
  DeidPolicy *policy = deid_policy_new_top (lattice, error);
  gboolean success = policy != NULL;

  while (success && policy != NULL && deid_search_context_evaluate (context, policy)
         && deid_search_context_is_solution (context))
    {
      DeidPolicy *lower = NULL;

      success = deid_policy_get_predecessor (policy, last, &lower, error);
      deid_policy_unref (policy);
      policy = lower;
    }
  g_clear_pointer (&policy, deid_policy_unref);
  return success;
}

static DeidSearch *
make_search (void)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();

  deid_search_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_search_funcs_set_run (funcs, walk, NULL, NULL);
  return deid_search_new (funcs, NULL);
}

/* The top is a solution; zip:1 sex:0 is none, and it ends. */
START_TEST (test_walk)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, make_search (), "zip:1 sex:1", 2, FALSE);
}

/* If two records may be suppressed, zip:1 sex:0 suppresses the one of m, and is the bottom of the
 * walk. */
START_TEST (test_suppression)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, make_search (), "zip:1 sex:0", 2, FALSE);
}

START_TEST (test_step_limit)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);
  g_autoptr (DeidSearch) search = make_search ();
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_search_set_step_limit (search, 1, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_STEP_LIMIT);
  assert_near (deid_result_get_loss (result), 1);
}

START_TEST (test_error)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();
  GError *error = NULL;

  deid_search_funcs_set_describe (funcs, describe, NULL, NULL);
  ck_assert_ptr_null (deid_search_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (own_search, test_walk, test_suppression, test_step_limit, test_error)
