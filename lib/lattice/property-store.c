/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/property-store.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

#define N_EXACT 8

/* Returns: the places in a run of this kind. */
static guint
get_length (guint kind)
{
  if (kind < N_EXACT)
    return kind + 1;
  return kind % 2 == 0 ? 3u << (kind / 2 - 2) : 1u << ((kind - 1) / 2);
}

/* Returns: the kind of run that @n siblings stand in. */
static guint
level_nodes_get_kind (guint n)
{
  guint kind = N_EXACT;

  if (n <= N_EXACT)
    return n - 1;
  while (get_length (kind) < n)
    kind++;
  return kind;
}

static void
level_nodes_clear (DeidLevelNodes *arena)
{
  g_free (arena->nodes);
}

/* Returns: how many nodes stand at @siblings, which may be 0. */
static guint
level_nodes_count (const DeidLevelNodes *arena, guint32 siblings)
{
  guint n = 1;

  if (siblings == 0)
    return 0;
  while (!arena->nodes[siblings + n - 1].is_last)
    n++;
  return n;
}

/* Copies trees into an arena that has room for them.
 *
 * Returns: where they are there. */
static guint32
copy_siblings (const DeidLevelNodes *from, guint32 siblings, DeidLevelNodes *to)
{
  const guint n = level_nodes_count (from, siblings);
  const guint32 run = (guint32) to->n_touched;

  to->n_touched += get_length (level_nodes_get_kind (n));
  memcpy (to->nodes + run, from->nodes + siblings, n * sizeof *to->nodes);
  for (guint i = 0; i < n; i++)
    if (to->nodes[run + i].children != 0)
      to->nodes[run + i].children = copy_siblings (from, to->nodes[run + i].children, to);
  return run;
}

/* Moves the nodes to an arena without gaps. */
static gboolean
compact (DeidLevelNodes *arena, guint32 *roots, guint64 capacity, GError **error)
{
  DeidLevelNodes compacted = { .n_touched = 1, .capacity = capacity, .n_nodes = arena->n_nodes };

  if (!deid_realloc ((gpointer *) &compacted.nodes, capacity, sizeof *compacted.nodes, error))
    return FALSE;
  if (*roots != 0)
    *roots = copy_siblings (arena, *roots, &compacted);
  g_free (arena->nodes);
  *arena = compacted;
  return TRUE;
}

/* Makes sure that @n nodes without siblings can be added, and another to siblings that are
 * @n_siblings by then or fewer. Nodes may move, *@roots being the first of the trees. */
static gboolean
level_nodes_reserve (DeidLevelNodes *arena, guint32 *roots, guint64 n, guint n_siblings,
                     GError **error)
{
  const guint64 touched = MAX (arena->n_touched, 1); /* place 0 means none */
  const guint64 n_more = n + get_length (level_nodes_get_kind (n_siblings + 1));
  guint64 needed = touched + n_more;
  gboolean has_gaps;

  if (needed <= arena->capacity)
    return TRUE;
  /* With few gaps, and an arena not much larger than what is needed, a node takes less than half as
   * much again as its own 8 bytes. */
  has_gaps = arena->n_free > touched / 5;
  if (has_gaps)
    needed -= arena->n_free;
  if (needed > G_MAXUINT32)
    return deid_fail (error, DEID_ERROR_NO_MEMORY,
                      "out of memory: a property store of more than %u nodes", G_MAXUINT32);
  needed = MIN (needed + needed / 8, G_MAXUINT32);
  if (has_gaps)
    return compact (arena, roots, needed, error);
  if (!deid_realloc ((gpointer *) &arena->nodes, needed, sizeof *arena->nodes, error))
    return FALSE;
  arena->capacity = needed;
  arena->n_touched = touched;
  return TRUE;
}

static guint32
take_run (DeidLevelNodes *arena, guint kind)
{
  guint32 run = arena->free[kind];

  if (run != 0)
    {
      arena->free[kind] = arena->nodes[run].children;
      arena->n_free -= get_length (kind);
      return run;
    }
  run = (guint32) arena->n_touched;
  arena->n_touched += get_length (kind);
  return run;
}

