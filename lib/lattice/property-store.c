/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/property-store.h"

#include "base/handle.h"
#include "base/memory.h"

static void
deid_property_store_free (DeidPropertyStore *store)
{
  deid_antichain_clear (&store->antichain);
  deid_lattice_unref (store->lattice);
  g_free (store->mirrored);
  g_free (store);
}

DEID_DEFINE_HANDLE (DeidPropertyStore, deid_property_store)

static gboolean
check_inheritance (DeidInheritance inheritance, GError **error)
{
  if (inheritance == DEID_INHERITANCE_GENERALIZATIONS
      || inheritance == DEID_INHERITANCE_SPECIALIZATIONS)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "inheritance %d, expected DEID_INHERITANCE_GENERALIZATIONS or "
               "DEID_INHERITANCE_SPECIALIZATIONS",
               (int) inheritance);
  return FALSE;
}

DeidPropertyStore *
deid_property_store_new (DeidLattice *lattice, DeidInheritance inheritance, GError **error)
{
  DeidPropertyStore *store;

  g_return_val_if_fail (lattice != NULL, NULL);

  if (!check_inheritance (inheritance, error) || !deid_lattice_check_attributes (lattice, error))
    return NULL;
  store = g_new0 (DeidPropertyStore, 1);
  g_atomic_ref_count_init (&store->ref_count);
  store->lattice = deid_lattice_ref (lattice);
  store->inheritance = inheritance;
  store->mirrored = deid_alloc (lattice->n_dimensions, sizeof *store->mirrored, error);
  if (store->mirrored == NULL
      || !deid_antichain_init (&store->antichain, lattice->n_dimensions, error))
    {
      deid_property_store_unref (store);
      return NULL;
    }
  deid_lattice_make_immutable (lattice);
  return store;
}

/* Returns: the vector that stands for a policy, until the next call. */
static const DeidLevel *
orient (DeidPropertyStore *store, const DeidLevel *levels)
{
  const DeidLevel *heights = store->lattice->heights;

  if (store->inheritance == DEID_INHERITANCE_GENERALIZATIONS)
    return levels;
  for (guint d = 0; d < store->lattice->n_dimensions; d++)
    store->mirrored[d] = (DeidLevel) (heights[d] - levels[d]);
  return store->mirrored;
}

gboolean
deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels, GError **error)
{
  return deid_antichain_add (&store->antichain, orient (store, levels), error);
}

gboolean
deid_property_store_contains_levels (DeidPropertyStore *store, const DeidLevel *levels)
{
  return deid_antichain_implies (&store->antichain, orient (store, levels));
}

gboolean
deid_property_store_has_levels (DeidPropertyStore *store, const DeidLevel *levels)
{
  return deid_antichain_has (&store->antichain, orient (store, levels));
}

gboolean
deid_property_store_add (DeidPropertyStore *store, const DeidPolicy *policy, GError **error)
{
  g_return_val_if_fail (store != NULL && policy != NULL, FALSE);
  g_return_val_if_fail (policy->lattice == store->lattice, FALSE);

  return deid_property_store_add_levels (store, policy->levels, error);
}

gboolean
deid_property_store_contains (DeidPropertyStore *store, const DeidPolicy *policy)
{
  g_return_val_if_fail (store != NULL && policy != NULL, FALSE);
  g_return_val_if_fail (policy->lattice == store->lattice, FALSE);

  return deid_property_store_contains_levels (store, policy->levels);
}

DeidLattice *
deid_property_store_get_lattice (const DeidPropertyStore *store)
{
  g_return_val_if_fail (store != NULL, NULL);

  return store->lattice;
}

DeidInheritance
deid_property_store_get_inheritance (const DeidPropertyStore *store)
{
  g_return_val_if_fail (store != NULL, DEID_INHERITANCE_GENERALIZATIONS);

  return store->inheritance;
}

guint64
deid_property_store_get_n_policies (const DeidPropertyStore *store)
{
  g_return_val_if_fail (store != NULL, 0);

  return store->antichain.size;
}

guint64
deid_property_store_get_n_bytes (const DeidPropertyStore *store)
{
  g_return_val_if_fail (store != NULL, 0);

  return sizeof *store + store->lattice->n_dimensions * sizeof *store->mirrored
         + deid_antichain_get_n_bytes (&store->antichain);
}
