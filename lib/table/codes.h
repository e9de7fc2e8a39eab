/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A growing array of dictionary codes in the smallest width that holds them all: 1, 2 or 4
 * bytes. */
typedef struct
{
  gpointer data;
  guint64 n;
  guint64 capacity;
  guint width;
} DeidCodes;

void deid_codes_init (DeidCodes *codes);
void deid_codes_clear (DeidCodes *codes);

/* Makes room for @n more codes, so that they come without growing if they are not wider. */
gboolean deid_codes_reserve (DeidCodes *codes, guint64 n, GError **error);
gboolean deid_codes_append_all (DeidCodes *codes, const guint32 *added, guint n, GError **error);

/* Appends what @map says of other codes, which is @greatest at most. */
gboolean deid_codes_append_mapped (DeidCodes *codes, const DeidCodes *others, const guint32 *map,
                                   guint32 greatest, GError **error);

/* Makes @n codes, all 0, to be set; none of them above @greatest. */
gboolean deid_codes_alloc (DeidCodes *codes, guint64 n, guint32 greatest, GError **error);

/* Sets the codes from @first on to those of some rows of another array of the same width. */
void deid_codes_set_rows (DeidCodes *to, guint64 first, const DeidCodes *from, const guint32 *rows,
                          guint64 n);

/* Sets @n codes from @first on to what @map says of those of another array from @start on. */
void deid_codes_set_mapped (DeidCodes *to, guint64 first, const DeidCodes *from, guint64 start,
                            guint64 n, const guint32 *map);

/* Adds to the count of each code how often it is among the @n codes from @first on. */
void deid_codes_count (const DeidCodes *codes, guint64 first, guint64 n, guint64 *counts);

/* Makes a copy of the codes of some rows in the same width. On failure it may be cleared. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_codes_copy_rows (DeidCodes *to, const DeidCodes *from, const guint32 *rows, guint64 n,
                               GError **error);

/* Gives memory back that growing took in advance. */
void deid_codes_shrink (DeidCodes *codes);

static inline guint32
deid_codes_get (const DeidCodes *codes, guint64 i)
{
  switch (codes->width)
    {
    case 1:
      return ((const guint8 *) codes->data)[i];
    case 2:
      return ((const guint16 *) codes->data)[i];
    default:
      return ((const guint32 *) codes->data)[i];
    }
}

static inline void
deid_codes_set (DeidCodes *codes, guint64 i, guint32 code)
{
  switch (codes->width)
    {
    case 1:
      ((guint8 *) codes->data)[i] = (guint8) code;
      break;
    case 2:
      ((guint16 *) codes->data)[i] = (guint16) code;
      break;
    default:
      ((guint32 *) codes->data)[i] = code;
    }
}

/* Makes room for one more code of some width. */
gboolean deid_codes_make_room (DeidCodes *codes, guint32 code, GError **error);

static inline gboolean
deid_codes_append (DeidCodes *codes, guint32 code, GError **error)
{
  if ((codes->n == codes->capacity || (guint64) code >> 8 * codes->width != 0)
      && !deid_codes_make_room (codes, code, error))
    return FALSE;
  deid_codes_set (codes, codes->n++, code);
  return TRUE;
}
