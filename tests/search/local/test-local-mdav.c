/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* MDAV against its definition written out with sorted lists, and the share of squares against sums
 * of doubles. */
#include "support/suite.h"

#include <math.h>

#include "bench/mdav.h"

#define MAX_RECORDS 60
#define MAX_COLUMNS 3

/* Numbers as they are, standardised. */
typedef struct
{
  guint n, m, k;
  double columns[MAX_COLUMNS][MAX_RECORDS];
  DeidStandardNumbers numbers;
} Trial;

static void
trial_init (Trial *trial, GRand *rand)
{
  const double *columns[MAX_COLUMNS];
  GError *error = NULL;

  trial->k = (guint) g_rand_int_range (rand, 1, 6);
  trial->n = (guint) g_rand_int_range (rand, (gint32) trial->k, MAX_RECORDS);
  trial->m = (guint) g_rand_int_range (rand, 1, MAX_COLUMNS + 1);
  for (guint c = 0; c < trial->m; c++)
    {
      const gint32 range = g_rand_int_range (rand, 1, 50);

      columns[c] = trial->columns[c];
      for (guint i = 0; i < trial->n; i++)
        trial->columns[c][i] = 1000 + g_rand_int_range (rand, 0, range);
    }
  deid_standard_numbers_init (&trial->numbers, columns, trial->m, trial->n, &error);
  assert_no_error (error);
}

static gint64
square_of_distance (const Trial *trial, guint i, const gint64 *point)
{
  gint64 sum = 0;

  for (guint c = 0; c < trial->m; c++)
    {
      const gint64 difference = deid_standard_numbers_get (&trial->numbers, i)[c] - point[c];

      sum += difference * difference;
    }
  return sum;
}

static void
copy_point (const Trial *trial, guint i, gint64 *point)
{
  for (guint c = 0; c < trial->m; c++)
    point[c] = deid_standard_numbers_get (&trial->numbers, i)[c];
}

static guint
find_farthest (const Trial *trial, const gboolean *is_left, const gint64 *point)
{
  guint best = G_MAXUINT;

  for (guint i = trial->n; i-- > 0;)
    if (is_left[i]
        && (best == G_MAXUINT
            || square_of_distance (trial, i, point) >= square_of_distance (trial, best, point)))
      best = i;
  return best;
}

/* Takes the nearest record again and again. */
static void
group_around (const Trial *trial, guint centre, guint number, gboolean *is_left, guint32 *classes)
{
  gint64 point[MAX_COLUMNS];

  copy_point (trial, centre, point);
  for (guint taken = 0; taken < trial->k; taken++)
    {
      guint best = G_MAXUINT;

      for (guint i = 0; i < trial->n; i++)
        if (is_left[i]
            && (best == G_MAXUINT
                || square_of_distance (trial, i, point) < square_of_distance (trial, best, point)))
          best = i;
      is_left[best] = FALSE;
      classes[best] = number;
    }
}

static guint
find_farthest_from_mean (const Trial *trial, const gboolean *is_left, guint n_left)
{
  gint64 point[MAX_COLUMNS];

  for (guint c = 0; c < trial->m; c++)
    {
      gint64 sum = 0;

      for (guint i = 0; i < trial->n; i++)
        sum += is_left[i] ? deid_standard_numbers_get (&trial->numbers, i)[c] : 0;
      point[c] = (gint64) floor ((double) sum / n_left);
    }
  return find_farthest (trial, is_left, point);
}

static guint
group_plainly (const Trial *trial, guint32 *classes)
{
  gboolean is_left[MAX_RECORDS];
  guint n_left = trial->n, n_classes = 0;

  for (guint i = 0; i < trial->n; i++)
    is_left[i] = TRUE;
  while (n_left >= 2 * trial->k)
    {
      const guint far = find_farthest_from_mean (trial, is_left, n_left);
      const gboolean makes_two = n_left >= 3 * trial->k;
      gint64 point[MAX_COLUMNS];

      group_around (trial, far, n_classes++, is_left, classes);
      n_left -= trial->k;
      copy_point (trial, far, point);
      if (makes_two)
        {
          group_around (trial, find_farthest (trial, is_left, point), n_classes++, is_left,
                        classes);
          n_left -= trial->k;
        }
      else
        break;
    }
  for (guint i = 0; i < trial->n; i++)
    if (is_left[i])
      classes[i] = n_classes;
  return n_classes + (n_left > 0 ? 1 : 0);
}

