/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/boxes.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "problem/preparation.h"
#include "search/local/bound/balls.h"

static const DeidAttribute *
combinations_get_attribute (const DeidLocalCombinations *combinations, guint a)
{
  return &combinations->prepared->lattice->attributes[a];
}

static guint
combinations_get_lowest (const DeidLocalCombinations *combinations, guint a)
{
  return combinations->prepared->lattice
      ->floors[combinations_get_attribute (combinations, a)->first_dimension];
}

static guint
combinations_get_highest (const DeidLocalCombinations *combinations, guint a)
{
  return combinations->prepared->lattice
      ->heights[combinations_get_attribute (combinations, a)->first_dimension];
}

/* Costs are products and one quotient of doubles, off by far less than the thousandth that is taken
 * off before they are rounded down. */
static guint64
combinations_round_down (double cost)
{
  return cost > 0.001 ? (guint64) (cost - 0.001) : 0;
}

guint64
deid_local_levels_cost (const DeidLocalLevels *attribute, guint32 extent)
{
  return combinations_round_down (attribute->unit * extent);
}

static gboolean
list_level (DeidLocalCombinations *combinations, guint a, guint i, GError **error)
{
  DeidLocalLevels *own = &combinations->attributes[a];
  const DeidAttribute *attribute = combinations_get_attribute (combinations, a);
  const guint level = combinations_get_lowest (combinations, a) + i;
  const DeidRecoding *recoding = &attribute->levels[level];
  const DeidLossAttribute *term = &combinations->prepared->loss.terms[a];

  own->n_labels[i] = recoding->n_labels;
  if (!deid_new_arrays (error, DEID_NEW (own->labels[i], own->n_labels[0]),
                        DEID_NEW (own->costs[i], recoding->n_labels)))
    return FALSE;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    {
      const guint32 label = recoding->labels[code];

      own->labels[i][own->leaves[code]] = (guint16) label;
      own->costs[i][label]
          = deid_local_levels_cost (own, term->extents[(gsize) code * term->n_levels + level]);
      own->least = MIN (own->least, own->costs[i][label]);
    }
  return TRUE;
}

/* Lists the costs on two levels: single values, and the run of all values. */
static gboolean
list_runs (DeidLocalCombinations *combinations, guint a, GError **error)
{
  DeidLocalLevels *own = &combinations->attributes[a];
  const DeidAttribute *attribute = combinations_get_attribute (combinations, a);
  const guint32 n = attribute->cuts->values.n;
  const guint64 all
      = deid_local_levels_cost (own, own->runs->label_extents[attribute->n_levels - 1][0]);

  own->n_labels[0] = n + 1;
  own->n_labels[1] = 1;
  if (!deid_new_arrays (error, DEID_NEW (own->positions, attribute->n_codes),
                        DEID_NEW (own->labels[0], n + 1), DEID_NEW (own->labels[1], n + 1),
                        DEID_NEW (own->costs[0], n + 1), DEID_NEW (own->costs[1], 1)))
    return FALSE;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    own->positions[code] = MIN (attribute->positions[code], n);
  for (guint32 leaf = 0; leaf < n + (attribute->missing_apart ? 1 : 0); leaf++)
    {
      own->labels[0][leaf] = (guint16) leaf;
      own->costs[0][leaf] = deid_local_levels_cost (own, own->runs->label_extents[0][leaf]);
      own->least = MIN (own->least, own->costs[0][leaf]);
    }
  own->costs[1][0] = all;
  own->leaves = own->positions;
  return TRUE;
}

static gboolean
combinations_check_leaves (const DeidAttribute *attribute, guint32 n_leaves, GError **error)
{
  if (n_leaves <= G_MAXUINT16)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "column '%s' has %u values, expected at most %d for a bound of local recodings",
                    deid_column_show (deid_attribute_get_column (attribute)), n_leaves,
                    G_MAXUINT16);
}

