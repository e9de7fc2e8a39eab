/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/prices.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

/* Rises in which shares are squares of the prices that records have by themselves; all others have
 * equal shares. */
#define N_UNEVEN_RISES 3

/* A price that rises by less than this, 1e-7 of an attribute, rises no more. */
#define MIN_RISE 430

/* In one rise the greatest price grows by a quarter at most: policies whose boxes all cost more are
 * no limit then. */
static guint64
get_ceiling (guint64 greatest)
{
  return greatest + greatest / 4 + 1;
}

static guint32
count (const DeidLocalPrices *prices, guint32 tuple)
{
  return deid_local_tuples_count (prices->tuples, tuple);
}

static guint64
find_greatest (const guint64 *values, guint32 n)
{
  guint64 greatest = 0;

  for (guint32 i = 0; i < n; i++)
    greatest = MAX (greatest, values[i]);
  return greatest;
}

/* Lists the tuples, those with the largest values first. */
static void
sort_tuples (DeidLocalPrices *prices, const guint64 *values, guint32 *order)
{
  const guint32 n = prices->tuples->n_tuples;

  for (guint32 t = 0; t < n; t++)
    prices->numbers[t] = (DeidKeyedNumber){ .key = ~values[t], .number = t };
  deid_key_sort (prices->numbers, prices->scratch, n);
  for (guint32 i = 0; i < n; i++)
    order[i] = prices->numbers[i].number;
}

/* Sums up the k largest prices of each box. */
static void
sum_prices (DeidLocalPrices *prices)
{
  const guint32 *box_of_tuple = prices->boxes.grouping.class_of_row;

  for (guint32 i = 0; i < prices->tuples->n_tuples; i++)
    {
      const guint32 t = prices->by_price[i];
      DeidLocalBox *box = &prices->boxes.boxes[box_of_tuple[t]];

      if (box->missing > 0)
        {
          const guint32 n = MIN (box->missing, count (prices, t));

          box->top += n * prices->prices[t];
          box->missing -= n;
          box->least = prices->prices[t];
        }
    }
}

/* Sums up the k largest shares of each box. */
static void
sum_shares (DeidLocalPrices *prices)
{
  const guint32 *box_of_tuple = prices->boxes.grouping.class_of_row;

  for (guint32 i = 0; i < prices->tuples->n_tuples; i++)
    {
      const guint32 t = prices->by_share[i];
      DeidLocalBox *box = &prices->boxes.boxes[box_of_tuple[t]];

      if (prices->shares[t] == 0)
        break;
      if (box->missing_shares > 0)
        {
          const guint32 n = MIN (box->missing_shares, count (prices, t));

          box->top_share += n * prices->shares[t];
          box->missing_shares -= n;
        }
    }
}

/* The rate is rounded, and so made a little smaller, that no box gives away more than it has. */
static void
limit_by_boxes (DeidLocalPrices *prices)
{
  DeidLocalBoxes *boxes = &prices->boxes;
  const guint32 *box_of_tuple = boxes->grouping.class_of_row;

  for (guint32 b = 0; b < boxes->n_boxes; b++)
    {
      DeidLocalBox *box = &boxes->boxes[b];
      const guint64 all = prices->k * box->cost;

      box->rate = box->top_share > 0 && all > box->top
                      ? (double) (all - box->top) / (double) box->top_share * (1 - 1e-12)
                      : 0;
    }
  for (guint32 t = 0; t < prices->tuples->n_tuples; t++)
    {
      const DeidLocalBox *box = &boxes->boxes[box_of_tuple[t]];

      if (box->missing == 0)
        prices->next[t]
            = MIN (prices->next[t], MAX (prices->prices[t], box->least)
                                        + (guint64) ((double) prices->shares[t] * box->rate));
    }
}

static void
start_rise (DeidLocalPrices *prices, guint64 ceiling)
{
  const guint32 n = prices->tuples->n_tuples;
  const gboolean is_uneven = prices->n_rises < N_UNEVEN_RISES;

  for (guint32 t = 0; t < n; t++)
    {
      const guint64 root = prices->alone[t] >> 16;

      if (prices->n_rises == N_UNEVEN_RISES)
        prices->shares[t] = 1;
      else if (is_uneven)
        prices->shares[t] = prices->n_rises > 0 && prices->shares[t] == 0 ? 0 : root * root;
      prices->next[t] = ceiling;
    }
  sort_tuples (prices, prices->prices, prices->by_price);
  sort_tuples (prices, prices->shares, prices->by_share);
}

static void
finish_rise (DeidLocalPrices *prices)
{
  for (guint32 t = 0; t < prices->tuples->n_tuples; t++)
    {
      if (prices->next[t] < prices->prices[t] + MIN_RISE)
        prices->shares[t] = 0;
      prices->prices[t] = MAX (prices->next[t], prices->prices[t]);
    }
  prices->n_rises++;
}