static void
free_run (DeidLevelNodes *arena, guint32 run, guint kind)
{
  arena->nodes[run].children = arena->free[kind];
  arena->free[kind] = run;
  arena->n_free += get_length (kind);
}

/* Adds a node of a level that none of the @siblings has, for which there must be room.
 *
 * Returns: where the siblings are now; @place is where the new one is. */
static guint32
level_nodes_add (DeidLevelNodes *arena, guint32 siblings, DeidLevel level, guint32 *place)
{
  const guint n = level_nodes_count (arena, siblings);
  const guint kind = level_nodes_get_kind (n + 1);
  const gboolean moves = n == 0 || kind != level_nodes_get_kind (n);
  const guint32 run = moves ? take_run (arena, kind) : siblings;
  DeidLevelNode *from = arena->nodes + siblings, *to = arena->nodes + run;
  guint i = 0;

  while (i < n && from[i].level > level)
    i++;
  memmove (to + i + 1, from + i, (n - i) * sizeof *to);
  if (moves)
    memcpy (to, from, i * sizeof *to);
  if (i == n && n > 0)
    to[n - 1].is_last = FALSE;
  to[i] = (DeidLevelNode){ .level = level, .is_last = i == n };
  if (moves && n > 0)
    free_run (arena, siblings, level_nodes_get_kind (n));
  arena->n_nodes++;
  *place = run + i;
  return run;
}

/* Removes a node; those that follow it move up by one place. Never fails.
 *
 * Returns: where the siblings are, 0 if there are none left. */
static guint32
level_nodes_remove (DeidLevelNodes *arena, guint32 siblings, guint32 place)
{
  const guint n = level_nodes_count (arena, siblings);
  const guint kind = level_nodes_get_kind (n), i = place - siblings;
  DeidLevelNode *nodes = arena->nodes + siblings;
  guint shorter;

  arena->n_nodes--;
  if (n == 1)
    {
      free_run (arena, siblings, kind);
      return 0;
    }
  memmove (nodes + i, nodes + i + 1, (n - i - 1) * sizeof *nodes);
  nodes[n - 2].is_last = TRUE;
  /* The end of a run that is too long now has the length of another kind. */
  shorter = level_nodes_get_kind (n - 1);
  if (shorter != kind)
    {
      const guint length = get_length (shorter);

      free_run (arena, siblings + length, level_nodes_get_kind (get_length (kind) - length));
    }
  return siblings;
}

/* Also what could not be made is to be cleared. */
static gboolean
antichain_init (DeidAntichain *antichain, guint n_dimensions, GError **error)
{
  *antichain = (DeidAntichain){ .n_dimensions = n_dimensions };
  antichain->ranks = deid_alloc (n_dimensions, sizeof *antichain->ranks, error);
  if (antichain->ranks != NULL)
    antichain->next = deid_alloc (n_dimensions, sizeof *antichain->next, error);
  return antichain->next != NULL;
}

static void
antichain_clear (DeidAntichain *antichain)
{
  level_nodes_clear (&antichain->arena);
  deid_free_arrays (antichain->ranks, antichain->next);
}

static void
set_ranks (DeidAntichain *antichain, const DeidLevel *levels)
{
  guint32 sum = 0;

  for (guint d = antichain->n_dimensions; d-- > 0;)
    {
      antichain->ranks[d] = sum;
      sum = MIN (sum + levels[d], DEID_RANK_MAX);
    }
}

/* Goes down wherever a node is not above the levels, to the first end. Depth first, so that what is
 * left to do at each dimension is the rest of one run of siblings; from the highest level, since of
 * vectors of which none implies another those with a high level in one dimension are low in others.
 */
