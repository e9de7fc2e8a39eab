/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/run-nodes.h"

#include "base/arrays.h"
#include "base/wide.h"

/* The values of a column, each by its place in the order. */
typedef struct
{
  const DeidAttribute *attribute;
  const DeidLossAttribute *term;
  double share;
  const guint64 *records; /* of each value, and of an unmentioned missing one behind all */
  guint8 *is_there;       /* in the column */
  DeidLocalNode *leaves;  /* of each value that is there */
  guint32 *begins, *ends; /* of each leaf its first and its last value */
} RunNodesOrder;

static guint32
run_nodes_count_values (const RunNodesOrder *order)
{
  return order->attribute->cuts->values.n;
}

/* Marks the values of the column.
 * Returns: how many there are. */
static guint32
mark_values (RunNodesOrder *order)
{
  guint32 n = 0;

  for (guint32 code = 0; code < order->attribute->n_codes; code++)
    if (order->attribute->positions[code] != DEID_NO_CODE)
      {
        order->is_there[order->attribute->positions[code]] = TRUE;
        n++;
      }
  return n;
}

/* Makes a leaf of each value, or of all values in the same part if the records before them are cut
 * into as many equal parts as there may be leaves.
 * Returns: the number of leaves. */
static guint32
make_leaves (RunNodesOrder *order, guint32 n_there)
{
  guint64 n_all = 0, n_before = 0, part = 0;
  guint32 n = 0;

  for (guint32 value = 0; value < run_nodes_count_values (order); value++)
    n_all += order->records[value];
  for (guint32 value = 0; value < run_nodes_count_values (order); value++)
    {
      const guint64 own_part
          = (guint64) ((DeidWide) n_before * DEID_LOCAL_MAX_ORDERED / MAX (n_all, 1));

      if (!order->is_there[value])
        continue;
      if (n == 0 || n_there <= DEID_LOCAL_MAX_ORDERED || own_part != part)
        order->begins[n++] = value;
      order->ends[n - 1] = value;
      order->leaves[value] = (DeidLocalNode) (n - 1);
      part = own_part;
      n_before += order->records[value];
    }
  return n;
}

/* Adds a node whose label is that of a run of values, or of the missing value. */
static DeidLocalNode
run_nodes_add_node (DeidLocalNodes *nodes, const RunNodesOrder *order, guint first, guint last,
                    guint level, guint32 label)
{
  const DeidLocalNode node = (DeidLocalNode) nodes->n_nodes++;

  nodes->firsts[node] = (guint16) first;
  nodes->lasts[node] = (guint16) last;
  nodes->shown[node] = node;
  deid_local_nodes_set_label (nodes, node, level, label, order->term->label_extents[level][label],
                              order->share);
  return node;
}

/* Adds the runs of a leaf and so many others. */
static void
run_nodes_add_runs (DeidLocalNodes *nodes, const RunNodesOrder *order, guint more)
{
  nodes->runs[more] = (DeidLocalNode) nodes->n_nodes;
  for (guint first = 0; first + more < nodes->n_ordered; first++)
    run_nodes_add_node (nodes, order, first, first + more,
                        order->ends[first + more] - order->begins[first], order->begins[first]);
}

/* Adds the run of the whole order, unless it is that of all leaves. Where there is no such run a
 * value and what is missing have a root that no class may have. */
static void
add_root (DeidLocalNodes *nodes, const RunNodesOrder *order, guint n_attributes)
{
  const guint top = order->attribute->n_levels - 1;

  if (top > 0 && nodes->levels[nodes->n_nodes - 1] < top)
    run_nodes_add_node (nodes, order, 0, nodes->n_ordered, top, 0);
  else if (top == 0 && nodes->n_leaves > 1)
    {
      nodes->has_ceiling = TRUE;
      nodes->costs[run_nodes_add_node (nodes, order, 0, nodes->n_ordered, 0, 0)]
          = deid_local_get_forbidden (n_attributes);
    }
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    nodes->parents[node] = deid_local_nodes_get_root (nodes);
}

static gboolean
run_nodes_alloc_nodes (DeidLocalNodes *nodes, guint32 n_codes, GError **error)
{
  const guint64 n = nodes->n_ordered;
  const guint64 n_nodes = n * (n + 1) / 2 + 2;

  return deid_new_arrays (error, DEID_NEW (nodes->leaves, n_codes),
                          DEID_NEW (nodes->parents, n_nodes), DEID_NEW (nodes->costs, n_nodes),
                          DEID_NEW (nodes->extents, n_nodes), DEID_NEW (nodes->levels, n_nodes),
                          DEID_NEW (nodes->labels, n_nodes), DEID_NEW (nodes->shown, n_nodes),
                          DEID_NEW (nodes->firsts, n_nodes), DEID_NEW (nodes->lasts, n_nodes),
                          DEID_NEW (nodes->runs, n + 1));
}

static gboolean
run_nodes_make (DeidLocalNodes *nodes, RunNodesOrder *order, guint n_attributes, GError **error)
{
  const DeidAttribute *attribute = order->attribute;

  nodes->n_ordered = make_leaves (order, mark_values (order));
  nodes->n_leaves = nodes->n_ordered + (attribute->missing_apart ? 1 : 0);
  if (!run_nodes_alloc_nodes (nodes, attribute->n_codes, error))
    return FALSE;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    nodes->leaves[code] = attribute->positions[code] != DEID_NO_CODE
                              ? order->leaves[attribute->positions[code]]
                              : (DeidLocalNode) nodes->n_ordered;
  run_nodes_add_runs (nodes, order, 0);
  if (attribute->missing_apart)
    run_nodes_add_node (nodes, order, 0, nodes->n_ordered, 0, run_nodes_count_values (order));
  for (guint more = 1; more < nodes->n_ordered; more++)
    run_nodes_add_runs (nodes, order, more);
  add_root (nodes, order, n_attributes);
  return TRUE;
}

gboolean
deid_local_run_nodes_make (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared,
                           guint attribute, double share, GError **error)
{
  RunNodesOrder order = { .attribute = &prepared->lattice->attributes[attribute],
                          .term = &prepared->loss.terms[attribute],
                          .share = share,
                          .records = prepared->loss.input->label_records[attribute][0] };
  const guint32 n = run_nodes_count_values (&order);
  const gboolean success
      = deid_new_arrays (error, DEID_NEW (order.is_there, n), DEID_NEW (order.leaves, n),
                         DEID_NEW (order.begins, n), DEID_NEW (order.ends, n))
        && run_nodes_make (nodes, &order, prepared->lattice->n_attributes, error);

  g_free (order.is_there);
  g_free (order.leaves);
  g_free (order.begins);
  g_free (order.ends);
  return success;
}
