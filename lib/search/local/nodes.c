/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/nodes.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "evaluation/forced-labels.h"
#include "search/local/local-labels.h"
#include "search/local/run-nodes.h"

/* The levels of one attribute, and what is known of them while nodes are made. */
typedef struct
{
  const DeidAttribute *attribute;
  const DeidLossAttribute *term;
  double share; /* the cost of an extent of 1 */
  guint lowest;
  guint highest;
  DeidLocalNode *tops;   /* of each leaf, the highest node above it so far */
  DeidLocalNode *firsts; /* of each label of a level, the node of its first leaf, */
  guint8 *meets;         /* and whether there are others: 0 without leaves, 1, or 2 */
} Levels;

/* There are fewer nodes than twice the leaves. */
static gboolean
nodes_alloc_nodes (DeidLocalNodes *nodes, Levels *levels, GError **error)
{
  const guint32 n_codes = levels->attribute->n_codes;

  nodes->n_leaves = levels->attribute->levels[levels->lowest].n_labels;
  if (nodes->n_leaves > G_MAXUINT16 / 2)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "column '%s' has %u values, expected at most %d for a local recoding",
                   deid_column_show (deid_attribute_get_column (levels->attribute)),
                   nodes->n_leaves, G_MAXUINT16 / 2);
      return FALSE;
    }
  return deid_new_arrays (
      error, DEID_NEW (nodes->leaves, n_codes), DEID_NEW (nodes->parents, 2 * nodes->n_leaves),
      DEID_NEW (nodes->costs, 2 * nodes->n_leaves), DEID_NEW (nodes->extents, 2 * nodes->n_leaves),
      DEID_NEW (nodes->levels, 2 * nodes->n_leaves), DEID_NEW (nodes->labels, 2 * nodes->n_leaves),
      DEID_NEW (nodes->codes, 2 * nodes->n_leaves), DEID_NEW (levels->tops, nodes->n_leaves),
      DEID_NEW (levels->firsts, n_codes), DEID_NEW (levels->meets, n_codes));
}

void
deid_local_nodes_set_label (DeidLocalNodes *nodes, DeidLocalNode node, guint level, guint32 label,
                            guint32 extent, double share)
{
  nodes->levels[node] = (guint16) level;
  nodes->labels[node] = label;
  nodes->extents[node] = extent;
  nodes->costs[node] = MIN ((guint32) (share * extent + 0.5), DEID_LOCAL_UNIT);
}

static void
set_node (DeidLocalNodes *nodes, const Levels *levels, DeidLocalNode node, guint level,
          guint32 code)
{
  const guint shown = deid_local_labels_get_level (levels->attribute, level, levels->highest, code);

  deid_local_nodes_set_label (
      nodes, node, shown, levels->attribute->levels[shown].labels[code],
      deid_loss_attribute_get_extent (levels->term, levels->attribute, code, shown), levels->share);
  nodes->codes[node] = code;
  nodes->parents[node] = node;
}

static void
add_leaves (DeidLocalNodes *nodes, const Levels *levels)
{
  const DeidRecoding *recoding = &levels->attribute->levels[levels->lowest];

  for (guint32 code = 0; code < levels->attribute->n_codes; code++)
    {
      const DeidLocalNode leaf = (DeidLocalNode) recoding->labels[code];

      nodes->leaves[code] = leaf;
      levels->tops[leaf] = leaf;
      set_node (nodes, levels, leaf, levels->lowest, code);
    }
  nodes->n_nodes = nodes->n_leaves;
}

/* Makes a node of each label of a level where branches meet. */
static void
nodes_add_level (DeidLocalNodes *nodes, const Levels *levels, guint level)
{
  const DeidRecoding *recoding = &levels->attribute->levels[level];

  memset (levels->meets, 0, recoding->n_labels * sizeof *levels->meets);
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const guint32 label = recoding->labels[nodes->codes[leaf]];

      if (levels->meets[label] == 0)
        levels->firsts[label] = levels->tops[leaf];
      if (levels->meets[label] == 0 || levels->firsts[label] != levels->tops[leaf])
        levels->meets[label]++;
      levels->meets[label] = MIN (levels->meets[label], 2);
    }
  for (guint32 label = 0; label < recoding->n_labels; label++)
    levels->firsts[label] = 0; /* from here on that of the label, none of which is a leaf */
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const guint32 label = recoding->labels[nodes->codes[leaf]];

      if (levels->meets[label] < 2)
        continue;
      if (levels->firsts[label] == 0)
        {
          levels->firsts[label] = (DeidLocalNode) nodes->n_nodes++;
          set_node (nodes, levels, levels->firsts[label], level, nodes->codes[leaf]);
        }
      nodes->parents[levels->tops[leaf]] = levels->firsts[label];
      levels->tops[leaf] = levels->firsts[label];
    }
}

