/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-tables.h"

char *local_health_path;

/* Adds a column with ranges or sets of the values of its hierarchy. */
static gboolean
add_values (DeidLattice *lattice, const Table *table, const char *column,
            const char *const *numbers, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = load_hierarchy (table->hierarchies, column, error);

  if (hierarchy == NULL)
    return FALSE;
  return g_strv_contains (numbers, column)
             ? deid_lattice_add_leaf_cuts (lattice, column, hierarchy, error)
             : deid_lattice_add_quasi_identifier (lattice, column, hierarchy, NULL, error)
                   && deid_lattice_set_label_sets (lattice, column, G_MAXUINT, error);
}

DeidLattice *
local_load_lattice (const Table *table, guint n_attributes, const char *without,
                    gboolean is_sensitive, const char *const *numbers, GError **error)
{
  g_autoptr (DeidDataset) dataset = load_dataset (table->csv, error);
  g_autoptr (DeidLattice) lattice = NULL;

  if (dataset == NULL
      || (is_sensitive && !deid_dataset_set_role (dataset, without, DEID_ROLE_SENSITIVE, error)))
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < n_attributes; i++)
    {
      const char *column = deid_dataset_get_column_name (dataset, i);

      if (g_strcmp0 (column, without) != 0
          && !(numbers != NULL
                   ? add_values (lattice, table, column, numbers, error)
                   : load_quasi_identifier (lattice, table->hierarchies, column, error)))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

gboolean
local_find_table (const char *name, guint n_attributes, Table *table)
{
  *table = find_table (name, n_attributes, NULL);
  if (g_str_equal (name, "health") && local_health_path != NULL)
    {
      g_free (table->csv);
      table->csv = g_strdup (local_health_path);
    }
  if (g_file_test (table->csv, G_FILE_TEST_EXISTS))
    return TRUE;
  g_printerr ("left out: %s is not there\n", table->csv);
  return FALSE;
}
