/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/bound-check.h"

/* What is taken off a cost before it is rounded down is more than its quotient and products can be
 * off, and less than what is taken off where prices are found. */
#define ROUNDING 0.0005

/* Combinations that share labels, in their order by price. */
typedef struct
{
  const DeidKeyedNumber *members;
  guint64 n;
  guint64 n_records;
} BoundCheckSet;

static const DeidAttribute *
bound_check_get_attribute (const DeidBoundCheck *check, guint a)
{
  return &check->prepared->lattice->attributes[a];
}

static guint
bound_check_get_lowest (const DeidBoundCheck *check, guint a)
{
  return check->prepared->lattice->floors[bound_check_get_attribute (check, a)->first_dimension];
}

static guint
bound_check_get_highest (const DeidBoundCheck *check, guint a)
{
  return check->prepared->lattice->heights[bound_check_get_attribute (check, a)->first_dimension];
}

static guint32
get_code (const DeidBoundCheck *check, guint a, const DeidKeyedNumber *member)
{
  return check->codes[a][member->number];
}

static guint32
bound_check_get_label (const DeidBoundCheck *check, guint a, guint level,
                       const DeidKeyedNumber *member)
{
  return bound_check_get_attribute (check, a)->levels[level].labels[get_code (check, a, member)];
}

/* Returns: so many units of cost, as a record has them that all records together have N times. */
guint64
deid_bound_check_round_cost (const DeidBoundCheck *check, guint a, DeidWide numerator)
{
  const DeidLoss *loss = &check->prepared->loss;
  double greatest = 0, cost;

  for (guint i = 0; i < loss->n_attributes; i++)
    greatest = MAX (greatest, loss->terms[i].weight);
  if (!(greatest > 0) || !(loss->terms[a].scale > 0))
    return 0;
  cost = (double) (numerator * check->prepared->n_records) / loss->terms[a].scale
         * loss->terms[a].weight / greatest * (double) DEID_LOCAL_PRICE_UNIT;
  return cost > ROUNDING ? (guint64) (cost - ROUNDING) : 0;
}

static guint64
cost_code (const DeidBoundCheck *check, guint a, guint level, guint32 code)
{
  const DeidLossAttribute *term = &check->prepared->loss.terms[a];

  return deid_bound_check_round_cost (
      check, a, term->kept * term->extents[(gsize) code * term->n_levels + level]);
}

/* What a record costs at least in an attribute, and in all of them at most. */
static guint64
find_least_cost (DeidBoundCheck *check, guint a)
{
  const DeidLossAttribute *term = &check->prepared->loss.terms[a];
  guint64 least = G_MAXUINT64, greatest = 0;

  if (deid_attribute_has_runs (bound_check_get_attribute (check, a)))
    {
      check->greatest += deid_bound_check_round_cost (
          check, a, term->kept * term->label_extents[term->n_levels - 1][0]);
      return 0;
    }
  for (guint32 code = 0; code < bound_check_get_attribute (check, a)->n_codes; code++)
    for (guint level = bound_check_get_lowest (check, a);
         level <= bound_check_get_highest (check, a); level++)
      {
        least = MIN (least, cost_code (check, a, level, code));
        greatest = MAX (greatest, cost_code (check, a, level, code));
      }
  check->greatest += greatest;
  return least;
}

static void
bound_check_order_attributes (DeidBoundCheck *check)
{
  const guint m = check->prepared->lattice->n_attributes;

  for (guint i = 0; i < m; i++)
    check->attributes[i] = i;
  for (guint i = 0; i < m; i++)
    for (guint j = i + 1; j < m; j++)
      if (bound_check_get_attribute (check, check->attributes[i])->n_codes
          < bound_check_get_attribute (check, check->attributes[j])->n_codes)
        {
          const guint a = check->attributes[i];

          check->attributes[i] = check->attributes[j];
          check->attributes[j] = a;
        }
  for (guint i = m; i-- > 0;)
    check->least[i] = check->least[i + 1] + find_least_cost (check, check->attributes[i]);
}

/* No price may exceed what a suppressed record costs, where records may be suppressed. */
static void
limit_prices (DeidBoundCheck *check)
{
  guint64 withheld = 0;

  if (check->prepared->limit == 0)
    return;
  for (guint a = 0; a < check->prepared->lattice->n_attributes; a++)
    withheld += deid_bound_check_round_cost (check, a, check->prepared->loss.terms[a].suppressed);
  check->greatest = MIN (check->greatest, withheld);
}

/* Makes the labels of the lowest level. For runs, these are the values by their position, and a
 * missing value comes last. */