static inline gboolean
find_specialization (DeidAntichain *antichain, const DeidLevel *levels, gboolean ignores_ranks)
{
  const guint last = antichain->n_dimensions - 1;
  const DeidLevelNode *nodes = antichain->arena.nodes;
  const guint32 *ranks = antichain->ranks;
  guint32 *next = antichain->next;
  guint32 place = antichain->roots;
  guint64 n_visited = 0;
  guint d = 0;

  while (place != 0)
    {
      const DeidLevelNode node = nodes[place];
      const guint32 sibling = node.is_last ? 0 : place + 1;

      if (node.level > levels[d] || (!ignores_ranks && node.rank > ranks[d]))
        place = sibling;
      else
        {
          n_visited++;
          if (d == last)
            break;
          next[d++] = sibling;
          place = node.children;
        }
      while (place == 0 && d > 0)
        place = next[--d];
    }
  antichain->n_visited += n_visited;
  return place != 0;
}

static gboolean
antichain_implies (DeidAntichain *antichain, const DeidLevel *levels)
{
  if (antichain->n_dimensions == 0)
    return antichain->size > 0;
  if (antichain->ignores_ranks)
    return find_specialization (antichain, levels, TRUE);
  set_ranks (antichain, levels);
  return find_specialization (antichain, levels, FALSE);
}

/* Returns: the one of the siblings with this level, or 0. */
static guint32
antichain_find_level (const DeidLevelNodes *arena, guint32 siblings, DeidLevel level)
{
  const DeidLevelNode *nodes = arena->nodes;
  guint32 place = siblings;

  if (siblings == 0)
    return 0;
  while (nodes[place].level > level && !nodes[place].is_last)
    place++;
  return nodes[place].level == level ? place : 0;
}

/* Returns: whether the vector is itself one of the minimal ones. */
static gboolean
antichain_has (const DeidAntichain *antichain, const DeidLevel *levels)
{
  guint32 siblings = antichain->roots, place = 0;

  for (guint d = 0; d < antichain->n_dimensions; d++)
    {
      place = antichain_find_level (&antichain->arena, siblings, levels[d]);
      if (place == 0)
        return FALSE;
      siblings = antichain->arena.nodes[place].children;
    }
  return antichain->size > 0;
}

/* Sets the rank of a node from those of its children. */
static void
update_rank (DeidLevelNode *nodes, guint32 place)
{
  guint32 child = nodes[place].children, rank = DEID_RANK_MAX;

  do
    rank = MIN (rank, nodes[child].level + (guint32) nodes[child].rank);
  while (!nodes[child++].is_last);
  nodes[place].rank = rank & DEID_RANK_MAX;
}

/* Removes, below siblings of a dimension, all vectors that are nowhere below the levels.
 *
 * Returns: where the siblings are, 0 if there are none left. */
static guint32
remove_generalizations (DeidAntichain *antichain, guint32 siblings, guint d,
                        const DeidLevel *levels)
{
  DeidLevelNode *nodes = antichain->arena.nodes;
  guint32 place = siblings;
  gboolean is_last = FALSE;

  while (!is_last && nodes[place].level >= levels[d])
    {
      const guint64 size = antichain->size;
      guint32 *children = &nodes[place].children;

      is_last = nodes[place].is_last;
      if (d + 1 == antichain->n_dimensions)
        antichain->size--;
      else
        *children = remove_generalizations (antichain, *children, d + 1, levels);
      if (*children == 0)
        siblings = level_nodes_remove (&antichain->arena, siblings, place);
      else
        {
          if (antichain->size != size)
            update_rank (nodes, place);
          place++;
        }
    }
  return siblings;
}

/* Makes sure that the vector can be added, also once others are removed. */
static gboolean
antichain_reserve (DeidAntichain *antichain, const DeidLevel *levels, GError **error)
{
  DeidLevelNodes *arena = &antichain->arena;
  guint32 siblings = antichain->roots;
  guint n_siblings = 0;

  for (guint d = 0; d < antichain->n_dimensions && siblings != 0; d++)
    {
      const guint32 place = antichain_find_level (arena, siblings, levels[d]);

      n_siblings = MAX (n_siblings, level_nodes_count (arena, siblings));
      siblings = place != 0 ? arena->nodes[place].children : 0;
    }
  return level_nodes_reserve (arena, &antichain->roots, antichain->n_dimensions, n_siblings, error);
}

