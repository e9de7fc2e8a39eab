/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/released-numbers.h"
#include "table/table-source.h"

/* How far a partition shifts the numbers of a table. Columns of numbers that are released are
 * looked at, of which deid_column_has_numbers() and deid_lattice_releases() tell: their original
 * values over all records against what is released of those kept, by "released-numbers.h". Judged
 * columns are not released.
 *
 * A mean is shifted by so many standard deviations of the original values, those of a sample, with
 * n - 1 below. A correlation is Pearson's over the records that have both numbers; one that the
 * release has none of, since nothing or one number alone is released, counts as 0 there. */

/* What is known of a table before any partition of it. Read-only, so that threads may share it. */
typedef struct
{
  const DeidLattice *lattice;
  DeidTableSource table;
  struct DeidShiftColumn *columns;
  guint n_columns;
  double *correlations; /* of each pair, NAN if there is none */
} DeidShiftTable;

typedef struct
{
  gboolean has_mean;        /* some mean is known before and after */
  double mean;              /* the largest change, in standard deviations */
  guint mean_column;        /* of the table, as what follows */
  gboolean has_correlation; /* some correlation was known before */
  double correlation;       /* the largest change */
  guint correlation_columns[2];
  guint n_lost; /* columns that varied, and of which nothing released stands for a number */
} DeidShift;

/* The lattice and its dataset must outlive the table. On failure it may be cleared. Errors: those
 * of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x (columns + pairs)). */
gboolean deid_shift_table_init (DeidShiftTable *table, const DeidLattice *lattice,
                                const DeidStop *stop, GError **error);
void deid_shift_table_clear (DeidShiftTable *table);

/* Measures what a partition of the table's rows does. Of equal changes that of the first column or
 * pair is told. Errors and complexity as above. */
gboolean deid_shift_table_measure (const DeidShiftTable *table, const DeidPartition *partition,
                                   DeidShift *shift, const DeidStop *stop, GError **error);