/* Makes a root of branches that no level joins. */
static void
add_ceiling (DeidLocalNodes *nodes, const Levels *levels, guint n_attributes)
{
  const DeidLocalNode root = (DeidLocalNode) nodes->n_nodes;

  if (levels->attribute->levels[levels->highest].n_labels < 2)
    return;
  nodes->has_ceiling = TRUE;
  nodes->n_nodes++;
  set_node (nodes, levels, root, levels->highest, nodes->codes[0]);
  nodes->costs[root] = deid_local_get_forbidden (n_attributes);
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    nodes->parents[levels->tops[leaf]] = root;
}

static gboolean
fill_joins (DeidLocalNodes *nodes, GError **error)
{
  const guint64 n = (guint64) nodes->n_nodes * nodes->n_leaves;

  if (n > DEID_LOCAL_MAX_JOINS)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (nodes->joins, n), DEID_NEW (nodes->join_costs, n)))
    return FALSE;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
      {
        const DeidLocalNode join
            = deid_local_nodes_climb (nodes, (DeidLocalNode) node, (DeidLocalNode) leaf);

        nodes->joins[(gsize) node * nodes->n_leaves + leaf] = join;
        nodes->join_costs[(gsize) node * nodes->n_leaves + leaf] = nodes->costs[join];
      }
  return TRUE;
}

/* Returns: what all records count in the loss. */
static guint64
nodes_get_weight (const DeidPreparedProblem *prepared)
{
  return prepared->loss.weighted_input != NULL ? prepared->loss.weighted_input->n_records
                                               : prepared->n_records;
}

/* Makes the nodes of an attribute whose labels are those of a hierarchy. */
static gboolean
make_levels (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared, guint attribute,
             double share, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;
  Levels levels = { .attribute = &lattice->attributes[attribute],
                    .term = &prepared->loss.terms[attribute],
                    .share = share,
                    .lowest = deid_lattice_get_lowest_level (lattice, attribute),
                    .highest = deid_lattice_get_highest_level (lattice, attribute) };
  gboolean success = nodes_alloc_nodes (nodes, &levels, error);

  if (success)
    add_leaves (nodes, &levels);
  for (guint level = levels.lowest + 1; success && level <= levels.highest; level++)
    nodes_add_level (nodes, &levels, level);
  if (success)
    add_ceiling (nodes, &levels, lattice->n_attributes);
  success
      = success
        && deid_local_labels_settle (nodes, levels.attribute, levels.lowest, levels.highest, error);
  g_free (levels.tops);
  g_free (levels.firsts);
  g_free (levels.meets);
  return success;
}

/* Shows in place of each label that forces a finer one the next label above it that does not. A
 * node has a greater number than those below it. */
static gboolean
nodes_widen (DeidLocalNodes *nodes, const DeidAttribute *attribute, guint lowest, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (nodes->lowest_shown, nodes->n_nodes)))
    return FALSE;
  memcpy (nodes->lowest_shown, nodes->shown, nodes->n_nodes * sizeof *nodes->shown);
  for (guint32 node = nodes->n_nodes; node-- > 0;)
    {
      const DeidLocalNode own = nodes->lowest_shown[node];
      const DeidLocalNode parent = nodes->parents[own];

      if (deid_local_nodes_is_ceiling (nodes, own)
          || !deid_attribute_forces (attribute, lowest, nodes->levels[own], nodes->labels[own]))
        continue;
      if (parent == own || deid_local_nodes_is_ceiling (nodes, parent))
        nodes->is_narrow = TRUE;
      else
        nodes->shown[node] = nodes->shown[parent];
    }
  return TRUE;
}

gboolean
deid_local_nodes_init (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared, guint attribute,
                       gboolean widens, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;
  const guint64 weight = nodes_get_weight (prepared);
  const double share = DEID_LOCAL_UNIT * deid_local_get_share (&prepared->loss, attribute, weight);

  *nodes = (DeidLocalNodes){
    .unit = DEID_LOCAL_UNIT * deid_local_get_unit (&prepared->loss, attribute, weight),
  };
  return (deid_attribute_has_runs (&lattice->attributes[attribute])
              ? deid_local_run_nodes_make (nodes, prepared, attribute, share, error)
              : make_levels (nodes, prepared, attribute, share, error))
         && (!widens
             || nodes_widen (nodes, &lattice->attributes[attribute],
                             deid_lattice_get_lowest_level (lattice, attribute), error))
         && fill_joins (nodes, error);
}

void
deid_local_nodes_clear (DeidLocalNodes *nodes)
{
  g_clear_pointer (&nodes->leaves, g_free);
  g_clear_pointer (&nodes->parents, g_free);
  g_clear_pointer (&nodes->costs, g_free);
  g_clear_pointer (&nodes->extents, g_free);
  g_clear_pointer (&nodes->levels, g_free);
  g_clear_pointer (&nodes->labels, g_free);
  g_clear_pointer (&nodes->codes, g_free);
  g_clear_pointer (&nodes->shown, g_free);
  g_clear_pointer (&nodes->lowest_shown, g_free);
  g_clear_pointer (&nodes->firsts, g_free);
  g_clear_pointer (&nodes->lasts, g_free);
  g_clear_pointer (&nodes->runs, g_free);
  g_clear_pointer (&nodes->joins, g_free);
  g_clear_pointer (&nodes->join_costs, g_free);
}
