/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Visits policies by rising lower bound, the loss without suppression, and stops at the first one
 * that the incumbent dominates: all later ones are dominated too.
 *
 * Each policy but the bottom has one parent, which lowers its last dimension above 0, so that every
 * policy is generated once and no set of visited ones is needed. Neither the bound nor the level
 * sum of a child is below its parent's, so the heap yields policies in order. */
#include <string.h>

#include "base/memory.h"
#include "search/run.h"

/* An open policy: its bound, then its levels. */
typedef struct
{
  double bound;
  DeidLevel levels[];
} Node;

typedef struct
{
  char *nodes;
  guint64 n;
  guint64 capacity;
  gsize node_size;
  guint n_dimensions;
} Heap;

static Node *
get_node (const Heap *heap, guint64 i)
{
  return (Node *) (gpointer) (heap->nodes + i * heap->node_size);
}

static gboolean
precedes (const Heap *heap, const Node *a, const Node *b)
{
  return a->bound != b->bound ? a->bound < b->bound
                              : deid_levels_compare (a->levels, b->levels, heap->n_dimensions) < 0;
}

static gboolean
push (Heap *heap, const Node *node, GError **error)
{
  guint64 i = heap->n;

  if (!deid_grow ((gpointer *) &heap->nodes, &heap->capacity, heap->n + 1, heap->node_size, error))
    return FALSE;
  heap->n++;
  for (; i > 0 && precedes (heap, node, get_node (heap, (i - 1) / 2)); i = (i - 1) / 2)
    memcpy (get_node (heap, i), get_node (heap, (i - 1) / 2), heap->node_size);
  memcpy (get_node (heap, i), node, heap->node_size);
  return TRUE;
}

static void
pop (Heap *heap, Node *first)
{
  const Node *last = get_node (heap, --heap->n);
  guint64 i = 0;

  memcpy (first, get_node (heap, 0), heap->node_size);
  for (guint64 child = 1; child < heap->n; child = 2 * i + 1)
    {
      if (child + 1 < heap->n
          && precedes (heap, get_node (heap, child + 1), get_node (heap, child)))
        child++;
      if (!precedes (heap, get_node (heap, child), last))
        break;
      memcpy (get_node (heap, i), get_node (heap, child), heap->node_size);
      i = child;
    }
  memmove (get_node (heap, i), last, heap->node_size);
}

/* Pushes the policies whose parent is @node, but those that the incumbent dominates. */
static gboolean
push_children (DeidRun *run, Heap *heap, Node *node, GError **error)
{
  const DeidLattice *lattice = run->instance.lattice;
  const double bound = node->bound;
  guint d = lattice->n_dimensions;
  gboolean is_last_raised = FALSE;

  while (d-- > 0 && !is_last_raised)
    {
      is_last_raised = node->levels[d] > 0;
      if (node->levels[d] == lattice->heights[d])
        continue;
      node->levels[d]++;
      node->bound = deid_loss_get_bound (&run->instance.loss, node->levels);
      if (!deid_run_is_dominated (run, node->bound, node->levels) && !push (heap, node, error))
        return FALSE;
      node->levels[d]--;
    }
  node->bound = bound;
  return TRUE;
}

/* The top is evaluated first, since it is the likeliest solution; and if its superset-closed part
 * withholds too much, no policy is one. */
static gboolean
search (DeidRun *run, Heap *heap, Node *node, GError **error)
{
  const DeidLattice *lattice = run->instance.lattice;
  const gsize levels_size = lattice->n_dimensions * sizeof *node->levels;
  DeidVerdict verdict;

  if (!deid_run_evaluate (run, lattice->heights, &verdict))
    return TRUE;
  if (!deid_verdict_is_feasible (&verdict, &run->instance))
    {
      run->complete = TRUE;
      return TRUE;
    }
  memset (node->levels, 0, levels_size);
  node->bound = deid_loss_get_bound (&run->instance.loss, node->levels);
  if (!push (heap, node, error))
    return FALSE;
  while (heap->n > 0)
    {
      pop (heap, node);
      run->lower_bound = node->bound;
      if (deid_run_is_dominated (run, node->bound, node->levels))
        break;
      if (memcmp (node->levels, lattice->heights, levels_size) != 0
          && !deid_run_evaluate (run, node->levels, &verdict))
        return TRUE;
      if (!push_children (run, heap, node, error))
        return FALSE;
    }
  run->complete = TRUE;
  return TRUE;
}

void
deid_search_by_bound (DeidRun *run)
{
  const guint n_dimensions = run->instance.lattice->n_dimensions;
  const gsize levels_end = sizeof (Node) + n_dimensions * sizeof (DeidLevel);
  Heap heap
      = { .n_dimensions = n_dimensions,
          .node_size = (levels_end + sizeof (double) - 1) / sizeof (double) * sizeof (double) };
  g_autofree Node *node = g_malloc0 (heap.node_size);
  GError *error = NULL;

  if (!search (run, &heap, node, &error))
    deid_run_fail (run, error);
  g_free (heap.nodes);
}
