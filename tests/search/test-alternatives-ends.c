/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How runs of the searches for policy alternatives end: with nothing to choose, with little, by
 * limits and by cancellation. */
#include "support/suite.h"

#include "support/alternative-runs.h"
#include "support/alternatives.h"

static DeidResult *
run (DeidSearch *search, DeidProblem *problem)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  assert_no_error (error);
  return result;
}

START_TEST (top_is_no_solution)
{
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:61");
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 10);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "no policy is a solution", NULL);
}
END_TEST

START_TEST (bottom_is_solution)
{
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:1");
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 10);
  g_autoptr (DeidResult) result = run (search, problem);
  g_autoptr (DeidReport) alternatives = list_alternatives (result);
  guint64 dominating;

  ck_assert_uint_eq (count_alternatives (alternatives), 1);
  ck_assert_uint_eq (deid_policy_get_level_sum (get_alternative (alternatives, 0)), 0);
  ck_assert (!is_alternative (alternatives, 0, "boundary"));
  ck_assert (is_alternative (alternatives, 0, "risk_minimal"));
  ck_assert (!find_other_alternative (alternatives, 0, "dominated_by", &dominating));
  ck_assert_uint_eq (dominating, 0);
  ck_assert (get_alternative_number (alternatives, 0, "loss") == 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 2);
  ck_assert_uint_eq (deid_policy_get_level_sum (deid_result_get_policy (result)), 0);
}
END_TEST

/* Its dimension has one level, so the top is the bottom and known when it is asked for. */
START_TEST (one_policy)
{
  const char *const values[] = { "a", "a" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("flat");
  const char *const row[] = { "a", NULL };
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 10);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) alternatives = NULL;
  GError *error = NULL;

  ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  deid_dataset_add_string_column (dataset, "x", values, 2, NULL, NULL);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  alternative_table_add_model (problem, "k:2");
  result = run (search, problem);
  alternatives = list_alternatives (result);
  ck_assert_uint_eq (count_alternatives (alternatives), 1);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 1);
  ck_assert (!is_alternative (alternatives, 0, "boundary"));
}
END_TEST

START_TEST (no_iterations)
{
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:3");
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 0),
                         other = deid_search_new_best_first ();
  g_autoptr (DeidResult) result = run (search, problem), optimum = run (other, problem);
  g_autoptr (DeidReport) alternatives = list_alternatives (result);
  g_autoptr (DeidReport) rest = deid_report_new_alternatives (result, NULL, 0, TRUE, NULL, NULL);
  GError *error = NULL;

  ck_assert_uint_eq (count_alternatives (alternatives), 0);
  ck_assert_uint_eq (count_alternatives (rest), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 2);
  ck_assert_int_eq (deid_policy_compare (deid_result_get_policy (result), top), 0);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_COMPLETE);
  ck_assert_ptr_null (deid_report_new_alternatives (optimum, NULL, 0, FALSE, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "lists no alternatives", NULL);
}
END_TEST

START_TEST (step_limit)
{
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:3");
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 12);
  g_autoptr (DeidResult) whole = run (search, problem);
  const guint64 n_evaluated = deid_result_get_n_evaluated (whole);
  guint64 before = 0;

  ck_assert_uint_gt (n_evaluated, 12);
  for (guint64 limit = 1; limit < n_evaluated; limit++)
    {
      g_autoptr (DeidSearch) limited = alternative_search_new (_i, 12);
      g_autoptr (DeidResult) result = NULL;
      guint64 n_iterations;

      ck_assert (deid_search_set_step_limit (limited, limit, NULL));
      result = run (limited, problem);
      ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_STEP_LIMIT);
      ck_assert_uint_eq (deid_result_get_n_evaluated (result), limit);
      n_iterations = alternative_check_prefix (result, whole);
      ck_assert_uint_ge (n_iterations, before);
      before = n_iterations;
    }
  ck_assert_uint_gt (before, 6);
}
END_TEST

/* What cancels a run when it is told of progress for the second time. */
typedef struct
{
  GCancellable *cancellable;
  gint n_calls;
  double share_done;
} Watch;

