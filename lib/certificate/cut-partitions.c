/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "certificate/cut-check.h"

#include <string.h>

static gboolean
list_places (DeidCutBlocks *blocks, const DeidPreparedProblem *prepared, guint a, GError **error)
{
  blocks->n_values = blocks->attribute->cuts->values.n;
  blocks->n_places = blocks->n_values + (blocks->attribute->missing_apart ? 1 : 0);
  blocks->n_blocks = (guint64) blocks->n_places * (blocks->n_places + 1) / 2;
  if (!deid_new_arrays (error, DEID_NEW (blocks->occurs, blocks->n_places),
                        DEID_NEW (blocks->corner.kept_of_places, blocks->n_places),
                        DEID_NEW (blocks->corner.lost_of_places, blocks->n_places)))
    return FALSE;
  if (prepared->has_population || prepared->asks.needs_reader || prepared->asks.judges_table)
    memset (blocks->occurs, TRUE, blocks->n_places);
  for (guint64 row = 0; row < deid_rows_get_n_own (&prepared->rows); row++)
    blocks
        ->occurs[deid_cut_blocks_get_place (blocks, deid_codes_get (prepared->rows.codes[a], row))]
        = TRUE;
  return TRUE;
}

static guint
cut_blocks_find_dimension (const DeidCutBlocks *blocks, guint level, guint32 text_code)
{
  const DeidAttribute *attribute = blocks->attribute;
  guint32 dimension;

  if (attribute->cuts == NULL || level == 0 || text_code == DEID_NO_CODE)
    return G_MAXUINT;
  dimension = deid_cuts_get_dimension (attribute->cuts, level, text_code);
  return dimension != DEID_NO_CODE ? attribute->first_dimension + dimension : G_MAXUINT;
}

static guint32
get_node_extent (const DeidCutBlocks *blocks, guint32 code, guint level)
{
  const guint32 label = blocks->joint->levels[level].labels[code];

  if (blocks->term == NULL || label >= blocks->attribute->levels[level].n_labels)
    return 0;
  return deid_loss_attribute_get_extent (blocks->term, blocks->joint, code, level);
}

static gboolean
list_nodes (DeidCutBlocks *blocks, GError **error)
{
  const DeidAttribute *joint = blocks->joint;
  const guint n_levels = joint->n_levels;

  if (!deid_new_arrays (error, DEID_NEW (blocks->first_blocks, n_levels + 1)))
    return FALSE;
  for (guint level = 0; level < n_levels; level++)
    blocks->first_blocks[level + 1] = blocks->first_blocks[level] + joint->levels[level].n_labels;
  blocks->n_blocks = blocks->first_blocks[n_levels];
  if (!deid_new_arrays (error, DEID_NEW (blocks->parents, blocks->n_blocks),
                        DEID_NEW (blocks->dimensions, blocks->n_blocks),
                        DEID_NEW (blocks->extents, blocks->n_blocks)))
    return FALSE;
  for (guint level = 0; level < n_levels; level++)
    for (guint32 code = 0; code < joint->n_codes; code++)
      {
        const guint64 block = deid_cut_blocks_get_node (blocks, level, code);
        const DeidRecoding *recoding = &joint->levels[level];

        blocks->parents[block] = level + 1 < n_levels
                                     ? deid_cut_blocks_get_node (blocks, level + 1, code)
                                     : blocks->n_blocks;
        blocks->dimensions[block] = cut_blocks_find_dimension (
            blocks, level, recoding->text_codes[recoding->labels[code]]);
        blocks->extents[block] = get_node_extent (blocks, code, level);
      }
  return TRUE;
}

gboolean
deid_cut_blocks_init (DeidCutBlocks *blocks, const DeidPreparedProblem *prepared, guint a,
                      const gint64 *price, GError **error)
{
  guint64 n;

  *blocks = (DeidCutBlocks){ .attribute = &prepared->lattice->attributes[a],
                             .joint = &prepared->attributes[a],
                             .has_runs = deid_attribute_has_runs (&prepared->attributes[a]) };
  if (price != NULL)
    {
      blocks->term = &prepared->loss.terms[a];
      blocks->kept = *price * (gint64) blocks->term->kept;
      blocks->suppressed = *price * (gint64) blocks->term->suppressed;
      blocks->covered = *price * (gint64) blocks->term->covered;
    }
  if (!(blocks->has_runs ? list_places (blocks, prepared, a, error) : list_nodes (blocks, error)))
    return FALSE;
  n = blocks->has_runs ? blocks->n_places : blocks->n_blocks;
  return deid_new_arrays (
      error, DEID_NEW (blocks->corner.kept_weights, blocks->joint->n_codes),
      DEID_NEW (blocks->corner.lost_weights, blocks->joint->n_codes),
      DEID_NEW (blocks->corner.least, blocks->joint->n_codes),
      DEID_NEW (blocks->corner.failing, blocks->n_blocks),
      DEID_NEW (blocks->corner.class_costs, price == NULL ? blocks->n_blocks : 0),
      DEID_NEW (blocks->scratch.costs, n), DEID_NEW (blocks->scratch.before, n + 1),
      DEID_NEW (blocks->scratch.behind, n + 1), DEID_NEW (blocks->scratch.holds, n + 1));
}

