/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/prices.h"

#include "base/arrays.h"
#include "problem/preparation.h"
#include "search/local/bound/balls.h"

#include <string.h>

#define DEID_LOCAL_NO_BOX G_MAXUINT32

/* A charge of 1. */
#define CHARGES_ONE (G_GUINT64_CONSTANT (1) << 20)

/* Members of all boxes, above which nobody is charged: 128 MiB. */
#define MAX_MEMBERS (G_GUINT64_CONSTANT (1) << 24)

/* A new charge counts one in so many. */
#define AVERAGED 4

/* The first cut is this part of what is charged too much, and the cut after so many others half of
 * it. Found by trial on Adult and mach2019. */
#define CUT_NUMERATOR   2
#define CUT_DENOMINATOR 5
#define HALVED_AFTER    16

static gboolean
local_charges_init (DeidLocalCharges *charges, guint32 n, guint64 k, GError **error)
{
  const guint64 n_boxes = (guint64) n + 1; /* that of the moment limits none as yet */

  *charges = (DeidLocalCharges){ .n = n, .k = k, .is_used = k <= MAX_MEMBERS / n_boxes };
  return !charges->is_used
         || deid_new_arrays (
             error, DEID_NEW (charges->box_of_place, n), DEID_NEW (charges->n_limited, n_boxes),
             DEID_NEW (charges->records, n_boxes), DEID_NEW (charges->members, n_boxes * k),
             DEID_NEW (charges->member_counts, n_boxes * k),
             DEID_NEW (charges->free_boxes, n_boxes), DEID_NEW (charges->sums, n),
             DEID_NEW (charges->charges, n));
}

static void
local_charges_clear (DeidLocalCharges *charges)
{
  deid_free_arrays (charges->box_of_place, charges->n_limited, charges->records, charges->members,
                    charges->member_counts, charges->free_boxes, charges->sums, charges->charges);
}

/* Forgets all boxes. */
static void
local_charges_start (DeidLocalCharges *charges)
{
  if (!charges->is_used)
    return;
  charges->n_free = 0;
  for (guint64 box = (guint64) charges->n + 1; box-- > 0;)
    {
      charges->free_boxes[charges->n_free++] = (guint32) box;
      charges->n_limited[box] = 0;
    }
  for (guint32 place = 0; place < charges->n; place++)
    charges->box_of_place[place] = DEID_LOCAL_NO_BOX;
}

/* Takes the first places, whose ceilings were the greatest, for the dearest. */
static guint32
add_box (DeidLocalCharges *charges, const DeidLocalBoxes *boxes, const guint32 *places, guint32 n)
{
  const guint32 box = charges->free_boxes[--charges->n_free];
  guint32 *members = charges->members + box * charges->k;
  guint32 *counts = charges->member_counts + box * charges->k;
  guint64 missing = charges->k;

  memset (counts, 0, charges->k * sizeof *counts);
  for (guint32 i = 0; i < n && missing > 0; i++)
    {
      members[i] = places[i];
      counts[i] = (guint32) MIN (missing, boxes->places.counts[places[i]]);
      missing -= counts[i];
    }
  return box;
}

/* Lets a box limit a place. The first time *@box is %DEID_LOCAL_NO_BOX. */
static void
local_charges_limit (DeidLocalCharges *charges, const DeidLocalBoxes *boxes, const guint32 *places,
                     guint32 n, guint32 place, guint32 *box)
{
  guint32 before;

  if (!charges->is_used)
    return;
  if (*box == DEID_LOCAL_NO_BOX)
    *box = add_box (charges, boxes, places, n);
  before = charges->box_of_place[place];
  if (before != DEID_LOCAL_NO_BOX && --charges->n_limited[before] == 0)
    charges->free_boxes[charges->n_free++] = before;
  charges->box_of_place[place] = *box;
  charges->n_limited[*box]++;
}

