/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/prices.h"

#include <string.h>

#include "base/arrays.h"

/* The first limit of cost is this part of the greatest cost. */
#define FIRST_LIMIT 64

/* Rises in which records may rise by this times the square of what they cost by themselves, in
 * attributes: those far from others first. Afterwards all may rise by the same. */
#define N_UNEVEN_RISES 3
#define UNEVEN_STEP    2
#define EVEN_STEP      0.1

/* Rises before the first one that prices are cut for. */
#define N_FIRST_RISES 6

/* What k prices sum up to at most. */
#define MAX_SUM (G_GUINT64_CONSTANT (1) << 62)

/* Returns: what no box costs more than. */
static guint64
find_greatest_cost (const DeidLocalCombinations *combinations)
{
  guint64 sum = 0;

  for (guint a = 0; a < combinations->n_attributes; a++)
    {
      const DeidLocalLevels *attribute = &combinations->attributes[a];
      guint64 greatest = 0;

      for (guint level = 0; level < attribute->n_levels; level++)
        for (guint32 label = 0; label < attribute->n_labels[level]; label++)
          greatest = MAX (greatest, attribute->costs[level][label]);
      sum += greatest;
    }
  return sum;
}

gboolean
deid_local_prices_init (DeidLocalPrices *prices, const DeidLocalCombinations *combinations,
                        guint64 k, GError **error)
{
  const guint32 n = combinations->n;

  *prices = (DeidLocalPrices){ .combinations = combinations,
                               .greatest = find_greatest_cost (combinations) };
  prices->k = MIN (k, MAX_SUM / (prices->greatest + 1));
  if (!deid_local_boxes_init (&prices->boxes, combinations, prices->k, error)
      || !deid_local_charges_init (&prices->charges, n, prices->k, error)
      || !deid_new_arrays (error, DEID_NEW (prices->prices, n), DEID_NEW (prices->next, n),
                           DEID_NEW (prices->alone, n), DEID_NEW (prices->base, n),
                           DEID_NEW (prices->best, n), DEID_NEW (prices->numbers, n),
                           DEID_NEW (prices->scratch, n)))
    return FALSE;
  memset (prices->alone, 0xff, n * sizeof *prices->alone);
  return TRUE;
}

void
deid_local_prices_clear (DeidLocalPrices *prices)
{
  deid_local_boxes_clear (&prices->boxes);
  deid_local_charges_clear (&prices->charges);
  g_clear_pointer (&prices->prices, g_free);
  g_clear_pointer (&prices->next, g_free);
  g_clear_pointer (&prices->alone, g_free);
  g_clear_pointer (&prices->base, g_free);
  g_clear_pointer (&prices->best, g_free);
  g_clear_pointer (&prices->numbers, g_free);
  g_clear_pointer (&prices->scratch, g_free);
}

static void
set_ceilings (DeidLocalPrices *prices)
{
  deid_local_boxes_set_ceilings (&prices->boxes, prices->next, prices->numbers, prices->scratch);
}

/* Writes the ceilings that are left back to the combinations. */
static void
take_ceilings (DeidLocalPrices *prices, guint64 *values)
{
  for (guint32 place = 0; place < prices->combinations->n; place++)
    values[prices->boxes.numbers[place]] = prices->boxes.ceilings[place];
}

static void
lower_to_cost (DeidLocalBoxes *boxes, const guint32 *places, guint32 n, guint64 cost,
               gpointer data G_GNUC_UNUSED)
{
  for (guint32 i = 0; i < n && boxes->starts[places[i]] > cost; i++)
    boxes->ceilings[places[i]] = MIN (boxes->ceilings[places[i]], cost);
}

/* Returns: what no price needs to exceed: a record without a box costs no more than this either. */
static guint64
get_limit (const DeidLocalPrices *prices)
{
  return MIN (prices->greatest, prices->combinations->withheld);
}

gboolean
deid_local_prices_are_settled (const DeidLocalPrices *prices)
{
  return prices->settled >= get_limit (prices);
}

/* Settles records that cost less than a limit by themselves. */
static gboolean
prices_settle (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  const guint64 last = get_limit (prices);
  const guint64 limit
      = MIN (last, prices->settled > 0 ? 2 * prices->settled : prices->greatest / FIRST_LIMIT + 1);
  const guint32 n = prices->combinations->n;

  for (guint32 i = 0; i < n; i++)
    prices->next[i] = MIN (limit, prices->alone[i]);
  set_ceilings (prices);
  if (!deid_local_boxes_walk (&prices->boxes, 1, lower_to_cost, NULL, stop, error))
    return FALSE;
  take_ceilings (prices, prices->prices);
  for (guint32 i = 0; i < n; i++)
    if (prices->prices[i] < limit || limit == last)
      prices->alone[i] = prices->prices[i];
  prices->settled = limit;
  return TRUE;
}

/* With p the prices, u the ceilings when the walk began, v the k-th price of the box and t so that
 * (1 - t) times its k largest prices and t times its k largest ceilings sum up to what the box may
 * have, all of its records may get to max (p, v) + t (u - max (p, v)), where that is above v: k of
 * them have (1 - t) max (p, v), of which the sum is at most that of the k largest prices, and t u.
 * The quotient is made a little smaller for what it is rounded. */