void
deid_cut_blocks_clear (DeidCutBlocks *blocks)
{
  deid_free_arrays (blocks->occurs, blocks->corner.kept_of_places, blocks->corner.lost_of_places,
                    blocks->first_blocks, blocks->parents, blocks->dimensions, blocks->extents,
                    blocks->corner.kept_weights, blocks->corner.lost_weights, blocks->corner.least,
                    blocks->corner.failing, blocks->corner.class_costs, blocks->scratch.costs,
                    blocks->scratch.before, blocks->scratch.behind, blocks->scratch.holds);
}

/* The run of all values together is one of the highest level, a missing value included. */
static guint32
cut_blocks_get_run_extent (const DeidCutBlocks *blocks, guint32 first, guint32 last)
{
  if (blocks->term == NULL)
    return 0;
  if (first < blocks->n_values && last == blocks->n_values)
    last--;
  return blocks->term->label_extents[last - first][first];
}

guint32
deid_cut_blocks_get_own_extent (const DeidCutBlocks *blocks, guint32 code)
{
  const guint32 place = blocks->has_runs ? deid_cut_blocks_get_place (blocks, code) : 0;

  return blocks->has_runs ? cut_blocks_get_run_extent (blocks, place, place)
                          : get_node_extent (blocks, code, 0);
}

guint32
deid_cut_blocks_get_extent (const DeidCutBlocks *blocks, guint32 code, const DeidRecoding *recoding)
{
  const guint32 label = recoding->labels[code];
  const guint level = deid_recoding_get_level (recoding, label);

  return blocks->has_runs
             ? blocks->term->label_extents[level][deid_recoding_get_level_label (recoding, label)]
             : get_node_extent (blocks, code, level);
}

/* What the partitions of an attribute that a box allows cost at least, of all and of those with a
 * level in a dimension, by the definition in deid-certificate.h. */

static gint64
cut_partitions_add (gint64 a, gint64 b)
{
  return MIN (a + b, DEID_CUT_IMPOSSIBLE);
}

/* Returns: @units x @share / 2^15, rounded down. */
static gint64
cut_partitions_take_share (gint64 units, gint64 share)
{
  return (units >> 15) * share + (((units & 0x7FFF) * share) >> 15);
}

static gint64
cost_block (const DeidCutBlocks *blocks, const DeidCutQuestion *question, guint64 block,
            guint32 extent, gint64 kept_weight, gint64 lost_weight)
{
  const DeidCutSums *failing = &blocks->corner.failing[block];
  const gint64 kept = blocks->kept * extent;
  const gint64 added = deid_cut_blocks_get_added (blocks, extent);

  if (failing->records > question->n_allowed)
    return DEID_CUT_IMPOSSIBLE;
  if (blocks->term == NULL)
    return (gint64) blocks->corner.class_costs[block];
  return kept * kept_weight + (kept + added) * lost_weight + added * failing->weight - failing->own
         + cut_partitions_take_share (failing->all + question->lambda * failing->records,
                                      question->share);
}

static gboolean
may_cut (const DeidCutBlocks *blocks, const DeidLevel *corner, guint32 place)
{
  return corner[blocks->attribute->first_dimension + place] == 0;
}

static gboolean
may_merge (const DeidCutBlocks *blocks, const DeidCutQuestion *question, guint32 place)
{
  return question->hi[blocks->attribute->first_dimension + place] > 0;
}

/* Tells whether a run could do without the value at one end, which no record has. */
static gboolean
cut_partitions_is_needless (const DeidCutBlocks *blocks, const DeidCutQuestion *question,
                            guint32 end, guint32 pair)
{
  return !blocks->occurs[end] && may_cut (blocks, question->floors, pair);
}

/* Tells whether a policy of the box may have a run all of whose pairs may be merged. */
static gboolean
may_have_run (const DeidCutBlocks *blocks, const DeidCutQuestion *question, guint32 first,
              guint32 last)
{
  const guint32 n = blocks->n_values;

  if (last == n)
    return first == n || (first == 0 && n > 1);
  if ((first > 0 && !may_cut (blocks, question->lo, first - 1))
      || (last + 1 < n && !may_cut (blocks, question->lo, last)))
    return FALSE;
  if (first == last)
    return TRUE;
  if (first == 0 && last + 1 == n && blocks->n_places > n)
    return FALSE;
  return !cut_partitions_is_needless (blocks, question, first, first)
         && !cut_partitions_is_needless (blocks, question, last, last - 1);
}

