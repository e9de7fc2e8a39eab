/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bounds of local recodings: a search that is asked for one has it, below the best of all
 * partitions, and the certificate of its result claims the same, whatever ended the run. */
#include "support/suite.h"

#include "support/local-table.h"
#include "support/random-problem.h"
#include "support/result-figures.h"

#define N_RISES 12

static gboolean
is_equal (double a, double b)
{
  return a <= b && a >= b;
}

static DeidResult *
run (DeidProblem *problem, guint seed, guint n_rises, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (200, seed, n_rises, NULL);

  return deid_search_run (search, problem, NULL, error);
}

static void
count_progress (DeidProgress *progress, gpointer n_calls)
{
  double loss;

  ck_assert (deid_progress_get_loss (progress, &loss));
  ck_assert_double_le (deid_progress_get_share_done (progress), 1);
  *(guint *) n_calls += 1;
}

/* Writes the certificate of a result to a stream, and has it checked for the problem stated anew.
 * Returns: what it claims. */
static double
certify (DeidResult *result, DeidProblem *again)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) in = NULL;
  guint n_calls = 0;
  GError *error = NULL;
  double bound = -1;

  deid_result_write_certificate_stream (result, out, NULL, &error);
  g_assert_no_error (error);
  in = g_memory_input_stream_new_from_data (
      g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (out)),
      (gssize) g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (out)), NULL);
  assert_quietly (
      deid_certificate_options_set_progress_func (options, count_progress, &n_calls, NULL, NULL));
  deid_problem_verify_bound_certificate_stream (again, in, NULL, options, &bound, NULL, &error);
  g_assert_no_error (error);
  assert_quietly (n_calls > 0);
  return bound;
}

static double
certify_local (DeidResult *result, const LocalTable *table)
{
  g_autoptr (DeidProblem) again = local_table_build (table);

  return certify (result, again);
}

/* What the result claims is what its certificate does, and what the problem's own does by as many
 * rises, byte for byte. */
START_TEST (below_partitions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2071);
  const char *path = get_temporary_file ("result.jsonl");
  const char *other = get_temporary_file ("problem.jsonl");
  const guint n_trials = MAX (count_trials (60), 20);
  guint n_bounded = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint n_rises = 1 + trial % 20;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autofree char *text = NULL, *other_text = NULL;
      double bound, optimum, rises;
      LocalTable table;

      local_table_make (&table, rand, 9);
      if (trial % 2 == 1)
        local_table_diversify (&table, rand);
      problem = local_table_build (&table);
      result = run (problem, trial, n_rises, NULL);
      bound = deid_result_get_lower_bound (result);
      optimum = local_table_find_optimum (&table);
      assert_quietly (deid_result_has_local_bound (result));
      assert_quietly (bound <= optimum && optimum <= deid_result_get_loss (result) + 1e-12);
      assert_quietly (
          is_equal (deid_result_get_gap (result), deid_result_get_loss (result) - bound));
      assert_quietly (is_equal (certify_local (result, &table), bound));
      assert_quietly (find_figure (result, "rises", &rises));
      assert_quietly (is_equal (rises, n_rises));
      assert_quietly (deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE);
      assert_quietly (deid_result_write_certificate (result, path, NULL, NULL));
      assert_quietly (
          deid_problem_write_bound_certificate (problem, n_rises, 0, other, NULL, NULL, NULL));
      assert_quietly (g_file_get_contents (path, &text, NULL, NULL));
      assert_quietly (g_file_get_contents (other, &other_text, NULL, NULL));
      assert_quietly (g_str_equal (text, other_text));
      n_bounded += bound > 0;
    }
  ck_assert_uint_gt (n_bounded, 0);
}
END_TEST

/* A problem that has no bound by prices refuses rises. */
static gboolean
try_problem (const RandomProblem *random, guint seed)
{
  g_autoptr (DeidProblem) problem = random_problem_build (random);
  g_autoptr (DeidProblem) again = random_problem_build (random);
  g_autoptr (DeidResult) plain = run (problem, seed, 0, NULL);
  g_autoptr (DeidResult) bounded = run (problem, seed, N_RISES, NULL);
  const char *path = get_temporary_file ("problem.jsonl");
  double claim = 0;
  gboolean has_bound;

  has_bound = deid_problem_write_bound_certificate (problem, N_RISES, 0, path, &claim, NULL, NULL);
  assert_quietly ((bounded != NULL) == (has_bound && plain != NULL));
  if (bounded == NULL)
    return FALSE;
  assert_quietly (deid_result_has_local_bound (bounded));
  assert_quietly (!deid_result_has_local_bound (plain));
  assert_quietly (is_equal (deid_result_get_loss (bounded), deid_result_get_loss (plain)));
  assert_quietly (claim <= deid_result_get_loss (bounded));
  assert_quietly (is_equal (deid_result_get_lower_bound (bounded),
                            MAX (claim, deid_result_get_lower_bound (plain))));
  assert_quietly (is_equal (certify (bounded, again), claim));
  return claim > deid_result_get_lower_bound (plain);
}

