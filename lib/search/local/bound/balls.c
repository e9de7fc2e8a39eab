/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/balls.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* The search for the nearest records starts with the limit FIRST_REACH on their cost, and doubles
 * it up to MAX_REACH. */
#define FIRST_REACH (DEID_LOCAL_PRICE_UNIT / 16)
#define MAX_REACH   (DEID_LOCAL_PRICE_UNIT << 20)

/* The lowest label of an attribute that covers the joined records. */
typedef struct
{
  guint16 first; /* first leaf of a run; with a hierarchy, any leaf below the label */
  guint16 last;  /* last leaf of a run; with a hierarchy, the level of the label */
  guint n;       /* the number of values of a set */
  guint16 values[DEID_LOCAL_MAX_JOINED];
} BallLabel;

/* A number of joined records, and the records that may join them, by their cost. */
typedef struct
{
  DeidKeyedNumber *members;
  guint32 *places;   /* the places of the members so far, in ascending order */
  BallLabel *labels; /* of each attribute in the order: the label of the joined records */
  guint64 **costs;   /* of each attribute in the order, of each leaf: the cost if this leaf joins */
} BallStage;

struct DeidLocalBalls
{
  DeidLocalBoxes *boxes;
  guint *order;      /* of the attributes; combinations are sorted by them */
  guint32 *numbers;  /* the combinations, sorted */
  guint32 **ends;    /* of each attribute in the order: the next combination that differs up to this
                        attribute */
  guint32 *places;   /* of each combination */
  guint32 *ranks;    /* of each combination */
  guint64 *greatest; /* of each rank: the greatest ceiling from this rank on */
  DeidKeyedNumber *scratch;
  BallStage stages[DEID_LOCAL_MAX_JOINED - 1];
};

static void
ball_label_start (const DeidLocalLevels *attribute, BallLabel *label, guint16 leaf)
{
  *label = (BallLabel){
    .first = leaf, .last = attribute->runs != NULL ? leaf : 0, .n = 1, .values = { leaf }
  };
}

static gboolean
ball_label_has (const BallLabel *label, guint16 leaf)
{
  for (guint i = 0; i < label->n; i++)
    if (label->values[i] == leaf)
      return TRUE;
  return FALSE;
}

static guint64
ball_run_get_cost (const DeidLocalLevels *attribute, guint16 first, guint16 last)
{
  if (first == last)
    return attribute->costs[0][first];
  if (last + 1u == attribute->n_labels[0])
    return attribute->costs[1][0];
  return deid_local_levels_cost (attribute, attribute->runs->label_extents[last - first][first]);
}

/* Returns: the lowest level on which a label covers a leaf, too. */
static guint
ball_find_level (const DeidLocalLevels *attribute, const BallLabel *label, guint16 leaf)
{
  guint level = label->last;

  while (level + 1 < attribute->n_levels
         && attribute->labels[level][leaf] != attribute->labels[level][label->first])
    level++;
  return level;
}

/* Returns: the cost of the lowest label that covers a leaf, too; not for sets. */
static guint64
ball_label_get_cost (const DeidLocalLevels *attribute, const BallLabel *label, guint16 leaf)
{
  guint level;

  if (attribute->runs != NULL)
    return ball_run_get_cost (attribute, MIN (label->first, leaf), MAX (label->last, leaf));
  level = ball_find_level (attribute, label, leaf);
  return attribute->costs[level][attribute->labels[level][leaf]];
}

static void
ball_label_add (const DeidLocalLevels *attribute, BallLabel *label, guint16 leaf)
{
  if (attribute->runs != NULL)
    {
      label->first = MIN (label->first, leaf);
      label->last = MAX (label->last, leaf);
    }
  else if (!attribute->has_sets)
    label->last = (guint16) ball_find_level (attribute, label, leaf);
  else if (!ball_label_has (label, leaf))
    label->values[label->n++] = leaf;
}

static guint32
ball_get_n (const DeidLocalBalls *balls)
{
  return balls->boxes->combinations->n;
}

static const DeidLocalLevels *
ball_get_attribute (const DeidLocalBalls *balls, guint i)
{
  return &balls->boxes->combinations->attributes[balls->order[i]];
}

