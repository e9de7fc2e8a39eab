/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/level-nodes.h"

#include <string.h>

#include "base/memory.h"

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

void
deid_level_nodes_clear (DeidLevelNodes *arena)
{
  g_free (arena->nodes);
}

guint
deid_level_nodes_count (const DeidLevelNodes *arena, guint32 siblings)
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
  const guint n = deid_level_nodes_count (from, siblings);
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

gboolean
deid_level_nodes_reserve (DeidLevelNodes *arena, guint32 *roots, guint64 n, guint n_siblings,
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
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_NO_MEMORY,
                   "out of memory: a property store of more than %u nodes", G_MAXUINT32);
      return FALSE;
    }
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

guint32
deid_level_nodes_add (DeidLevelNodes *arena, guint32 siblings, DeidLevel level, guint32 *place)
{
  const guint n = deid_level_nodes_count (arena, siblings);
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

guint32
deid_level_nodes_remove (DeidLevelNodes *arena, guint32 siblings, guint32 place)
{
  const guint n = deid_level_nodes_count (arena, siblings);
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
