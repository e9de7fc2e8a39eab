/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-stores.h"

#define N_LISTS 2 /* one for each property */

/* By the option --wrap the linker takes __wrap_name for a name, and the name for __real_name. */
DeidPropertyStore *__real_deid_property_store_new (DeidLattice *lattice,
                                                   DeidInheritance inheritance, GError **error);
void __real_deid_property_store_unref (DeidPropertyStore *store);
gboolean __real_deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                                GError **error);
gboolean __real_deid_property_store_contains_levels (DeidPropertyStore *store,
                                                     const DeidLevel *levels);
guint64 __real_deid_property_store_get_n_policies (const DeidPropertyStore *store);
guint64 __real_deid_property_store_get_n_bytes (const DeidPropertyStore *store);

DeidPropertyStore *__wrap_deid_property_store_new (DeidLattice *lattice,
                                                   DeidInheritance inheritance, GError **error);
void __wrap_deid_property_store_unref (DeidPropertyStore *store);
gboolean __wrap_deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                                GError **error);
gboolean __wrap_deid_property_store_contains_levels (DeidPropertyStore *store,
                                                     const DeidLevel *levels);
guint64 __wrap_deid_property_store_get_n_policies (const DeidPropertyStore *store);
guint64 __wrap_deid_property_store_get_n_bytes (const DeidPropertyStore *store);

static StoreKind used = STORE_TREE;

/* A list takes the place of a store that stays empty. */
static struct
{
  DeidPropertyStore *replaced;
  Store list;
} lists[N_LISTS];

void
use_store (StoreKind kind)
{
  used = kind;
}

/* Returns: (nullable): the list, NULL if the store is what it seems. */
static Store *
find_list (const DeidPropertyStore *store)
{
  for (guint i = 0; i < N_LISTS; i++)
    if (lists[i].replaced == store)
      return &lists[i].list;
  return NULL;
}

DeidPropertyStore *
__wrap_deid_property_store_new (DeidLattice *lattice, DeidInheritance inheritance, GError **error)
{
  DeidPropertyStore *store = __real_deid_property_store_new (lattice, inheritance, error);

  if (store == NULL || used == STORE_TREE)
    return store;
  if (used == STORE_PLAIN_TREE)
    {
      store->antichain.ignores_ranks = TRUE;
      return store;
    }
  for (guint i = 0; i < N_LISTS; i++)
    if (lists[i].replaced == NULL)
      {
        lists[i].replaced = store;
        store_init (&lists[i].list, used, lattice, inheritance);
        return store;
      }
  g_error ("more stores at a time than properties");
}

void
__wrap_deid_property_store_unref (DeidPropertyStore *store)
{
  for (guint i = 0; i < N_LISTS; i++)
    if (lists[i].replaced == store)
      {
        store_clear (&lists[i].list);
        lists[i].replaced = NULL;
      }
  __real_deid_property_store_unref (store);
}

gboolean
__wrap_deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                       GError **error)
{
  Store *list = find_list (store);

  if (list == NULL)
    return __real_deid_property_store_add_levels (store, levels, error);
  store_add (list, levels);
  return TRUE;
}

gboolean
__wrap_deid_property_store_contains_levels (DeidPropertyStore *store, const DeidLevel *levels)
{
  Store *list = find_list (store);

  return list == NULL ? __real_deid_property_store_contains_levels (store, levels)
                      : store_contains (list, levels);
}

guint64
__wrap_deid_property_store_get_n_policies (const DeidPropertyStore *store)
{
  const Store *list = find_list (store);

  return list == NULL ? __real_deid_property_store_get_n_policies (store) : store_get_size (list);
}

guint64
__wrap_deid_property_store_get_n_bytes (const DeidPropertyStore *store)
{
  const Store *list = find_list (store);

  return list == NULL ? __real_deid_property_store_get_n_bytes (store) : store_get_n_bytes (list);
}
