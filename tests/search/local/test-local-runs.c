/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Local recodings of columns with cuts: a class has the run from its least to its greatest number.
 * What is released is verified and loses what its labels say, small tables are mostly recoded in
 * the best way, and runs lose less than the levels of a hierarchy. */
#include "support/suite.h"

#include <stdio.h>

#include "support/cut-problem.h"
#include "support/lesson.h"
#include "support/local-table.h"

static DeidResult *
recode (DeidProblem *problem, guint64 n_iterations, guint64 seed)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (n_iterations, seed, 0, NULL);
  DeidResult *result;
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  g_assert_no_error (error);
  return result;
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2101);
  const guint n_trials = count_trials (300);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidDataset) released = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      LocalTable table;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      local_table_make_runs (&table, rand);
      problem = local_table_build (&table);
      result = recode (problem, trial % 400 + 1, trial);
      released = local_table_release (result);
      assert_near (local_table_check_release (&table, released), deid_result_get_loss (result));
    }
}
END_TEST

/* On tables that are small enough to try all partitions. */
START_TEST (small_optima)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2102);
  const guint n_trials = count_trials (300);
  guint n_found = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      LocalTable table;
      double optimum;

      local_table_make (&table, rand, 8);
      local_table_make_runs (&table, rand);
      problem = local_table_build (&table);
      result = recode (problem, 500, trial);
      optimum = local_table_find_optimum (&table);
      assert_quietly (deid_result_get_loss (result) >= optimum - 1e-12);
      n_found += deid_result_get_loss (result) <= optimum + 1e-12;
    }
  printf ("the optimum was found for %u of %u small tables\n", n_found, n_trials);
  ck_assert_uint_ge (100 * (n_found + 1), 90 * n_trials);
}
END_TEST

static const char *const qualities[]
    = { "loss:arith",    "precision:arith", "loss:arith:0.3", "height:sum",
        "nuentropy:sum", "loss:arith:1",    "loss:arith:0" };

static void
check_problem (DeidProblem *problem, guint64 seed, gboolean is_refused)
{
  g_autoptr (DeidSearch) local = deid_search_new_local (300, seed, 0, NULL);
  g_autoptr (DeidSearch) all = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL, best = NULL;
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) released = NULL, kept = NULL;
  GError *error = NULL;

  result = deid_search_run (local, problem, NULL, &error);
  best = deid_search_run (all, problem, NULL, NULL);
  if (is_refused)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
      return;
    }
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      assert_quietly (best == NULL);
      return;
    }
  released = local_table_release (result);
  assert_quietly (deid_release_options_set_keep_suppressed (options, TRUE, NULL));
  kept = deid_result_apply (result, options, NULL, &error);
  g_assert_no_error (error);
  deid_result_verify (result, kept, NULL, &error);
  g_assert_no_error (error);
  assert_quietly (best == NULL || deid_result_get_loss (result) <= deid_result_get_loss (best));
}

/* The last one asks what the labels of a class stand for. */
static const struct
{
  const char *specification;
  const char *attribute;
} models[] = { { "k:1", NULL },
               { "dl:2", "diagnosis" },
               { "te:0.4", "diagnosis" },
               { "el:1.5", "diagnosis" },
               { "payout:1200:300:300:4", NULL } };

static void
add_model (DeidProblem *problem, guint number)
{
  lesson_add_model (problem, deid_privacy_model_new_from_specification (
                                 models[number].specification, models[number].attribute, NULL));
}

/* Runs of numbers and of texts, subtrees and levels, with weights, missing values, limits, models
 * of values, and most of the quality models that the verifier computes anew: never worse than the
 * best of all policies. */
START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2103);
  const guint n_trials = count_trials (500);
  guint n_recoded = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      CutProblem random;
      gboolean is_refused;

      cut_problem_init_random (&random, rand);
      random.n_population = trial % 10 == 0 ? random.n_population : 0;
      is_refused = random.n_population > 0;
      dataset = cut_problem_build_dataset (&random);
      lattice = cut_problem_build_lattice (&random, dataset);
      problem = cut_problem_build (&random, lattice, qualities[trial % G_N_ELEMENTS (qualities)]);
      add_model (problem, trial / 3 % G_N_ELEMENTS (models));
      check_problem (problem, trial, is_refused);
      n_recoded += is_refused ? 0 : 1;
    }
  ck_assert_uint_gt (2 * (n_recoded + 1), n_trials);
}
END_TEST

