/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Baselines and identifiers without memory: an error each time, until there is enough. */
#include "support/suite.h"

#include "support/failing-allocations.h"

static const char *const ages[] = { "91", "95", "40", "40", NULL };
static const char *const zips[] = { "02138", "02139", "03601", "03602", NULL };

static DeidProblem *
make_problem (void)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("patients");
  g_autoptr (DeidHierarchy) prefix = deid_hierarchy_new_from_specification ("prefix:4", NULL);
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "age", ages, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "zip", zips, 4, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", prefix, NULL, NULL));
  return deid_problem_new (lattice);
}

static DeidDataset *
make_areas (void)
{
  g_autoptr (DeidDataset) areas = deid_dataset_new ("areas");
  static const char *const codes[] = { "021", "036" }, *const counts[] = { "30000", "20000" };

  ck_assert (deid_dataset_add_string_column (areas, "zip3", codes, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (areas, "count", counts, 2, NULL, NULL));
  return g_steal_pointer (&areas);
}

/* Reads, evaluates and writes. Returns: whether there was memory for all of it. */
static gboolean
act (DeidProblem *problem, DeidDataset *areas, GError **error)
{
  static const char text[]
      = "[baseline]\nextends=safe-harbor\nsmall-area=20000\n[column zip]\nrule=zip:3\n"
        "[kind ages]\nrule=intervals:1;top=90\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, areas, error);
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *written = NULL, *json = NULL, *of_baseline = NULL;

  if (baseline == NULL
      || (report = deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, error)) == NULL)
    return FALSE;
  return (written = deid_report_to_text (report, NULL, error)) != NULL
         && (json = deid_report_to_json (report, error)) != NULL
         && (of_baseline = deid_baseline_to_text (baseline, error)) != NULL;
}

START_TEST (without_memory)
{
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidDataset) areas = make_areas ();
  gboolean success = FALSE;
  int n = 0;

  for (; !success; n = get_next_failure (n))
    {
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      success = act (problem, areas, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (success)
        assert_no_error (error);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
    }
  ck_assert_int_gt (n, 100);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("baseline-memory");
  TCase *tcase = tcase_create ("memory");

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, without_memory);
  suite_add_tcase (suite, tcase);
  return suite;
}
