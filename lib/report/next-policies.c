/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/next-policies.h"

#include "base/arrays.h"

static gboolean
has_nodes (const DeidAttribute *attribute)
{
  return attribute->cuts != NULL && !deid_attribute_has_runs (attribute);
}

/* Finds the nodes above a value, from the top down; several that have the same leaves may share a
 * dimension. */
static void
find_parents (DeidNextPolicies *next, const DeidAttribute *attribute, guint32 code)
{
  guint above = G_MAXUINT;

  for (guint level = attribute->n_levels; --level > 0;)
    {
      const DeidRecoding *recoding = &attribute->levels[level];
      const guint32 text_code = recoding->text_codes[recoding->labels[code]];
      const guint32 node = text_code != DEID_NO_CODE
                               ? deid_cuts_get_dimension (attribute->cuts, level, text_code)
                               : DEID_NO_CODE;

      if (node == DEID_NO_CODE || attribute->first_dimension + node == above)
        continue;
      next->parents[attribute->first_dimension + node] = above;
      above = attribute->first_dimension + node;
      next->is_used[above] = TRUE;
    }
}

gboolean
deid_next_policies_init (DeidNextPolicies *next, const DeidLattice *lattice, GError **error)
{
  *next = (DeidNextPolicies){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (next->parents, lattice->n_dimensions),
                        DEID_NEW (next->is_used, lattice->n_dimensions)))
    return FALSE;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      next->parents[d] = G_MAXUINT;
      next->is_used[d] = !has_nodes (&lattice->attributes[lattice->dimension_attribute[d]]);
    }
  for (guint a = 0; a < lattice->n_attributes; a++)
    for (guint32 code = 0;
         has_nodes (&lattice->attributes[a]) && code < lattice->attributes[a].n_codes; code++)
      find_parents (next, &lattice->attributes[a], code);
  return TRUE;
}

void
deid_next_policies_clear (DeidNextPolicies *next)
{
  g_free (next->parents);
  g_free (next->is_used);
}

void
deid_next_policies_lower (const DeidNextPolicies *next, DeidLevel *levels, guint dimension)
{
  levels[dimension]--;
  for (guint d = 0; d < next->lattice->n_dimensions; d++)
    if (next->parents[d] == dimension)
      levels[d] = next->lattice->heights[d];
}

static gboolean
next_policies_is_below (const DeidNextPolicies *next, guint dimension, guint other)
{
  for (guint d = next->parents[dimension]; d != G_MAXUINT; d = next->parents[d])
    if (d == other)
      return TRUE;
  return FALSE;
}

gboolean
deid_next_policies_raise (const DeidNextPolicies *next, DeidLevel *levels, guint dimension)
{
  const DeidLattice *lattice = next->lattice;

  if (levels[dimension] == lattice->heights[dimension] || !next->is_used[dimension])
    return FALSE;
  for (guint d = next->parents[dimension]; d != G_MAXUINT; d = next->parents[d])
    if (levels[d] > 0)
      return FALSE;
  levels[dimension]++;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (next_policies_is_below (next, d, dimension))
      levels[d] = lattice->floors[d];
  return TRUE;
}
