/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "distortion/label-shares.h"

/* The categories of a column: of each row that of its value, or those that its set shares it out
 * to. */
typedef struct
{
  const guint32 *values;     /* of each row */
  const guint32 *categories; /* of each value; @n_categories if it is in none */
  guint32 n_categories;
  const DeidLabelShares *shares; /* (nullable): of sets; the code of a value is its category */
} DeidCategories;

/* The most cells of a table among which sets share records out. */
#define DEID_MAX_SHARED_CELLS (1u << 22)

/* What is kept between two pairs of columns: rows by the category of the first one. Of all 0 it is
 * empty. */
typedef struct
{
  const DeidCategories *sorted; /* whose categories rows are sorted by, or NULL */
  guint32 *rows;
  guint64 *starts; /* of each category among the rows, and their end */
  guint64 *cells;  /* of a table that is dense, or one row of it */
  guint64 cells_capacity;
  guint64 *margins[2]; /* of each category */
  guint64 margins_capacity[2];
  guint32 *touched; /* cells of the row that are not 0 */
  guint64 touched_capacity;
} DeidContingency;

/* Forgets the rows, before others come. */
void deid_contingency_clear (DeidContingency *contingency);

/* Computes Cramer's V, without a correction for bias, over the records that have a category of both
 * columns (H. Cramer, Mathematical Methods of Statistics, 1946, section 21.9). It is none, NAN,
 * where one of the columns has a single category there. @n is the number of these records, rounded
 * if sets share records out. If the table then has more than %DEID_MAX_SHARED_CELLS, V is none.
 * Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows + categories); of a dense
 * table O(rows + cells). */
gboolean deid_contingency_measure (DeidContingency *contingency, guint64 n_rows,
                                   const guint64 *weights, const DeidCategories *first,
                                   const DeidCategories *second, guint64 *n, double *cramers_v,
                                   const DeidStop *stop, GError **error);
