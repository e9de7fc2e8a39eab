/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A column of a dataset that is made of Arrow arrays, one after the other. */
#pragma once

#include "table/arrow-values.h"
#include "table/column.h"

typedef struct
{
  DeidColumn column;
  DeidArrowType type; /* of values */
  DeidArrowType keys; /* of a dictionary, if it has one */
  gboolean has_dictionary;
  guint32 *numbers; /* of each value of the dictionary its code and 1, or 0 */
  guint64 numbers_capacity;
} DeidArrowColumn;

/* On failure the column may be cleared, and nothing else. Errors: %DEID_ERROR_INVALID_ARGUMENT for
 * a type that is not supported, %DEID_ERROR_NO_MEMORY. */
gboolean deid_arrow_column_init (DeidArrowColumn *column, const struct ArrowSchema *schema,
                                 GError **error);
void deid_arrow_column_clear (DeidArrowColumn *column);

/* Appends the values of an array, as many as its table has rows; @row counts them on. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for an array that contradicts itself, those of deid_dictionary_add()
 * and deid_stop_check(). */
gboolean deid_arrow_column_append (DeidArrowColumn *column, const DeidArrowRows *table,
                                   const struct ArrowArray *array, const DeidStop *stop,
                                   GError **error);
