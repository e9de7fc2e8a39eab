/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Utility, against a plain Newton method on random tables, and where the answer is known. */
#include <math.h>
#include <string.h>

#include "../tools/liblinear-fit.h"
#include "support/failing-allocations.h"
#include "support/figures.h"
#include "support/lesson.h"

#define MAX_ROWS     120
#define MAX_FEATURES 40
#define N_COLUMNS    4
#define N_TRIALS     100

/* Two quasi-identifiers, the second one generalized or not, a sensitive column of numbers and an
 * insensitive one of texts. Missing values are NULL. */
typedef struct
{
  guint n_rows;
  const char *values[N_COLUMNS][MAX_ROWS];
  char texts[N_COLUMNS][MAX_ROWS][8];
  guint weights[MAX_ROWS];
  guint sex_level;
  gboolean suppressed[MAX_ROWS];
} Plain;

static const char *const names[N_COLUMNS] = { "zip", "sex", "cost", "note" };

static void
draw (Plain *plain, GRand *rand)
{
  plain->n_rows = (guint) g_rand_int_range (rand, 20, MAX_ROWS);
  plain->sex_level = (guint) g_rand_int_range (rand, 0, 2);
  for (guint row = 0; row < plain->n_rows; row++)
    {
      const gint zip = g_rand_int_range (rand, 0, 8) * g_rand_int_range (rand, 0, 4);

      plain->weights[row] = (guint) g_rand_int_range (rand, 1, 4);
      for (guint c = 0; c < N_COLUMNS; c++)
        {
          char *text = plain->texts[c][row];

          if (c == 2)
            g_snprintf (text, 8, "%d.%d", g_rand_int_range (rand, 0, 9) + zip / 4 - 4,
                        g_rand_int_range (rand, 0, 10));
          else
            g_snprintf (text, 8, "%c", 'a' + (c == 0 ? zip : g_rand_int_range (rand, 0, 4)));
          plain->values[c][row] = g_rand_int_range (rand, 0, 12) == 0 ? NULL : text;
        }
    }
}

/* What a record shows of a column in the release. */
static const char *
get_label (const Plain *plain, guint c, guint row)
{
  return c == 1 && plain->sex_level > 0 ? "*" : plain->values[c][row];
}

/* A class fails with fewer than five records. Returns: whether some do not fail. */
static gboolean
suppress (Plain *plain)
{
  gboolean is_solution = FALSE;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      guint n = 0;

      for (guint other = 0; other < plain->n_rows; other++)
        if (g_strcmp0 (get_label (plain, 0, row), get_label (plain, 0, other)) == 0
            && g_strcmp0 (get_label (plain, 1, row), get_label (plain, 1, other)) == 0)
          n += plain->weights[other];
      plain->suppressed[row] = n < 5;
      is_solution |= n >= 5;
    }
  return is_solution;
}

