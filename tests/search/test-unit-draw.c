/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Units are drawn as their weights say, each once. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "search/alternatives/boundary-search.h"

#define MAX_DRAWN 40

/* An urn with a random number of dimensions. */
typedef struct
{
  guint n;
  DeidUnitDraw draw;
  DeidLevel specific[MAX_DRAWN];
  DeidLevel general[MAX_DRAWN];
  guint n_units;
} Urn;

static void
urn_init (Urn *urn, GRand *rand)
{
  urn->n = (guint) g_rand_int_range (rand, 1, MAX_DRAWN + 1);
  urn->n_units = 0;
  ck_assert (deid_unit_draw_init (&urn->draw, urn->n, NULL));
  for (guint d = 0; d < urn->n; d++)
    {
      const gboolean is_great = g_rand_boolean (rand);

      urn->draw.weights[d]
          = is_great ? (1u << 26) - 1 - g_rand_int (rand) % 3 : 1 + g_rand_int (rand) % 9;
      urn->specific[d] = (DeidLevel) g_rand_int_range (rand, 0, 4);
      urn->general[d] = (DeidLevel) (urn->specific[d] + g_rand_int_range (rand, 0, 4));
      urn->n_units += (guint) (urn->general[d] - urn->specific[d]);
    }
}

/* Until the urn is empty each unit is drawn once. */
START_TEST (all_units)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (84);
  const guint n_trials = count_trials (1000);
  DeidRandom random = { 84 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      guint n_drawn[MAX_DRAWN] = { 0 };
      Urn urn;

      urn_init (&urn, rand);
      deid_unit_draw_start (&urn.draw, urn.specific, urn.general);
      for (guint i = 0; i < urn.n_units; i++)
        {
          const guint d = deid_unit_draw_next (&urn.draw, &random);

          assert_quietly (d < urn.n);
          assert_quietly (n_drawn[d]++ < (guint) (urn.general[d] - urn.specific[d]));
        }
      assert_quietly (urn.draw.sum == 0);
      deid_unit_draw_clear (&urn.draw);
    }
}
END_TEST

/* Each draw is the one that a sum over the units in order gives for the same number. */
START_TEST (each_draw)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (85);
  const guint n_trials = count_trials (1000);
  DeidRandom random = { 85 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Urn urn;

      urn_init (&urn, rand);
      deid_unit_draw_start (&urn.draw, urn.specific, urn.general);
      for (; urn.n_units > 0; urn.n_units--)
        {
          DeidRandom copy = random;
          guint64 sum = 0, place;
          guint d = 0;

          for (guint i = 0; i < urn.n; i++)
            sum += urn.draw.weights[i] * (guint) (urn.general[i] - urn.specific[i]);
          place = deid_random_below (&copy, sum);
          while (place >= urn.draw.weights[d] * (guint) (urn.general[d] - urn.specific[d]))
            {
              place -= urn.draw.weights[d] * (guint) (urn.general[d] - urn.specific[d]);
              d++;
            }
          assert_quietly (deid_unit_draw_next (&urn.draw, &random) == d);
          urn.general[d]--;
        }
      deid_unit_draw_clear (&urn.draw);
    }
}
END_TEST

/* Of more than half of all words as many are rejected as keep the rest equally likely. */
START_TEST (great_bounds)
{
  const guint64 bound = ((guint64) 1 << 63) + 1;
  DeidRandom random = { 88 }, words = { 88 };
  guint n_rejected = 0;

  for (guint i = 0; i < 100; i++)
    {
      const guint64 drawn = deid_random_below (&random, bound);
      guint64 word;

      while ((word = deid_random_next (&words)) >= bound)
        n_rejected++;
      ck_assert_uint_eq (drawn, word);
    }
  ck_assert_uint_gt (n_rejected, 0);
}
END_TEST

/* Of dimensions with 0 to 3 units of different weights each is drawn first as often as its share of
 * the sum says, within six standard deviations, and second as often as the rest says then. */
START_TEST (frequencies)
{
  static const guint64 weights[] = { 5, 1, 9, 3, 7, 2, 4 };
  static const DeidLevel units[] = { 1, 3, 2, 0, 1, 2, 3 };
  const DeidLevel none[G_N_ELEMENTS (units)] = { 0 };
  const guint n = G_N_ELEMENTS (units), n_draws = 50000;
  double first[G_N_ELEMENTS (units)] = { 0 }, second[G_N_ELEMENTS (units)] = { 0 };
  double sum = 0;
  DeidRandom random = { 86 };
  DeidUnitDraw draw;

  ck_assert (deid_unit_draw_init (&draw, n, NULL));
  memcpy (draw.weights, weights, sizeof weights);
  for (guint i = 0; i < n_draws; i++)
    {
      deid_unit_draw_start (&draw, none, units);
      first[deid_unit_draw_next (&draw, &random)]++;
      second[deid_unit_draw_next (&draw, &random)]++;
    }
  deid_unit_draw_clear (&draw);
  for (guint d = 0; d < n; d++)
    sum += (double) weights[d] * units[d];
  for (guint d = 0; d < n; d++)
    {
      const double w = (double) weights[d], p = w * units[d] / sum;
      double q = 0;

      for (guint before = 0; before < n; before++)
        q += (double) weights[before] * units[before] / sum * w
             * (before == d ? units[d] - 1.0 : units[d]) / (sum - (double) weights[before])
             * (units[before] > 0 ? 1 : 0);
      ck_assert (fabs (first[d] - n_draws * p) <= 6 * sqrt (n_draws * p * (1 - p)));
      ck_assert (fabs (second[d] - n_draws * q) <= 6 * sqrt (n_draws * q * (1 - q)));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("draws of units");
  TCase *cases = tcase_create ("draws");

  tcase_add_test (cases, all_units);
  tcase_add_test (cases, each_draw);
  tcase_add_test (cases, frequencies);
  tcase_add_test (cases, great_bounds);
  suite_add_tcase (suite, cases);
  return suite;
}