static void
charge_members (DeidLocalCharges *charges, const DeidLocalBoxes *boxes, guint32 box)
{
  const guint32 *members = charges->members + box * charges->k;
  const guint32 *counts = charges->member_counts + box * charges->k;
  const guint64 weight = charges->records[box] * CHARGES_ONE / charges->k;

  for (guint64 i = 0; i < charges->k && counts[i] > 0; i++)
    charges->sums[members[i]]
        += (guint64) ((DeidWide) weight * counts[i] / boxes->places.counts[members[i]]);
}

/* Charges records for the boxes that limit others at the end of a walk. */
static void
local_charges_finish (DeidLocalCharges *charges, const DeidLocalBoxes *boxes)
{
  if (!charges->is_used)
    return;
  memset (charges->records, 0, ((gsize) charges->n + 1) * sizeof *charges->records);
  memset (charges->sums, 0, charges->n * sizeof *charges->sums);
  for (guint32 place = 0; place < charges->n; place++)
    if (charges->box_of_place[place] != DEID_LOCAL_NO_BOX)
      charges->records[charges->box_of_place[place]] += boxes->places.counts[place];
  for (guint32 box = 0; box <= charges->n; box++)
    if (charges->n_limited[box] > 0)
      charge_members (charges, boxes, box);
  for (guint32 place = 0; place < charges->n; place++)
    {
      guint64 *charge = &charges->charges[boxes->places.numbers[place]];

      *charge = charges->has_charges
                    ? *charge - *charge / AVERAGED + charges->sums[place] / AVERAGED
                    : charges->sums[place];
    }
  charges->has_charges = TRUE;
}

/* Cuts the prices of those charged too much, if anybody was charged. */
static void
local_charges_cut (DeidLocalCharges *charges, guint64 *prices)
{
  if (!charges->has_charges)
    return;
  for (guint32 i = 0; i < charges->n; i++)
    if (charges->charges[i] > CHARGES_ONE)
      {
        const guint64 too_much = MIN (charges->charges[i] - CHARGES_ONE, CHARGES_ONE);

        prices[i]
            -= (guint64) ((DeidWide) prices[i] * too_much / CHARGES_ONE * CUT_NUMERATOR
                          * HALVED_AFTER / (CUT_DENOMINATOR * (HALVED_AFTER + charges->n_cuts)));
      }
  charges->n_cuts++;
}

/* The first limit of cost is this part of the greatest cost. */
#define FIRST_LIMIT 64

/* Rises in which records may rise by this times the square of what they cost by themselves, in
 * attributes: those far from others first. Afterwards all may rise by the same. */
#define N_UNEVEN_RISES 3
#define UNEVEN_STEP    2
#define EVEN_STEP      0.1
#define EVEN_BALL_STEP 0.25 /* as a part of the mean of the least costs of records */

/* Rises before the first one that prices are cut for. */
#define N_FIRST_RISES 6

/* The largest k with which balls join three records: for larger k there would be too many. */
#define MOST_FOR_THREE 16

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
  if (!combinations->has_nodes)
    prices->n_joined = k <= MOST_FOR_THREE ? 3 : 2;
  if (!deid_local_boxes_init (&prices->boxes, combinations, prices->k, error)
      || !local_charges_init (&prices->charges, n, prices->k, error)
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
  local_charges_clear (&prices->charges);
  deid_free_arrays (prices->prices, prices->next, prices->alone, prices->base, prices->best,
                    prices->numbers, prices->scratch);
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
    values[prices->boxes.places.numbers[place]] = prices->boxes.places.ceilings[place];
}

static void
lower_to_cost (DeidLocalBoxes *boxes, const guint32 *places, guint32 n, guint64 cost,
               gpointer data G_GNUC_UNUSED)
{
  for (guint32 i = 0; i < n && boxes->places.starts[places[i]] > cost; i++)
    boxes->places.ceilings[places[i]] = MIN (boxes->places.ceilings[places[i]], cost);
}

/* Returns: what no price needs to exceed: a record without a box costs no more than this either. */
static guint64
get_limit (const DeidLocalPrices *prices)
{
  return MIN (prices->greatest, prices->combinations->withheld);
}

