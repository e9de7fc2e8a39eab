/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "base/work.h"
#include "search/interval/cuts/cut-bound.h"

/* An edge from a node to a later one. */
typedef struct
{
  guint32 end;
  guint32 block; /* the caller's */
  gint64 cost;   /* not negative */
  gint64 amount; /* how much of the limited resource it takes; not negative */
} DeidPathEdge;

/* A label: a path from the first node to another. No other path to this node is better in both cost
 * and amount. */
typedef struct
{
  gint64 cost;
  gint64 amount;
  guint64 edge;   /* the last of the path */
  guint32 before; /* the label of the path without this edge */
  guint32 next;   /* the next label of the same node */
} DeidPathLabel;

typedef struct
{
  gint64 amount;
  gint64 cost;
  guint32 label;
} DeidSortedLabel;

/* Finds, of the paths from the first node to the last that take no more than a limit, one that
 * costs least. */
typedef struct
{
  guint32 n_nodes;
  guint64 *first_edges; /* of each node: where its edges begin; the end comes last */
  DeidPathEdge *edges;
  guint64 n_edges;
  guint64 edges_capacity;
  guint64 *path; /* the edges of the best path, from the first node on */
  guint32 n_path;
  gint64 cost;
  gint64 amount;
  gboolean is_exact; /* no path within the limit costs less */

  DeidSignedWide *behind; /* of each node: the least cost from there to the end, by some prices, */
  gint64 *behind_amounts; /* the amount of the path that costs so much, */
  guint64 *chosen;        /* its first edge, */
  guint32 *heads;         /* and one of the labels of the node */
  DeidPathLabel *labels;
  guint64 n_labels;
  guint64 labels_capacity;
  DeidSortedLabel *sorted; /* of one node */
  guint64 sorted_capacity;
} DeidResourcePath;

gboolean deid_resource_path_init (DeidResourcePath *path, guint32 max_nodes, GError **error);
void deid_resource_path_clear (DeidResourcePath *path);

guint64 deid_resource_path_get_n_bytes (const DeidResourcePath *path);

/* Begins a graph of @n_nodes nodes and the end. Edges are added node by node. */
void deid_resource_path_start (DeidResourcePath *path, guint32 n_nodes);

/* Adds an edge that begins at the node @begin. Edges are added in the order of these nodes. */
gboolean deid_resource_path_add (DeidResourcePath *path, guint32 begin, const DeidPathEdge *edge,
                                 GError **error);

/* Sets the path, with its cost and amount. @found: whether there is one. Complexity: O(edges) for
 * each of about ten prices, and O(edges x labels that prices do not rule out). If there are too
 * many of these labels, it stops with the best path so far. */
gboolean deid_resource_path_solve (DeidResourcePath *path, gint64 limit, const DeidStop *stop,
                                   gboolean *found, GError **error);

/* Finds the best policy that differs from another in one attribute: blocks are the edges of a graph
 * over ranks, a partition is a path, and the number of records that blocks suppress is limited. */
typedef struct
{
  DeidCutBound *bound;
  DeidResourcePath path;
  gint64 n_suppressed; /* the fewest records that the levels found can suppress */
  gboolean leaves_out; /* whether long runs were left out that are not of whole cells */
  gboolean is_exact;   /* whether no other levels cost less, by the records known to fail */
  gint64 price;        /* units that a suppressed record costs besides */
} DeidResource;

gboolean deid_resource_init (DeidResource *resource, DeidCutBound *bound, GError **error);
void deid_resource_clear (DeidResource *resource);

/* Writes the levels of one attribute in the best policy of the box that was set, which must leave
 * the other attributes no choice, if each suppressed record costs @price units more. @found:
 * whether there is such a policy.
 *
 * If @resource->is_exact, no levels cost less in units, provided that these suppress no more than
 * @resource->n_suppressed records, as is certain where a class fails only for too few records.
 * Where blocks are limited, the levels have few enough of them, but need not be the best. Errors
 * and complexity: those of deid_resource_path_solve(). */
gboolean deid_resource_solve (DeidResource *resource, guint attribute, gint64 price,
                              const DeidStop *stop, DeidLevel *levels, gboolean *found,
                              GError **error);