static DeidResult *
make_result (const Plain *plain)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (5, NULL);
  g_autoptr (DeidPolicy) policy = NULL;
  char counts[MAX_ROWS][4];
  const char *weights[MAX_ROWS];
  DeidResult *result;
  GError *error = NULL;

  for (guint c = 0; c < N_COLUMNS; c++)
    ck_assert (deid_dataset_add_string_column (dataset, names[c], plain->values[c], plain->n_rows,
                                               NULL, NULL));
  for (guint row = 0; row < plain->n_rows; row++)
    {
      g_snprintf (counts[row], sizeof counts[row], "%u", plain->weights[row]);
      weights[row] = counts[row];
    }
  ck_assert (
      deid_dataset_add_string_column (dataset, "weight", weights, plain->n_rows, NULL, NULL));
  ck_assert (deid_dataset_set_column_type (dataset, "cost", DEID_COLUMN_TYPE_DECIMAL, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  ck_assert (deid_dataset_set_role (dataset, "cost", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "note", DEID_ROLE_INSENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < 2; c++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  policy = deid_policy_new (lattice, (const guint[]){ 0, plain->sex_level }, 2, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return result;
}

/* The features of all rows, one after another, the intercept first. Returns: how many there are. */
static guint
make_features (const Plain *plain, double features[MAX_ROWS][MAX_FEATURES])
{
  guint n = 1;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      memset (features[row], 0, sizeof features[row]);
      features[row][0] = 1;
    }
  for (guint c = 0; c < N_COLUMNS; c++)
    for (guint first = 0; first < plain->n_rows; first++)
      {
        const char *label = get_label (plain, c, first);
        gboolean is_new = TRUE;

        if (c == 2 && label != NULL)
          continue;
        for (guint row = 0; row < first; row++)
          is_new = is_new && g_strcmp0 (label, get_label (plain, c, row)) != 0;
        if (!is_new || (c != 2 && first == 0))
          continue;
        for (guint row = 0; row < plain->n_rows; row++)
          features[row][n] = g_strcmp0 (label, get_label (plain, c, row)) == 0;
        n++;
      }
  for (guint row = 0; row < plain->n_rows; row++)
    features[row][n]
        = plain->values[2][row] != NULL ? g_ascii_strtod (plain->values[2][row], NULL) / 10 : 0;
  return n + 1;
}

/* Solves a x = b by Gaussian elimination; x takes the place of b. */
static void
solve (double a[MAX_FEATURES][MAX_FEATURES], double *b, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint pivot = i;

      for (guint j = i + 1; j < n; j++)
        if (fabs (a[j][i]) > fabs (a[pivot][i]))
          pivot = j;
      for (guint j = 0; j < n; j++)
        {
          const double other = a[i][j];

          a[i][j] = a[pivot][j];
          a[pivot][j] = other;
        }
      {
        const double other = b[i];

        b[i] = b[pivot];
        b[pivot] = other;
      }
      for (guint j = i + 1; j < n; j++)
        {
          const double factor = a[j][i] / a[i][i];

          for (guint k = i; k < n; k++)
            a[j][k] -= factor * a[i][k];
          b[j] -= factor * b[i];
        }
    }
  for (guint i = n; i-- > 0;)
    {
      for (guint j = i + 1; j < n; j++)
        b[i] -= a[i][j] * b[j];
      b[i] /= a[i][i];
    }
}

static double
get_probability (const double *features, const double *coefficients, guint n)
{
  double score = 0;

  for (guint f = 0; f < n; f++)
    score += features[f] * coefficients[f];
  return 1 / (1 + exp (-score));
}

/* Newton's method for the likelihood, with so small a penalty that its maximum is finite. */
static void
fit (const Plain *plain, double features[MAX_ROWS][MAX_FEATURES], guint n, double *coefficients)
{
  memset (coefficients, 0, n * sizeof *coefficients);
  for (guint step = 0; step < 300; step++)
    {
      double hessian[MAX_FEATURES][MAX_FEATURES] = { { 0 } };
      double gradient[MAX_FEATURES];
      double greatest = 0;

      for (guint f = 0; f < n; f++)
        {
          gradient[f] = -1e-10 * coefficients[f];
          hessian[f][f] = 1e-10;
        }
      for (guint row = 0; row < plain->n_rows; row++)
        {
          const double p = get_probability (features[row], coefficients, n);
          const double n_released = plain->suppressed[row] ? 0 : plain->weights[row];
          const double n_both = plain->weights[row] + n_released;

          for (guint f = 0; f < n; f++)
            {
              gradient[f] += features[row][f] * (n_released - n_both * p);
              for (guint g = 0; g < n; g++)
                hessian[f][g] += features[row][f] * features[row][g] * n_both * p * (1 - p);
            }
        }
      solve (hessian, gradient, n);
      for (guint f = 0; f < n; f++)
        greatest = MAX (greatest, fabs (gradient[f]));
      for (guint f = 0; f < n; f++)
        coefficients[f] += gradient[f] * MIN (1, 5 / greatest);
    }
}

static double
compute_pmse (const Plain *plain, double features[MAX_ROWS][MAX_FEATURES], guint n,
              const double *coefficients, double *n_both, double *share)
{
  double sum = 0, n_released = 0, n_records = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      n_records += plain->weights[row];
      n_released += plain->suppressed[row] ? 0 : plain->weights[row];
    }
  *n_both = n_records + n_released;
  *share = n_released / *n_both;
  for (guint row = 0; row < plain->n_rows; row++)
    {
      const double difference = get_probability (features[row], coefficients, n) - *share;

      sum += difference * difference * plain->weights[row] * (plain->suppressed[row] ? 1 : 2);
    }
  return sum / *n_both;
}

static double
find_greatest (const double *coefficients, guint n)
{
  double greatest = 0;

  for (guint f = 0; f < n; f++)
    greatest = MAX (greatest, fabs (coefficients[f]));
  return greatest;
}

/* Labels that tell suppressed records apart have coefficients of 20 or so, beyond which no
 * probability changes. Where numbers do so they may be some hundreds, and the limit is not reached
 * by either program. */
START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (N_TRIALS);
  static double features[MAX_ROWS][MAX_FEATURES];
  guint n_shifted = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Plain plain;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidReport) utility = NULL;
      double coefficients[MAX_FEATURES];
      double n_both, share, pmse, expected, tolerance;
      guint n;
      GError *error = NULL;

      draw (&plain, rand);
      if (!suppress (&plain))
        continue;
      result = make_result (&plain);
      utility = deid_report_new_utility (result, NULL, 10, 1000, trial, get_liblinear_fit (), NULL,
                                         NULL, &error);
      assert_no_error (error);
      n = make_features (&plain, features);
      fit (&plain, features, n, coefficients);
      pmse = compute_pmse (&plain, features, n, coefficients, &n_both, &share);
      expected = (n - 1) * (1 - share) * (1 - share) * share / n_both;
      ck_assert_uint_eq (count_of (utility, "parameters"), n);
      ck_assert_double_eq_tol (number_of (utility, "expected_pmse"), expected, 1e-14);
      tolerance = find_greatest (coefficients, n) < 100 ? 1e-5 : 2e-2;
      ck_assert_double_eq_tol (number_of (utility, "pmse"), pmse, tolerance * pmse + 1e-12);
      ck_assert_double_eq_tol (number_of (utility, "pmse_ratio") * expected,
                               number_of (utility, "pmse"), 1e-12);
      ck_assert_double_eq_tol ((double) count_of (utility, "drawn"), n_both * (1 - share), 1e-9);
      ck_assert_double_eq_tol ((double) count_of (utility, "released"), n_both * share, 1e-9);
      n_shifted += pmse > 0.001 ? 1 : 0;
    }
  ck_assert_uint_gt (n_shifted, n_trials / 4);
}
END_TEST

