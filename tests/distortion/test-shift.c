/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How far partitions shift the numbers of a table, against the definition on random tables. */
#include <math.h>
#include <string.h>

#include "distortion/shift.h"
#include "search/result-private.h"
#include "support/lesson.h"

#define MAX_ROWS  60
#define N_NUMBERS 4
#define N_TRIALS  300

/* Two quasi-identifiers, age and income, a sensitive and an insensitive column of numbers; a judged
 * one that is not released. Missing values are NAN. */
typedef struct
{
  guint n_rows;
  double values[N_NUMBERS + 1][MAX_ROWS];
  guint weights[MAX_ROWS];
} Plain;

static const char *const names[] = { "age", "income", "cost", "visits", "judged" };

static void
draw (Plain *plain, GRand *rand)
{
  plain->n_rows = (guint) g_rand_int_range (rand, 2, MAX_ROWS);
  for (guint row = 0; row < plain->n_rows; row++)
    {
      const gint base = g_rand_int_range (rand, 0, 40);

      plain->weights[row] = (guint) g_rand_int_range (rand, 1, 4);
      plain->values[0][row] = base;
      plain->values[1][row] = 0.5 * ((base + g_rand_int_range (rand, 0, 8)) / 4);
      plain->values[2][row] = 1000000 + 0.25 * g_rand_int_range (rand, 0, base + 1);
      plain->values[3][row] = -base + g_rand_int_range (rand, 0, 3);
      plain->values[4][row] = base * base;
      for (guint c = 0; c <= N_NUMBERS; c++)
        if (g_rand_int_range (rand, 0, 15) == 0)
          plain->values[c][row] = NAN;
    }
}

/* Ages in tens, then twenties and those below 20, then nothing; incomes by units, then nothing. */
static DeidHierarchy *
make_hierarchy (guint number)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint age = 0; number == 0 && age < 40; age++)
    g_string_append_printf (text, "age %d %d-%d %s *\n", age, age / 10 * 10, age / 10 * 10 + 9,
                            age < 20 ? "<~20" : "20-39");
  for (gint half = 0; number == 1 && half < 25; half++)
    g_string_append_printf (text, "income %d.%d [%d,%d) *\n", half / 2, half % 2 * 5, half / 2,
                            half / 2 + 1);
  return lesson_make_hierarchy (names[number], text->str);
}

static void
add_column (DeidDataset *dataset, const Plain *plain, guint number)
{
  static const DeidRole roles[] = { DEID_ROLE_QUASI_IDENTIFYING, DEID_ROLE_QUASI_IDENTIFYING,
                                    DEID_ROLE_SENSITIVE, DEID_ROLE_INSENSITIVE, DEID_ROLE_JUDGED };
  const gboolean is_integer = number == 0 || number == 3;
  char texts[MAX_ROWS][G_ASCII_DTOSTR_BUF_SIZE];
  const char *values[MAX_ROWS];

  for (guint row = 0; row < plain->n_rows; row++)
    {
      g_ascii_formatd (texts[row], sizeof texts[row], number == 1 ? "%.1f" : "%.15g",
                       plain->values[number][row]);
      values[row] = isnan (plain->values[number][row]) ? NULL : texts[row];
    }
  ck_assert (
      deid_dataset_add_string_column (dataset, names[number], values, plain->n_rows, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (
      dataset, names[number], is_integer ? DEID_COLUMN_TYPE_INTEGER : DEID_COLUMN_TYPE_DECIMAL,
      NULL, NULL));
  if (number >= 2)
    ck_assert (deid_dataset_set_role (dataset, names[number], roles[number], NULL));
}

static DeidResult *
make_result (const Plain *plain, const guint *levels)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidPolicy) policy = NULL;
  char counts[MAX_ROWS][4];
  const char *weights[MAX_ROWS];

  for (guint c = 0; c <= N_NUMBERS; c++)
    add_column (dataset, plain, c);
  for (guint row = 0; row < plain->n_rows; row++)
    {
      g_snprintf (counts[row], sizeof counts[row], "%u", plain->weights[row]);
      weights[row] = counts[row];
    }
  ck_assert (
      deid_dataset_add_string_column (dataset, "weight", weights, plain->n_rows, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < 2; c++)
    {
      g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (c);
      GError *error = NULL;

      deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, &error);
      assert_no_error (error);
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  policy = deid_policy_new (lattice, levels, 2, NULL);
  return deid_problem_evaluate (problem, policy, NULL, NULL);
}

