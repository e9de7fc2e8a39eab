/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models under the searches for policy alternatives: the published walk-through, and which problems
 * are refused. */
#include "suite.h"

#include "own-model.h"

/* Six values in order, of 1, 2, 4 and so on records, so that the size of a class tells which it
 * has. Without a population the risk is the number of classes, rounded up. */
static DeidLattice *
make_lattice_of_5_bits (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("ages");
  gint64 ages[63];
  guint n = 0;
  DeidLattice *lattice;

  for (guint age = 0; age < 6; age++)
    for (guint i = 0; i < 1u << age; i++)
      ages[n++] = age;
  ck_assert (deid_dataset_add_integer_column (dataset, "age", ages, NULL, n, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", NULL));
  return lattice;
}

#define MAX_ASKED 64

/* A condition of a host that lets three classes pass, and what it was asked, each policy once: the
 * bits that keep two values apart, the first the highest. */
typedef struct
{
  guint asked[MAX_ASKED];
  guint n;
} Spy;

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("at-most-three-classes");
}

static guint
read_bits (const guint64 *sizes, guint32 n_classes)
{
  guint bits = 0;

  for (guint32 i = 0; i < n_classes; i++)
    for (guint value = 0; value < 5; value++)
      if ((sizes[i] >> value & 3) == 1)
        bits |= 1u << (4 - value);
  return bits;
}

static gboolean
accept_three (const DeidTableView *table, gpointer state G_GNUC_UNUSED, gpointer data,
              GError **error G_GNUC_UNUSED)
{
  Spy *spy = data;
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  const guint bits = read_bits (sizes, n_classes);
  guint i = 0;

  while (i < spy->n && spy->asked[i] != bits)
    i++;
  ck_assert_uint_lt (i, MAX_ASKED);
  spy->asked[i] = bits;
  spy->n = MAX (spy->n, i + 1);
  return n_classes <= 3;
}

static DeidPrivacyModel *
make_spying_model (Spy *spy)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  DeidPrivacyModel *model;
  GError *error = NULL;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_three, spy, NULL);
  deid_privacy_model_funcs_set_table_monotone (funcs, TRUE);
  model = deid_privacy_model_new (funcs, NULL, &error);
  assert_no_error (error);
  return model;
}

/* One iteration. */
static DeidResult *
walk_through (DeidLattice *lattice, DeidPrivacyModel *model, guint64 seed)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (1, seed, FALSE);
  GError *error = NULL;
  DeidResult *result;

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  return result;
}

/* The published walk-through: two bits of five, 10010, are a solution, with one more, 10110, it is
 * none. Each seed takes a way like that. */
START_TEST (five_bits)
{
  g_autoptr (DeidLattice) lattice = make_lattice_of_5_bits ();
  g_autoptr (DeidPrivacyModel) risk = deid_privacy_model_new_from_string ("risk:3.001", NULL, NULL);
  guint n_published = 0;

  for (guint64 seed = 0; seed < 300; seed++)
    {
      Spy spy = { .n = 0 };
      g_autoptr (DeidPrivacyModel) model = make_spying_model (&spy);
      g_autoptr (DeidResult) result = walk_through (lattice, model, seed);
      g_autoptr (DeidResult) other = walk_through (lattice, risk, seed);
      DeidAlternatives *alternatives = deid_result_get_alternatives (result);
      DeidPolicy *policy = deid_alternatives_get_policy (alternatives, 0);
      g_autofree char *text = deid_policy_to_string (policy);

      ck_assert_uint_eq (deid_result_get_n_evaluated (result), 4);
      ck_assert_uint_eq (deid_result_get_n_evaluated (other), 4);
      ck_assert_uint_eq (deid_alternatives_get_n_policies (alternatives), 1);
      ck_assert_uint_eq (deid_policy_get_level_sum (policy), 3);
      ck_assert (deid_alternatives_get_risk (alternatives, 0) >= 3);
      ck_assert (deid_alternatives_get_risk (alternatives, 0) < 3 + 1e-9);
      ck_assert_int_eq (
          deid_policy_compare (
              deid_alternatives_get_policy (deid_result_get_alternatives (other), 0), policy),
          0);
      ck_assert_uint_eq (spy.n, 4);
      ck_assert_uint_eq (spy.asked[0], 0);
      ck_assert_uint_eq (spy.asked[1], 31);
      if (spy.asked[2] == 0x12 && spy.asked[3] == 0x16)
        {
          ck_assert_str_eq (text, "age:10010");
          n_published++;
        }
    }
  ck_assert_uint_gt (n_published, 0);
}
END_TEST

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

  deid_dataset_add_integer_column (dataset, "age", ages, NULL, n, NULL);
  deid_dataset_add_string_column (dataset, "s", values, n, NULL);
  deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL);
  if (made->has_entities)
    {
      deid_dataset_add_string_column (dataset, "person", persons, n, NULL);
      deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, NULL);
    }
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", NULL));
  problem = deid_problem_new (lattice);
  deid_problem_set_suppression_limit (problem, made->limit, NULL);
  deid_dataset_add_integer_column (population, "age", ages, NULL, n, NULL);
  if (made->has_population)
    deid_problem_set_population (problem, population, &error);
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
          = deid_privacy_model_new_from_string (models[i], NULL, &error);

      assert_no_error (error);
      deid_problem_add_privacy_model (problem, model, &error);
      assert_no_error (error);
    }
  check_problem (problem, models[g_strv_length (models) - 1], made->reason);
}
END_TEST

static gboolean
accept_any_table (const DeidTableView *table G_GNUC_UNUSED, gpointer state G_GNUC_UNUSED,
                  gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
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

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("models of policy alternatives");
  TCase *cases = tcase_create ("models");

  tcase_add_test (cases, five_bits);
  tcase_add_loop_test (cases, refused, 0, G_N_ELEMENTS (cases_of_models));
  tcase_add_loop_test (cases, refused_of_host, 0, G_N_ELEMENTS (host_cases));
  suite_add_tcase (suite, cases);
  return suite;
}
