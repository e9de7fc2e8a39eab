/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prices of records bound the loss of all local recodings: they are below the best partition, and
 * what is said of them is what the definition says of each box. */
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

#include "problem/preparation.h"
#include "search/local/bound/prices.h"
#include "support/lesson.h"
#include "support/local-table.h"

typedef struct
{
  LocalTable table;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalCombinations combinations;
  DeidLocalPrices prices;
} Fixture;

static void
fixture_init_problem (Fixture *fixture, DeidProblem *problem)
{
  fixture->problem = problem;
  fixture->preparation = deid_problem_prepare (fixture->problem, DEID_STOP_NEVER, NULL);
  assert_quietly (fixture->preparation != NULL);
  assert_quietly (deid_local_combinations_init (&fixture->combinations, &fixture->preparation->all,
                                                DEID_STOP_NEVER, NULL));
  assert_quietly (
      deid_local_prices_init (&fixture->prices, &fixture->combinations, fixture->table.k, NULL));
}

static void
fixture_init (Fixture *fixture, GRand *rand, guint max_rows)
{
  local_table_make (&fixture->table, rand, max_rows);
  fixture_init_problem (fixture, local_table_build (&fixture->table));
}

static void
fixture_clear (Fixture *fixture)
{
  deid_local_prices_clear (&fixture->prices);
  deid_local_combinations_clear (&fixture->combinations);
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

/* Returns: by how much the k largest prices in the box of a row exceed what the box may have, in
 * shares; a negative number if they do not. */
static double
find_excess (const LocalTable *table, const guint *levels, guint row, const double *prices)
{
  double in_box[LOCAL_MAX_ROWS], top = 0;
  guint n = 0;

  for (guint other = 0; other < table->n_rows; other++)
    if (local_table_is_in_box (table, levels, row, other))
      in_box[n++] = prices[other];
  if (n < table->k)
    return -G_MAXDOUBLE;
  qsort (in_box, n, sizeof *in_box, compare_prices);
  for (guint i = 0; i < table->k; i++)
    top += in_box[i];
  return top - table->k * cost_box (table, levels, row);
}

/* Returns: the combination whose first row has the same values. */
static guint
find_combination (const Fixture *fixture, guint row)
{
  const LocalTable *table = &fixture->table;
  guint i = 0;

  while (memcmp (table->values[fixture->combinations.first_rows[i]], table->values[row],
                 table->n_columns * sizeof *table->values[row])
         != 0)
    i++;
  return i;
}

/* Returns: the greatest excess of all boxes of all policies. */
static double
find_greatest_excess (const Fixture *fixture)
{
  const LocalTable *table = &fixture->table;
  double prices[LOCAL_MAX_ROWS], greatest = -G_MAXDOUBLE;
  guint levels[LOCAL_MAX_ATTRIBUTES] = { 0 }, c;

  for (guint row = 0; row < table->n_rows; row++)
    prices[row]
        = (double) fixture->prices.prices[find_combination (fixture, row)] / DEID_LOCAL_PRICE_UNIT;
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
      for (guint i = 0; i < 13; i++)
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
      for (guint i = 0; i < 16; i++)
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

/* Where prices are cut for those charged too much they are a bound as well, and often a greater one
 * than without. */
START_TEST (charged)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2016);
  const guint n_trials = MAX (count_trials (60), 10);
  guint n_greater = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      gboolean is_complete;
      double before, optimum;

      fixture_init (&fixture, rand, 9);
      raise_prices (&fixture, 40);
      before = get_bound (&fixture);
      assert_quietly (
          deid_local_prices_find (&fixture.prices, 80, DEID_STOP_NEVER, &is_complete, NULL));
      optimum = local_table_find_optimum (&fixture.table);
      assert_quietly (get_bound (&fixture) >= before && get_bound (&fixture) <= optimum + 1e-12);
      assert_quietly (find_greatest_excess (&fixture) <= 1e-12);
      assert_quietly (check_prices (&fixture));
      n_greater += get_bound (&fixture) > before + 1e-3;
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_greater, 0);
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
      raise_prices (&fixture, 10);
      price = &fixture.prices.prices[g_rand_int_range (rand, 0, (gint) fixture.combinations.n)];
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