/* A problem of k-anonymity of words, each row being two of them and a number of rows. */
static DeidResult *
make_rows (const char *roles, const char *const rows[][2], const guint *counts, guint n, guint k,
           const char *policy)
{
  g_autoptr (GString) table = g_string_new (roles);
  g_autoptr (DeidProblem) problem = NULL;

  for (guint r = 0; r < n; r++)
    for (guint i = 0; i < counts[r]; i++)
      g_string_append_printf (table, "%s%s %s\n", rows[r][0],
                              g_str_equal (rows[r][0], "alone") ? i % 2 == 0 ? "a" : "b" : "",
                              rows[r][1]);
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (k, NULL));
  return lesson_evaluate (problem, policy);
}

/* All is released, or all that is told apart is. */
START_TEST (nothing_suppressed)
{
  static const char *const rows[][2] = { { "a", "x" }, { "b", "y" }, { "b", "x" } };
  static const guint counts[] = { 5, 7, 2 };

  for (guint level = 0; level < 2; level++)
    {
      g_autoptr (DeidResult) result
          = make_rows ("zip ill:insensitive\n", rows, counts, 3, 2, level == 0 ? "zip:0" : "zip:1");
      g_autoptr (DeidReport) utility = deid_report_new_utility (
          result, NULL, 10, 1000, 0, get_liblinear_fit (), NULL, NULL, NULL);

      ck_assert_uint_eq (count_of (utility, "parameters"), 3 - level);
      ck_assert_double_eq_tol (number_of (utility, "pmse"), 0, 1e-20);
      ck_assert_double_eq_tol (number_of (utility, "pmse_ratio"), 0, 1e-15);
      ck_assert_double_gt (number_of (utility, "expected_pmse"), 0);
    }
}
END_TEST