static gboolean
combinations_list_labels (DeidLocalCombinations *combinations, guint a, GError **error)
{
  DeidLocalLevels *own = &combinations->attributes[a];
  const DeidPreparedProblem *prepared = combinations->prepared;
  const DeidAttribute *attribute = combinations_get_attribute (combinations, a);
  const guint lowest = combinations_get_lowest (combinations, a);
  const gboolean has_runs = deid_attribute_has_runs (attribute);

  *own = (DeidLocalLevels){
    .n_levels = has_runs ? 2 : combinations_get_highest (combinations, a) - lowest + 1,
    .leaves = has_runs ? NULL : attribute->levels[lowest].labels,
    .least = G_MAXUINT64,
    .runs = has_runs ? &prepared->loss.terms[a] : NULL,
    .has_sets = deid_attribute_has_sets (attribute),
    .unit = deid_local_get_share (&prepared->loss, a, combinations->n_records)
            * (double) DEID_LOCAL_PRICE_UNIT,
  };
  combinations->has_nodes = combinations->has_nodes && !has_runs && !own->has_sets;
  if (!deid_new_arrays (error, DEID_NEW (own->n_labels, own->n_levels),
                        DEID_NEW (own->labels, own->n_levels),
                        DEID_NEW (own->costs, own->n_levels)))
    return FALSE;
  if (has_runs)
    return list_runs (combinations, a, error);
  if (!combinations_check_leaves (attribute, attribute->levels[lowest].n_labels, error))
    return FALSE;
  for (guint i = 0; i < own->n_levels; i++)
    if (!list_level (combinations, a, i, error))
      return FALSE;
  return TRUE;
}

/* What a suppressed record still has for labels costs it something more where covered is not 0,
 * which is left out. */
static void
set_withheld (DeidLocalCombinations *combinations)
{
  const DeidPreparedProblem *prepared = combinations->prepared;
  const DeidLoss *loss = &prepared->loss;

  combinations->withheld = prepared->limit > 0 ? 0 : G_MAXUINT64;
  for (guint a = 0; prepared->limit > 0 && a < combinations->n_attributes; a++)
    {
      const double kept = (double) loss->terms[a].kept;

      if (kept > 0)
        combinations->withheld += combinations_round_down (
            deid_local_get_share (loss, a, combinations->n_records) / kept
            * (double) loss->terms[a].suppressed * (double) DEID_LOCAL_PRICE_UNIT);
    }
}

static gboolean
copy_combinations (DeidLocalCombinations *combinations, const DeidGrouping *grouping,
                   GError **error)
{
  const DeidRows *rows = &combinations->prepared->tables.own;
  guint32 next = 0;

  combinations->n = grouping->n_classes;
  if (!deid_new_arrays (error, DEID_NEW (combinations->first_rows, combinations->n),
                        DEID_NEW (combinations->counts, combinations->n),
                        DEID_NEW (combinations->leaves, combinations->n_attributes)))
    return FALSE;
  for (guint a = 0; a < combinations->n_attributes; a++)
    if (!deid_new_arrays (error, DEID_NEW (combinations->leaves[a], combinations->n)))
      return FALSE;
  for (guint64 row = 0; row < rows->n; row++)
    if (grouping->class_of_row[row] == next)
      {
        for (guint a = 0; a < combinations->n_attributes; a++)
          combinations->leaves[a][next]
              = (guint16) combinations->attributes[a].leaves[deid_codes_get (rows->codes[a], row)];
        combinations->counts[next] = grouping->sizes[next];
        combinations->first_rows[next++] = row;
      }
  return TRUE;
}

static gboolean
combinations_group_rows (DeidLocalCombinations *combinations, const DeidStop *stop, GError **error)
{
  DeidRows rows = combinations->prepared->tables.own;
  DeidGrouping grouping = { 0 };
  g_autofree const DeidRecoding **recodings = NULL;
  g_autofree DeidRecoding *own = NULL;
  gboolean success;

  rows.n_attributes = combinations->n_attributes;
  if (!deid_new_arrays (error, DEID_NEW (recodings, combinations->n_attributes),
                        DEID_NEW (own, combinations->n_attributes)))
    return FALSE;
  for (guint a = 0; a < combinations->n_attributes; a++)
    {
      own[a].labels = (guint32 *) combinations->attributes[a].leaves;
      own[a].n_labels = combinations->attributes[a].n_labels[0];
      recodings[a] = &own[a];
    }
  success = deid_grouping_run (&grouping, &rows, recodings, stop, error)
            && copy_combinations (combinations, &grouping, error);
  deid_grouping_clear (&grouping);
  return success;
}