static void
weigh_places (const DeidCutBlocks *blocks)
{
  const gsize size = blocks->n_places * sizeof *blocks->corner.kept_of_places;

  memset (blocks->corner.kept_of_places, 0, size);
  memset (blocks->corner.lost_of_places, 0, size);
  for (guint32 code = 0; code < blocks->joint->n_codes; code++)
    {
      const guint32 place = deid_cut_blocks_get_place (blocks, code);

      if (place >= blocks->n_places)
        continue; /* a missing value that only the population has */
      blocks->corner.kept_of_places[place] += blocks->corner.kept_weights[code];
      blocks->corner.lost_of_places[place] += blocks->corner.lost_weights[code];
    }
}

/* Costs the runs from a place on, by their last place. */
static void
cost_runs (DeidCutBlocks *blocks, const DeidCutQuestion *question, guint32 first)
{
  gint64 kept = 0, lost = 0;
  gboolean is_merged = TRUE; /* may be, up to the last one */

  for (guint32 last = first; last < blocks->n_places; last++)
    {
      if (last > first && last < blocks->n_values)
        is_merged = is_merged && may_merge (blocks, question, last - 1);
      kept += blocks->corner.kept_of_places[last];
      lost += blocks->corner.lost_of_places[last];
      blocks->scratch.costs[last]
          = is_merged && may_have_run (blocks, question, first, last)
                ? cost_block (blocks, question, deid_cut_blocks_get_run (blocks, first, last),
                              cut_blocks_get_run_extent (blocks, first, last), kept, lost)
                : DEID_CUT_IMPOSSIBLE;
    }
}

/* The best of what is behind each place. */
static void
cut_partitions_go_back (DeidCutBlocks *blocks, const DeidCutQuestion *question)
{
  const guint32 n = blocks->n_places;

  blocks->scratch.behind[n] = 0;
  for (guint32 first = n; first-- > 0;)
    {
      gint64 best = DEID_CUT_IMPOSSIBLE;

      cost_runs (blocks, question, first);
      for (guint32 last = first; last < n; last++)
        best = MIN (best, cut_partitions_add (blocks->scratch.costs[last],
                                              blocks->scratch.behind[last + 1]));
      blocks->scratch.behind[first] = best;
    }
}

static void
set_value (const DeidCutBlocks *blocks, const DeidCutQuestion *question, guint32 place, guint level,
           gint64 value, gint64 *const *values)
{
  const guint d = blocks->attribute->first_dimension + place;

  if (level >= question->lo[d] && level <= question->hi[d])
    values[d][level - question->lo[d]] = MIN (values[d][level - question->lo[d]], value);
}

/* What comes before a place is known once all runs that begin before it were seen. */
static void
value_runs (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *const *values)
{
  const guint32 n = blocks->n_places;

  for (guint32 place = 0; place <= n; place++)
    blocks->scratch.before[place] = place > 0 ? DEID_CUT_IMPOSSIBLE : 0;
  for (guint32 first = 0; first < n; first++)
    {
      const gint64 before = blocks->scratch.before[first];
      gint64 across = DEID_CUT_IMPOSSIBLE; /* the best of runs that end further behind */

      if (first > 0 && first < blocks->n_values)
        set_value (blocks, question, first - 1, 0,
                   cut_partitions_add (before, blocks->scratch.behind[first]), values);
      cost_runs (blocks, question, first);
      for (guint32 last = n; last-- > first;)
        {
          const gint64 sum = cut_partitions_add (before, blocks->scratch.costs[last]);

          blocks->scratch.before[last + 1] = MIN (blocks->scratch.before[last + 1], sum);
          across = MIN (across, cut_partitions_add (sum, blocks->scratch.behind[last + 1]));
          if (last > first && last < blocks->n_values)
            set_value (blocks, question, last - 1, 1, across, values);
        }
    }
}

static void
ask_runs (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *best,
          gint64 *const *values)
{
  weigh_places (blocks);
  cut_partitions_go_back (blocks, question);
  *best = blocks->scratch.behind[0];
  if (values != NULL)
    value_runs (blocks, question, values);
}

/* Costs all nodes; what their records weigh is summed up in @before and @behind. */
static void
cost_nodes (DeidCutBlocks *blocks, const DeidCutQuestion *question)
{
  memset (blocks->scratch.before, 0, blocks->n_blocks * sizeof *blocks->scratch.before);
  memset (blocks->scratch.behind, 0, blocks->n_blocks * sizeof *blocks->scratch.behind);
  for (guint level = 0; level < blocks->joint->n_levels; level++)
    for (guint32 code = 0; code < blocks->joint->n_codes; code++)
      {
        const guint64 block = deid_cut_blocks_get_node (blocks, level, code);

        blocks->scratch.before[block] += blocks->corner.kept_weights[code];
        blocks->scratch.behind[block] += blocks->corner.lost_weights[code];
      }
  for (guint64 block = 0; block < blocks->n_blocks; block++)
    blocks->scratch.costs[block]
        = cost_block (blocks, question, block, blocks->extents[block],
                      blocks->scratch.before[block], blocks->scratch.behind[block]);
}

