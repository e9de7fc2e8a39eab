/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs of a host's model: which threads its callbacks run on, and what they may ask for. */
#include "support/suite.h"

#include "support/criticals.h"
#include "support/own-model.h"
#include "support/skewed-table.h"

#define N_THREADS 4

static GThread *caller;
static gint n_calls_of_caller, n_calls_of_others; /* atomic */

static gboolean
judge_slowly (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  g_atomic_int_inc (g_thread_self () == caller ? &n_calls_of_caller : &n_calls_of_others);
  g_usleep (1);
  *passes = deid_class_get_n_records (eq_class) >= 3;
  return TRUE;
}

static gboolean
prepare_on_caller (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) input;
  (void) error;
  ck_assert (g_thread_self () == caller);
  *state = data;
  return TRUE;
}

static void
free_on_caller (gpointer state, gpointer data)
{
  ck_assert (g_thread_self () == caller);
  ck_assert_ptr_eq (state, data);
}

static gboolean
compare_on_caller (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  (void) data;
  (void) error;
  ck_assert (g_thread_self () == caller);
  *order = g_strcmp0 (a, b);
  return TRUE;
}

/* A search with 4 threads of a problem that keeps them busy. */
static void
run_with_threads (gboolean is_safe)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (90);
  SkewedTable table = { .n_rows = 300, .n_attributes = 6, .skew = 3 };
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 3;
      table.n_leaves[a] = 12;
    }
  deid_privacy_model_funcs_set_accept (funcs, judge_slowly, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, prepare_on_caller, &table, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, free_on_caller, &table, NULL);
  deid_privacy_model_funcs_set_compare (funcs, compare_on_caller, NULL, NULL);
  deid_privacy_model_funcs_set_thread_safe (funcs, is_safe);
  model = own_model_new (funcs);
  problem = skewed_table_build_problem (&table, rand, "k:1", 0.1);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_search_set_n_threads (search, N_THREADS, NULL));
  caller = g_thread_self ();
  n_calls_of_caller = n_calls_of_others = 0;
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_int_gt (n_calls_of_caller, 1000);
}

/* One model that is not thread-safe keeps the search to one thread, though the other is. */
START_TEST (threads)
{
  run_with_threads (FALSE);
  ck_assert_int_eq (n_calls_of_others, 0);
  run_with_threads (TRUE);
  ck_assert_int_gt (n_calls_of_others, 100);
}
END_TEST

/* Asks for what the class of a model that said it would ask for sizes alone does not have. */
static gboolean
judge_beyond_promise (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                      GError **error)
{
  guint32 n_values = 7;

  (void) state;
  (void) error;
  ck_assert_ptr_null (deid_class_get_label (eq_class, GPOINTER_TO_UINT (data)));
  ck_assert_ptr_null (deid_class_get_values (eq_class, GPOINTER_TO_UINT (data), &n_values));
  ck_assert_uint_eq (n_values, 0);
  n_values = 7;
  ck_assert_ptr_null (deid_class_get_counts (eq_class, GPOINTER_TO_UINT (data), &n_values));
  ck_assert_uint_eq (n_values, 0);
  *passes = TRUE;
  return TRUE;
}

/* Numbers out of range, and questions that size_only rules out, are a programmer's error; so are
 * values of a model that judges no attribute. */
START_TEST (questions_refused)
{
  const SkewedTable table
      = { .n_rows = 20, .n_attributes = 2, .heights = { 1, 1 }, .n_leaves = { 3, 3 }, .skew = 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidProblem) problem = skewed_table_build_problem (&table, rand, "k:1", 0.5);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidResult) result = NULL;
  GLogFunc handler = criticals_start ();
  guint n_criticals;

  deid_privacy_model_funcs_set_accept (funcs, judge_beyond_promise,
                                       GUINT_TO_POINTER (_i == 0 ? 0 : 2), NULL);
  deid_privacy_model_funcs_set_size_only (funcs, _i == 0);
  model = _i < 2 ? own_model_new (funcs) : deid_privacy_model_new (funcs, NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  criticals_take ();
  result = deid_problem_evaluate (problem, top, NULL, NULL);
  g_log_set_default_handler (handler, NULL);
  ck_assert_ptr_nonnull (result);
  n_criticals = criticals_take ();
  ck_assert_uint_ge (n_criticals, 3);
  ck_assert_uint_eq (n_criticals % 3, 0);
}
END_TEST

static DeidHierarchy *
make_hierarchy (void)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);

  for (char value = '0'; value <= '9'; value++)
    {
      const char leaf[] = { value, '\0' };
      const char *const labels[] = { leaf, value < '3' ? "few" : "many", NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, labels, NULL));
    }
  return deid_hierarchy_builder_build (builder, NULL);
}

static gboolean
get_hierarchy (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) error;
  *(DeidHierarchy **) data = deid_privacy_input_get_hierarchy (input, 0);
  *state = NULL;
  return TRUE;
}

START_TEST (sensitive_hierarchy)
{
  const SkewedTable table
      = { .n_rows = 20, .n_attributes = 1, .heights = { 1 }, .n_leaves = { 3 }, .skew = 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidProblem) problem = skewed_table_build_problem (&table, rand, "k:1", 0.5);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ();
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  DeidHierarchy *given = NULL;
  GError *error = NULL;

  deid_privacy_model_funcs_set_prepare (funcs, get_hierarchy, &given, NULL);
  model = own_model_new (funcs);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  deid_problem_set_sensitive_hierarchy (problem, "s", hierarchy, NULL, &error);
  assert_no_error (error);
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_ptr_eq (given, hierarchy);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("model-runs");
  TCase *tcase = tcase_create ("runs of a host's model");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, threads);
  tcase_add_test (tcase, sensitive_hierarchy);
  tcase_add_loop_test (tcase, questions_refused, 0, 3);
  suite_add_tcase (suite, tcase);
  return suite;
}
