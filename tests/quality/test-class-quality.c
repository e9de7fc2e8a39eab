/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quality models made of what classes cost: losses by their definitions, in all searches. */
#include <math.h>

#include "support/plain-class-quality.h"
#include "support/random-population.h"
#include "support/skewed-table.h"
#include "quality/models.h"
#include "support/suite.h"

#define N_PROBLEMS 315
#define TOLERANCE  1e-9L

static const guint limits[] = { 0, 5, 50 };

/* A random problem with the verdicts on all its policies. */
typedef struct
{
  RandomProblem *random;
  guint n_policies;
  guint n_solutions;
  PlainVerdict *verdicts;
} Fixture;

static void
fixture_init (Fixture *fixture, GRand *rand, guint limit_percent)
{
  RandomProblem *random = random_problem_new (rand, TRUE);
  g_autoptr (DeidProblem) built = NULL;

  random->n_group_weights = 0;
  random_problem_add_models (random, rand, 4);
  random->limit_is_count = FALSE;
  random->limit_percent = limit_percent;
  built = random_problem_build (random);
  random->limit = deid_problem_get_n_suppressible (built);
  *fixture = (Fixture){ .random = random, .n_policies = random_problem_get_n_policies (random) };
  fixture->verdicts = g_new (PlainVerdict, fixture->n_policies);
  for (guint rank = 0; rank < fixture->n_policies; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (random, rank, levels);
      plain_check (random, levels, &fixture->verdicts[rank]);
      fixture->n_solutions += fixture->verdicts[rank].is_solution ? 1 : 0;
    }
}

static void
fixture_clear (Fixture *fixture)
{
  g_free (fixture->verdicts);
  random_problem_free (fixture->random);
}

static long double
measure (const Fixture *fixture, PlainClassQuality quality, guint rank)
{
  guint levels[MAX_ATTRIBUTES];

  random_problem_get_levels (fixture->random, rank, levels);
  return plain_class_quality_measure (quality, fixture->random, levels,
                                      fixture->verdicts[rank].suppressed);
}

static void
assert_close (double got, long double expected, PlainClassQuality quality)
{
  ck_assert_msg (fabsl (got - expected) <= TOLERANCE, "%s: loss %.17g, expected %.17Lg",
                 plain_class_quality_spellings[quality], got, expected);
  ck_assert (got >= 0 && got <= 1);
}

/* Returns: (nullable): what a search finds. */
static DeidResult *
run (DeidSearch *search, guint n_threads, DeidProblem *built)
{
  GError *error = NULL;
  DeidResult *result;

  deid_search_set_n_threads (search, n_threads, &error);
  assert_no_error (error);
  result = deid_search_run (search, built, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  deid_search_unref (search);
  return result;
}

static void
assert_same (DeidResult *expected, DeidResult *found)
{
  ck_assert (deid_result_is_proven_optimal (found));
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (expected), deid_result_get_policy (found)), 0);
  ck_assert (deid_result_get_loss (expected) == deid_result_get_loss (found));
  ck_assert_uint_eq (deid_result_get_n_suppressed (expected), deid_result_get_n_suppressed (found));
}

/* The released table and the certificate of a result hold. */
static void
assert_verified (DeidResult *result, DeidProblem *built)
{
  const char *path = get_temporary_file ("certificate");
  GError *error = NULL;
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, &error);
  g_autoptr (DeidResult) certified = NULL;

  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  certified = deid_problem_verify_certificate (built, path, NULL, NULL, &error);
  assert_no_error (error);
  assert_same (result, certified);
}

static void
check_least (const Fixture *fixture, PlainClassQuality quality, DeidResult *best)
{
  long double least = INFINITY;
  guint64 rank;

  for (guint i = 0; i < fixture->n_policies; i++)
    if (fixture->verdicts[i].is_solution)
      least = fminl (least, measure (fixture, quality, i));
  deid_policy_get_rank (deid_result_get_policy (best), &rank);
  assert_close (deid_result_get_loss (best), least, quality);
  assert_close (deid_result_get_loss (best), measure (fixture, quality, (guint) rank), quality);
  ck_assert_uint_eq (deid_result_get_n_suppressed (best), fixture->verdicts[rank].n_suppressed);
}

/* A policy, solution or not, by itself. */
static void
check_policy (const Fixture *fixture, PlainClassQuality quality, DeidProblem *built, guint rank)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (built), rank, NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (built, policy, NULL, NULL);

  ck_assert ((result != NULL) == fixture->verdicts[rank].is_solution);
  if (result != NULL)
    assert_close (deid_result_get_loss (result), measure (fixture, quality, rank), quality);
}

