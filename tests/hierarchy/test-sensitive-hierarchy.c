/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies of sensitive attributes, and models of a host that ask for them, in stored policies
 * and certificates. The host's model wants the diagnoses of a class to be of several groups. */
#include "support/suite.h"

#include <deid/deid-extend.h>
#include <string.h>

/* What describe, accept and necessary share; describe owns it. */
typedef struct
{
  guint n_groups;
} Groups;

static char *
describe (gpointer data)
{
  return g_strdup_printf ("groups:%u", ((Groups *) data)->n_groups);
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  (void) data;
  if (deid_privacy_input_get_hierarchy (input, 0) == NULL)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "groups: no hierarchy");
  *state = (gpointer) input;
  return TRUE;
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes, GError **error)
{
  const DeidPrivacyInput *input = state;
  const DeidHierarchy *hierarchy = deid_privacy_input_get_hierarchy (input, 0);
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint32 n_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);

  (void) error;
  for (guint32 v = 0; v < n_values; v++)
    {
      const char *value = deid_privacy_input_get_value (input, 0, values[v]);

      g_hash_table_add (groups, generalize (hierarchy, value, 1));
    }
  *passes = g_hash_table_size (groups) >= ((Groups *) data)->n_groups;
  return TRUE;
}

/* As many groups need as many values. */
static gboolean
necessary (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
           GError **error)
{
  guint32 n_values;

  (void) state;
  (void) error;
  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= ((Groups *) data)->n_groups;
  return TRUE;
}

/* Declares less than is true of it, if asked to. */
static DeidPrivacyModel *
make_groups (guint n_groups, DeidClosure closure)
{
  static const char *const sensitive[] = { "diagnosis", NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  Groups *groups = g_new (Groups, 1);
  DeidPrivacyModel *model;
  GError *error = NULL;

  *groups = (Groups){ n_groups };
  deid_privacy_model_funcs_set_describe (funcs, describe, groups, g_free);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, groups, NULL);
  deid_privacy_model_funcs_set_closure (funcs, closure);
  if (closure == DEID_CLOSURE_UNION)
    deid_privacy_model_funcs_set_necessary (funcs, necessary, groups, NULL);
  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  return model;
}

