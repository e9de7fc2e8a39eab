/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "base/wide.h"
#include "classes/grouping.h"
#include "evaluation/problem-private.h"
#include "table/table-source.h"

/* A column whose values have weights. */
typedef struct
{
  const DeidColumn *column;
  guint codes;      /* which list of codes of the rows is that of the column */
  guint64 *factors; /* the weight of each value, as the smallest integers of these ratios */
} DeidWeightedColumn;

/* By how much records count in the loss, as a problem is prepared. Read-only. */
typedef struct
{
  DeidWeightedColumn *columns; /* in the order in which they got a weight */
  guint n_columns;
  DeidWide divisor; /* the greatest that all rows have in common, or 0 before it is found */
} DeidLossWeights;

/* Finds the columns with weights by name. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_TOO_LARGE for weights of a column without a common
 * denominator below 2^63, %DEID_ERROR_NO_MEMORY. Complexity: O(values of these columns + weights x
 * columns). */
gboolean deid_loss_weights_init (DeidLossWeights *weights, const DeidProblem *problem,
                                 const DeidTableSource *table, GError **error);
void deid_loss_weights_clear (DeidLossWeights *weights);

/* Finds the divisor, of all rows of a table: rows that are merged of them then have it too. Errors:
 * %DEID_ERROR_TOO_LARGE, those of deid_stop_check(). */
gboolean deid_loss_weights_find_divisor (DeidLossWeights *weights, const DeidTableSource *table,
                                         const DeidRows *rows, const DeidCodes *const *codes,
                                         const DeidStop *stop, GError **error);

/* Weighs rows: the records of each times the factors of its values, which are in lists of @codes,
 * over the divisor. Rows of the population weigh nothing. Errors: %DEID_ERROR_TOO_LARGE unless the
 * sum is below 2^63, those of deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): the weight of each row, or %NULL. */
guint64 *deid_loss_weights_weigh (const DeidLossWeights *weights, const DeidTableSource *table,
                                  const DeidRows *rows, const DeidCodes *const *codes,
                                  const DeidStop *stop, GError **error);