gboolean
deid_local_combinations_init (DeidLocalCombinations *combinations,
                              const DeidPreparedProblem *prepared, const DeidStop *stop,
                              GError **error)
{
  *combinations = (DeidLocalCombinations){ .prepared = prepared,
                                           .n_records = prepared->n_records,
                                           .has_nodes = TRUE };
  if (!deid_local_bound_check_problem (prepared, error)
      || !deid_new_arrays (error,
                           DEID_NEW (combinations->attributes, prepared->lattice->n_attributes)))
    return FALSE;
  combinations->n_attributes = prepared->lattice->n_attributes;
  for (guint a = 0; a < combinations->n_attributes; a++)
    if (!combinations_list_labels (combinations, a, error))
      return FALSE;
  set_withheld (combinations);
  return combinations_group_rows (combinations, stop, error);
}

static void
clear_labels (DeidLocalLevels *own)
{
  for (guint i = 0; i < own->n_levels; i++)
    {
      if (own->labels != NULL)
        g_free (own->labels[i]);
      if (own->costs != NULL)
        g_free (own->costs[i]);
    }
  deid_free_arrays (own->positions, own->n_labels, own->labels, own->costs);
}

void
deid_local_combinations_clear (DeidLocalCombinations *combinations)
{
  for (guint a = 0; a < combinations->n_attributes; a++)
    {
      clear_labels (&combinations->attributes[a]);
      if (combinations->leaves != NULL)
        g_free (combinations->leaves[a]);
    }
  combinations->n_attributes = 0;
  deid_free_arrays (combinations->attributes, combinations->first_rows, combinations->counts,
                    combinations->leaves);
}

#define NO_PART G_MAXUINT64

/* A set, and the labels chosen so far. */
typedef struct
{
  guint i;       /* which attribute is to be chosen, in the order */
  guint64 start; /* in the lists */
  guint32 n;
  guint64 cost; /* of the labels of all attributes before */
} BoxesSet;

static const guint32 *
get_places (const DeidLocalBoxes *boxes, const BoxesSet *set)
{
  return boxes->lists + set->start;
}

static guint32
find_most_labels (const DeidLocalCombinations *combinations)
{
  guint32 most = 0;

  for (guint a = 0; a < combinations->n_attributes; a++)
    for (guint level = 0; level < combinations->attributes[a].n_levels; level++)
      most = MAX (most, combinations->attributes[a].n_labels[level]);
  return most;
}

/* Attributes with many leaves come first: their labels make small sets. */
static void
boxes_order_attributes (DeidLocalBoxes *boxes)
{
  const DeidLocalCombinations *combinations = boxes->combinations;
  const guint m = combinations->n_attributes;

  for (guint i = 0; i < m; i++)
    {
      guint j = i;

      for (; j > 0
             && combinations->attributes[boxes->order[j - 1]].n_labels[0]
                    < combinations->attributes[i].n_labels[0];
           j--)
        boxes->order[j] = boxes->order[j - 1];
      boxes->order[j] = i;
    }
  boxes->rest[m] = 0;
  for (guint i = m; i-- > 0;)
    boxes->rest[i] = boxes->rest[i + 1] + combinations->attributes[boxes->order[i]].least;
}

