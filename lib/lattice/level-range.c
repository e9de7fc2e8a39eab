/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The levels of a hierarchy that policies may choose. */
#include "base/handle.h"
#include "hierarchy/level-names.h"
#include "lattice/lattice-private.h"

/* Returns: (nullable): the attribute of a column, which has levels. */
static const DeidAttribute *
find_attribute (const DeidLattice *lattice, const char *name, GError **error)
{
  const DeidAttribute *attribute;
  guint column;

  if (!deid_table_source_find_column (&lattice->table, name, &column, error))
    return NULL;
  attribute = deid_lattice_find_attribute (lattice, name);
  if (attribute != NULL && attribute->cuts == NULL)
    return attribute;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: column '%s' %s, expected a quasi-identifier with levels to choose from",
               lattice->table.name, deid_column_show (&lattice->table.columns[column]),
               attribute == NULL ? "is no quasi-identifier of the lattice" : "has cuts");
  return NULL;
}

gboolean
deid_lattice_set_level_range (DeidLattice *lattice, const char *column, guint lowest, guint highest,
                              GError **error)
{
  const DeidAttribute *attribute;
  guint top;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);

  if (!deid_check_mutable (&lattice->immutable, lattice->table.name,
                           "the lattice belongs to a policy or problem", error))
    return FALSE;
  attribute = find_attribute (lattice, column, error);
  if (attribute == NULL)
    return FALSE;
  top = attribute->n_levels - 1;
  if (highest == G_MAXUINT)
    highest = top;
  if (lowest > highest || highest > top)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: levels %u to %u of '%s', expected a range within 0 to %u",
                   lattice->table.name, lowest, highest,
                   deid_column_show (deid_attribute_get_column (attribute)), top);
      return FALSE;
    }
  lattice->floors[attribute->first_dimension] = (DeidLevel) lowest;
  lattice->heights[attribute->first_dimension] = (DeidLevel) highest;
  return TRUE;
}

gboolean
deid_lattice_is_of_cells (const DeidLattice *lattice)
{
  gboolean is_any_suppressed = FALSE;

  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint d = attribute->first_dimension;

      if (attribute->cuts != NULL || deid_lattice_count_levels (lattice, d) > 2)
        return FALSE;
      if (lattice->heights[d] == lattice->floors[d])
        continue;
      if (!deid_hierarchy_is_one_label (attribute->hierarchy, lattice->heights[d]))
        return FALSE;
      is_any_suppressed = TRUE;
    }
  return is_any_suppressed;
}
