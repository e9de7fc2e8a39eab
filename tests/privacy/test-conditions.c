/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Conditions of a host's model beside the verdict on a class: on the whole table, necessary ones,
 * and what the verifier asks. */
#include "support/suite.h"

#include <deid/deid-extend.h>
#include <string.h>

#include "support/skewed-table.h"

typedef enum
{
  TABLE_ODD,     /* an odd number of classes is released */
  TABLE_SPREAD,  /* no class has more than a third of the released records */
  TABLE_REMNANT, /* the number of suppressed records is no multiple of three */
  N_TABLE_CONDITIONS
} TableCondition;

/* The data of the slots. */
typedef struct
{
  TableCondition condition;
  gboolean has_persons; /* whom sizes count */
  gboolean refuses;     /* every table, whatever the condition says */
  guint64 n_records;    /* of the table, once prepared */
  gint n_tables;        /* atomic: calls */
  gint n_wrong;         /* atomic: tables that do not add up */
  gint n_accepts;       /* atomic */
  guint n_rechecks;
  int answer; /* of recheck */
} Host;

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("host");
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) error;
  ((Host *) data)->n_records = deid_privacy_input_get_n_records (input);
  *state = NULL;
  return TRUE;
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  Host *host = data;
  const guint64 n_records = deid_table_view_get_n_records (table);
  const guint64 n_suppressed = deid_table_view_get_n_suppressed (table);
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  guint64 sum = 0, largest = 0;
  gboolean is_right = n_classes > 0 && n_records + n_suppressed == host->n_records;

  (void) state;
  (void) error;
  *passes = FALSE;
  for (guint32 i = 0; i < n_classes; i++)
    {
      is_right &= sizes[i] > 0;
      sum += sizes[i];
      largest = MAX (largest, sizes[i]);
    }
  g_atomic_int_inc (&host->n_tables);
  if (!is_right || (host->has_persons ? sum > n_records : sum != n_records))
    g_atomic_int_inc (&host->n_wrong);
  if (host->refuses)
    return TRUE;
  switch (host->condition)
    {
    case TABLE_ODD:
      *passes = n_classes % 2 == 1;
      return TRUE;
    case TABLE_SPREAD:
      *passes = largest <= n_records / 3;
      return TRUE;
    case TABLE_REMNANT:
    case N_TABLE_CONDITIONS:
    default:
      *passes = n_suppressed % 3 != 0;
      return TRUE;
    }
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes, GError **error)
{
  (void) state;
  (void) error;
  g_atomic_int_inc (&((Host *) data)->n_accepts);
  *passes = deid_class_get_n_records (eq_class) >= 3;
  return TRUE;
}

static gboolean
recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data, int *verdict,
         GError **error)
{
  Host *host = data;

  (void) error;
  host->n_rechecks++;
  ck_assert_uint_eq (deid_privacy_input_get_n_records (input), host->n_records);
  ck_assert_uint_le (deid_class_get_n_records (eq_class), host->n_records);
  *verdict = deid_class_get_n_records (eq_class) >= 3 ? host->answer : -1;
  return TRUE;
}

/* No value has more than half of the records: closed under unions. */
static gboolean
accept_mixed (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  (void) state;
  (void) error;
  *passes = FALSE;
  g_atomic_int_inc (&((Host *) data)->n_accepts);
  for (guint32 v = 0; v < n_values; v++)
    if (2 * counts[v] > deid_class_get_n_records (eq_class))
      return TRUE;
  *passes = TRUE;
  return TRUE;
}

static gboolean
has_two_values (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                GError **error)
{
  guint32 n_values;

  (void) state;
  (void) data;
  (void) error;
  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= 2;
  return TRUE;
}

static DeidPrivacyModelFuncs *
make_funcs (Host *host)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, host, NULL);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  return funcs;
}

static void
add_model (DeidProblem *problem, DeidPrivacyModelFuncs *funcs, const char *sensitive)
{
  const char *const names[] = { sensitive, NULL };
  g_autoptr (DeidPrivacyModel) model = NULL;
  GError *error = NULL;

  deid_privacy_model_funcs_set_sensitive (funcs, names);
  model = deid_privacy_model_new (funcs, NULL);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
}

/* A problem on a lattice with k-anonymity. */
static DeidProblem *
state_problem (DeidLattice *lattice, guint64 k, double limit)
{
  DeidProblem *problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, NULL);

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, limit, NULL));
  return problem;
}

