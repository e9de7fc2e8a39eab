/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates of bounds for local recodings: what they claim is below the best partition and the
 * best policy, and forged ones are refused unless their prices are valid by the definition. */
#include "support/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rational.h"
#include "support/certificate-case.h"
#include "support/local-table.h"

#define UNIT     (G_GUINT64_CONSTANT (1) << 32)
#define N_RISES  4
#define MAX_TEXT 64

static double
write_bound (DeidProblem *problem, const char *path, guint n_rises)
{
  GError *error = NULL;
  double bound = -1;

  if (!deid_problem_write_bound_certificate (problem, n_rises, 0, path, &bound, NULL, &error))
    ck_abort_msg ("%s", error->message);
  return bound;
}

/* Returns: whether a certificate holds for the problem stated anew. */
static gboolean
verify_local (const LocalTable *table, const char *path, double *bound, GError **error)
{
  g_autoptr (DeidProblem) problem = local_table_build (table);

  return deid_problem_verify_bound_certificate (problem, path, NULL, bound, NULL, error);
}

static gboolean
is_equal (double a, double b)
{
  return a <= b && a >= b;
}

/* What is written is verified, and below the best of all partitions, whatever labels these have;
 * rows that are alike may be one row with a weight. */
START_TEST (below_partitions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2021);
  const char *path = get_temporary_file ("bound.jsonl");
  const guint n_trials = MAX (count_trials (2000), 20);
  guint n_met = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalTable table;
      g_autoptr (DeidProblem) problem = NULL, weighted = NULL;
      double written, verified = -1, optimum;

      local_table_make (&table, rand, 9);
      if (trial % 4 > 1)
        local_table_make_runs (&table, rand);
      if (trial % 4 > 0)
        local_table_make_sets (&table, rand);
      if (trial % 5 == 0)
        local_table_diversify (&table, rand);
      table.n_suppressed = trial % 7 == 0 ? 1 + trial % 2 : 0;
      problem = local_table_build (&table);
      written = write_bound (problem, path, 1 + trial % 20);
      assert_quietly (verify_local (&table, path, &verified, NULL));
      assert_quietly (is_equal (written, verified));
      table.is_weighted = TRUE;
      weighted = local_table_build (&table);
      assert_quietly (is_equal (written, write_bound (weighted, path, 1 + trial % 20)));
      optimum = local_table_find_optimum (&table);
      assert_quietly (verified <= optimum);
      n_met += verified >= optimum - 1e-6;
    }
  ck_assert_uint_gt (n_met, 0);
}
END_TEST

/* A policy is a local recoding too, with weights of rows and attributes, persons, all models and
 * any suppression limit. */
START_TEST (below_policies)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2022);
  const char *path = get_temporary_file ("bound.jsonl");
  const guint n_trials = MAX (count_trials (80), 40);
  guint n_bounded = 0, n_refused = 0, n_suppressed = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      CertificateCase made;
      g_autoptr (DeidProblem) again = NULL;
      GError *error = NULL;
      double bound = -1, verified = -1;

      certificate_case_init (&made, rand);
      again = random_problem_build (made.random);
      if (deid_problem_write_bound_certificate (made.problem, N_RISES, 0, path, &bound, NULL,
                                                &error))
        {
          assert_quietly (
              deid_problem_verify_bound_certificate (again, path, NULL, &verified, NULL, NULL));
          assert_quietly (is_equal (bound, verified));
          assert_quietly (bound <= deid_result_get_loss (made.optimum));
          n_bounded += bound > 0;
          n_suppressed += bound > 0 && deid_result_get_n_suppressed (made.optimum) > 0;
        }
      else
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "prices", NULL);
          n_refused++;
        }
      certificate_case_clear (&made);
    }
  ck_assert_uint_gt (n_bounded, 0);
  ck_assert_uint_gt (n_suppressed, 0);
  ck_assert_uint_gt (n_refused, 0);
}
END_TEST

/* A certificate that is to be forged, read back as numbers. */
typedef struct
{
  LocalTable table;
  char **lines;
  guint n_lines;
  guint n; /* combinations */
  guint rows[LOCAL_MAX_ROWS];
  guint64 prices[LOCAL_MAX_ROWS];
  guint n_changes;
  guint n_valid; /* changed prices that are valid */
} Forgery;