/* Of 6000 records a third is alone with its own code, at random: the ratio is about a third. There
 * are too many codes to look at, and 6 columns of 6 values with 30 degrees of freedom: the standard
 * deviation of the ratio is a third of sqrt (2 / 30). */
START_TEST (suppressed_at_random)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (GString) table
      = g_string_new ("code a:insensitive b:insensitive c:insensitive d:sensitive "
                      "e:sensitive f:sensitive\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) utility = NULL;

  for (guint row = 0; row < 6000; row++)
    {
      if (g_rand_int_range (rand, 0, 3) == 0)
        g_string_append_printf (table, "c%u", row);
      else
        g_string_append (table, "usual");
      for (guint c = 0; c < 6; c++)
        g_string_append_printf (table, " %d", g_rand_int_range (rand, 0, 6));
      g_string_append (table, "\n");
    }
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "code:0");
  utility = deid_report_new_utility (result, NULL, 10, 20000, 0, get_liblinear_fit (), NULL, NULL,
                                     NULL);
  ck_assert_uint_eq (count_of (utility, "drawn"), 6000);
  ck_assert_uint_eq (count_of (utility, "parameters"), 31);
  ck_assert_double_eq_tol (number_of (utility, "pmse_ratio"), 1 / 3., 3 * 0.09);
  ck_assert_double_ge (number_of (utility, "pmse_ratio"), 0.1);
  ck_assert_uint_eq (n_rows_of (utility, "excluded"), 1);
  ck_assert_str_eq (text_of (utility, "excluded[0]"), "code");
}
END_TEST

/* What is the same as the zip is predicted as long as there are zips. Who is suppressed is taken
 * for ill, as most of the others are. */
START_TEST (predictions)
{
  static const char *const rows[][2]
      = { { "a", "ill" }, { "b", "well" }, { "c", "dead" }, { "alone", "well" } };
  static const guint counts[] = { 120, 60, 50, 2 };
  static const char *const targets[] = { "state", "zip", NULL };
  g_autoptr (DeidResult) kept = make_rows ("zip state:sensitive\n", rows, counts, 4, 2, "zip:0");
  g_autoptr (DeidResult) generalized
      = make_rows ("zip state:sensitive\n", rows, counts, 4, 2, "zip:1");
  g_autoptr (DeidReport) utility
      = deid_report_new_utility (kept, targets, 5, 1000, 3, get_liblinear_fit (), NULL, NULL, NULL);
  g_autoptr (DeidReport) blurred = deid_report_new_utility (generalized, targets, 5, 1000, 3,
                                                            get_liblinear_fit (), NULL, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (utility, "targets"), 2);
  ck_assert_str_eq (text_of (utility, "targets[1].column"), "zip");
  ck_assert_uint_eq (count_of (utility, "targets[0].values"), 3);
  ck_assert_uint_eq (count_of (utility, "targets[1].values"), 5);
  ck_assert_double_eq (number_of (utility, "targets[0].baseline"), 120 / 232.);
  ck_assert_double_ge (number_of (utility, "targets[0].before"), 230 / 232.);
  ck_assert_double_eq (number_of (utility, "targets[0].after"), 230 / 232.);
  ck_assert_double_eq (number_of (blurred, "targets[0].after"), 120 / 232.);
  ck_assert_double_eq (number_of (blurred, "targets[0].before"),
                       number_of (utility, "targets[0].before"));
  /* No other quasi-identifier tells of the zip. */
  ck_assert_double_eq (number_of (utility, "targets[1].before"), 120 / 232.);
  ck_assert_double_eq (number_of (utility, "targets[1].after"), 120 / 232.);
}
END_TEST

