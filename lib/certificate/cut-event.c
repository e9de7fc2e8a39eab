/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/cut-event.h"

#include <string.h>

#include "certificate/event-values.h"

#define ALL_SHARES (1 << 15)

static gboolean
read_multipliers (DeidProofCheck *check, const DeidJsonValue *value, GError **error)
{
  const guint n = deid_cut_prices_count_multipliers (check->prepared);
  const DeidJsonValue *multipliers = deid_event_read_array (value, n, error);
  guint64 sum = 0;

  if (multipliers == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!deid_event_read_count (&multipliers[i], &check->multipliers[i], error))
        return FALSE;
      if (check->multipliers[i] > G_MAXUINT16)
        return deid_event_refuse (error, "expected multipliers of at most 65535");
      sum += i + 1 < n ? check->multipliers[i] : 0;
    }
  return sum <= ALL_SHARES
         || deid_event_refuse (error, "the shares are more than %d together", ALL_SHARES);
}

static gboolean
bound (DeidProofCheck *check, const DeidJsonValue *multipliers, GError **error)
{
  return read_multipliers (check, multipliers, error)
         && deid_proof_check_evaluate_corner (check, error)
         && deid_cut_check_bound (&check->cuts, &check->corner, check->walk.lo, check->multipliers,
                                  check->stop, error);
}

static gboolean
check_exceeds (const DeidProofCheck *check, gint64 units, GError **error)
{
  return units > check->cuts.prices.threshold
         || deid_event_refuse (error,
                               "a bound of %" G_GINT64_FORMAT
                               " units does not exceed the threshold of %" G_GINT64_FORMAT,
                               units, check->cuts.prices.threshold);
}

gboolean
deid_cut_event_settle_exceeding (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  return bound (check, deid_json_get_member (event, "exceeding"), error)
         && check_exceeds (check, check->cuts.bound, error)
         && deid_walk_settle (&check->walk, error);
}

/* One dimension of those that are narrowed, and what is left of its levels. */
static gboolean
check_left (DeidProofCheck *check, const DeidJsonValue *value, guint64 *dimension, GError **error)
{
  const DeidWalk *walk = &check->walk;
  const DeidJsonValue *entry = deid_event_read_array (value, 3, error);
  guint64 lo, hi;

  if (entry == NULL || !deid_event_read_count (&entry[0], dimension, error)
      || !deid_event_read_count (&entry[1], &lo, error)
      || !deid_event_read_count (&entry[2], &hi, error)
      || !deid_walk_check_left (walk, *dimension, lo, hi, error))
    return FALSE;
  for (guint level = check->box_lo[*dimension]; level <= check->box_hi[*dimension]; level++)
    if ((level < lo || level > hi)
        && !check_exceeds (
            check,
            deid_cut_check_get_value (&check->cuts, check->box_lo, (guint) *dimension, level),
            error))
      return FALSE;
  return deid_walk_leave (&check->walk, *dimension, lo, hi, error);
}

/* All bounds are of the box before any dimension is narrowed. */
gboolean
deid_cut_event_check_narrow (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const DeidJsonValue *entries = deid_json_get_member (event, "narrow");
  const DeidJsonValue *entry = deid_json_enter (entries);
  const gsize size = check->walk.n_dimensions * sizeof *check->box_lo;
  guint64 dimension = 0, before = 0;

  if (!deid_json_is (entries, DEID_JSON_ARRAY) || entries->n == 0)
    return deid_event_refuse (error, "expected an array of dimensions that are narrowed");
  if (!bound (check, deid_json_get_member (event, "by"), error))
    return FALSE;
  memcpy (check->box_lo, check->walk.lo, size);
  memcpy (check->box_hi, check->walk.hi, size);
  for (guint64 i = 0; i < entries->n; i++, entry = deid_json_skip (entry))
    {
      before = dimension;
      if (!check_left (check, entry, &dimension, error))
        return FALSE;
      if (i > 0 && dimension <= before)
        return deid_event_refuse (error, "expected dimensions in ascending order");
    }
  return TRUE;
}

/* Tells whether all policies of the box give a node more than level 0, or than its floor. */
static gboolean
cut_event_is_merged (const DeidProofCheck *check, const DeidCutBlocks *blocks, guint64 node)
{
  const guint d = blocks->dimensions[node];

  return d != G_MAXUINT && check->walk.lo[d] > 0;
}

static gboolean
is_raised (const DeidProofCheck *check, const DeidCutBlocks *blocks, guint64 node)
{
  const guint d = blocks->dimensions[node];

  return d != G_MAXUINT && check->walk.lo[d] > check->prepared->lattice->floors[d];
}

/* Tells whether a node is below another one. */
static gboolean
cut_event_is_below (const DeidCutBlocks *blocks, guint64 node, guint64 other)
{
  for (guint64 above = blocks->parents[node]; above < blocks->n_blocks;
       above = blocks->parents[above])
    if (above == other)
      return TRUE;
  return FALSE;
}

/* Tells whether a node is below one that all policies of the box merge, or above one that all of
 * them raise from its floor. */
static gboolean
is_without_meaning (const DeidProofCheck *check, const DeidCutBlocks *blocks, guint64 node)
{
  for (guint64 other = 0; other < blocks->n_blocks; other++)
    if ((cut_event_is_merged (check, blocks, other) && cut_event_is_below (blocks, node, other))
        || (is_raised (check, blocks, other) && cut_event_is_below (blocks, other, node)))
      return TRUE;
  return FALSE;
}

/* Tells whether no policy of the box with more than a level in a dimension comes first: the node
 * has no value below, or another policy with less makes the same of the data. */
static gboolean
cut_event_is_needless (const DeidProofCheck *check, guint dimension)
{
  const DeidLattice *lattice = check->prepared->lattice;
  const DeidCutBlocks *blocks = &check->cuts.blocks[lattice->dimension_attribute[dimension]];

  if (blocks->has_runs || blocks->attribute->cuts == NULL)
    return FALSE;
  for (guint64 node = 0; node < blocks->n_blocks; node++)
    if (blocks->dimensions[node] == dimension)
      return is_without_meaning (check, blocks, node);
  return TRUE;
}

gboolean
deid_cut_event_check_needless (DeidProofCheck *check, const DeidJsonValue *event, GError **error)
{
  const DeidJsonValue *entries = deid_json_get_member (event, "needless");

  if (!deid_json_is (entries, DEID_JSON_ARRAY) || entries->n == 0)
    return deid_event_refuse (error, "expected an array of dimensions");
  for (guint64 i = 0; i < entries->n; i++)
    {
      const DeidJsonValue *entry = &entries[1 + i];
      guint64 dimension;

      if (!deid_event_read_count (entry, &dimension, error)
          || !deid_walk_check (&check->walk, dimension, 0, error))
        return FALSE;
      if (!cut_event_is_needless (check, (guint) dimension))
        return deid_event_refuse (
            error, "dimension %" G_GUINT64_FORMAT " makes a difference to the data in the box",
            dimension);
      if (!deid_walk_lower (&check->walk, dimension, 0, error))
        return FALSE;
    }
  return TRUE;
}
