/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/class-needs.h"
#include "search/interval/cuts/failing.h"

/* Rows in the order of their classes, but for some that are left out. */
typedef struct
{
  guint32 n_classes;
  guint64 *places; /* of the first row of each class, and behind the last */
  guint64 places_capacity;
  guint64 *next;
  guint64 next_capacity;
  guint32 *rows;
  gint64 *records; /* of each of these */

  DeidFailing *sums; /* of each rank of the class that is read */
  guint64 *is_there; /* a bit for each rank */
  DeidRankGroup *groups;
  guint64 *ends; /* of each group: the first one with which it does not fail */
  guint64
      *first_of_group; /* in what follows, and behind the last; used if there are needs of values,
                          or of groups that are put together the first one behind each */
  guint32 *listed;     /* rows of the class by groups */
  guint32 *counts;     /* of each value */
} DeidClassRows;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, guint32 max_ranks,
                               guint32 max_codes, GError **error);
void deid_class_rows_clear (DeidClassRows *rows);

/* Sets the classes of a table's own rows; none is left out if @is_left_out is NULL. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes). */
gboolean deid_class_rows_set (DeidClassRows *rows, const DeidRows *table,
                              const DeidGrouping *grouping, const guint8 *is_left_out,
                              GError **error);

/* Groups the rows of a class by the ranks of an axis; @sums_of_rows are those of each row, in the
 * order of classes.
 * Returns: the number of groups. Complexity: O(rows of the class + ranks / 64). */
guint64 deid_class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                               const DeidFailing *sums_of_rows);

/* The same without other sums than those of records. */
guint64 deid_class_rows_count (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis);

/* Finds which groups of the class that was grouped last fail together. Complexity: O(groups), or
 * O(rows of the class x needs) where there are needs of values. */
void deid_class_rows_find_ends (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                                guint64 n_groups, const DeidClassNeeds *needs);

/* Puts the groups of the class that was grouped last together by cells of so many ranks, and finds
 * which of these fail together; their ranks are cells from then on.
 * Returns: the number of groups. Complexity: O(groups). */
guint64 deid_class_rows_coarsen (DeidClassRows *rows, guint32 cell, guint64 n_groups);
