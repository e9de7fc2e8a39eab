/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A problem is prepared once, whatever is done with its results, and keeps nothing of what failed.
 */
#include "support/suite.h"

#include "problem/preparation.h"
#include "support/sample.h"

#define N_ROWS    200
#define THRESHOLD 3

static const DeidStop never = { .deadline = G_MAXINT64 };

/* A host's model: classes of three records or more pass. It counts what it is asked for. */
typedef struct
{
  gboolean is_thread_safe;
  gboolean has_no_state;
  gboolean fails;            /* the next time it prepares */
  GCancellable *cancellable; /* what it cancels when it prepares, or NULL */
  guint n_prepared;
  guint n_states;    /* that are not freed */
  guint64 n_records; /* of the table prepared last */
  GMutex mutex;      /* guards what follows */
  GCond cond;        /* for a change of it */
  GThread *held;     /* the thread that waits in accept until it is released, or NULL */
  gboolean is_waiting;
  gint n_shared; /* atomic; calls that found their state in use */
} Host;

typedef struct
{
  gint n_users; /* atomic */
  guint64 n_records;
} State;

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("counting");
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  Host *host = data;
  State *made;

  host->n_prepared++;
  host->n_records = deid_privacy_input_get_n_records (input);
  if (host->cancellable != NULL)
    g_cancellable_cancel (host->cancellable);
  if (host->fails)
    {
      host->fails = FALSE;
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_EMPTY, "the host gives up");
      return FALSE;
    }
  host->n_states++;
  if (host->has_no_state)
    return TRUE;
  made = g_new0 (State, 1);
  made->n_records = host->n_records;
  *state = made;
  return TRUE;
}

static void
free_state (gpointer state, gpointer data)
{
  ((Host *) data)->n_states--;
  g_free (state);
}

/* Lets the thread that is to be held go on only when it is held no more. */
static void
wait_here (Host *host)
{
  g_mutex_lock (&host->mutex);
  while (host->held == g_thread_self ())
    {
      host->is_waiting = TRUE;
      g_cond_broadcast (&host->cond);
      g_cond_wait (&host->cond, &host->mutex);
    }
  g_mutex_unlock (&host->mutex);
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes, GError **error)
{
  Host *host = data;
  State *own = state;

  if (own != NULL && g_atomic_int_add (&own->n_users, 1) > 0)
    g_atomic_int_inc (&host->n_shared);
  wait_here (host);
  if (own != NULL)
    g_atomic_int_add (&own->n_users, -1);
  if ((own != NULL ? own->n_records : host->n_records) != N_ROWS)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the state of another");
  *passes = deid_class_get_n_records (eq_class) >= THRESHOLD;
  return TRUE;
}

static DeidPrivacyModel *
make_model (Host *host)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();

  g_mutex_init (&host->mutex);
  g_cond_init (&host->cond);
  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, host, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, free_state, host, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, host, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  deid_privacy_model_funcs_set_thread_safe (funcs, host->is_thread_safe);
  return deid_privacy_model_new (funcs, NULL);
}

static DeidProblem *
make_problem (DeidPrivacyModel *model, guint n_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);
  g_autofree Sample *sample = g_new0 (Sample, 1);
  DeidProblem *problem;

  sample_init_random (sample, rand, n_rows, 3);
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0.2);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

static DeidResult *
solve (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  assert_no_error (error);
  return result;
}

static void
report (DeidResult *result)
{
  g_autoptr (DeidReport) before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, NULL);
  g_autoptr (DeidReport) after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  g_autoptr (DeidReport) first = deid_report_new_attribute_risks (result, FALSE, 2, NULL, NULL);
  g_autoptr (DeidReport) then = deid_report_new_attribute_risks (result, TRUE, 2, NULL, NULL);

  ck_assert (before != NULL && after != NULL && first != NULL && then != NULL);
}

static void
publish (DeidResult *result, DeidDataset *release)
{
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  GError *error = NULL;

  deid_output_set_add_release (set, release, get_temporary_file ("set.csv"), NULL, NULL, &error);
  assert_no_error (error);
  deid_output_set_add_certificate (set, result, get_temporary_file ("set.cert"), NULL, &error);
  assert_no_error (error);
  ck_assert (deid_output_set_commit (set, NULL, &error));
}

/* Whatever is done with a result, its problem is prepared once; the verifiers of releases and of
 * certificates, which take nothing from the search, have the model prepare for themselves. */
