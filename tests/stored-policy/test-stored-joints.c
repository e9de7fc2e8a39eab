/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Joint columns of stored policies: what they combine, in which order, and their roles; and the
 * missing codes of columns. */
#include "support/sample.h"
#include "support/suite.h"

#define N_ROWS 2

/* One joint column: its name and what it combines. */
typedef struct
{
  const char *name;
  const char *columns[4];
} Joint;

static const Joint plain = { "j", { "a", "b" } };
static const Joint swapped = { "j", { "b", "a" } };

/* The columns ward, a, b, c of two equal rows, and up to two joint ones, or none. */
static DeidDataset *
make_table (const Joint *first, const Joint *second)
{
  static const char *const names[] = { "ward", "a", "b", "c" };
  DeidDataset *dataset = deid_dataset_new ("stays");

  for (guint c = 0; c < G_N_ELEMENTS (names); c++)
    {
      const char *const values[N_ROWS] = { names[c], names[c] };

      ck_assert (deid_dataset_add_string_column (dataset, names[c], values, N_ROWS, NULL, NULL));
    }
  if (first != NULL)
    ck_assert (deid_dataset_add_joint_column (dataset, first->name, first->columns, NULL, NULL));
  if (second != NULL)
    ck_assert (deid_dataset_add_joint_column (dataset, second->name, second->columns, NULL, NULL));
  return dataset;
}

/* Returns: (transfer full): what is stored of a result with one quasi-identifier, and read back. */
static DeidStoredPolicy *
store (DeidDataset *dataset, const char *attribute)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *text = NULL, *again = NULL;
  DeidStoredPolicy *read;
  const guint bottom = 0;
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, attribute, hierarchy, NULL, NULL));
  problem = sample_state_problem (lattice, "k:2", NULL, 0.0);
  result = sample_evaluate (problem, &bottom, &error);
  assert_no_error (error);
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (policy, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
  again = deid_stored_policy_to_json (read, NULL, NULL);
  ck_assert_str_eq (text, again);
  return read;
}

/* Evaluates a policy on a table whose joint columns are not those it was stored with, or are. */
static void
check (DeidStoredPolicy *policy, const Joint *first, const Joint *second, gboolean expected)
{
  g_autoptr (DeidDataset) dataset = make_table (first, second);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
  if (expected)
    assert_no_error (error);
  else
    assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'j'", "order", NULL);
}

/* The texts of combinations are others in another order. */
START_TEST (order)
{
  g_autoptr (DeidDataset) dataset = make_table (&plain, NULL), other = make_table (&swapped, NULL);
  g_autoptr (DeidStoredPolicy) policy = store (dataset, "ward"), back = store (other, "ward");

  check (policy, &plain, NULL, TRUE);
  check (policy, &swapped, NULL, FALSE);
  check (back, &swapped, NULL, TRUE);
  check (back, &plain, NULL, FALSE);
}
END_TEST

