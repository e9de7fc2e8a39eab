/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frontiers of random problems, against one proven run for each value of the parameter. */
#include <string.h>

#include "support/aimed-model.h"
#include "support/figures.h"
#include "support/frontier-check.h"
#include "support/suite.h"

#define N_PROBLEMS 500
#define N_GROUPED  1000
#define LAST_K     16
#define N_LIMITS   4

static RandomProblem *
make_random (GRand *rand)
{
  RandomProblem *random = random_problem_new (rand, g_rand_int (rand) % 3 == 0);

  random_problem_restrict (random);
  if (g_rand_boolean (rand))
    random_problem_add_models (random, rand, 6);
  else
    aimed_model_add (random, rand, &plain_models[g_rand_int (rand) % n_plain_models]);
  random_problem_set_quality (random, (RandomQuality) (g_rand_int (rand) % N_QUALITIES));
  return random;
}

static RandomProblem *
make_random_with_groups (GRand *rand)
{
  RandomProblem *random = make_random (rand);

  while (random->n_group_limits == 0)
    {
      random_problem_free (random);
      random = make_random (rand);
    }
  return random;
}

static void
add_model (DeidProblem *problem, const char *specification)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specification, NULL, &error);

  assert_no_error (error);
  assert_quietly (deid_problem_add_privacy_model (problem, model, NULL));
}

/* Compares the frontier of a problem with a run for each k. Returns: the number of its steps. */
static guint64
check_k (RandomProblem *random, guint64 first)
{
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidReport) frontier = NULL;

  random->n_group_weights = 0;
  problem = random_problem_build (random);
  frontier = deid_report_new_frontier (problem, first, LAST_K, NULL, &error);
  assert_no_error (error);
  frontier_check_steps (frontier);
  for (guint64 k = first; k <= LAST_K; k++)
    {
      g_autoptr (DeidResult) optimum = frontier_check_solve_k (problem, k);

      frontier_check_value (frontier, k, optimum);
    }
  return n_rows_of (frontier, "steps");
}

START_TEST (test_k)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1800);
  guint64 n_steps = 0;

  for (guint trial = 0; trial < count_trials (N_PROBLEMS); trial++)
    {
      RandomProblem *random = make_random (rand);

      n_steps += check_k (random, 1 + g_rand_int (rand) % 4);
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_steps, count_trials (N_PROBLEMS) / 2);
}
END_TEST

/* Groups have limits, which what fails a model that is not superset-closed may exceed while no
 * specialization does. */
START_TEST (test_k_with_groups)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1804);
  guint64 n_steps = 0;

  for (guint trial = 0; trial < count_trials (N_GROUPED); trial++)
    {
      RandomProblem *random = make_random_with_groups (rand);

      n_steps += check_k (random, 1 + g_rand_int (rand) % 4);
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_steps, count_trials (N_GROUPED) / 2);
}
END_TEST

static void
check_limit (const DeidReport *frontier, DeidProblem *problem, guint64 limit)
{
  g_autoptr (DeidResult) optimum = frontier_check_solve_limit (problem, limit);

  frontier_check_value (frontier, limit, optimum);
}

/* At both ends of each step: what is the optimum there is so between. */
static void
check_limits (const DeidReport *frontier, DeidProblem *problem, GRand *rand)
{
  const guint64 last = count_of (frontier, "last");

  check_limit (frontier, problem, 0);
  check_limit (frontier, problem, last);
  for (guint64 step = 0; step < n_rows_of (frontier, "steps"); step++)
    {
      const guint64 first = count_of (frontier, "steps[%" G_GUINT64_FORMAT "].first", step);

      check_limit (frontier, problem, first);
      check_limit (frontier, problem,
                   count_of (frontier, "steps[%" G_GUINT64_FORMAT "].last", step));
      if (step == 0 && first > 0)
        check_limit (frontier, problem, first - 1);
    }
  for (guint i = 0; i < N_LIMITS; i++)
    check_limit (frontier, problem, g_rand_int (rand) % (last + 1));
}

START_TEST (test_limits)
{
  static const char *const table_models[] = { "avg:0.4", "uniq:0.1", "atrisk:0.4:0.2" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1801);
  guint n_steps = 0;

  for (guint trial = 0; trial < count_trials (N_PROBLEMS); trial++)
    {
      RandomProblem *random = make_random (rand);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidQualityModel) quality = deid_quality_model_new_from_specification ("dm", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (DeidReport) frontier = NULL;

      if (trial % 4 == 1)
        add_model (problem, table_models[trial / 4 % G_N_ELEMENTS (table_models)]);
      if (trial % 4 == 2 && !deid_problem_get_group_weight (problem, 0, NULL, NULL, NULL))
        assert_quietly (deid_problem_set_quality_model (problem, quality, NULL));
      frontier = deid_report_new_frontier (problem, 0, 0, NULL, &error);
      assert_no_error (error);
      frontier_check_steps (frontier);
      ck_assert_uint_eq (count_of (frontier, "last"), deid_problem_get_n_suppressible (problem));
      check_limits (frontier, problem, rand);
      n_steps += (guint) n_rows_of (frontier, "steps");
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_steps, count_trials (N_PROBLEMS) / 2);
}
END_TEST

