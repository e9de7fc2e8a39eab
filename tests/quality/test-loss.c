/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Iyengar's loss, its lower bound, and the suppression limit. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/plain-check.h"
#include "support/plain-groups.h"
#include "problem/preparation.h"

#define N_TRIALS count_trials (3000)

static double
get_loss (const DeidLoss *loss, double objective)
{
  double value;
  GError *error = NULL;

  deid_loss_from_objective (loss, objective, &value, &error);
  assert_no_error (error);
  return value;
}

static void
assert_close (double got, long double expected, long double tolerance)
{
  if (!(fabsl (got - expected) <= tolerance))
    ck_abort_msg ("%.17g, expected %.17Lg", got, expected);
}

/* A problem ready for evaluation. */
typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  DeidPreparedProblem prepared;
} Fixture;

static void
fixture_init (Fixture *fixture, GRand *rand)
{
  static const guint factors[] = { 0, 2, 5, 8, 10 };
  GError *error = NULL;

  fixture->random = random_problem_new (rand, FALSE);
  fixture->random->factor_tenths = factors[g_rand_int (rand) % G_N_ELEMENTS (factors)];
  fixture->random->n_models = 1;
  fixture->random->models[0] = (RandomModel){ .kind = MODEL_K, .numerator = 2, .denominator = 1 };
  fixture->problem = random_problem_build (fixture->random);
  ck_assert (
      deid_prepared_problem_init (&fixture->prepared, fixture->problem, DEID_STOP_NEVER, &error));
  assert_no_error (error);
}

static void
fixture_clear (Fixture *fixture)
{
  deid_prepared_problem_clear (&fixture->prepared);
  deid_problem_unref (fixture->problem);
  random_problem_free (fixture->random);
}

static void
choose_levels (const Fixture *fixture, GRand *rand, guint *levels, DeidLevel *library_levels)
{
  const gint32 n_policies = (gint32) random_problem_get_n_policies (fixture->random);

  random_problem_get_levels (fixture->random, (guint) g_rand_int_range (rand, 0, n_policies),
                             levels);
  for (guint a = 0; a < fixture->random->n_attributes; a++)
    library_levels[a] = (DeidLevel) levels[a];
}

/* By how much a row counts, as whole numbers that have the proportions of the definition. */
static guint64
weigh (const Fixture *fixture, guint row)
{
  const guint64 *weights = deid_rows_get_loss_weights (&fixture->prepared.rows);
  const RandomProblem *random = fixture->random;

  if (weights == NULL)
    return 1;
  ck_assert ((DeidWide) weights[row] * plain_loss_weight (random, 0)
             == (DeidWide) weights[0] * plain_loss_weight (random, row));
  return weights[row];
}

/* Sums up the leaves that labels cover, from the texts. Returns: what suppressed rows count. */
static guint64
sum_rows (const Fixture *fixture, const DeidLevel *levels, const gboolean *suppressed,
          DeidLossSums *sums)
{
  const RandomProblem *random = fixture->random;
  guint64 suppressed_weight = 0;

  memset (sums, 0, random->n_attributes * sizeof *sums);
  for (guint row = 0; row < random->n_rows; row++)
    {
      for (guint a = 0; a < random->n_attributes; a++)
        {
          const RandomAttribute *attribute = &random->attributes[a];
          const char *label = attribute->leaves[attribute->leaf_of_row[row]].labels[levels[a]];
          guint64 n_others = 0;

          for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
            if (g_strcmp0 (attribute->leaves[leaf].labels[levels[a]], label) == 0)
              n_others += weigh (fixture, row);
          n_others -= weigh (fixture, row);
          *(suppressed[row] ? &sums[a].covered : &sums[a].kept) += n_others;
        }
      suppressed_weight += suppressed[row] ? weigh (fixture, row) : 0;
    }
  return suppressed_weight;
}