static void
share_out (DeidLocalBoxes *boxes, const guint32 *places, guint32 n, guint64 cost, gpointer data)
{
  DeidLocalPrices *prices = data;
  guint32 box = DEID_LOCAL_NO_BOX;
  guint64 least, unused;
  const guint64 top = deid_local_boxes_sum_top (boxes, prices->base, places, n, boxes->k, &least);
  const guint64 top_start
      = deid_local_boxes_sum_top (boxes, boxes->starts, places, n, boxes->k, &unused);
  const guint64 all = boxes->k * cost;
  const double part
      = all > top ? (double) (all - top) / (double) (top_start - top) * (1 - 1e-12) : 0;

  for (guint32 i = 0; i < n && boxes->starts[places[i]] > least; i++)
    {
      const guint32 place = places[i];
      const guint64 own = MAX (prices->base[place], least);
      const guint64 price = own + (guint64) ((double) (boxes->starts[place] - own) * part);

      if (price >= boxes->ceilings[place])
        continue;
      boxes->ceilings[place] = price;
      deid_local_charges_limit (&prices->charges, boxes, places, n, place, &box);
    }
}

/* What a price rises by at most at once: far above what any limit allows, and within 64 bits. */
#define MAX_RISE 0x1p62

/* A ceiling that is too low costs a further rise, one that is too high makes the walk longer. */
static void
choose_ceilings (DeidLocalPrices *prices)
{
  const double unit = (double) prices->greatest / prices->combinations->n_attributes;

  for (guint32 i = 0; i < prices->combinations->n; i++)
    {
      const double root = unit > 0 ? (double) prices->alone[i] / unit : 0;
      const double step = prices->n_rises < N_UNEVEN_RISES ? UNEVEN_STEP * root * root : EVEN_STEP;

      prices->next[i]
          = MIN (get_limit (prices), prices->prices[i] + (guint64) MIN (step * unit, MAX_RISE) + 1);
    }
}

static gboolean
prices_share (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  choose_ceilings (prices);
  set_ceilings (prices);
  for (guint32 place = 0; place < prices->combinations->n; place++)
    prices->base[place] = prices->prices[prices->boxes.numbers[place]];
  deid_local_charges_start (&prices->charges);
  if (!deid_local_boxes_walk (&prices->boxes, prices->k, share_out, prices, stop, error))
    return FALSE;
  deid_local_charges_finish (&prices->charges, &prices->boxes);
  take_ceilings (prices, prices->prices);
  prices->n_rises++;
  return TRUE;
}

gboolean
deid_local_prices_raise (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  return deid_local_prices_are_settled (prices) ? prices_share (prices, stop, error)
                                                : prices_settle (prices, stop, error);
}

/* Keeps the prices if their sum is greater than @greatest. */
static void
keep_best (DeidLocalPrices *prices, DeidWide *greatest)
{
  const DeidWide sum = deid_local_prices_get_sum (prices);

  if (sum < *greatest)
    return;
  *greatest = sum;
  memcpy (prices->best, prices->prices, prices->combinations->n * sizeof *prices->best);
}

gboolean
deid_local_prices_find (DeidLocalPrices *prices, guint n_rises, const DeidStop *stop,
                        gboolean *is_complete, GError **error)
{
  GError *own_error = NULL;
  DeidWide greatest = 0;

  keep_best (prices, &greatest);
  while (!deid_local_prices_are_settled (prices) || prices->n_rises < n_rises)
    {
      if (prices->n_rises >= N_FIRST_RISES)
        deid_local_charges_cut (&prices->charges, prices->prices);
      if (!deid_local_prices_raise (prices, stop, &own_error))
        break;
      keep_best (prices, &greatest);
      if (prices->boxes.report != NULL)
        prices->boxes.report (prices->boxes.report_data);
    }
  memcpy (prices->prices, prices->best, prices->combinations->n * sizeof *prices->best);
  *is_complete = own_error == NULL;
  if (g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (own_error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
    g_clear_error (&own_error);
  if (own_error == NULL)
    return TRUE;
  g_propagate_error (error, own_error);
  return FALSE;
}

static void
refuse_box (DeidLocalBoxes *boxes G_GNUC_UNUSED, const guint32 *places G_GNUC_UNUSED,
            guint32 n G_GNUC_UNUSED, guint64 cost G_GNUC_UNUSED, gpointer data)
{
  DeidLocalPrices *prices = data;

  prices->is_bound = FALSE;
}

gboolean
deid_local_prices_check (DeidLocalPrices *prices, gboolean *is_bound, const DeidStop *stop,
                         GError **error)
{
  const DeidLocalCombinations *combinations = prices->combinations;

  prices->is_bound = TRUE;
  for (guint32 i = 0; i < combinations->n; i++)
    {
      prices->next[i] = prices->prices[i];
      prices->is_bound &= prices->prices[i] <= combinations->withheld;
    }
  set_ceilings (prices);
  if (!deid_local_boxes_walk (&prices->boxes, prices->k, refuse_box, prices, stop, error))
    return FALSE;
  *is_bound = prices->is_bound;
  return TRUE;
}

DeidWide
deid_local_prices_get_sum (const DeidLocalPrices *prices)
{
  DeidWide sum = 0;

  for (guint32 i = 0; i < prices->combinations->n; i++)
    sum += (DeidWide) prices->prices[i] * prices->combinations->counts[i];
  return sum;
}
