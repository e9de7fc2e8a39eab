/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the models do not promise, one lesson each: the model is met, the release is verified, and
 * somebody learns something all the same. */
#include <string.h>

#include "support/sample.h"
#include "support/suite.h"

#define MAX_ROWS 64

/* A table of three columns; a person is an entity only where a test says so. */
typedef struct
{
  const char *wards[MAX_ROWS];
  const char *diagnoses[MAX_ROWS];
  const char *persons[MAX_ROWS];
  guint n;
} Table;

/* Adds records of one ward; without a name each is of a person of its own. */
static void
add_records (Table *table, guint n, const char *ward, const char *diagnosis, const char *person)
{
  static const char *const names[] = { "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7" };

  for (guint i = 0; i < n; i++)
    {
      g_assert (table->n < MAX_ROWS);
      table->wards[table->n] = ward;
      table->diagnoses[table->n] = diagnosis;
      table->persons[table->n] = person != NULL ? person : names[i % G_N_ELEMENTS (names)];
      table->n++;
    }
}

static DeidDataset *
build_dataset (const Table *table, gboolean has_persons)
{
  DeidDataset *dataset = deid_dataset_new ("hospital");
  GError *error = NULL;

  ck_assert (
      deid_dataset_add_string_column (dataset, "ward", table->wards, table->n, NULL, &error));
  ck_assert (deid_dataset_add_string_column (dataset, "diagnosis", table->diagnoses, table->n, NULL,
                                             &error));
  ck_assert (
      deid_dataset_add_string_column (dataset, "person", table->persons, table->n, NULL, &error));
  ck_assert (deid_dataset_set_role (dataset, "diagnosis", DEID_ROLE_SENSITIVE, &error));
  if (has_persons)
    ck_assert (deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, &error));
  return dataset;
}

/* Keeps the wards as they are: only records are suppressed. */
static DeidResult *
evaluate (const Table *table, gboolean has_persons, const char *models, double limit)
{
  static const guint levels[] = { 0 };
  g_autoptr (DeidDataset) dataset = build_dataset (table, has_persons);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "ward", hierarchy, NULL, &error));
  problem = sample_state_problem (lattice, models, "diagnosis", limit);
  result = sample_evaluate (problem, levels, &error);
  g_clear_error (&error);
  return result;
}

static guint
count_released (DeidDataset *release, const char *ward, const char *diagnosis)
{
  guint ward_column, diagnosis_column, n = 0;
  GError *error = NULL;

  ck_assert (deid_dataset_find_column (release, "ward", &ward_column, &error));
  ck_assert (deid_dataset_find_column (release, "diagnosis", &diagnosis_column, &error));
  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    n += strcmp (deid_dataset_get_value (release, row, ward_column), ward) == 0
         && (diagnosis == NULL
             || g_strcmp0 (deid_dataset_get_value (release, row, diagnosis_column), diagnosis)
                    == 0);
  return n;
}

static DeidDataset *
release_verified (DeidResult *result)
{
  GError *error = NULL;
  DeidDataset *release = deid_result_apply (result, NULL, NULL, &error);

  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  return release;
}

/* Two releases of a growing table, each 3-anonymous and 2-diverse: who subtracts one from the other
 * reads the diagnosis of the person that came in between. */
START_TEST (test_difference_of_two_releases)
{
  g_autoptr (DeidResult) result = NULL, next_result = NULL;
  g_autoptr (DeidDataset) next_dataset = NULL, release = NULL, next_release = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  GError *error = NULL;
  Table table = { 0 };

  add_records (&table, 2, "north", "flu", NULL);
  add_records (&table, 2, "north", "asthma", NULL);
  result = evaluate (&table, FALSE, "k:3;dl:2", 0);
  ck_assert_ptr_nonnull (result);
  release = release_verified (result);
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);

  add_records (&table, 1, "north", "HIV", "newcomer");
  next_dataset = build_dataset (&table, FALSE);
  next_result = deid_stored_policy_evaluate (policy, next_dataset, NULL, NULL, &error);
  assert_no_error (error);
  next_release = release_verified (next_result);

  ck_assert_uint_eq (
      count_released (next_release, "north", NULL) - count_released (release, "north", NULL), 1);
  ck_assert_uint_eq (
      count_released (next_release, "north", "HIV") - count_released (release, "north", "HIV"), 1);
}
END_TEST

/* Five persons of the south ward are withheld, though five would be enough for k: who knows that
 * learns that HIV is more frequent among them than is allowed. */
