/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/adult-problem.h"

#include "support/lesson.h"

static void
add_attribute (DeidLattice *lattice, const char *name, gboolean has_cuts, DeidCsvOptions *csv)
{
  g_autofree char *file = g_strdup_printf ("data/adult/hierarchy_%s.csv", name);
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_csv_file (find_shared_file (file), csv, NULL, NULL);

  ck_assert (has_cuts ? deid_lattice_add_leaf_cuts (lattice, name, hierarchy, NULL)
                      : deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
}

DeidProblem *
adult_problem_new (const char *path, guint n_runs, gboolean has_sets)
{
  static const char *const names[]
      = { "age",          "education", "marital-status", "native-country", "occupation", "race",
          "salary-class", "sex",       "workclass" };
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  ck_assert (deid_csv_options_set_delimiter (csv, ';', NULL));
  dataset = deid_dataset_new_from_csv_file (path, csv, NULL, NULL);
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      add_attribute (lattice, names[i], i < n_runs, csv);
      ck_assert (!has_sets || i < n_runs
                 || deid_lattice_set_label_sets (lattice, names[i], G_MAXUINT, NULL));
    }
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (5, NULL));
  return problem;
}
