/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench/shaped-lattice.h"

/* A hierarchy of one leaf, 0, which stays 0 up to the given height. */
static DeidHierarchy *
make_hierarchy (guint height)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autofree const char **labels = g_new0 (const char *, height + 2);

  for (guint level = 0; level <= height; level++)
    labels[level] = "0";
  deid_hierarchy_builder_add_row (builder, labels, NULL);
  return deid_hierarchy_builder_build (builder, NULL);
}

DeidLattice *
shaped_lattice_new (const guint *heights, guint n_heights)
{
  const gint64 zero = 0;
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("one record");
  DeidLattice *lattice;

  for (guint i = 0; i < n_heights; i++)
    {
      g_autofree char *name = g_strdup_printf ("q%u", i);

      deid_dataset_add_integer_column (dataset, name, &zero, 1, NULL, 0, NULL, NULL);
    }
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < n_heights; i++)
    {
      g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (heights[i]);

      deid_lattice_add_quasi_identifier (lattice, deid_dataset_get_column_name (dataset, i),
                                         hierarchy, NULL, NULL);
    }
  return lattice;
}