/* Of more numbers than leaves neighbours share one: a class has the run from the least number of
 * one leaf to the greatest of another, and loses what that says. */
START_TEST (many_numbers)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2104);
  g_autoptr (GString) rows = g_string_new ("a\n");
  g_autoptr (DeidDataset) dataset = NULL, released = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  double loss = 0;

  for (guint row = 0; row < 2000; row++)
    g_string_append_printf (rows, "%u\n", row < 1500 ? row : g_rand_int (rand) % 200);
  dataset = lesson_make_table (rows->str);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_EXACT, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  result = recode (problem, 2000, 1);
  released = local_table_release (result);
  for (guint64 row = 0; row < deid_dataset_get_n_rows (released); row++)
    {
      g_auto (GStrv) ends = g_strsplit (deid_dataset_get_value (released, row, 0), "-", 2);

      if (ends[1] != NULL)
        loss += (g_ascii_strtod (ends[1], NULL) - g_ascii_strtod (ends[0], NULL)) / 1499 / 2000;
    }
  assert_near (deid_result_get_loss (result), loss);
  ck_assert_double_lt (loss, 10.0 / 1499);
}
END_TEST

/* By hand: four ages and what is missing are the domain. 28 and 31 are neighbours, as are 58 and
 * 63, which costs five records 1/4 each; any other classes cost more. Missing values stay apart, as
 * only the run of all numbers stands for them. */
START_TEST (labels)
{
  const char *rows = "age\n28\n31\n31\n58\n63\n?\n?\n?\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table (rows);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  DeidPartition *partition;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  result = recode (problem, 100, 1);
  released = local_table_release (result);
  assert_table (released, "age\n28-31\n28-31\n28-31\n58-63\n58-63\n?\n?\n?\n");
  partition = deid_result_get_partition (result, NULL, NULL);
  ck_assert_uint_eq (deid_partition_get_level (partition, 0, 0), 1);
  ck_assert_uint_eq (deid_partition_get_level (partition, 2, 0), 0);
  assert_near (deid_result_get_loss (result), 5 / 4.0 / 8);
}
END_TEST

/* By hand: a missing value that is to be with others costs all four leaves, also those that it is
 * with, and no label says that it lies between two ages. */
START_TEST (missing_values)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age\n2\n40\n?\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  const char *const ages[] = { "2", "17", "40" };

  ck_assert (deid_lattice_add_ordered_cuts (lattice, "age", ages, 3, DEID_CUT_ENDS_EXACT, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  result = recode (problem, 10, 1);
  released = local_table_release (result);
  assert_table (released, "age\n*\n*\n*\n");
  assert_near (deid_result_get_loss (result), 1);
}
END_TEST

/* A run has no children to be cut at; medians it has. */
START_TEST (mondrian)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age sex\n1 f\n2 f\n3 m\n3 m\n");
  g_autoptr (DeidHierarchy) sexes = lesson_make_hierarchy ("sex", "sex f *\nsex m *\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidSearch) strict = deid_search_new_from_specification ("mondrian", NULL);
  g_autoptr (DeidSearch) relaxed = deid_search_new_from_specification ("mondrian:relaxed", NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", sexes, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert_ptr_null (deid_search_run (strict, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "expected mondrian:relaxed or local", NULL);
  result = deid_search_run (relaxed, problem, NULL, &error);
  g_assert_no_error (error);
  released = local_table_release (result);
  assert_table (released, "age sex\n1-2 f\n1-2 f\n3 m\n3 m\n");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("runs of local recodings");
  TCase *cases = tcase_create ("runs");

  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, labels);
  tcase_add_test (cases, missing_values);
  tcase_add_test (cases, mondrian);
  tcase_add_test (cases, random_tables);
  tcase_add_test (cases, many_numbers);
  tcase_add_test (cases, small_optima);
  tcase_add_test (cases, random_problems);
  suite_add_tcase (suite, cases);
  return suite;
}
