/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Estimates of population uniqueness against computations by other ways: likelihoods by their
 * definition on ever finer grids, probabilities by their sums. */
#include <math.h>

#include "privacy/uniqueness.h"
#include "support/suite.h"

#define MAX_RECORDS 120

/* The class sizes of a sample. */
typedef struct
{
  guint64 sizes[MAX_RECORDS];
  guint n_classes;
  guint n_records;
} Classes;

static guint
count_size (const Classes *classes, guint64 size)
{
  guint n = 0;

  for (guint c = 0; c < classes->n_classes; c++)
    n += classes->sizes[c] == size;
  return n;
}

/* Draws records one after the other, as Pitman's formula has it: the next is a class of its own
 * with probability (theta + u alpha) / (theta + n). */
static void
draw (Classes *classes, GRand *rand, guint n_records, double theta, double alpha)
{
  *classes = (Classes){ .n_records = n_records };
  for (guint i = 0; i < n_records; i++)
    {
      double place = g_rand_double (rand) * (theta + i);
      guint c = 0;

      for (; c < classes->n_classes; c++)
        if ((place -= (double) classes->sizes[c] - alpha) < 0)
          break;
      if (c == classes->n_classes)
        classes->n_classes++;
      classes->sizes[c]++;
    }
}

/* Draws classes with some uniques and some others. */
static void
draw_mixed (Classes *classes, GRand *rand)
{
  do
    draw (classes, rand, (guint) g_rand_int_range (rand, 8, MAX_RECORDS),
          pow (10, g_rand_double_range (rand, -0.5, 2)), g_rand_double_range (rand, 0, 0.95));
  while (count_size (classes, 1) == 0 || classes->n_classes == classes->n_records);
}

/* Returns: the estimate, or a NAN if there is none. */
static double
estimate (DeidUniquenessEstimator estimator, const Classes *classes, guint64 n_population)
{
  GError *error = NULL;
  double n_uniques;

  if (deid_population_uniqueness_estimate (estimator, classes->sizes, classes->n_classes,
                                           n_population, &n_uniques, NULL, &error))
    {
      assert_no_error (error);
      return n_uniques;
    }
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "no solution", NULL);
  return NAN;
}

static void
assert_close (double found, long double expected, double tolerance)
{
  ck_assert_msg (fabsl (found - expected) <= tolerance * fabsl (expected), "%.12g, expected %.12Lg",
                 found, expected);
}

/* Maximizes a function on a grid of 9 x 9 points that is centred on the best one and shrinks. */
typedef long double (*Function) (const gpointer data, double x, double y);

static void
maximize (Function function, gpointer data, double x, double y, double width, double height,
          double best[2])
{
  best[0] = x;
  best[1] = y;
  for (guint round = 0; round < 150; round++, width *= 0.85, height *= 0.85)
    {
      const double centre[2] = { best[0], best[1] };
      long double highest = -HUGE_VALL;

      for (int i = -4; i <= 4; i++)
        for (int j = -4; j <= 4; j++)
          {
            const double at[2] = { centre[0] + i * width / 4, centre[1] + j * height / 4 };
            const long double value = function (data, at[0], at[1]);

            if (value > highest)
              {
                highest = value;
                best[0] = at[0];
                best[1] = at[1];
              }
          }
    }
}

/* Of alpha and the logarithm of theta + alpha. */
static long double
get_likelihood (const gpointer data, double alpha, double log_above)
{
  const Classes *classes = data;
  const long double theta = expl (log_above) - alpha;
  long double sum = 0;

  if (alpha < 0 || alpha >= 1)
    return -HUGE_VALL;
  for (guint i = 1; i < classes->n_classes; i++)
    sum += logl (theta + i * (long double) alpha);
  for (guint i = 1; i < classes->n_records; i++)
    sum -= logl (theta + i);
  for (guint c = 0; c < classes->n_classes; c++)
    for (guint64 i = 1; i < classes->sizes[c]; i++)
      sum += logl ((long double) i - alpha);
  return sum;
}