/* Sex tells the state of all, but nobody gets the sex of the two who are alone with their zips. */
START_TEST (suppressed_are_unknown)
{
  static const char *const targets[] = { "state", NULL };
  g_autoptr (GString) table = g_string_new ("zip sex state:sensitive\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) utility = NULL;

  for (guint i = 0; i < 180; i++)
    g_string_append (table, i < 120 ? "a f ill\n" : "b m well\n");
  g_string_append (table, "c m well\nd m well\n");
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "zip:0 sex:0");
  utility = deid_report_new_utility (result, targets, 10, 1000, 0, get_liblinear_fit (), NULL, NULL,
                                     NULL);
  ck_assert_double_eq (number_of (utility, "targets[0].before"), 1);
  ck_assert_double_eq (number_of (utility, "targets[0].after"), 180 / 182.);
}
END_TEST

/* Who is suppressed tells those who get the release nothing: here all with zip a who are well. */
START_TEST (suppressed_are_not_learnt_from)
{
  static const char *const targets[] = { "state", NULL };
  g_autoptr (GString) table = g_string_new ("zip code state:sensitive\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) utility = NULL;

  for (guint i = 0; i < 100; i++)
    if (i < 40)
      g_string_append (table, "a usual ill\n");
    else
      g_string_append_printf (table, "a c%u well\n", i);
  for (guint i = 0; i < 30; i++)
    g_string_append (table, "b usual well\n");
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "zip:0 code:0");
  utility = deid_report_new_utility (result, targets, 10, 1000, 0, get_liblinear_fit (), NULL, NULL,
                                     NULL);
  ck_assert_double_eq (number_of (utility, "targets[0].after"), 70 / 130.);
}
END_TEST

static void
assert_same (const DeidReport *a, const DeidReport *b)
{
  g_autofree char *first = deid_report_to_json (a, NULL);
  g_autofree char *second = deid_report_to_json (b, NULL);

  ck_assert_str_eq (first, second);
}

static DeidResult *
make_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  Plain plain;

  do
    draw (&plain, rand);
  while (!suppress (&plain) || plain.n_rows < 80);
  return make_result (&plain);
}

static gpointer
measure (gpointer result)
{
  static const char *const targets[] = { "note", NULL };

  return deid_report_new_utility (result, targets, 3, 60, 1, get_liblinear_fit (), NULL, NULL,
                                  NULL);
}

/* Random numbers of the host are its own. */
START_TEST (seeds)
{
  g_autoptr (DeidResult) result = make_random ();
  g_autoptr (DeidReport) first = NULL, second = NULL, other = NULL;
  GThread *threads[3];
  int expected;

  srand (1);
  expected = rand ();
  srand (1);
  first = measure (result);
  ck_assert_int_eq (rand (), expected);
  second = measure (result);
  other = deid_report_new_utility (result, NULL, 3, 60, 2, get_liblinear_fit (), NULL, NULL, NULL);
  ck_assert_uint_eq (count_of (first, "drawn"), 60);
  assert_same (first, second);
  ck_assert_double_ne (number_of (first, "pmse"), number_of (other, "pmse"));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("utility", measure, result);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (DeidReport) of_thread = g_thread_join (threads[i]);

      assert_same (first, of_thread);
    }
}
END_TEST

/* Records are drawn without replacement and each as likely as any other: of n of N records, S of
 * which are released, n S / N are on average, with the variance of the hypergeometric distribution.
 */
