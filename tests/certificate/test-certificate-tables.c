/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Certificates of real tables: verified for the table they were written for, refused for others. */
#include <string.h>

#include "support/suite.h"

/* Optima that the field's leading tool found. */
static const struct
{
  const char *table;
  const char *attributes;
  const char *model;
  double loss;
  guint64 n_suppressed;
} cases[] = {
  { "adult",
    "age education marital-status native-country race salary-class sex workclass occupation", "k:5",
    0.26963466275555553, 1346 },
  { "mach2019", "age familysize gender married race religion Q1A Q2A Q3A", "k:5",
    0.26355841869999996, 3343 },
};

static DeidLattice *
load_lattice (guint i, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autofree char *table = g_strdup_printf ("data/%1$s/%1$s.csv", cases[i].table);
  g_auto (GStrv) names = g_strsplit (cases[i].attributes, " ", -1);
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;

  deid_csv_options_set_delimiter (csv, ';', NULL);
  dataset = deid_dataset_new_from_csv_file (find_shared_file (table), csv, NULL, error);
  if (dataset == NULL)
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; names[a] != NULL; a++)
    {
      g_autofree char *name
          = g_strdup_printf ("data/%s/hierarchy_%s.csv", cases[i].table, names[a]);
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_csv_file (find_shared_file (name), NULL, NULL, error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, names[a], hierarchy, NULL, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

/* Each problem has a table of its own. */
static DeidProblem *
load_problem (guint i, double limit)
{
  GError *error = NULL;
  g_autoptr (DeidLattice) lattice = load_lattice (i, &error);
  g_autoptr (DeidPrivacyModel) model = NULL;
  DeidProblem *problem;

  assert_no_error (error);
  model = deid_privacy_model_new_from_specification (cases[i].model, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, limit, NULL));
  return problem;
}

START_TEST (table)
{
  const char *path = get_temporary_file ("certificate.jsonl");
  g_autoptr (DeidProblem) problem = load_problem ((guint) _i, 0.05);
  g_autoptr (DeidProblem) again = load_problem ((guint) _i, 0.05);
  g_autoptr (DeidProblem) another = load_problem ((guint) _i, 0.04);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL, verified = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
  verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_double_eq_tol (deid_result_get_loss (verified), cases[_i].loss, 1e-9);
  ck_assert_uint_eq (deid_result_get_n_suppressed (verified), cases[_i].n_suppressed);
  release = deid_result_apply (verified, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (verified, release, NULL, &error));
  ck_assert_ptr_null (deid_problem_verify_certificate (another, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "line 1", "suppression_limit", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("certificates of tables");
  TCase *tcase = tcase_create ("tables");

  if (find_shared_file ("data") != NULL)
    tcase_add_loop_test (tcase, table, 0, G_N_ELEMENTS (cases));
  else
    note_skipped ();
  tcase_set_timeout (tcase, 300);
  suite_add_tcase (suite, tcase);
  return suite;
}
