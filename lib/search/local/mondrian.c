/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/local/clusters.h"
#include "search/local/local-search.h"
#include "search/search-context.h"
#include "search/search-private.h"

#include <string.h>

/* Records that stand together in the order. */
typedef struct
{
  guint32 first;
  guint32 n;
  gboolean passes; /* the models, as a class */
} DeidMondrianPart;

typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalTuples *tuples;
  DeidLocalJudge *judge;
  const DeidLocalMondrianOptions *options;
  DeidLocalSuppression suppression;
  guint32 least;           /* rows that a class has at least */
  guint32 *records;        /* in the order of parts */
  DeidLocalNode *nodes;    /* of each attribute, of the part that is looked at */
  DeidLocalNode *piece;    /* the same of a piece of it */
  gboolean *is_tried;      /* of each attribute */
  DeidMondrianPart *parts; /* a queue of those that may be cut */
  guint64 parts_capacity;
  guint64 n_parts; /* those that are done included */
  guint64 n_cuts;
  guint64 n_done; /* records in clusters */

  /* The pieces that an attribute cuts a part into. */
  guint32 *cut; /* the records of the part, one piece after the other */
  guint32 n_pieces;
  guint32 *ends;            /* of each piece, the place behind its last record */
  guint32 *counts;          /* scratch: of each node of an attribute, its records */
  guint32 **places;         /* for each attribute the place of each leaf in the hierarchy's order,
                               if there are to be halves */
  DeidKeyedNumber *order;   /* scratch: records by the places of their leaves */
  DeidKeyedNumber *scratch; /* as many */
} Mondrian;

/* Numbers the leaves so that those below each node follow each other, in an order of children that
 * their numbers give. Parents are numbered behind their children. */
static gboolean
number_leaves (const DeidLocalNodes *nodes, guint32 **places, GError **error)
{
  g_autofree guint32 *n_below = NULL, *next = NULL;
  guint32 *of_nodes;

  if (!deid_new_arrays (error, DEID_NEW (n_below, nodes->n_nodes), DEID_NEW (next, nodes->n_nodes),
                        DEID_NEW (*places, nodes->n_nodes)))
    return FALSE;
  of_nodes = *places;
  for (guint32 node = 0; node < nodes->n_nodes; node++)
    {
      n_below[node] += node < nodes->n_leaves ? 1 : 0;
      if (nodes->parents[node] != node)
        n_below[nodes->parents[node]] += n_below[node];
    }
  for (guint32 node = nodes->n_nodes; node-- > 0;)
    {
      const DeidLocalNode parent = nodes->parents[node];

      if (parent != node)
        {
          of_nodes[node] = next[parent];
          next[parent] += n_below[node];
        }
      next[node] = of_nodes[node];
    }
  return TRUE;
}

static gboolean
init_halves (Mondrian *mondrian, GError **error)
{
  const DeidLocalTuples *tuples = mondrian->tuples;

  if (!deid_new_arrays (error, DEID_NEW (mondrian->places, tuples->n_attributes),
                        DEID_NEW (mondrian->order, tuples->n_records),
                        DEID_NEW (mondrian->scratch, tuples->n_records)))
    return FALSE;
  for (guint a = 0; a < tuples->n_attributes; a++)
    if (!number_leaves (&tuples->attributes[a], &mondrian->places[a], error))
      return FALSE;
  return TRUE;
}

static gboolean
mondrian_init (Mondrian *mondrian, GError **error)
{
  const DeidLocalTuples *tuples = mondrian->tuples;
  guint32 n_nodes = 2;

  for (guint a = 0; a < tuples->n_attributes; a++)
    n_nodes = MAX (n_nodes, tuples->attributes[a].n_nodes);
  return deid_new_arrays (error, DEID_NEW (mondrian->records, tuples->n_records),
                          DEID_NEW (mondrian->cut, tuples->n_records),
                          DEID_NEW (mondrian->nodes, tuples->n_attributes),
                          DEID_NEW (mondrian->piece, tuples->n_attributes),
                          DEID_NEW (mondrian->is_tried, tuples->n_attributes),
                          DEID_NEW (mondrian->ends, n_nodes), DEID_NEW (mondrian->counts, n_nodes))
         && (!mondrian->options->is_relaxed || init_halves (mondrian, error))
         && deid_local_suppression_init (&mondrian->suppression, tuples, mondrian->judge->k, error);
}