/* The groups are heart and lung, unless they are made otherwise; "" stands for missing values. */
static DeidHierarchy *
make_hierarchy (const char *group_of_asthma)
{
  const char *const leaves[][4] = { { "angina", "heart", "any", NULL },
                                    { "infarct", "heart", "any", NULL },
                                    { "asthma", group_of_asthma, "any", NULL },
                                    { "unused", "other", "any", NULL },
                                    { "", "", "any", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("diagnosis");
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, leaves[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

/* By single ages the classes 20, 30 and 40 have the groups heart; heart and lung; lung. */
static DeidDataset *
make_table (gboolean with_roles)
{
  static const char *const ages[] = { "20", "20", "30", "30", "30", "40", "40", "40", "40" };
  static const char *const diagnoses[] = { "angina", "infarct", "angina", "asthma", "asthma",
                                           "asthma", "asthma",  "asthma", "asthma" };
  DeidDataset *dataset = deid_dataset_new (NULL);

  ck_assert (deid_dataset_add_string_column (dataset, "age", ages, 9, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", diagnoses, 9, NULL, NULL));
  if (with_roles)
    ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, NULL));
  return dataset;
}

/* Without @hierarchy, the attribute has none. */
static DeidProblem *
make_problem (DeidHierarchy *hierarchy, guint n_groups, DeidClosure closure, guint64 limit)
{
  g_autoptr (DeidDataset) dataset = make_table (TRUE);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) ages = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidPrivacyModel) groups = make_groups (n_groups, closure);
  DeidProblem *problem;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL));
  problem = deid_problem_new (lattice);
  if (hierarchy != NULL)
    ck_assert (deid_problem_set_sensitive_hierarchy (problem, "diagnosis", hierarchy, NULL, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, groups, NULL));
  ck_assert (deid_problem_set_suppression_limit_count (problem, limit, NULL));
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

/* What the certificate of a problem says. */
static char *
certify (DeidProblem *problem, const char *path)
{
  g_autoptr (DeidResult) result = solve (problem);
  GError *error = NULL;
  char *text;

  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Five records of 9 may be suppressed, but single ages suppress six: 2 of them fail both models. */
START_TEST (certificates)
{
  static const struct
  {
    DeidClosure closure;
    const char *closed;
    const char *line; /* that settles single ages */
  } cases[] = {
    { DEID_CLOSURE_SUPERSET, "itself", "{\"infeasible\":6,\"models\":[2,6]}" },
    { DEID_CLOSURE_UNION, "necessary condition", "{\"infeasible\":6,\"models\":[2,4]}" },
    { DEID_CLOSURE_NONE, "nothing", "{\"no_solution\":6}" },
  };
  const char *path = get_temporary_file ("certificate.jsonl");
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ("lung"), other = make_hierarchy ("other");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (hierarchy, 2, cases[i].closure, 5);
      g_autoptr (DeidProblem) again = make_problem (hierarchy, 2, cases[i].closure, 5);
      g_autoptr (DeidProblem) changed = make_problem (other, 2, cases[i].closure, 5);
      g_autofree char *text = certify (problem, path);
      g_autofree char *closed = g_strdup_printf (
          "{\"model\":\"groups:2@diagnosis\",\"superset_closed\":\"%s\"}", cases[i].closed);
      g_autoptr (DeidResult) verified = NULL;
      GError *error = NULL;

      ck_assert_msg (strstr (text, closed) != NULL, "no %s in %s", closed, text);
      ck_assert_msg (strstr (text, cases[i].line) != NULL, "no %s in %s", cases[i].line, text);
      verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_ptr_null (deid_problem_verify_certificate (changed, path, NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "sensitive_attributes", "hierarchy",
                    NULL);
    }
}
END_TEST

/* A hierarchy that no model asks for belongs to the problem all the same. */
START_TEST (certificate_without_hierarchy)
{
  const char *path = get_temporary_file ("certificate.jsonl");
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ("lung");
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_distinct_l_diversity ("diagnosis", 2, NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidDataset) dataset = make_table (TRUE);
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
      g_autoptr (DeidHierarchy) ages = deid_hierarchy_new_suppression ();
      g_autoptr (DeidProblem) problem = NULL;
      GError *error = NULL;

      ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      if (i == 0)
        {
          text = certify (problem, path);
          ck_assert_ptr_nonnull (strstr (text, "{\"name\":\"diagnosis\",\"hierarchy\":null}"));
          continue;
        }
      ck_assert (
          deid_problem_set_sensitive_hierarchy (problem, "diagnosis", hierarchy, NULL, NULL));
      ck_assert_ptr_null (deid_problem_verify_certificate (problem, path, NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "sensitive_attributes", NULL);
    }
}
END_TEST

/* Returns: the policy of a text that may have models of the host. */
static DeidStoredPolicy *
read_with (const char *text, DeidPrivacyModel *const *models, guint n_models, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();

  for (guint i = 0; i < n_models; i++)
    ck_assert (deid_stored_policy_options_add_privacy_model (options, models[i], NULL));
  return deid_stored_policy_new_from_json_text (text, options, NULL, error);
}

/* Returns: the stored policy of a problem whose model the host made. */
static char *
store (void)
{
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ("lung");
  g_autoptr (DeidProblem) problem = make_problem (hierarchy, 2, DEID_CLOSURE_SUPERSET, 6);
  g_autoptr (DeidResult) result = solve (problem);
  GError *error = NULL;
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 6);
  return deid_stored_policy_to_json (policy, NULL, NULL);
}

START_TEST (stored_policies)
{
  static const char *const labels[] = { "heart", "heart", "lung", "other", "" };
  static const char *const values[] = { "angina", "infarct", "asthma", "unused", "" };
  g_autoptr (DeidPrivacyModel) three = make_groups (3, DEID_CLOSURE_SUPERSET);
  g_autoptr (DeidPrivacyModel) two = make_groups (2, DEID_CLOSURE_SUPERSET);
  DeidPrivacyModel *const models[] = { three, two };
  g_autofree char *text = store (), *again = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidDataset) dataset = make_table (FALSE);
  g_autoptr (DeidResult) result = NULL;
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_new_from_json_text (text, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "model 2, 'groups'", NULL);
  ck_assert_ptr_null (read_with (text, models, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "model 2, 'groups'", NULL);
  policy = read_with (text, models, 2, &error);
  assert_no_error (error);
  again = deid_stored_policy_to_json (policy, NULL, NULL);
  ck_assert_str_eq (again, text);
  result = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 6);
  hierarchy = deid_problem_get_sensitive_hierarchy (deid_result_get_problem (result), "diagnosis");
  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 3);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (hierarchy), G_N_ELEMENTS (values));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    assert_generalizes (hierarchy, values[i], 1, labels[i]);
}
END_TEST

