/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/antichain.h"

#include "base/memory.h"

gboolean
deid_antichain_init (DeidAntichain *antichain, guint n_dimensions, GError **error)
{
  *antichain = (DeidAntichain){ .n_dimensions = n_dimensions };
  antichain->ranks = deid_alloc (n_dimensions, sizeof *antichain->ranks, error);
  if (antichain->ranks != NULL)
    antichain->next = deid_alloc (n_dimensions, sizeof *antichain->next, error);
  return antichain->next != NULL;
}

void
deid_antichain_clear (DeidAntichain *antichain)
{
  deid_level_nodes_clear (&antichain->arena);
  g_free (antichain->ranks);
  g_free (antichain->next);
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

gboolean
deid_antichain_implies (DeidAntichain *antichain, const DeidLevel *levels)
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

gboolean
deid_antichain_has (const DeidAntichain *antichain, const DeidLevel *levels)
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
        siblings = deid_level_nodes_remove (&antichain->arena, siblings, place);
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

      n_siblings = MAX (n_siblings, deid_level_nodes_count (arena, siblings));
      siblings = place != 0 ? arena->nodes[place].children : 0;
    }
  return deid_level_nodes_reserve (arena, &antichain->roots, antichain->n_dimensions, n_siblings,
                                   error);
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
        *siblings = deid_level_nodes_add (arena, *siblings, levels[d], &place);
      if (is_new || arena->nodes[place].rank > rank)
        arena->nodes[place].rank = rank & DEID_RANK_MAX;
      siblings = &arena->nodes[place].children;
    }
  antichain->size++;
}

gboolean
deid_antichain_add (DeidAntichain *antichain, const DeidLevel *levels, GError **error)
{
  if (deid_antichain_implies (antichain, levels))
    return TRUE;
  if (!antichain_reserve (antichain, levels, error))
    return FALSE;
  if (antichain->roots != 0)
    antichain->roots = remove_generalizations (antichain, antichain->roots, 0, levels);
  set_ranks (antichain, levels);
  antichain_insert (antichain, levels);
  return TRUE;
}

guint64
deid_antichain_get_n_bytes (const DeidAntichain *antichain)
{
  return antichain->arena.capacity * sizeof *antichain->arena.nodes
         + antichain->n_dimensions * (sizeof *antichain->ranks + sizeof *antichain->next);
}
