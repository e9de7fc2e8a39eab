/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/first-clusters.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "search/local/clusters.h"

/* Records of all parts that are looked at, above which nothing is divided any more. */
#define MAX_LOOKED_AT (G_GUINT64_CONSTANT (1) << 28)

/* Cuts of a run that are tried, about. */
#define MAX_CUTS 16

/* Records that stand together in the order. */
typedef struct
{
  guint32 first;
  guint32 n;
} DivisionPart;

typedef struct
{
  const DeidLocalTuples *tuples;
  DeidLocalJudge *judge;
  guint32 *records;     /* in the order of parts */
  guint32 *tried;       /* those of a part in two pieces, */
  guint32 *best;        /* and the pieces that cost least so far: */
  guint32 n_best;       /* how many are in the first of them, 0 if there are none, */
  guint64 least;        /* and what they cost */
  DeidLocalNode *nodes; /* of each attribute, of the part, */
  DeidLocalNode *piece; /* and of a piece of it */
  DeidKeyedNumber *numbers;
  DeidKeyedNumber *scratch;
  DivisionPart *parts; /* a queue */
  guint64 parts_capacity;
  guint64 n_parts;
  guint64 n_looked_at;
} DivisionDivision;

static const DeidLocalNode *
division_get_leaves (const DivisionDivision *division, guint32 record)
{
  return deid_local_tuples_get (division->tuples, division->tuples->tuples[record]);
}

/* Returns: the child of the part's node that a record is below; of runs, its leaf. */
static DeidLocalNode
division_find_child (const DivisionDivision *division, guint attribute, guint32 record)
{
  const DeidLocalNodes *nodes = &division->tuples->attributes[attribute];
  DeidLocalNode node = division_get_leaves (division, record)[attribute];

  if (nodes->runs != NULL)
    return node;
  while (nodes->parents[node] != division->nodes[attribute])
    node = nodes->parents[node];
  return node;
}

/* Looks at some records: their nodes, and what they cost. Returns: whether they pass. */
static gboolean
division_look_at (DivisionDivision *division, const guint32 *records, guint32 n,
                  DeidLocalNode *nodes, guint64 *cost)
{
  const DeidLocalTuples *tuples = division->tuples;
  guint64 weight = 0, each = 0;

  division->n_looked_at += n;
  deid_local_judge_start (division->judge);
  memcpy (nodes, division_get_leaves (division, records[0]), tuples->n_attributes * sizeof *nodes);
  for (guint32 i = 0; i < n; i++)
    {
      each = deid_local_join (tuples, nodes, division_get_leaves (division, records[i]));
      weight += deid_local_tuples_get_weight (tuples, records[i]);
      deid_local_judge_add (division->judge, records[i]);
    }
  *cost = weight * each;
  return deid_local_judge_passes (division->judge, nodes);
}

/* Keeps the pieces that were tried if they pass and cost less than @limit. */
static void
division_consider (DivisionDivision *division, guint32 n, guint32 n_first, guint64 limit)
{
  guint64 first, second;

  if (n_first == 0 || n_first == n
      || !division_look_at (division, division->tried, n_first, division->piece, &first)
      || !division_look_at (division, division->tried + n_first, n - n_first, division->piece,
                            &second)
      || first + second >= limit)
    return;
  memcpy (division->best, division->tried, n * sizeof *division->best);
  division->n_best = n_first;
  division->least = first + second;
}

/* Tries the records below some children of the part's node, and the others. */
static void
try_children (DivisionDivision *division, const DivisionPart *part, guint attribute,
              DeidLocalNode first, DeidLocalNode last)
{
  guint32 n_below = 0, n_others = 0;

  for (guint32 i = 0; i < part->n; i++)
    {
      const guint32 record = division->records[part->first + i];
      const DeidLocalNode child = division_find_child (division, attribute, record);

      if (child >= first && child <= last)
        division->tried[n_below++] = record;
      else
        division->tried[part->n - ++n_others] = record;
    }
  division_consider (division, part->n, n_below, division->least);
}

/* Tries to cut the part's run between leaves, and before what no run has. */
static void
try_cuts (DivisionDivision *division, const DivisionPart *part, guint attribute)
{
  const DeidLocalNodes *nodes = &division->tuples->attributes[attribute];
  const guint first = nodes->firsts[division->nodes[attribute]];
  const guint last = nodes->lasts[division->nodes[attribute]];
  const guint step = (last - first) / MAX_CUTS + 1;

  for (guint end = first + step; end <= last; end += step)
    try_children (division, part, attribute, (DeidLocalNode) first, (DeidLocalNode) (end - 1));
  if (last == nodes->n_ordered)
    try_children (division, part, attribute, (DeidLocalNode) first, (DeidLocalNode) (last - 1));
}

static void
try_attribute (DivisionDivision *division, const DivisionPart *part, guint attribute)
{
  const DeidLocalNodes *nodes = &division->tuples->attributes[attribute];
  const DeidLocalNode node = division->nodes[attribute];

  if (nodes->runs != NULL)
    try_cuts (division, part, attribute);
  else
    for (DeidLocalNode child = 0; child < node; child++)
      if (nodes->parents[child] == node)
        try_children (division, part, attribute, child, child);
}

/* Tells whether records have the same value of each judged column. */
static gboolean
division_are_alike (const DeidLocalJudge *judge, guint32 a, guint32 b)
{
  for (guint j = 0; j < judge->n_judged; j++)
    if (judge->columns[j].values[a] != judge->columns[j].values[b])
      return FALSE;
  return TRUE;
}

