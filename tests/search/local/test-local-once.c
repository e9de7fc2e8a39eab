/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches that make a local recoding once, without steps: what ends them early leaves a release
 * that is verified, more cuts and rounds lose less, and names say what they are. */
#include "support/suite.h"

#include "support/lesson.h"
#include "support/local-table.h"
#include "support/result-figures.h"

static DeidResult *
run (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable)
{
  DeidResult *result;
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;

  result = deid_search_run (search, problem, cancellable, &error);
  g_assert_no_error (error);
  released = deid_result_apply (result, NULL, NULL, &error);
  g_assert_no_error (error);
  deid_result_verify (result, released, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static DeidSearch *
make (const char *specification)
{
  DeidSearch *search = deid_search_new_from_specification (specification, NULL);

  assert_quietly (search != NULL);
  return search;
}

static double
take_figure (DeidResult *result, const char *name)
{
  double figure;

  assert_quietly (find_figure (result, name, &figure));
  return figure;
}

/* One cut more each time, to the last; the result is never worse than all records in one class. */
START_TEST (limited_cuts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_trials = count_trials (60);
  guint n_limited = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      const char *name = i % 2 == 0 ? "mondrian" : "mondrian:relaxed";
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidSearch) all = make (name);
      g_autoptr (DeidResult) best = NULL;
      double before = 1;
      LocalTable table;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      best = run (all, problem, NULL);
      assert_quietly (deid_result_get_termination (best) == DEID_TERMINATION_COMPLETE);
      for (guint n = 1; n <= take_figure (best, "cuts"); n++)
        {
          g_autoptr (DeidSearch) few = make (name);
          g_autoptr (DeidResult) result = NULL;

          ck_assert (deid_search_set_step_limit (few, n, NULL));
          result = run (few, problem, NULL);
          assert_quietly (deid_result_get_termination (result) == DEID_TERMINATION_STEP_LIMIT);
          assert_quietly (take_figure (result, "cuts") == (double) n);
          assert_quietly (deid_result_get_loss (result) <= before);
          before = deid_result_get_loss (result);
          n_limited++;
        }
      assert_quietly (deid_result_get_loss (best) <= before);
    }
  ck_assert_uint_gt (n_limited, n_trials);
}
END_TEST

static void
cancel (DeidProgress *progress, gpointer cancellable)
{
  if (deid_progress_get_loss (progress, &(double){ 0 }))
    g_cancellable_cancel (cancellable);
}

/* With a progress that is always due, a run is cancelled as soon as it has a solution. */
START_TEST (cancelled)
{
  static const char *const names[] = { "mondrian", "mondrian:relaxed", "rounds" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autoptr (DeidProblem) problem = NULL;
  LocalTable table;

  local_table_make (&table, rand, LOCAL_MAX_ROWS);
  problem = local_table_build (&table);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (DeidSearch) search = make (names[i]);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      ck_assert (deid_search_set_progress_func (search, cancel, cancellable, NULL, NULL));
      result = run (search, problem, cancellable);
      ck_assert_int_eq (deid_result_get_recoding (result), DEID_RECODING_LOCAL);
      g_cancellable_cancel (cancellable);
      ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
    }
}
END_TEST

/* Rounds that may evaluate few policies end with what these found. */
START_TEST (limited_rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const guint n_trials = count_trials (100);
  guint n_limited = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      g_autoptr (DeidSearch) search = make ("rounds:6"), few = make ("rounds:6");
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL, limited = NULL;
      LocalTable table;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      result = run (search, problem, NULL);
      assert_quietly (take_figure (result, "rounds") >= 1 && take_figure (result, "rounds") <= 6);
      ck_assert (deid_search_set_step_limit (few, 4, NULL));
      limited = deid_search_run (few, problem, NULL, NULL);
      if (limited == NULL)
        continue;
      n_limited += deid_result_get_termination (limited) == DEID_TERMINATION_STEP_LIMIT;
    }
  ck_assert (n_trials < 20 || n_limited > n_trials / 4);
}
END_TEST

START_TEST (names)
{
  static const char *const valid[]
      = { "mondrian", "mondrian:relaxed", "rounds", "rounds:1", "rounds:4294967295" };
  static const char *const invalid[]
      = { "mondrian:",  "mondrian:strict", "rounds:", "rounds:0",
          "rounds:1:2", "rounds:x",        "round",   "rounds:4294967296" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (valid); i++)
    {
      g_autoptr (DeidSearch) search = make (valid[i]);
      g_autofree char *text = deid_search_to_specification (search);

      ck_assert_str_eq (text, valid[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (invalid); i++)
    {
      ck_assert_ptr_null (deid_search_new_from_specification (invalid[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "mondrian:relaxed", "rounds[:ROUNDS]",
                    NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("local recodings made once");
  TCase *cases = tcase_create ("searches");

  tcase_add_test (cases, limited_cuts);
  tcase_add_test (cases, cancelled);
  tcase_add_test (cases, limited_rounds);
  tcase_add_test (cases, names);
  suite_add_tcase (suite, cases);
  return suite;
}
