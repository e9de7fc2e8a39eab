/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A dataset is a table in memory, a column after the other. The role of a column decides what
 * becomes of it: one without a role is never released. */
#include "support/lesson.h"

static DeidDataset *
make_visits (void)
{
  static const char *const towns[] = { "x", "x", NULL };
  static const gint64 ages[] = { 31, 34, 47 };
  DeidDataset *dataset = deid_dataset_new ("visits");

  ck_assert (deid_dataset_add_string_column (dataset, "town", towns, 3, NULL, NULL));
  ck_assert (deid_dataset_add_integer_column (dataset, "age", ages, 3, NULL, 0, NULL, NULL));
  return dataset;
}

/* Numbers become texts, and NULL is a missing value, which is not counted. */
START_TEST (test_values)
{
  g_autoptr (DeidDataset) dataset = make_visits ();
  guint column;

  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 3);
  ck_assert (deid_dataset_find_column (dataset, "age", &column, NULL));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 2, column), "47");
  ck_assert_ptr_null (deid_dataset_get_value (dataset, 2, 0));
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 0), 1);
}

START_TEST (test_roles)
{
  g_autoptr (DeidDataset) dataset = make_visits ();

  ck_assert_int_eq (deid_dataset_get_role (dataset, 0), DEID_ROLE_IDENTIFYING);
  ck_assert (deid_dataset_set_role (dataset, "town", DEID_ROLE_SENSITIVE, NULL));
  ck_assert_int_eq (deid_dataset_get_role (dataset, 0), DEID_ROLE_SENSITIVE);
}

/* A row with a weight stands for that many identical records: 2 + 3. */
START_TEST (test_weights)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("town n:weight\n x 2\n y 3\n");

  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 2);
  ck_assert_uint_eq (deid_dataset_get_n_records (dataset), 5);
}

START_TEST (test_error)
{
  static const char *const values[] = { "a", "b" };
  g_autoptr (DeidDataset) dataset = make_visits ();
  GError *error = NULL;

  ck_assert (!deid_dataset_add_string_column (dataset, "age", values, 2, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "age", NULL);
}

LESSON (dataset, test_values, test_roles, test_weights, test_error)