/* With weights, persons, all models, any suppression limit and all quality models. */
START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2072);
  const guint n_trials = MAX (count_trials (150), 30);
  guint n_raised = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *random = random_problem_new (rand, trial % 5 == 0);

      if (trial % 3 == 0)
        random_problem_restrict (random);
      random_problem_add_models (random, rand, 5);
      if (trial % 2 == 0)
        random_problem_set_quality (random, (RandomQuality) (trial / 2 % N_QUALITIES));
      if (trial % 4 > 0 && random->aggregate != DEID_AGGREGATE_SUM)
        random->aggregate = DEID_AGGREGATE_ARITHMETIC_MEAN;
      n_raised += try_problem (random, trial) ? 1 : 0;
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_raised, 0);
}
END_TEST

static void
cancel (DeidProgress *progress, gpointer cancellable)
{
  if (deid_progress_get_lower_bound (progress) > 0)
    g_cancellable_cancel (cancellable);
}

/* Returns: a table whose records cannot all keep their values. */
static void
make_table (LocalTable *table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2073);
  g_autoptr (DeidResult) result = NULL;

  do
    {
      g_autoptr (DeidProblem) problem = NULL;

      local_table_make (table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (table);
      g_clear_pointer (&result, deid_result_unref);
      result = run (problem, 1, 2, NULL);
    }
  while (table->n_rows < LOCAL_MAX_ROWS / 2 || deid_result_get_lower_bound (result) <= 0);
}

/* More rises than there is time for: what was found until the end is a bound that a certificate
 * proves, and the classes had their part of the time. */
START_TEST (ended_early)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) cancelled = deid_search_new_local (300, 1, G_MAXUINT, NULL);
  g_autoptr (DeidSearch) timed = deid_search_new_local (0, 1, G_MAXUINT, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  LocalTable table;
  struct
  {
    DeidSearch *search;
    GCancellable *cancellable;
    DeidTermination termination;
  } cases[] = { { cancelled, cancellable, DEID_TERMINATION_CANCELLED },
                { timed, NULL, DEID_TERMINATION_TIME_LIMIT } };

  make_table (&table);
  problem = local_table_build (&table);
  ck_assert (deid_search_set_progress_func (cancelled, cancel, cancellable, NULL, NULL));
  ck_assert (deid_search_set_time_limit (timed, 0.2, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;
      double n_iterations, n_rises;

      result = deid_search_run (cases[i].search, problem, cases[i].cancellable, &error);
      g_assert_no_error (error);
      ck_assert_int_eq (deid_result_get_termination (result), cases[i].termination);
      ck_assert (deid_result_has_local_bound (result));
      ck_assert_double_gt (deid_result_get_lower_bound (result), 0);
      ck_assert_double_ge (deid_result_get_loss (result), deid_result_get_lower_bound (result));
      assert_quietly (
          is_equal (certify_local (result, &table), deid_result_get_lower_bound (result)));
      ck_assert (find_figure (result, "iterations", &n_iterations));
      ck_assert (find_figure (result, "rises", &n_rises));
      ck_assert_double_gt (n_iterations, 0);
      ck_assert_double_gt (n_rises, 0);
    }
}
END_TEST

static void
cancel_always (DeidProgress *progress G_GNUC_UNUSED, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/* A certificate of another table is refused, one that is checked may be cancelled, and a local
 * recoding without rises has none. */
START_TEST (refused)
{
  g_autoptr (DeidCertificateOptions) options = deid_certificate_options_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidProblem) problem = NULL, other_problem = NULL, again = NULL;
  g_autoptr (DeidResult) bounded = NULL, plain = NULL;
  const char *path = get_temporary_file ("result.jsonl");
  GError *error = NULL;
  LocalTable table;

  make_table (&table);
  problem = local_table_build (&table);
  again = local_table_build (&table);
  bounded = run (problem, 1, N_RISES, NULL);
  plain = run (problem, 1, 0, NULL);
  ck_assert (!deid_result_write_certificate (plain, path, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "rises", NULL);
  ck_assert (deid_result_write_certificate (bounded, path, NULL, NULL));
  table.values[0][0] = (table.values[0][0] + 1) % table.columns[0].n_leaves;
  other_problem = local_table_build (&table);
  ck_assert (
      !deid_problem_verify_bound_certificate (other_problem, path, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, path, NULL);
  ck_assert (
      deid_certificate_options_set_progress_func (options, cancel_always, cancellable, NULL, NULL));
  ck_assert (
      !deid_problem_verify_bound_certificate (again, path, options, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

START_TEST (specifications)
{
  static const char *const texts[]
      = { "local", "local:5", "local:5:7", "local:5:7:9", "local:0:0:4294967295" };
  static const char *const wrong[] = { "local:5:7:9:1", "local:5:7:x", "local:0:0:4294967296" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (texts[i], NULL);
      g_autofree char *text = deid_search_to_specification (search);

      ck_assert_str_eq (text, texts[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      GError *error = NULL;

      ck_assert_ptr_null (deid_search_new_from_specification (wrong[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "RISES", NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bounds of local recodings");
  TCase *cases = tcase_create ("bounds");

  tcase_add_test (cases, below_partitions);
  tcase_add_test (cases, random_problems);
  tcase_add_test (cases, ended_early);
  tcase_add_test (cases, refused);
  tcase_add_test (cases, specifications);
  suite_add_tcase (suite, cases);
  return suite;
}