gboolean
deid_local_prices_raise (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  const guint64 ceiling = get_ceiling (find_greatest (prices->prices, prices->tuples->n_tuples));

  start_rise (prices, ceiling);
  deid_local_boxes_start (&prices->boxes);
  do
    {
      if (deid_local_boxes_get_least_cost (&prices->boxes) >= ceiling)
        continue;
      if (!deid_local_boxes_group (&prices->boxes, prices->k, stop, error))
        return FALSE;
      sum_prices (prices);
      sum_shares (prices);
      limit_by_boxes (prices);
    }
  while (deid_local_boxes_next (&prices->boxes));
  finish_rise (prices);
  return TRUE;
}

gboolean
deid_local_prices_check (DeidLocalPrices *prices, gboolean *is_bound, const DeidStop *stop,
                         GError **error)
{
  const DeidLocalBoxes *boxes = &prices->boxes;
  guint32 missing = prices->k;
  guint64 top = 0;

  sort_tuples (prices, prices->prices, prices->by_price);
  for (guint32 i = 0; i < prices->tuples->n_tuples && missing > 0; i++)
    {
      const guint32 n = MIN (missing, count (prices, prices->by_price[i]));

      top += n * prices->prices[prices->by_price[i]];
      missing -= n;
    }
  *is_bound = TRUE;
  deid_local_boxes_start (&prices->boxes);
  do
    {
      if (prices->k * deid_local_boxes_get_least_cost (boxes) >= top)
        continue;
      if (!deid_local_boxes_group (&prices->boxes, prices->k, stop, error))
        return FALSE;
      sum_prices (prices);
      for (guint32 b = 0; b < boxes->n_boxes; b++)
        *is_bound &= boxes->boxes[b].missing > 0
                     || boxes->boxes[b].top <= prices->k * boxes->boxes[b].cost;
    }
  while (deid_local_boxes_next (&prices->boxes));
  return TRUE;
}

/* Finds the cheapest box of each tuple that has k records. */
static gboolean
find_alone (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  const DeidLocalBoxes *boxes = &prices->boxes;
  const guint32 n = prices->tuples->n_tuples;
  guint64 greatest = G_MAXUINT64;
  guint64 n_policies = 0;

  memset (prices->alone, 0xff, n * sizeof *prices->alone);
  deid_local_boxes_start (&prices->boxes);
  do
    {
      if (n_policies++ % 64 == 0)
        greatest = find_greatest (prices->alone, n);
      if (deid_local_boxes_get_least_cost (boxes) >= greatest)
        continue;
      if (!deid_local_boxes_group (&prices->boxes, prices->k, stop, error))
        return FALSE;
      for (guint32 t = 0; t < n; t++)
        {
          const guint32 b = boxes->grouping.class_of_row[t];

          if (boxes->grouping.sizes[b] >= prices->k)
            prices->alone[t] = MIN (prices->alone[t], boxes->boxes[b].cost);
        }
    }
  while (deid_local_boxes_next (&prices->boxes));
  memcpy (prices->prices, prices->alone, n * sizeof *prices->prices);
  return TRUE;
}

gboolean
deid_local_prices_init (DeidLocalPrices *prices, const DeidLocalTuples *tuples, guint32 k,
                        guint64 max_policies, const DeidStop *stop, GError **error)
{
  const guint32 n = tuples->n_tuples;

  *prices = (DeidLocalPrices){ .tuples = tuples, .k = k };
  return deid_local_boxes_init (&prices->boxes, tuples, max_policies, error)
         && deid_new_arrays (error, DEID_NEW (prices->prices, n), DEID_NEW (prices->alone, n),
                             DEID_NEW (prices->shares, n), DEID_NEW (prices->next, n),
                             DEID_NEW (prices->by_price, n), DEID_NEW (prices->by_share, n),
                             DEID_NEW (prices->numbers, n), DEID_NEW (prices->scratch, n))
         && find_alone (prices, stop, error);
}

void
deid_local_prices_clear (DeidLocalPrices *prices)
{
  deid_local_boxes_clear (&prices->boxes);
  g_clear_pointer (&prices->prices, g_free);
  g_clear_pointer (&prices->alone, g_free);
  g_clear_pointer (&prices->shares, g_free);
  g_clear_pointer (&prices->next, g_free);
  g_clear_pointer (&prices->by_price, g_free);
  g_clear_pointer (&prices->by_share, g_free);
  g_clear_pointer (&prices->numbers, g_free);
  g_clear_pointer (&prices->scratch, g_free);
}

DeidWide
deid_local_prices_get_sum (const DeidLocalPrices *prices)
{
  DeidWide sum = 0;

  for (guint32 t = 0; t < prices->tuples->n_tuples; t++)
    sum += (DeidWide) prices->prices[t] * count (prices, t);
  return sum;
}