static void
forgery_init (Forgery *forgery, GRand *rand)
{
  const char *path = get_temporary_file ("true.jsonl");
  g_autoptr (DeidProblem) problem = NULL;

  do
    local_table_make (&forgery->table, rand, 30);
  while (forgery->table.k < 2);
  problem = local_table_build (&forgery->table);
  write_bound (problem, path, 2 * N_RISES);
  forgery->lines = read_certificate (path);
  forgery->n_lines = g_strv_length (forgery->lines);
  forgery->n = forgery->n_lines - 3;
  for (guint i = 0; i < forgery->n; i++)
    ck_assert_int_eq (sscanf (forgery->lines[i + 2], "{\"row\":%u,\"price\":%" SCNu64 "}",
                              &forgery->rows[i], &forgery->prices[i]),
                      2);
}

static void
forgery_clear (Forgery *forgery)
{
  g_strfreev (forgery->lines);
}

/* What a record with the labels of a row costs, by the definition. */
static guint64
cost_box (const LocalTable *table, const guint *levels, guint row)
{
  guint64 cost = 0;

  for (guint c = 0; c < table->n_columns; c++)
    {
      const LocalColumn *column = &table->columns[c];
      const guint *groups = column->groups[levels[c]];
      guint64 n = 0;

      for (guint leaf = 0; leaf < column->n_leaves; leaf++)
        n += groups[leaf] == groups[table->values[row][c]];
      cost += (n - 1) * UNIT / (column->n_leaves - 1);
    }
  return cost;
}

static int
compare_prices (const void *a, const void *b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x > y ? -1 : x < y;
}

/* Returns: by how much the k largest prices in the box of a row exceed what it costs. */
static DeidSignedWide
find_excess (const LocalTable *table, const guint *levels, guint row, const guint64 *prices)
{
  guint64 in_box[LOCAL_MAX_ROWS];
  DeidSignedWide top = 0;
  guint n = 0;

  for (guint other = 0; other < table->n_rows; other++)
    if (local_table_is_in_box (table, levels, row, other))
      in_box[n++] = prices[other];
  if (n < table->k)
    return -(DeidSignedWide) G_MAXINT64;
  qsort (in_box, n, sizeof *in_box, compare_prices);
  for (guint i = 0; i < table->k; i++)
    top += in_box[i];
  return top - (DeidSignedWide) table->k * cost_box (table, levels, row);
}

static void
spread_prices (const Forgery *forgery, guint64 *prices)
{
  const LocalTable *table = &forgery->table;

  for (guint row = 0; row < table->n_rows; row++)
    for (guint i = 0; i < forgery->n; i++)
      if (memcmp (table->values[forgery->rows[i]], table->values[row],
                  table->n_columns * sizeof *table->values[row])
          == 0)
        prices[row] = forgery->prices[i];
}

/* Returns: the greatest excess of all boxes of all policies. */
static DeidSignedWide
find_greatest_excess (const Forgery *forgery)
{
  const LocalTable *table = &forgery->table;
  DeidSignedWide greatest = -(DeidSignedWide) G_MAXINT64;
  guint64 prices[LOCAL_MAX_ROWS];
  guint levels[LOCAL_MAX_ATTRIBUTES] = { 0 }, c;

  spread_prices (forgery, prices);
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

/* Returns: what labels cost at most, that of the highest level each. */
static guint64
get_greatest_cost (const LocalTable *table)
{
  guint levels[LOCAL_MAX_ATTRIBUTES];

  for (guint c = 0; c < table->n_columns; c++)
    levels[c] = table->columns[c].n_levels - 1;
  return cost_box (table, levels, 0);
}

/* Returns: what the prices make, computed as the library does. */
static double
get_bound (const Forgery *forgery)
{
  guint64 prices[LOCAL_MAX_ROWS];
  DeidWide sum = 0;

  spread_prices (forgery, prices);
  for (guint row = 0; row < forgery->table.n_rows; row++)
    sum += prices[row];
  return (double) sum / (double) UNIT / forgery->table.n_rows * (1 - 1e-12)
         / forgery->table.n_columns;
}

static gboolean
is_accepted (Forgery *forgery, const char *const *lines, gboolean is_sealed)
{
  const char *path = get_temporary_file ("forged.jsonl");
  GError *error = NULL;
  gboolean accepted;
  double bound = -1;

  forgery->n_changes++;
  write_certificate (path, lines, is_sealed);
  accepted = verify_local (&forgery->table, path, &bound, &error);
  if (!accepted)
    assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, NULL);
  ck_assert (accepted || bound < 0);
  return accepted;
}

