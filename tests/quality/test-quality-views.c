/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the slots of quality models are shown, and what becomes of a run when they fail. */
#include "support/suite.h"

#include <math.h>

#include "support/own-search.h"
#include "support/skewed-table.h"

#define N_ROWS    200
#define K         3
#define OWN_ERROR g_quark_from_static_string ("own-error")

static const SkewedTable table = {
  .n_rows = N_ROWS, .n_attributes = 3, .heights = { 1, 2, 3 }, .n_leaves = { 2, 4, 8 }, .skew = 2
};

/* What a model has seen, and when it fails. */
typedef struct
{
  gint n_kept;       /* classes, atomic; */
  gint n_suppressed; /* of fewer than K records */
  gint n_bounds;
  gint n_judged;
  gint n_wrong; /* that were shown otherwise than they are */
  guint n_sums;
  guint fail_at; /* the number of the sum, from 1 */
  double sum;    /* the last one, */
  guint64 n_records;
  guint n_rechecked[3]; /* of each attribute */
  gboolean fails_quietly;
} Views;

static char *
describe (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("views");
}

static gboolean
cost_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer user_data,
            guint64 *cost, GError **error G_GNUC_UNUSED)
{
  Views *views = user_data;
  const guint64 n = deid_class_get_n_records (eq_class);
  const gboolean is_suppressed = deid_class_is_suppressed (eq_class);

  g_atomic_int_inc (is_suppressed ? &views->n_suppressed : &views->n_kept);
  if (is_suppressed != (n < K) || deid_class_get_min_records (eq_class) != 1)
    g_atomic_int_inc (&views->n_wrong);
  *cost = is_suppressed ? 2 * n : n;
  return TRUE;
}

static gboolean
bound_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer user_data,
             guint64 *bound, GError **error G_GNUC_UNUSED)
{
  Views *views = user_data;

  g_atomic_int_inc (&views->n_bounds);
  if (deid_class_is_suppressed (eq_class) || deid_class_get_min_records (eq_class) != K)
    g_atomic_int_inc (&views->n_wrong);
  *bound = deid_class_get_n_records (eq_class);
  return TRUE;
}

static gboolean
finish (const DeidCostSum *sum, gpointer state G_GNUC_UNUSED, gpointer user_data, double *loss,
        GError **error)
{
  Views *views = user_data;

  views->sum = deid_cost_sum_get_value (sum);
  views->n_records = deid_cost_sum_get_n_records (sum);
  *loss = views->sum;
  if (++views->n_sums != views->fail_at)
    return TRUE;
  if (!views->fails_quietly)
    g_set_error_literal (error, OWN_ERROR, 5, "no loss");
  return FALSE;
}

/* Accepts what K-anonymity does. */
static gboolean
accept (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer user_data,
        gboolean *passes, GError **error G_GNUC_UNUSED)
{
  Views *views = user_data;

  g_atomic_int_inc (&views->n_judged);
  if (deid_class_is_suppressed (eq_class) || deid_class_get_min_records (eq_class) != 1)
    g_atomic_int_inc (&views->n_wrong);
  *passes = deid_class_get_n_records (eq_class) >= K;
  return TRUE;
}

static DeidProblem *
make_problem (Views *views)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidPrivacyModelFuncs) slots = deid_privacy_model_funcs_new ();
  DeidProblem *problem = skewed_table_build_problem (&table, rand, "k:3", 0.5);
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidQualityModel) quality = NULL;

  deid_privacy_model_funcs_set_describe (slots, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept (slots, accept, views, NULL);
  model = deid_privacy_model_new (slots, NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, views, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, bound_class, views, NULL);
  deid_quality_model_funcs_set_finish (funcs, finish, views, NULL);
  quality = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  return problem;
}

/* What is suppressed is known where classes are costed, in the search and in the verifier, and what
 * is needed to be kept where they are bounded. */
START_TEST (classes)
{
  Views views = { 0 };
  g_autoptr (DeidProblem) problem = make_problem (&views);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);
  gint n_kept = views.n_kept;

  ck_assert_int_gt (views.n_suppressed, 0);
  ck_assert_int_gt (views.n_bounds, 0);
  ck_assert_int_gt (views.n_judged, 0);
  ck_assert (deid_result_verify (result, release, NULL, NULL));
  ck_assert_int_gt (views.n_kept, n_kept);
  ck_assert_int_eq (views.n_wrong, 0);
  ck_assert (deid_result_get_loss (result)
             == (double) (N_ROWS + deid_result_get_n_suppressed (result)));
}
END_TEST

/* The top has one class. */
START_TEST (sums)
{
  Views views = { 0 };
  g_autoptr (DeidProblem) problem = make_problem (&views);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, top, NULL, NULL);

  ck_assert (deid_result_get_loss (result) == N_ROWS);
  ck_assert (views.sum == N_ROWS);
  ck_assert_uint_eq (views.n_records, N_ROWS);
}
END_TEST

