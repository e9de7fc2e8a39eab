/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/numbers/tally.h"

/* Bins of sorted numbers: with which number each of them starts, the first one with number 0. Equal
 * numbers are in one bin. */
typedef struct
{
  guint32 *starts;
  guint32 n;
} DeidBins;

/* What bottom and top coding put together: the numbers before @bottom are of one class, and those
 * from @top on. Where there is none @bottom is 0, and @top the count of all. */
typedef struct
{
  guint32 bottom;
  guint32 top;
} DeidBinTails;

void deid_bins_clear (DeidBins *bins);

/* The finest bins: one for each tail, and one for each number between them. On failure they may be
 * cleared. Errors of all that follow: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_bins_init_distinct (DeidBins *bins, const DeidSortedNumbers *sorted,
                                  const DeidBinTails *tails, GError **error);

/* Puts bins together from the lowest on, so that each holds at least @capacity. A last one that
 * would hold less joins the one before it. The top coding stays a bin of its own if it holds enough
 * and so do the others. */
gboolean deid_bins_init_capacity (DeidBins *bins, const DeidBins *from, DeidTally *tally,
                                  guint64 capacity, const DeidBinTails *tails, const DeidStop *stop,
                                  GError **error);

/* Divides the numbers between the tails into @n bins of about equal weight: of @n ends each is
 * where the sum of weights is nearest to its share of the whole, below if two are as near. Where
 * equal numbers weigh more than a bin there are fewer bins. Of the ends only each @step-th one is
 * kept. */
gboolean deid_bins_init_quantiles (DeidBins *bins, const DeidSortedNumbers *sorted,
                                   const guint64 *weights, guint64 n, guint64 step,
                                   const DeidBinTails *tails, GError **error);
