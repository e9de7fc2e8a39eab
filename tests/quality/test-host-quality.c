/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quality models of a host, in all that asks them. */
#include "support/host-quality.h"
#include "support/skewed-table.h"
#include "support/suite.h"

#define N_TRIALS 800

/* Searches exhaustively with no threads. Returns: (nullable): the result, if there is a solution.
 */
static DeidResult *
search (DeidProblem *problem, guint n_threads)
{
  g_autoptr (DeidSearch) chosen
      = n_threads == 0 ? deid_search_new_exhaustive () : deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result;

  if (n_threads > 0)
    ck_assert (deid_search_set_n_threads (chosen, n_threads, NULL));
  result = deid_search_run (chosen, problem, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static void
assert_same_optimum (DeidResult *a, DeidResult *b)
{
  ck_assert (deid_result_get_loss (a) == deid_result_get_loss (b));
  ck_assert_uint_eq (deid_result_get_n_suppressed (a), deid_result_get_n_suppressed (b));
  for (guint d = 0;
       d < deid_lattice_get_n_dimensions (deid_policy_get_lattice (deid_result_get_policy (a)));
       d++)
    ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (a), d),
                       deid_policy_get_level (deid_result_get_policy (b), d));
}

/* The released table and the certificate of a result hold. */
static void
assert_verified (DeidResult *result, DeidProblem *problem)
{
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);
  const char *path = get_temporary_file ("certificate");
  g_autoptr (DeidResult) certified = NULL;
  GError *error = NULL;

  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  certified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (certified) == deid_result_get_loss (result));
}

/* A host's copy of Iyengar's loss finds the same to the bit. */
START_TEST (imitation)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_solved = 0;

  for (guint trial = 0; trial < count_trials (N_TRIALS); trial++)
    {
      RandomProblem *random = random_problem_new (rand, TRUE);
      HostQuality host = { .factor_tenths = random->factor_tenths,
                           .aggregate = random->aggregate,
                           .has_recheck = trial % 2 };
      DeidQualityModelFuncs *funcs = host_quality_new (&host);
      DeidProblem *built_in, *own;

      random_problem_add_models (random, rand, 4);
      built_in = random_problem_build (random);
      own = random_problem_build (random);
      host_quality_use (funcs, random, TRUE, own);
      for (guint i = 0; i < 2; i++)
        {
          g_autoptr (DeidResult) expected = search (built_in, i);
          g_autoptr (DeidResult) found = search (own, i);

          ck_assert ((expected == NULL) == (found == NULL));
          if (found == NULL)
            continue;
          assert_same_optimum (expected, found);
          ck_assert_uint_eq (deid_result_get_n_evaluated (expected),
                             deid_result_get_n_evaluated (found));
          assert_verified (found, own);
          n_solved++;
        }
      deid_problem_unref (built_in);
      deid_problem_unref (own);
      ck_assert_uint_eq (host.n_destroyed, 0);
      deid_quality_model_funcs_unref (funcs);
      ck_assert_uint_eq (host.n_destroyed, host.has_recheck ? 5 : 4);
      ck_assert_uint_eq (host.n_states, 0);
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved, count_trials (N_TRIALS));
}
END_TEST

static void
assert_host_error (GError **error, const HostQuality *host)
{
  g_autofree char *message = g_strdup_printf ("call %d", host->fail_at);

  ck_assert (g_error_matches (*error, HOST_ERROR, HOST_ERROR_CODE));
  ck_assert_str_eq ((*error)->message, message);
  g_clear_error (error);
  ck_assert_uint_le (host->n_states, 1); /* that the problem keeps */
}

/* Runs all that asks for costs, with one call that fails.
 * Returns: whether none did. */
static gboolean
run_all (DeidProblem *problem, HostQuality *host)
{
  g_autoptr (DeidSearch) chosen = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, certified = NULL;
  g_autoptr (DeidDataset) release = NULL;
  const char *path = get_temporary_file ("certificate");
  GError *error = NULL;

  if ((result = deid_search_run (chosen, problem, NULL, &error)) != NULL
      && (release = deid_result_apply (result, NULL, NULL, &error)) != NULL
      && deid_result_verify (result, release, NULL, &error)
      && deid_result_write_certificate (result, path, NULL, &error)
      && (certified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error)) != NULL)
    return TRUE;
  assert_host_error (&error, host);
  return FALSE;
}

static void
check_failing_calls (const RandomProblem *random, HostQuality *host)
{
  g_autoptr (DeidQualityModelFuncs) funcs = host_quality_new (host);
  gboolean succeeded = FALSE;

  for (host->fail_at = 1; !succeeded; host->fail_at++)
    {
      g_autoptr (DeidProblem) problem = random_problem_build (random);

      host_quality_use (funcs, random, FALSE, problem);
      host->n_calls = 0;
      host->has_failed = FALSE;
      succeeded = run_all (problem, host);
    }
  ck_assert_uint_eq (host->n_states, 0);
  ck_assert_int_gt (host->fail_at, 6); /* of the search, and of the verifier */
}

