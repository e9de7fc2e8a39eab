/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"

/* Where the number of each row of a table is found: by its code, or by its class or another number
 * of what it has. */
typedef struct
{
  const DeidCodes *codes; /* of each row; NULL if it goes by the next */
  const guint32 *values;  /* of each row */
  const double *numbers;  /* of each code or value; NAN if there is none */
  gboolean has_gaps;      /* some are NAN */
} DeidRowNumbers;

/* Sums over the records that have a number in both of two columns. */
typedef struct
{
  guint64 n;
  gboolean varies[2]; /* the numbers of each column are not all equal */
  double sums[2];     /* of the numbers, as what follows */
  double squares[2];
  double product;
} DeidPairSums;

/* Returns: where the pair of two columns stands among all pairs of so many columns that they have
 * pairs below; @second is greater. */
static inline guint64
deid_pair_get_index (guint first, guint second)
{
  return (guint64) second * (second - 1) / 2 + first;
}

static inline guint64
deid_pairs_count (guint n_columns)
{
  return n_columns > 0 ? deid_pair_get_index (0, n_columns) : 0;
}

/* Sums over all pairs of @n columns in one pass over the rows, of which @weights has the records,
 * or is %NULL if each is one, a block of rows at a time; over those rows alone that a partition
 * keeps, if one is given. The result is the same bits each time. Numbers should be of about the
 * same size and near their mean: sums of numbers that are all far from 0 cancel out. Errors: those
 * of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x (columns + pairs)); memory
 * O(pairs). */
DeidPairSums *deid_pair_sums_new (guint64 n_rows, const guint64 *weights,
                                  const DeidPartition *partition, const DeidRowNumbers *columns,
                                  guint n, const DeidStop *stop, GError **error);

/* Computes Pearson's correlation. Returns: whether there is one: both columns vary. */
gboolean deid_pair_sums_get_correlation (const DeidPairSums *sums, double *correlation);
