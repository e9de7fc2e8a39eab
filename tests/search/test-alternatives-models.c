/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models under the searches for policy alternatives: which problems are refused, and what looks at
 * the population alone. */
#include "support/suite.h"

#include "support/alternatives.h"
#include "support/own-model.h"

/* A problem that is refused for a reason, or, where there is none, accepted. */
typedef struct
{
  const char *models;
  double limit;
  gboolean has_population;
  gboolean has_entities;
  const char *reason;
} Case;

#define UNION_REASON      "it is union-closed, so the suppression limit would have to be 0"
#define POPULATION_REASON "it is union-closed, so there would have to be no population"
#define CLOSURE_REASON    "it is neither superset-closed nor union-closed"
#define MONOTONE_REASON   "its condition on the table is not monotone"
#define LIMIT_REASON      "it is a condition on the table, so the suppression limit would have to be 0"
#define ENTITY_REASON     "it is a condition on the table, so there would have to be no entity column"

/* A limit of a fifth of eight records is one, of a tenth none. */
static const Case cases_of_models[] = {
  { "te:0.9@s", 0.5, FALSE, FALSE, UNION_REASON },
  { "te:0.9@s", 0.2, FALSE, FALSE, UNION_REASON },
  { "te:0.9@s", 0.1, FALSE, FALSE, NULL },
  { "te:0.9@s", 0, FALSE, TRUE, NULL },
  { "el:1.5@s", 0, TRUE, FALSE, POPULATION_REASON },
  { "el:1.5@s", 0, FALSE, FALSE, NULL },
  { "el:1.5@s", 0.5, FALSE, FALSE, UNION_REASON },
  { "dp:0:0.9", 0, TRUE, FALSE, POPULATION_REASON },
  { "dl:2@s", 0.5, TRUE, TRUE, NULL },
  { "kmap:2", 0.5, TRUE, FALSE, NULL },
  { "elg:1.5@s", 0, FALSE, FALSE, CLOSURE_REASON },
  { "dd:2@s", 0, FALSE, FALSE, CLOSURE_REASON },
  { "dd:2:absent@s", 0, FALSE, FALSE, NULL },
  { "pu:zayatz:1000:0.9", 0, FALSE, FALSE, MONOTONE_REASON },
  { "uniq:0.9", 0, FALSE, FALSE, NULL },
  { "uniq:0.9", 0.5, FALSE, FALSE, LIMIT_REASON },
  { "avg:0.5", 0.5, FALSE, FALSE, LIMIT_REASON },
  { "avg:0.5", 0.2, FALSE, FALSE, LIMIT_REASON },
  { "avg:0.5", 0, TRUE, FALSE, NULL },
  { "risk:5", 0, TRUE, TRUE, ENTITY_REASON },
  { "risk:5", 0, TRUE, FALSE, NULL },
  { "atrisk:0.5:0.5", 0, FALSE, TRUE, ENTITY_REASON },
  { "k:2;avg:0.5", 0.5, FALSE, FALSE, LIMIT_REASON },
  { "k:2;kmap:2;risk:5", 0, TRUE, FALSE, NULL },
  { "k:2", 0.5, TRUE, TRUE, NULL },
};

static DeidProblem *
make_problem (const Case *made)
{
  const gint64 ages[] = { 1, 1, 2, 2, 3, 3, 4, 5 };
  const char *const values[] = { "a", "b", "a", "b", "a", "b", "a", "b" };
  const char *const persons[] = { "p", "q", "r", "s", "t", "u", "v", "v" };
  const guint n = G_N_ELEMENTS (ages);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                          population = deid_dataset_new ("people");
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_dataset_add_integer_column (dataset, "age", ages, n, NULL, 0, NULL, NULL);
  deid_dataset_add_string_column (dataset, "s", values, n, NULL, NULL);
  deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL);
  if (made->has_entities)
    {
      deid_dataset_add_string_column (dataset, "person", persons, n, NULL, NULL);
      deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, NULL);
    }
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  deid_problem_set_suppression_limit (problem, made->limit, NULL);
  deid_dataset_add_integer_column (population, "age", ages, n, NULL, 0, NULL, NULL);
  if (made->has_population)
    deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  return problem;
}

/* Both searches say so, and which model it is for. */
static void
check_problem (DeidProblem *problem, const char *model, const char *reason)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidSearch) search = i == 0 ? deid_search_new_bisecting (5, 1, FALSE)
                                             : deid_search_new_directed (5, 1, TRUE);
      GError *error = NULL;
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);

      if (reason != NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                      i == 0 ? "the search bisecting" : "the search directed", "table:", model,
                      reason, NULL);
      assert_no_error (error);
      ck_assert ((result == NULL) == (reason != NULL));
    }
}

START_TEST (refused)
{
  const Case *made = &cases_of_models[_i];
  g_autoptr (DeidProblem) problem = make_problem (made);
  g_auto (GStrv) models = g_strsplit (made->models, ";", -1);
  GError *error = NULL;

  for (guint i = 0; models[i] != NULL; i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (models[i], NULL, &error);

      assert_no_error (error);
      deid_problem_add_privacy_model (problem, model, &error);
      assert_no_error (error);
    }
  check_problem (problem, models[g_strv_length (models) - 1], made->reason);
}
END_TEST

static gboolean
accept_any_table (const DeidTableView *table G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
                  gpointer data G_GNUC_UNUSED, gboolean *passes, GError **error G_GNUC_UNUSED)
{
  *passes = TRUE;
  return TRUE;
}