/* Sorts the records of a part by their judged values, those that are alike by child. */
static void
sort_part (DivisionDivision *division, const DivisionPart *part, guint attribute)
{
  const DeidLocalJudge *judge = division->judge;
  DeidKeyedNumber *numbers = division->numbers;

  for (guint32 i = 0; i < part->n; i++)
    {
      const guint32 record = division->records[part->first + i];

      numbers[i] = (DeidKeyedNumber){ division_find_child (division, attribute, record), record };
    }
  deid_key_sort (numbers, division->scratch, part->n);
  for (guint j = 0; j < judge->n_judged; j++)
    {
      for (guint32 i = 0; i < part->n; i++)
        numbers[i].key = judge->columns[j].values[numbers[i].number];
      deid_key_sort (numbers, division->scratch, part->n);
    }
}

/* Of odd numbers of records the one more is in the first half and in the second by turns. */
static void
try_halves (DivisionDivision *division, const DivisionPart *part, guint attribute)
{
  const DeidKeyedNumber *numbers = division->numbers;
  guint32 n_first = 0, n_second = 0;

  sort_part (division, part, attribute);
  for (guint32 start = 0, end; start < part->n; start = end)
    {
      guint32 n_half;

      for (end = start + 1; end < part->n; end++)
        if (!division_are_alike (division->judge, numbers[start].number, numbers[end].number))
          break;
      n_half = (end - start + (n_first < n_second)) / 2;
      for (guint32 i = start; i < end; i++)
        if (i < start + n_half)
          division->tried[n_first++] = numbers[i].number;
        else
          division->tried[part->n - ++n_second] = numbers[i].number;
    }
  division_consider (division, part->n, n_first, division->least + (division->n_best == 0));
}

/* Finds the pieces of a part that cost least, if they cost no more than the part. */
static void
division_find_pieces (DivisionDivision *division, const DivisionPart *part)
{
  const DeidLocalTuples *tuples = division->tuples;

  division->n_best = 0;
  division_look_at (division, division->records + part->first, part->n, division->nodes,
                    &division->least);
  if (division->least == 0)
    return;
  for (guint a = 0; a < tuples->n_attributes; a++)
    try_attribute (division, part, a);
  for (guint a = 0; a < tuples->n_attributes; a++)
    if (division->nodes[a] >= tuples->attributes[a].n_leaves)
      try_halves (division, part, a);
}

static gboolean
division_add_part (DivisionDivision *division, guint32 first, guint32 n, GError **error)
{
  if (!deid_grow_list (division, parts, division->n_parts + 1, error))
    return FALSE;
  division->parts[division->n_parts++] = (DivisionPart){ first, n };
  return TRUE;
}

/* Divides a part. Returns: whether it could. */
static gboolean
division_divide (DivisionDivision *division, DivisionPart part, gboolean *is_divided,
                 GError **error)
{
  division_find_pieces (division, &part);
  *is_divided = division->n_best > 0;
  if (division->n_best == 0)
    return TRUE;
  memcpy (division->records + part.first, division->best, part.n * sizeof *division->best);
  return division_add_part (division, part.first, division->n_best, error)
         && division_add_part (division, part.first + division->n_best, part.n - division->n_best,
                               error);
}

static gboolean
divide_all (DivisionDivision *division, guint32 *class_of_row, guint64 *cost, const DeidStop *stop,
            GError **error)
{
  const DeidLocalTuples *tuples = division->tuples;
  guint32 n_classes = 0;
  guint64 own_cost;

  for (guint32 record = 0; record < tuples->n_records; record++)
    division->records[record] = record;
  *cost = G_MAXUINT64;
  if (!division_look_at (division, division->records, tuples->n_records, division->nodes,
                         &own_cost))
    return TRUE;
  *cost = 0;
  if (!division_add_part (division, 0, tuples->n_records, error))
    return FALSE;
  for (guint64 number = 0; number < division->n_parts; number++)
    {
      const DivisionPart part = division->parts[number];
      gboolean is_divided = FALSE;

      if (part.n >= 2 && division->n_looked_at < MAX_LOOKED_AT && deid_stop_check (stop, NULL)
          && !division_divide (division, part, &is_divided, error))
        return FALSE;
      if (is_divided)
        continue;
      division_look_at (division, division->records + part.first, part.n, division->nodes,
                        &own_cost);
      *cost += own_cost;
      for (guint32 i = 0; i < part.n; i++)
        class_of_row[tuples->rows[division->records[part.first + i]]] = n_classes;
      n_classes++;
    }
  return TRUE;
}

gboolean
deid_local_divide (const DeidLocalTuples *tuples, DeidLocalJudge *judge, guint32 *class_of_row,
                   guint64 *cost, const DeidStop *stop, GError **error)
{
  const guint32 n = tuples->n_records;
  DivisionDivision division = { .tuples = tuples, .judge = judge };
  const gboolean success
      = deid_new_arrays (error, DEID_NEW (division.records, n), DEID_NEW (division.tried, n),
                         DEID_NEW (division.best, n), DEID_NEW (division.numbers, n),
                         DEID_NEW (division.scratch, n),
                         DEID_NEW (division.nodes, tuples->n_attributes),
                         DEID_NEW (division.piece, tuples->n_attributes))
        && divide_all (&division, class_of_row, cost, stop, error)
        && deid_local_judge_check (judge, DEID_STOP_NEVER, error);

  deid_free_arrays (division.records, division.tried, division.best, division.numbers,
                    division.scratch, division.nodes, division.piece, division.parts);
  return success;
}
