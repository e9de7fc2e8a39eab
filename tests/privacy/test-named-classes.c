/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Conditions on the table that name the classes that cannot stay: what they see, what becomes of
 * what they name, and what generalizing does to combinations. */
#include <deid/deid-extend.h>
#include <string.h>

#include "support/plain-table.h"
#include "privacy/models.h"
#include "support/suite.h"

#define MAX_CLASSES 8

/* What a host names, and what it was shown. */
typedef struct
{
  const char *specification;
  guint64 fewest;      /* records: smaller classes are named */
  guint64 greatest;    /* larger ones are */
  gboolean names_none; /* the condition does not hold, but nothing is named */
  gboolean fails;
  guint n_asked;
  guint32 n_classes; /* when it was asked first */
  guint n_attributes;
  guint32 labels[2][MAX_CLASSES];
  guint64 n_persons[MAX_CLASSES];
} Host;

static char *
describe (gpointer data)
{
  return g_strdup (((Host *) data)->specification);
}

static void
look (Host *host, const DeidTableView *table)
{
  host->n_attributes = deid_table_view_get_n_attributes (table);
  for (guint a = 0; a < host->n_attributes; a++)
    {
      const guint32 *labels = deid_table_view_get_labels (table, a, &host->n_classes);

      memcpy (host->labels[a], labels, host->n_classes * sizeof *labels);
    }
  for (guint32 i = 0; i < host->n_classes; i++)
    deid_table_view_get_persons (table, i, &host->n_persons[i]);
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  Host *host = data;
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);

  (void) state;
  if (host->n_asked++ == 0)
    look (host, table);
  *passes = !host->names_none;
  for (guint32 i = 0; i < n_classes && !host->names_none; i++)
    if (sizes[i] < host->fewest || sizes[i] > host->greatest)
      {
        deid_table_view_name_class (table, i);
        *passes = FALSE;
      }
  return deid_table_view_check_cancelled (table, error) && !host->fails;
}

static DeidPrivacyModel *
make_model (Host *host)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  GError *error = NULL;
  DeidPrivacyModel *model;

  deid_privacy_model_funcs_set_describe (funcs, describe, host, NULL);
  deid_privacy_model_funcs_set_accept_table (funcs, accept_table, host, NULL);
  deid_privacy_model_funcs_set_suppression_order (funcs, DEID_SUPPRESSION_ORDER_NAMED);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  return model;
}

/* Towns x, x, x, y, y, z and sexes m, m, f, f, f, f; persons 1, 1, 2, 3, 3, 4. */
static DeidProblem *
make_problem (gboolean has_persons, DeidPrivacyModel *model)
{
  static const char *const columns[][6] = { { "x", "x", "x", "y", "y", "z" },
                                            { "m", "m", "f", "f", "f", "f" },
                                            { "1", "1", "2", "3", "3", "4" } };
  static const char *const names[] = { "town", "sex", "person" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint c = 0; c < 3; c++)
    {
      deid_dataset_add_string_column (dataset, names[c], columns[c], 6, NULL, NULL);
      if (c < 2 || has_persons)
        deid_dataset_set_role (dataset, names[c],
                               c < 2 ? DEID_ROLE_QUASI_IDENTIFYING : DEID_ROLE_ENTITY, NULL);
    }
  lattice = deid_lattice_new (dataset);
  for (guint c = 0; c < 2; c++)
    deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, NULL);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, 5, NULL));
  return problem;
}

static DeidResult *
evaluate (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (problem), 0, NULL);

  return deid_problem_evaluate (problem, policy, NULL, error);
}

/* Returns: how many pairs of classes have the same label of an attribute. */
static guint
count_alike (const Host *host, guint attribute)
{
  guint n = 0;

  for (guint32 i = 0; i < host->n_classes; i++)
    for (guint32 j = 0; j < i; j++)
      n += host->labels[attribute][i] == host->labels[attribute][j];
  return n;
}

/* Of four classes, two have town x and three sex f. The two of one record go; if persons count, all
 * have one. */
START_TEST (seen_and_named)
{
  Host host = { .specification = "host", .fewest = 2, .greatest = 9 };
  g_autoptr (DeidPrivacyModel) model = make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (_i == 1, model);
  GError *error = NULL;
  g_autoptr (DeidResult) result = evaluate (problem, &error);

  ck_assert_uint_eq (host.n_classes, 4);
  ck_assert_uint_eq (host.n_attributes, 2);
  ck_assert_uint_eq (count_alike (&host, 0), 1);
  ck_assert_uint_eq (count_alike (&host, 1), 3);
  ck_assert_uint_eq (host.n_persons[0], _i == 1 ? 1 : 0);
  if (_i == 1)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return;
    }
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
}
END_TEST