/* From the numbers as they were: of each column the sum within over the sum of all. */
static double
measure_plainly (const Trial *trial, const guint32 *classes, guint n_classes)
{
  double within = 0, total = 0;

  for (guint c = 0; c < trial->m; c++)
    {
      double mean = 0, squares = 0, inside = 0;

      for (guint i = 0; i < trial->n; i++)
        mean += trial->columns[c][i] / trial->n;
      for (guint i = 0; i < trial->n; i++)
        squares += pow (trial->columns[c][i] - mean, 2);
      for (guint number = 0; number < n_classes; number++)
        {
          double sum = 0, n = 0;

          for (guint i = 0; i < trial->n; i++)
            if (classes[i] == number)
              {
                sum += trial->columns[c][i];
                n++;
              }
          for (guint i = 0; i < trial->n; i++)
            if (classes[i] == number)
              inside += pow (trial->columns[c][i] - sum / n, 2);
        }
      if (squares < 1e-9)
        continue;
      within += inside / squares;
      total++;
    }
  return total > 0 ? within / total : 0;
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  const guint n_trials = count_trials (500);
  double least = 1, greatest = 0;

  for (guint trial_number = 0; trial_number < n_trials; trial_number++)
    {
      guint32 classes[MAX_RECORDS], expected[MAX_RECORDS], n_classes;
      guint n_expected;
      double share;
      Trial trial;

      trial_init (&trial, rand);
      n_expected = group_plainly (&trial, expected);
      ck_assert (
          deid_local_mdav (&trial.numbers, trial.k, classes, &n_classes, DEID_STOP_NEVER, NULL));
      assert_quietly (n_classes == n_expected);
      for (guint i = 0; i < trial.n; i++)
        assert_quietly (classes[i] == expected[i]);
      ck_assert (deid_standard_numbers_measure (&trial.numbers, classes, n_classes, &share, NULL));
      assert_quietly (fabs (share - measure_plainly (&trial, classes, n_classes)) < 1e-3);
      least = fmin (least, share);
      greatest = fmax (greatest, share);
      deid_standard_numbers_clear (&trial.numbers);
    }
  ck_assert (n_trials < 100 || (least == 0 && greatest > 0.2));
}
END_TEST

/* Three groups of three numbers that are far apart. */
START_TEST (groups)
{
  static const double values[] = { 1, 50, 100, 2, 51, 101, 3, 52, 102 };
  static const double constant[G_N_ELEMENTS (values)] = { 7, 7, 7, 7, 7, 7, 7, 7, 7 };
  const double *const columns[] = { values, constant };
  guint32 classes[G_N_ELEMENTS (values)], n_classes;
  DeidStandardNumbers numbers;

  ck_assert (deid_standard_numbers_init (&numbers, columns, 2, G_N_ELEMENTS (values), NULL));
  ck_assert (deid_local_mdav (&numbers, 3, classes, &n_classes, DEID_STOP_NEVER, NULL));
  ck_assert_uint_eq (n_classes, 3);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    ck_assert_uint_eq (classes[i], classes[i % 3]);
  deid_standard_numbers_clear (&numbers);
}
END_TEST

START_TEST (bad_numbers)
{
  static const double values[][2] = { { 1, INFINITY }, { 1, NAN }, { -1e200, 1e200 } };
  const double *const columns[] = { values[_i] };
  DeidStandardNumbers numbers;
  GError *error = NULL;

  ck_assert (!deid_standard_numbers_init (&numbers, columns, 1, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not finite", NULL);
  deid_standard_numbers_clear (&numbers);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("MDAV");
  TCase *cases = tcase_create ("classes of numbers");

  tcase_add_test (cases, random_tables);
  tcase_add_test (cases, groups);
  tcase_add_loop_test (cases, bad_numbers, 0, 3);
  suite_add_tcase (suite, cases);
  return suite;
}
