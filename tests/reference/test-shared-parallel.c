/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The shared tables, solved by several threads. */
#include "support/sample.h"
#include "support/suite.h"

static const struct
{
  const char *name;
  guint n_attributes; /* the first columns */
} tables[] = { { "adult", 9 }, { "mach2019", 9 }, { "creditcard", 11 } };

static DeidLattice *
load_lattice (const char *csv_path, const char *name, guint n_attributes)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  DeidLattice *lattice;
  GError *error = NULL;

  deid_csv_options_set_delimiter (csv, ';', NULL);
  dataset = deid_dataset_new_from_csv_file (csv_path, csv, NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < n_attributes; a++)
    {
      const char *column = deid_dataset_get_column_name (dataset, a);
      g_autofree char *file = g_strdup_printf ("data/%s/hierarchy_%s.csv", name, column);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (find_shared_file (file), NULL, NULL, &error);

      assert_no_error (error);
      deid_lattice_add_quasi_identifier (lattice, column, hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

static DeidResult *
solve (DeidProblem *problem, guint n_threads)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result;

  deid_search_set_n_threads (search, n_threads, &error);
  assert_no_error (error);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  return result;
}

START_TEST (any_number_of_threads)
{
  g_autofree char *file = g_strdup_printf ("data/%1$s/%1$s.csv", tables[_i].name);
  g_autoptr (DeidLattice) lattice
      = load_lattice (find_shared_file (file), tables[_i].name, tables[_i].n_attributes);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (5, NULL);
  g_autoptr (DeidResult) expected = NULL;
  g_autofree char *expected_release = NULL;
  const guint n_trials = count_trials (5);

  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.05, NULL));
  expected = solve (problem, 1);
  expected_release = sample_write_release (expected);
  for (guint trial = 0; trial < 2 * n_trials; trial++)
    {
      g_autoptr (DeidResult) result = solve (problem, trial % 2 == 0 ? 2 : 8);
      g_autofree char *release = sample_write_release (result);

      ck_assert_int_eq (
          deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected)),
          0);
      ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
      ck_assert (deid_result_get_lower_bound (result) == deid_result_get_loss (expected));
      ck_assert (deid_result_is_proven_optimal (result));
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (expected));
      ck_assert_str_eq (release, expected_release);
    }
}
END_TEST

static gboolean
find_tables (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *file = g_strdup_printf ("data/%1$s/%1$s.csv", tables[i].name);

      if (find_shared_file (file) == NULL)
        return FALSE;
    }
  return TRUE;
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("shared tables");
  TCase *tcase = tcase_create ("several threads");

  if (find_tables ())
    tcase_add_loop_test (tcase, any_number_of_threads, 0, (int) G_N_ELEMENTS (tables));
  else
    note_skipped ();
  tcase_set_timeout (tcase, 300);
  suite_add_tcase (suite, tcase);
  return suite;
}
