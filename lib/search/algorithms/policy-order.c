/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/algorithms/policy-order.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

void
deid_policy_queue_init (DeidPolicyQueue *queue, guint n_dimensions)
{
  const gsize alignment = sizeof (DeidPriority);
  const gsize size = sizeof (DeidPriority) + n_dimensions * sizeof (DeidLevel);

  *queue = (DeidPolicyQueue){ .n_dimensions = n_dimensions,
                              .size = (size + alignment - 1) / alignment * alignment };
}

void
deid_policy_queue_clear (DeidPolicyQueue *queue)
{
  g_free (queue->entries);
}

static char *
policy_queue_get_entry (const DeidPolicyQueue *queue, guint64 i)
{
  return queue->entries + i * queue->size;
}

static const DeidLevel *
policy_queue_get_levels (const char *entry)
{
  return (const DeidLevel *) (entry + sizeof (DeidPriority));
}

const DeidPriority *
deid_policy_queue_get_priority (const DeidPolicyQueue *queue, guint64 i)
{
  return (const DeidPriority *) policy_queue_get_entry (queue, i);
}

/* The order of the queue. */
static int
priority_compare (const DeidPriority *a, const DeidLevel *a_levels, const DeidPriority *b,
                  const DeidLevel *b_levels, guint n_dimensions)
{
  for (guint i = 0; i < G_N_ELEMENTS (a->keys); i++)
    if (a->keys[i] < b->keys[i] || a->keys[i] > b->keys[i])
      return a->keys[i] < b->keys[i] ? -1 : 1;
  return deid_levels_compare (a_levels, b_levels, n_dimensions);
}

static gboolean
policy_queue_comes_first (const DeidPolicyQueue *queue, const char *a, const char *b)
{
  return priority_compare ((const DeidPriority *) a, policy_queue_get_levels (a),
                           (const DeidPriority *) b, policy_queue_get_levels (b),
                           queue->n_dimensions)
         < 0;
}

gboolean
deid_policy_queue_push (DeidPolicyQueue *queue, const DeidPriority *priority,
                        const DeidLevel *levels, GError **error)
{
  guint64 i = queue->n;
  char *spare;

  if (!deid_grow ((gpointer *) &queue->entries, &queue->capacity, queue->n + 2, queue->size, error))
    return FALSE;
  spare = policy_queue_get_entry (queue, queue->n + 1);
  memcpy (spare, priority, sizeof *priority);
  memcpy (spare + sizeof *priority, levels, queue->n_dimensions * sizeof *levels);
  queue->n++;
  while (i > 0
         && policy_queue_comes_first (queue, spare, policy_queue_get_entry (queue, (i - 1) / 2)))
    {
      memcpy (policy_queue_get_entry (queue, i), policy_queue_get_entry (queue, (i - 1) / 2),
              queue->size);
      i = (i - 1) / 2;
    }
  memcpy (policy_queue_get_entry (queue, i), spare, queue->size);
  return TRUE;
}

gboolean
deid_policy_queue_pop (DeidPolicyQueue *queue, DeidPriority *priority, DeidLevel *levels)
{
  const char *last;
  guint64 i = 0, child;

  if (queue->n == 0)
    return FALSE;
  memcpy (priority, policy_queue_get_entry (queue, 0), sizeof *priority);
  memcpy (levels, policy_queue_get_levels (policy_queue_get_entry (queue, 0)),
          queue->n_dimensions * sizeof *levels);
  last = policy_queue_get_entry (queue, --queue->n);
  while ((child = 2 * i + 1) < queue->n)
    {
      if (child + 1 < queue->n
          && policy_queue_comes_first (queue, policy_queue_get_entry (queue, child + 1),
                                       policy_queue_get_entry (queue, child)))
        child++;
      if (!policy_queue_comes_first (queue, policy_queue_get_entry (queue, child), last))
        break;
      memcpy (policy_queue_get_entry (queue, i), policy_queue_get_entry (queue, child),
              queue->size);
      i = child;
    }
  if (i != queue->n)
    memcpy (policy_queue_get_entry (queue, i), last, queue->size);
  return TRUE;
}

guint64
deid_policy_queue_get_n_bytes (const DeidPolicyQueue *queue)
{
  return queue->capacity * queue->size;
}

gboolean
deid_level_walk_init (DeidLevelWalk *walk, const DeidLattice *lattice, GError **error)
{
  const guint n_dimensions = lattice->n_dimensions;

  *walk = (DeidLevelWalk){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (walk->levels, n_dimensions)))
    return FALSE;
  deid_lattice_copy_bottom (lattice, walk->levels);
  walk->left = deid_alloc (n_dimensions + 1, sizeof *walk->left, error);
  if (walk->left == NULL)
    return FALSE;
  for (guint d = n_dimensions; d-- > 0;)
    walk->left[d] = walk->left[d + 1] + deid_lattice_count_levels (lattice, d) - 1;
  return TRUE;
}

void
deid_level_walk_clear (DeidLevelWalk *walk)
{
  deid_free_arrays (walk->left, walk->levels);
}

/* Tries all levels of @dimension and those behind it that are @sum steps above the lowest. */
static gboolean
level_walk_go_on (DeidLevelWalk *walk, guint dimension, guint64 sum)
{
  const DeidLattice *lattice = walk->lattice;
  const guint64 following = walk->left[dimension + 1];
  const guint64 lowest = sum > following ? sum - following : 0;
  const guint64 highest = MIN (sum, deid_lattice_count_levels (lattice, dimension) - 1);
  gboolean success = TRUE;

  for (guint64 step = lowest; success && step <= highest; step++)
    {
      walk->levels[dimension] = (DeidLevel) (lattice->floors[dimension] + step);
      if (dimension + 1 == lattice->n_dimensions)
        success = walk->visit (walk->levels, walk->data);
      else if (walk->may_enter (walk->levels, walk->data))
        success = level_walk_go_on (walk, dimension + 1, sum - step);
      else
        break;
    }
  walk->levels[dimension] = lattice->floors[dimension];
  return success;
}

gboolean
deid_level_walk_run (DeidLevelWalk *walk, guint64 sum)
{
  if (walk->lattice->n_dimensions == 0)
    return sum > 0 || walk->visit (walk->levels, walk->data);
  return level_walk_go_on (walk, 0, sum);
}