static void
mondrian_clear (Mondrian *mondrian)
{
  for (guint a = 0; mondrian->places != NULL && a < mondrian->tuples->n_attributes; a++)
    g_free (mondrian->places[a]);
  deid_free_arrays (mondrian->records, mondrian->cut, mondrian->nodes, mondrian->piece,
                    mondrian->is_tried, mondrian->parts, mondrian->ends, mondrian->counts,
                    mondrian->places, mondrian->order, mondrian->scratch);
  deid_local_suppression_clear (&mondrian->suppression);
}

static DeidLocalNode
get_leaf (const Mondrian *mondrian, guint32 record, guint attribute)
{
  return deid_local_clusters_get_leaves (mondrian->clusters, record)[attribute];
}

/* Returns: the child of a node that has a leaf. */
static DeidLocalNode
mondrian_cuts_find_child (const DeidLocalNodes *nodes, DeidLocalNode node, DeidLocalNode leaf)
{
  while (nodes->parents[leaf] != node)
    leaf = nodes->parents[leaf];
  return leaf;
}

/* Counts the records of each child, and lists where those of each end. Returns: whether each child
 * that has records has at least @least. */
static gboolean
count_children (Mondrian *mondrian, const guint32 *records, guint32 n, guint attribute,
                DeidLocalNode node, guint32 least)
{
  const DeidLocalNodes *nodes = &mondrian->tuples->attributes[attribute];
  gboolean have_enough = TRUE;
  guint32 end = 0;

  memset (mondrian->counts, 0, nodes->n_nodes * sizeof *mondrian->counts);
  for (guint32 i = 0; i < n; i++)
    mondrian->counts[mondrian_cuts_find_child (nodes, node,
                                               get_leaf (mondrian, records[i], attribute))]++;
  mondrian->n_pieces = 0;
  for (guint32 child = 0; child < node; child++)
    if (mondrian->counts[child] > 0)
      {
        have_enough &= mondrian->counts[child] >= least;
        end += mondrian->counts[child];
        mondrian->counts[child] = end;
        mondrian->ends[mondrian->n_pieces++] = end;
      }
  return have_enough;
}

/* A node may be released in place of a lower one that is above all records, too: then it has one
 * child with records. */
static gboolean
mondrian_cuts_find_pieces (Mondrian *mondrian, const guint32 *records, guint32 n, guint attribute,
                           DeidLocalNode *node, guint32 least)
{
  const DeidLocalNodes *nodes = &mondrian->tuples->attributes[attribute];

  while (*node >= nodes->n_leaves)
    {
      if (!count_children (mondrian, records, n, attribute, *node, least))
        return FALSE;
      if (mondrian->n_pieces > 1)
        return TRUE;
      *node = mondrian_cuts_find_child (nodes, *node, get_leaf (mondrian, records[0], attribute));
    }
  return FALSE;
}

/* Cuts records at the children of a node above them all; those of one child stay in their order.
 * Returns: whether there are several pieces, each of at least @least records. Complexity: O(records
 * x levels + nodes of the attribute). */
static gboolean
mondrian_cut_children (Mondrian *mondrian, const guint32 *records, guint32 n, guint attribute,
                       DeidLocalNode node, guint32 least)
{
  const DeidLocalNodes *nodes = &mondrian->tuples->attributes[attribute];

  if (!mondrian_cuts_find_pieces (mondrian, records, n, attribute, &node, least))
    return FALSE;
  for (guint32 i = n; i-- > 0;)
    {
      const DeidLocalNode child
          = mondrian_cuts_find_child (nodes, node, get_leaf (mondrian, records[i], attribute));

      mondrian->cut[--mondrian->counts[child]] = records[i];
    }
  return TRUE;
}

/* Cuts records into halves by the places of their leaves; those of one leaf stay in their order.
 * Returns: whether each half has at least @least records. Complexity: O(records). */
static gboolean
mondrian_cut_halves (Mondrian *mondrian, const guint32 *records, guint32 n, guint attribute,
                     guint32 least)
{
  if (n / 2 < least)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    mondrian->order[i] = (DeidKeyedNumber){
      mondrian->places[attribute][get_leaf (mondrian, records[i], attribute)], records[i]
    };
  deid_key_sort (mondrian->order, mondrian->scratch, n);
  for (guint32 i = 0; i < n; i++)
    mondrian->cut[i] = mondrian->order[i].number;
  mondrian->n_pieces = 2;
  mondrian->ends[0] = n / 2;
  mondrian->ends[1] = n;
  return TRUE;
}