/* Returns: the least cost of two different values of an attribute. */
static guint64
ball_find_step (const DeidLocalLevels *attribute)
{
  guint64 least = G_MAXUINT64;

  if (attribute->has_sets || attribute->runs != NULL)
    return (guint64) attribute->unit;
  for (guint32 label = 0; attribute->n_levels > 1 && label < attribute->n_labels[1]; label++)
    least = MIN (least, attribute->costs[1][label]);
  return least;
}

/* Attributes in which different values cost most come first, so that the walk passes over most
 * combinations early. */
static void
balls_order_attributes (DeidLocalBalls *balls)
{
  for (guint i = 0; i < balls->boxes->combinations->n_attributes; i++)
    {
      guint j = i;

      for (; j > 0
             && ball_find_step (ball_get_attribute (balls, j - 1))
                    < ball_find_step (&balls->boxes->combinations->attributes[i]);
           j--)
        balls->order[j] = balls->order[j - 1];
      balls->order[j] = i;
    }
}

static guint16
ball_get_leaf (const DeidLocalBalls *balls, guint i, guint32 number)
{
  return balls->boxes->combinations->leaves[balls->order[i]][number];
}

static void
balls_sort (DeidLocalBalls *balls)
{
  const guint m = balls->boxes->combinations->n_attributes;
  const guint32 n = ball_get_n (balls);
  DeidKeyedNumber *members = balls->stages[0].members;

  for (guint32 i = 0; i < n; i++)
    members[i].number = i;
  for (guint i = m; i-- > 0;)
    {
      for (guint32 j = 0; j < n; j++)
        members[j].key = ball_get_leaf (balls, i, members[j].number);
      deid_key_sort (members, balls->scratch, n);
    }
  for (guint32 j = 0; j < n; j++)
    balls->numbers[j] = members[j].number;
  for (guint32 j = n; j-- > 0;)
    for (guint i = 0, differs = FALSE; i < m; i++)
      {
        differs |= j + 1 == n
                   || ball_get_leaf (balls, i, balls->numbers[j])
                          != ball_get_leaf (balls, i, balls->numbers[j + 1]);
        balls->ends[i][j] = differs ? j + 1 : balls->ends[i][j + 1];
      }
}

static gboolean
ball_stage_init (const DeidLocalBalls *balls, BallStage *stage, GError **error)
{
  const guint m = balls->boxes->combinations->n_attributes;
  const guint32 n = ball_get_n (balls);

  if (!deid_new_arrays (error, DEID_NEW (stage->members, n), DEID_NEW (stage->places, n),
                        DEID_NEW (stage->labels, m), DEID_NEW (stage->costs, m)))
    return FALSE;
  for (guint i = 0; i < m; i++)
    if (!deid_new_arrays (error,
                          DEID_NEW (stage->costs[i], ball_get_attribute (balls, i)->n_labels[0])))
      return FALSE;
  return TRUE;
}

static void
ball_stage_clear (const DeidLocalBalls *balls, BallStage *stage)
{
  for (guint i = 0; stage->costs != NULL && i < balls->boxes->combinations->n_attributes; i++)
    g_free (stage->costs[i]);
  deid_free_arrays (stage->members, stage->places, stage->labels, stage->costs);
}

static gboolean
balls_init (DeidLocalBalls *balls, GError **error)
{
  const DeidLocalCombinations *combinations = balls->boxes->combinations;
  const guint m = combinations->n_attributes;
  const guint32 n = combinations->n;

  if (!deid_new_arrays (error, DEID_NEW (balls->order, m), DEID_NEW (balls->numbers, n),
                        DEID_NEW (balls->ends, m), DEID_NEW (balls->places, n),
                        DEID_NEW (balls->ranks, n), DEID_NEW (balls->greatest, n + 1),
                        DEID_NEW (balls->scratch, n)))
    return FALSE;
  balls_order_attributes (balls);
  for (guint i = 0; i < m; i++)
    if (!deid_new_arrays (error, DEID_NEW (balls->ends[i], n)))
      return FALSE;
  for (guint i = 0; i + 1 < DEID_LOCAL_MAX_JOINED; i++)
    if (!ball_stage_init (balls, &balls->stages[i], error))
      return FALSE;
  balls_sort (balls);
  return TRUE;
}

