/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host's models, loaded from a shared object: they find what the models that they imitate find,
 * and what goes wrong in them reaches whoever asked. */
#include "support/suite.h"

#include <gmodule.h>
#include <math.h>
#include <string.h>

#include "host-model.h"
#include "support/skewed-table.h"

static const char *const modules[] = { HOST_MODULES };

/* Calls of accept between two looks at whether the run was cancelled. */
#define MAX_LATE_CALLS 64

/* No class has more sensitive values. */
#define N_DISTINCT 6

typedef struct
{
  GModule *module;
  HostModelNew make;
} Host;

static void
host_init (Host *host, const char *path)
{
  gpointer symbol = NULL;

  host->module = g_module_open (path, G_MODULE_BIND_LOCAL);
  ck_assert_msg (host->module != NULL, "%s", g_module_error ());
  ck_assert (g_module_symbol (host->module, "host_model_new", &symbol));
  memcpy (&host->make, &symbol, sizeof symbol);
}

/* Nothing that the module's code belongs to may be left. */
static void
host_clear (Host *host)
{
  ck_assert (g_module_close (host->module));
}

/* A problem with the host's model and nothing else. */
static DeidProblem *
state_problem (DeidLattice *lattice, DeidPrivacyModel *model, double limit)
{
  DeidProblem *problem = deid_problem_new (lattice);
  GError *error = NULL;

  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
  deid_problem_set_suppression_limit (problem, limit, &error);
  assert_no_error (error);
  deid_privacy_model_unref (model);
  return problem;
}

static DeidPrivacyModel *
make_built_in (HostKind kind, double parameter)
{
  switch (kind)
    {
    case HOST_K_ANONYMITY:
      return deid_privacy_model_new_k_anonymity ((guint64) parameter, NULL);
    case HOST_DISTINCT_L:
      return deid_privacy_model_new_distinct_l_diversity ("s", (guint64) parameter, NULL);
    case HOST_ENTROPY_L:
    case HOST_WHOLE:
    default:
      return deid_privacy_model_new_entropy_l_diversity ("s", parameter, NULL);
    }
}

static DeidResult *
solve (DeidProblem *problem, gboolean exhaustively)
{
  g_autoptr (DeidSearch) search
      = exhaustively ? deid_search_new_exhaustive () : deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static void
assert_equal (DeidResult *result, DeidResult *expected)
{
  const double loss = deid_result_get_loss (result), best = deid_result_get_loss (expected);
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  g_autofree char *optimum = deid_policy_to_text (deid_result_get_policy (expected), NULL);

  ck_assert_str_eq (policy, optimum);
  ck_assert (memcmp (&loss, &best, sizeof loss) == 0);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), deid_result_get_n_evaluated (expected));
}

/* Returns: whether there is an optimum that is neither the top nor the bottom. */
static gboolean
check_imitation (const Host *host, HostKind kind, GRand *rand)
{
  static const double limits[] = { 0, 0.05, 0.5 };
  const double limit = limits[g_rand_int (rand) % G_N_ELEMENTS (limits)];
  const double parameter = kind == HOST_K_ANONYMITY  ? g_rand_int_range (rand, 1, 30)
                           : kind == HOST_DISTINCT_L ? g_rand_int_range (rand, 1, 5)
                                                     : g_rand_int_range (rand, 10, 35) / 10.0;
  const gboolean exhaustively = g_rand_int (rand) % 4 == 0;
  HostLog log = { 0 };
  SkewedTable table;
  gboolean is_between = FALSE;

  skewed_table_init_random (&table, rand, 5, 300, 200);
  {
    g_autoptr (DeidLattice) lattice = skewed_table_build (&table, rand);
    g_autoptr (DeidPolicy) top = deid_policy_new_top (lattice, NULL);
    g_autoptr (DeidProblem) own
        = state_problem (lattice, host->make (kind, parameter, "s", &log, NULL), limit);
    g_autoptr (DeidProblem) built_in
        = state_problem (lattice, make_built_in (kind, parameter), limit);
    g_autoptr (DeidResult) result = solve (own, exhaustively);
    g_autoptr (DeidResult) expected = solve (built_in, exhaustively);

    ck_assert ((result != NULL) == (expected != NULL));
    if (result != NULL)
      {
        g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);

        assert_equal (result, expected);
        ck_assert (deid_result_verify (result, release, NULL, NULL));
        is_between = deid_policy_get_level_sum (deid_result_get_policy (result)) > 0
                     && deid_policy_compare (deid_result_get_policy (result), top) != 0;
      }
  }
  ck_assert_uint_eq (log.n_states, 0);
  ck_assert_uint_eq (log.n_ends, 1);
  ck_assert_uint_gt (log.n_calls[HOST_ACCEPT], 0);
  return is_between;
}