START_TEST (one_preparation)
{
  Host host = { .is_thread_safe = _i == 1 };
  DeidPrivacyModel *model = make_model (&host);
  DeidProblem *problem = make_problem (model, N_ROWS);
  const char *path = get_temporary_file ("result.cert");

  {
    g_autoptr (DeidResult) result = solve (problem);
    g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);
    g_autoptr (DeidReport) explanation = deid_report_new_explanation (result, 3, NULL, NULL);
    g_autoptr (DeidStoredPolicy) stored = deid_stored_policy_new (result, NULL, NULL);
    g_autoptr (DeidResult) again = NULL, certified = NULL;

    ck_assert (release != NULL && explanation != NULL && stored != NULL);
    report (result);
    ck_assert (deid_result_write_certificate (result, path, NULL, NULL));
    again = deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, NULL);
    ck_assert_ptr_nonnull (again);
    publish (result, release);
    ck_assert_uint_eq (host.n_prepared, 1);
    ck_assert (deid_result_verify (result, release, NULL, NULL));
    ck_assert_uint_eq (host.n_prepared, 2);
    certified = deid_problem_verify_certificate (problem, path, NULL, NULL, NULL);
    ck_assert_ptr_nonnull (certified);
    ck_assert_uint_eq (host.n_prepared, 3);
    ck_assert_uint_eq (host.n_states, 1);
  }
  deid_problem_unref (problem);
  deid_privacy_model_unref (model);
  ck_assert_uint_eq (host.n_states, 0);
}
END_TEST

/* What a stored policy is applied to is a problem of its own, prepared once as well. */
START_TEST (stored_policy)
{
  Host host = { .is_thread_safe = TRUE };
  g_autoptr (DeidPrivacyModel) model = make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (model, N_ROWS);
  g_autoptr (DeidResult) result = solve (problem);
  g_autoptr (DeidStoredPolicy) stored = deid_stored_policy_new (result, NULL, NULL);
  DeidDataset *dataset = deid_lattice_get_dataset (deid_problem_get_lattice (problem));
  g_autoptr (DeidDataset) tomorrow = sample_strip_roles (dataset);
  g_autoptr (DeidResult) applied = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  applied = deid_stored_policy_evaluate (stored, tomorrow, NULL, NULL, &error);
  assert_no_error (error);
  release = deid_result_apply (applied, NULL, NULL, &error);
  assert_no_error (error);
  report (applied);
  ck_assert_uint_eq (host.n_prepared, 2);
}
END_TEST

static const char *const specifications[] = { "k:2",          "kmap:2",          "dp:0:1",
                                              "risk:9",       "atrisk:0.9:0.9",  "jatrisk:0.9:0.9",
                                              "noattack:1:1", "noattackmap:1:1", "avg:0.9",
                                              "uniq:0.9" };

/* Also models of the library that only check the table when they prepare. */
START_TEST (kept_for_each_model)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (specifications[_i], NULL, NULL);
  g_autoptr (DeidProblem) problem = make_problem (model, N_ROWS);
  DeidDataset *dataset = deid_lattice_get_dataset (deid_problem_get_lattice (problem));
  g_autoptr (DeidDataset) population = sample_strip_roles (dataset);
  g_autoptr (DeidResult) result = NULL;
  const DeidPreparation *kept;

  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  result = solve (problem);
  kept = problem->preparation;
  ck_assert_ptr_nonnull (kept);
  report (result);
  ck_assert_ptr_eq (problem->preparation, kept);
}
END_TEST

static gpointer
solve_in_thread (gpointer problem)
{
  return solve (problem);
}

/* A thread is held while it asks the model. Another one is not kept waiting: it has a state of its
 * own, or the same one if the model bears that. */
START_TEST (two_threads)
{
  Host host = { .is_thread_safe = _i == 1 };
  DeidPrivacyModel *model = make_model (&host);
  DeidProblem *problem = make_problem (model, N_ROWS);
  GThread *thread;

  g_mutex_lock (&host.mutex);
  thread = g_thread_new ("held", solve_in_thread, problem);
  host.held = thread;
  while (!host.is_waiting)
    g_cond_wait (&host.cond, &host.mutex);
  g_mutex_unlock (&host.mutex);
  {
    g_autoptr (DeidResult) own = solve (problem);
    g_autoptr (DeidResult) other = NULL;
    g_autoptr (DeidDataset) release = deid_result_apply (own, NULL, NULL, NULL);

    ck_assert_ptr_nonnull (release);
    ck_assert_uint_eq (host.n_prepared, host.is_thread_safe ? 1 : 3);
    ck_assert_uint_eq (host.n_states, 1);
    g_mutex_lock (&host.mutex);
    host.held = NULL;
    g_cond_broadcast (&host.cond);
    g_mutex_unlock (&host.mutex);
    other = g_thread_join (thread);
    ck_assert (deid_result_get_loss (own) == deid_result_get_loss (other));
  }
  ck_assert ((host.n_shared > 0) == host.is_thread_safe);
  {
    g_autoptr (DeidResult) later G_GNUC_UNUSED = solve (problem);

    ck_assert_uint_eq (host.n_prepared, host.is_thread_safe ? 1 : 3);
  }
  deid_problem_unref (problem);
  deid_privacy_model_unref (model);
  ck_assert_uint_eq (host.n_states, 0);
}
END_TEST

