/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the interval search deduces of a box from infeasible policies, against all policies of it.
 */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "search/interval/deduction.h"

#define N_TRIALS     count_trials (3000)
#define N_DIMENSIONS 4
#define HEIGHT       3
#define N_LEVELS     (HEIGHT + 1)
#define N_POLICIES   (N_LEVELS * N_LEVELS * N_LEVELS * N_LEVELS)

static DeidLevel heights[N_DIMENSIONS] = { HEIGHT, HEIGHT, HEIGHT, HEIGHT };
static const DeidLattice lattice = { .n_dimensions = N_DIMENSIONS, .heights = heights };

static void
set_policy (guint rank, DeidLevel *levels)
{
  for (guint d = 0; d < N_DIMENSIONS; d++, rank /= N_LEVELS)
    levels[d] = (DeidLevel) (rank % N_LEVELS);
}

static gboolean
is_nowhere_below (const DeidLevel *a, const DeidLevel *b)
{
  for (guint d = 0; d < N_DIMENSIONS; d++)
    if (a[d] < b[d])
      return FALSE;
  return TRUE;
}

/* Adds policies that are not far from the bottom, so that there is something beside them.
 * Returns: their number. */
static guint
add_barriers (GRand *rand, DeidBarriers *barriers, DeidLevel (*added)[N_DIMENSIONS])
{
  const guint n = (guint) g_rand_int_range (rand, 0, 12);

  for (guint i = 0; i < n; i++)
    {
      for (guint d = 0; d < N_DIMENSIONS; d++)
        added[i][d]
            = (DeidLevel) (g_rand_int_range (rand, 0, 3) == 0 ? HEIGHT
                                                              : g_rand_int_range (rand, 0, HEIGHT));
      deid_barriers_add (barriers, added[i]);
    }
  return n;
}

/* Costs are whole numbers, so that sums of them are exact. */
static void
set_costs (GRand *rand, DeidDeduction *deduction, const DeidLevel *lo)
{
  for (guint d = 0; d < N_DIMENSIONS; d++)
    {
      double cost = 0;

      for (guint level = lo[d]; level < N_LEVELS; level++)
        {
          *deid_deduction_get_cost (deduction, d, level) = cost;
          cost += g_rand_int_range (rand, 0, 5);
        }
    }
  deduction->slack = INFINITY;
  if (g_rand_boolean (rand))
    deduction->slack = g_rand_int_range (rand, 0, 20);
}

/* Returns: whether what is asked of better policies holds for one. */
static gboolean
may_be_better (const DeidDeduction *deduction, const DeidLevel *policy,
               DeidLevel (*barriers)[N_DIMENSIONS], guint n)
{
  double cost = 0;

  for (guint i = 0; i < n; i++)
    if (is_nowhere_below (barriers[i], policy))
      return FALSE;
  for (guint d = 0; d < N_DIMENSIONS; d++)
    cost += *deid_deduction_get_cost (deduction, d, policy[d]);
  return cost <= deduction->slack;
}

/* Returns: how many policies of the box were left out by narrowing it. */
static guint
check_narrowed (GRand *rand, DeidDeduction *deduction)
{
  DeidLevel added[12][N_DIMENSIONS], lo[N_DIMENSIONS], hi[N_DIMENSIONS];
  DeidLevel new_lo[N_DIMENSIONS], new_hi[N_DIMENSIONS];
  const guint n = add_barriers (rand, &deduction->barriers, added);
  guint n_left_out = 0;
  gboolean open;

  for (guint d = 0; d < N_DIMENSIONS; d++)
    {
      lo[d] = (DeidLevel) g_rand_int_range (rand, 0, 3);
      hi[d] = (DeidLevel) g_rand_int_range (rand, lo[d], N_LEVELS);
    }
  set_costs (rand, deduction, lo);
  memcpy (new_lo, lo, sizeof lo);
  memcpy (new_hi, hi, sizeof hi);
  open = deid_deduction_narrow (deduction, new_lo, new_hi);
  for (guint rank = 0; rank < N_POLICIES; rank++)
    {
      DeidLevel policy[N_DIMENSIONS];

      set_policy (rank, policy);
      if (!is_nowhere_below (policy, lo) || !is_nowhere_below (hi, policy)
          || (open && is_nowhere_below (policy, new_lo) && is_nowhere_below (new_hi, policy)))
        continue;
      n_left_out++;
      ck_assert (!may_be_better (deduction, policy, added, n));
    }
  return n_left_out;
}

