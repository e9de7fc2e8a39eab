/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The warning of a limit of 0, against all policies of small random problems, each judged and
 * measured by the definitions. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/cut-problem.h"
#include "support/own-model.h"
#include "support/sample.h"
#include "support/warnings.h"

#define N_TRIALS 200

/* The least loss of policies that suppress nothing, and of those that suppress up to 5 %. */
typedef struct
{
  double least;
  double least_with_limit;
} Losses;

static void
note (Losses *losses, guint64 n_suppressed, double loss)
{
  if (n_suppressed == 0)
    losses->least = MIN (losses->least, loss);
  losses->least_with_limit = MIN (losses->least_with_limit, loss);
}

/* Raises levels to those of the next policy. Returns: whether there is one. */
static gboolean
count_on (guint *levels, const DeidLattice *lattice)
{
  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    {
      if (levels[d]++ < deid_lattice_get_height (lattice, d))
        return TRUE;
      levels[d] = 0;
    }
  return FALSE;
}

static double
read_number_behind (const char *text, const char *words)
{
  const char *place = strstr (text, words);

  ck_assert_ptr_nonnull (place);
  return g_ascii_strtod (place + strlen (words), NULL);
}

/* Returns: whether a warning is to be expected. Where the loss falls to nine tenths but for
 * rounding, either is right. */
static gboolean
check (DeidResult *result, const Losses *losses, guint64 n_records)
{
  GError *error = NULL;
  g_autoptr (DeidReport) warnings = deid_report_new_warnings (result, NULL, &error);
  const double much = 0.9 * losses->least;
  const gboolean is_expected = losses->least_with_limit <= much && losses->least > 0;
  guint64 i;

  assert_no_error (error);
  ck_assert_double_eq_tol (deid_result_get_loss (result), losses->least, 1e-9);
  i = find_warning (warnings, "limit-of-0");
  if (fabs (losses->least_with_limit - much) < 1e-9)
    return FALSE;
  ck_assert_int_eq (i < count_warnings (warnings), is_expected);
  if (is_expected)
    {
      const char *text = get_warning_text (warnings, i);
      const guint64 n = count_warned_records (warnings, i);

      ck_assert_double_eq_tol (read_number_behind (text, "lower the loss from "), losses->least,
                               6e-5);
      ck_assert_double_eq_tol (read_number_behind (text, " to "), losses->least_with_limit, 6e-5);
      ck_assert (n > 0 && 20 * n <= n_records);
      ck_assert_double_eq (read_number_behind (text, "solution, suppress "), (double) n);
    }
  return is_expected;
}

static DeidResult *
solve (DeidProblem *problem, DeidSearch *search)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  if (result == NULL)
    ck_assert (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION));
  g_clear_error (&error);
  return result;
}

START_TEST (levels)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_expected = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autofree char *model = g_strdup_printf ("k:%d", g_rand_int_range (rand, 2, 5));
      const guint k = (guint) (model[2] - '0');
      guint policy[SAMPLE_MAX_ATTRIBUTES] = { 0 };
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      Losses losses = { INFINITY, INFINITY };
      Sample sample;

      sample_init_random (&sample, rand, (guint) g_rand_int_range (rand, 20, 90),
                          (guint) g_rand_int_range (rand, 2, 5));
      problem = sample_build_problem (&sample, SAMPLE_PLAIN, model, 0);
      result = solve (problem, search);
      if (result == NULL)
        continue;
      do
        {
          gboolean suppressed[SAMPLE_MAX_ROWS];
          const guint n = sample_suppress (&sample, policy, k, suppressed);

          if (n <= sample.n_rows / 20)
            note (&losses, n, sample_compute_loss (&sample, SAMPLE_PLAIN, policy, suppressed));
        }
      while (count_on (policy, deid_problem_get_lattice (problem)));
      n_expected += check (result, &losses, sample.n_rows) ? 1 : 0;
    }
  ck_assert_uint_gt (n_expected, n_trials / 10);
}
END_TEST

