/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/attribute.h"

/* Nodes of prefix trees of levels, 8 bytes each. The siblings below one node stand together, the
 * highest level first; places in the arena take the part of pointers, 0 meaning none. A freed run
 * is kept for the next siblings that need one of its length. */

#define DEID_RANK_MAX 0x7fff

typedef struct
{
  guint32 children; /* the first of them */
  guint32 level : 16;
  guint32 rank : 15; /* the smallest sum of the levels below, DEID_RANK_MAX if it is greater */
  guint32 is_last : 1;
} DeidLevelNode;

/* The lengths of runs are 1 to 8, then 2^i and 3 * 2^i up to 2^16. */
#define DEID_N_RUN_LENGTHS 34

typedef struct
{
  DeidLevelNode *nodes;
  guint64 n_touched; /* places that were ever in use */
  guint64 n_free;    /* those of them that are not any more */
  guint64 capacity;
  guint64 n_nodes;
  guint32 free[DEID_N_RUN_LENGTHS]; /* lists linked by children */
} DeidLevelNodes;

void deid_level_nodes_clear (DeidLevelNodes *arena);

/* Returns: how many nodes stand at @siblings, which may be 0. */
guint deid_level_nodes_count (const DeidLevelNodes *arena, guint32 siblings);

/* Makes sure that @n nodes without siblings can be added, and another to siblings that are
 * @n_siblings by then or fewer. Nodes may move, *@roots being the first of the trees. */
gboolean deid_level_nodes_reserve (DeidLevelNodes *arena, guint32 *roots, guint64 n,
                                   guint n_siblings, GError **error);

/* Adds a node of a level that none of the @siblings has, for which there must be room.
 *
 * Returns: where the siblings are now; @place is where the new one is. */
guint32 deid_level_nodes_add (DeidLevelNodes *arena, guint32 siblings, DeidLevel level,
                              guint32 *place);

/* Removes a node; those that follow it move up by one place. Never fails.
 *
 * Returns: where the siblings are, 0 if there are none left. */
guint32 deid_level_nodes_remove (DeidLevelNodes *arena, guint32 siblings, guint32 place);