static void
check_problem (const Fixture *fixture, PlainClassQuality quality, GRand *rand, guint *n_evaluated)
{
  g_autoptr (DeidProblem) built = random_problem_build (fixture->random);
  g_autoptr (DeidResult) best = NULL;
  DeidSearch *others[]
      = { deid_search_new_optimal (), deid_search_new_best_first (), deid_search_new_flash (),
          deid_search_new_from_specification ("sub-lattices", NULL) };
  g_autoptr (DeidResult) found = NULL;

  plain_class_quality_use (quality, built);
  best = run (deid_search_new_exhaustive (), 1, built);
  ck_assert_ptr_nonnull (best);
  check_least (fixture, quality, best);
  check_policy (fixture, quality, built,
                (guint) g_rand_int_range (rand, 0, (gint) fixture->n_policies));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (DeidResult) other = run (others[i], 1, built);

      assert_same (best, other);
      n_evaluated[i] += (guint) deid_result_get_n_evaluated (other);
    }
  found = run (deid_search_new_optimal (), 4, built);
  assert_same (best, found);
  if (g_rand_int_range (rand, 0, 8) == 0)
    assert_verified (found, built);
}

/* Every model with limits of 0, 5 and 50 %, on tables with weights and persons and with models of
 * all closures; of the policies some are solutions and some are not. Bounds leave out policies. */
START_TEST (problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (600);
  guint n_policies = 0, n_evaluated[N_PLAIN_CLASS_QUALITIES][4] = { { 0 } };
  guint n_solved = 0;

  while (n_solved < count_trials (N_PROBLEMS))
    {
      Fixture fixture;

      fixture_init (&fixture, rand, limits[n_solved % G_N_ELEMENTS (limits)]);
      if (fixture.n_solutions > 0 && fixture.n_solutions < fixture.n_policies)
        {
          for (guint quality = 0; quality < N_PLAIN_CLASS_QUALITIES; quality++)
            check_problem (&fixture, (PlainClassQuality) quality, rand, n_evaluated[quality]);
          n_policies += fixture.n_policies;
          n_solved++;
        }
      fixture_clear (&fixture);
    }
  for (guint quality = 0; quality < N_PLAIN_CLASS_QUALITIES; quality++)
    for (guint i = 0; i < G_N_ELEMENTS (n_evaluated[quality]); i++)
      ck_assert_uint_lt (n_evaluated[quality][i], n_policies);
}
END_TEST

/* A search with a model on the table that skewed_table_build_problem() makes. */
static DeidResult *
run_on_skewed (const SkewedTable *table, const char *quality, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (640);
  g_autoptr (DeidProblem) problem = skewed_table_build_problem (table, rand, "k:2", 0.1);
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_from_specification (quality, error);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert (model != NULL && deid_problem_set_quality_model (problem, model, error));
  return deid_search_run (search, problem, NULL, error);
}

