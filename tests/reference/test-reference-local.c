/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A few steps of the search for local recodings on a real table, Adult with 9 columns and k = 5. */
#include "support/suite.h"

#include <stdio.h>

#include "support/adult-problem.h"
#include "support/local-table.h"
#include "support/result-figures.h"

static const char *path;

/* Returns: a recoding whose release is verified, with the first @n_runs columns as runs of leaves.
 */
static DeidResult *
recode (guint n_runs, gboolean has_sets, gboolean demands_labels)
{
  g_autoptr (DeidProblem) problem = adult_problem_new (path, n_runs, has_sets);
  g_autoptr (DeidSearch) search = deid_search_new_local (20000, 1, 0, NULL);
  g_autoptr (DeidDataset) released = NULL;
  DeidResult *result;
  GError *error = NULL;

  ck_assert (deid_problem_set_no_forced_labels (problem, demands_labels, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  released = local_table_release (result);
  ck_assert_uint_eq (deid_dataset_get_n_rows (released), 30162);
  return result;
}

/* With levels it loses less than the field's leading tool, 0.0736, and more than what the bound by
 * prices allows, 0.043. With ages as runs, and then all columns, it loses less. */
START_TEST (runs)
{
  static const guint n_runs[] = { 0, 1, 9 };
  double losses[G_N_ELEMENTS (n_runs)];

  for (guint i = 0; i < G_N_ELEMENTS (n_runs); i++)
    {
      g_autoptr (DeidResult) result = recode (n_runs[i], FALSE, FALSE);

      losses[i] = deid_result_get_loss (result);
      ck_assert (i > 0 || deid_result_get_n_suppressed (result) == 0);
    }
  printf ("20,000 steps: loss %.6f with levels, %.6f with runs of ages, %.6f with runs\n",
          losses[0], losses[1], losses[2]);
  ck_assert_double_lt (losses[0], 0.0736);
  ck_assert_double_gt (losses[0], 0.043);
  ck_assert_double_lt (losses[1], losses[0]);
  ck_assert_double_lt (losses[2], 2 * losses[1] / 3);
}
END_TEST

/* Ages as runs of the leaves of their hierarchy, all other columns as sets. */
START_TEST (sets)
{
  for (int demanded = 0; demanded < 2; demanded++)
    {
      g_autoptr (DeidResult) result = recode (1, TRUE, demanded == 1);
      double n_forced;

      ck_assert (find_figure (result, "forced-records", &n_forced));
      printf ("20,000 steps: loss %.6f with runs of ages and sets, which force labels of %.0f "
              "records\n",
              deid_result_get_loss (result), n_forced);
      ck_assert_double_lt (deid_result_get_loss (result), 0.017);
      ck_assert (demanded == 0 || n_forced < 1);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("reference local");
  TCase *tcase = tcase_create ("adult");

  path = find_shared_file ("data/adult/adult.csv");
  if (path == NULL)
    {
      note_skipped ();
      return suite;
    }
  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, runs);
  tcase_add_test (tcase, sets);
  suite_add_tcase (suite, tcase);
  return suite;
}