/* The suppressed rows are any, which no privacy model need have chosen. */
START_TEST (test_loss_by_definition)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_single_leaf = 0, n_seen[4][11] = { { 0 } };

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      Fixture fixture;
      const DeidLoss *loss = &fixture.prepared.loss;
      guint levels[MAX_ATTRIBUTES];
      DeidLevel library_levels[MAX_ATTRIBUTES];

      fixture_init (&fixture, rand);
      n_seen[fixture.random->aggregate][fixture.random->factor_tenths]++;
      n_single_leaf += fixture.random->attributes[0].n_leaves == 1;
      for (guint i = 0; i < 10; i++)
        {
          const gint32 share = g_rand_int_range (rand, 0, 5);
          gboolean suppressed[MAX_ROWS];
          DeidLossSums sums[MAX_ATTRIBUTES];
          guint64 suppressed_weight;
          double got;

          choose_levels (&fixture, rand, levels, library_levels);
          for (guint row = 0; row < fixture.random->n_rows; row++)
            suppressed[row] = g_rand_int_range (rand, 0, 4) < share;
          suppressed_weight = sum_rows (&fixture, library_levels, suppressed, sums);
          got = get_loss (loss, deid_loss_get_objective (loss, sums, suppressed_weight));
          assert_close (got, plain_loss (fixture.random, levels, suppressed), 1e-12L);
          ck_assert (got <= 1 || loss->aggregate == DEID_AGGREGATE_SUM);
        }
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_single_leaf, N_TRIALS / 60);
  for (guint aggregate = 0; aggregate < 4; aggregate++)
    for (guint factor = 0; factor <= 10; factor++)
      if (factor == 0 || factor == 2 || factor == 5 || factor == 8 || factor == 10)
        ck_assert_uint_ge (n_seen[aggregate][factor], N_TRIALS / 60);
}
END_TEST

/* The bound of a policy holds for itself and all its generalizations, to the last bit. */
START_TEST (test_bound)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint n_tight = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      Fixture fixture;
      const DeidLoss *loss = &fixture.prepared.loss;
      guint levels[MAX_ATTRIBUTES];
      DeidLevel low[MAX_ATTRIBUTES], high[MAX_ATTRIBUTES];

      fixture_init (&fixture, rand);
      for (guint i = 0; i < 20; i++)
        {
          const gint32 share = g_rand_int_range (rand, 0, 5);
          gboolean suppressed[MAX_ROWS] = { FALSE };
          DeidLossSums sums[MAX_ATTRIBUTES];
          guint64 suppressed_weight;
          double bound, objective;

          choose_levels (&fixture, rand, levels, high);
          choose_levels (&fixture, rand, levels, low);
          for (guint a = 0; a < fixture.random->n_attributes; a++)
            {
              low[a] = MIN (low[a], high[a]);
              levels[a] = low[a];
            }
          bound = deid_loss_get_bound (loss, low);
          /* A little lower where powers may be rounded either way. */
          assert_close (get_loss (loss, bound), plain_loss (fixture.random, levels, suppressed),
                        1e-11L);
          for (guint row = 0; row < fixture.random->n_rows; row++)
            suppressed[row] = g_rand_int_range (rand, 0, 4) < share;
          suppressed_weight = sum_rows (&fixture, high, suppressed, sums);
          objective = deid_loss_get_objective (loss, sums, suppressed_weight);
          n_tight += bound == objective;
          if (!(bound <= objective) || !(bound <= deid_loss_get_bound (loss, high) * (1 + 1e-15)))
            ck_abort_msg ("the bound %.17g is above the objective %.17g", bound, objective);
        }
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_tight, N_TRIALS / 10);
}
END_TEST

/* The order of rows does not change a bit of the loss. */
START_TEST (test_order_of_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint trial = 0; trial < count_trials (300); trial++)
    {
      double losses[2] = { -1, -1 };
      Fixture fixture;

      fixture_init (&fixture, rand);
      for (guint i = 0; i < 2; i++)
        {
          g_autoptr (DeidProblem) problem = random_problem_build (fixture.random);
          g_autoptr (DeidPolicy) bottom
              = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
          g_autoptr (DeidResult) result = NULL;

          deid_problem_set_suppression_limit (problem, 1, NULL);
          result = deid_problem_evaluate (problem, bottom, NULL, NULL);
          if (result != NULL)
            losses[i] = deid_result_get_loss (result);
          for (guint row = fixture.random->n_rows; row-- > 1;)
            random_problem_swap_rows (fixture.random, row, g_rand_int (rand) % (row + 1));
        }
      ck_assert (losses[0] == losses[1]);
      fixture_clear (&fixture);
    }
}
END_TEST