START_TEST (specifications)
{
  GError *error = NULL;

  for (guint quality = 0; quality < N_PLAIN_CLASS_QUALITIES; quality++)
    {
      const char *specification = plain_class_quality_spellings[quality];
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_from_specification (specification, &error);
      g_autofree char *text = NULL;

      assert_no_error (error);
      text = deid_quality_model_to_specification (model);
      ck_assert_str_eq (text, specification);
      ck_assert (!deid_quality_model_set_attribute_weight (model, "q0", 2, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, specification, "'q0'", NULL);
    }
  ck_assert_ptr_null (deid_quality_model_new_from_specification ("ce", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'ce'", "ce@COLUMN", NULL);
  ck_assert_ptr_null (deid_quality_model_new_from_specification ("dm:2", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'dm:2'", NULL);
  ck_assert_ptr_null (deid_quality_model_new_classification_error ("", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "ce", "name of a column", NULL);
}
END_TEST

START_TEST (missing_response)
{
  const SkewedTable table
      = { .n_rows = 20, .n_attributes = 1, .heights = { 2 }, .n_leaves = { 4 }, .skew = 1 };
  GError *error = NULL;

  ck_assert_ptr_null (run_on_skewed (&table, "ce@nowhere", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'nowhere'", NULL);
}
END_TEST

/* Classes of a population are no part of what is costed. */
START_TEST (populations)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (660);
  guint n_solved = 0;

  while (n_solved < count_trials (N_PROBLEMS) / 6)
    {
      const PlainClassQuality quality = (PlainClassQuality) (n_solved % N_PLAIN_CLASS_QUALITIES);
      RandomProblem *random = random_problem_new (rand, TRUE);
      g_autofree RandomPopulation *population = g_new0 (RandomPopulation, 1);
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) expected = NULL;

      random->n_group_weights = 0;
      random_population_init (population, random, rand, FALSE);
      random_population_add_k_map (population, random, rand);
      built = random_population_build_problem (population, random);
      plain_class_quality_use (quality, built);
      expected = run (deid_search_new_exhaustive (), 1, built);
      if (expected != NULL)
        {
          g_autoptr (DeidResult) found = run (deid_search_new_optimal (), 1, built);
          g_autoptr (DeidResult) other = run (deid_search_new_best_first (), 1, built);

          assert_same (expected, found);
          assert_same (expected, other);
          assert_verified (found, built);
          n_solved++;
        }
      random_problem_free (random);
    }
}
END_TEST

/* Classes that are withheld for a condition on the table are costed as suppressed; which of them
 * are withheld first may depend on what they cost. */
START_TEST (conditions_on_the_table)
{
  static const char *const models[] = { "avg:0.3", "uniq:0.05", "el:1.5;avg:0.4" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (670);
  guint n_solved = 0;

  while (n_solved < count_trials (N_PROBLEMS) / 3)
    {
      const PlainClassQuality quality = (PlainClassQuality) (n_solved % N_PLAIN_CLASS_QUALITIES);
      RandomProblem *random = random_problem_new (rand, TRUE);
      g_auto (GStrv) names = g_strsplit (models[n_solved % G_N_ELEMENTS (models)], ";", -1);
      g_autoptr (DeidProblem) built = NULL;
      g_autoptr (DeidResult) expected = NULL;

      random->limit_is_count = FALSE;
      random->n_group_weights = 0;
      random->limit_percent = 50;
      built = random_problem_build (random);
      for (guint i = 0; names[i] != NULL; i++)
        {
          g_autoptr (DeidPrivacyModel) model
              = deid_privacy_model_new_from_specification (names[i], "s0", NULL);

          ck_assert (deid_problem_add_privacy_model (built, model, NULL));
        }
      plain_class_quality_use (quality, built);
      expected = run (deid_search_new_exhaustive (), 1, built);
      if (expected != NULL)
        {
          g_autoptr (DeidResult) found = run (deid_search_new_optimal (), 4, built);
          g_autoptr (DeidResult) other = run (deid_search_new_best_first (), 1, built);

          assert_same (expected, found);
          assert_same (expected, other);
          assert_verified (found, built);
          n_solved++;
        }
      random_problem_free (random);
    }
}
END_TEST

/* Squares of numbers of records must fit 64 bits. */
START_TEST (most_records)
{
  static const char *const names[] = { "dm", "dmstar" };
  const char *const values[] = { "a", "a" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      const gint64 weights[] = { G_MAXUINT32 - 1, 1 + i % 2 };
      g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
      g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_from_specification (names[i / 2], NULL);
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      ck_assert (deid_dataset_add_string_column (dataset, "q", values, 2, NULL, NULL));
      ck_assert (deid_dataset_add_integer_column (dataset, "n", weights, 2, NULL, 0, NULL, NULL));
      ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, NULL));
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
      ck_assert (deid_problem_set_quality_model (problem, model, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      if (i % 2 == 0)
        {
          assert_no_error (error);
          ck_assert (deid_result_get_loss (result) == 1);
        }
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, names[i / 2], "4294967296", NULL);
    }
}
END_TEST

/* Four pairs of two classes, of which k-anonymity asks for pairs: the loss is 1/4 to the bit for as
 * many records as doubles can count, and else an error. */
START_TEST (averages_of_many_records)
{
  static const char *const a[] = { "1", "1", "2", "2", "3", "3", "4", "4" };
  static const char *const b[] = { "x", "y", "x", "y", "x", "y", "x", "y" };
  static const gint64 sizes[] = { 1, G_GINT64_CONSTANT (1) << 31, G_GINT64_CONSTANT (1) << 50,
                                  G_GINT64_CONSTANT (1) << 51 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const gint64 size = sizes[i], weights[8] = { size, size, size, size, size, size, size, size };
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("t");
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
      g_autoptr (DeidPrivacyModel) k
          = deid_privacy_model_new_k_anonymity (2 * (guint64) size, NULL);
      g_autoptr (DeidQualityModel) model = deid_quality_model_new_average_class_size ();
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      ck_assert (deid_dataset_add_string_column (dataset, "a", a, 8, NULL, NULL));
      ck_assert (deid_dataset_add_string_column (dataset, "b", b, 8, NULL, NULL));
      ck_assert (deid_dataset_add_integer_column (dataset, "n", weights, 8, NULL, 0, NULL, NULL));
      ck_assert (deid_dataset_set_role (dataset, "n", DEID_ROLE_WEIGHT, NULL));
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", hierarchy, NULL, NULL));
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "b", hierarchy, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
      ck_assert (deid_problem_set_quality_model (problem, model, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      if (i + 1 < G_N_ELEMENTS (sizes))
        {
          assert_no_error (error);
          ck_assert (deid_result_get_loss (result) == 0.25);
        }
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "aecs", "2^53", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("quality models that cost classes");
  TCase *tcase = tcase_create ("definitions and searches");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, problems);
  tcase_add_test (tcase, specifications);
  tcase_add_test (tcase, missing_response);
  tcase_add_test (tcase, populations);
  tcase_add_test (tcase, conditions_on_the_table);
  tcase_add_test (tcase, most_records);
  tcase_add_test (tcase, averages_of_many_records);
  suite_add_tcase (suite, tcase);
  return suite;
}