START_TEST (test_pitman)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_at_bound = 0, n_inside = 0;

  for (guint trial = 0; trial < 3 + count_trials (12); trial++)
    {
      const guint64 n_population = 1000 + (guint64) g_rand_int_range (rand, 0, 20000);
      long double expected = n_population, theta;
      Classes classes;
      double best[2];

      draw_mixed (&classes, rand);
      maximize (get_likelihood, &classes, 0.5, 2, 0.5, 8, best);
      theta = expl (best[1]) - best[0];
      for (guint64 i = 1; i < n_population; i++)
        expected *= (theta + best[0] + (long double) (i - 1)) / (theta + (long double) i);
      assert_close (estimate (DEID_UNIQUENESS_ESTIMATOR_PITMAN, &classes, n_population), expected,
                    1e-6);
      *(best[0] < 1e-6 ? &n_at_bound : &n_inside) += 1;
    }
  ck_assert_uint_gt (n_inside, 0);
  ck_assert_uint_gt (n_at_bound, 0);
}
END_TEST

static long double
choose (guint64 n, guint64 k)
{
  long double product = k <= n;

  for (guint64 i = 0; k <= n && i < k; i++)
    product *= (long double) (n - i) / (long double) (k - i);
  return product;
}

START_TEST (test_zayatz)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint trial = 0; trial < count_trials (200); trial++)
    {
      long double sum = 0, unique;
      guint64 n_population;
      Classes classes;

      draw_mixed (&classes, rand);
      n_population = classes.n_records + (guint64) g_rand_int_range (rand, 0, 1000);
      for (guint c = 0; c < classes.n_classes; c++)
        if (classes.sizes[c] <= n_population)
          sum += (long double) classes.sizes[c]
                 * choose (n_population - classes.sizes[c], classes.n_records - 1);
      unique = count_size (&classes, 1);
      unique *= unique * choose (n_population - 1, classes.n_records - 1) / sum;
      assert_close (estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, &classes, n_population),
                    unique * n_population / classes.n_records, 1e-12);
    }
}
END_TEST

/* What the two numbers of classes are to be, as shares of the classes of the population. */
typedef struct
{
  double fraction;
  long double shares[2];
} Wanted;

/* Of the logarithms of alpha and of beta / (1 - beta): how far off the probabilities are, which are
 * summed over the sizes of a class of the population. */
static long double
get_misfit (const gpointer data, double log_alpha, double logit)
{
  const Wanted *wanted = data;
  const long double alpha = expl (log_alpha), rest = 1 / (1 + expl (logit));
  const long double p = wanted->fraction;
  long double of_size = powl (1 - rest, alpha), untaken = 1, single = 0, pair = 0;

  for (guint size = 1; size < 200; size++)
    {
      single += of_size * size * p * untaken;
      pair += of_size * size * (size - 1) / 2 * p * p * untaken / (1 - p);
      of_size *= rest * (alpha + size - 1) / size;
      untaken *= 1 - p;
    }
  single -= wanted->shares[0];
  pair -= wanted->shares[1];
  return -(single * single + pair * pair);
}

static long double
estimate_classes (const Classes *classes, long double p)
{
  long double sums[4] = { 0 };

  for (guint c = 0; c < classes->n_classes; c++)
    {
      const long double i = (long double) classes->sizes[c];

      sums[0] += i * p * p * powl (1 - p * p, i - 1);
      sums[1] += powl (1 - p, i) * (powl (1 + p, i) - 1);
      sums[2] += powl (1 - p, i);
      sums[3] += i * p * powl (1 - p, i - 1);
    }
  return classes->n_classes
         + count_size (classes, 1) * sums[0] / sums[1] * powl (sums[2] / sums[3], 2);
}