static void
find_nodes (const Mondrian *mondrian, const guint32 *records, guint32 n, DeidLocalNode *nodes)
{
  memcpy (nodes, deid_local_clusters_get_leaves (mondrian->clusters, records[0]),
          mondrian->tuples->n_attributes * sizeof *nodes);
  for (guint32 i = 0; i < n; i++)
    deid_local_join (mondrian->tuples, nodes,
                     deid_local_clusters_get_leaves (mondrian->clusters, records[i]));
}

static gboolean
mondrian_passes (Mondrian *mondrian, const guint32 *records, guint32 n)
{
  if (mondrian->judge->is_plain)
    return n >= mondrian->least;
  find_nodes (mondrian, records, n, mondrian->piece);
  deid_local_judge_start (mondrian->judge);
  for (guint32 i = 0; i < n; i++)
    deid_local_judge_add (mondrian->judge, records[i]);
  return deid_local_judge_passes (mondrian->judge, mondrian->piece);
}

/* Returns: the attribute that costs most of those that have several values and were not tried; or
 * the number of attributes. */
static guint
choose_attribute (const Mondrian *mondrian)
{
  const guint m = mondrian->tuples->n_attributes;
  guint32 most = 0;
  guint best = m;

  for (guint a = 0; a < m; a++)
    {
      const DeidLocalNodes *nodes = &mondrian->tuples->attributes[a];
      const DeidLocalNode node = mondrian->nodes[a];

      if (!mondrian->is_tried[a] && node >= nodes->n_leaves
          && (best == m || nodes->costs[node] > most))
        {
          best = a;
          most = nodes->costs[node];
        }
    }
  return best;
}

static gboolean
mondrian_add_part (Mondrian *mondrian, const DeidMondrianPart *part, GError **error)
{
  if (!deid_grow_list (mondrian, parts, mondrian->n_parts + 1, error))
    return FALSE;
  mondrian->parts[mondrian->n_parts++] = *part;
  return TRUE;
}

/* Makes parts of the pieces of a part, unless one of them does not pass; where the part has to be
 * cut, whatever they are. */
static gboolean
take_pieces (Mondrian *mondrian, const DeidMondrianPart *part, gboolean has_to, gboolean *is_taken,
             GError **error)
{
  const guint64 n_before = mondrian->n_parts;
  guint32 first = 0;

  *is_taken = TRUE;
  for (guint32 i = 0; i < mondrian->n_pieces && *is_taken; i++)
    {
      const guint32 n = mondrian->ends[i] - first;
      const DeidMondrianPart piece
          = { .first = part->first + first,
              .n = n,
              .passes = mondrian_passes (mondrian, mondrian->cut + first, n) };

      if (!mondrian_add_part (mondrian, &piece, error))
        return FALSE;
      *is_taken = has_to || piece.passes;
      first = mondrian->ends[i];
    }
  if (*is_taken)
    memcpy (mondrian->records + part->first, mondrian->cut, part->n * sizeof *mondrian->cut);
  else
    mondrian->n_parts = n_before;
  return TRUE;
}

/* Cuts a part by an attribute if that may be. */
static gboolean
cut_by (Mondrian *mondrian, const DeidMondrianPart *part, guint a, gboolean has_to,
        gboolean *is_cut, GError **error)
{
  const guint32 *records = mondrian->records + part->first;

  *is_cut = mondrian->options->is_relaxed && !has_to
                ? mondrian_cut_halves (mondrian, records, part->n, a, mondrian->least)
                : mondrian_cut_children (mondrian, records, part->n, a, mondrian->nodes[a],
                                         has_to ? 1 : mondrian->least);
  return !*is_cut || take_pieces (mondrian, part, has_to, is_cut, error);
}

/* Makes a part a cluster, or suppresses its records. */
static void
mondrian_keep (Mondrian *mondrian, const DeidMondrianPart *part)
{
  DeidLocalClusters *clusters = mondrian->clusters;
  const guint32 number = part->passes ? deid_local_clusters_open (clusters) : DEID_LOCAL_NONE;

  if (!part->passes)
    deid_local_clusters_start_suppressed (clusters, mondrian->suppression.cost);
  for (guint32 i = part->first; i < part->first + part->n; i++)
    if (part->passes)
      deid_local_clusters_add (clusters, number, mondrian->records[i]);
    else
      deid_local_clusters_suppress (clusters, mondrian->records[i]);
  mondrian->n_done += part->n;
  if (mondrian->options->report != NULL)
    mondrian->options->report (mondrian->options->report_data, mondrian->n_done);
}