START_TEST (drawn_records)
{
  g_autoptr (DeidResult) result = make_random ();
  g_autoptr (DeidReport) all
      = deid_report_new_utility (result, NULL, 2, 1000, 0, get_liblinear_fit (), NULL, NULL, NULL);
  const double n_records = (double) count_of (all, "drawn");
  const double share = (double) count_of (all, "released") / n_records;
  const guint n_trials = 400, n = 100;
  const double variance = n * share * (1 - share) * (n_records - n) / (n_records - 1);
  double mean = 0, squares = 0;

  ck_assert_double_gt (share, 0.1);
  ck_assert_double_lt (share, 0.97);
  for (guint seed = 0; seed < n_trials; seed++)
    {
      g_autoptr (DeidReport) some = deid_report_new_utility (
          result, NULL, 2, n, seed, get_liblinear_fit (), NULL, NULL, NULL);
      const double difference = (double) count_of (some, "released") - n * share;

      ck_assert_uint_eq (count_of (some, "drawn"), n);
      mean += difference / n_trials;
      squares += difference * difference / n_trials;
    }
  ck_assert_double_eq_tol (mean, 0, 4 * sqrt (variance / n_trials));
  ck_assert_double_eq_tol (squares / variance, 1, 4 * sqrt (2. / n_trials));
}
END_TEST

static void
assert_refused (DeidResult *result, const char *target, guint n_folds, guint max_records,
                DeidError code, const char *message)
{
  const char *const targets[] = { target, NULL };
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_utility (result, targets, n_folds, max_records, 0,
                                               get_liblinear_fit (), NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, (int) code, message, NULL);
}

START_TEST (errors)
{
  static const char *const rows[][2] = { { "a", "x" }, { "b", "x" } };
  static const guint counts[] = { 2, 3 };
  g_autoptr (DeidResult) result = make_rows ("zip ill:sensitive\n", rows, counts, 2, 2, "zip:0");

  assert_refused (result, "zap", 5, 100, DEID_ERROR_UNKNOWN_COLUMN, "'zap'");
  assert_refused (result, "ill", 5, 100, DEID_ERROR_INVALID_ARGUMENT,
                  "column 'ill' has 1 value to predict, expected 2 to 100");
  assert_refused (result, "zip", 6, 100, DEID_ERROR_INVALID_ARGUMENT, "6 folds of 5 records");
  assert_refused (result, "zip", 3, 2, DEID_ERROR_INVALID_ARGUMENT, "3 folds of 2 records");
  assert_refused (result, "zip", 1, 100, DEID_ERROR_INVALID_ARGUMENT, "1 folds, expected 2 to 100");
  assert_refused (result, "zip", 101, 100, DEID_ERROR_INVALID_ARGUMENT, "expected 2 to 100");
  assert_refused (result, "zip", 5, 0, DEID_ERROR_INVALID_ARGUMENT, "expected 1 to 1000000");
  assert_refused (result, "zip", 5, 1000001, DEID_ERROR_INVALID_ARGUMENT, "expected 1 to 1000000");
}
END_TEST