/* Two attributes of 5 and 3 leaves, four records of which one is suppressed. Levels 1 and 0: the
 * labels cover 2, 2, 3 and (suppressed) 3 of 5 leaves; 1 of 3. */
START_TEST (test_by_hand)
{
  const struct
  {
    DeidAggregate aggregate;
    double factor;
    double expected;
  } cases[] = {
    /* x = ((1 + 1 + 2) / 4 + 1) / 4 = 1/2, y = 1/4 */
    { DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5, 0.375 },
    { DEID_AGGREGATE_SUM, 0.5, 0.75 },
    { DEID_AGGREGATE_MAXIMUM, 0.5, 0.5 },
    { DEID_AGGREGATE_GEOMETRIC_MEAN, 0.5, 0.36930639376291528 /* sqrt (15/8) - 1 */ },
    /* x = (1 + 1 + 2 + 2) / 4 / 4 = 3/8, y = 0 */
    { DEID_AGGREGATE_SUM, 0, 0.375 },
    /* x = y = 1/4: only suppression costs */
    { DEID_AGGREGATE_SUM, 1, 0.5 },
    /* e = 1/2: x = (4 (1/2) / (5 - 1/2) + 1) / 4 = 13/36, y = 1/4 */
    { DEID_AGGREGATE_SUM, 0.75, 22.0 / 36 },
    /* s = 1/2: x = (4/4 + 1/2 + 1/2 2/4) / 4 = 7/16, y = 1/2 / 4 = 1/8 */
    { DEID_AGGREGATE_SUM, 0.25, 9.0 / 16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const hierarchy_rows[][3]
          = { { "a", "ab" }, { "b", "ab" }, { "c", "cde" }, { "d", "cde" }, { "e", "cde" } };
      const char *const letters[] = { "a", "b", "c", "d" };
      const char *const digits[] = { "1", "1", "2", "2" };
      const char *const sensitive[] = { "x", "x", "x", "x" };
      const char *const other_rows[][3] = { { "1", "*" }, { "2", "*" }, { "3", "*" } };
      g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
      g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
      g_autoptr (DeidHierarchyBuilder) other_builder = deid_hierarchy_builder_new (NULL);
      g_autoptr (DeidHierarchy) hierarchy = NULL;
      g_autoptr (DeidHierarchy) other = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidQualityModel) model
          = deid_quality_model_new_iyengar_loss (cases[i].aggregate, cases[i].factor, NULL);
      g_autoptr (DeidProblem) problem = NULL;
      DeidPreparedProblem prepared;
      g_autoptr (DeidPrivacyModel) privacy = deid_privacy_model_new_k_anonymity (1, NULL);
      const DeidLossSums sums[] = { { .kept = 4, .covered = 2 }, { .kept = 0, .covered = 0 } };

      for (guint leaf = 0; leaf < 5; leaf++)
        deid_hierarchy_builder_add_row (builder, hierarchy_rows[leaf], NULL);
      for (guint leaf = 0; leaf < 3; leaf++)
        deid_hierarchy_builder_add_row (other_builder, other_rows[leaf], NULL);
      hierarchy = deid_hierarchy_builder_build (builder, NULL);
      other = deid_hierarchy_builder_build (other_builder, NULL);
      deid_dataset_add_string_column (dataset, "letter", letters, 4, NULL, NULL);
      deid_dataset_add_string_column (dataset, "digit", digits, 4, NULL, NULL);
      deid_dataset_add_string_column (dataset, "sensitive", sensitive, 4, NULL, NULL);
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "letter", hierarchy, NULL, NULL));
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "digit", other, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_set_quality_model (problem, model, NULL));
      ck_assert (deid_problem_add_privacy_model (problem, privacy, NULL));
      ck_assert (deid_prepared_problem_init (&prepared, problem, DEID_STOP_NEVER, NULL));
      assert_close (get_loss (&prepared.loss, deid_loss_get_objective (&prepared.loss, sums, 1)),
                    cases[i].expected, 1e-12L);
      deid_prepared_problem_clear (&prepared);
    }
}
END_TEST