typedef enum
{
  ASK_LOSS,
  ASK_BOUND,
  N_QUESTIONS
} Question;

static double
ask (DeidSearchContext *context, Question question)
{
  DeidProblem *problem = deid_search_context_get_problem (context);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);

  ck_assert (deid_search_context_evaluate (context, top));
  switch (question)
    {
    case ASK_LOSS:
      return deid_search_context_get_loss (context);
    default:
      return deid_search_context_get_bound (context, top);
    }
}

static gboolean
ask_once (DeidSearchContext *context, gpointer user_data, GError **error G_GNUC_UNUSED)
{
  const Question *question = user_data;

  ck_assert (ask (context, *question) == (*question == ASK_BOUND ? 0 : (double) INFINITY));
  ck_assert (!deid_search_context_may_go_on (context));
  return TRUE;
}

/* A search that asks for a loss that cannot be told is at its end. */
START_TEST (failures_in_a_search)
{
  Question question = (Question) _i;
  Views views = { .fail_at = 1 };
  g_autoptr (DeidProblem) problem = make_problem (&views);
  g_autoptr (DeidSearch) search = own_search_new (ask_once, &question);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, OWN_ERROR, 5, "no loss", NULL);
  ck_assert_uint_eq (views.n_sums, 1);
}
END_TEST

START_TEST (failure_without_reason)
{
  Views views = { .fail_at = 1, .fails_quietly = TRUE };
  g_autoptr (DeidProblem) problem = make_problem (&views);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "quality model views",
                "without saying why", NULL);
}
END_TEST

static gboolean
evaluate_all (DeidSearchContext *context, gpointer user_data G_GNUC_UNUSED,
              GError **error G_GNUC_UNUSED)
{
  for (guint64 rank = 2 * 3 * 4; rank > 0 && evaluate_rank (context, rank - 1); rank--)
    ;
  return TRUE;
}

static void
count_reports (DeidProgress *progress G_GNUC_UNUSED, gpointer user_data)
{
  ++*(guint *) user_data;
}

/* The last report needs a loss, and fails, whether or not a limit came before. */
START_TEST (failure_in_the_last_report)
{
  Views views = { .fail_at = 1 };
  g_autoptr (DeidProblem) problem = make_problem (&views);
  g_autoptr (DeidSearch) search = own_search_new (evaluate_all, NULL);
  GError *error = NULL;
  guint n_reports = 0;

  ck_assert (deid_search_set_progress_func (search, count_reports, &n_reports, NULL, NULL));
  ck_assert (_i == 0 || deid_search_set_step_limit (search, 2, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, OWN_ERROR, 5, "no loss", NULL);
  ck_assert_uint_eq (views.n_sums, 1);
  ck_assert_uint_eq (n_reports, 0);
}
END_TEST

static gboolean
cost_nothing (DeidAttributeCosts *costs G_GNUC_UNUSED, const DeidQualityInput *input G_GNUC_UNUSED,
              guint attribute G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

static gboolean
recheck (const DeidRecheckedValue *value, gpointer user_data, double *cost, GError **error)
{
  Views *views = user_data;
  const guint attribute = deid_rechecked_value_get_attribute (value);

  ck_assert_uint_lt (attribute, 3);
  ck_assert_uint_eq (deid_rechecked_value_get_n_levels (value), table.heights[attribute] + 1);
  views->n_rechecked[attribute]++;
  *cost = 0;
  if (views->fail_at == 0)
    return TRUE;
  if (!views->fails_quietly)
    g_set_error_literal (error, OWN_ERROR, 6, "no cost");
  return FALSE;
}

/* Each value is asked about twice: kept, and suppressed. */
START_TEST (rechecked_values)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Views views = { 0 };
  g_autoptr (DeidProblem) problem = skewed_table_build_problem (&table, rand, "k:3", 0.5);
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidQualityModel) quality = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, cost_nothing, NULL, NULL);
  deid_quality_model_funcs_set_recheck (funcs, recheck, &views, NULL);
  deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_SUM);
  quality = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  release = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  for (guint a = 0; a < 3; a++)
    ck_assert_uint_eq (views.n_rechecked[a], 2 * table.n_leaves[a]);
  views.fail_at = 1;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, OWN_ERROR, 6, "no cost", NULL);
  views.fails_quietly = TRUE;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "without saying why", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("views of quality models");
  TCase *views = tcase_create ("views"), *failures = tcase_create ("failures");

  tcase_add_test (views, classes);
  tcase_add_test (views, sums);
  tcase_add_test (views, rechecked_values);
  suite_add_tcase (suite, views);
  tcase_add_loop_test (failures, failures_in_a_search, 0, N_QUESTIONS);
  tcase_add_test (failures, failure_without_reason);
  tcase_add_loop_test (failures, failure_in_the_last_report, 0, 2);
  suite_add_tcase (suite, failures);
  return suite;
}