static void
check_refused (Forgery *forgery, const char *const *lines)
{
  if (is_accepted (forgery, lines, FALSE) || is_accepted (forgery, lines, TRUE))
    {
      g_autofree char *text = g_strjoinv ("\n", (char **) lines);

      ck_abort_msg ("accepted:\n%s", text);
    }
}

/* Copies pointers to the lines, with room for one more. */
static const char **
copy_lines (const Forgery *forgery)
{
  const char **lines = g_new0 (const char *, forgery->n_lines + 2);

  memcpy (lines, forgery->lines, forgery->n_lines * sizeof *lines);
  return lines;
}

/* Each price is changed by one or more, and the claim with it: such a certificate is accepted if
 * and only if the prices are valid, and none is above what any labels cost. What exceeds by less
 * than the rounding of costs may be either.
 */
START_TEST (prices_forged)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2023);
  const guint n_trials = MAX (count_trials (20), 10);
  Forgery forgery = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      forgery_init (&forgery, rand);
      for (guint i = 0; i < 2 * forgery.n; i++)
        {
          g_autofree const char **lines = copy_lines (&forgery);
          char price[MAX_TEXT], claim[2 * MAX_TEXT], decimal[G_ASCII_DTOSTR_BUF_SIZE];
          const guint64 step = i % 2 == 0 ? 1 : UNIT >> g_rand_int_range (rand, 1, 24);
          const guint64 before = forgery.prices[i / 2];
          DeidSignedWide excess;

          forgery.prices[i / 2] += g_rand_int_range (rand, 0, 4) > 0 ? step : -MIN (step, before);
          if (forgery.prices[i / 2] == before)
            continue;
          g_snprintf (price, sizeof price, "{\"row\":%u,\"price\":%" G_GUINT64_FORMAT "}",
                      forgery.rows[i / 2], forgery.prices[i / 2]);
          g_snprintf (claim, sizeof claim,
                      "{\"recoding\":\"local\",\"k\":%u,\"combinations\":%u,\"lower_bound\":%s}",
                      forgery.table.k, forgery.n,
                      g_ascii_dtostr (decimal, sizeof decimal, get_bound (&forgery)));
          lines[i / 2 + 2] = price;
          ck_assert (!is_accepted (&forgery, lines, FALSE));
          lines[1] = claim;
          excess = find_greatest_excess (&forgery);
          if (excess > 0 || forgery.prices[i / 2] > get_greatest_cost (&forgery.table))
            check_refused (&forgery, lines);
          else if (excess <= -(DeidSignedWide) (forgery.table.k * forgery.table.n_columns)
                   && forgery.prices[i / 2] + forgery.table.n_columns
                          <= get_greatest_cost (&forgery.table))
            {
              ck_assert (is_accepted (&forgery, lines, TRUE));
              forgery.n_valid++;
            }
          forgery.prices[i / 2] = before;
        }
      forgery_clear (&forgery);
    }
  ck_assert_uint_gt (forgery.n_changes, 50);
  ck_assert_uint_gt (forgery.n_valid, 0);
  ck_assert_uint_lt (forgery.n_valid, forgery.n_changes / 2);
}
END_TEST

/* Tells whether the rows of some class have larger prices than what it costs. */
static gboolean
exceed_some_class (const Forgery *forgery)
{
  const LocalTable *table = &forgery->table;
  guint64 prices[LOCAL_MAX_ROWS];

  spread_prices (forgery, prices);
  for (guint set = 1; set < 1u << table->n_rows; set++)
    {
      guint rows[LOCAL_MAX_ROWS], n = 0;
      double sum = 0;

      for (guint row = 0; row < table->n_rows; row++)
        if ((set >> row & 1) != 0)
          {
            rows[n++] = row;
            sum += (double) prices[row] / (double) UNIT;
          }
      if (n >= table->k && sum > local_table_cost_class (table, rows, n) + 1e-12)
        return TRUE;
    }
  return FALSE;
}

/* With runs and sets the check knows less than all classes: what it accepts is a bound, and so much
 * that prices cannot be raised where some class has just what it costs. */
