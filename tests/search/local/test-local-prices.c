/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prices of records bound the loss of all local recodings: they are below the best partition, and
 * what is said of them is what the definition says of each box. */
#include "support/suite.h"

#include <stdlib.h>

#include "evaluation/preparation.h"
#include "search/local/prices.h"
#include "support/local-table.h"

#define MAX_POLICIES 100000

typedef struct
{
  LocalTable table;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalTuples tuples;
  DeidLocalPrices prices;
} Fixture;

static void
fixture_init (Fixture *fixture, GRand *rand, guint max_rows)
{
  local_table_make (&fixture->table, rand, max_rows);
  fixture->problem = local_table_build (&fixture->table);
  fixture->preparation = deid_problem_prepare (fixture->problem, DEID_STOP_NEVER, NULL);
  assert_quietly (fixture->preparation != NULL);
  assert_quietly (
      deid_local_tuples_init (&fixture->tuples, &fixture->preparation->all, DEID_STOP_NEVER, NULL));
  assert_quietly (deid_local_prices_init (&fixture->prices, &fixture->tuples, fixture->table.k,
                                          MAX_POLICIES, DEID_STOP_NEVER, NULL));
}

static void
fixture_clear (Fixture *fixture)
{
  deid_local_prices_clear (&fixture->prices);
  deid_local_tuples_clear (&fixture->tuples);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
}

static void
raise_prices (Fixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    assert_quietly (deid_local_prices_raise (&fixture->prices, DEID_STOP_NEVER, NULL));
}

static gboolean
check_prices (Fixture *fixture)
{
  gboolean is_bound;

  assert_quietly (deid_local_prices_check (&fixture->prices, &is_bound, DEID_STOP_NEVER, NULL));
  return is_bound;
}

static int
compare_prices (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x > y ? -1 : x < y;
}

/* What a record with the labels of a row costs on some levels, by the definition. */
static double
cost_box (const LocalTable *table, const guint *levels, guint row)
{
  double cost = 0;

  for (guint c = 0; c < table->n_columns; c++)
    {
      const LocalColumn *column = &table->columns[c];
      const guint *groups = column->groups[levels[c]];
      guint n = 0;

      for (guint leaf = 0; leaf < column->n_leaves; leaf++)
        n += groups[leaf] == groups[table->values[row][c]];
      cost += (n - 1.0) / (column->n_leaves - 1.0);
    }
  return cost;
}

static gboolean
is_in_box (const LocalTable *table, const guint *levels, guint row, guint other)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      const guint *groups = table->columns[c].groups[levels[c]];

      if (groups[table->values[row][c]] != groups[table->values[other][c]])
        return FALSE;
    }
  return TRUE;
}

/* Returns: by how much the k largest prices in the box of a row exceed what the box may have, in
 * shares; a negative number if they do not. */
static double
find_excess (const LocalTable *table, const guint *levels, guint row, const double *prices)
{
  double in_box[LOCAL_MAX_ROWS], top = 0;
  guint n = 0;

  for (guint other = 0; other < table->n_rows; other++)
    if (is_in_box (table, levels, row, other))
      in_box[n++] = prices[other];
  if (n < table->k)
    return -G_MAXDOUBLE;
  qsort (in_box, n, sizeof *in_box, compare_prices);
  for (guint i = 0; i < table->k; i++)
    top += in_box[i];
  return top - table->k * cost_box (table, levels, row);
}

/* Returns: the greatest excess of all boxes of all policies. */
static double
find_greatest_excess (const Fixture *fixture)
{
  const LocalTable *table = &fixture->table;
  double prices[LOCAL_MAX_ROWS], greatest = -G_MAXDOUBLE;
  guint levels[LOCAL_MAX_ATTRIBUTES] = { 0 }, c;

  for (guint32 i = 0; i < fixture->tuples.n_records; i++)
    prices[fixture->tuples.rows[i]]
        = (double) fixture->prices.prices[fixture->tuples.tuples[i]] / DEID_LOCAL_PRICE_UNIT;
  do
    {
      for (guint row = 0; row < table->n_rows; row++)
        greatest = MAX (greatest, find_excess (table, levels, row, prices));
      for (c = 0; c < table->n_columns && ++levels[c] == table->columns[c].n_levels; c++)
        levels[c] = 0;
    }
  while (c < table->n_columns);
  return greatest;
}