/* Tells whether each record has had the price that it has by itself. */
static gboolean
local_prices_are_settled (const DeidLocalPrices *prices)
{
  return prices->settled >= get_limit (prices);
}

const guint32 *
deid_local_prices_get_ranks (const DeidLocalPrices *prices)
{
  return prices->boxes.balls != NULL ? deid_local_balls_get_ranks (prices->boxes.balls) : NULL;
}

gboolean
deid_local_prices_rank (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  if (prices->boxes.balls == NULL)
    return TRUE;
  if (!deid_local_balls_rank (prices->boxes.balls, prices->alone, stop, error))
    return FALSE;
  for (guint32 i = 0; i < prices->combinations->n; i++)
    prices->prices[i] = MIN (get_limit (prices), prices->alone[i]);
  prices->settled = get_limit (prices);
  return TRUE;
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
      = deid_local_boxes_sum_top (boxes, boxes->places.starts, places, n, boxes->k, &unused);
  const guint64 all = boxes->k * cost;
  const double part
      = all > top ? (double) (all - top) / (double) (top_start - top) * (1 - 1e-12) : 0;

  for (guint32 i = 0; i < n && boxes->places.starts[places[i]] > least; i++)
    {
      const guint32 place = places[i];
      const guint64 own = MAX (prices->base[place], least);
      const guint64 price = own + (guint64) ((double) (boxes->places.starts[place] - own) * part);

      if (price >= boxes->places.ceilings[place])
        continue;
      boxes->places.ceilings[place] = price;
      local_charges_limit (&prices->charges, boxes, places, n, place, &box);
    }
}

/* What a price rises by at most at once: far above what any limit allows, and within 64 bits. */
#define MAX_RISE 0x1p62

/* Returns: the step by which all prices may rise at once after the first rises. */
static double
get_even_step (const DeidLocalPrices *prices, double unit)
{
  DeidWide sum = 0;

  if (prices->boxes.balls == NULL)
    return EVEN_STEP * unit;
  for (guint32 i = 0; i < prices->combinations->n; i++)
    sum += (DeidWide) prices->alone[i] * prices->combinations->counts[i];
  return (double) (sum / prices->combinations->n_records) * EVEN_BALL_STEP;
}

/* A ceiling that is too low costs a further rise, one that is too high makes the walk longer. */
static void
choose_ceilings (DeidLocalPrices *prices)
{
  const double unit = (double) prices->greatest / prices->combinations->n_attributes;
  const double even_step = get_even_step (prices, unit);

  for (guint32 i = 0; i < prices->combinations->n; i++)
    {
      const double root = unit > 0 ? (double) prices->alone[i] / unit : 0;
      const double step
          = prices->n_rises < N_UNEVEN_RISES ? UNEVEN_STEP * root * root * unit : even_step;

      prices->next[i]
          = MIN (get_limit (prices), prices->prices[i] + (guint64) MIN (step, MAX_RISE) + 1);
    }
}

static gboolean
prices_share (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  prices->boxes.n_joined = prices->n_rises < N_FIRST_RISES ? 2 : prices->n_joined;
  choose_ceilings (prices);
  set_ceilings (prices);
  for (guint32 place = 0; place < prices->combinations->n; place++)
    prices->base[place] = prices->prices[prices->boxes.places.numbers[place]];
  local_charges_start (&prices->charges);
  if (!deid_local_boxes_walk (&prices->boxes, prices->k, share_out, prices, stop, error))
    return FALSE;
  local_charges_finish (&prices->charges, &prices->boxes);
  take_ceilings (prices, prices->prices);
  prices->n_rises++;
  return TRUE;
}