/* Returns: what a value is released as. */
static double
release (guint column, double value, guint level)
{
  if (isnan (value) || level == 0 || column >= 2)
    return value;
  if (column == 1)
    return level == 1 ? floor (value) + 0.5 : NAN;
  if (level == 1)
    return floor (value / 10) * 10 + 4.5;
  return level == 2 && value >= 20 ? 29.5 : NAN;
}

/* Returns: how many records there are; their mean, and the sum of the products of deviations. */
static guint
sum_products (const Plain *plain, const double *a, const double *b, double means[2],
              double *products)
{
  double sums[2] = { 0 };
  guint n = 0;

  *products = 0;
  for (guint row = 0; row < plain->n_rows; row++)
    if (!isnan (a[row]) && !isnan (b[row]))
      {
        n += plain->weights[row];
        sums[0] += plain->weights[row] * a[row];
        sums[1] += plain->weights[row] * b[row];
      }
  means[0] = sums[0] / n;
  means[1] = sums[1] / n;
  for (guint row = 0; row < plain->n_rows; row++)
    if (!isnan (a[row]) && !isnan (b[row]))
      *products += plain->weights[row] * (a[row] - means[0]) * (b[row] - means[1]);
  return n;
}

/* Returns: Pearson's correlation, or NAN. */
static double
correlate (const Plain *plain, const double *x, const double *y)
{
  double a[MAX_ROWS], b[MAX_ROWS], means[2], squares[2], products;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      a[row] = isnan (y[row]) ? NAN : x[row];
      b[row] = isnan (x[row]) ? NAN : y[row];
    }
  if (sum_products (plain, a, a, means, &squares[0]) == 0)
    return NAN;
  sum_products (plain, b, b, means, &squares[1]);
  sum_products (plain, a, b, means, &products);
  return squares[0] > 1e-9 && squares[1] > 1e-9 ? products / sqrt (squares[0] * squares[1]) : NAN;
}

/* All values here are halves and quarters, so that means of equal values are exact. */
static DeidShift
compute (const Plain *plain, double after[N_NUMBERS][MAX_ROWS])
{
  DeidShift shift = { 0 };

  for (guint c = 0; c < N_NUMBERS; c++)
    {
      double before[2], means[2], squares, rest, change;
      const guint n = sum_products (plain, plain->values[c], plain->values[c], before, &squares);

      if (n < 2 || !(squares > 0))
        continue;
      if (sum_products (plain, after[c], after[c], means, &rest) == 0)
        {
          shift.n_lost++;
          continue;
        }
      change = fabs (means[0] - before[0]) / sqrt (squares / (n - 1));
      shift.has_mean = TRUE;
      if (change > shift.mean)
        shift.mean = change;
    }
  for (guint c = 0; c < N_NUMBERS; c++)
    for (guint d = c + 1; d < N_NUMBERS; d++)
      {
        const double was = correlate (plain, plain->values[c], plain->values[d]);
        const double is = correlate (plain, after[c], after[d]);

        if (isnan (was))
          continue;
        shift.has_correlation = TRUE;
        shift.correlation = MAX (shift.correlation, fabs ((isnan (is) ? 0 : is) - was));
      }
  return shift;
}