static DeidProblem *
make_table_of (guint64 n_records)
{
  g_autofree char *weight = g_strdup_printf ("%" G_GUINT64_FORMAT, n_records);
  const char *const weights[] = { weight };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "weight", weights, 1, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  return deid_problem_new (lattice);
}

static void
check_limit (DeidProblem *problem, double fraction, guint64 expected)
{
  GError *error = NULL;

  if (!deid_problem_set_suppression_limit (problem, fraction, &error))
    ck_abort_msg ("%s", error->message);
  if (deid_problem_get_n_suppressible (problem) != expected)
    ck_abort_msg ("%.17g is %" G_GUINT64_FORMAT ", expected %" G_GUINT64_FORMAT, fraction,
                  deid_problem_get_n_suppressible (problem), expected);
}

START_TEST (test_limit_examples)
{
  const struct
  {
    guint64 n;
    double fraction;
    guint64 expected;
  } cases[]
      = { { 100, 0.29, 29 },       { 10000, 0.57, 5700 }, { 100, 0, 0 },       { 100, 1, 100 },
          { 3, 1.0 / 3, 1 },       { 3, 0.3333, 0 },      { 3, 0.34, 1 },      { 1, 0.9999, 0 },
          { 10, 0.7, 7 },          { 1000, 0.001, 1 },    { 1000, 0.0009, 0 }, { 49, 0.98, 48 },
          { 1000000, 0.07, 70000 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_table_of (cases[i].n);

      check_limit (problem, cases[i].fraction, cases[i].expected);
    }
}
END_TEST

/* The limit c / n in doubles is c records, the next double below it c - 1. */
START_TEST (test_limit_is_exact)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      const guint64 n = 1 + (g_rand_int (rand) >> g_rand_int_range (rand, 0, 31));
      g_autoptr (DeidProblem) problem = make_table_of (n);

      for (guint i = 0; i < 20; i++)
        {
          const guint64 count = g_rand_int (rand) % (n + 1);
          const double fraction = (double) count / (double) n;

          check_limit (problem, fraction, count);
          if (count > 0)
            check_limit (problem, nextafter (fraction, 0), count - 1);
          if (count < n)
            check_limit (problem, nextafter (fraction, 1), count);
        }
    }
}
END_TEST

START_TEST (test_limit_count)
{
  g_autoptr (DeidProblem) problem = make_table_of (1000);
  GError *error = NULL;

  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 0);
  ck_assert (deid_problem_set_suppression_limit_count (problem, 17, NULL));
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 17);
  ck_assert (deid_problem_set_suppression_limit_count (problem, G_MAXUINT64, NULL));
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 1000);
  ck_assert (!deid_problem_set_suppression_limit (problem, -0.1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  ck_assert (!deid_problem_set_suppression_limit (problem, 1.0000001, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  ck_assert (!deid_problem_set_suppression_limit (problem, (double) NAN, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 1000);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("loss");
  TCase *loss = tcase_create ("Iyengar's loss");
  TCase *limit = tcase_create ("suppression limit");

  tcase_set_timeout (loss, 120);
  tcase_add_test (loss, test_by_hand);
  tcase_add_test (loss, test_loss_by_definition);
  tcase_add_test (loss, test_bound);
  tcase_add_test (loss, test_order_of_rows);
  suite_add_tcase (suite, loss);
  tcase_set_timeout (limit, 120);
  tcase_add_test (limit, test_limit_examples);
  tcase_add_test (limit, test_limit_is_exact);
  tcase_add_test (limit, test_limit_count);
  suite_add_tcase (suite, limit);
  return suite;
}
