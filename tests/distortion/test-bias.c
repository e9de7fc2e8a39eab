/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Correlations with frequencies and shifts of means, against plain recomputation on random tables.
 */
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"
#include "support/warnings.h"

#define MAX_ROWS 50
#define N_TRIALS 300
#define MISSING  G_MININT

/* Two quasi-identifiers and a column of numbers, in tenths. */
typedef struct
{
  guint n_rows;
  int zips[MAX_ROWS], sexes[MAX_ROWS], costs[MAX_ROWS];
  guint weights[MAX_ROWS];
} Plain;

static DeidProblem *
make_problem (Plain *plain, GRand *rand, gboolean has_weights, double limit)
{
  g_autoptr (GString) text = g_string_new ("zip sex cost:sensitive n:weight\n");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  plain->n_rows = (guint) g_rand_int_range (rand, 1, MAX_ROWS);
  for (guint row = 0; row < plain->n_rows; row++)
    {
      plain->zips[row] = g_rand_int_range (rand, 0, 1 + g_rand_int_range (rand, 0, 12));
      plain->sexes[row] = g_rand_int_range (rand, 0, 3);
      plain->weights[row] = has_weights ? (guint) g_rand_int_range (rand, 1, 4) : 1;
      plain->costs[row] = g_rand_int_range (rand, 0, 9) == 0
                              ? MISSING
                              : g_rand_int_range (rand, -99, 999) + 50 * plain->zips[row];
      g_string_append_printf (text, " %d %c ", plain->zips[row], "fmo"[plain->sexes[row]]);
      if (plain->costs[row] == MISSING)
        g_string_append (text, "?");
      else
        g_string_append_printf (text, "%s%d.%d", plain->costs[row] < 0 ? "-" : "",
                                ABS (plain->costs[row]) / 10, ABS (plain->costs[row]) % 10);
      g_string_append_printf (text, " %u\n", plain->weights[row]);
    }
  dataset = lesson_make_table (text->str);
  ck_assert (deid_dataset_set_column_type (dataset, "cost", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (3, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, limit, NULL));
  return problem;
}

/* How many records share the values of a row: 0 is zip, 1 sex and 2 both. */
static guint
count_like (const Plain *plain, guint row, guint what)
{
  guint n = 0;

  for (guint other = 0; other < plain->n_rows; other++)
    if ((what == 1 || plain->zips[other] == plain->zips[row])
        && (what == 0 || plain->sexes[other] == plain->sexes[row]))
      n += plain->weights[other];
  return n;
}

/* The sum and number of records with a value that pass a condition: between @low and @high share
 * their combination. */
static double
sum_up (const Plain *plain, guint low, guint high, double *n)
{
  double sum = 0;

  *n = 0;
  for (guint row = 0; row < plain->n_rows; row++)
    if (plain->costs[row] != MISSING && count_like (plain, row, 2) >= low
        && count_like (plain, row, 2) <= high)
      {
        sum += plain->weights[row] * (plain->costs[row] / 10.0);
        *n += plain->weights[row];
      }
  return sum;
}

static void
assert_close (double a, double b)
{
  assert_quietly (fabs (a - b) <= 1e-9 * (1 + fabs (b)));
}

static void
check_correlation (const Plain *plain, guint what, gboolean exists, double correlation)
{
  double n, mean = sum_up (plain, 0, G_MAXUINT, &n) / n, mean_frequency = 0;
  double products = 0, squares = 0, squares_of_frequencies = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    if (plain->costs[row] != MISSING)
      mean_frequency += plain->weights[row] * count_like (plain, row, what) / n;
  for (guint row = 0; row < plain->n_rows; row++)
    if (plain->costs[row] != MISSING)
      {
        const double distance = plain->costs[row] / 10.0 - mean;
        const double of_frequency = count_like (plain, row, what) - mean_frequency;

        products += plain->weights[row] * distance * of_frequency;
        squares += plain->weights[row] * distance * distance;
        squares_of_frequencies += plain->weights[row] * of_frequency * of_frequency;
      }
  if (n > 0 && squares > 1e-9 && squares_of_frequencies > 1e-9)
    {
      assert_quietly (exists);
      assert_close (correlation, products / sqrt (squares * squares_of_frequencies));
    }
  else
    assert_quietly (!exists || fabs (correlation) <= 1);
}

/* Suppresses one size after the other, the last one in part. */
static void
check_prediction (const Plain *plain, const DeidReport *bias, guint k, guint limit)
{
  double n, shift, n_of_size, sum = sum_up (plain, 0, G_MAXUINT, &n);
  const double mean = sum / n;
  guint left = limit, n_rare = 0;
  gboolean exists;

  for (guint row = 0; row < plain->n_rows; row++)
    n_rare += count_like (plain, row, 2) < k ? plain->weights[row] : 0;
  assert_quietly (count_of (bias, "rare") == n_rare);
  assert_quietly (count_of (bias, "predicted") == MIN (n_rare, limit));
  for (guint size = 1; size < k; size++)
    {
      const double of_size = sum_up (plain, size, size, &n_of_size);
      guint n_records = 0;
      double share;

      for (guint row = 0; row < plain->n_rows; row++)
        n_records += count_like (plain, row, 2) == size ? plain->weights[row] : 0;
      if (n_records == 0)
        continue;
      share = MIN (n_records, left) / (double) n_records;
      left -= MIN (n_records, left);
      sum -= share * of_size;
      n -= share * n_of_size;
    }
  exists = get_number (bias, &shift, "columns[0].predicted_shift");
  if (n > 1e-9)
    {
      assert_quietly (exists);
      assert_close (shift, sum / n - mean);
    }
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint trial = 0, n_trials = count_trials (N_TRIALS); trial < n_trials; trial++)
    {
      const double limits[] = { 0, 0.1, 0.3, 1 };
      const guint k = (guint) g_rand_int_range (rand, 1, 6);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidReport) bias = NULL;
      g_autoptr (DeidResult) result = NULL;
      double r, n, mean, expected;
      gboolean exists;
      Plain plain;

      problem = make_problem (&plain, rand, trial % 2, limits[trial % 4]);
      bias = deid_report_new_bias (problem, NULL, k, NULL, NULL);
      ck_assert_uint_eq (n_rows_of (bias, "columns"), 1);
      ck_assert_uint_eq (n_rows_of (bias, "columns[0].correlations"), 2);
      for (guint a = 0; a < 2; a++)
        {
          exists = get_number (bias, &r, "columns[0].correlations[%u].correlation", a);
          check_correlation (&plain, a, exists, r);
        }
      exists = get_number (bias, &r, "columns[0].combined_correlation");
      check_correlation (&plain, 2, exists, r);
      check_prediction (&plain, bias, k, (guint) deid_problem_get_n_suppressible (problem));
      expected = sum_up (&plain, 0, G_MAXUINT, &n) / n;
      assert_quietly (get_number (bias, &mean, "columns[0].mean") == (n > 0));
      if (n > 0)
        assert_close (mean, expected);
      result = lesson_evaluate (problem, "zip:0 sex:0");
      if (result != NULL)
        {
          g_autoptr (DeidReport) after
              = deid_report_new_bias (deid_result_get_problem (result), result, 0, NULL, NULL);
          const double sum = sum_up (&plain, 3, G_MAXUINT, &n);

          ck_assert_uint_eq (count_of (after, "k"), 3);
          assert_quietly (get_number (after, &r, "columns[0].shift") == (n > 0));
          if (n > 0)
            assert_close (r, sum / n - expected);
        }
    }
}
END_TEST

