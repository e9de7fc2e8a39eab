/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Failures during the searches for policy alternatives: of models, of quality models and of
 * allocations. */
#include "support/suite.h"

#include <string.h>

#include "support/alternative-runs.h"
#include "support/alternatives.h"
#include "support/failing-allocations.h"
#include "support/host-quality.h"

/* What a model of a host does at one of its calls. */
typedef struct
{
  gint fail_at; /* the number, from 1, of the call; 0 for none */
  gint n_calls;
  gint n_terms;              /* of classes that a sum has asked for, */
  gint fail_at_term;         /* of which this one, from 1, fails without an error; 0 for none */
  gboolean is_huge;          /* whether the terms are 2^125 instead of 1 */
  GCancellable *cancellable; /* to be cancelled then, or NULL, to fail */
} Own;

static gboolean
count_call (Own *own, GError **error)
{
  if (++own->n_calls != own->fail_at)
    return TRUE;
  if (own->cancellable != NULL)
    g_cancellable_cancel (own->cancellable);
  else
    g_set_error (error, HOST_ERROR, HOST_ERROR_CODE, "call %d", own->fail_at);
  return own->cancellable != NULL;
}

static gboolean
accept (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer data, gboolean *passes,
        GError **error)
{
  *passes = count_call (data, error) && deid_class_get_n_records (eq_class) >= 3;
  return TRUE;
}

/* At most six classes. */
static gboolean
accept_table (const DeidTableView *table, gpointer state G_GNUC_UNUSED, gpointer data,
              gboolean *passes, GError **error)
{
  guint32 n_classes;

  deid_table_view_get_sizes (table, &n_classes);
  *passes = count_call (data, error) && n_classes <= 6;
  return TRUE;
}

static gboolean
count_class (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
             guint64 *low, GError **error)
{
  Own *own = data;

  (void) class_size;
  (void) state;
  (void) error;
  *high = own->is_huge ? (guint64) 1 << 61 : 0;
  *low = own->is_huge ? 0 : 1;
  return ++own->n_terms != own->fail_at_term;
}

/* The same of their number as a sum. */
static gboolean
accept_sum (const DeidTableView *table, gpointer state G_GNUC_UNUSED, gpointer data,
            gboolean *passes, GError **error)
{
  guint64 high, low;

  deid_table_view_get_sum (table, &high, &low);
  *passes = count_call (data, error) && (high >> 61) + low <= 6;
  return TRUE;
}

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("own");
}

/* Adds a model that judges sizes, or classes, or the table, or a sum over it. */
static void
add_own_model (DeidProblem *problem, Own *own, int kind)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  GError *error = NULL;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  if (kind < 2)
    deid_privacy_model_funcs_set_accept (funcs, accept, own, NULL);
  else
    deid_privacy_model_funcs_set_accept_table (funcs, kind == 2 ? accept_table : accept_sum, own,
                                               NULL);
  if (kind == 3)
    deid_privacy_model_funcs_set_class_term (funcs, count_class, own, NULL);
  deid_privacy_model_funcs_set_size_only (funcs, kind == 0);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  deid_privacy_model_funcs_set_table_monotone (funcs, TRUE);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  deid_problem_add_privacy_model (problem, model, &error);
  assert_no_error (error);
}

/* Each call in turn fails, the error of which is the run's, or cancels it, after which what was
 * found by then stays. */
START_TEST (model_at_a_call)
{
  const int kind = _i % 4, algorithm = _i / 8;
  const gboolean cancels = _i / 4 % 2 == 1;
  g_autoptr (DeidResult) whole = NULL;
  guint64 n_found = 0;
  Own own = { .fail_at = 0 };
  g_autoptr (DeidProblem) problem = alternative_table_new (0, NULL);

  add_own_model (problem, &own, kind);
  for (own.fail_at = 0; own.fail_at <= own.n_calls + 1; own.fail_at++)
    {
      g_autoptr (DeidSearch) search = alternative_search_new (algorithm, 3);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      own.cancellable = cancels ? cancellable : NULL;
      own.n_calls = 0;
      result = deid_search_run (search, problem, cancellable, &error);
      if (own.n_calls < own.fail_at || own.fail_at == 0)
        {
          assert_no_error (error);
          whole = whole != NULL ? whole : g_steal_pointer (&result);
        }
      else if (result != NULL)
        {
          ck_assert (cancels);
          n_found += alternative_check_prefix (result, whole);
        }
      else if (cancels)
        assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled", NULL);
      else
        {
          ck_assert (g_error_matches (error, HOST_ERROR, HOST_ERROR_CODE));
          g_clear_error (&error);
        }
      if (own.fail_at == 0)
        ck_assert_int_gt (own.n_calls, 5);
    }
  ck_assert (!cancels || kind == 0 || n_found > 0);
  ck_assert ((own.n_terms > 0) == (kind == 3));
}
END_TEST