/* Adds a vector that is not there, for which there is room; its ranks are set. */
static void
antichain_insert (DeidAntichain *antichain, const DeidLevel *levels)
{
  DeidLevelNodes *arena = &antichain->arena;
  guint32 *siblings = &antichain->roots;

  for (guint d = 0; d < antichain->n_dimensions; d++)
    {
      const guint32 rank = antichain->ranks[d];
      guint32 place = antichain_find_level (arena, *siblings, levels[d]);
      const gboolean is_new = place == 0;

      if (is_new)
        *siblings = level_nodes_add (arena, *siblings, levels[d], &place);
      if (is_new || arena->nodes[place].rank > rank)
        arena->nodes[place].rank = rank & DEID_RANK_MAX;
      siblings = &arena->nodes[place].children;
    }
  antichain->size++;
}

/* Adds a vector unless it is implied, and removes those that it implies. */
static gboolean
antichain_add (DeidAntichain *antichain, const DeidLevel *levels, GError **error)
{
  if (antichain_implies (antichain, levels))
    return TRUE;
  if (!antichain_reserve (antichain, levels, error))
    return FALSE;
  if (antichain->roots != 0)
    antichain->roots = remove_generalizations (antichain, antichain->roots, 0, levels);
  set_ranks (antichain, levels);
  antichain_insert (antichain, levels);
  return TRUE;
}

/* Returns: the memory behind the structure. */
static guint64
antichain_get_n_bytes (const DeidAntichain *antichain)
{
  return antichain->arena.capacity * sizeof *antichain->arena.nodes
         + antichain->n_dimensions * (sizeof *antichain->ranks + sizeof *antichain->next);
}

static void
deid_property_store_free (DeidPropertyStore *store)
{
  antichain_clear (&store->antichain);
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
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "inheritance %d, expected DEID_INHERITANCE_GENERALIZATIONS or "
                    "DEID_INHERITANCE_SPECIALIZATIONS",
                    (int) inheritance);
}

DeidPropertyStore *
deid_property_store_new (DeidLattice *lattice, DeidInheritance inheritance, GError **error)
{
  DeidPropertyStore *store;

  g_return_val_if_fail (lattice != NULL, NULL);

  if (!check_inheritance (inheritance, error) || !deid_lattice_check_attributes (lattice, error))
    return NULL;
  store = DEID_NEW_HANDLE (DeidPropertyStore);
  store->lattice = deid_lattice_ref (lattice);
  store->inheritance = inheritance;
  store->mirrored = deid_alloc (lattice->n_dimensions, sizeof *store->mirrored, error);
  if (store->mirrored == NULL || !antichain_init (&store->antichain, lattice->n_dimensions, error))
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
  return antichain_add (&store->antichain, orient (store, levels), error);
}

gboolean
deid_property_store_contains_levels (DeidPropertyStore *store, const DeidLevel *levels)
{
  return antichain_implies (&store->antichain, orient (store, levels));
}

gboolean
deid_property_store_has_levels (DeidPropertyStore *store, const DeidLevel *levels)
{
  return antichain_has (&store->antichain, orient (store, levels));
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

DEID_DEFINE_GETTER (DeidLattice *, deid_property_store_get_lattice, DeidPropertyStore, lattice,
                    NULL)
DEID_DEFINE_GETTER (guint64, deid_property_store_get_n_policies, DeidPropertyStore, antichain.size,
                    0)

guint64
deid_property_store_get_n_bytes (const DeidPropertyStore *store)
{
  g_return_val_if_fail (store != NULL, 0);

  return sizeof *store + store->lattice->n_dimensions * sizeof *store->mirrored
         + antichain_get_n_bytes (&store->antichain);
}
