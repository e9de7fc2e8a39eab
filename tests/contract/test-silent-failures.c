/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Callbacks that fail without an error, as those of a binding do whose code throws, and callbacks
 * that succeed with an error set: none of their verdicts counts. */
#include "support/suite.h"

#include <deid/deid-extend.h>

#define N_ROWS 6

typedef enum
{
  SLOT_NECESSARY,
  SLOT_ACCEPT,
  SLOT_ACCEPT_UNMATCHED,
  SLOT_ACCEPT_TABLE,
  SLOT_JUDGE_SUM,
  SLOT_RECHECK,
  SLOT_RECHECK_TABLE,
  SLOT_COMPARE,
  SLOT_PREPARE,
  SLOT_PREPARE_QUALITY,
  SLOT_RUN,
  N_SLOTS
} Slot;

/* Which slot fails, and whether it then says so or why. */
typedef struct
{
  Slot fails;
  gboolean sets_error;
} Host;

/* Returns: what a slot returns, which has set its verdict to what would be accepted. */
static gboolean
end_slot (const Host *host, Slot slot, GError **error)
{
  if (slot != host->fails)
    return TRUE;
  if (host->sets_error)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_EMPTY, "the host says why");
  return host->sets_error;
}

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("own");
}

#define DEFINE_JUDGE(name, slot, View)                                                             \
  static gboolean name (const View *view G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,              \
                        gpointer host, gboolean *passes, GError **error)                           \
  {                                                                                                \
    *passes = TRUE;                                                                                \
    return end_slot (host, slot, error);                                                           \
  }

DEFINE_JUDGE (necessary, SLOT_NECESSARY, DeidClass)
DEFINE_JUDGE (accept_unmatched, SLOT_ACCEPT_UNMATCHED, DeidClass)
DEFINE_JUDGE (accept_table, SLOT_ACCEPT_TABLE, DeidTableView)

/* What accept fails is what necessary is asked of. */
static gboolean
accept (const DeidClass *eq_class G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED, gpointer host,
        gboolean *passes, GError **error)
{
  *passes = ((const Host *) host)->fails != SLOT_NECESSARY;
  return end_slot (host, SLOT_ACCEPT, error);
}

#define DEFINE_RECHECK(name, slot, View)                                                           \
  static gboolean name (const View *view G_GNUC_UNUSED,                                            \
                        const DeidPrivacyInput *input G_GNUC_UNUSED, gpointer host, int *verdict,  \
                        GError **error)                                                            \
  {                                                                                                \
    *verdict = 1;                                                                                  \
    return end_slot (host, slot, error);                                                           \
  }

DEFINE_RECHECK (recheck, SLOT_RECHECK, DeidClass)
DEFINE_RECHECK (recheck_table, SLOT_RECHECK_TABLE, DeidTableView)

#define DEFINE_PREPARE(name, slot, Input)                                                          \
  static gboolean name (const Input *input G_GNUC_UNUSED, gpointer host, gpointer *state,          \
                        GError **error)                                                            \
  {                                                                                                \
    *state = host;                                                                                 \
    return end_slot (host, slot, error);                                                           \
  }

DEFINE_PREPARE (prepare, SLOT_PREPARE, DeidPrivacyInput)
DEFINE_PREPARE (prepare_quality, SLOT_PREPARE_QUALITY, DeidQualityInput)

static gboolean
judge_sum (const DeidTableView *table G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED, gpointer host,
           int *verdict, GError **error)
{
  *verdict = 1;
  return end_slot (host, SLOT_JUDGE_SUM, error);
}

static gboolean
count_class (const DeidClassSize *class_size G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
             gpointer host G_GNUC_UNUSED, guint64 *high, guint64 *low, GError **error G_GNUC_UNUSED)
{
  *high = 0;
  *low = 1;
  return TRUE;
}

static gboolean
compare (const char *a, const char *b, gpointer host, int *order, GError **error)
{
  *order = g_strcmp0 (b, a);
  return end_slot (host, SLOT_COMPARE, error);
}

static gboolean
cost_class (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer host G_GNUC_UNUSED,
            guint64 *cost, GError **error G_GNUC_UNUSED)
{
  *cost = deid_class_get_n_records (eq_class);
  return TRUE;
}

