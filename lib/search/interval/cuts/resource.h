/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "base/work.h"
#include "search/interval/cuts/cut-bound.h"

/* From a node to a later one; what it costs, and how much of a limited resource it takes, are not
 * negative. */
typedef struct
{
  guint32 end;
  guint32 block; /* the caller's */
  gint64 cost;
  gint64 amount;
} DeidPathEdge;

/* A path up to a node that no other one beats in both. */
typedef struct
{
  gint64 cost;
  gint64 amount;
  guint64 edge;   /* its last */
  guint32 before; /* the one that is longer by this edge, */
  guint32 next;   /* and another one to the same node */
} DeidPathLabel;

typedef struct
{
  gint64 amount;
  gint64 cost;
  guint32 label;
} DeidSortedLabel;

/* What costs and amounts count. */
typedef struct
{
  gint64 cost;
  gint64 amount;
} DeidPathPrices;

/* Finds a path that costs least of all from the first node to the last one that take no more than a
 * limit. */
typedef struct
{
  guint32 n_nodes;
  guint64 *first_edges; /* of each node, whose edges follow one another; and the number of all */
  DeidPathEdge *edges;
  guint64 n_edges;
  guint64 edges_capacity;
  guint64 *path; /* edges of the best one, from the first node on */
  guint32 n_path;
  gint64 cost;
  gint64 amount;
  gboolean is_exact; /* no path within the limit costs less */

  DeidSignedWide *behind; /* of each node what the rest costs at least by some prices, */
  gint64 *behind_amounts; /* and takes then */
  guint64 *chosen;        /* the edge to it */
  guint32 *heads;         /* of each node one of its labels */
  DeidPathLabel *labels;
  guint64 n_labels;
  guint64 labels_capacity;
  DeidSortedLabel *sorted; /* of one node */
  guint64 sorted_capacity;
} DeidResourcePath;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_resource_path_init (DeidResourcePath *path, guint32 max_nodes, GError **error);
void deid_resource_path_clear (DeidResourcePath *path);

guint64 deid_resource_path_get_n_bytes (const DeidResourcePath *path);

/* Begins a graph; edges of the first node are to follow. */
void deid_resource_path_start (DeidResourcePath *path, guint32 n_nodes);

/* Adds an edge of a node that none of a later one was added before. Errors: %DEID_ERROR_NO_MEMORY.
 */
gboolean deid_resource_path_add (DeidResourcePath *path, guint32 begin, const DeidPathEdge *edge,
                                 GError **error);

/* Sets the path, with its cost and amount; @found tells whether there is any. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(edges) a price, of which there are some
 * ten, and O(edges x labels that the prices do not rule out); where these are too many it stops
 * with the best path by then. */
gboolean deid_resource_path_solve (DeidResourcePath *path, gint64 limit, const DeidStop *stop,
                                   gboolean *found, GError **error);

/* The best policy that differs from another one in one attribute: its blocks are the edges of a
 * graph over its ranks, a partition is a path, and what blocks suppress is limited. */
typedef struct
{
  DeidCutBound *bound;
  DeidResourcePath path;
  gint64 n_suppressed; /* that the levels found suppress at least */
  gboolean leaves_out; /* long runs but those of whole cells */
  gboolean is_exact;   /* no others cost less by what is known to fail */
  gint64 price;        /* what a suppressed record costs besides */
} DeidResource;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_resource_init (DeidResource *resource, DeidCutBound *bound, GError **error);
void deid_resource_clear (DeidResource *resource);

/* Writes the levels that the best policy gives an attribute, in a box that was set and leaves no
 * choice in all others, if each suppressed record costs @price units more; @found tells whether
 * there are any. They are the best by costs in
 * units, where @resource->is_exact, if they suppress no more than @resource->n_suppressed, as they
 * do where a class fails only if it has too few records. Where blocks are limited they have few
 * enough, and need not be the best then. Errors and complexity:
 * those of deid_resource_path_solve(). */
gboolean deid_resource_solve (DeidResource *resource, guint attribute, gint64 price,
                              const DeidStop *stop, DeidLevel *levels, gboolean *found,
                              GError **error);
