/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "load-table.h"

DeidDataset *
load_dataset (const char *path, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  deid_csv_options_set_delimiter (csv, ';', NULL);
  return deid_dataset_new_from_csv_file (path, csv, NULL, error);
}

DeidHierarchy *
load_hierarchy (const char *folder, const char *column, GError **error)
{
  g_autofree char *file = g_strdup_printf ("hierarchy_%s.csv", column);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  return deid_hierarchy_new_from_csv_file (path, NULL, NULL, error);
}

gboolean
load_quasi_identifier (DeidLattice *lattice, const char *folder, const char *column, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = load_hierarchy (folder, column, error);

  return hierarchy != NULL
         && deid_lattice_add_quasi_identifier (lattice, column, hierarchy, NULL, error);
}
