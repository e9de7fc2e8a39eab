/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/bound/bound-run.h"

#include "evaluation/least-size.h"
#include "search/local/bound/prices.h"

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
         + prices->boxes.parts_capacity * sizeof *prices->boxes.parts;
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

  if (!deid_local_bound_check_problem (run->prepared, NULL))
    return TRUE;
  if (!bound_run_find_prices (&search, &own_error))
    deid_run_fail (run, own_error);
  success = bound_run_set_statistics (&search, start, error);
  deid_local_prices_clear (&search.prices);
  deid_local_combinations_clear (&search.combinations);
  return success;
}
