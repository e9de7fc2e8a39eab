/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/algorithms/flash-order.h"

#include "base/arrays.h"

enum
{
  GENERALIZATION,
  VALUES_GONE
};

/* Of an attribute with cuts no dimension tells how many of its values are gone. */
static void
flash_order_set_level (const DeidAttribute *attribute, guint height, guint level,
                       DeidFlashLevel *place)
{
  double n_values;

  place->terms[GENERALIZATION] = (double) level / height;
  place->gains[GENERALIZATION] = 1.0 / height;
  if (attribute->cuts != NULL)
    return;
  n_values = attribute->levels[0].n_labels;
  place->terms[VALUES_GONE] = 1 - attribute->levels[level].n_labels / n_values;
  if (level < height)
    place->gains[VALUES_GONE] = ((double) attribute->levels[level].n_labels
                                 - (double) attribute->levels[level + 1].n_labels)
                                / n_values;
}

gboolean
deid_flash_order_init (DeidFlashOrder *order, const DeidLattice *lattice, GError **error)
{
  *order = (DeidFlashOrder){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (order->levels, lattice->n_dimensions)))
    return FALSE;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      const guint height = lattice->heights[d];

      if (!deid_new_arrays (error, DEID_NEW (order->levels[d], (guint64) height + 1)))
        return FALSE;
      for (guint level = 0; height > 0 && level <= height; level++)
        flash_order_set_level (&lattice->attributes[lattice->dimension_attribute[d]], height, level,
                               &order->levels[d][level]);
    }
  return TRUE;
}

void
deid_flash_order_clear (DeidFlashOrder *order)
{
  for (guint d = 0; order->levels != NULL && d < order->lattice->n_dimensions; d++)
    g_free (order->levels[d]);
  g_free (order->levels);
}

DeidPriority
deid_flash_order_get_priority (const DeidFlashOrder *order, const DeidLevel *levels)
{
  DeidPriority priority = { { 0 } };

  for (guint d = 0; d < order->lattice->n_dimensions; d++)
    {
      const DeidFlashLevel *place = &order->levels[d][levels[d]];

      priority.keys[0] += levels[d];
      priority.keys[1] += place->terms[GENERALIZATION];
      priority.keys[2] += place->terms[VALUES_GONE];
    }
  return priority;
}

static gboolean
flash_order_comes_first (const DeidFlashOrder *order, const DeidLevel *levels, guint d, guint other)
{
  const double *gains = order->levels[d][levels[d]].gains;
  const double *other_gains = order->levels[other][levels[other]].gains;

  for (guint i = GENERALIZATION; i <= VALUES_GONE; i++)
    if (gains[i] < other_gains[i] || gains[i] > other_gains[i])
      return gains[i] < other_gains[i];
  return d > other;
}

guint
deid_flash_order_list_dimensions (const DeidFlashOrder *order, const DeidLevel *levels,
                                  guint *dimensions)
{
  guint n = 0;

  for (guint d = 0; d < order->lattice->n_dimensions; d++)
    {
      guint i = n;

      if (levels[d] == order->lattice->heights[d])
        continue;
      for (; i > 0 && flash_order_comes_first (order, levels, d, dimensions[i - 1]); i--)
        dimensions[i] = dimensions[i - 1];
      dimensions[i] = d;
      n++;
    }
  return n;
}