gboolean
deid_local_boxes_init (DeidLocalBoxes *boxes, const DeidLocalCombinations *combinations, guint64 k,
                       GError **error)
{
  const guint m = combinations->n_attributes;
  const guint32 n = combinations->n, most = find_most_labels (combinations);

  *boxes = (DeidLocalBoxes){ .combinations = combinations, .k = k };
  if (!deid_new_arrays (
          error, DEID_NEW (boxes->places.numbers, n), DEID_NEW (boxes->places.starts, n),
          DEID_NEW (boxes->places.ceilings, n), DEID_NEW (boxes->places.counts, n),
          DEID_NEW (boxes->places.leaves, m), DEID_NEW (boxes->order, m),
          DEID_NEW (boxes->levels, m), DEID_NEW (boxes->rest, m + 1),
          DEID_NEW (boxes->scratch.sizes, most), DEID_NEW (boxes->scratch.lengths, most),
          DEID_NEW (boxes->scratch.ends, most), DEID_NEW (boxes->scratch.touched, most),
          DEID_NEW (boxes->scratch.top_values, k + 1), DEID_NEW (boxes->scratch.top_counts, k + 1)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    if (!deid_new_arrays (error, DEID_NEW (boxes->places.leaves[a], n)))
      return FALSE;
  boxes_order_attributes (boxes);
  if (combinations->has_nodes)
    return TRUE;
  boxes->balls = deid_local_balls_new (boxes, error);
  return boxes->balls != NULL;
}

void
deid_local_boxes_clear (DeidLocalBoxes *boxes)
{
  g_clear_pointer (&boxes->balls, deid_local_balls_free);
  for (guint a = 0; boxes->places.leaves != NULL && a < boxes->combinations->n_attributes; a++)
    g_free (boxes->places.leaves[a]);
  deid_free_arrays (boxes->places.leaves, boxes->places.numbers, boxes->places.starts,
                    boxes->places.ceilings, boxes->places.counts, boxes->order, boxes->levels,
                    boxes->rest, boxes->lists, boxes->parts, boxes->scratch.sizes,
                    boxes->scratch.lengths, boxes->scratch.ends, boxes->scratch.touched,
                    boxes->scratch.top_values, boxes->scratch.top_counts);
}

void
deid_local_boxes_set_ceilings (DeidLocalBoxes *boxes, const guint64 *ceilings,
                               DeidKeyedNumber *numbers, DeidKeyedNumber *scratch)
{
  const DeidLocalCombinations *combinations = boxes->combinations;

  for (guint32 i = 0; i < combinations->n; i++)
    numbers[i] = (DeidKeyedNumber){ .key = ~ceilings[i], .number = i };
  deid_key_sort (numbers, scratch, combinations->n);
  for (guint32 place = 0; place < combinations->n; place++)
    {
      const guint32 number = numbers[place].number;

      boxes->places.numbers[place] = number;
      boxes->places.starts[place] = boxes->places.ceilings[place] = ceilings[number];
      boxes->places.counts[place] = combinations->counts[number];
      for (guint a = 0; a < combinations->n_attributes; a++)
        boxes->places.leaves[a][place] = combinations->leaves[a][number];
    }
}

/* The largest values so far are kept in descending order, as many as it takes for so many records.
 * What comes behind a ceiling of at most the least of them is not larger. */
guint64
deid_local_boxes_sum_top (const DeidLocalBoxes *boxes, const guint64 *values, const guint32 *places,
                          guint32 n, guint64 n_top, guint64 *least)
{
  guint64 *top = boxes->scratch.top_values, *counts = boxes->scratch.top_counts;
  guint64 n_records = 0, sum = 0;
  guint32 n_kept = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const guint64 value = values[places[i]];
      guint32 j;

      if (n_records >= n_top)
        {
          if (boxes->places.starts[places[i]] <= top[n_kept - 1])
            break;
          if (value <= top[n_kept - 1])
            continue;
        }
      for (j = n_kept++; j > 0 && top[j - 1] < value; j--)
        {
          top[j] = top[j - 1];
          counts[j] = counts[j - 1];
        }
      top[j] = value;
      counts[j] = MIN (boxes->places.counts[places[i]], n_top);
      n_records += counts[j];
      while (n_records - counts[n_kept - 1] >= n_top)
        n_records -= counts[--n_kept];
    }
  for (guint32 j = 0; j < n_kept; j++)
    sum += top[j] * counts[j];
  *least = n_records >= n_top ? top[n_kept - 1] : 0;
  return n_records > n_top ? sum - (n_records - n_top) * *least : sum;
}

/* Tells whether prices might exceed what boxes in a set cost. */
static gboolean
boxes_may_exceed (const DeidLocalBoxes *boxes, const BoxesSet *set, guint64 cost)
{
  const guint32 *places = get_places (boxes, set);
  guint64 least;

  return boxes->places.starts[places[0]] > cost
         && deid_local_boxes_sum_top (boxes, boxes->places.ceilings, places, set->n, boxes->n_top,
                                      &least)
                > boxes->n_top * cost;
}

static gboolean
have_one_label (const guint16 *labels, const guint16 *leaves, const guint32 *places, guint32 n)
{
  const guint16 first = labels[leaves[places[0]]];

  for (guint32 i = 1; i < n; i++)
    if (labels[leaves[places[i]]] != first)
      return FALSE;
  return TRUE;
}

static gboolean
have_one_label_below (const DeidLocalBoxes *boxes, const BoxesSet *set, guint a, guint level)
{
  return level > 0
         && have_one_label (boxes->combinations->attributes[a].labels[level - 1],
                            boxes->places.leaves[a], get_places (boxes, set), set->n);
}

/* Tells whether the labels of attributes that were chosen before are the lowest that the records of
 * a set have in common. */
static gboolean
is_tight (const DeidLocalBoxes *boxes, const BoxesSet *set)
{
  for (guint i = 0; i < set->i; i++)
    if (have_one_label_below (boxes, set, boxes->order[i], boxes->levels[boxes->order[i]]))
      return FALSE;
  return TRUE;
}

static guint32
boxes_count_labels (DeidLocalBoxes *boxes, const guint16 *labels, const guint16 *leaves,
                    const BoxesSet *set)
{
  const guint32 *places = get_places (boxes, set);
  guint32 n_touched = 0;

  for (guint32 i = 0; i < set->n; i++)
    {
      const guint16 label = labels[leaves[places[i]]];

      if (boxes->scratch.lengths[label]++ == 0)
        {
          boxes->scratch.touched[n_touched++] = label;
          boxes->scratch.sizes[label] = 0;
        }
      boxes->scratch.sizes[label] += boxes->places.counts[places[i]];
    }
  return n_touched;
}

/* Makes room for the parts of at least k records. */
static gboolean
boxes_add_parts (DeidLocalBoxes *boxes, guint32 n_touched, GError **error)
{
  guint64 end = boxes->n_lists;

  if (!deid_grow_list (boxes, parts, boxes->n_parts + n_touched, error))
    return FALSE;
  for (guint32 i = 0; i < n_touched; i++)
    {
      const guint32 label = boxes->scratch.touched[i];

      boxes->scratch.ends[label] = NO_PART;
      if (boxes->scratch.sizes[label] < boxes->k)
        continue;
      boxes->parts[boxes->n_parts++]
          = (DeidLocalBoxPart){ end, boxes->scratch.lengths[label], label };
      boxes->scratch.ends[label] = end;
      end += boxes->scratch.lengths[label];
    }
  return deid_grow_list (boxes, lists, end, error);
}

/* Parts a set by its labels on a level. Places stay in their order. */
static gboolean
boxes_split (DeidLocalBoxes *boxes, const BoxesSet *set, guint level, GError **error)
{
  const guint a = boxes->order[set->i];
  const guint16 *labels = boxes->combinations->attributes[a].labels[level];
  const guint16 *leaves = boxes->places.leaves[a];
  const guint32 n_touched = boxes_count_labels (boxes, labels, leaves, set);
  const gboolean success = boxes_add_parts (boxes, n_touched, error);

  for (guint32 i = 0; i < n_touched; i++)
    boxes->scratch.lengths[boxes->scratch.touched[i]] = 0;
  for (guint32 i = 0; success && i < set->n; i++)
    {
      const guint32 place = get_places (boxes, set)[i];
      guint64 *end = &boxes->scratch.ends[labels[leaves[place]]];

      if (*end != NO_PART)
        {
          boxes->lists[(*end)++] = place;
          boxes->n_lists = MAX (boxes->n_lists, *end);
        }
    }
  return success;
}

static gboolean
boxes_check_stop (DeidLocalBoxes *boxes, const BoxesSet *set, GError **error)
{
  boxes->n_sets++;
  boxes->n_unchecked += set->n;
  if (boxes->n_unchecked < DEID_ROWS_PER_CHECK)
    return TRUE;
  boxes->n_unchecked = 0;
  if (boxes->report != NULL)
    boxes->report (boxes->report_data);
  return deid_stop_check (boxes->stop, error);
}

static gboolean boxes_choose (DeidLocalBoxes *boxes, const BoxesSet *set, GError **error);

/* Looks at the parts of a set that has one label on a level, below which there is another. */
static gboolean boxes_descend (DeidLocalBoxes *boxes, const BoxesSet *set, guint level,
                               GError **error);

/* Looks at each part by the labels of a level. */
static gboolean
look_at_parts (DeidLocalBoxes *boxes, const BoxesSet *set, guint level, GError **error)
{
  const guint64 n_lists = boxes->n_lists, n_parts = boxes->n_parts;
  gboolean success = boxes_split (boxes, set, level, error);

  for (guint64 p = n_parts; success && p < boxes->n_parts; p++)
    {
      const DeidLocalBoxPart part = boxes->parts[p];
      const BoxesSet own = { set->i, part.start, part.n, set->cost };

      if (boxes_may_exceed (boxes, &own, set->cost + boxes->rest[set->i])
          && (part.n == set->n || is_tight (boxes, &own)))
        success = boxes_descend (boxes, &own, level, error);
    }
  boxes->n_lists = n_lists;
  boxes->n_parts = n_parts;
  return success;
}

static gboolean
boxes_descend (DeidLocalBoxes *boxes, const BoxesSet *set, guint level, GError **error)
{
  const guint a = boxes->order[set->i];
  const DeidLocalLevels *attribute = &boxes->combinations->attributes[a];
  BoxesSet next = { set->i + 1, set->start, set->n, set->cost };

  if (!boxes_check_stop (boxes, set, error))
    return FALSE;
  while (have_one_label_below (boxes, set, a, level))
    level--;
  if (level > 0 && !look_at_parts (boxes, set, level - 1, error))
    return FALSE;
  boxes->levels[a] = level;
  next.cost
      += attribute
             ->costs[level]
                    [attribute->labels[level][boxes->places.leaves[a][*get_places (boxes, set)]]];
  return !boxes_may_exceed (boxes, &next, next.cost + boxes->rest[next.i])
         || boxes_choose (boxes, &next, error);
}

/* Chooses the label of the next attribute in turn, or works on the box if there is none. */
static gboolean
boxes_choose (DeidLocalBoxes *boxes, const BoxesSet *set, GError **error)
{
  if (set->i < boxes->combinations->n_attributes)
    return look_at_parts (
        boxes, set, boxes->combinations->attributes[boxes->order[set->i]].n_levels - 1, error);
  boxes->func (boxes, get_places (boxes, set), set->n, set->cost, boxes->data);
  return TRUE;
}

gboolean
deid_local_boxes_walk (DeidLocalBoxes *boxes, guint64 n_top, DeidLocalBoxFunc func, gpointer data,
                       const DeidStop *stop, GError **error)
{
  const BoxesSet all = { .n = boxes->combinations->n };

  boxes->n_top = n_top;
  boxes->func = func;
  boxes->data = data;
  boxes->stop = stop;
  boxes->n_sets = 0;
  boxes->n_parts = 0;
  boxes->n_lists = all.n;
  if (boxes->balls != NULL)
    return deid_stop_check (stop, error) && deid_local_balls_walk (boxes->balls, error);
  if (!deid_stop_check (stop, error) || !deid_grow_list (boxes, lists, all.n, error))
    return FALSE;
  for (guint32 place = 0; place < all.n; place++)
    boxes->lists[place] = place;
  return boxes_choose (boxes, &all, error);
}
