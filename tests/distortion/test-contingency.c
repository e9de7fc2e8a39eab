/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cramer's V by its definition, for tables of cells that are counted at once, and for those that
 * are not; Pearson's correlation over more rows than a block. */
#include <math.h>

#include "distortion/contingency.h"
#include "distortion/pair-sums.h"
#include "support/suite.h"

#define N_ROWS    1500
#define N_COLUMNS 3

typedef struct
{
  guint32 values[N_ROWS];
  guint32 *categories;
  guint32 n;
} Column;

/* Every seventh value is in no category. */
static void
draw (Column *column, const Column *other, guint32 n, GRand *rand)
{
  column->n = n;
  column->categories = g_new (guint32, n);
  for (guint32 value = 0; value < n; value++)
    column->categories[value] = value % 7 == 6 ? n : value;
  for (guint row = 0; row < N_ROWS; row++)
    column->values[row] = other != NULL && g_rand_boolean (rand)
                              ? other->values[row] % n
                              : (guint32) g_rand_int_range (rand, 0, (gint32) n);
}

static double
compute_v (const Column *a, const Column *b, const guint64 *weights, guint64 *n)
{
  g_autofree guint64 *cells = g_new0 (guint64, (gsize) a->n * b->n);
  g_autofree guint64 *of_a = g_new0 (guint64, a->n), *of_b = g_new0 (guint64, b->n);
  guint n_a = 0, n_b = 0;
  long double chi = 0;

  *n = 0;
  for (guint row = 0; row < N_ROWS; row++)
    {
      const guint32 i = a->categories[a->values[row]], j = b->categories[b->values[row]];
      const guint64 weight = weights != NULL ? weights[row] : 1;

      if (i == a->n || j == b->n)
        continue;
      cells[(gsize) i * b->n + j] += weight;
      of_a[i] += weight;
      of_b[j] += weight;
      *n += weight;
    }
  for (guint32 i = 0; i < a->n; i++)
    n_a += of_a[i] > 0;
  for (guint32 j = 0; j < b->n; j++)
    n_b += of_b[j] > 0;
  if (MIN (n_a, n_b) < 2)
    return NAN;
  for (guint32 i = 0; i < a->n; i++)
    for (guint32 j = 0; j < b->n; j++)
      {
        const long double expected = (long double) of_a[i] * of_b[j] / *n;

        if (expected > 0)
          chi += (cells[(gsize) i * b->n + j] - expected) * (cells[(gsize) i * b->n + j] - expected)
                 / expected;
      }
  return (double) sqrtl (chi / *n / (MIN (n_a, n_b) - 1));
}

/* All pairs, so that rows are sorted by one column for several others. */
static void
check (const Column *columns, const guint64 *weights)
{
  DeidContingency contingency = { 0 };
  DeidCategories categories[N_COLUMNS];

  for (guint c = 0; c < N_COLUMNS; c++)
    categories[c]
        = (DeidCategories){ columns[c].values, columns[c].categories, columns[c].n, NULL };
  for (guint c = 0; c < N_COLUMNS; c++)
    for (guint d = 0; d < N_COLUMNS; d++)
      {
        guint64 n, n_expected;
        const double expected = compute_v (&columns[c], &columns[d], weights, &n_expected);
        double v;

        ck_assert (deid_contingency_measure (&contingency, N_ROWS, weights, &categories[c],
                                             &categories[d], &n, &v, DEID_STOP_NEVER, NULL));
        ck_assert_uint_eq (n, n_expected);
        ck_assert (isnan (v) == isnan (expected));
        if (!isnan (expected))
          ck_assert_msg (fabs (v - expected) <= 1e-12, "%.17g is not %.17g", v, expected);
      }
  deid_contingency_clear (&contingency);
}