DeidLocalBalls *
deid_local_balls_new (DeidLocalBoxes *boxes, GError **error)
{
  DeidLocalBalls *balls = deid_alloc (1, sizeof *balls, error);

  if (balls == NULL)
    return NULL;
  balls->boxes = boxes;
  if (balls_init (balls, error))
    return balls;
  deid_local_balls_free (balls);
  return NULL;
}

void
deid_local_balls_free (DeidLocalBalls *balls)
{
  if (balls == NULL)
    return;
  for (guint i = 0; balls->ends != NULL && i < balls->boxes->combinations->n_attributes; i++)
    g_free (balls->ends[i]);
  for (guint i = 0; i + 1 < DEID_LOCAL_MAX_JOINED; i++)
    ball_stage_clear (balls, &balls->stages[i]);
  deid_free_arrays (balls->order, balls->numbers, balls->ends, balls->places, balls->ranks,
                    balls->greatest, balls->scratch, balls);
}

guint64
deid_local_balls_count_bytes (const DeidLocalBalls *balls)
{
  const guint64 n = ball_get_n (balls), m = balls->boxes->combinations->n_attributes;

  return n
         * (m * sizeof **balls->ends + 4 * sizeof (guint32) + sizeof *balls->greatest
            + DEID_LOCAL_MAX_JOINED * (sizeof (DeidKeyedNumber) + sizeof (guint32)));
}

/* Computes the cost of the joined records with each further leaf. */
static void
ball_stage_list_costs (const DeidLocalBalls *balls, BallStage *stage)
{
  for (guint i = 0; i < balls->boxes->combinations->n_attributes; i++)
    {
      const DeidLocalLevels *attribute = ball_get_attribute (balls, i);
      const BallLabel *label = &stage->labels[i];
      const guint64 other = deid_local_levels_cost (attribute, label->n);

      for (guint32 leaf = 0; leaf < attribute->n_labels[0]; leaf++)
        stage->costs[i][leaf]
            = attribute->has_sets ? other : ball_label_get_cost (attribute, label, (guint16) leaf);
      for (guint j = 0; attribute->has_sets && j < label->n; j++)
        stage->costs[i][label->values[j]] = deid_local_levels_cost (attribute, label->n - 1);
    }
}

static void
balls_start (DeidLocalBalls *balls, guint32 number)
{
  for (guint i = 0; i < balls->boxes->combinations->n_attributes; i++)
    ball_label_start (ball_get_attribute (balls, i), &balls->stages[0].labels[i],
                      ball_get_leaf (balls, i, number));
  ball_stage_list_costs (balls, &balls->stages[0]);
}

/* Lists the combinations whose rank is at least @rank and that cost less than @limit together with
 * the first record. Returns: how many there are. */
static guint32
balls_gather (DeidLocalBalls *balls, guint32 rank, guint64 limit)
{
  const guint m = balls->boxes->combinations->n_attributes;
  const guint32 n = ball_get_n (balls);
  guint32 n_members = 0;

  for (guint32 j = 0; j < n;)
    {
      const guint32 number = balls->numbers[j];
      guint64 cost = 0;
      guint i = 0;

      while (i < m && (cost += balls->stages[0].costs[i][ball_get_leaf (balls, i, number)]) < limit)
        i++;
      if (i == m && balls->ranks[number] >= rank)
        balls->stages[0].members[n_members++] = (DeidKeyedNumber){ .key = cost, .number = number };
      j = i == m ? j + 1 : balls->ends[i][j];
    }
  return n_members;
}

static guint64
balls_find_nearest (DeidLocalBalls *balls, guint32 n_members, guint64 limit)
{
  const DeidLocalBoxes *boxes = balls->boxes;
  DeidKeyedNumber *members = balls->stages[0].members;
  guint64 n_records = 0;

  deid_key_sort (members, balls->scratch, n_members);
  for (guint32 i = 0; i < n_members; i++)
    if ((n_records += boxes->combinations->counts[members[i].number]) >= boxes->k)
      return members[i].key;
  return limit;
}