/* A level that policies must have in a dimension, G_MAXUINT if none. */
typedef struct
{
  guint dimension;
  guint level;
} Demand;

static gboolean
may_be_merged (const DeidCutBlocks *blocks, const DeidCutQuestion *question, const Demand *demand,
               guint64 block)
{
  const guint d = blocks->dimensions[block];

  if (block < blocks->first_blocks[1])
    return TRUE;
  return d != G_MAXUINT && question->hi[d] > 0 && (d != demand->dimension || demand->level > 0);
}

static gboolean
may_be_split (const DeidCutBlocks *blocks, const DeidCutQuestion *question, const Demand *demand,
              guint64 block)
{
  const guint d = blocks->dimensions[block];

  if (block < blocks->first_blocks[1])
    return FALSE;
  return (d == G_MAXUINT || question->lo[d] == 0) && (d != demand->dimension || demand->level == 0);
}

/* The best of each node is in @before, the sum of its children in @behind. Where a node must be
 * merged, none above it is, or its level would have no meaning: @holds tells which are above. */
static gint64
join_nodes (DeidCutBlocks *blocks, const DeidCutQuestion *question, const Demand *demand)
{
  gint64 sum = 0;

  memset (blocks->scratch.behind, 0, (blocks->n_blocks + 1) * sizeof *blocks->scratch.behind);
  memset (blocks->scratch.holds, 0, (blocks->n_blocks + 1) * sizeof *blocks->scratch.holds);
  for (guint64 block = 0; block < blocks->n_blocks; block++)
    {
      const guint64 parent = blocks->parents[block];
      gint64 best = DEID_CUT_IMPOSSIBLE;

      if (may_be_merged (blocks, question, demand, block) && !blocks->scratch.holds[block])
        best = blocks->scratch.costs[block];
      if (may_be_split (blocks, question, demand, block))
        best = MIN (best, blocks->scratch.behind[block]);
      blocks->scratch.before[block] = best;
      blocks->scratch.holds[parent]
          |= blocks->scratch.holds[block]
             || (demand->level > 0 && blocks->dimensions[block] != G_MAXUINT
                 && blocks->dimensions[block] == demand->dimension);
      blocks->scratch.behind[parent] = cut_partitions_add (blocks->scratch.behind[parent], best);
    }
  sum = blocks->scratch.behind[blocks->n_blocks];
  return sum;
}

static void
ask_subtrees (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *best,
              gint64 *const *values)
{
  const DeidAttribute *attribute = blocks->attribute;

  cost_nodes (blocks, question);
  *best = join_nodes (blocks, question, &(Demand){ G_MAXUINT, 0 });
  for (guint i = 0; values != NULL && i < attribute->n_dimensions; i++)
    {
      const guint d = attribute->first_dimension + i;

      for (guint level = question->lo[d]; level <= question->hi[d]; level++)
        values[d][level - question->lo[d]]
            = question->lo[d] < question->hi[d]
                  ? join_nodes (blocks, question, &(Demand){ d, level })
                  : *best;
    }
}

static void
ask_levels (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *best,
            gint64 *const *values)
{
  const guint d = blocks->attribute->first_dimension;

  cost_nodes (blocks, question);
  *best = DEID_CUT_IMPOSSIBLE;
  for (guint level = question->lo[d]; level <= question->hi[d]; level++)
    {
      gint64 sum = 0;

      for (guint64 block = blocks->first_blocks[level]; block < blocks->first_blocks[level + 1];
           block++)
        sum = cut_partitions_add (sum, blocks->scratch.costs[block]);
      *best = MIN (*best, sum);
      if (values != NULL)
        values[d][level - question->lo[d]] = sum;
    }
}

void
deid_cut_blocks_ask (DeidCutBlocks *blocks, const DeidCutQuestion *question, gint64 *best,
                     gint64 *const *values)
{
  const DeidAttribute *attribute = blocks->attribute;

  for (guint d = attribute->first_dimension;
       values != NULL && d < attribute->first_dimension + attribute->n_dimensions; d++)
    for (guint level = question->lo[d]; level <= question->hi[d]; level++)
      values[d][level - question->lo[d]] = DEID_CUT_IMPOSSIBLE;
  if (blocks->has_runs)
    ask_runs (blocks, question, best, values);
  else if (attribute->cuts != NULL)
    ask_subtrees (blocks, question, best, values);
  else
    ask_levels (blocks, question, best, values);
}
