/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/property-store.h"

#include <deid/deid-extend.h>

/* The property store and the slower ways to keep the same that the published study compares it
 * with. */
typedef enum
{
  STORE_LIST,           /* all that was added, one after the other */
  STORE_ANTICHAIN_LIST, /* the same without what is implied by others */
  STORE_PLAIN_TREE,     /* the property store, its queries not cut by ranks */
  STORE_TREE,           /* the property store */
  N_STORES
} StoreKind;

extern const char *const store_names[N_STORES];

typedef struct
{
  StoreKind kind;
  DeidPropertyStore *tree; /* NULL for lists, which are given by what follows */
  DeidInheritance inheritance;
  guint n_dimensions;
  DeidLevel *levels;
  guint64 n;
  guint64 capacity; /* in policies */
} Store;

void store_init (Store *store, StoreKind kind, DeidLattice *lattice, DeidInheritance inheritance);
void store_clear (Store *store);

void store_add (Store *store, const DeidLevel *levels);
gboolean store_contains (Store *store, const DeidLevel *levels);
guint64 store_get_size (const Store *store);
guint64 store_get_n_bytes (const Store *store);