static gboolean
make_lowest (const DeidBoundCheck *check, guint a, DeidRecoding *lowest, GError **error)
{
  const DeidAttribute *attribute = bound_check_get_attribute (check, a);
  const gboolean has_runs = deid_attribute_has_runs (attribute);
  const DeidRecoding *level
      = has_runs ? NULL : &attribute->levels[bound_check_get_lowest (check, a)];

  if (!deid_new_arrays (error, DEID_NEW (lowest->labels, attribute->n_codes)))
    return FALSE;
  lowest->n_labels = has_runs ? attribute->cuts->values.n + 1 : level->n_labels;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    lowest->labels[code]
        = has_runs ? MIN (attribute->positions[code], lowest->n_labels - 1) : level->labels[code];
  return TRUE;
}

static gboolean
group_rows (DeidBoundCheck *check, GError **error)
{
  const guint m = check->prepared->lattice->n_attributes;
  DeidRows rows = check->prepared->tables.own;
  g_autofree const DeidRecoding **recodings = NULL;

  rows.n_attributes = m;
  if (!deid_new_arrays (error, DEID_NEW (check->lowest, m), DEID_NEW (recodings, m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    {
      recodings[a] = &check->lowest[a];
      if (!make_lowest (check, a, &check->lowest[a], error))
        return FALSE;
    }
  return deid_grouping_run (&check->grouping, &rows, recodings, check->stop, error);
}

static gboolean
list_codes (DeidBoundCheck *check, GError **error)
{
  const guint m = check->prepared->lattice->n_attributes;

  if (!deid_new_arrays (error, DEID_NEW (check->codes, m)))
    return FALSE;
  for (guint a = 0; a < m; a++)
    {
      if (!deid_new_arrays (error, DEID_NEW (check->codes[a], check->grouping.n_classes)))
        return FALSE;
      for (guint32 i = 0; i < check->grouping.n_classes; i++)
        check->codes[a][i] = deid_codes_get (check->prepared->tables.own.codes[a],
                                             check->combinations[i].first_row);
    }
  return TRUE;
}

static gboolean
list_combinations (DeidBoundCheck *check, GError **error)
{
  if (!group_rows (check, error)
      || !deid_new_arrays (error, DEID_NEW (check->combinations, check->grouping.n_classes),
                           DEID_NEW (check->order, check->grouping.n_classes)))
    return FALSE;
  for (guint64 row = check->prepared->tables.own.n; row-- > 0;)
    check->combinations[check->grouping.class_of_row[row]].first_row = row;
  for (guint32 i = 0; i < check->grouping.n_classes; i++)
    check->combinations[i].n_records = check->grouping.sizes[i];
  return list_codes (check, error);
}

gboolean
deid_bound_check_init (DeidBoundCheck *check, const DeidPreparedProblem *prepared, guint64 k,
                       const DeidStop *stop, GError **error)
{
  const guint m = prepared->lattice->n_attributes;

  *check = (DeidBoundCheck){ .prepared = prepared, .stop = stop, .k = k };
  for (guint a = 0; a < m; a++)
    check->has_balls |= deid_attribute_has_runs (&prepared->lattice->attributes[a])
                        || deid_attribute_has_sets (&prepared->lattice->attributes[a]);
  if (!deid_local_bound_check_problem (prepared, error)
      || !deid_new_arrays (error, DEID_NEW (check->attributes, m), DEID_NEW (check->levels, m),
                           DEID_NEW (check->least, m + 1))
      || !list_combinations (check, error))
    return FALSE;
  bound_check_order_attributes (check);
  limit_prices (check);
  return TRUE;
}

void
deid_bound_check_clear (DeidBoundCheck *check)
{
  for (guint a = 0; check->lowest != NULL && a < check->prepared->lattice->n_attributes; a++)
    g_free (check->lowest[a].labels);
  for (guint a = 0; check->codes != NULL && a < check->prepared->lattice->n_attributes; a++)
    g_free (check->codes[a]);
  deid_grouping_clear (&check->grouping);
  deid_free_arrays (check->lowest, check->codes);
  deid_free_arrays (check->combinations, check->order, check->attributes, check->levels,
                    check->least);
}

/* Tells whether the k dearest records of a set have prices of more than k times a cost. */
static gboolean
is_dearer (const DeidBoundCheck *check, const BoundCheckSet *set, guint64 cost)
{
  guint64 missing = check->k;
  DeidWide sum = 0;

  for (guint64 i = 0; i < set->n && missing > 0; i++)
    {
      const DeidPricedCombination *combination = &check->combinations[set->members[i].number];
      const guint64 n = MIN (missing, combination->n_records);

      sum += (DeidWide) n * combination->price;
      missing -= n;
    }
  return sum > (DeidWide) check->k * cost;
}

/* Tells whether a level below the one chosen of an attribute gives all records one label. */
static gboolean
is_loose (const DeidBoundCheck *check, const BoundCheckSet *set, guint a, guint level)
{
  if (level == bound_check_get_lowest (check, a))
    return FALSE;
  for (guint64 i = 1; i < set->n; i++)
    if (bound_check_get_label (check, a, level - 1, &set->members[i])
        != bound_check_get_label (check, a, level - 1, &set->members[0]))
      return FALSE;
  return TRUE;
}

static gboolean bound_check_label (DeidBoundCheck *check, const BoundCheckSet *set, guint i,
                                   guint level, guint64 cost, GError **error);

/* Takes the members with the same key from @start on, of which the records are counted. */
static BoundCheckSet
bound_check_take_part (const DeidBoundCheck *check, const DeidKeyedNumber *members, guint64 start,
                       guint64 end)
{
  BoundCheckSet part = { .members = members + start };

  while (start + part.n < end && members[start + part.n].key == members[start].key)
    part.n_records += check->combinations[members[start + part.n++].number].n_records;
  return part;
}

/* Looks at each part of a set that has one label of an attribute on a level. */
static gboolean
bound_check_parts (DeidBoundCheck *check, const BoundCheckSet *set, guint i, guint level,
                   guint64 cost, GError **error)
{
  const guint a = check->attributes[i];
  const double share = check->share, width = check->width;
  g_autofree DeidKeyedNumber *members = NULL, *scratch = NULL;

  if (!deid_new_arrays (error, DEID_NEW (members, set->n), DEID_NEW (scratch, set->n)))
    return FALSE;
  for (guint64 j = 0; j < set->n; j++)
    {
      members[j].number = set->members[j].number;
      members[j].key = bound_check_get_label (check, a, level, &set->members[j]);
    }
  deid_key_sort (members, scratch, set->n);
  g_clear_pointer (&scratch, g_free);
  for (guint64 start = 0; start < set->n && !check->exceeds;)
    {
      const BoundCheckSet part = bound_check_take_part (check, members, start, set->n);

      check->share = share + width * (double) start / (double) set->n;
      check->width = width * (double) part.n / (double) set->n;
      if (part.n_records >= check->k && is_dearer (check, &part, cost + check->least[i])
          && !bound_check_label (check, &part, i, level, cost, error))
        return FALSE;
      start += part.n;
    }
  check->share = share + width;
  check->width = width;
  return TRUE;
}

static gboolean
begin_set (DeidBoundCheck *check, GError **error)
{
  check->n_sets++;
  if (check->report != NULL)
    check->report (check->report_data);
  return deid_stop_check (check->stop, error);
}

/* Looks at a set that has one label of an attribute on a level: at its parts by the labels below,
 * and then at the set with this label chosen. */
static gboolean
bound_check_label (DeidBoundCheck *check, const BoundCheckSet *set, guint i, guint level,
                   guint64 cost, GError **error)
{
  const guint a = check->attributes[i];
  guint64 own_cost;

  if (!begin_set (check, error))
    return FALSE;
  for (guint j = 0; j < i; j++)
    if (is_loose (check, set, check->attributes[j], check->levels[check->attributes[j]]))
      return TRUE;
  check->width /= 2;
  if (level > bound_check_get_lowest (check, a)
      && !bound_check_parts (check, set, i, level - 1, cost, error))
    return FALSE;
  if (check->exceeds || is_loose (check, set, a, level))
    return TRUE;
  check->levels[a] = level;
  own_cost = cost + cost_code (check, a, level, get_code (check, a, &set->members[0]));
  if (!is_dearer (check, set, own_cost + check->least[i + 1]))
    return TRUE;
  if (i + 1 < check->prepared->lattice->n_attributes)
    return bound_check_parts (check, set, i + 1,
                              bound_check_get_highest (check, check->attributes[i + 1]), own_cost,
                              error);
  check->exceeds = TRUE;
  return TRUE;
}

gboolean
deid_bound_check_run (DeidBoundCheck *check, gboolean *holds, GError **error)
{
  const guint32 n = check->grouping.n_classes;
  const BoundCheckSet all
      = { .members = check->order, .n = n, .n_records = check->prepared->n_records };
  g_autofree DeidKeyedNumber *scratch = NULL;

  check->exceeds = FALSE;
  check->n_sets = 0;
  check->share = 0;
  check->width = 1;
  if (!deid_new_arrays (error, DEID_NEW (scratch, n)))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      check->exceeds |= check->combinations[i].price > check->greatest;
      check->order[i] = (DeidKeyedNumber){ .key = ~check->combinations[i].price, .number = i };
    }
  deid_key_sort (check->order, scratch, n);
  if (!check->exceeds && check->has_balls && !deid_bound_check_balls (check, error))
    return FALSE;
  if (!check->exceeds && !check->has_balls
      && !bound_check_parts (check, &all, 0, bound_check_get_highest (check, check->attributes[0]),
                             0, error))
    return FALSE;
  *holds = !check->exceeds;
  return TRUE;
}

DeidWide
deid_bound_check_get_sum (const DeidBoundCheck *check)
{
  DeidWide sum = 0;

  for (guint32 i = 0; i < check->grouping.n_classes; i++)
    sum += (DeidWide) check->combinations[i].price * check->combinations[i].n_records;
  return sum;
}