START_TEST (cuts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  const guint n_trials = count_trials (N_TRIALS);
  guint n_expected = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      guint policy[CUT_MAX_DIMENSIONS] = { 0 };
      g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      Losses losses = { INFINITY, INFINITY };
      guint64 n_records;
      CutProblem cut;

      cut_problem_init_random (&cut, rand);
      cut.k = cut.k % 3 + 2;
      cut.limit = 0;
      cut.group_percent = 100;
      dataset = cut_problem_build_dataset (&cut);
      lattice = cut_problem_build_lattice (&cut, dataset);
      problem = cut_problem_build (&cut, lattice, "loss:arith:0.5");
      n_records = deid_dataset_get_n_records (dataset);
      result = solve (problem, search);
      if (result == NULL)
        continue;
      do
        {
          CutVerdict verdict;

          cut_problem_check (&cut, policy, 0.5, &verdict);
          if (20 * verdict.n_suppressed <= n_records)
            note (&losses, verdict.n_suppressed, verdict.loss);
        }
      while (count_on (policy, lattice));
      n_expected += check (result, &losses, n_records) ? 1 : 0;
    }
  ck_assert_uint_gt (n_expected, n_trials / 20);
}
END_TEST

/* A host's model that ends the call after so many classes: it cancels it, or fails. */
typedef struct
{
  GCancellable *cancellable;
  guint n_left;
  gboolean fails;
} Ending;

static gboolean
judge_until_the_end (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer data,
                     gboolean *passes, GError **error)
{
  Ending *ending = data;

  *passes = deid_class_get_n_records (eq_class) >= 2;
  if (ending->n_left == 0 || --ending->n_left > 0)
    return TRUE;
  if (!ending->fails)
    g_cancellable_cancel (ending->cancellable);
  else
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the end");
  return !ending->fails;
}

static DeidResult *
evaluate_top (const Sample *sample, Ending *ending)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) problem = NULL;

  deid_privacy_model_funcs_set_accept (funcs, judge_until_the_end, ending, NULL);
  model = deid_privacy_model_new (funcs, NULL);
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:2", 0);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return sample_evaluate (problem, sample->heights, NULL);
}

/* The call ends within the search, which judges some 300 classes, and the next one says what it
 * would have said. */
START_TEST (ended)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (DeidReport) expected = NULL;
  g_autoptr (DeidResult) result = NULL;
  Ending ending = { .n_left = 0 };
  Sample sample;

  sample_init_random (&sample, rand, 60, 4);
  result = evaluate_top (&sample, &ending);
  ck_assert_ptr_nonnull (result);
  expected = deid_report_new_warnings (result, NULL, NULL);
  for (guint n = 1; n < 200; n += 1 + n / 4)
    for (guint fails = 0; fails < 2; fails++)
      {
        GError *error = NULL;
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        g_autoptr (DeidReport) none = NULL;
        g_autoptr (DeidReport) again = NULL;

        ending = (Ending){ cancellable, n, fails == 1 };
        none = deid_report_new_warnings (result, cancellable, &error);
        ck_assert_uint_eq (ending.n_left, 0);
        ck_assert_ptr_null (none);
        if (fails)
          ck_assert (g_error_matches (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT));
        else
          ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
        g_clear_error (&error);
        again = deid_report_new_warnings (result, NULL, NULL);
        ck_assert_uint_eq (count_warnings (again), count_warnings (expected));
        for (guint64 i = 0; i < count_warnings (again); i++)
          ck_assert_str_eq (get_warning_text (again, i), get_warning_text (expected, i));
      }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("limit-warning");
  TCase *tcase = tcase_create ("each");

  tcase_add_test (tcase, levels);
  tcase_add_test (tcase, cuts);
  tcase_add_test (tcase, ended);
  suite_add_tcase (suite, tcase);
  return suite;
}
