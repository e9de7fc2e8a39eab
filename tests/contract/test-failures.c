/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches with a model and with allocations that the test controls: failures with one thread and
 * with several, and what each thread does. */
#include "support/suite.h"

#include "support/failing-allocations.h"
#include "lattice/lattice-private.h"
#include "support/skewed-table.h"

#define N_THREADS 3

static DeidProblem *
make_problem_of (guint n_attributes, const char *models)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (90);
  SkewedTable table = { .n_rows = 300, .n_attributes = n_attributes, .skew = 3 };

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 3;
      table.n_leaves[a] = 12;
    }
  return skewed_table_build_problem (&table, rand, models, 0.1);
}

static DeidProblem *
make_problem (const char *models)
{
  return make_problem_of (6, models);
}

static DeidSearch *
make_search (guint n_threads)
{
  DeidSearch *search = deid_search_new_optimal ();

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  return search;
}

/* Returns: whether the run was over before an allocation failed. */
static gboolean
run_with_allocations (DeidSearch *search, DeidProblem *problem, gint n)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = NULL;
  gboolean has_failed;

  g_atomic_int_set (&n_allocations_left, n);
  result = deid_search_run (search, problem, NULL, &error);
  has_failed = g_atomic_int_get (&n_allocations_left) < 0;
  g_atomic_int_set (&n_allocations_left, G_MAXINT);
  ck_assert ((result == NULL) == has_failed);
  if (has_failed)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
  else
    ck_assert (deid_result_is_proven_optimal (result));
  return !has_failed;
}

/* Lets each allocation fail in turn: those of preparing with some of what follows, then all of a
 * run of the problem that keeps what it prepared; several threads need more in one run than in
 * another. Returns: how many failed. */
static gint
fail_in_turn (DeidSearch *search, DeidProblem *problem)
{
  gint n_failures = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (gint n = 0; !run_with_allocations (search, problem, n); n++)
      n_failures++;
  return n_failures;
}

START_TEST (memory)
{
  g_autoptr (DeidProblem) problem = make_problem (_i % 2 == 0 ? "k:3" : "k:2;el:1.2");
  g_autoptr (DeidSearch) search = make_search (_i < 2 ? 1 : N_THREADS);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

/* The same with quality models that cost classes, for which bounds are made of groupings. */
START_TEST (memory_of_quality)
{
  static const char *const specifications[] = { "dm", "ambiguity", "kl", "ce@s" };
  g_autoptr (DeidProblem) problem = make_problem_of (3, "k:3");
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification (specifications[_i / 2], NULL);
  g_autoptr (DeidSearch) search = _i % 2 == 0 ? make_search (1) : deid_search_new_flash ();

  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

/* Flash with both representations and best-first, with prediction and without, on the classes of
 * specializations and on the whole table. */
START_TEST (memory_of_others)
{
  static const char *const specifications[]
      = { "flash",      "flash:no-prediction",     "flash:explicit", "flash:explicit:no-prediction",
          "best-first", "best-first:no-prediction" };
  g_autoptr (DeidProblem) problem = make_problem_of (3, _i % 2 == 0 ? "k:3" : "k:2;el:1.2");
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specifications[_i / 2], NULL);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

/* The same with a population that has each row of the table twice. */
static DeidProblem *
make_problem_with_population (void)
{
  DeidProblem *problem = make_problem ("k:2");
  const DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autoptr (DeidDataset) population = deid_dataset_new ("population");
  g_autoptr (DeidPrivacyModel) kmap = deid_privacy_model_new_k_map (2, NULL);
  g_autoptr (DeidPrivacyModel) dp = deid_privacy_model_new_delta_presence (0.01, 1, NULL);
  GError *error = NULL;

  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidColumn *column = deid_lattice_get_column (lattice, a);
      const char *values[600];

      for (guint row = 0; row < 600; row++)
        values[row] = deid_column_get (column, row % 300);
      deid_dataset_add_string_column (population, column->name, values, 600, NULL, &error);
      assert_no_error (error);
    }
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_problem_add_privacy_model (problem, kmap, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, dp, NULL));
  return problem;
}