/* Terms that fail, be it in a step or when all classes are summed up, of which a run tells. */
START_TEST (term_at_a_call)
{
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 3);
  g_autoptr (DeidProblem) problem = alternative_table_new (0, NULL);
  Own own = { .fail_at = 0 };
  gboolean has_succeeded = FALSE;

  add_own_model (problem, &own, 3);
  for (own.fail_at_term = 1; !has_succeeded; own.fail_at_term += 1 + own.fail_at_term / 8)
    {
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      own.n_terms = 0;
      result = deid_search_run (search, problem, NULL, &error);
      has_succeeded = result != NULL;
      ck_assert (has_succeeded == (own.n_terms < own.fail_at_term));
      if (!has_succeeded)
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                      "privacy model own: the class term failed without saying why", NULL);
    }
  ck_assert_int_gt (own.fail_at_term, 20);
}
END_TEST

/* Six classes are within the limit, and eight too many for a sum. One that is judged is right, and
 * not what is left of a greater one. */
START_TEST (sum_that_overflows)
{
  g_autoptr (DeidSearch) search = alternative_search_new (_i, 3);
  g_autoptr (DeidProblem) problem = alternative_table_new (0, NULL);
  Own own = { .is_huge = TRUE };
  GError *error = NULL;

  add_own_model (problem, &own, 3);
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                "privacy model own: the terms of the classes add up to 2^128 or more", NULL);
}
END_TEST

/* The same as of models with a quality model that costs classes. */
START_TEST (quality_at_a_call)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (81);
  RandomProblem *random = random_problem_new (rand, FALSE);
  HostQuality host = { .kind = HOST_DISCERNIBILITY };
  gboolean has_succeeded = FALSE;

  random->n_models = 1;
  random->models[0] = (RandomModel){ .kind = MODEL_K, .numerator = 4, .denominator = 1 };
  random->limit = 0;
  random->limit_is_count = TRUE;
  for (host.fail_at = 1; !has_succeeded; host.fail_at++)
    {
      g_autoptr (DeidQualityModelFuncs) funcs = host_quality_new (&host);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidSearch) search = alternative_search_new (_i, 3);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      host_quality_use (funcs, random, FALSE, problem);
      host.n_calls = 0;
      host.has_failed = FALSE;
      result = deid_search_run (search, problem, NULL, &error);
      has_succeeded = result != NULL;
      ck_assert (has_succeeded || g_error_matches (error, HOST_ERROR, HOST_ERROR_CODE));
      ck_assert_uint_le (host.n_states, 1); /* that the problem keeps */
      g_clear_error (&error);
    }
  ck_assert_uint_eq (host.n_states, 0);
  ck_assert_int_gt (host.fail_at, 5);
  random_problem_free (random);
}
END_TEST

/* Returns: whether nothing failed. */
static gboolean
run_with_allocations (DeidSearch *search, DeidProblem *problem, gint n)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) rest = NULL;
  gboolean has_failed;

  g_atomic_int_set (&n_allocations_left, n);
  result = deid_search_run (search, problem, NULL, &error);
  if (result != NULL)
    rest = deid_report_new_alternatives (result, NULL, 0, TRUE, NULL, &error);
  has_failed = g_atomic_int_get (&n_allocations_left) < 0;
  g_atomic_int_set (&n_allocations_left, G_MAXINT);
  ck_assert ((rest == NULL) == has_failed);
  if (has_failed)
    {
      const gboolean is_of_label = strstr (error->message, "out of memory for a label") != NULL;

      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY,
                    is_of_label ? "label" : "as the test wants it", NULL);
    }
  return !has_failed;
}

/* Lets each allocation fail in turn: those of preparing with some of what follows, then all of a
 * run of the problem that keeps what it prepared. Returns: about how many there are. */
static gint
fail_in_turn (DeidSearch *search, DeidProblem *problem)
{
  gint n_failures = 0;

  for (guint pass = 0; pass < 2; pass++)
    {
      gint n = 0;

      while (!run_with_allocations (search, problem, n))
        n = get_next_failure (n);
      n_failures += n;
    }
  return n_failures;
}

/* Allocations that fail: of policies that follow step by step, and of those
 * whose records are grouped. */
START_TEST (memory)
{
  static const char *const models[] = { "k:3", "risk:4", "kmap:5" };
  g_autoptr (DeidProblem) problem
      = alternative_table_new (_i % 4 == 3 ? 0.1 : 0, models[_i % 4 % 3]);
  g_autoptr (DeidSearch) search = alternative_search_new (_i / 4, 5);

  ck_assert_int_gt (fail_in_turn (search, problem), 40);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("failures of searches for policy alternatives");
  TCase *cases = tcase_create ("failures");

  tcase_set_timeout (cases, 300);
  tcase_add_loop_test (cases, model_at_a_call, 0, 8 * N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, term_at_a_call, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, sum_that_overflows, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, quality_at_a_call, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_loop_test (cases, memory, 0, 4 * N_ALTERNATIVE_SEARCHES);
  suite_add_tcase (suite, cases);
  return suite;
}