static void
cancel (DeidProgress *progress, gpointer data)
{
  Watch *watch = data;

  ck_assert_double_ge (deid_progress_get_share_done (progress), watch->share_done);
  watch->share_done = deid_progress_get_share_done (progress);
  if (++watch->n_calls == 2)
    g_cancellable_cancel (watch->cancellable);
}

/* An iteration whose policies are all known calls no model. */
START_TEST (cancelled_by_progress)
{
  g_autoptr (DeidReport) alternatives = NULL;
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:3");
  g_autoptr (DeidSearch) search = alternative_search_new (_i, G_MAXUINT64);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { .cancellable = cancellable };
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_progress_func (search, cancel, &watch, NULL, NULL));
  result = deid_search_run (search, problem, cancellable, &error);
  assert_no_error (error);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_CANCELLED);
  alternatives = list_alternatives (result);
  ck_assert_uint_gt (count_alternatives (alternatives), 0);
  ck_assert_int_eq (watch.n_calls, 3);
}
END_TEST

static void
note_share (DeidProgress *progress, gpointer data)
{
  *(double *) data = deid_progress_get_share_done (progress);
}

START_TEST (all_is_done)
{
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:3");
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 10);
  g_autoptr (DeidResult) result = NULL;
  double share = 0;

  ck_assert (deid_search_set_progress_func (search, note_share, &share, NULL, NULL));
  result = run (search, problem);
  ck_assert (share == 1);
}
END_TEST

START_TEST (time_limit)
{
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:3");
  g_autoptr (DeidSearch) search = alternative_search_new (_i, G_MAXUINT64),
                         hasty = alternative_search_new (_i, 1);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_time_limit (search, 0.3, NULL));
  ck_assert (deid_search_set_time_limit (hasty, 1e-9, NULL));
  result = run (search, problem);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_TIME_LIMIT);
  ck_assert_ptr_null (deid_search_run (hasty, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, "time", NULL);
}
END_TEST

/* Two records that differ in each of 17 columns: of the 2^17 policies the top alone puts them
 * together. */
static DeidProblem *
make_wide_problem (guint k)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("wide");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification ("suppress", NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;

  for (char name[] = "a"; name[0] < 'a' + 17; name[0]++)
    ck_assert (deid_dataset_add_string_column (dataset, name, (const char *const[]){ "0", "1" }, 2,
                                               NULL, NULL));
  lattice = deid_lattice_new (dataset);
  for (char name[] = "a"; name[0] < 'a' + 17; name[0]++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return g_steal_pointer (&problem);
}

/* Of many policies the top comes first: a run that ends before others are looked at has it, and if
 * it is no solution none is. */
START_TEST (top_of_many)
{
  g_autoptr (DeidProblem) problem = make_wide_problem (2), hopeless = make_wide_problem (3);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  g_autoptr (DeidReport) found = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_step_limit (search, 1, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_STEP_LIMIT);
  ck_assert_uint_eq (deid_policy_get_level_sum (deid_result_get_policy (result)), 17);
  found = list_alternatives (result);
  ck_assert (!flag_of (found, "complete"));
  ck_assert_ptr_null (deid_search_run (search, hopeless, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}
END_TEST

/* In the ranks of many policies, too, all is found: the top, below which none is a solution. */
START_TEST (all_of_many)
{
  g_autoptr (DeidProblem) problem = make_wide_problem (2);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidReport) found = list_alternatives (result);

  ck_assert (flag_of (found, "complete"));
  ck_assert_uint_eq (count_alternatives (found), 1);
  ck_assert_uint_eq (deid_policy_get_level_sum (get_alternative (found, 0)), 17);
  ck_assert (is_alternative (found, 0, "risk_minimal"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("ends of searches for policy alternatives");
  TCase *cases = tcase_create ("ends");

  tcase_set_timeout (cases, 300);
  tcase_add_loop_test (cases, top_is_no_solution, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, bottom_is_solution, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, one_policy, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, no_iterations, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, step_limit, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, cancelled_by_progress, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, all_is_done, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, time_limit, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_test (cases, top_of_many);
  tcase_add_test (cases, all_of_many);
  suite_add_tcase (suite, cases);
  return suite;
}