/* A host's model, with and without what it has to promise. */
typedef struct
{
  DeidClosure closure;
  gboolean has_condition;
  gboolean is_monotone;
  double limit;
  gboolean has_population;
  const char *reason;
} HostCase;

static const HostCase host_cases[] = {
  { DEID_CLOSURE_NONE, FALSE, FALSE, 0, FALSE, CLOSURE_REASON },
  { DEID_CLOSURE_NONE, TRUE, TRUE, 0, FALSE, CLOSURE_REASON },
  { DEID_CLOSURE_UNION, FALSE, FALSE, 0, FALSE, NULL },
  { DEID_CLOSURE_UNION, FALSE, FALSE, 0.5, FALSE, UNION_REASON },
  { DEID_CLOSURE_UNION, FALSE, FALSE, 0, TRUE, POPULATION_REASON },
  { DEID_CLOSURE_SUPERSET, FALSE, FALSE, 0.5, TRUE, NULL },
  { DEID_CLOSURE_SUPERSET, TRUE, FALSE, 0, FALSE, MONOTONE_REASON },
  { DEID_CLOSURE_SUPERSET, TRUE, TRUE, 0, TRUE, NULL },
  { DEID_CLOSURE_SUPERSET, TRUE, TRUE, 0.5, FALSE, LIMIT_REASON },
};

START_TEST (refused_of_host)
{
  const HostCase *host = &host_cases[_i];
  const Case made = { .limit = host->limit, .has_population = host->has_population };
  g_autoptr (DeidProblem) problem = make_problem (&made);
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;

  deid_privacy_model_funcs_set_closure (funcs, host->closure);
  deid_privacy_model_funcs_set_table_monotone (funcs, host->is_monotone);
  if (host->has_condition)
    deid_privacy_model_funcs_set_accept_table (funcs, accept_any_table, NULL, NULL);
  model = own_model_new (funcs);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  check_problem (problem, "own:1", host->reason);
}
END_TEST

static gboolean
accept_no_unmatched (const DeidClass *eq_class G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
                     gpointer data G_GNUC_UNUSED, gboolean *passes, GError **error G_GNUC_UNUSED)
{
  *passes = FALSE;
  return TRUE;
}

/* Sizes and ages at random, so that the population has combinations that the table lacks. */
static void
add_columns (DeidDataset *dataset, GRand *rand, guint n)
{
  g_autofree gint64 *ages = g_new (gint64, n), *sizes = g_new (gint64, n);
  const char *values[] = { "a", "b" };
  g_autofree const char **texts = g_new (const char *, n);

  for (guint row = 0; row < n; row++)
    {
      ages[row] = row < 5 ? row : g_rand_int (rand) % 5;
      sizes[row] = row < 4 ? row : g_rand_int (rand) % 4;
      texts[row] = values[row % 2];
    }
  ck_assert (deid_dataset_add_integer_column (dataset, "age", ages, n, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "size", sizes, n, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", texts, n, NULL, NULL));
}

/* A host's model that asks for sizes alone, but looks at classes of the population, too: none of
 * them may be without a record. */
START_TEST (unmatched)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (78);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                          population = deid_dataset_new ("people");
  g_autoptr (DeidPrivacyModelFuncs) funcs = own_model_make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL, lenient = NULL;
  g_autoptr (DeidPrivacyModel) two = deid_privacy_model_new_k_anonymity (2, NULL);
  guint n_unmatched = 0;

  add_columns (dataset, rand, 30);
  add_columns (population, rand, 60);
  deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL);
  deid_privacy_model_funcs_set_size_only (funcs, TRUE);
  deid_privacy_model_funcs_set_accept_unmatched (funcs, accept_no_unmatched, NULL, NULL);
  model = own_model_new (funcs);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "size", DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  lenient = deid_problem_new (lattice);
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_add_privacy_model (lenient, two, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidSearch) search = i == 0 ? deid_search_new_bisecting (20, 1, TRUE)
                                             : deid_search_new_directed (20, 1, TRUE);
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
      g_autoptr (DeidReport) found = list_alternatives (result);

      for (guint64 n = 0; n < count_alternatives (found); n++)
        {
          DeidPolicy *policy = get_alternative (found, n);
          g_autoptr (DeidResult) own = deid_problem_evaluate (problem, policy, NULL, NULL);

          ck_assert_ptr_nonnull (own);
          for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
            {
              g_autoptr (DeidPolicy) below = NULL;
              g_autoptr (DeidResult) lower = NULL, other = NULL;

              ck_assert (deid_policy_get_predecessor (policy, d, &below, NULL));
              if (below == NULL)
                continue;
              lower = deid_problem_evaluate (problem, below, NULL, NULL);
              other = deid_problem_evaluate (lenient, below, NULL, NULL);
              ck_assert_ptr_null (lower);
              n_unmatched += other != NULL ? 1 : 0;
            }
        }
    }
  ck_assert_uint_gt (n_unmatched, 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("models of policy alternatives");
  TCase *cases = tcase_create ("models");

  tcase_add_loop_test (cases, refused, 0, G_N_ELEMENTS (cases_of_models));
  tcase_add_loop_test (cases, refused_of_host, 0, G_N_ELEMENTS (host_cases));
  tcase_add_test (cases, unmatched);
  suite_add_tcase (suite, cases);
  return suite;
}
