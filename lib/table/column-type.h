/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/dates/date-format.h"

/* Tells whether values of a type are numbers. */
static inline gboolean
deid_column_type_is_numeric (DeidColumnType type)
{
  return type == DEID_COLUMN_TYPE_INTEGER || type == DEID_COLUMN_TYPE_DECIMAL;
}

/* Reads values as one type. */
typedef struct
{
  DeidColumnType type;
  DeidDateFormat format; /* of dates */
} DeidTypeReader;

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for another type, or a format of one that has none;
 * %DEID_ERROR_PARSE for a format that is none. */
gboolean deid_type_reader_init (DeidTypeReader *reader, DeidColumnType type, const char *format,
                                GError **error);

/* Returns: whether a text is a value of the type. */
gboolean deid_type_reader_accepts (const DeidTypeReader *reader, const char *text);

/* Compares two values of the type: numbers exactly, dates by day and time up to the second, texts
 * by their bytes.
 *
 * Returns: below 0, 0 or above 0; 0 also for two texts of one number or second. */
int deid_type_reader_compare (const DeidTypeReader *reader, const char *a, const char *b);
