/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/block-prices.h"

/* As a rule two to four of them will do. */
#define MAX_PRICES 8

gboolean
deid_block_prices_next (DeidBlockPrices *prices, gint64 *price)
{
  const gint64 rise = prices->few.cost - prices->many.cost;

  if (rise <= 0 || prices->n_prices == MAX_PRICES)
    return FALSE;
  prices->n_prices++;
  *price = MIN (1 + (rise - 1) / (prices->many.n_blocks - prices->few.n_blocks), prices->max_price);
  return TRUE;
}

gboolean
deid_block_prices_take (DeidBlockPrices *prices, gint64 price, const DeidCountedCost *priced)
{
  const DeidCountedCost own = { priced->cost - price * priced->n_blocks, priced->n_blocks };
  const gboolean is_few = own.n_blocks <= prices->max_blocks;

  if (priced->cost >= prices->few.cost + price * prices->few.n_blocks)
    {
      prices->n_prices = MAX_PRICES;
      return FALSE;
    }
  *(is_few ? &prices->few : &prices->many) = own;
  return is_few;
}