static DeidResult *
solve (DeidProblem *problem, guint n_threads)
{
  g_autoptr (DeidSearch) search
      = n_threads == 0 ? deid_search_new_exhaustive () : deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_search_set_n_threads (search, MAX (n_threads, 1), NULL));
  result = deid_search_run (search, problem, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static gboolean
is_same (DeidResult *result, DeidResult *expected)
{
  double loss, best;

  if (result == NULL || expected == NULL)
    return result == expected;
  loss = deid_result_get_loss (result);
  best = deid_result_get_loss (expected);
  return memcmp (&loss, &best, sizeof loss) == 0
         && deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected))
                == 0
         && deid_result_get_n_suppressed (result) == deid_result_get_n_suppressed (expected);
}

static void
verify (DeidResult *result, DeidProblem *problem)
{
  const char *path = get_temporary_file ("conditions.cert");
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidResult) proven = NULL;
  GError *error = NULL;

  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  proven = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (is_same (proven, result));
}

typedef struct
{
  guint n_solved;
  guint n_moved; /* the condition rules out what would be the optimum */
  guint n_lost;  /* or all policies */
} Sample;

static void
check_table_condition (GRand *rand, Sample *sample)
{
  static const double limits[] = { 0, 0.05, 0.3, 1 };
  const double limit = limits[g_rand_int (rand) % G_N_ELEMENTS (limits)];
  const guint64 k = 1 + g_rand_int (rand) % 12;
  Host host = { .condition = (TableCondition) (g_rand_int (rand) % N_TABLE_CONDITIONS) };
  SkewedTable table;

  skewed_table_init_random (&table, rand, 5, 200, 200);
  host.has_persons = table.has_persons;
  {
    g_autoptr (DeidLattice) lattice = skewed_table_build (&table, rand);
    g_autoptr (DeidProblem) free_problem = state_problem (lattice, k, limit);
    g_autoptr (DeidProblem) problem = state_problem (lattice, k, limit);
    g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs (&host);
    g_autoptr (DeidResult) without = NULL, expected = NULL, alone = NULL, together = NULL;

    deid_privacy_model_funcs_set_accept_table (funcs, accept_table, &host, NULL);
    add_model (problem, funcs, NULL);
    without = solve (free_problem, 0);
    expected = solve (problem, 0);
    alone = solve (problem, 1);
    together = solve (problem, 3);
    ck_assert (is_same (alone, expected));
    ck_assert (is_same (together, expected));
    if (expected != NULL)
      {
        verify (alone, problem);
        sample->n_solved++;
        sample->n_moved += is_same (expected, without) ? 0 : 1;
      }
    sample->n_lost += expected == NULL && without != NULL ? 1 : 0;
  }
  ck_assert_int_eq (host.n_wrong, 0);
}

START_TEST (table_conditions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  const guint n_trials = count_trials (1000);
  Sample sample = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    check_table_condition (rand, &sample);
  ck_assert_uint_gt (sample.n_solved, n_trials / 3);
  ck_assert_uint_gt (sample.n_moved, n_trials / 20);
  ck_assert_uint_gt (sample.n_lost, n_trials / 20);
}
END_TEST

static DeidLattice *
make_lattice (void)
{
  const SkewedTable table
      = { .n_rows = 100, .n_attributes = 2, .heights = { 3, 3 }, .n_leaves = { 9, 9 }, .skew = 2 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  return skewed_table_build (&table, rand);
}

/* What holds of the released table is looked at anew. */
START_TEST (table_verified)
{
  Host host = { .condition = TABLE_ODD };
  g_autoptr (DeidLattice) lattice = make_lattice ();
  g_autoptr (DeidProblem) problem = state_problem (lattice, 2, 0.3);
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs (&host);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  gint n_tables;
  GError *error = NULL;

  deid_privacy_model_funcs_set_accept_table (funcs, accept_table, &host, NULL);
  add_model (problem, funcs, NULL);
  result = solve (problem, 1);
  ck_assert_ptr_nonnull (result);
  release = deid_result_apply (result, NULL, NULL, NULL);
  n_tables = host.n_tables;
  ck_assert (deid_result_verify (result, release, NULL, NULL));
  ck_assert_int_eq (host.n_tables, n_tables + 1);
  host.refuses = TRUE;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "the released table fails host", NULL);
  ck_assert_ptr_null (
      deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                "what is left fails a condition on the whole table", NULL);
}
END_TEST

static gboolean
accept_with_error (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
                   GError **error)
{
  (void) table;
  (void) state;
  if (*(const gboolean *) data)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the condition gives up");
  *passes = TRUE;
  return TRUE;
}