/* Returns: the change of the mean or of the correlation that is said to be the largest. */
static double
compute_named (const Plain *plain, double after[N_NUMBERS][MAX_ROWS], const DeidShift *shift,
               gboolean is_mean)
{
  const guint c = is_mean ? shift->mean_column : shift->correlation_columns[0];
  const guint d = is_mean ? c : shift->correlation_columns[1];
  double before[2], means[2], squares, rest, was, is;
  guint n;

  ck_assert_uint_lt (c, N_NUMBERS);
  ck_assert_uint_lt (d, N_NUMBERS);
  if (!is_mean)
    {
      was = correlate (plain, plain->values[c], plain->values[d]);
      is = correlate (plain, after[c], after[d]);
      return fabs ((isnan (is) ? 0 : is) - was);
    }
  n = sum_products (plain, plain->values[c], plain->values[c], before, &squares);
  sum_products (plain, after[c], after[c], means, &rest);
  return fabs (means[0] - before[0]) / sqrt (squares / (n - 1));
}

static void
assert_close (double a, double b)
{
  ck_assert_msg (fabs (a - b) <= 1e-9, "%.17g is not %.17g", a, b);
}

static void
check (const Plain *plain, DeidResult *result, const guint *levels)
{
  const DeidPartition *partition = deid_result_make_partition (result, DEID_STOP_NEVER, NULL);
  DeidShiftTable table;
  double after[N_NUMBERS][MAX_ROWS];
  DeidShift shift, again, expected;

  for (guint c = 0; c < N_NUMBERS; c++)
    for (guint row = 0; row < plain->n_rows; row++)
      after[c][row] = deid_partition_suppresses (partition, row)
                          ? NAN
                          : release (c, plain->values[c][row], c < 2 ? levels[c] : 0);
  ck_assert (deid_shift_table_init (&table, partition->lattice, DEID_STOP_NEVER, NULL));
  ck_assert (deid_shift_table_measure (&table, partition, &shift, DEID_STOP_NEVER, NULL));
  ck_assert (deid_shift_table_measure (&table, partition, &again, DEID_STOP_NEVER, NULL));
  deid_shift_table_clear (&table);
  ck_assert (memcmp (&shift.mean, &again.mean, sizeof shift.mean) == 0);
  ck_assert (memcmp (&shift.correlation, &again.correlation, sizeof shift.correlation) == 0);
  expected = compute (plain, after);
  ck_assert_uint_eq (shift.n_lost, expected.n_lost);
  ck_assert (shift.has_mean == expected.has_mean);
  ck_assert (shift.has_correlation == expected.has_correlation);
  assert_close (shift.mean, expected.mean);
  assert_close (shift.correlation, expected.correlation);
  if (shift.has_mean)
    assert_close (compute_named (plain, after, &shift, TRUE), expected.mean);
  if (shift.has_correlation)
    assert_close (compute_named (plain, after, &shift, FALSE), expected.correlation);
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  guint n_solutions = 0;

  for (guint trial = 0, n = count_trials (N_TRIALS); trial < n; trial++)
    {
      const guint levels[]
          = { (guint) g_rand_int_range (rand, 0, 4), (guint) g_rand_int_range (rand, 0, 3) };
      g_autoptr (DeidResult) result = NULL;
      Plain plain;

      draw (&plain, rand);
      result = make_result (&plain, levels);
      if (result == NULL)
        continue;
      check (&plain, result, levels);
      n_solutions++;
    }
  ck_assert_uint_gt (n_solutions, 0);
}
END_TEST