START_TEST (failing_calls)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  RandomProblem *random = random_problem_new (rand, FALSE);

  random->n_group_weights = 0;
  random->n_models = 1;
  random->models[0] = (RandomModel){ .kind = MODEL_K, .numerator = 1, .denominator = 1 };
  for (guint kind = 0; kind < N_HOST_KINDS; kind++)
    for (guint i = 0; i < 2; i++)
      {
        HostQuality host = { .kind = (HostKind) kind, .factor_tenths = 3, .has_recheck = i > 0 };

        check_failing_calls (random, &host);
      }
  random_problem_free (random);
}
END_TEST

/* A problem with a model that costs classes. Returns: how many solutions were found. */
static guint
check_class_costs (const RandomProblem *random, HostQuality *host, guint *n_evaluated)
{
  g_autoptr (DeidQualityModelFuncs) funcs = host_quality_new (host);
  g_autoptr (DeidProblem) problem = random_problem_build (random);
  g_autoptr (DeidResult) expected = NULL, found = NULL;

  host_quality_use (funcs, random, FALSE, problem);
  expected = search (problem, 0);
  found = search (problem, 2);
  ck_assert ((expected == NULL) == (found == NULL));
  if (found == NULL)
    return 0;
  ck_assert (deid_result_is_proven_optimal (found));
  assert_same_optimum (expected, found);
  assert_verified (found, problem);
  *n_evaluated += (guint) deid_result_get_n_evaluated (found);
  return 1;
}

/* The interval search finds what the exhaustive one finds, with fewer evaluations where there are
 * bounds. */
START_TEST (costs_of_classes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint n_evaluated[N_HOST_KINDS] = { 0 }, n_solved[N_HOST_KINDS] = { 0 };

  for (guint trial = 0; trial < count_trials (N_TRIALS); trial++)
    {
      RandomProblem *random = random_problem_new (rand, TRUE);

      random->n_group_weights = 0;
      random_problem_add_models (random, rand, 4);
      for (guint kind = HOST_DISCERNIBILITY; kind < N_HOST_KINDS; kind++)
        {
          HostQuality host = { .kind = (HostKind) kind, .thread_safe = trial % 2 };

          n_solved[kind] += check_class_costs (random, &host, &n_evaluated[kind]);
          ck_assert_uint_eq (host.n_destroyed, 4);
          ck_assert_uint_eq (host.n_states, 0);
        }
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved[HOST_ARBITRARY], count_trials (N_TRIALS) / 3);
  ck_assert_uint_lt (n_evaluated[HOST_DISCERNIBILITY_BOUNDED], n_evaluated[HOST_DISCERNIBILITY]);
}
END_TEST

START_TEST (no_weights_of_attributes)
{
  HostQuality host = { .kind = HOST_DISCERNIBILITY };
  g_autoptr (DeidQualityModelFuncs) funcs = host_quality_new (&host);
  g_autoptr (DeidQualityModel) model = deid_quality_model_new (funcs, NULL);
  g_autofree char *text = deid_quality_model_to_specification (model);
  GError *error = NULL;

  ck_assert_str_eq (text, "host:1:0");
  ck_assert (!deid_quality_model_set_attribute_weight (model, "q0", 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "host:1:0", "'q0'", NULL);
}
END_TEST

/* Says too much of all policies together. */
static gboolean
bound_too_much (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED,
                gpointer user_data G_GNUC_UNUSED, guint64 *bound, GError **error G_GNUC_UNUSED)
{
  guint n_attributes, sum = 0;
  const guint *levels = deid_class_get_levels (eq_class, &n_attributes);

  for (guint a = 0; a < n_attributes; a++)
    sum += levels[a];
  *bound = sum == 0 ? G_MAXUINT64 : 0;
  return TRUE;
}

/* By such a bound anything is an optimum; that others are better comes out. */
START_TEST (broken_promise)
{
  HostQuality host = { .kind = HOST_DISCERNIBILITY };
  const SkewedTable table
      = { .n_rows = 50, .n_attributes = 2, .heights = { 2, 2 }, .n_leaves = { 6, 6 }, .skew = 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (DeidProblem) problem = skewed_table_build_problem (&table, rand, "k:1", 0.5);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidQualityModelFuncs) funcs = host_quality_new (&host);
  g_autoptr (DeidQualityModel) model = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  deid_quality_model_funcs_set_class_bound (funcs, bound_too_much, NULL, NULL);
  model = deid_quality_model_new (funcs, NULL);
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  result = deid_problem_evaluate (problem, top, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert_ptr_null (deid_report_new_explanation (result, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "is a better solution",
                "lower bound", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("quality models of a host");
  TCase *costs = tcase_create ("costs of attributes and of classes");

  tcase_set_timeout (costs, 120);
  tcase_add_test (costs, imitation);
  tcase_add_test (costs, costs_of_classes);
  tcase_add_test (costs, no_weights_of_attributes);
  tcase_add_test (costs, broken_promise);
  tcase_add_test (costs, failing_calls);
  suite_add_tcase (suite, costs);
  return suite;
}