/* An error counts, whatever the condition returns. */
START_TEST (table_error)
{
  Host host = { 0 };
  gboolean gives_up = FALSE;
  g_autoptr (DeidLattice) lattice = make_lattice ();
  g_autoptr (DeidProblem) problem = state_problem (lattice, 2, 0.3);
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs (&host);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  deid_privacy_model_funcs_set_accept_table (funcs, accept_with_error, &gives_up, NULL);
  add_model (problem, funcs, NULL);
  result = solve (problem, 1);
  ck_assert_ptr_nonnull (result);
  release = deid_result_apply (result, NULL, NULL, NULL);
  gives_up = TRUE;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "gives up", NULL);
  ck_assert_ptr_null (
      deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "gives up", NULL);
}
END_TEST

/* The slot recheck takes the place of accept, which the verifier asks where there is none, and
 * where it does not tell. */
START_TEST (rechecked)
{
  Host host = { .answer = 1 };
  g_autoptr (DeidLattice) lattice = make_lattice ();
  g_autoptr (DeidProblem) problem = state_problem (lattice, 1, 0.3);
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs (&host);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  gint n_accepts;
  GError *error = NULL;

  deid_privacy_model_funcs_set_accept (funcs, accept, &host, NULL);
  if (_i == 0)
    deid_privacy_model_funcs_set_recheck (funcs, recheck, &host, NULL);
  add_model (problem, funcs, NULL);
  result = solve (problem, 1);
  ck_assert_ptr_nonnull (result);
  release = deid_result_apply (result, NULL, NULL, NULL);
  n_accepts = host.n_accepts;
  ck_assert (deid_result_verify (result, release, NULL, NULL));
  ck_assert_int_eq (host.n_accepts == n_accepts, _i == 0);
  ck_assert_int_eq (host.n_rechecks > 0, _i == 0);
  if (_i > 0)
    return;
  host.answer = 0;
  ck_assert (deid_result_verify (result, release, NULL, NULL));
  ck_assert_int_gt (host.n_accepts, n_accepts);
  host.answer = -1;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "is released but fails host", NULL);
}
END_TEST

/* The same model without a necessary condition and with one: that leaves out more, but the search
 * may take another way and need a policy more now and then. */
static void
check_necessary (GRand *rand, guint *n_solved, guint64 n_evaluated[2], gint n_accepts[2])
{
  static const double limits[] = { 0, 0.05, 0.3 };
  const double limit = limits[g_rand_int (rand) % G_N_ELEMENTS (limits)];
  SkewedTable table;

  skewed_table_init_random (&table, rand, 5, 300, 300);
  {
    g_autoptr (DeidLattice) lattice = skewed_table_build (&table, rand);
    DeidResult *results[2];

    for (guint i = 0; i < 2; i++)
      {
        Host host = { 0 };
        g_autoptr (DeidProblem) problem = state_problem (lattice, 1, limit);
        g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs (&host);

        deid_privacy_model_funcs_set_accept (funcs, accept_mixed, &host, NULL);
        deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_UNION);
        if (i == 1)
          deid_privacy_model_funcs_set_necessary (funcs, has_two_values, NULL, NULL);
        add_model (problem, funcs, "s");
        results[i] = solve (problem, 1);
        n_accepts[i] += host.n_accepts;
        n_evaluated[i] += results[i] != NULL ? deid_result_get_n_evaluated (results[i]) : 0;
      }
    ck_assert (is_same (results[1], results[0]));
    if (results[0] != NULL)
      {
        deid_result_unref (results[0]);
        deid_result_unref (results[1]);
        ++*n_solved;
      }
  }
}

START_TEST (necessary_conditions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (32);
  const guint n_trials = count_trials (1000);
  guint n_solved = 0;
  guint64 n_evaluated[2] = { 0 };
  gint n_accepts[2] = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    check_necessary (rand, &n_solved, n_evaluated, n_accepts);
  ck_assert_uint_gt (n_solved, n_trials / 5);
  ck_assert_uint_lt (n_evaluated[1], n_evaluated[0]);
  ck_assert_int_lt (n_accepts[1], n_accepts[0]);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("conditions");
  TCase *tcase = tcase_create ("conditions beside the verdict on a class");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, table_conditions);
  tcase_add_test (tcase, table_verified);
  tcase_add_test (tcase, table_error);
  tcase_add_loop_test (tcase, rechecked, 0, 2);
  tcase_add_test (tcase, necessary_conditions);
  suite_add_tcase (suite, tcase);
  return suite;
}
