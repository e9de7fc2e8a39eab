/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/mondrian.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "search/local/mondrian-cuts.h"
#include "search/local/suppression.h"

typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalTuples *tuples;
  DeidLocalJudge *judge;
  const DeidLocalMondrianOptions *options;
  DeidLocalSuppression suppression;
  guint32 least;        /* rows that a class has at least */
  guint32 *records;     /* in the order of parts */
  DeidLocalNode *nodes; /* of each attribute, of the part that is looked at */
  DeidLocalNode *piece; /* the same of a piece of it */
  gboolean *is_tried;   /* of each attribute */
  DeidLocalCut cut;
  DeidMondrianPart *parts; /* a queue of those that may be cut */
  guint64 parts_capacity;
  guint64 n_parts; /* those that are done included */
  guint64 n_cuts;
  guint64 n_done; /* records in clusters */
} Mondrian;

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
  if (!deid_grow ((gpointer *) &mondrian->parts, &mondrian->parts_capacity, mondrian->n_parts + 1,
                  sizeof *mondrian->parts, error))
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
  const DeidLocalCut *cut = &mondrian->cut;
  const guint64 n_before = mondrian->n_parts;
  guint32 first = 0;

  *is_taken = TRUE;
  for (guint32 i = 0; i < cut->n_pieces && *is_taken; i++)
    {
      const guint32 n = cut->ends[i] - first;
      const DeidMondrianPart piece
          = { .first = part->first + first,
              .n = n,
              .passes = mondrian_passes (mondrian, cut->records + first, n) };

      if (!mondrian_add_part (mondrian, &piece, error))
        return FALSE;
      *is_taken = has_to || piece.passes;
      first = cut->ends[i];
    }
  if (*is_taken)
    memcpy (mondrian->records + part->first, cut->records, part->n * sizeof *cut->records);
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
  DeidLocalCut *cut = &mondrian->cut;

  *is_cut = mondrian->options->is_relaxed && !has_to
                ? deid_local_cut_halves (cut, records, part->n, a, mondrian->least)
                : deid_local_cut_children (cut, records, part->n, a, mondrian->nodes[a],
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
check_judge (const Mondrian *mondrian, GError **error)
{
  if (mondrian->judge->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&mondrian->judge->error));
  return FALSE;
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

      if (!check_judge (mondrian, error) || !mondrian_work_on (mondrian, &part, may_cut, error))
        return FALSE;
    }
  return check_judge (mondrian, error);
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
  const gboolean success
      = deid_new_arrays (error, DEID_NEW (mondrian.records, tuples->n_records),
                         DEID_NEW (mondrian.nodes, tuples->n_attributes),
                         DEID_NEW (mondrian.piece, tuples->n_attributes),
                         DEID_NEW (mondrian.is_tried, tuples->n_attributes))
        && deid_local_suppression_init (&mondrian.suppression, tuples, judge->k, error)
        && deid_local_cut_init (&mondrian.cut, clusters, options->is_relaxed, error)
        && cut_all (&mondrian, stop, error);

  *n_cuts = mondrian.n_cuts;
  g_free (mondrian.records);
  g_free (mondrian.nodes);
  g_free (mondrian.piece);
  g_free (mondrian.is_tried);
  g_free (mondrian.parts);
  deid_local_suppression_clear (&mondrian.suppression);
  deid_local_cut_clear (&mondrian.cut);
  return success;
}