START_TEST (balls_forged)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2024);
  const char *path = get_temporary_file ("true.jsonl");
  const guint n_trials = MAX (count_trials (300), 30);
  guint n_accepted = 0, n_refused = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Forgery forgery = { 0 };
      g_autoptr (DeidProblem) problem = NULL;

      local_table_make (&forgery.table, rand, 9);
      if (trial % 2 > 0)
        local_table_make_runs (&forgery.table, rand);
      local_table_make_sets (&forgery.table, rand);
      problem = local_table_build (&forgery.table);
      write_bound (problem, path, 2 * N_RISES);
      forgery.lines = read_certificate (path);
      forgery.n_lines = g_strv_length (forgery.lines);
      forgery.n = forgery.n_lines - 3;
      for (guint i = 0; i < forgery.n; i++)
        ck_assert_int_eq (sscanf (forgery.lines[i + 2], "{\"row\":%u,\"price\":%" SCNu64,
                                  &forgery.rows[i], &forgery.prices[i]),
                          2);
      ck_assert (!exceed_some_class (&forgery));
      for (guint i = 0; i < forgery.n; i++)
        {
          g_autofree const char **lines = copy_lines (&forgery);
          g_autofree char *price = NULL, *claim = NULL;
          char decimal[G_ASCII_DTOSTR_BUF_SIZE];
          const guint64 before = forgery.prices[i];
          const guint rank = (guint) g_rand_int_range (rand, 0, 9);

          forgery.prices[i] += g_rand_boolean (rand) ? UNIT >> g_rand_int_range (rand, 1, 30)
                                                     : -MIN (UNIT / 8, before);
          if (forgery.prices[i] == before)
            continue;
          price = g_strdup_printf ("{\"row\":%u,\"price\":%" G_GUINT64_FORMAT ",\"rank\":%u}",
                                   forgery.rows[i], forgery.prices[i], rank);
          claim = g_strdup_printf ("{\"recoding\":\"local\",\"k\":%u,\"joined\":%u,"
                                   "\"combinations\":%u,\"lower_bound\":%s}",
                                   forgery.table.k, 2 + trial % 2, forgery.n,
                                   g_ascii_dtostr (decimal, sizeof decimal, get_bound (&forgery)));
          lines[i + 2] = price;
          ck_assert (!is_accepted (&forgery, lines, FALSE));
          lines[1] = claim;
          if (is_accepted (&forgery, lines, TRUE))
            {
              ck_assert (!exceed_some_class (&forgery));
              n_accepted++;
            }
          else
            n_refused++;
          forgery.prices[i] = before;
        }
      forgery_clear (&forgery);
    }
  ck_assert_uint_gt (n_accepted, 0);
  ck_assert_uint_gt (n_refused, n_trials);
}
END_TEST

START_TEST (lines_removed_or_repeated)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2024);
  const guint n_trials = MAX (count_trials (8), 2);
  Forgery forgery = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      forgery_init (&forgery, rand);
      for (guint i = 0; i < forgery.n_lines; i++)
        {
          g_autofree const char **removed = copy_lines (&forgery);
          g_autofree const char **repeated = copy_lines (&forgery);
          g_autofree const char **swapped = copy_lines (&forgery);
          const gsize n_behind = forgery.n_lines - i;

          memmove (removed + i, removed + i + 1, n_behind * sizeof *removed);
          memmove (repeated + i + 1, repeated + i, n_behind * sizeof *repeated);
          if (i + 1 < forgery.n_lines)
            check_refused (&forgery, removed);
          check_refused (&forgery, repeated);
          if (i + 2 >= forgery.n_lines)
            continue;
          swapped[i] = forgery.lines[i + 1];
          swapped[i + 1] = forgery.lines[i];
          check_refused (&forgery, swapped);
        }
      forgery_clear (&forgery);
    }
}
END_TEST

/* Puts @text in the place of @length bytes of a line from @start on. */
static void
check_replaced (Forgery *forgery, guint i, gsize start, gsize length, const char *text)
{
  g_autofree const char **lines = copy_lines (forgery);
  g_autoptr (GString) line = g_string_new (lines[i]);

  g_string_erase (line, (gssize) start, (gssize) length);
  g_string_insert (line, (gssize) start, text);
  lines[i] = line->str;
  if (strcmp (line->str, forgery->lines[i]) != 0)
    check_refused (forgery, lines);
}

static gboolean
is_in_number (char c)
{
  return g_ascii_isdigit (c) || strchr (".-+e", c) != NULL;
}