/* The table of the lesson, of which these figures are worked out there. */
START_TEST (written)
{
  static const char table[] = "zip posts:insensitive\n a 1\n a 1\n a 3\n a 3\n b 7\n c 9\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table (table);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidReport) bias = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) warnings = NULL;
  g_autofree char *text = NULL, *json = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "posts", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  result = lesson_evaluate (problem, "zip:0");
  bias = deid_report_new_bias (deid_result_get_problem (result), result, 0, NULL, NULL);
  text = plain_text_of (bias);
  json = deid_report_to_json (bias, NULL);
  ck_assert_str_eq (text, "Bias: which means suppression moves (custodian-only)\n"
                          "k: 2\nrare: 2 records\npredicted: 2 records\ncolumns:\n"
                          "                 standard  predicted            combined\n"
                          "  column  mean  deviation      shift  shift  correlation  correlations\n"
                          "  posts      4          3         -2     -2       -0.943  zip=-0.943\n");
  ck_assert_ptr_nonnull (strstr (json, "{\"audience\":\"custodian-only\",\"k\":2,\"rare\":2,"
                                       "\"predicted\":2,\"columns\":[{\"column\":\"posts\","
                                       "\"mean\":4,\"standard_deviation\":3,"));
  warnings = deid_report_new_warnings (result, NULL, NULL);
  for (guint64 i = 0; i < count_warnings (warnings); i++)
    if (is_warning_of (warnings, i, "rare-values-shift-mean"))
      {
        ck_assert_str_eq (get_warned_column (warnings, i), "posts");
        ck_assert_uint_eq (count_warned_records (warnings, i), 2);
        ck_assert_str_eq (
            get_warning_text (warnings, i),
            "rare records have other values of 'posts' than frequent ones "
            "(correlation -0.94): suppressing the 2 rarest without generalization "
            "would shift the mean by -0.67 standard deviations, and the result shifts it by -0.67");
        return;
      }
  ck_abort_msg ("no warning");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bias");
  TCase *tests = tcase_create ("bias");

  tcase_add_test (tests, random_tables);
  tcase_add_test (tests, written);
  suite_add_tcase (suite, tests);
  return suite;
}