/* What does not hold and names nothing leaves nothing; what fails ends the call. */
START_TEST (nothing_named)
{
  Host host = { .specification = "host", .greatest = 9, .names_none = _i == 0, .fails = _i == 1 };
  g_autoptr (DeidPrivacyModel) model = make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (FALSE, model);
  GError *error = NULL;

  ck_assert_ptr_null (evaluate (problem, &error));
  assert_error (&error, DEID_ERROR, _i == 0 ? DEID_ERROR_NO_SOLUTION : DEID_ERROR_INVALID_ARGUMENT,
                NULL);
}
END_TEST

/* The verifier refuses what is withheld and would not be named, and what is released and would be:
 * of a model that has changed its mind. */
START_TEST (changed_minds)
{
  Host host = { .specification = "host", .fewest = 2, .greatest = 9 };
  g_autoptr (DeidPrivacyModel) model = make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (FALSE, model);
  GError *error = NULL;
  g_autoptr (DeidResult) result = evaluate (problem, &error);
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, &error);

  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  host.fewest = _i == 0 ? 0 : 3;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION,
                _i == 0 ? "no condition on the table needs that" : "the released table fails host",
                NULL);
}
END_TEST

/* Of records z has one, and no other label; of persons m and y have one as well, and then x. */
START_TEST (combinations_of_persons)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_km_anonymity (2, 1, NULL);
  g_autoptr (DeidProblem) by_records = make_problem (FALSE, model);
  g_autoptr (DeidProblem) by_persons = make_problem (TRUE, model);
  GError *error = NULL;
  g_autoptr (DeidResult) result = evaluate (by_records, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  ck_assert_ptr_null (evaluate (by_persons, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}
END_TEST

/* Searches for boundary policies take combinations with any limit, but no host's condition that
 * promises nothing. */
START_TEST (boundary_searches)
{
  Host host = { .specification = "host", .fewest = 2, .greatest = 9 };
  g_autoptr (DeidPrivacyModel) model
      = _i == 0 ? deid_privacy_model_new_km_anonymity (2, 1, NULL) : make_model (&host);
  g_autoptr (DeidProblem) problem = make_problem (FALSE, model);
  g_autoptr (DeidSearch) search = deid_search_new_bisecting (5, 1, TRUE);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, &error);

  if (_i == 1)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not monotone", NULL);
      return;
    }
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}
END_TEST

/* What is suppressed at a policy is suppressed at each specialization, also where records of
 * classes that fail k-anonymity went before. By the definitions alone. */
START_TEST (nested_suppression)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  const guint n_trials = count_trials (400);
  guint n_suppressed = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *problem = random_problem_new (rand, FALSE);
      const guint n_policies = random_problem_get_n_policies (problem);
      guint levels[MAX_ATTRIBUTES];
      TableModel model;
      PlainVerdict lower, upper;

      problem->n_models = 0;
      plain_table_draw (&model, TABLE_COMBINATIONS, problem, NULL, rand);
      random_problem_get_levels (problem, g_rand_int (rand) % n_policies, levels);
      plain_table_check (problem, NULL, &model, 1, levels, &lower);
      for (guint a = 0; a < problem->n_attributes; a++)
        {
          if (levels[a] + 1 >= problem->attributes[a].n_levels)
            continue;
          levels[a]++;
          plain_table_check (problem, NULL, &model, 1, levels, &upper);
          levels[a]--;
          for (guint row = 0; row < problem->n_rows; row++)
            ck_assert (lower.suppressed[row] || !upper.suppressed[row]);
          n_suppressed += upper.n_suppressed > 0;
        }
      random_problem_free (problem);
    }
  ck_assert (n_trials < 100 || n_suppressed > n_trials / 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("named classes");
  TCase *tcase = tcase_create ("hosts and combinations");

  tcase_add_loop_test (tcase, seen_and_named, 0, 2);
  tcase_add_loop_test (tcase, nothing_named, 0, 2);
  tcase_add_loop_test (tcase, changed_minds, 0, 2);
  tcase_add_test (tcase, combinations_of_persons);
  tcase_add_loop_test (tcase, boundary_searches, 0, 2);
  tcase_add_test (tcase, nested_suppression);
  suite_add_tcase (suite, tcase);
  return suite;
}