START_TEST (test_slide_negative_binomial)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint n_solved = 0, n_unsolved = 0;

  for (guint trial = 0; trial < 12 + count_trials (18); trial++)
    {
      long double n_classes;
      guint64 n_population;
      Classes classes;
      Wanted wanted;
      double best[2], found;

      draw_mixed (&classes, rand);
      n_population = (guint64) (classes.n_records * g_rand_double_range (rand, 2, 5));
      wanted.fraction = (double) classes.n_records / (double) n_population;
      n_classes = estimate_classes (&classes, wanted.fraction);
      for (guint i = 0; i < 2; i++)
        wanted.shares[i] = count_size (&classes, i + 1) / n_classes;
      maximize (get_misfit, &wanted, 0, 0, 6, 9, best);
      found = estimate (DEID_UNIQUENESS_ESTIMATOR_SNB, &classes, n_population);
      if (get_misfit (&wanted, best[0], best[1]) > -1e-18)
        {
          const long double expected = n_classes * powl (1 / (1 + expl (-best[1])), expl (best[0]));

          assert_close (found, fminl (expected, n_population), 1e-6);
          n_solved++;
        }
      else if (isnan (found))
        n_unsolved++;
    }
  ck_assert_uint_gt (n_solved, 5);
  ck_assert_uint_gt (n_unsolved, 0);
}
END_TEST

START_TEST (test_decision_rule)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  guint n_of_choice[4] = { 0 };

  for (guint trial = 0; trial < 60 + count_trials (240); trial++)
    {
      double pitman, zayatz, snb, found, expected;
      guint64 n_population;
      Classes classes;

      draw_mixed (&classes, rand);
      n_population = classes.n_records * (guint64) g_rand_int_range (rand, 2, 19);
      if (trial % 4 == 0)
        n_population = classes.n_records * 10 - trial % 8 / 4;
      pitman = estimate (DEID_UNIQUENESS_ESTIMATOR_PITMAN, &classes, n_population);
      zayatz = estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, &classes, n_population);
      snb = estimate (DEID_UNIQUENESS_ESTIMATOR_SNB, &classes, n_population);
      found = estimate (DEID_UNIQUENESS_ESTIMATOR_DANKAR, &classes, n_population);
      if ((double) classes.n_records / (double) n_population <= 0.1)
        {
          expected = pitman;
          n_of_choice[0]++;
        }
      else if (isnan (snb))
        {
          expected = zayatz;
          n_of_choice[1]++;
        }
      else
        {
          expected = fmin (snb, zayatz);
          n_of_choice[snb < zayatz ? 2 : 3]++;
        }
      ck_assert_double_eq (found, expected);
    }
  for (guint i = 0; i < 4; i++)
    ck_assert_uint_gt (n_of_choice[i], 0);
}
END_TEST

START_TEST (test_extreme_samples)
{
  const Classes unique = { .sizes = { 1, 1, 1, 1 }, .n_classes = 4, .n_records = 4 };
  const Classes pairs = { .sizes = { 2, 3, 2 }, .n_classes = 3, .n_records = 7 };
  const Classes one = { .sizes = { 5 }, .n_classes = 1, .n_records = 5 };
  const Classes mixed = { .sizes = { 3, 1, 2, 1 }, .n_classes = 4, .n_records = 7 };
  const Classes large
      = { .sizes = { 1, 5000, 1, 1024, 5000, 1023, 2 }, .n_classes = 7, .n_records = 12051 };

  for (guint e = 0; e < 4; e++)
    {
      const DeidUniquenessEstimator estimator = (DeidUniquenessEstimator) e;
      const double found = estimate (estimator, &large, G_GUINT64_CONSTANT (1) << 40);

      ck_assert_double_eq (estimate (estimator, &pairs, 1000), 0);
      ck_assert_double_eq (estimate (estimator, &one, 1000), 0);
      ck_assert_double_eq (estimate (estimator, &unique, 4), 4);
      ck_assert_double_eq (estimate (estimator, &mixed, 7), 2);
      ck_assert (isnan (found) ? estimator == DEID_UNIQUENESS_ESTIMATOR_SNB
                               : found > 0 && found < 1e12);
    }
  for (guint64 n_population = 5; n_population < 100; n_population += 40)
    {
      ck_assert_double_nan (estimate (DEID_UNIQUENESS_ESTIMATOR_PITMAN, &unique, n_population));
      ck_assert_double_nan (estimate (DEID_UNIQUENESS_ESTIMATOR_SNB, &unique, n_population));
      ck_assert_double_eq (estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, &unique, n_population),
                           (double) n_population);
      ck_assert_double_eq (estimate (DEID_UNIQUENESS_ESTIMATOR_DANKAR, &unique, n_population),
                           (double) n_population);
    }
}
END_TEST