/* All numbers but prices, and of prices what no integer of 64 bits is. */
START_TEST (numbers_forged)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2025);
  const char *const numbers[] = { "18446744073709551615",
                                  "9223372036854775807",
                                  "9223372036854775808",
                                  "18446744073709551616",
                                  "-1",
                                  "1e3",
                                  "1e400",
                                  "0.5",
                                  "null",
                                  "\"1\"",
                                  "" };
  const guint n_trials = MAX (count_trials (4), 1);
  Forgery forgery = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      forgery_init (&forgery, rand);
      for (guint i = 1; i + 1 < forgery.n_lines; i++)
        for (gsize j = 1; forgery.lines[i][j] != '\0'; j++)
          if (is_in_number (forgery.lines[i][j]) && strchr (":,", forgery.lines[i][j - 1]) != NULL)
            {
              gsize length = 0;

              while (is_in_number (forgery.lines[i][j + length]))
                length++;
              for (guint n = 0; n < G_N_ELEMENTS (numbers); n++)
                check_replaced (&forgery, i, j, length, numbers[n]);
            }
      check_replaced (&forgery, 1, strlen (forgery.lines[1]) - 1, 0, ",\"more\":1");
      check_replaced (&forgery, 2, strlen (forgery.lines[2]) - 1, 0, ",\"more\":1");
      check_replaced (&forgery, 1, 0, strlen ("{\"recoding\":\"local\""), "{\"recoding\":\"any\"");
      forgery_clear (&forgery);
    }
}
END_TEST

/* A bound for classes of more records than the model asks for is not one for the problem. */
START_TEST (other_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2026);
  const char *path = get_temporary_file ("bound.jsonl");
  const guint n_trials = MAX (count_trials (20), 4);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalTable table;
      g_autoptr (DeidProblem) problem = NULL;
      GError *error = NULL;

      local_table_make (&table, rand, 30);
      problem = local_table_build (&table);
      write_bound (problem, path, N_RISES);
      table.values[0][0] = (table.values[0][0] + 1) % table.columns[0].n_leaves;
      ck_assert (!verify_local (&table, path, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "line 1", NULL);
    }
}
END_TEST

/* A bound that has no time is 0 at least, and is certified. */
START_TEST (limits)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2027);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const char *path = get_temporary_file ("bound.jsonl");
  g_autoptr (DeidProblem) problem = NULL;
  LocalTable table;
  GError *error = NULL;
  double bound = -1, verified = -1;

  local_table_make (&table, rand, 30);
  problem = local_table_build (&table);
  ck_assert (deid_problem_write_bound_certificate (problem, 0, 1e-9, path, &bound, NULL, &error));
  assert_no_error (error);
  ck_assert (verify_local (&table, path, &verified, NULL));
  ck_assert (bound >= 0 && is_equal (bound, verified));
  ck_assert (!deid_problem_write_bound_certificate (problem, 0, -1, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "time limit", NULL);
  g_cancellable_cancel (cancellable);
  ck_assert (
      !deid_problem_write_bound_certificate (problem, 0, 0, path, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (
      !deid_problem_verify_bound_certificate (problem, path, NULL, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert (verify_local (&table, path, NULL, NULL));
}
END_TEST

/* As of all outputs, the file is made where a link leads, and the link stays. */
START_TEST (through_link)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2028);
  const char *path = get_temporary_file ("bound.jsonl");
  const char *link = get_temporary_file ("link.jsonl");
  g_autoptr (DeidProblem) problem = NULL;
  LocalTable table;

  local_table_make (&table, rand, 20);
  problem = local_table_build (&table);
  ck_assert_int_eq (symlink ("bound.jsonl", link), 0);
  for (guint i = 0; i < 2; i++)
    {
      ck_assert (deid_problem_write_bound_certificate (problem, 1, 0, link, NULL, NULL, NULL));
      ck_assert (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      ck_assert (!g_file_test (path, G_FILE_TEST_IS_SYMLINK));
      ck_assert (verify_local (&table, path, NULL, NULL));
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("certificates of bounds");
  TCase *cases = tcase_create ("bounds");

  tcase_add_test (cases, below_partitions);
  tcase_add_test (cases, below_policies);
  tcase_add_test (cases, prices_forged);
  tcase_add_test (cases, balls_forged);
  tcase_add_test (cases, lines_removed_or_repeated);
  tcase_add_test (cases, numbers_forged);
  tcase_add_test (cases, other_problems);
  tcase_add_test (cases, limits);
  tcase_add_test (cases, through_link);
  suite_add_tcase (suite, cases);
  return suite;
}
