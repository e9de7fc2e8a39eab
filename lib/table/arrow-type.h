/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the values of an Arrow column are, by the format string of its schema. */
#pragma once

#include <deid/deid.h>

typedef enum
{
  DEID_ARROW_NOTHING, /* all are null */
  DEID_ARROW_BITS,
  DEID_ARROW_FIXED,  /* @width bytes each */
  DEID_ARROW_TEXT32, /* offsets of 32 bits, and bytes */
  DEID_ARROW_TEXT64,
  DEID_ARROW_VIEWS
} DeidArrowLayout;

/* Room for the text of any value but those that are texts. */
#define DEID_ARROW_TEXT_SIZE 192

typedef struct DeidArrowType DeidArrowType;

/* Writes a value of #DEID_ARROW_FIXED. Errors: %DEID_ERROR_INVALID_ARGUMENT for one that has no
 * text. */
typedef gboolean (*DeidArrowWriteFunc) (const DeidArrowType *type, const guint8 *bytes,
                                        char text[DEID_ARROW_TEXT_SIZE], GError **error);

struct DeidArrowType
{
  DeidArrowLayout layout;
  guint width;
  gboolean is_signed; /* of integers */
  gint scale;         /* of decimals */
  gint64 units;       /* of times and timestamps, in a second; of dates, in a day */
  gboolean has_zone;  /* of timestamps */
  DeidArrowWriteFunc write;
  DeidColumnType column_type;
};

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for a format that is not supported. */
gboolean deid_arrow_type_init (DeidArrowType *type, const char *format, GError **error);

/* The same of the integers that a dictionary is asked by. */
gboolean deid_arrow_type_init_keys (DeidArrowType *type, const char *format, GError **error);