START_TEST (too_many_values)
{
  g_autoptr (GString) table = g_string_new ("zip\n");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  for (guint i = 0; i < 101; i++)
    g_string_append_printf (table, "%u\n", i);
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (1, NULL));
  result = lesson_evaluate (problem, "zip:0");
  assert_refused (result, "zip", 5, 200, DEID_ERROR_INVALID_ARGUMENT, "has 101 values");
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (DeidResult) result = make_random ();
  g_autoptr (DeidReport) utility = measure (result);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_utility (result, NULL, 2, 100, 0, get_liblinear_fit (), NULL,
                                               cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_report_to_text (utility, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* Lets each allocation of the library fail in turn, where some records are drawn and where all are.
 */
START_TEST (memory)
{
  static const char *const targets[] = { "note", "zip", NULL };
  g_autoptr (DeidResult) result = make_random ();
  GError *error = NULL;
  gint n = 0;

  ck_assert_ptr_nonnull (deid_result_get_partition (result, NULL, NULL));
  for (gboolean success = FALSE; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidReport) utility = NULL;
      g_autofree char *text = NULL, *json = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      utility = deid_report_new_utility (result, targets, 3, _i == 0 ? 40 : 1000, 1,
                                         get_liblinear_fit (), NULL, NULL, &error);
      success = utility != NULL && (text = deid_report_to_text (utility, NULL, &error)) != NULL
                && (json = deid_report_to_json (utility, &error)) != NULL;
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (!success)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
    }
  ck_assert_int_gt (n, 50);
}
END_TEST

/* With zip a, 6 records are in the input and 6 in the release; that with zip b is in the input
 * alone, so that its probability is 0, and c is 6/13. */
START_TEST (texts)
{
  static const char *const rows[][2] = { { "a", "x" }, { "b", "y" } };
  static const guint counts[] = { 6, 1 };
  static const char *const targets[] = { "b\\a", NULL };
  const double pmse = (12 / 676. + 36 / 169.) / 13, expected = 49 * 6 / 2197. / 13;
  g_autoptr (DeidResult) result = make_rows ("zip b\\a:identifying\n", rows, counts, 2, 2, "zip:0");
  g_autoptr (DeidReport) utility = deid_report_new_utility (result, targets, 7, 1000, 9,
                                                            get_liblinear_fit (), NULL, NULL, NULL);
  g_autofree char *text = plain_text_of (utility);
  g_autofree char *json = deid_report_to_json (utility, NULL);
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *line = g_strdup_printf (
      "parameters: 2\npmse: %s\nexpected pmse: %s\npmse ratio: %s\nexcluded: none\n",
      g_ascii_formatd (numbers[0], sizeof numbers[0], "%.3g", number_of (utility, "pmse")),
      g_ascii_formatd (numbers[1], sizeof numbers[1], "%.3g", expected),
      g_ascii_formatd (numbers[2], sizeof numbers[2], "%.3g", number_of (utility, "pmse_ratio")));

  ck_assert_double_eq_tol (number_of (utility, "pmse"), pmse, 1e-7);
  assert_near (number_of (utility, "pmse_ratio"), number_of (utility, "pmse") / expected);
  ck_assert_ptr_nonnull (strstr (text, "Utility: how useful a release is as a whole "
                                       "(custodian-only)\ndrawn: 7 records\n"
                                       "released: 6 records\nseed: 9\n"));
  ck_assert_ptr_nonnull (strstr (text, line));
  ck_assert_str_eq (strstr (text, "targets:\n"),
                    "targets:\n  column  values  before   after  baseline\n"
                    "  b\\\\a         2  85.7 %  85.7 %    85.7 %\n");
  ck_assert_ptr_nonnull (
      strstr (json, "{\"audience\":\"custodian-only\",\"drawn\":7,\"released\":6,\"seed\":9,"
                    "\"folds\":7,\"parameters\":2,\"pmse\":0.0"));
  ck_assert_ptr_nonnull (
      strstr (json, ",\"excluded\":[],\"targets\":[{\"column\":\"b\\\\a\",\"values\":2,"
                    "\"before\":0.857142857142857"));
}
END_TEST

/* A function of the host, and what it was asked. */
typedef struct
{
  gboolean succeeds;
  const char *message; /* of the error that it sets, or NULL */
  double coefficient;
  guint n_calls;
} Host;

/* Checks what it is asked, and finds coefficients that are all the same. */
static gboolean
fit_own (const DeidRegression *regression, double *coefficients, gpointer user_data, GError **error)
{
  Host *host = user_data;
  guint n_of_class = 0;

  host->n_calls++;
  for (guint i = 0; i < regression->n_records; i++)
    {
      const DeidFeature *feature = regression->records[i];

      ck_assert (feature->number == 1 && feature->value == 1);
      for (; feature->number > 0; feature++)
        {
          ck_assert_uint_le ((guint) feature->number, regression->n_features);
          ck_assert (feature->value != 0 && isfinite (feature->value));
          ck_assert (feature[1].number == -1 || feature[1].number > feature->number);
        }
      ck_assert (regression->labels[i] == 1 || regression->labels[i] == -1);
      n_of_class += regression->labels[i] > 0 ? 1 : 0;
    }
  ck_assert (n_of_class > 0 && n_of_class < regression->n_records);
  for (guint f = 0; f < regression->n_features; f++)
    {
      ck_assert_double_eq (coefficients[f], 0);
      coefficients[f] = host->coefficient;
    }
  if (host->message != NULL)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_EMPTY, host->message);
  return host->succeeds;
}