static gboolean
run (DeidSearchContext *context, gpointer host, GError **error)
{
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (
      deid_problem_get_lattice (deid_search_context_get_problem (context)), NULL);

  ck_assert (deid_search_context_evaluate (context, bottom));
  deid_search_context_declare_optimal (context);
  return end_slot (host, SLOT_RUN, error);
}

static DeidPrivacyModel *
make_model (Host *host)
{
  static const char *const sensitive[] = { "s", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_compare (funcs, compare, host, NULL);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, host, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, host, NULL);
  deid_privacy_model_funcs_set_necessary (funcs, necessary, host, NULL);
  deid_privacy_model_funcs_set_accept_unmatched (funcs, accept_unmatched, host, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_table, host, NULL);
  deid_privacy_model_funcs_set_recheck (funcs, recheck, host, NULL);
  deid_privacy_model_funcs_set_recheck_table (funcs, recheck_table, host, NULL);
  if (host->fails == SLOT_JUDGE_SUM)
    {
      deid_privacy_model_funcs_set_class_term (funcs, count_class, host, NULL);
      deid_privacy_model_funcs_set_judge_sum (funcs, judge_sum, host, NULL);
    }
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  return deid_privacy_model_new (funcs, NULL);
}

static DeidQualityModel *
make_quality_model (Host *host)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_prepare (funcs, prepare_quality, host, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost_class, host, NULL);
  return deid_quality_model_new (funcs, NULL);
}

static DeidSearch *
make_search (Host *host)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();

  if (host->fails != SLOT_RUN)
    return deid_search_new_optimal ();
  deid_search_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_search_funcs_set_run (funcs, run, host, NULL);
  return deid_search_new (funcs, NULL);
}

/* The first @n of six people, all of whom are in the population. */
static DeidDataset *
make_table (guint n)
{
  static const char *const labels[N_ROWS] = { "a", "a", "b", "b", "c", "d" };
  static const char *const values[N_ROWS] = { "x", "y", "x", "z", "x", "y" };
  DeidDataset *table = deid_dataset_new ("people");

  ck_assert (deid_dataset_add_string_column (table, "q", labels, n, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (table, "s", values, n, NULL, NULL));
  ck_assert (deid_dataset_set_role (table, "s", DEID_ROLE_SENSITIVE, NULL));
  return table;
}

static DeidProblem *
make_problem (Host *host)
{
  g_autoptr (DeidDataset) table = make_table (4), population = make_table (N_ROWS);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (table);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = make_model (host);
  g_autoptr (DeidQualityModel) quality = make_quality_model (host);
  DeidProblem *problem;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  return problem;
}

static void
assert_told (GError **error, const Host *host)
{
  if (host->sets_error)
    assert_error (error, DEID_ERROR, DEID_ERROR_EMPTY, "the host says why", NULL);
  else
    assert_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "it failed without saying why",
                  NULL);
}

START_TEST (slots)
{
  Host host = { .fails = (Slot) (_i / 2), .sets_error = _i % 2 };
  const gboolean is_recheck = host.fails == SLOT_RECHECK || host.fails == SLOT_RECHECK_TABLE;
  g_autoptr (DeidProblem) problem = make_problem (&host);
  g_autoptr (DeidSearch) search = make_search (&host);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);
  g_autoptr (DeidDataset) release = NULL;

  if (!is_recheck)
    {
      ck_assert_ptr_null (result);
      assert_told (&error, &host);
      return;
    }
  ck_assert_ptr_nonnull (result);
  release = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_told (&error, &host);
}
END_TEST

/* If no slot fails, all is well. */
START_TEST (none)
{
  Host host = { .fails = N_SLOTS };
  g_autoptr (DeidProblem) problem = make_problem (&host);
  g_autoptr (DeidSearch) search = make_search (&host);
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, NULL);

  ck_assert (deid_result_verify (result, release, NULL, NULL));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("silent failures");
  TCase *tcase = tcase_create ("callbacks");

  tcase_add_loop_test (tcase, slots, 0, 2 * N_SLOTS);
  tcase_add_test (tcase, none);
  suite_add_tcase (suite, tcase);
  return suite;
}