gboolean
deid_local_prices_raise (DeidLocalPrices *prices, const DeidStop *stop, GError **error)
{
  if (local_prices_are_settled (prices))
    return prices_share (prices, stop, error);
  return prices->boxes.balls != NULL ? deid_local_prices_rank (prices, stop, error)
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
  while (!local_prices_are_settled (prices) || prices->n_rises < n_rises)
    {
      if (prices->n_rises >= N_FIRST_RISES)
        local_charges_cut (&prices->charges, prices->prices);
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
  prices->boxes.n_joined = prices->n_joined;
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

typedef struct
{
  DeidRun *run;
  DeidLocalCombinations combinations;
  DeidLocalPrices prices;
  guint n_rises; /* to make */
  guint n_told;  /* rises that the run was told of */
} BoundRunSearch;

static void
raise_bound (BoundRunSearch *search)
{
  DeidRun *run = search->run;
  const double bound
      = deid_local_bound_from_sum (run->prepared, deid_local_prices_get_sum (&search->prices));

  run->claimed_bound = MAX (run->claimed_bound, bound);
}

static void
bound_run_report (gpointer data)
{
  BoundRunSearch *search = data;
  DeidRun *run = search->run;
  const double left = 1 - (double) search->prices.n_rises / search->n_rises;

  if (search->prices.n_rises > search->n_told)
    raise_bound (search);
  search->n_told = search->prices.n_rises;
  deid_run_set_open (
      run, &(DeidOpen){ .n_policies = G_MAXDOUBLE, .work = left / DEID_LOCAL_BOUND_PARTS });
  deid_run_report (run, FALSE);
}

/* Prices of 0 prove nothing, unless nothing more can be proven. */
static void
keep_prices (BoundRunSearch *search, gboolean is_complete)
{
  if (!is_complete && deid_local_prices_get_sum (&search->prices) == 0)
    return;
  raise_bound (search);
  search->run->prices = g_steal_pointer (&search->prices.prices);
}

static guint64
bound_run_count_bytes (const BoundRunSearch *search)
{
  const DeidLocalPrices *prices = &search->prices;
  const guint64 n_attributes = search->combinations.n_attributes;

  return search->combinations.n
             * (2 * n_attributes * sizeof (guint16) + 13 * sizeof *prices->prices
                + 2 * sizeof *prices->numbers)
         + prices->boxes.lists_capacity * sizeof *prices->boxes.lists
         + prices->boxes.parts_capacity * sizeof *prices->boxes.parts
         + (prices->boxes.balls != NULL ? deid_local_balls_count_bytes (prices->boxes.balls) : 0);
}

static gboolean
bound_run_find_prices (BoundRunSearch *search, GError **error)
{
  DeidRun *run = search->run;
  gboolean is_complete;
  guint64 k;

  if (!deid_local_combinations_init (&search->combinations, run->prepared, &run->stop, error)
      || !deid_prepared_problem_find_least_class (run->prepared, &k, &run->stop, error)
      || !deid_local_prices_init (&search->prices, &search->combinations, k, error))
    return FALSE;
  search->prices.boxes.report = bound_run_report;
  search->prices.boxes.report_data = search;
  if (!deid_local_prices_find (&search->prices, search->n_rises, &run->stop, &is_complete, error))
    return FALSE;
  keep_prices (search, is_complete);
  run->n_bytes = MAX (run->n_bytes, bound_run_count_bytes (search));
  return is_complete || deid_stop_check (&run->stop, error);
}

static gboolean
bound_run_set_statistics (const BoundRunSearch *search, gint64 start, GError **error)
{
  const double seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  DeidStatistics *statistics = search->run->statistics;

  return deid_statistics_set (statistics, "rises", search->prices.n_rises, error)
         && deid_statistics_set (statistics, "bound-seconds", seconds, error);
}

gboolean
deid_local_bound_run (DeidRun *run, guint n_rises, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  BoundRunSearch search = { .run = run, .n_rises = n_rises };
  GError *own_error = NULL;
  gboolean success;

  if (!bound_run_find_prices (&search, &own_error))
    deid_run_fail (run, own_error);
  success = bound_run_set_statistics (&search, start, error);
  deid_local_prices_clear (&search.prices);
  deid_local_combinations_clear (&search.combinations);
  return success;
}