gboolean
deid_local_balls_rank (DeidLocalBalls *balls, guint64 *alone, const DeidStop *stop, GError **error)
{
  const guint32 n = ball_get_n (balls);
  DeidKeyedNumber *members = balls->stages[0].members;

  memset (balls->ranks, 0, n * sizeof *balls->ranks);
  for (guint32 i = 0; i < n; i++)
    {
      guint64 limit = FIRST_REACH;

      if (i % 64 == 0 && !deid_stop_check (stop, error))
        return FALSE;
      balls_start (balls, i);
      while ((alone[i] = balls_find_nearest (balls, balls_gather (balls, 0, limit), limit)) == limit
             && limit < MAX_REACH)
        limit *= 2;
    }
  for (guint32 i = 0; i < n; i++)
    members[i] = (DeidKeyedNumber){ .key = ~alone[i], .number = i };
  deid_key_sort (members, balls->scratch, n);
  for (guint32 i = 0; i < n; i++)
    balls->ranks[members[i].number] = i;
  return TRUE;
}

guint32 *
deid_local_balls_get_ranks (DeidLocalBalls *balls)
{
  return balls->ranks;
}

static guint64
balls_sum (const DeidLocalBalls *balls, const guint32 *places, guint32 n)
{
  guint64 least;

  return deid_local_boxes_sum_top (balls->boxes, balls->boxes->places.ceilings, places, n,
                                   balls->boxes->n_top, &least);
}

static void
balls_insert (guint32 *places, guint32 n, guint32 place)
{
  guint32 low = 0, high = n;

  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (places[middle] < place)
        low = middle + 1;
      else
        high = middle;
    }
  memmove (places + low + 1, places + low, (n - low) * sizeof *places);
  places[low] = place;
}

static gboolean
balls_check_stop (DeidLocalBalls *balls, guint32 n_members, GError **error)
{
  DeidLocalBoxes *boxes = balls->boxes;

  boxes->n_sets++;
  boxes->n_unchecked += n_members;
  if (boxes->n_unchecked < DEID_ROWS_PER_CHECK)
    return TRUE;
  boxes->n_unchecked = 0;
  if (boxes->report != NULL)
    boxes->report (boxes->report_data);
  return deid_stop_check (boxes->stop, error);
}

static gboolean balls_descend (DeidLocalBalls *balls, guint n_joined, guint32 n_members,
                               GError **error);

/* Joins a record, and lists the records of the ball that cost less than @limit together with the
 * joined ones. Returns: how many there are. */
static guint32
balls_join (DeidLocalBalls *balls, guint n_joined, guint32 place, guint32 n, guint64 limit)
{
  const DeidLocalBoxes *boxes = balls->boxes;
  const guint m = boxes->combinations->n_attributes;
  const BallStage *stage = &balls->stages[n_joined - 1];
  BallStage *next = &balls->stages[n_joined];
  guint32 n_members = 0;

  for (guint i = 0; i < m; i++)
    {
      next->labels[i] = stage->labels[i];
      ball_label_add (ball_get_attribute (balls, i), &next->labels[i],
                      boxes->places.leaves[balls->order[i]][place]);
    }
  ball_stage_list_costs (balls, next);
  for (guint32 j = 0; j < n; j++)
    {
      guint64 cost = 0;
      guint i = 0;

      for (; i < m && cost < limit; i++)
        cost += next->costs[i][boxes->places.leaves[balls->order[i]][stage->places[j]]];
      if (cost < limit)
        next->members[n_members++] = (DeidKeyedNumber){ .key = cost, .number = stage->places[j] };
    }
  deid_key_sort (next->members, balls->scratch, n_members);
  return n_members;
}

