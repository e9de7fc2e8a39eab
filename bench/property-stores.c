/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench/property-stores.h"

#include <deid/deid-extend.h>
#include <string.h>

const char *const store_names[N_STORES]
    = { "plain list", "list, antichain", "tree, no ranks", "tree, ranks" };

void
store_init (Store *store, StoreKind kind, DeidLattice *lattice, DeidInheritance inheritance)
{
  *store = (Store){ .kind = kind,
                    .inheritance = inheritance,
                    .n_dimensions = deid_lattice_get_n_dimensions (lattice) };
  if (kind == STORE_TREE || kind == STORE_PLAIN_TREE)
    {
      store->tree = deid_property_store_new (lattice, inheritance, NULL);
      store->tree->antichain.ignores_ranks = kind == STORE_PLAIN_TREE;
    }
}

void
store_clear (Store *store)
{
  g_clear_pointer (&store->tree, deid_property_store_unref);
  g_clear_pointer (&store->levels, g_free);
}

/* Returns: whether no level of @low is above that of @high. */
static gboolean
is_below (const DeidLevel *low, const DeidLevel *high, guint n_dimensions)
{
  for (guint d = 0; d < n_dimensions; d++)
    if (low[d] > high[d])
      return FALSE;
  return TRUE;
}

static gboolean
implies (const Store *store, const DeidLevel *levels, const DeidLevel *implied)
{
  return store->inheritance == DEID_INHERITANCE_GENERALIZATIONS
             ? is_below (levels, implied, store->n_dimensions)
             : is_below (implied, levels, store->n_dimensions);
}

static gboolean
list_contains (const Store *store, const DeidLevel *levels)
{
  for (guint64 i = 0; i < store->n; i++)
    if (implies (store, store->levels + i * store->n_dimensions, levels))
      return TRUE;
  return FALSE;
}

static void
list_append (Store *store, const DeidLevel *levels)
{
  const gsize size = store->n_dimensions * sizeof *levels;

  if (store->n == store->capacity)
    {
      store->capacity += store->capacity / 2 + 16;
      store->levels = g_realloc_n (store->levels, store->capacity, size);
    }
  memcpy (store->levels + store->n++ * store->n_dimensions, levels, size);
}

/* Keeps the order of those that stay. */
static void
list_remove_implied (Store *store, const DeidLevel *levels)
{
  guint64 n_kept = 0;

  for (guint64 i = 0; i < store->n; i++)
    {
      const DeidLevel *other = store->levels + i * store->n_dimensions;

      if (!implies (store, levels, other))
        memmove (store->levels + n_kept++ * store->n_dimensions, other,
                 store->n_dimensions * sizeof *other);
    }
  store->n = n_kept;
}

void
store_add (Store *store, const DeidLevel *levels)
{
  if (store->tree != NULL)
    {
      if (!deid_property_store_add_levels (store->tree, levels, NULL))
        g_error ("out of memory");
      return;
    }
  if (store->kind == STORE_ANTICHAIN_LIST)
    {
      if (list_contains (store, levels))
        return;
      list_remove_implied (store, levels);
    }
  list_append (store, levels);
}

gboolean
store_contains (Store *store, const DeidLevel *levels)
{
  return store->tree != NULL ? deid_property_store_contains_levels (store->tree, levels)
                             : list_contains (store, levels);
}

guint64
store_get_size (const Store *store)
{
  return store->tree != NULL ? deid_property_store_get_n_policies (store->tree) : store->n;
}

guint64
store_get_n_bytes (const Store *store)
{
  return store->tree != NULL
             ? deid_property_store_get_n_bytes (store->tree)
             : sizeof *store + store->capacity * store->n_dimensions * sizeof *store->levels;
}
