/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/bound-check.h"

/* The check of balls: combinations join one after the other. */
typedef struct
{
  DeidBoundCheck *check;
  guint32 joined[DEID_BOUND_MAX_JOINED + 1];
  DeidKeyedNumber *scratch;
  guint64 *costs; /* of each attribute, of each extent below N_EXTENTS */
} BallCheck;

#define N_EXTENTS 4096

/* The largest prices of some records in descending order: those of k records, or of all if there
 * are fewer. */
typedef struct
{
  DeidKeyedNumber *prices; /* the key is the price, the number its records */
  guint64 n;
  guint64 n_records;
} BallTop;

static void
ball_top_add (BallTop *top, guint64 k, const DeidPricedCombination *combination)
{
  const guint64 n_records = MIN (combination->n_records, k);
  guint64 i = top->n;

  if (top->n_records >= k && combination->price <= top->prices[top->n - 1].key)
    return;
  for (; i > 0 && top->prices[i - 1].key < combination->price; i--)
    top->prices[i] = top->prices[i - 1];
  top->prices[i] = (DeidKeyedNumber){ .key = combination->price, .number = (guint32) n_records };
  top->n++;
  top->n_records += n_records;
  while (top->n_records - top->prices[top->n - 1].number >= k)
    top->n_records -= top->prices[--top->n].number;
}

static DeidWide
ball_top_sum (const BallTop *top, guint64 k)
{
  DeidWide sum = 0;

  for (guint64 i = 0; i < top->n; i++)
    sum += (DeidWide) top->prices[i].key * top->prices[i].number;
  return top->n_records > k ? sum - (DeidWide) top->prices[top->n - 1].key * (top->n_records - k)
                            : sum;
}

static guint32
ball_get_label (const BallCheck *ball, guint a, guint level, guint32 combination)
{
  const DeidBoundCheck *check = ball->check;
  const guint32 code = check->codes[a][combination];

  return level == G_MAXUINT ? check->lowest[a].labels[code]
                            : check->prepared->lattice->attributes[a].levels[level].labels[code];
}

/* Returns: the cost of a label with an extent for one record. */
static guint64
ball_cost_extent (const BallCheck *ball, guint a, guint32 extent)
{
  const DeidBoundCheck *check = ball->check;

  return extent < N_EXTENTS
             ? ball->costs[a * N_EXTENTS + extent]
             : deid_bound_check_round_cost (check, a, check->prepared->loss.terms[a].kept * extent);
}

static guint64
ball_cost_run (const BallCheck *ball, guint a, guint n)
{
  const DeidBoundCheck *check = ball->check;
  const DeidLossAttribute *term = &check->prepared->loss.terms[a];
  guint32 first = G_MAXUINT32, last = 0, extent;

  for (guint i = 0; i < n; i++)
    {
      first = MIN (first, ball_get_label (ball, a, G_MAXUINT, ball->joined[i]));
      last = MAX (last, ball_get_label (ball, a, G_MAXUINT, ball->joined[i]));
    }
  if (first < last && last + 1 == check->lowest[a].n_labels)
    extent = term->label_extents[term->n_levels - 1][0];
  else
    extent = term->label_extents[first < last ? last - first : 0][first];
  return ball_cost_extent (ball, a, extent);
}

static guint64
ball_cost_set (const BallCheck *ball, guint a, guint n)
{
  guint n_more = 0;

  for (guint i = 1; i < n; i++)
    {
      guint j = 0;

      while (ball_get_label (ball, a, G_MAXUINT, ball->joined[j])
             != ball_get_label (ball, a, G_MAXUINT, ball->joined[i]))
        j++;
      n_more += j == i ? 1 : 0;
    }
  return ball_cost_extent (ball, a, n_more);
}

static gboolean
ball_has_one_label (const BallCheck *ball, guint a, guint level, guint n)
{
  for (guint i = 1; i < n; i++)
    if (ball_get_label (ball, a, level, ball->joined[i])
        != ball_get_label (ball, a, level, ball->joined[0]))
      return FALSE;
  return TRUE;
}

static guint64
ball_cost_node (const BallCheck *ball, guint a, guint n)
{
  const DeidBoundCheck *check = ball->check;
  const DeidLossAttribute *term = &check->prepared->loss.terms[a];
  const guint dimension = check->prepared->lattice->attributes[a].first_dimension;
  guint level = check->prepared->lattice->floors[dimension];
  guint32 code;

  while (level < check->prepared->lattice->heights[dimension]
         && !ball_has_one_label (ball, a, level, n))
    level++;
  code = check->codes[a][ball->joined[0]];
  return ball_cost_extent (ball, a, term->extents[(gsize) code * term->n_levels + level]);
}

/* Returns: the cost of the lowest labels that cover the first @n joined combinations, at most
 * @limit. */
