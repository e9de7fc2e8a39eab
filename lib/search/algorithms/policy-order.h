/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* Where a policy stands in a queue: smaller keys come first, ties go by levels. */
typedef struct
{
  double keys[3];
} DeidPriority;

/* A binary heap of policies. */
typedef struct
{
  guint n_dimensions;
  gsize size;    /* of an entry: its priority and its levels */
  char *entries; /* a spare one behind those in the queue */
  guint64 n;
  guint64 capacity;
} DeidPolicyQueue;

void deid_policy_queue_init (DeidPolicyQueue *queue, guint n_dimensions);
void deid_policy_queue_clear (DeidPolicyQueue *queue);

gboolean deid_policy_queue_push (DeidPolicyQueue *queue, const DeidPriority *priority,
                                 const DeidLevel *levels, GError **error);

/* Returns: FALSE if the queue is empty. */
gboolean deid_policy_queue_pop (DeidPolicyQueue *queue, DeidPriority *priority, DeidLevel *levels);

/* The policies in the queue, in no order. */
const DeidPriority *deid_policy_queue_get_priority (const DeidPolicyQueue *queue, guint64 i);

guint64 deid_policy_queue_get_n_bytes (const DeidPolicyQueue *queue);

/* Is told of a policy.
 * Returns: whether to go on. */
typedef gboolean (*DeidVisitFunc) (const DeidLevel *levels, gpointer data);

/* Goes through the policies of a lattice whose levels have one sum. */
typedef struct
{
  const DeidLattice *lattice;
  DeidVisitFunc may_enter; /* asked of the lowest policy with the levels given so far; what it
                              refuses it must refuse the generalizations of, too */
  DeidVisitFunc visit;
  gpointer data;
  guint64 *left; /* of each dimension, what it and those that follow can sum to */
  DeidLevel *levels;
} DeidLevelWalk;

gboolean deid_level_walk_init (DeidLevelWalk *walk, const DeidLattice *lattice, GError **error);
void deid_level_walk_clear (DeidLevelWalk *walk);

/* Visits the nodes that are @sum steps above the bottom, in the order of their levels. Leaves out
 * those that may not be entered.
 * Returns: whether no visit has ended the walk. */
gboolean deid_level_walk_run (DeidLevelWalk *walk, guint64 sum);