START_TEST (memory_with_population)
{
  g_autoptr (DeidProblem) problem = make_problem_with_population ();
  g_autoptr (DeidSearch) search = make_search (_i == 0 ? 1 : N_THREADS);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

static gint n_verdicts_left; /* atomic */
static guint n_prepared, n_finished;

static char *
describe (gpointer data)
{
  return g_strdup (data);
}

static gpointer
prepare (const DeidPrivacyInput *input, gpointer data, GError **error)
{
  (void) input;
  (void) data;
  (void) error;
  n_prepared++;
  return g_malloc (1);
}

static void
finish (gpointer state, gpointer data)
{
  (void) data;
  n_finished++;
  g_free (state);
}

static gboolean
accept_until (const DeidClass *eq_class, gpointer state, gpointer data, GError **error)
{
  (void) state;
  (void) data;
  if (g_atomic_int_add (&n_verdicts_left, -1) > 0)
    return deid_class_get_n_records (eq_class) >= 3;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the model gives up");
  return FALSE;
}

/* A superset-closed model of class size that several threads may ask. */
static DeidProblem *
make_problem_with (const char *name, DeidJudgeFunc accept, gboolean is_prepared)
{
  static const char *const sensitive[] = { "s", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  DeidProblem *problem = make_problem ("k:1");

  deid_privacy_model_funcs_set_describe (funcs, describe, (gpointer) name, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, is_prepared ? prepare : NULL, NULL, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, is_prepared ? finish : NULL, NULL, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  model = deid_privacy_model_new (funcs, NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

/* Returns: how many verdicts a run asks for. */
static gint
count_verdicts (DeidProblem *problem, DeidSearch *search)
{
  g_autoptr (DeidResult) result = NULL;

  g_atomic_int_set (&n_verdicts_left, G_MAXINT);
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  return G_MAXINT - g_atomic_int_get (&n_verdicts_left);
}

/* The error of a model is that of the run, though there are solutions by then. What was prepared
 * stays that of the problem. */
START_TEST (failing_model)
{
  DeidProblem *problem = make_problem_with ("failing", accept_until, TRUE);
  g_autoptr (DeidSearch) search = make_search (_i == 0 ? 1 : N_THREADS);
  const guint n_before = n_prepared;
  const gint n_verdicts = count_verdicts (problem, search);
  const gint n_trials = (gint) count_trials (200);

  for (gint trial = 0; trial < n_trials; trial++)
    {
      const gint n = (gint) ((gint64) n_verdicts * trial * 8 / n_trials / 10);
      GError *error = NULL;

      g_atomic_int_set (&n_verdicts_left, n);
      ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the model gives up", NULL);
      ck_assert_uint_eq (n_prepared, n_finished + 1);
    }
  ck_assert_int_gt (n_verdicts, 1000);
  ck_assert_uint_eq (n_prepared, n_before + 1);
  deid_problem_unref (problem);
  ck_assert_uint_eq (n_prepared, n_finished);
}
END_TEST

static GThread *caller;
static gint n_verdicts_of_caller, n_verdicts_of_others; /* atomic */

static gboolean
accept_slowly (const DeidClass *eq_class, gpointer state, gpointer data, GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  g_atomic_int_inc (g_thread_self () == caller ? &n_verdicts_of_caller : &n_verdicts_of_others);
  g_usleep (1);
  return deid_class_get_n_records (eq_class) >= 3;
}

/* While the caller has something to do, so has the other thread. */
START_TEST (shared_work)
{
  g_autoptr (DeidProblem) problem = make_problem_with ("slow", accept_slowly, FALSE);
  g_autoptr (DeidSearch) search = make_search (2);
  g_autoptr (DeidResult) result = NULL;

  caller = g_thread_self ();
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_ptr_nonnull (result);
  ck_assert_int_gt (n_verdicts_of_caller, 1000);
  ck_assert_int_gt (n_verdicts_of_others, 100);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("failures");
  TCase *tcase = tcase_create ("failures in a search");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, memory, 0, 4);
  tcase_add_loop_test (tcase, memory_of_others, 0, 12);
  tcase_add_loop_test (tcase, memory_of_quality, 0, 8);
  tcase_add_loop_test (tcase, memory_with_population, 0, 2);
  tcase_add_loop_test (tcase, failing_model, 0, 2);
  tcase_add_test (tcase, shared_work);
  suite_add_tcase (suite, tcase);
  return suite;
}