static void
assert_refuses (DeidProblem *problem, guint64 first, guint64 last, int code, const char *part)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (deid_report_new_frontier (problem, first, last, NULL, &error));
  assert_error (&error, DEID_ERROR, code, part, NULL);
}

static DeidProblem *
make_problem (GRand *rand, guint n_group_weights)
{
  RandomProblem *random = random_problem_new (rand, FALSE);
  DeidProblem *problem;

  random->n_group_limits = 0;
  random->n_group_weights = n_group_weights;
  random->group_weights[0] = (RandomGroupWeight){ .thousandths = 2000 };
  problem = random_problem_build (random);
  random_problem_free (random);
  return problem;
}

START_TEST (test_refused)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1802);
  g_autoptr (DeidProblem) plain = make_problem (rand, 0);
  g_autoptr (DeidProblem) average = make_problem (rand, 0);
  g_autoptr (DeidProblem) costed = make_problem (rand, 0);
  g_autoptr (DeidProblem) weighted = make_problem (rand, 1);
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_from_specification ("dm", NULL);

  assert_refuses (plain, 0, 5, DEID_ERROR_INVALID_ARGUMENT, "from 1 on");
  assert_refuses (plain, 6, 5, DEID_ERROR_INVALID_ARGUMENT, "no greater");
  assert_refuses (plain, 1, 1 << 25, DEID_ERROR_TOO_LARGE, "values of k");
  add_model (average, "avg:0.5");
  assert_refuses (average, 2, 5, DEID_ERROR_INVALID_ARGUMENT, "avg:0.5");
  assert_quietly (deid_problem_set_quality_model (costed, quality, NULL));
  assert_refuses (costed, 2, 5, DEID_ERROR_INVALID_ARGUMENT, "dm");
  assert_refuses (weighted, 2, 5, DEID_ERROR_INVALID_ARGUMENT, "weights by column q0");
}
END_TEST

/* Two records of a, one of b; the names of columns need quoting. Nothing may be suppressed, so that
 * all values are withheld for k = 2, which three records are enough for up to k = 3. */
START_TEST (test_texts)
{
  static const char *const values[] = { "a", "a", "b" };
  g_autoptr (DeidDataset) dataset = make_text_column ("q \"x\"", values, 3);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidReport) frontier = NULL;
  g_autofree char *text = NULL, *csv = NULL, *json = NULL;

  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q \"x\"", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  frontier = deid_report_new_frontier (problem, 1, 5, NULL, NULL);
  text = plain_text_of (frontier);
  csv = csv_of (frontier, "steps");
  json = deid_report_to_json (frontier, NULL);
  ck_assert_ptr_nonnull (strstr (text, "\nparameter: k\nfirst: 1\nlast: 5\nrecords: 3\n"));
  ck_assert_str_eq (csv, "first,last,loss,suppressed,policy\n"
                         "1,1,0,0,\"q\\ \"\"x\"\":0\"\n2,3,1,0,\"q\\ \"\"x\"\":1\"\n");
  ck_assert_str_eq (json, "{\"audience\":\"custodian-only\",\"parameter\":\"k\",\"first\":1,"
                          "\"last\":5,\"records\":3,\"steps\":["
                          "{\"first\":1,\"last\":1,\"loss\":0,\"suppressed\":0,"
                          "\"policy\":\"q\\\\ \\\"x\\\":0\"},"
                          "{\"first\":2,\"last\":3,\"loss\":1,\"suppressed\":0,"
                          "\"policy\":\"q\\\\ \\\"x\\\":1\"}],\"evaluated\":5}");
}
END_TEST

START_TEST (test_cancelled)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1803);
  g_autoptr (DeidProblem) problem = make_problem (rand, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_frontier (problem, 2, 5, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_clear_error (&error);
  ck_assert_ptr_null (deid_report_new_frontier (problem, 0, 0, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("frontier");
  TCase *tcase = tcase_create ("frontiers");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, test_k);
  tcase_add_test (tcase, test_k_with_groups);
  tcase_add_test (tcase, test_limits);
  tcase_add_test (tcase, test_texts);
  tcase_add_test (tcase, test_refused);
  tcase_add_test (tcase, test_cancelled);
  suite_add_tcase (suite, tcase);
  return suite;
}
