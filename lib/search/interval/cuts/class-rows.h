/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/axis.h"

/* Rows in the order of their classes, but for some that are left out; those of a class in the order
 * of an axis. */
typedef struct
{
  const guint32 *class_of_row;
  const guint8 *is_left_out; /* of each row */
  guint32 n_classes;
  guint64 *places; /* of the first row of each class, and behind the last */
  guint64 places_capacity;
  guint64 *next;
  guint64 next_capacity;
  DeidRankedRow *sorted;
} DeidClassRows;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, GError **error);
void deid_class_rows_clear (DeidClassRows *rows);

/* Sets the classes of @n_rows rows; what is handed over must stay as it is. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes). */
gboolean deid_class_rows_set (DeidClassRows *rows, const guint32 *class_of_row, guint32 n_classes,
                              const guint8 *is_left_out, guint64 n_rows, GError **error);

/* Brings them into the order of an axis. Complexity: O(rows). */
void deid_class_rows_sort (DeidClassRows *rows, const DeidCutAxis *axis);