START_TEST (random_categories)
{
  static const guint32 sizes[] = { 1, 2, 30, 180, 190, 700, 1400 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  guint64 weights[N_ROWS];

  for (guint row = 0; row < N_ROWS; row++)
    weights[row] = (guint64) g_rand_int_range (rand, 1, 5);
  for (guint trial = 0, n = count_trials (20); trial < n; trial++)
    {
      Column columns[N_COLUMNS];

      for (guint c = 0; c < N_COLUMNS; c++)
        draw (&columns[c], c > 0 ? &columns[c - 1] : NULL,
              sizes[g_rand_int_range (rand, 0, G_N_ELEMENTS (sizes))], rand);
      check (columns, trial % 2 == 0 ? weights : NULL);
      for (guint c = 0; c < N_COLUMNS; c++)
        g_free (columns[c].categories);
    }
}
END_TEST

/* Each pair of values once: nothing goes together, whether or not all cells are counted at once. */
START_TEST (independent)
{
  static const guint32 sizes[] = { 20, 400 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      const guint32 n = sizes[s];
      g_autofree guint32 *first = g_new (guint32, n * n), *second = g_new (guint32, n * n);
      g_autofree guint32 *categories = g_new (guint32, n);
      const DeidCategories columns[]
          = { { first, categories, n, NULL }, { second, categories, n, NULL } };
      DeidContingency contingency = { 0 };
      guint64 n_both;
      double v;

      for (guint32 i = 0; i < n * n; i++)
        {
          first[i] = i / n;
          second[i] = i % n;
          categories[i / n] = i / n;
        }
      ck_assert (deid_contingency_measure (&contingency, n * n, NULL, &columns[0], &columns[1],
                                           &n_both, &v, DEID_STOP_NEVER, NULL));
      deid_contingency_clear (&contingency);
      ck_assert_uint_eq (n_both, n * n);
      ck_assert_double_le (v, 1e-8);
    }
}
END_TEST

/* Two columns with gaps, one without. */
START_TEST (many_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  guint32 values[3][N_ROWS];
  double numbers[3][101];
  DeidRowNumbers columns[3];
  g_autofree DeidPairSums *sums = NULL;

  for (guint c = 0; c < 3; c++)
    {
      for (guint value = 0; value < 101; value++)
        numbers[c][value] = c < 2 && value % 10 == c ? NAN : value / 100. - 0.5;
      for (guint row = 0; row < N_ROWS; row++)
        values[c][row] = (guint32) g_rand_int_range (rand, 0, 51)
                         + (c > 0 ? values[0][row] / 2 : (guint32) g_rand_int_range (rand, 0, 51));
      columns[c]
          = (DeidRowNumbers){ .values = values[c], .numbers = numbers[c], .has_gaps = c < 2 };
    }
  sums = deid_pair_sums_new (N_ROWS, NULL, NULL, columns, 3, DEID_STOP_NEVER, NULL);
  for (guint second = 1; second < 3; second++)
    for (guint first = 0; first < second; first++)
      {
        const DeidPairSums *pair = &sums[deid_pair_get_index (first, second)];
        long double sum[2] = { 0 }, squares[2] = { 0 }, product = 0, correlation;
        double computed;
        guint64 n = 0;

        for (guint row = 0; row < N_ROWS; row++)
          {
            const double x = numbers[first][values[first][row]];
            const double y = numbers[second][values[second][row]];

            if (isnan (x) || isnan (y))
              continue;
            n++;
            sum[0] += x;
            sum[1] += y;
            squares[0] += (long double) x * x;
            squares[1] += (long double) y * y;
            product += (long double) x * y;
          }
        correlation
            = (product - sum[0] * sum[1] / n)
              / sqrtl ((squares[0] - sum[0] * sum[0] / n) * (squares[1] - sum[1] * sum[1] / n));
        ck_assert_uint_eq (pair->n, n);
        ck_assert (deid_pair_sums_get_correlation (pair, &computed));
        ck_assert_double_eq_tol (computed, (double) correlation, 1e-13);
      }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("contingency");
  TCase *tcase = tcase_create ("contingency");

  tcase_add_test (tcase, random_categories);
  tcase_add_test (tcase, independent);
  tcase_add_test (tcase, many_rows);
  suite_add_tcase (suite, tcase);
  return suite;
}