START_TEST (test_what_a_withheld_class_tells)
{
  g_autoptr (DeidResult) result = NULL, by_size = NULL;
  g_autoptr (DeidDataset) release = NULL, release_by_size = NULL;
  Table table = { 0 };

  add_records (&table, 8, "north", "flu", NULL);
  add_records (&table, 2, "north", "HIV", NULL);
  add_records (&table, 2, "south", "flu", NULL);
  add_records (&table, 3, "south", "HIV", NULL);
  result = evaluate (&table, FALSE, "ak:0.4:5:HIV", 0.5);
  by_size = evaluate (&table, FALSE, "k:5", 0.5);
  ck_assert (result != NULL && by_size != NULL);
  release = release_verified (result);
  release_by_size = release_verified (by_size);

  ck_assert_uint_eq (count_released (release_by_size, "south", NULL), 5);
  ck_assert_uint_eq (count_released (release, "south", NULL), 0);
  ck_assert_uint_eq (count_released (release, "north", NULL), 10);
}
END_TEST

/* The distance is to the table as it was. Once a class is withheld, that is not the distribution
 * that the public sees: here it lies 0.25 from the north ward, but 11/30 from what is released. */
START_TEST (test_reference_distribution)
{
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  guint n_flu, n_north_flu;
  Table table = { 0 };

  add_records (&table, 1, "north", "flu", NULL);
  add_records (&table, 9, "north", "asthma", NULL);
  add_records (&table, 13, "south", "flu", NULL);
  add_records (&table, 7, "south", "asthma", NULL);
  add_records (&table, 10, "east", "asthma", NULL);
  result = evaluate (&table, FALSE, "te:0.3", 0.25);
  ck_assert_ptr_nonnull (result);
  release = release_verified (result);

  ck_assert_uint_eq (count_released (release, "east", NULL), 0);
  ck_assert_uint_eq (deid_dataset_get_n_rows (release), 30);
  n_north_flu = count_released (release, "north", "flu");
  n_flu = n_north_flu + count_released (release, "south", "flu");
  /* | 1/10 - 14/40 | <= 3/10, but | 1/10 - 14/30 | > 3/10, both in 120ths */
  ck_assert_int_le (ABS (12 * (int) n_north_flu - 3 * (int) n_flu), 36);
  ck_assert_int_gt (ABS (12 * (int) n_north_flu - 4 * (int) n_flu), 36);
}
END_TEST

/* One person with two diagnoses is 2-diverse all alone. With persons named, k says no. */
START_TEST (test_person_with_several_records)
{
  g_autoptr (DeidResult) result = NULL, with_k = NULL;
  Table table = { 0 };

  add_records (&table, 1, "north", "flu", "Ada");
  add_records (&table, 1, "north", "HIV", "Ada");
  result = evaluate (&table, TRUE, "dl:2", 0);
  ck_assert_ptr_nonnull (result);
  with_k = evaluate (&table, TRUE, "dl:2;k:2", 0);
  ck_assert_ptr_null (with_k);
}
END_TEST

/* A ward of four is 4-anonymous, and 3-diverse. An attacker who knows a patient's ward and that it
 * was asthma finds the record: of the four, two are the only ones with their diagnosis. */
START_TEST (test_other_columns)
{
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *json = NULL;
  Table table = { 0 };

  add_records (&table, 2, "north", "flu", NULL);
  add_records (&table, 1, "north", "asthma", NULL);
  add_records (&table, 1, "north", "gout", NULL);
  result = evaluate (&table, FALSE, "k:4;dl:3", 0);
  ck_assert_ptr_nonnull (result);
  release = release_verified (result);
  ck_assert_uint_eq (count_released (release, "north", "asthma"), 1);
  report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  json = deid_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (
      strstr (json, "\"all\":2,\"columns\":[{\"column\":\"diagnosis\",\"records\":2}]"));
}
END_TEST

/* A missing diagnosis counts as one more value. Who takes it for a wildcard sees a class that holds
 * nothing but HIV. */
START_TEST (test_missing_values_as_wildcards)
{
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  Table table = { 0 };

  add_records (&table, 3, "north", "HIV", NULL);
  add_records (&table, 1, "north", NULL, "Ada");
  result = evaluate (&table, FALSE, "k:4;dl:2", 0);
  ck_assert_ptr_nonnull (result);
  release = release_verified (result);
  ck_assert_uint_eq (count_released (release, "north", "HIV"), 3);
  ck_assert_uint_eq (count_released (release, "north", NULL), 4);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("not-promised");
  TCase *tcase = tcase_create ("lessons");

  tcase_add_test (tcase, test_difference_of_two_releases);
  tcase_add_test (tcase, test_what_a_withheld_class_tells);
  tcase_add_test (tcase, test_reference_distribution);
  tcase_add_test (tcase, test_person_with_several_records);
  tcase_add_test (tcase, test_missing_values_as_wildcards);
  tcase_add_test (tcase, test_other_columns);
  suite_add_tcase (suite, tcase);
  return suite;
}
