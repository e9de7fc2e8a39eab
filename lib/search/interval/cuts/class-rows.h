/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

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

  DeidFailing *sums; /* of each rank of the class that is read */
  guint64 *is_there; /* a bit for each rank */
  DeidRankGroup *groups;
} DeidClassRows;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, guint32 max_ranks,
                               GError **error);
void deid_class_rows_clear (DeidClassRows *rows);

/* Sets the classes of @n_rows rows. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes).
 */
gboolean deid_class_rows_set (DeidClassRows *rows, const guint32 *class_of_row, guint32 n_classes,
                              const guint8 *is_left_out, guint64 n_rows, GError **error);

/* Groups the rows of a class by the ranks of an axis; @sums_of_rows are those of each row, in the
 * order of classes.
 * Returns: the number of groups. Complexity: O(rows of the class + ranks / 64). */
guint64 deid_class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                               const DeidFailing *sums_of_rows);
