/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "classes/hash-tables.h"
#include "lattice/attribute.h"

/* The rows to be grouped: a column of dictionary codes for each attribute. */
typedef struct
{
  guint64 n; /* below 2^32 - 1 */
  guint n_attributes;
  const DeidCodes **codes; /* of each attribute */
  guint64 *weights;        /* of each row, or NULL if each is 1 */
  guint64 *loss_weights;   /* what each row counts in the loss, or NULL if as its weight */
  guint64 n_population;    /* rows, the last ones, that are of the population: their weight is 0 */
  const guint64 *populations; /* of each of these how many records of the population it has */
} DeidRows;

/* Returns: the number of rows that are of the table itself. */
static inline guint64
deid_rows_get_n_own (const DeidRows *rows)
{
  return rows->n - rows->n_population;
}

static inline guint64
deid_rows_get_weight (const DeidRows *rows, guint64 row)
{
  return rows->weights != NULL ? rows->weights[row] : 1;
}

/* Returns: (nullable): what each row counts in the loss, NULL if each counts 1. */
static inline const guint64 *
deid_rows_get_loss_weights (const DeidRows *rows)
{
  return rows->loss_weights != NULL ? rows->loss_weights : rows->weights;
}

/* Returns: what a row counts in the loss. */
static inline guint64
deid_rows_get_loss_weight (const DeidRows *rows, guint64 row)
{
  const guint64 *weights = deid_rows_get_loss_weights (rows);

  return weights != NULL ? weights[row] : 1;
}

/* Adds the population of each row to that of its class. Errors: those of deid_stop_check(). */
gboolean deid_rows_add_population (const DeidRows *rows, const guint32 *class_of_row,
                                   const DeidStop *stop, guint64 *populations, GError **error);

/* Equivalence classes of rows, numbered in the order of their first row unless they were asked for
 * by key; and the memory that grouping needs, kept from one run to the next. */
typedef struct
{
  guint32 *class_of_row;
  guint64 class_of_row_capacity;
  guint32 n_classes;
  guint64 *sizes; /* of each class, in records */
  guint64 sizes_capacity;

  DeidKeyNumbers numbers;
  guint32 *dense; /* number + 1 of each key of a small key space */
  guint64 dense_capacity;
} DeidGrouping;

void deid_grouping_clear (DeidGrouping *grouping);

/* Returns: the memory it holds. */
guint64 deid_grouping_get_n_bytes (const DeidGrouping *grouping);

/* Groups the rows by their labels. Keys are mixed-radix numbers of the labels; where they would
 * exceed 64 bits the attributes are grouped in several rounds, each refining the one before, so
 * that no two classes are ever told apart by a hash alone.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes). */
gboolean deid_grouping_run (DeidGrouping *grouping, const DeidRows *rows,
                            const DeidRecoding *const *recodings, const DeidStop *stop,
                            GError **error);

/* The same in less time, for those who do not mind how classes are numbered: where there are few
 * keys each is the number of a class, and a class that no row has is of size 0. */
gboolean deid_grouping_run_by_key (DeidGrouping *grouping, const DeidRows *rows,
                                   const DeidRecoding *const *recodings, const DeidStop *stop,
                                   GError **error);

/* The distinct rows of a table in the order of their first appearance, each with the weight of all
 * rows that are like it. */
typedef struct
{
  guint64 n;
  guint n_columns;
  DeidCodes *columns;
  guint64 *weights;
} DeidMergedRows;

/* Merges rows that are alike in all columns of @rows, if so many of them are that evaluating the
 * others with weights is faster; otherwise @merged stays empty. @n_codes are the numbers of codes
 * of the columns. On failure it may be cleared, and nothing else.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns). */
gboolean deid_merged_rows_init (DeidMergedRows *merged, const DeidRows *rows,
                                const guint32 *n_codes, const DeidStop *stop, GError **error);

/* The same of rows that were grouped, whatever it is worth; codes of theirs that no two rows of a
 * class differ in. The grouping is cleared. */
gboolean deid_merged_rows_init_classes (DeidMergedRows *merged, DeidGrouping *grouping,
                                        const DeidRows *rows, const guint32 *n_codes,
                                        const DeidStop *stop, GError **error);
void deid_merged_rows_clear (DeidMergedRows *merged);