/* The inner column is known by what it combines, too, also if it has no role of its own. */
START_TEST (nested)
{
  static const Joint flat = { "j", { "a", "b", "c" } }, outer = { "j", { "q", "c" } },
                     inner = { "q", { "a", "b" } }, other = { "q", { "b", "a" } };

  for (guint has_role = 0; has_role < 2; has_role++)
    {
      g_autoptr (DeidDataset) dataset = make_table (&inner, &outer), wrong = NULL;
      g_autoptr (DeidStoredPolicy) policy = NULL;
      GError *error = NULL;

      if (!has_role)
        ck_assert (deid_dataset_set_role (dataset, "q", DEID_ROLE_IDENTIFYING, NULL));
      policy = store (dataset, "ward");
      check (policy, &inner, &outer, TRUE);
      check (policy, &inner, &flat, FALSE);
      wrong = make_table (&other, &outer);
      ck_assert_ptr_null (deid_stored_policy_evaluate (policy, wrong, NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'q'", "order", NULL);
    }
}
END_TEST

/* Joint columns that the next table lacks are added: the inner one first, and after the missing
 * codes of what it combines. */
START_TEST (added)
{
  static const Joint inner = { "q", { "a", "b" } }, outer = { "j", { "q", "c" } };
  static const char *const codes[] = { "b", NULL }, *const less[] = { "ward", "a", "b", NULL };
  g_autoptr (DeidDataset) dataset = make_table (NULL, NULL), next = make_table (NULL, NULL),
                          lacking = deid_dataset_new ("lacking");
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  const char *const values[N_ROWS] = { "x", "x" };
  GError *error = NULL;

  ck_assert (deid_dataset_add_missing_codes (dataset, "b", codes, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, inner.name, inner.columns, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, outer.name, outer.columns, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "j", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  policy = store (dataset, "j");
  result = deid_stored_policy_evaluate (policy, next, NULL, NULL, &error);
  assert_no_error (error);
  for (guint c = 4; c < 6; c++)
    {
      ck_assert_str_eq (deid_dataset_get_column_name (next, c),
                        deid_dataset_get_column_name (dataset, c));
      ck_assert_str_eq (deid_dataset_get_value (next, 0, c),
                        deid_dataset_get_value (dataset, 0, c));
    }
  ck_assert_int_eq (deid_dataset_get_role (next, 5), DEID_ROLE_QUASI_IDENTIFYING);

  for (guint c = 0; less[c] != NULL; c++)
    ck_assert (deid_dataset_add_string_column (lacking, less[c], values, N_ROWS, NULL, NULL));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, lacking, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'c'", NULL);
  ck_assert_uint_eq (deid_dataset_get_n_columns (lacking), 3);
}
END_TEST

/* A joint column gets the role that it had, unless the host sets one; that of a quasi-identifier
 * included. */
START_TEST (roles)
{
  static const DeidRole stored[] = { DEID_ROLE_JUDGED, DEID_ROLE_INSENSITIVE, DEID_ROLE_SENSITIVE,
                                     DEID_ROLE_QUASI_IDENTIFYING };

  for (guint i = 0; i < G_N_ELEMENTS (stored); i++)
    for (guint is_set = 0; is_set < 2; is_set++)
      {
        const gboolean is_attribute = stored[i] == DEID_ROLE_QUASI_IDENTIFYING;
        g_autoptr (DeidDataset) dataset = make_table (&plain, NULL),
                                next = make_table (&plain, NULL);
        g_autoptr (DeidStoredPolicy) policy = NULL;
        g_autoptr (DeidResult) result = NULL;
        GError *error = NULL;

        ck_assert (deid_dataset_set_role (dataset, "j", stored[i], NULL));
        policy = store (dataset, is_attribute ? "j" : "ward");
        if (is_set)
          ck_assert (deid_dataset_set_role (next, "j", DEID_ROLE_JUDGED, NULL));
        result = deid_stored_policy_evaluate (policy, next, NULL, NULL, &error);
        if (is_set && is_attribute)
          assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'j'", NULL);
        else
          assert_no_error (error);
        ck_assert_int_eq (deid_dataset_get_role (next, 4), is_set ? DEID_ROLE_JUDGED : stored[i]);
      }
}
END_TEST

/* Nothing is to be set where the default is what is stored. */
START_TEST (immutable)
{
  g_autoptr (DeidDataset) dataset = make_table (&plain, NULL);
  g_autoptr (DeidStoredPolicy) policy = store (dataset, "ward");
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
  assert_no_error (error);
}
END_TEST

/* A part's missing codes are known before the joint column is added, or not at all. */
START_TEST (missing_codes)
{
  static const char *const codes[] = { "a", "NA", NULL };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("stays"), other = make_table (&plain, NULL);
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidResult) again = NULL;
  GError *error = NULL;

  for (guint c = 0; c < 3; c++)
    {
      const char *const names[] = { "ward", "a", "b" }, *const values[N_ROWS] = { "a", "a" };

      ck_assert (deid_dataset_add_string_column (dataset, names[c], values, N_ROWS, NULL, NULL));
    }
  ck_assert (deid_dataset_add_missing_codes (dataset, "a", codes, NULL, NULL));
  ck_assert (deid_dataset_add_joint_column (dataset, plain.name, plain.columns, NULL, NULL));
  policy = store (dataset, "ward");
  again = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, other, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'a'", "'j' combines", NULL);
}
END_TEST

/* A column has the stored codes beside those that the host gave it, unless it can get none. */
START_TEST (own_codes)
{
  static const char *const codes[] = { "NA", NULL }, *const own[] = { "-", NULL },
                           *const both[] = { "-", "NA", NULL };
  g_autoptr (DeidDataset) without = make_table (&plain, NULL), with = make_table (&plain, NULL),
                          next = make_table (&plain, NULL);
  g_autoptr (DeidStoredPolicy) policy = NULL, frozen = store (without, "ward");
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_ptr_nonnull (frozen);
  ck_assert (deid_dataset_add_missing_codes (with, "ward", codes, NULL, NULL));
  ck_assert (deid_dataset_add_missing_codes (next, "ward", own, NULL, NULL));
  policy = store (with, "ward");
  result = deid_stored_policy_evaluate (policy, next, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (g_strv_equal (deid_dataset_get_missing_codes (next, 0), both));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, without, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("stored joints");
  TCase *tcase = tcase_create ("stored joints");

  tcase_add_test (tcase, order);
  tcase_add_test (tcase, nested);
  tcase_add_test (tcase, added);
  tcase_add_test (tcase, roles);
  tcase_add_test (tcase, immutable);
  tcase_add_test (tcase, missing_codes);
  tcase_add_test (tcase, own_codes);
  suite_add_tcase (suite, tcase);
  return suite;
}