/* More rows than a block, released as they are: nothing shifts. */
START_TEST (nothing_changes)
{
  g_autoptr (GString) text = g_string_new ("sex cost:sensitive visits:insensitive\n");
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  DeidShiftTable table;
  DeidShift shift;

  for (guint row = 0; row < 3000; row++)
    g_string_append_printf (text, "%c %u.5 %u\n", row % 3 == 0 ? 'm' : 'f', row * 7919 % 1000,
                            row * 104729 % 31);
  dataset = lesson_make_table (text->str);
  ck_assert (deid_dataset_set_column_type (dataset, "cost", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  ck_assert (
      deid_dataset_set_column_type (dataset, "visits", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  policy = deid_policy_new (lattice, (const guint[]){ 1 }, 1, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, NULL);
  ck_assert (deid_shift_table_init (&table, lattice, DEID_STOP_NEVER, NULL));
  ck_assert (deid_shift_table_measure (&table,
                                       deid_result_make_partition (result, DEID_STOP_NEVER, NULL),
                                       &shift, DEID_STOP_NEVER, NULL));
  ck_assert_uint_eq (table.n_columns, 2);
  deid_shift_table_clear (&table);
  ck_assert (shift.has_mean && shift.has_correlation && shift.n_lost == 0);
  ck_assert (!(shift.mean > 0) && !(shift.correlation > 0));
}
END_TEST

/* By hand; a mean that is released counts before the middle of a range, and where there is none. */
START_TEST (labels)
{
  static const struct
  {
    const char *label;
    double number;
    DeidStandIn stand_in;
  } cases[] = {
    { "20-29", 24.5, DEID_STAND_IN_MIDDLE },      { "-9 to -5", -7, DEID_STAND_IN_MIDDLE },
    { "[1.5, 2.0)", 1.75, DEID_STAND_IN_MIDDLE }, { "[20,31)", 25, DEID_STAND_IN_MIDDLE },
    { "[20, 32[", 25.5, DEID_STAND_IN_MIDDLE },   { "7", 7, DEID_STAND_IN_VALUE },
    { ">= 80", NAN, DEID_STAND_IN_NOTHING },      { "< 18", NAN, DEID_STAND_IN_NOTHING },
    { "*", NAN, DEID_STAND_IN_NOTHING },          { "old", NAN, DEID_STAND_IN_NOTHING },
    { "[30,20)", NAN, DEID_STAND_IN_NOTHING },    { "[", NAN, DEID_STAND_IN_NOTHING },
    { "[1,2,3)", NAN, DEID_STAND_IN_NOTHING },    { "1,2[", NAN, DEID_STAND_IN_NOTHING },
  };
  DeidPartitionColumn columns[] = { { .n_labels = G_N_ELEMENTS (cases) } };
  DeidPartition partition;
  g_autofree DeidReleasedNumber *numbers = NULL;
  g_autoptr (DeidDataset) dataset = lesson_make_table ("x\n1\n");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  const char *all[G_N_ELEMENTS (cases)];

  ck_assert (deid_dataset_set_column_type (dataset, "x", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    all[i] = cases[i].label;
  columns[0].texts = all;
  partition = (DeidPartition){ .lattice = lattice, .columns = columns };
  numbers = deid_numbers_list_of_labels (&partition, 0, DEID_STOP_NEVER, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ck_assert_msg (numbers[i].stand_in == cases[i].stand_in, "%s", cases[i].label);
      ck_assert (isnan (cases[i].number) ? isnan (numbers[i].number)
                                         : !(fabs (numbers[i].number - cases[i].number) > 0));
    }
}
END_TEST

START_TEST (cancelled)
{
  Plain plain = { .n_rows = 2, .weights = { 3, 3 } };
  g_autoptr (DeidResult) result = make_result (&plain, (const guint[]){ 0, 0 });
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidPartition *partition = deid_result_make_partition (result, DEID_STOP_NEVER, NULL);
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidShiftTable table;
  DeidShift shift;
  GError *error = NULL;

  ck_assert (deid_shift_table_init (&table, partition->lattice, stop, NULL));
  g_cancellable_cancel (cancellable);
  ck_assert (!deid_shift_table_measure (&table, partition, &shift, stop, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  deid_shift_table_clear (&table);
  ck_assert (!deid_shift_table_init (&table, partition->lattice, stop, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  deid_shift_table_clear (&table);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("shift");
  TCase *tcase = tcase_create ("shift");

  tcase_add_test (tcase, random_tables);
  tcase_add_test (tcase, nothing_changes);
  tcase_add_test (tcase, labels);
  tcase_add_test (tcase, cancelled);
  suite_add_tcase (suite, tcase);
  return suite;
}