/* Of 6 + 5 released records and 1 that is not, all get the probability 1/2 if all coefficients are
 * 0: of 23 records, 11 are released, and the pMSE is (1/2 - 11/23)^2. The column to predict has two
 * values: with 3 folds before and after, there are 6 regressions and that of the propensity. */
START_TEST (own_function)
{
  static const char *const rows[][2] = { { "a", "x" }, { "b", "y" }, { "c", "y" } };
  static const guint counts[] = { 6, 5, 1 };
  static const char *const targets[] = { "ill", NULL };
  g_autoptr (DeidResult) result = make_rows ("zip ill:sensitive\n", rows, counts, 3, 2, "zip:0");
  Host host = { .succeeds = TRUE };
  g_autoptr (DeidReport) utility
      = deid_report_new_utility (result, targets, 3, 1000, 1, fit_own, &host, NULL, NULL);

  ck_assert_uint_eq (host.n_calls, 7);
  ck_assert_double_eq_tol (number_of (utility, "pmse"), (0.5 - 11 / 23.) * (0.5 - 11 / 23.), 1e-15);
}
END_TEST

START_TEST (own_failures)
{
  static const Host hosts[] = { { .message = "the host says why" },
                                { .succeeds = TRUE, .message = "the host says why" },
                                { .succeeds = FALSE },
                                { .succeeds = TRUE, .coefficient = NAN },
                                { .succeeds = TRUE, .coefficient = INFINITY } };
  static const char *const messages[]
      = { "the host says why", "the host says why",
          "function that fits regressions: it failed without saying why",
          "function that fits regressions: coefficient 1 is not finite",
          "function that fits regressions: coefficient 1 is not finite" };
  g_autoptr (DeidResult) result = make_random ();
  Host host = hosts[_i];
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_report_new_utility (result, NULL, 2, 100, 0, fit_own, &host, NULL, &error));
  assert_error (&error, DEID_ERROR, _i < 2 ? DEID_ERROR_EMPTY : DEID_ERROR_INVALID_ARGUMENT,
                messages[_i], NULL);
  ck_assert_uint_eq (host.n_calls, 1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("utility");
  TCase *tcase = tcase_create ("utility");

  if (get_liblinear_fit () != NULL)
    {
      tcase_add_test (tcase, random_tables);
      tcase_add_test (tcase, nothing_suppressed);
      tcase_add_test (tcase, suppressed_at_random);
      tcase_add_test (tcase, predictions);
      tcase_add_test (tcase, suppressed_are_unknown);
      tcase_add_test (tcase, suppressed_are_not_learnt_from);
      tcase_add_test (tcase, seeds);
      tcase_add_test (tcase, drawn_records);
      tcase_add_test (tcase, errors);
      tcase_add_test (tcase, too_many_values);
      tcase_add_test (tcase, cancelled);
      tcase_add_loop_test (tcase, memory, 0, 2);
      tcase_add_test (tcase, texts);
    }
  tcase_add_test (tcase, own_function);
  tcase_add_loop_test (tcase, own_failures, 0, 5);
  suite_add_tcase (suite, tcase);
  return suite;
}