/* The host's model needs a hierarchy, which is taken back; a judged column may have one, too. */
START_TEST (taken_back)
{
  static const char *const ages[] = { "20", "20" }, *const diagnoses[] = { "angina", "asthma" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ("lung"), suppression = NULL;
  g_autoptr (DeidPrivacyModel) groups = make_groups (2, DEID_CLOSURE_SUPERSET);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "age", ages, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", diagnoses, 2, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_JUDGED, NULL));
  lattice = deid_lattice_new (dataset);
  suppression = deid_hierarchy_new_suppression ();
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", suppression, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, groups, NULL));
  ck_assert (!deid_problem_set_sensitive_hierarchy (problem, "age", NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'age'", NULL);
  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "diagnosis", NULL, NULL, NULL));
  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "diagnosis", hierarchy, NULL, NULL));
  ck_assert_ptr_eq (deid_problem_get_sensitive_hierarchy (problem, "diagnosis"), hierarchy);
  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "diagnosis", NULL, NULL, NULL));
  ck_assert_ptr_null (deid_problem_get_sensitive_hierarchy (problem, "diagnosis"));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "no hierarchy", NULL);
  ck_assert (!deid_problem_set_sensitive_hierarchy (problem, "diagnosis", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

/* A table with a value that the hierarchy lacks. */
START_TEST (unknown_values)
{
  static const char *const ages[] = { "20", "20" }, *const diagnoses[] = { "angina", "gout" };
  g_autoptr (DeidPrivacyModel) two = make_groups (2, DEID_CLOSURE_SUPERSET);
  DeidPrivacyModel *const models[] = { two };
  g_autofree char *text = store ();
  g_autoptr (DeidStoredPolicy) policy = read_with (text, models, 1, NULL);
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "age", ages, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", diagnoses, 2, NULL, NULL));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "1 value", "row 2", NULL);
}
END_TEST

/* What stands in the place of the hierarchy. */
START_TEST (spoilt_hierarchies)
{
  static const struct
  {
    const char *hierarchies;
    int code;
    const char *message; /* NULL if it is accepted */
  } cases[] = {
    { "{}", 0, NULL },
    { "{\"diagnosis\":{\"rule\":\"suppress\"}}", 0, NULL },
    { "{\"diagnosis\":[[\"a\"]]}", 0, NULL },
    { "{\"diagnosis\":[]}", DEID_ERROR_EMPTY, "sensitive attribute 'diagnosis'" },
    { "{\"diagnosis\":[[]]}", DEID_ERROR_PARSE,
      "'diagnosis': expected an object with a rule, or an array" },
    { "{\"diagnosis\":[1]}", DEID_ERROR_PARSE,
      "'diagnosis': expected an object with a rule, or an array" },
    { "{\"diagnosis\":[[\"a\",1]]}", DEID_ERROR_PARSE,
      "'diagnosis': expected an object with a rule, or an array" },
    { "{\"diagnosis\":[[\"a\",null]]}", DEID_ERROR_PARSE, "'diagnosis': expected an object" },
    { "{\"diagnosis\":null}", DEID_ERROR_PARSE, "'diagnosis': expected an object" },
    { "{\"diagnosis\":{}}", DEID_ERROR_PARSE, "'diagnosis': member 'rule'" },
    { "{\"diagnosis\":{\"rule\":\"all\"}}", DEID_ERROR_PARSE, "member 'rule': rule 'all'" },
    { "{\"diagnosis\":[[\"a\",\"b\"],[\"c\"]]}", DEID_ERROR_HIERARCHY, "'diagnosis'" },
    { "{\"age\":{\"rule\":\"suppress\"}}", DEID_ERROR_PARSE, "names of sensitive attributes" },
    { "{\"other\":{\"rule\":\"suppress\"}}", DEID_ERROR_PARSE, "names of sensitive attributes" },
  };
  g_autoptr (DeidPrivacyModel) two = make_groups (2, DEID_CLOSURE_SUPERSET);
  DeidPrivacyModel *const models[] = { two };
  g_autofree char *text = store ();
  char *start = strstr (text, "\"sensitive_hierarchies\""), *end = strchr (start, '}');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *spoilt
          = g_strdup_printf ("%.*s\"sensitive_hierarchies\":%s%s", (int) (start - text), text,
                             cases[i].hierarchies, end + 1);
      GError *error = NULL;
      g_autoptr (DeidStoredPolicy) policy = read_with (spoilt, models, 1, &error);

      ck_assert ((policy != NULL) == (cases[i].message == NULL));
      if (cases[i].message == NULL)
        assert_no_error (error);
      else
        assert_error (&error, DEID_ERROR, cases[i].code, cases[i].message, NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("sensitive hierarchies");
  TCase *tcase = tcase_create ("hierarchies");

  tcase_add_test (tcase, certificates);
  tcase_add_test (tcase, certificate_without_hierarchy);
  tcase_add_test (tcase, stored_policies);
  tcase_add_test (tcase, taken_back);
  tcase_add_test (tcase, unknown_values);
  tcase_add_test (tcase, spoilt_hierarchies);
  suite_add_tcase (suite, tcase);
  return suite;
}
