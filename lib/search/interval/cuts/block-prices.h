/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What a partition costs, and how many blocks it has. */
typedef struct
{
  gint64 cost;
  gint64 n_blocks;
} DeidCountedCost;

/* Looks for a price of blocks by which the best partition has few enough: from two partitions, one
 * that has too many and one that costs more, the price at which both cost the same. The partition
 * that is best then takes the place of one of the two. */
typedef struct
{
  gint64 max_blocks;
  gint64 max_price;
  DeidCountedCost many;
  DeidCountedCost few;
  guint n_prices; /* so far */
} DeidBlockPrices;

/* Sets the price to be tried next. Returns: whether there is any. */
gboolean deid_block_prices_next (DeidBlockPrices *prices, gint64 *price);

/* Takes what is best by a price, whose cost includes what its blocks cost by that. Returns: whether
 * it has few enough of them and costs less than the one before. */
gboolean deid_block_prices_take (DeidBlockPrices *prices, gint64 price,
                                 const DeidCountedCost *priced);