static double
get_bound (const Fixture *fixture)
{
  return (double) deid_local_prices_get_sum (&fixture->prices) / DEID_LOCAL_PRICE_UNIT
         / fixture->table.n_rows / fixture->table.n_columns;
}

/* After any number of rises, which add to the bound, prices are valid by the definition. */
START_TEST (valid_prices)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2011);
  const guint n_trials = count_trials (150);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      double before = 0;

      fixture_init (&fixture, rand, 40);
      for (guint i = 0; i < 6; i++)
        {
          assert_quietly (find_greatest_excess (&fixture) <= 1e-12);
          assert_quietly (check_prices (&fixture));
          assert_quietly (get_bound (&fixture) >= before);
          before = get_bound (&fixture);
          raise_prices (&fixture, 1);
        }
      fixture_clear (&fixture);
    }
}
END_TEST

/* No partition has a smaller loss. Where the bound is met, which happens, it could not be greater.
 */
START_TEST (below_optimum)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2012);
  const guint n_trials = count_trials (400);
  guint n_met = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      double optimum;

      fixture_init (&fixture, rand, 9);
      optimum = local_table_find_optimum (&fixture.table);
      for (guint i = 0; i < 8; i++)
        {
          assert_quietly (get_bound (&fixture) <= optimum + 1e-12);
          raise_prices (&fixture, 1);
        }
      n_met += get_bound (&fixture) >= optimum - 1e-6;
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_met, 0);
}
END_TEST

/* Prices that were tampered with are refused where the definition refuses them. */
START_TEST (forged_prices)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2013);
  const guint n_trials = MAX (count_trials (300), 20);
  guint n_refused = 0, n_valid = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint64 step = DEID_LOCAL_PRICE_UNIT >> g_rand_int_range (rand, 1, 24);
      Fixture fixture;
      guint64 *price;
      double excess;

      fixture_init (&fixture, rand, 40);
      raise_prices (&fixture, 3);
      price = &fixture.prices.prices[g_rand_int_range (rand, 0, (gint) fixture.tuples.n_tuples)];
      *price = g_rand_boolean (rand) ? *price + step : *price - MIN (*price, step);
      excess = find_greatest_excess (&fixture);
      if (excess > 0)
        assert_quietly (!check_prices (&fixture));
      else if (excess < -1e-7)
        assert_quietly (check_prices (&fixture));
      n_refused += excess > 0;
      n_valid += excess <= 0;
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_refused, 0);
  ck_assert_uint_gt (n_valid, 0);
}
END_TEST

/* What is cancelled changes no price; a lattice that is too large is refused. */
START_TEST (stopped_and_refused)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2014);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;
  DeidLocalPrices refused;
  Fixture fixture;
  double before;

  fixture_init (&fixture, rand, 40);
  before = get_bound (&fixture);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_local_prices_raise (&fixture.prices, DEID_STOP_OF (cancellable), &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (!(get_bound (&fixture) < before) && !(get_bound (&fixture) > before));
  ck_assert (check_prices (&fixture));
  ck_assert (!deid_local_prices_init (&refused, &fixture.tuples, fixture.table.k, 1,
                                      DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "policies", NULL);
  deid_local_prices_clear (&refused);
  fixture_clear (&fixture);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("prices of records");
  TCase *cases = tcase_create ("prices");

  tcase_add_test (cases, valid_prices);
  tcase_add_test (cases, below_optimum);
  tcase_add_test (cases, forged_prices);
  tcase_add_test (cases, stopped_and_refused);
  suite_add_tcase (suite, cases);
  return suite;
}