START_TEST (imitations)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  const guint n_trials = count_trials (500);
  guint n_between = 0;
  Host host;

  host_init (&host, modules[_i]);
  for (guint kind = HOST_K_ANONYMITY; kind <= HOST_ENTROPY_L; kind++)
    for (guint trial = 0; trial < n_trials; trial++)
      n_between += check_imitation (&host, (HostKind) kind, rand) ? 1 : 0;
  host_clear (&host);
  ck_assert_uint_gt (n_between, n_trials / 2);
}
END_TEST

/* Everything that may be done with a result. */
static gboolean
use_result (DeidResult *result, DeidProblem *problem, GError **error)
{
  const char *path = get_temporary_file ("host.cert");
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidResult) proven = NULL, evaluated = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autoptr (DeidReport) report = NULL;

  return (release = deid_result_apply (result, NULL, NULL, error)) != NULL
         && deid_result_verify (result, release, NULL, error)
         && deid_result_write_certificate (result, path, NULL, error)
         && (proven = deid_problem_verify_certificate (problem, path, NULL, NULL, error)) != NULL
         && (explanation = deid_report_new_explanation (result, 3, NULL, error)) != NULL
         && (report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, error)) != NULL
         && (evaluated
             = deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, error))
                != NULL;
}

static gboolean
use_model (const Host *host, DeidLattice *lattice, double l, HostLog *log, GError **error)
{
  g_autoptr (DeidProblem) problem
      = state_problem (lattice, host->make (HOST_WHOLE, l, "s", log, NULL), 0.3);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);

  return result != NULL && use_result (result, problem, error);
}

static DeidLattice *
make_lattice (guint n_rows, guint n_leaves)
{
  const SkewedTable table = { .n_rows = n_rows,
                              .n_attributes = 3,
                              .heights = { 2, 2, 1 },
                              .n_leaves = { n_leaves, n_leaves, 3 },
                              .skew = 2 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  return skewed_table_build (&table, rand);
}

/* Lets a callback fail on its first call, its second, and so on until it is called no more.
 * Returns: how often it is called. */
static guint
fail_in_turn (const Host *host, HostCallback callback, double l)
{
  g_autoptr (DeidLattice) lattice = make_lattice (50, 5);

  for (guint n = 1;; n = (guint) get_next_failure ((gint) n))
    {
      HostLog log = { .failing = callback, .n_until_failure = n };
      g_autoptr (GError) error = NULL;
      const gboolean success = use_model (host, lattice, l, &log, &error);
      g_autofree char *message = g_strdup_printf ("the host gives up at call %u", n);

      ck_assert_uint_eq (log.n_states, 0);
      ck_assert_uint_eq (log.n_ends, 1);
      if (log.n_calls[callback] < n)
        {
          ck_assert (l < N_DISTINCT ? success
                                    : g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION));
          return log.n_calls[callback];
        }
      ck_assert (!success);
      ck_assert_uint_eq (log.n_calls[callback], n);
      ck_assert (g_error_matches (error, g_quark_from_static_string (HOST_DOMAIN), (int) callback));
      ck_assert_str_eq (error->message, message);
    }
}

