/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"

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

void deid_free_each (gpointer const *arrays, guint n);

/* Frees several arrays, or other memory; any of them may be NULL. */
#define deid_free_arrays(...)                                                                      \
  deid_free_each ((gpointer const[]){ __VA_ARGS__ },                                               \
                  sizeof ((gpointer const[]){ __VA_ARGS__ }) / sizeof (gpointer))

/* Returns: (transfer full): a copy of a text, or %NULL with %DEID_ERROR_NO_MEMORY. */
char *deid_copy_text (const char *text, GError **error);

/* Returns: (transfer full): a copy of @n elements, or %NULL with %DEID_ERROR_NO_MEMORY. */
gpointer deid_copy_array (gconstpointer array, guint64 n, gsize size, GError **error);

/* A number with what it is sorted by. */
typedef struct
{
  guint64 key;
  guint32 number;
} DeidKeyedNumber;

/* Sorts by key; numbers of equal keys stay in their order. @scratch has room for as many. Digits
 * that all keys have in common take no pass. Complexity: O(@n x bytes of the keys). */
void deid_key_sort (DeidKeyedNumber *numbers, DeidKeyedNumber *scratch, guint64 n);

/* Sorts as qsort() does, but gives up when it is time; what compares equal stays in its order where
 * the items are more than a few thousand. On failure the items are in any order. Errors: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(@n log @n). */
gboolean deid_stopped_sort (gpointer items, guint64 n, gsize size,
                            int (*compare) (const void *a, const void *b), const DeidStop *stop,
                            GError **error);
