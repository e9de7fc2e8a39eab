/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The levels of a hierarchy that policies may choose, or that labels of subtrees may have. */
#include "hierarchy/level-names.h"
#include "lattice/lattice-private.h"

gboolean
deid_lattice_set_level_range (DeidLattice *lattice, const char *column, guint lowest, guint highest,
                              GError **error)
{
  DeidAttribute *attribute;
  guint top;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);

  attribute = deid_lattice_find_changeable (lattice, column, error);
  if (attribute == NULL)
    return FALSE;
  if (deid_attribute_has_runs (attribute))
    return deid_lattice_refuse (lattice, attribute, error,
                                "has cuts between values, expected a hierarchy with levels to "
                                "choose from");
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
  if (attribute->cuts != NULL)
    return deid_lattice_limit_subtrees (lattice, attribute, lowest, highest, NULL, error);
  lattice->floors[attribute->first_dimension] = (DeidLevel) lowest;
  lattice->heights[attribute->first_dimension] = (DeidLevel) highest;
  return TRUE;
}

gboolean
deid_lattice_is_of_cells (const DeidLattice *lattice)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint d = attribute->first_dimension;

      if (attribute->cuts != NULL || deid_lattice_count_levels (lattice, d) > 2)
        return FALSE;
      if (lattice->heights[d] > lattice->floors[d]
          && !deid_hierarchy_is_one_label (attribute->hierarchy, lattice->heights[d]))
        return FALSE;
    }
  return TRUE;
}