START_TEST (failures)
{
  guint n_calls[HOST_N_CALLBACKS];
  Host host;

  host_init (&host, modules[_i]);
  for (guint callback = HOST_PREPARE; callback < HOST_N_CALLBACKS; callback++)
    n_calls[callback] = fail_in_turn (&host, (HostCallback) callback, 1.8);
  host_clear (&host);
  ck_assert_uint_eq (n_calls[HOST_PREPARE], 3); /* by the problem, and by either verifier */
  ck_assert_uint_gt (n_calls[HOST_ACCEPT], 200);
  ck_assert_uint_gt (n_calls[HOST_NECESSARY], 50);
  ck_assert_uint_gt (n_calls[HOST_ACCEPT_TABLE], 10);
  ck_assert_uint_gt (n_calls[HOST_RECHECK], 3);
}
END_TEST

/* A run without solution asks of the top once to see that, and twice to say why. */
START_TEST (failures_without_solution)
{
  Host host;

  host_init (&host, modules[_i]);
  ck_assert_uint_eq (fail_in_turn (&host, HOST_PREPARE, N_DISTINCT + 1), 1);
  ck_assert_uint_eq (fail_in_turn (&host, HOST_ACCEPT, N_DISTINCT + 1), 3);
  ck_assert_uint_eq (fail_in_turn (&host, HOST_NECESSARY, N_DISTINCT + 1), 3);
  host_clear (&host);
}
END_TEST

/* Cancels a search from a callback. Returns: whether it came so far. */
static gboolean
cancel_at (const Host *host, DeidLattice *lattice, guint n, guint *n_incumbents)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  HostLog log = { .cancelled = cancellable, .n_until_cancelled = n };
  gboolean was_cancelled;

  {
    g_autoptr (DeidProblem) problem
        = state_problem (lattice, host->make (HOST_ENTROPY_L, 1.3, "s", &log, NULL), 0.3);
    g_autoptr (DeidSearch) search = deid_search_new_optimal ();
    g_autoptr (GError) error = NULL;
    g_autoptr (DeidResult) result = deid_search_run (search, problem, cancellable, &error);

    was_cancelled = g_cancellable_is_cancelled (cancellable);
    if (result == NULL)
      ck_assert (was_cancelled && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
    else
      *n_incumbents += deid_result_get_termination (result) == DEID_TERMINATION_CANCELLED;
  }
  ck_assert (was_cancelled == (log.n_calls[HOST_ACCEPT] >= n));
  ck_assert (!was_cancelled || log.n_calls[HOST_ACCEPT] < n + MAX_LATE_CALLS);
  ck_assert_uint_eq (log.n_states, 0);
  ck_assert_uint_eq (log.n_ends, 1);
  return was_cancelled;
}

START_TEST (cancellation)
{
  g_autoptr (DeidLattice) lattice = make_lattice (600, 20);
  guint n = 1, n_runs = 0, n_incumbents = 0;
  Host host;

  host_init (&host, modules[_i]);
  for (; cancel_at (&host, lattice, n, &n_incumbents); n += 7)
    n_runs++;
  host_clear (&host);
  ck_assert_uint_gt (n_runs, 50);
  ck_assert_uint_gt (n_incumbents, 20);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("host");
  TCase *tcase = tcase_create ("models of a host");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, imitations, 0, G_N_ELEMENTS (modules));
  tcase_add_loop_test (tcase, failures, 0, G_N_ELEMENTS (modules));
  tcase_add_loop_test (tcase, failures_without_solution, 0, G_N_ELEMENTS (modules));
  tcase_add_loop_test (tcase, cancellation, 0, G_N_ELEMENTS (modules));
  suite_add_tcase (suite, tcase);
  return suite;
}