/* A model that prepares without a state may keep it in its user data, where another table's takes
 * its place: it prepares anew for each call. */
START_TEST (state_in_user_data)
{
  Host host = { .has_no_state = TRUE };
  g_autoptr (DeidPrivacyModel) model = make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (model, N_ROWS);
  g_autoptr (DeidProblem) other = make_problem (model, N_ROWS / 2);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (other), NULL);
  g_autoptr (DeidResult) result = solve (problem);
  g_autoptr (DeidResult) refused = deid_problem_evaluate (other, top, NULL, NULL);
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (refused);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (host.n_prepared, 3);
  ck_assert_uint_eq (host.n_states, 0);
}
END_TEST

/* A model that fails, and a call that is cancelled while it prepares, leave nothing behind. */
START_TEST (nothing_kept_of_failures)
{
  Host host = { .is_thread_safe = TRUE, .fails = TRUE };
  g_autoptr (DeidPrivacyModel) model = make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (model, N_ROWS);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, "the host gives up", NULL);
  ck_assert_ptr_null (problem->preparation);
  host.cancellable = cancellable;
  ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "before it found a solution", NULL);
  ck_assert_uint_eq (host.n_states, 0);
  ck_assert_uint_eq (host.n_prepared, 2);
  ck_assert_ptr_null (problem->preparation);
  ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "before it found a solution", NULL);
  ck_assert_uint_eq (host.n_prepared, 2);
  host.cancellable = NULL;
  result = solve (problem);
  ck_assert_uint_eq (host.n_prepared, 3);
  ck_assert_uint_eq (host.n_states, 1);
}
END_TEST

/* A table of which each row is there five times, and one whose rows all differ. */
static DeidProblem *
make_table (gboolean is_distinct)
{
  const char *values[N_ROWS];
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;

  for (guint row = 0; row < N_ROWS; row++)
    values[row] = g_strdup_printf ("%u", is_distinct ? row : row % (N_ROWS / 5));
  ck_assert (deid_dataset_add_string_column (dataset, "q", values, N_ROWS, NULL, NULL));
  for (guint row = 0; row < N_ROWS; row++)
    g_free ((char *) values[row]);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  return sample_state_problem (lattice, "k:2", NULL, 1);
}

/* Both views are there side by side, the second from when it is first asked for without failing. */
START_TEST (views)
{
  g_autoptr (DeidProblem) problem = make_table (FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidStop stopped = { .cancellable = cancellable, .deadline = G_MAXINT64 };
  DeidPreparation *preparation = deid_problem_prepare (problem, &never, NULL);
  DeidPreparation *again = deid_problem_prepare (problem, &never, NULL);
  const DeidPreparedProblem *distinct;
  GError *error = NULL;

  ck_assert_ptr_eq (preparation, again);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_preparation_get_distinct (preparation, &stopped, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (preparation->distinct);
  distinct = deid_preparation_get_distinct (preparation, &never, &error);
  assert_no_error (error);
  ck_assert_uint_eq (distinct->rows.n, N_ROWS / 5);
  ck_assert_uint_eq (distinct->n_records, N_ROWS);
  for (guint64 row = 0; row < distinct->rows.n; row++)
    ck_assert_uint_eq (deid_rows_get_weight (&distinct->rows, row), 5);
  ck_assert_uint_eq (preparation->all.rows.n, N_ROWS);
  ck_assert_ptr_null (preparation->all.rows.weights);
  ck_assert_ptr_eq (preparation->all.read.source.rows, &preparation->all.rows);
  ck_assert_ptr_eq (distinct->read.source.rows, &distinct->rows);
  deid_preparation_release (preparation);
  ck_assert_ptr_eq (deid_preparation_get_distinct (again, &never, NULL), distinct);
  deid_preparation_release (again);
  ck_assert_ptr_eq (problem->preparation, again);
}
END_TEST

START_TEST (nothing_to_merge)
{
  g_autoptr (DeidProblem) problem = make_table (TRUE);
  DeidPreparation *preparation = deid_problem_prepare (problem, &never, NULL);

  ck_assert_ptr_eq (deid_preparation_get_distinct (preparation, &never, NULL), &preparation->all);
  deid_preparation_release (preparation);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("preparation");
  TCase *cases = tcase_create ("of a problem");

  tcase_add_loop_test (cases, one_preparation, 0, 2);
  tcase_add_test (cases, stored_policy);
  tcase_add_loop_test (cases, kept_for_each_model, 0, G_N_ELEMENTS (specifications));
  tcase_add_loop_test (cases, two_threads, 0, 2);
  tcase_add_test (cases, state_in_user_data);
  tcase_add_test (cases, nothing_kept_of_failures);
  tcase_add_test (cases, views);
  tcase_add_test (cases, nothing_to_merge);
  suite_add_tcase (suite, cases);
  return suite;
}
