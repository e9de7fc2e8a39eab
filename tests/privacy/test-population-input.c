/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Population tables as they come: what is refused, what joint attributes are, a stored policy, what
 * the verifier asks a host's model of classes of the population alone, and real tables. */
#include "support/suite.h"

#include <deid/deid-extend.h>
#include <string.h>

#include "classes/population.h"
#include "support/criticals.h"

static const char *const sexes[] = { "f", "m", "f", "m", "f" };
static const char *const ages[] = { "1", "2", NULL, "1", "2" };
static const char *const diagnoses[] = { "x", "y", "x", "x", "y" };

static DeidDataset *
make_table (const char *name, const char *const *sex, const char *const *age, guint n)
{
  DeidDataset *dataset = deid_dataset_new (name);

  ck_assert (deid_dataset_add_string_column (dataset, "sex", sex, n, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "age", age, n, NULL, NULL));
  return dataset;
}

static DeidHierarchy *
make_ages (void)
{
  static const char *const rows[][4]
      = { { "1", "1-2", "*", NULL }, { "2", "1-2", "*", NULL }, { "3", "3", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("ages");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

/* A problem on five people; sexes have no hierarchy. */
static DeidProblem *
make_problem (DeidPrivacyModel *model)
{
  g_autoptr (DeidDataset) dataset = make_table ("five.csv", sexes, ages, G_N_ELEMENTS (sexes));
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidHierarchy) hierarchy = make_ages ();
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", diagnoses,
                                             G_N_ELEMENTS (diagnoses), NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", suppression, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  if (model != NULL)
    ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

static void
assert_refused (DeidProblem *problem, DeidDataset *population, int code, const char *text)
{
  GError *error = NULL;

  ck_assert (!deid_problem_set_population (problem, population, NULL, &error));
  assert_error (&error, DEID_ERROR, code, text, NULL);
  ck_assert_ptr_null (deid_problem_get_population (problem));
}

START_TEST (refused)
{
  static const char *const bad_ages[] = { "1", "4", "5" };
  static const char *const numbers[] = { "1", "2", "3" };
  g_autoptr (DeidProblem) problem = make_problem (NULL);
  g_autoptr (DeidDataset) empty = make_table ("empty.csv", sexes, ages, 0);
  g_autoptr (DeidDataset) unknown = make_table ("bad.csv", sexes, bad_ages, 3);
  g_autoptr (DeidDataset) missing = make_table ("missing.csv", sexes, ages, 5);
  g_autoptr (DeidDataset) weighted = make_table ("weighted.csv", sexes, numbers, 3);
  g_autoptr (DeidDataset) narrow = deid_dataset_new ("narrow.csv");

  ck_assert (deid_dataset_add_string_column (narrow, "sex", sexes, 5, NULL, NULL));
  assert_refused (problem, empty, DEID_ERROR_EMPTY, "empty.csv: the population has no rows");
  assert_refused (problem, narrow, DEID_ERROR_UNKNOWN_COLUMN, "no column called 'age'");
  assert_refused (problem, unknown, DEID_ERROR_UNKNOWN_VALUE,
                  "bad.csv: column 'age': 2 values are not in its hierarchy (ages): the first in "
                  "row 2");
  ck_assert (deid_dataset_set_missing_policy (missing, "age", DEID_MISSING_POLICY_ERROR, NULL));
  assert_refused (problem, missing, DEID_ERROR_INVALID_ARGUMENT, "missing.csv: row 3");
  ck_assert (deid_dataset_set_role (weighted, "age", DEID_ROLE_WEIGHT, NULL));
  assert_refused (problem, weighted, DEID_ERROR_ROLE, "has the weights");
}
END_TEST

START_TEST (immutable)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_map (1, NULL);
  g_autoptr (DeidProblem) problem = make_problem (model);
  g_autoptr (DeidDataset) first = make_table ("first.csv", sexes, ages, 5);
  g_autoptr (DeidDataset) second = make_table ("second.csv", sexes, ages, 4);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_problem_set_population (problem, first, NULL, NULL));
  ck_assert (deid_problem_set_population (problem, second, NULL, NULL));
  ck_assert_ptr_eq (deid_problem_get_population (problem), second);
  ck_assert (!deid_dataset_set_role (second, "sex", DEID_ROLE_SENSITIVE, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_problem_set_population (problem, first, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

static void
assert_fails (DeidProblem *problem, const char *text)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, text, NULL);
}

START_TEST (no_population)
{
  g_autoptr (DeidPrivacyModel) kmap = deid_privacy_model_new_k_map (2, NULL);
  g_autoptr (DeidPrivacyModel) dp = deid_privacy_model_new_delta_presence (0, 1, NULL);
  g_autoptr (DeidProblem) a = make_problem (kmap), b = make_problem (dp);
  g_autoptr (DeidDataset) population = make_table ("population.csv", sexes, ages, 5);

  ck_assert (deid_problem_set_population (a, population, NULL, NULL));
  ck_assert (deid_problem_set_population (a, NULL, NULL, NULL));
  ck_assert_ptr_null (deid_problem_get_population (a));
  assert_fails (a, "no population table");
  assert_fails (b, "no population table");
}
END_TEST

START_TEST (no_subset)
{
  g_autoptr (DeidPrivacyModel) dp = deid_privacy_model_new_delta_presence (0, 1, NULL);
  g_autoptr (DeidProblem) problem = make_problem (dp);
  g_autoptr (DeidDataset) population = make_table ("four.csv", sexes, ages, 2);

  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  assert_fails (problem, "five.csv: 1 records with the values of row 3, but 0 in the population "
                         "four.csv");
}
END_TEST

START_TEST (bad_parameters)
{
  static const double shares[][2]
      = { { -0.1, 1 }, { 0, 0 }, { 0.5, 0.4 }, { 0, 1.5 }, { 1.5, 1.6 } };
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_k_map (0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "kmap", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      ck_assert_ptr_null (
          deid_privacy_model_new_delta_presence (shares[i][0], shares[i][1], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
}
END_TEST

START_TEST (specifications)
{
  static const char *const texts[] = { "kmap:5", "dp:0:0.5", "dp:0.1:1", "dp:1e-20:0.3" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (texts[i], "unused", NULL);
      g_autofree char *text = deid_privacy_model_to_specification (model);

      ck_assert_str_eq (text, texts[i]);
    }
}
END_TEST

/* Codes of a joint attribute have the labels of the columns they come from, and the same number
 * where their texts are the same; numbers of leaves are those of the table. */
START_TEST (joint_attributes)
{
  static const char *const other_sexes[] = { "m", "?", NULL, "f", "?" };
  static const char *const other_ages[] = { "3", NULL, "2", "1", "3" };
  g_autoptr (DeidProblem) problem = make_problem (NULL);
  g_autoptr (DeidDataset) dataset = make_table ("others.csv", other_sexes, other_ages, 5);
  const DeidLattice *lattice = deid_problem_get_lattice (problem);
  DeidTableSource others;
  DeidPopulation population;
  GError *error = NULL;

  ck_assert (deid_table_source_init (&others, dataset, NULL));
  deid_population_init (&population, lattice, &others, DEID_STOP_NEVER, &error);
  assert_no_error (error);
  for (guint a = 0; a < 2; a++)
    for (DeidLevel level = 0; level < lattice->attributes[a].n_levels; level++)
      {
        const DeidAttribute *parts[] = { &lattice->attributes[a], &population.attributes[a] };
        const DeidAttribute *joint = &population.joint[a];
        const guint32 n_own = parts[0]->n_codes;
        const char *texts[16];

        ck_assert_uint_eq (joint->n_codes, n_own + parts[1]->n_codes);
        ck_assert_uint_eq (joint->n_leaves, parts[0]->n_leaves);
        for (guint32 code = 0; code < joint->n_codes; code++)
          {
            const DeidAttribute *part = parts[code >= n_own];
            const guint32 label = part->levels[level].labels[code < n_own ? code : code - n_own];
            const guint32 joint_label = joint->levels[level].labels[code];

            texts[code] = deid_attribute_get_label (part, level, label);
            ck_assert_int_eq (
                g_strcmp0 (texts[code], deid_attribute_get_label (joint, level, joint_label)), 0);
            ck_assert (code >= n_own
                       || joint->levels[level].n_leaves[joint_label]
                              == part->levels[level].n_leaves[label]);
            for (guint32 before = 0; before < code; before++)
              ck_assert ((joint->levels[level].labels[before] == joint_label)
                         == (g_strcmp0 (texts[before], texts[code]) == 0));
          }
      }
  deid_population_clear (&population);
}
END_TEST

/* A stored policy is applied to other records with their population, or fails without. */
START_TEST (stored_policy)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_map (2, NULL);
  g_autoptr (DeidProblem) problem = make_problem (model);
  g_autoptr (DeidDataset) population = make_table ("five.csv", sexes, ages, 5);
  g_autoptr (DeidDataset) tomorrow = make_table ("tomorrow.csv", sexes, ages, 2);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, applied = NULL;
  g_autoptr (DeidStoredPolicy) stored = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (tomorrow, "diagnosis", diagnoses, 2, NULL, NULL));
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  stored = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_null (deid_stored_policy_evaluate (stored, tomorrow, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "no population table", NULL);
  ck_assert (deid_stored_policy_options_set_population (options, population, NULL));
  applied = deid_stored_policy_evaluate (stored, tomorrow, options, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (applied), 0);
}
END_TEST

/* What a host's model does with classes of the population alone, and is asked. */
typedef struct
{
  gboolean gives_up;
  guint n_asked;
} Host;

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("host");
}

static gboolean
accept_all (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
            GError **error)
{
  (void) eq_class;
  (void) state;
  (void) data;
  (void) error;
  *passes = TRUE;
  return TRUE;
}

static gboolean
accept_unmatched (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                  GError **error)
{
  Host *host = data;
  guint32 n_values = 7;

  (void) state;
  ck_assert_uint_eq (deid_class_get_n_records (eq_class), 0);
  ck_assert_uint_eq (deid_class_get_n_population (eq_class), 1);
  ck_assert (deid_class_has_population (eq_class));
  deid_class_get_values (eq_class, 0, &n_values);
  ck_assert_uint_eq (n_values, 0);
  n_values = 7;
  deid_class_get_counts (eq_class, 0, &n_values);
  ck_assert_uint_eq (n_values, 0);
  host->n_asked++;
  if (host->gives_up)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the host gives up");
  *passes = TRUE;
  return TRUE;
}

/* The five people in a population with two more, each in a class of its own; diagnoses are
 * judged. */
static DeidProblem *
make_unmatched_problem (Host *host)
{
  static const char *const more_sexes[] = { "f", "m", "f", "m", "f", "f", "m" };
  static const char *const more_ages[] = { "1", "2", NULL, "1", "2", "3", "3" };
  static const char *const sensitive[] = { "diagnosis", NULL };
  g_autoptr (DeidDataset) population = make_table ("seven.csv", more_sexes, more_ages, 7);
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  DeidProblem *problem;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept_all, NULL, NULL);
  deid_privacy_model_funcs_set_accept_unmatched (funcs, accept_unmatched, host, NULL);
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  model = deid_privacy_model_new (funcs, NULL);
  problem = make_problem (model);
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  return problem;
}

/* Returns: the release of the policy that generalizes nothing, which leaves both unmatched. */
static DeidDataset *
release_bottom (DeidProblem *problem, DeidResult **result)
{
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  DeidDataset *release;
  GError *error = NULL;

  *result = deid_problem_evaluate (problem, bottom, NULL, &error);
  assert_no_error (error);
  release = deid_result_apply (*result, NULL, NULL, &error);
  assert_no_error (error);
  return release;
}

/* A class without records has no values, and to ask for them is no misuse. */
START_TEST (unmatched_values)
{
  Host host = { 0 };
  g_autoptr (DeidProblem) problem = make_unmatched_problem (&host);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GLogFunc handler = criticals_start ();
  GError *error = NULL;

  release = release_bottom (problem, &result);
  ck_assert_uint_eq (criticals_take (), 0);
  host.n_asked = 0;
  deid_result_verify (result, release, NULL, &error);
  g_log_set_default_handler (handler, NULL);
  assert_no_error (error);
  ck_assert_uint_eq (host.n_asked, 2);
  ck_assert_uint_eq (criticals_take (), 0);
}
END_TEST

/* An error counts, whatever the model returns. */
START_TEST (unmatched_error)
{
  Host host = { 0 };
  g_autoptr (DeidProblem) problem = make_unmatched_problem (&host);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = release_bottom (problem, &result);
  GError *error = NULL;

  host.gives_up = TRUE;
  ck_assert (!deid_result_verify (result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the host gives up", NULL);
  ck_assert_ptr_null (
      deid_problem_evaluate (problem, deid_result_get_policy (result), NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "the host gives up", NULL);
}
END_TEST

static void
add_real_attribute (DeidLattice *lattice, const char *name)
{
  g_autofree char *file = g_strconcat ("data/adult/hierarchy_", name, ".csv", NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  GError *error = NULL;

  hierarchy = deid_hierarchy_new_from_csv_file (find_shared_file (file), NULL, NULL, &error);
  assert_no_error (error);
  deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
  assert_no_error (error);
}

/* Adult in the population of a state: both searches agree, the release is verified, and the
 * certificate as well. */
START_TEST (real_tables)
{
  static const char *const models[] = { "kmap:1000", "dp:0:0.01", "dp:0.001:0.02" };
  const char *table = find_shared_file ("data/adult/adult.csv");
  const char *people = find_shared_file ("data/adult/population_tn.csv");
  const char *path = get_temporary_file ("real.jsonl");
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) data = NULL, population = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL, expected = NULL, verified = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  if (table == NULL || people == NULL)
    {
      note_skipped ();
      return;
    }
  deid_csv_options_set_delimiter (csv, ';', NULL);
  data = deid_dataset_new_from_csv_file (table, csv, NULL, &error);
  assert_no_error (error);
  population = deid_dataset_new_from_csv_file (people, csv, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_set_role (population, "count", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (data);
  add_real_attribute (lattice, "sex");
  add_real_attribute (lattice, "race");
  add_real_attribute (lattice, "age");
  model = deid_privacy_model_new_from_specification (models[_i], NULL, NULL);
  problem = deid_problem_new (lattice);
  deid_problem_set_population (problem, population, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.05, NULL));
  result = deid_search_run (optimal, problem, NULL, &error);
  assert_no_error (error);
  expected = deid_search_run (exhaustive, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
  ck_assert (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected))
      == 0);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  verified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("population input");
  TCase *tcase = tcase_create ("core");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, immutable);
  tcase_add_test (tcase, no_population);
  tcase_add_test (tcase, no_subset);
  tcase_add_test (tcase, bad_parameters);
  tcase_add_test (tcase, specifications);
  tcase_add_test (tcase, joint_attributes);
  tcase_add_test (tcase, stored_policy);
  tcase_add_test (tcase, unmatched_values);
  tcase_add_test (tcase, unmatched_error);
  tcase_add_loop_test (tcase, real_tables, 0, 3);
  suite_add_tcase (suite, tcase);
  return suite;
}
