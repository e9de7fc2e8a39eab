/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/contingency.h"
#include "distortion/distortion-private.h"
#include "distortion/label-shares.h"
#include "distortion/released-numbers.h"
#include "distortion/sorted-values.h"
#include "release/bin-means.h"

/* How many categories a column of numbers has beside one that has none. */
#define DEID_MAX_FEW_NUMBERS 20

/* The greatest number of each category of a column of numbers: the numbers of the original, or the
 * tenths of its records where these are too many. What is greater is in the last one. */
typedef struct
{
  double numbers[DEID_MAX_FEW_NUMBERS];
  guint32 n;
} DeidNumberEdges;

/* A column on one side of the release. A label is a code, or after release the number of a label of
 * a quasi-identifier. A value is a label or, where records with a label do not all stand for the
 * same number since the release tells means, one of the bins, which are numbered behind the labels.
 */
typedef struct
{
  guint32 n_labels;
  const char **texts;     /* of each label, NULL for a missing one */
  guint64 *label_counts;  /* the records of each label */
  guint32 n;              /* values */
  guint32 *bin_labels;    /* of each bin, or NULL */
  guint32 *of_rows;       /* the value of each row */
  guint64 *counts;        /* the records of each value */
  guint32 *categories;    /* of each value; n_categories of those in none */
  DeidLabelShares shares; /* of sets, whose values are categories by their codes */
  guint32 n_categories;
  DeidReleasedNumber *stand_ins; /* of each value of a column of numbers, as what follows */
  double *numbers;
  guint64 n_numbers; /* records that have one */
  DeidSortedValues sorted;
} DeidSideColumn;

/* The rows of one side of the release: all of the table, or those that are released. */
typedef struct
{
  const DeidTableSource *table;
  const DeidPartition *partition; /* NULL before release */
  const DeidBinMeans *means;      /* of each column, after release */
  const DeidStop *stop;
  guint64 n_rows;
  guint64 *weights; /* of each row, or NULL */
  DeidSideColumn *columns;
  guint n_columns;
} DeidSideRows;

/* Reads the rows of the table before release, or after it if there is a partition, in the columns
 * of the report, of each of which @means has what is released beside labels or in place of values.
 * @edges has those of each column: they are found before release, and used after it.
 * On failure the rows may be cleared. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_side_rows_init (DeidSideRows *rows, const DeidDistortion *distortion,
                              const DeidTableSource *table, const DeidPartition *partition,
                              const DeidBinMeans *means, DeidNumberEdges *edges,
                              const DeidStop *stop, GError **error);
void deid_side_rows_clear (DeidSideRows *rows);

/* Fills in what a side has of the columns. */
gboolean deid_side_rows_measure_columns (const DeidSideRows *rows, DeidDistortion *distortion,
                                         guint side, GError **error);

/* Compares the distributions of labels: @rows are those after release. */
gboolean deid_side_rows_compare_values (const DeidSideRows *rows, DeidDistortion *distortion,
                                        GError **error);

/* Fills in what a side has of the pairs. */
gboolean deid_side_rows_measure_pairs (const DeidSideRows *rows, DeidDistortion *distortion,
                                       guint side, GError **error);