/* What is stopped leaves a bound, the last one. */
START_TEST (stopped)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2014);
  const DeidStop late = { .deadline = 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;
  gboolean is_complete = TRUE;
  Fixture fixture;
  double before;

  fixture_init (&fixture, rand, 40);
  raise_prices (&fixture, 4);
  before = get_bound (&fixture);
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_local_prices_raise (&fixture.prices, DEID_STOP_OF (cancellable), &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (
      deid_local_prices_find (&fixture.prices, 3, DEID_STOP_OF (cancellable), &is_complete, NULL));
  ck_assert (!is_complete);
  ck_assert (deid_local_prices_find (&fixture.prices, 3, &late, &is_complete, NULL));
  ck_assert (!is_complete);
  ck_assert (!(get_bound (&fixture) < before) && !(get_bound (&fixture) > before));
  ck_assert (check_prices (&fixture));
  ck_assert (deid_local_prices_find (&fixture.prices, 3, DEID_STOP_NEVER, &is_complete, NULL));
  ck_assert (is_complete && get_bound (&fixture) > before);
  fixture_clear (&fixture);
}
END_TEST

#define N_WIDE_COLUMNS 16
#define N_WIDE_ROWS    14
#define WIDE_HEIGHT    5

/* Values are numbers of five bits, of which each level hides one more. */
static DeidProblem *
make_wide (guint (*values)[N_WIDE_COLUMNS], guint k, GRand *rand)
{
  g_autoptr (GString) rows = g_string_new (NULL), hierarchies = g_string_new (NULL);

  for (guint c = 0; c < N_WIDE_COLUMNS; c++)
    g_string_append_printf (rows, "a%u%s", c, c + 1 < N_WIDE_COLUMNS ? " " : "\n");
  for (guint row = 0; row < N_WIDE_ROWS; row++)
    for (guint c = 0; c < N_WIDE_COLUMNS; c++)
      {
        values[row][c] = (guint) g_rand_int_range (rand, 0, 1 << WIDE_HEIGHT);
        g_string_append_printf (rows, "v%u%s", values[row][c], c + 1 < N_WIDE_COLUMNS ? " " : "\n");
      }
  for (guint c = 0; c < N_WIDE_COLUMNS; c++)
    for (guint value = 0; value < 1 << WIDE_HEIGHT; value++)
      {
        g_string_append_printf (hierarchies, "a%u v%u", c, value);
        for (guint level = 1; level <= WIDE_HEIGHT; level++)
          g_string_append_printf (hierarchies, " g%u.%u", level, value >> level);
        g_string_append_c (hierarchies, '\n');
      }
  return lesson_make_problem (rows->str, hierarchies->str,
                              deid_privacy_model_new_k_anonymity (k, NULL));
}

static guint
count_bits (guint set)
{
  guint n = 0;

  for (; set > 0; set &= set - 1)
    n++;
  return n;
}

/* What a record costs in a class of the rows of a set, in attributes. */
static double
cost_wide_set (guint (*values)[N_WIDE_COLUMNS], guint set)
{
  double cost = 0;

  for (guint c = 0; c < N_WIDE_COLUMNS; c++)
    {
      guint differing = 0, level = 0;

      for (guint row = 0; row < N_WIDE_ROWS; row++)
        if ((set >> row & 1) != 0)
          differing |= values[row][c] ^ values[g_bit_nth_lsf (set, -1)][c];
      while (differing >> level > 0)
        level++;
      cost += ((1 << level) - 1) / ((1 << WIDE_HEIGHT) - 1.0);
    }
  return cost;
}

/* Of each set of k records the prices sum up to at most what it costs as a class, and the price of
 * some record could not be greater. There are 6^16 policies. */
START_TEST (large_lattice)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2015);
  const guint n_trials = count_trials (10);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint k = (guint) g_rand_int_range (rand, 2, 6);
      guint values[N_WIDE_ROWS][N_WIDE_COLUMNS];
      Fixture fixture;
      gboolean is_complete;
      double least_rest = G_MAXDOUBLE;

      fixture.table = (LocalTable){ .k = k };
      fixture_init_problem (&fixture, make_wide (values, k, rand));
      ck_assert_uint_eq (fixture.combinations.n, N_WIDE_ROWS);
      assert_quietly (
          deid_local_prices_find (&fixture.prices, 60, DEID_STOP_NEVER, &is_complete, NULL));
      for (guint set = 1; set < 1 << N_WIDE_ROWS; set++)
        {
          double sum = 0;

          if (count_bits (set) != k)
            continue;
          for (guint row = 0; row < N_WIDE_ROWS; row++)
            if ((set >> row & 1) != 0)
              sum += (double) fixture.prices.prices[row] / DEID_LOCAL_PRICE_UNIT;
          least_rest = MIN (least_rest, k * cost_wide_set (values, set) - sum);
        }
      ck_assert (least_rest >= -1e-9 && least_rest < 1e-3);
      fixture_clear (&fixture);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("prices of records");
  TCase *cases = tcase_create ("prices");

  tcase_add_test (cases, valid_prices);
  tcase_add_test (cases, below_optimum);
  tcase_add_test (cases, charged);
  tcase_add_test (cases, forged_prices);
  tcase_add_test (cases, stopped);
  tcase_add_test (cases, large_lattice);
  suite_add_tcase (suite, cases);
  return suite;
}