START_TEST (narrows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  guint n_left_out = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      DeidGrowth growth;
      DeidDeduction deduction;

      ck_assert (deid_growth_init (&growth, &lattice, NULL));
      ck_assert (deid_deduction_init (&deduction, &growth, NULL));
      n_left_out += check_narrowed (rand, &deduction);
      deid_deduction_clear (&deduction);
      deid_growth_clear (&growth);
    }
  ck_assert_uint_gt (n_left_out, 5 * N_TRIALS);
}
END_TEST

/* By two barriers one way is left, and it costs too much together with what another one asks for.
 */
START_TEST (adds_up)
{
  static const DeidLevel barriers[][N_DIMENSIONS]
      = { { 0, 3, 3, 3 }, { 3, 0, 0, 3 }, { 3, 0, 3, 0 } };
  DeidLevel lo[N_DIMENSIONS] = { 0 }, hi[N_DIMENSIONS] = { 3, 3, 3, 3 };
  DeidGrowth growth;
  DeidDeduction deduction;

  ck_assert (deid_growth_init (&growth, &lattice, NULL));
  ck_assert (deid_deduction_init (&deduction, &growth, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (barriers); i++)
    deid_barriers_add (&deduction.barriers, barriers[i]);
  for (guint d = 0; d < N_DIMENSIONS; d++)
    for (guint level = 0; level < N_LEVELS; level++)
      *deid_deduction_get_cost (&deduction, d, level) = (d == 1 ? 3 : 1) * level;
  deduction.slack = 3;
  ck_assert (deid_deduction_narrow (&deduction, lo, hi));
  ck_assert (lo[0] == 1 && lo[1] == 0 && lo[2] == 1 && lo[3] == 1);
  ck_assert (hi[0] == 1 && hi[1] == 0 && hi[2] == 1 && hi[3] == 1);
  deduction.slack = 2;
  memset (lo, 0, sizeof lo);
  memcpy (hi, heights, sizeof hi);
  ck_assert (!deid_deduction_narrow (&deduction, lo, hi));
  deid_deduction_clear (&deduction);
  deid_growth_clear (&growth);
}
END_TEST

/* Of more barriers than there is room for the last ones are found. */
START_TEST (last_barriers)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (32);
  const guint n = DEID_N_BARRIERS + 1000;
  g_autofree guint *ranks = g_new (guint, n);
  g_autofree guint *found = g_new (guint, DEID_N_BARRIERS);
  DeidGrowth growth;
  DeidBarriers barriers;

  ck_assert (deid_growth_init (&growth, &lattice, NULL));
  ck_assert (deid_barriers_init (&barriers, &growth, NULL));
  for (guint i = 0; i < n; i++)
    {
      DeidLevel levels[N_DIMENSIONS];

      ranks[i] = (guint) g_rand_int_range (rand, 0, N_POLICIES);
      set_policy (ranks[i], levels);
      deid_barriers_add (&barriers, levels);
    }
  for (guint rank = 0; rank < N_POLICIES; rank++)
    {
      DeidLevel policy[N_DIMENSIONS], barrier[N_DIMENSIONS];
      guint n_found, n_expected = 0;

      set_policy (rank, policy);
      n_found = deid_barriers_find (&barriers, policy, DEID_N_BARRIERS, found);
      for (guint i = n - DEID_N_BARRIERS; i < n; i++)
        {
          set_policy (ranks[i], barrier);
          n_expected += is_nowhere_below (barrier, policy) ? 1 : 0;
        }
      ck_assert_uint_eq (n_found, n_expected);
      for (guint i = 0; i < n_found; i++)
        ck_assert (is_nowhere_below (deid_barriers_get (&barriers, found[i]), policy));
      ck_assert_uint_eq (deid_barriers_find (&barriers, policy, 3, found), MIN (n_expected, 3));
    }
  deid_barriers_clear (&barriers);
  deid_growth_clear (&growth);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("deduction");
  TCase *tcase = tcase_create ("deduction");

  tcase_add_test (tcase, narrows);
  tcase_add_test (tcase, adds_up);
  tcase_add_test (tcase, last_barriers);
  suite_add_tcase (suite, tcase);
  return suite;
}