/* Of a class of m and one of one, in a population N so large that the class keeps its share, P is
 * 1 / (1 + m exp (-m^2 / N)), up to m / N of itself. Nothing walks over all sizes. */
START_TEST (test_large_classes)
{
  const guint64 n_population = G_GUINT64_CONSTANT (1) << 63;

  for (guint bits = 24; bits <= 45; bits += 7)
    {
      const guint64 m = G_GUINT64_CONSTANT (1) << bits, sizes[] = { 1, m };
      const double times = ldexp (1, (int) bits);
      const double share = times * exp (-ldexp (1, 2 * (int) bits - 63));
      const double expected = ldexp (1, 63) / (times + 1) / (1 + share);
      double found;
      GError *error = NULL;

      deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, sizes, 2, n_population,
                                           &found, NULL, &error);
      assert_no_error (error);
      ck_assert_double_eq_tol (found / expected, 1, 1e-7);
    }
}
END_TEST

/* Classes around the size from which on they are counted in another way. */
START_TEST (test_counted_sizes)
{
  for (guint64 size = 1020; size < 1028; size++)
    {
      const guint64 sizes[] = { 1, size }, n_population = 1000 * (size + 1);
      long double product = 1, expected;
      double found;
      GError *error = NULL;

      for (guint64 i = 1; i < size; i++)
        product *= (long double) (n_population - size - i) / (long double) (n_population - i);
      expected = 1000 / (1 + (long double) size * product);
      deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, sizes, 2, n_population,
                                           &found, NULL, &error);
      assert_no_error (error);
      ck_assert_double_eq_tol (found / (double) expected, 1, 1e-9);
    }
}
END_TEST

START_TEST (test_cancelled)
{
  static const guint64 sizes[] = { 1, 1, 2, 3 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  double n_uniques = 77;
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  for (int e = DEID_UNIQUENESS_ESTIMATOR_PITMAN; e <= DEID_UNIQUENESS_ESTIMATOR_DANKAR; e++)
    {
      ck_assert (!deid_population_uniqueness_estimate ((DeidUniquenessEstimator) e, sizes,
                                                       G_N_ELEMENTS (sizes), 100, &n_uniques,
                                                       cancellable, &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
    }
  ck_assert (n_uniques == 77);
}
END_TEST

START_TEST (test_bad_samples)
{
  const guint64 sizes[] = { 3, 1, 0 }, many[] = { G_MAXUINT64, 1 };
  GError *error = NULL;
  double n_uniques;

  ck_assert (!deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, sizes, 3, 100,
                                                   &n_uniques, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "class 2", NULL);
  ck_assert (!deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, sizes, 2, 3,
                                                   &n_uniques, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "sample of 4", NULL);
  ck_assert (!deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, sizes, 0, 3,
                                                   &n_uniques, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "at least one class", NULL);
  ck_assert (!deid_population_uniqueness_estimate (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, many, 2,
                                                   G_MAXUINT64, &n_uniques, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "2^64", NULL);
  ck_assert (!deid_population_uniqueness_estimate ((DeidUniquenessEstimator) 4, sizes, 2, 30,
                                                   &n_uniques, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "estimator", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("uniqueness-estimators");
  TCase *tcase = tcase_create ("estimators");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_pitman);
  tcase_add_test (tcase, test_zayatz);
  tcase_add_test (tcase, test_slide_negative_binomial);
  tcase_add_test (tcase, test_decision_rule);
  tcase_add_test (tcase, test_extreme_samples);
  tcase_add_test (tcase, test_large_classes);
  tcase_add_test (tcase, test_counted_sizes);
  tcase_add_test (tcase, test_cancelled);
  tcase_add_test (tcase, test_bad_samples);
  suite_add_tcase (suite, tcase);
  return suite;
}