static guint64
ball_cost (const BallCheck *ball, guint n, guint64 limit)
{
  const DeidLattice *lattice = ball->check->prepared->lattice;
  guint64 cost = 0;

  for (guint i = lattice->n_attributes; i-- > 0 && cost < limit;)
    {
      const guint a = ball->check->attributes[i];

      cost += deid_attribute_has_runs (&lattice->attributes[a])   ? ball_cost_run (ball, a, n)
              : deid_attribute_has_sets (&lattice->attributes[a]) ? ball_cost_set (ball, a, n)
                                                                  : ball_cost_node (ball, a, n);
    }
  return MIN (cost, limit);
}

static gboolean ball_check_members (BallCheck *ball, guint n_joined, DeidKeyedNumber *members,
                                    guint64 n, GError **error);

/* Examines the balls of the joined combinations. Members that cost @limit or more together with
 * these are left out: no prices in their balls could exceed the cost. */
static gboolean
ball_check_joined (BallCheck *ball, guint n_joined, const DeidKeyedNumber *members, guint64 n,
                   guint64 limit, GError **error)
{
  g_autofree DeidKeyedNumber *inner = NULL;
  guint64 n_inner = 0;

  if (!deid_new_arrays (error, DEID_NEW (inner, n)))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      guint64 cost;

      ball->joined[n_joined] = members[i].number;
      cost = ball_cost (ball, n_joined + 1, limit);
      if (cost < limit)
        inner[n_inner++] = (DeidKeyedNumber){ .key = cost, .number = members[i].number };
    }
  return ball_check_members (ball, n_joined, inner, n_inner, error);
}

/* Examines all balls of the joined combinations. The keys of @members are their costs together with
 * these; the function sorts them. */
static gboolean
ball_check_members (BallCheck *ball, guint n_joined, DeidKeyedNumber *members, guint64 n,
                    GError **error)
{
  DeidBoundCheck *check = ball->check;
  g_autofree DeidKeyedNumber *prices = NULL;
  BallTop top = { 0 };
  guint64 n_records = 0, end;

  check->n_sets++;
  if (check->report != NULL)
    check->report (check->report_data);
  if (!deid_stop_check (check->stop, error)
      || !deid_new_arrays (error, DEID_NEW (prices, MIN (check->k, n) + 1)))
    return FALSE;
  top.prices = prices;
  deid_key_sort (members, ball->scratch, n);
  for (guint64 start = 0; start < n && !check->exceeds; start = end)
    {
      const guint64 cost = members[start].key;
      guint64 limit;

      for (end = start; end < n && members[end].key == cost; end++)
        {
          const DeidPricedCombination *member = &check->combinations[members[end].number];

          ball_top_add (&top, check->k, member);
          n_records += member->n_records;
        }
      if (n_records < check->k || ball_top_sum (&top, check->k) <= (DeidWide) check->k * cost)
        continue;
      check->exceeds = cost == members[0].key || n_joined + 1 >= check->n_joined;
      limit = (guint64) (ball_top_sum (&top, check->k) / check->k) + 1;
      for (guint64 i = start; i < end && !check->exceeds; i++)
        {
          ball->joined[n_joined] = members[i].number;
          if (!ball_check_joined (ball, n_joined + 1, members, end, limit, error))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
deid_bound_check_balls (DeidBoundCheck *check, GError **error)
{
  const guint32 n = check->grouping.n_classes;
  const guint m = check->prepared->lattice->n_attributes;
  BallCheck ball = { .check = check };
  g_autofree DeidKeyedNumber *order = NULL, *scratch = NULL;
  g_autofree guint64 *costs = NULL;
  guint64 greatest = 0;

  if (!deid_new_arrays (error, DEID_NEW (order, n), DEID_NEW (scratch, n),
                        DEID_NEW (costs, (guint64) m * N_EXTENTS)))
    return FALSE;
  ball.scratch = scratch;
  ball.costs = costs;
  for (guint i = 0; i < m * N_EXTENTS; i++)
    costs[i] = deid_bound_check_round_cost (
        check, i / N_EXTENTS, check->prepared->loss.terms[i / N_EXTENTS].kept * (i % N_EXTENTS));
  for (guint32 i = 0; i < n; i++)
    order[i] = (DeidKeyedNumber){ .key = check->combinations[i].rank, .number = i };
  deid_key_sort (order, scratch, n);
  for (guint32 i = n; i-- > 0 && !check->exceeds;)
    {
      greatest = MAX (greatest, check->combinations[order[i].number].price);
      check->share = (double) (n - i) / n;
      ball.joined[0] = order[i].number;
      if (!ball_check_joined (&ball, 1, order + i, n - i, greatest, error))
        return FALSE;
    }
  return TRUE;
}
