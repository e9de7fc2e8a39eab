/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* An array that is to be made, and the pointer to it. */
typedef struct
{
  gpointer *place;
  guint64 n;
  gsize size; /* of an element */
} DeidNewArray;

#define DEID_NEW(pointer, n)                                                                       \
  {                                                                                                \
    (gpointer *) &(pointer), (n), sizeof *(pointer)                                                \
  }

gboolean deid_make_arrays (const DeidNewArray *arrays, guint n, GError **error);

/* Makes several arrays, each a DEID_NEW(), of zeros and to be freed with g_free(). On failure those
 * not made are NULL, and the error is %DEID_ERROR_NO_MEMORY. */
#define deid_new_arrays(error, ...)                                                                \
  deid_make_arrays ((const DeidNewArray[]){ __VA_ARGS__ },                                         \
                    sizeof ((const DeidNewArray[]){ __VA_ARGS__ }) / sizeof (DeidNewArray),        \
                    (error))

/* Returns: (transfer full): a copy of a text, or %NULL with %DEID_ERROR_NO_MEMORY. */
char *deid_copy_text (const char *text, GError **error);

/* Returns: (transfer full): a copy of @n elements, or %NULL with %DEID_ERROR_NO_MEMORY. */
gpointer deid_copy_array (gconstpointer array, guint64 n, gsize size, GError **error);
