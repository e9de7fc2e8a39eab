/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bound on population uniqueness, against the estimates that it is made from. */
#include <stdlib.h>
#include <string.h>

#include "privacy/models.h"
#include "privacy/uniqueness.h"
#include "support/sample.h"
#include "support/suite.h"
#include "support/text-job.h"

START_TEST (test_regions)
{
  GError *error = NULL;
  guint64 size;

  ck_assert (deid_region_get_population ("Germany", &size, &error));
  assert_no_error (error);
  ck_assert_uint_eq (size, 83200000);
  ck_assert (deid_region_get_population ("european-union", &size, &error));
  ck_assert_uint_eq (size, 443200000);
  ck_assert (!deid_region_get_population ("atlantis", &size, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "atlantis", "uk or usa", NULL);
}
END_TEST

START_TEST (test_spellings)
{
  static const char *const specifications[][2] = {
    { "pu:dankar:331400000:0.01", "pu:dankar:331400000:0.01" },
    { "pu:dankar:usa:0.01", "pu:dankar:331400000:0.01" },
    { "pu:pitman:2:0", "pu:pitman:2:0" },
    { "pu:zayatz:0.25:1", "pu:zayatz:0.25:1" },
    { "pu:snb:1.0:0.5", "pu:snb:1.0:0.5" },
    { "pu:snb:1.00:0.5", "pu:snb:1.0:0.5" },
    { "pu:snb:1e0:0.5", "pu:snb:1.0:0.5" },
    { "pu:snb:10e-1:0.5", "pu:snb:1.0:0.5" },
    { "pu:snb:0.00000001:0.5", "pu:snb:1e-08:0.5" },
    { "pu:snb:002:0.5", "pu:snb:2:0.5" },
  };
  static const char *const bad[][2] = {
    { "pu:dankar:usa", "pu:ESTIMATOR:POPULATION:SHARE" },
    { "pu:ewens:usa:0.1", "'ewens', expected pitman" },
    { "pu:dankar:mars:0.1", "region 'mars'" },
    { "pu:dankar:1:0.1", "at least 2, or 1.0 if the table is the whole population" },
    { "pu:dankar:01:0.1", "'1' may be a number of people or a share" },
    { "pu:dankar:1.5:0.1", "1.5, expected a share above 0 and at most 1" },
    { "pu:dankar:2.0:0.1", "2, expected a share above 0 and at most 1" },
    { "pu:dankar:0:0.1", "a population of fewer than 2" },
    { "pu:dankar:0.0:0.1", "0, expected a number above 0" },
    { "pu:dankar:-5:0.1", "'-5', expected a positive integer" },
    { "pu:dankar:100:1.5", "1.5, expected a share from 0 to 1" },
    { "pu:dankar:100:x", "'x', expected a number" },
  };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (specifications); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (specifications[i][0], NULL, &error);
      g_autoptr (DeidPrivacyModel) again = NULL;
      g_autofree char *text = NULL, *text_again = NULL;

      assert_no_error (error);
      text = deid_privacy_model_to_specification (model);
      ck_assert_str_eq (text, specifications[i][1]);
      again = deid_privacy_model_new_from_specification (text, NULL, &error);
      assert_no_error (error);
      text_again = deid_privacy_model_to_specification (again);
      ck_assert_str_eq (text_again, text);
      ck_assert_int_eq (deid_privacy_model_get_closure (model), DEID_CLOSURE_NONE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert_ptr_null (deid_privacy_model_new_from_specification (bad[i][0], NULL, &error));
      ck_assert_msg (strstr (error->message, bad[i][1]) != NULL, "%s", error->message);
      g_clear_error (&error);
    }
}
END_TEST

START_TEST (test_bad_parameters)
{
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_privacy_model_new_population_uniqueness (DEID_UNIQUENESS_ESTIMATOR_SNB, 1, 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "at least 2", NULL);
  ck_assert_ptr_null (
      deid_privacy_model_new_population_uniqueness ((DeidUniquenessEstimator) 9, 10, 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "estimator", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_population_uniqueness (DEID_UNIQUENESS_ESTIMATOR_SNB,
                                                                    10, -0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "-0.5", NULL);
  ck_assert_ptr_null (deid_privacy_model_new_population_uniqueness_of_fraction (
      DEID_UNIQUENESS_ESTIMATOR_SNB, 1.5, 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1.5", "at most 1", NULL);
}
END_TEST

typedef struct
{
  DeidUniquenessEstimator estimator;
  guint64 n_population;
  double threshold;
} Bound;

static gboolean
meets (const Bound *bound, const guint64 *sizes, guint n)
{
  double n_uniques;

  return deid_population_uniqueness_estimate (bound->estimator, sizes, n, bound->n_population,
                                              &n_uniques, NULL, NULL)
         && n_uniques <= bound->threshold * (double) bound->n_population;
}

static int
compare_sizes (const void *a, const void *b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Leaves out the smallest classes, as many as bisection finds to be enough.
 * Returns: whether they have no more than @limit records, and others are left. */
static gboolean
withhold (const Bound *bound, guint64 *sizes, guint n, guint64 limit)
{
  guint fails = 0, holds = 0;
  guint64 n_withheld = 0;

  qsort (sizes, n, sizeof *sizes, compare_sizes);
  if (n > 0 && meets (bound, sizes, n))
    return TRUE;
  while (holds < n && n_withheld <= limit)
    n_withheld += sizes[holds++];
  if (holds < n && !meets (bound, sizes + holds, n - holds))
    return FALSE;
  while (holds > fails + 1)
    {
      const guint middle = fails + (holds - fails) / 2;

      if (meets (bound, sizes + middle, n - middle))
        holds = middle;
      else
        fails = middle;
    }
  n_withheld = 0;
  for (guint c = 0; c < holds; c++)
    n_withheld += sizes[c];
  return holds < n && n_withheld <= limit;
}

/* Returns: whether the classes of a policy that k-anonymity leaves meet the bound, perhaps without
 * the smallest. */
static gboolean
is_expected (const Sample *sample, const guint *levels, guint k, DeidUniquenessEstimator estimator,
             guint64 n_population, double threshold)
{
  guint rows[SAMPLE_MAX_ROWS];
  guint64 sizes[SAMPLE_MAX_ROWS] = { 0 };
  const guint n_classes = sample_classify (sample, levels, rows);
  const Bound bound = { estimator, n_population, threshold };
  const guint64 limit = sample->n_rows / 20;
  guint64 n_failing = 0;
  guint n_kept = 0;

  for (guint row = 0; row < sample->n_rows; row++)
    sizes[rows[row]]++;
  for (guint c = 0; c < n_classes; c++)
    if (sizes[c] >= k)
      sizes[n_kept++] = sizes[c];
    else
      n_failing += sizes[c];
  return n_failing <= limit && withhold (&bound, sizes, n_kept, limit - n_failing);
}

/* Five records are 0.3 of 17, not of 16: of one and four, 7.8 percent are estimated to be unique,
 * of 16 they would be 8.2. */
START_TEST (test_nearest_population)
{
  static const char *const values[] = { "one", "four", "four", "four", "four" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("pu:zayatz:0.3:0.08", NULL, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "q", values, G_N_ELEMENTS (values), NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, "q", DEID_ROLE_QUASI_IDENTIFYING, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  policy = deid_policy_new_from_rank (lattice, 0, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
}
END_TEST

START_TEST (test_model)
{
  static const char *const names[] = { "pitman", "zayatz", "snb", "dankar" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint n_of_verdict[2] = { 0 };

  for (guint trial = 0; trial < 80 + count_trials (120); trial++)
    {
      const guint k = trial % 8 == 0 ? 2 : 1, e = trial % 4;
      const double threshold = trial % 3 == 0 ? 0 : g_rand_int_range (rand, 0, 200) / 1e4;
      const gboolean of_fraction = g_rand_boolean (rand);
      guint levels[SAMPLE_MAX_ATTRIBUTES];
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *models = NULL, *size = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      guint64 n_population;
      gboolean expected;
      Sample sample;

      sample_init_random (&sample, rand, 60, 2);
      n_population = of_fraction ? sample.n_rows * 4 : (guint64) g_rand_int_range (rand, 60, 2000);
      size = of_fraction ? g_strdup ("0.25") : g_strdup_printf ("%" G_GUINT64_FORMAT, n_population);
      models = g_strdup_printf ("k:%u;pu:%s:%s:%s", k, names[e], size,
                                g_ascii_dtostr (number, sizeof number, threshold));
      problem = sample_build_problem (&sample, SAMPLE_PLAIN, models, 0.05);
      sample_choose_levels (&sample, rand, levels);
      result = sample_evaluate (problem, levels, NULL);
      expected
          = is_expected (&sample, levels, k, (DeidUniquenessEstimator) e, n_population, threshold);
      ck_assert_msg ((result != NULL) == expected, "%s: expected %d", models, expected);
      n_of_verdict[expected]++;
    }
  ck_assert_uint_gt (n_of_verdict[0], 5);
  ck_assert_uint_gt (n_of_verdict[1], 5);
}
END_TEST

START_TEST (test_small_population)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  const guint levels[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autoptr (DeidProblem) problem = NULL, exact = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  Sample sample;

  sample_init_random (&sample, rand, 60, 2);
  problem = sample_build_problem (&sample, SAMPLE_PLAIN, "pu:zayatz:59:1", 1);
  ck_assert_ptr_null (sample_evaluate (problem, levels, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "60 records", "59", NULL);
  exact = sample_build_problem (&sample, SAMPLE_PLAIN, "pu:zayatz:60:1", 1);
  result = sample_evaluate (exact, levels, &error);
  assert_no_error (error);
}
END_TEST

/* A table of 40 persons of a few ages, each of whom has one to three equal rows, or one. */
static char *
make_persons (guint seed, gboolean has_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *csv = g_string_new ("person,age\n");

  for (guint person = 0; person < 40; person++)
    {
      const gint32 age = g_rand_int_range (rand, 20, 60);
      const gint32 n = g_rand_int_range (rand, 1, 4);

      for (gint32 row = 0; row < (has_rows ? n : 1); row++)
        g_string_append_printf (csv, "%u,%d\n", person, age);
    }
  return g_string_free (csv, FALSE);
}

static gboolean
finds_policy (const char *csv, const char *role, const char *model)
{
  g_autofree char *settings
      = g_strdup_printf ("[column person]\nrole=%s\n[column age]\nrole=quasi-identifying\n"
                         "rule=suppress\nlevels=0..0\n[models]\nmodel=%s\n",
                         role, model);
  g_autoptr (DeidJob) job = make_text_job (csv, settings, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, &error);

  if (result == NULL)
    ck_assert (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION));
  return result != NULL;
}

/* The rows of a person count once, in classes and in what a fraction makes of the table. */
START_TEST (test_persons)
{
  static const char *const names[] = { "pitman", "zayatz", "snb", "dankar" };
  guint n_of_verdict[2] = { 0 };

  for (guint trial = 0; trial < 40; trial++)
    {
      const guint per_thousand = 10 * (trial / 4) + 5;
      g_autofree char *model = g_strdup_printf ("pu:%s:0.5:%u.%u%%", names[trial % 4],
                                                per_thousand * 4 / 10, per_thousand * 4 % 10);
      g_autofree char *single = make_persons (trial, FALSE);
      g_autofree char *repeated = make_persons (trial, TRUE);
      const gboolean expected = finds_policy (single, "identifying", model);

      ck_assert_msg (finds_policy (repeated, "entity", model) == expected, "%s: expected %d", model,
                     expected);
      n_of_verdict[expected]++;
    }
  ck_assert_uint_gt (n_of_verdict[0], 5);
  ck_assert_uint_gt (n_of_verdict[1], 5);
}
END_TEST

/* A size is a number of persons too. */
START_TEST (test_small_population_of_persons)
{
  g_autofree char *csv = make_persons (1, TRUE);

  ck_assert (finds_policy (csv, "entity", "pu:zayatz:40:1"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("population-uniqueness");
  TCase *tcase = tcase_create ("model");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_regions);
  tcase_add_test (tcase, test_spellings);
  tcase_add_test (tcase, test_bad_parameters);
  tcase_add_test (tcase, test_nearest_population);
  tcase_add_test (tcase, test_model);
  tcase_add_test (tcase, test_small_population);
  tcase_add_test (tcase, test_persons);
  tcase_add_test (tcase, test_small_population_of_persons);
  suite_add_tcase (suite, tcase);
  return suite;
}