/* Cuts a part or, where no attribute allows it, keeps it. */
static gboolean
mondrian_work_on (Mondrian *mondrian, const DeidMondrianPart *part, gboolean may_cut,
                  GError **error)
{
  const guint m = mondrian->tuples->n_attributes;
  gboolean is_cut = FALSE;

  find_nodes (mondrian, mondrian->records + part->first, part->n, mondrian->nodes);
  memset (mondrian->is_tried, 0, m * sizeof *mondrian->is_tried);
  for (guint a = choose_attribute (mondrian); a < m && !is_cut; a = choose_attribute (mondrian))
    {
      const gboolean has_to
          = deid_local_nodes_is_ceiling (&mondrian->tuples->attributes[a], mondrian->nodes[a]);

      mondrian->is_tried[a] = TRUE;
      if ((may_cut || has_to) && !cut_by (mondrian, part, a, has_to, &is_cut, error))
        return FALSE;
    }
  if (is_cut)
    mondrian->n_cuts++;
  else
    mondrian_keep (mondrian, part);
  return TRUE;
}

static gboolean
cut_all (Mondrian *mondrian, const DeidStop *stop, GError **error)
{
  DeidMondrianPart all = { .n = mondrian->tuples->n_records };

  for (guint32 i = 0; i < all.n; i++)
    mondrian->records[i] = i;
  all.passes = mondrian_passes (mondrian, mondrian->records, all.n);
  if (!mondrian_add_part (mondrian, &all, error))
    return FALSE;
  for (guint64 i = 0; i < mondrian->n_parts; i++)
    {
      const DeidMondrianPart part = mondrian->parts[i];
      const gboolean may_cut
          = mondrian->n_cuts < mondrian->options->max_cuts && deid_stop_check (stop, NULL);

      if (!deid_local_judge_check (mondrian->judge, DEID_STOP_NEVER, error)
          || !mondrian_work_on (mondrian, &part, may_cut, error))
        return FALSE;
    }
  return deid_local_judge_check (mondrian->judge, DEID_STOP_NEVER, error);
}

gboolean
deid_local_mondrian (DeidLocalClusters *clusters, DeidLocalJudge *judge,
                     const DeidLocalMondrianOptions *options, guint64 *n_cuts, const DeidStop *stop,
                     GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  Mondrian mondrian = { .clusters = clusters,
                        .tuples = tuples,
                        .judge = judge,
                        .options = options,
                        .least = deid_local_judge_get_least_rows (judge) };
  const gboolean success = mondrian_init (&mondrian, error) && cut_all (&mondrian, stop, error);

  *n_cuts = mondrian.n_cuts;
  mondrian_clear (&mondrian);
  return success;
}

/* The search for a local recoding by Mondrian. */

/* The children of a run are no parts of a tree. */
static gboolean
check_no_runs (const DeidLattice *lattice, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (deid_attribute_has_runs (&lattice->attributes[a]))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "strict Mondrian cuts at the children of labels, which runs of values "
                        "have not, expected mondrian:relaxed or local where there are cuts");
  return TRUE;
}

static gboolean
mondrian_search_cut (DeidLocalOnce *once, gpointer is_relaxed, GError **error)
{
  DeidRun *run = once->local->run;
  const DeidLocalMondrianOptions options = { .is_relaxed = GPOINTER_TO_INT (is_relaxed),
                                             .max_cuts = run->search->step_limit,
                                             .report = deid_local_once_report,
                                             .report_data = once };
  guint64 n_cuts;

  if (!deid_local_mondrian (&once->clusters, &once->judge, &options, &n_cuts, &run->stop, error))
    return FALSE;
  if (n_cuts >= options.max_cuts)
    deid_run_end (run, DEID_TERMINATION_STEP_LIMIT);
  return deid_statistics_set (run->statistics, "cuts", (double) n_cuts, error);
}

gboolean
deid_mondrian_run (DeidSearchContext *context, gpointer is_relaxed, GError **error)
{
  DeidRun *run = deid_search_context_get_run (context);

  return (is_relaxed || check_no_runs (run->prepared->lattice, error))
         && deid_local_once (run, DEID_LOCAL_FEW_POLICIES, mondrian_search_cut, is_relaxed, error);
}
