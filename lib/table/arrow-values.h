/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of an Arrow array, as far as it can be told that they are there. */
#pragma once

#include "table/arrow-text.h"

/* How many values there are, and which are null; before the offset are values that do not count. */
typedef struct
{
  guint64 n;
  guint64 offset;
  const guint8 *validity; /* a bit each, or NULL */
} DeidArrowRows;

typedef struct
{
  const DeidArrowType *type;
  DeidArrowRows rows;
  const guint8 *items;       /* bits, values, offsets or views */
  const char *bytes;         /* of texts, may be NULL if all are empty */
  const void *const *others; /* of views */
  guint64 n_others;
  const guint8 *sizes; /* of these, as integers of 64 bits */
} DeidArrowValues;

/* Looks at the counts of an array of @n_buffers and @n_children. Errors, as of all of these:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_arrow_rows_init (DeidArrowRows *rows, const struct ArrowArray *array,
                               gint64 n_buffers, gint64 n_children, GError **error);

static inline gboolean
deid_arrow_rows_have (const DeidArrowRows *rows, guint64 i)
{
  const guint64 bit = rows->offset + i;

  return rows->validity == NULL || (rows->validity[bit / 8] >> (bit % 8) & 1) != 0;
}

/* Lends the values of an array, which has to outlive it. */
gboolean deid_arrow_values_init (DeidArrowValues *values, const DeidArrowType *type,
                                 const struct ArrowArray *array, GError **error);

/* Gives the text of a value, which may be in @room; one that is null has none. */
gboolean deid_arrow_values_read (const DeidArrowValues *values, guint64 i,
                                 char room[DEID_ARROW_TEXT_SIZE], const char **text, gsize *length,
                                 GError **error);