/* Examines the ball of the first @n members, of which those from @start on cost most. */
static gboolean
balls_look (DeidLocalBalls *balls, guint n_joined, guint32 start, guint32 n, GError **error)
{
  DeidLocalBoxes *boxes = balls->boxes;
  const BallStage *stage = &balls->stages[n_joined - 1];
  const guint64 cost = stage->members[start].key;
  const guint64 sum = balls_sum (balls, stage->places, n);

  if (sum <= boxes->n_top * cost)
    return TRUE;
  if (n_joined + 1 >= boxes->n_joined || cost == stage->members[0].key)
    {
      boxes->func (boxes, stage->places, n, cost, boxes->data);
      return TRUE;
    }
  for (guint32 j = start; j < n; j++)
    {
      const guint64 own_sum = balls_sum (balls, stage->places, n);
      const guint32 n_members
          = balls_join (balls, n_joined, stage->members[j].number, n, own_sum / boxes->n_top + 1);

      if (!balls_descend (balls, n_joined + 1, n_members, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
balls_descend (DeidLocalBalls *balls, guint n_joined, guint32 n_members, GError **error)
{
  const DeidLocalBoxes *boxes = balls->boxes;
  BallStage *stage = &balls->stages[n_joined - 1];
  guint64 n_records = 0;
  guint32 start = 0;

  if (!balls_check_stop (balls, n_members, error))
    return FALSE;
  for (guint32 i = 0; i < n_members; i++)
    {
      const DeidKeyedNumber *member = &stage->members[i];

      if (member->key != stage->members[start].key)
        start = i;
      balls_insert (stage->places, i, member->number);
      n_records += boxes->places.counts[member->number];
      if (n_records >= boxes->k && (i + 1 == n_members || member[1].key != member->key)
          && !balls_look (balls, n_joined, start, i + 1, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: the sum of the largest ceilings of the first members. */
static guint64
balls_sum_members (DeidLocalBalls *balls, guint32 n_members)
{
  DeidKeyedNumber *sorted = balls->stages[1].members;

  for (guint32 i = 0; i < n_members; i++)
    sorted[i].key = balls->stages[0].members[i].number;
  deid_key_sort (sorted, balls->scratch, n_members);
  for (guint32 i = 0; i < n_members; i++)
    balls->stages[1].places[i] = (guint32) sorted[i].key;
  return balls_sum (balls, balls->stages[1].places, n_members);
}

/* Removes members that cost too much to be in a ball whose prices could exceed its cost. Returns:
 * how many are left. */
static guint32
balls_trim (DeidLocalBalls *balls, guint32 n_members)
{
  DeidKeyedNumber *members = balls->stages[0].members;
  guint32 n_before;

  for (guint32 i = 0; i < n_members; i++)
    members[i].number = balls->places[members[i].number];
  do
    {
      const guint64 limit = balls_sum_members (balls, n_members) / balls->boxes->n_top + 1;

      n_before = n_members;
      n_members = 0;
      for (guint32 i = 0; i < n_before; i++)
        if (members[i].key < limit)
          members[n_members++] = members[i];
    }
  while (n_members < n_before);
  deid_key_sort (members, balls->scratch, n_members);
  return n_members;
}

static void
balls_set_places (DeidLocalBalls *balls)
{
  const DeidLocalPlaces *places = &balls->boxes->places;
  const guint32 n = ball_get_n (balls);

  memset (balls->greatest, 0, (n + 1) * sizeof *balls->greatest);
  for (guint32 place = 0; place < n; place++)
    {
      balls->places[places->numbers[place]] = place;
      balls->greatest[balls->ranks[places->numbers[place]]] = places->ceilings[place];
    }
  for (guint32 rank = n; rank-- > 0;)
    balls->greatest[rank] = MAX (balls->greatest[rank], balls->greatest[rank + 1]);
}

gboolean
deid_local_balls_walk (DeidLocalBalls *balls, GError **error)
{
  const guint32 n = ball_get_n (balls);

  balls_set_places (balls);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 rank = balls->ranks[i];
      guint32 n_members;

      balls_start (balls, i);
      n_members = balls_gather (balls, rank, balls->greatest[rank]);
      n_members = balls_trim (balls, n_members);
      if (n_members > 0 && !balls_descend (balls, 1, n_members, error))
        return FALSE;
    }
  return TRUE;
}
