/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Allocation of everything that grows with the data: a failure is an error, never an abort. */

/* Returns: (nullable): zeroed memory for @n elements of @size bytes (at least one byte), to be
 * freed with g_free(); %NULL with %DEID_ERROR_NO_MEMORY. */
gpointer deid_alloc (guint64 n, gsize size, GError **error);

/* Resizes *@memory to @n elements of @size bytes; on failure *@memory stays as it is. */
gboolean deid_realloc (gpointer *memory, guint64 n, gsize size, GError **error);

/* Makes room for at least @needed elements in a growing array of *@capacity elements. */
gboolean deid_grow (gpointer *memory, guint64 *capacity, guint64 needed, gsize size,
                    GError **error);

/* The same for the member `list` of *@object, whose capacity is the member `list_capacity`. */
#define deid_grow_list(object, list, needed, error)                                                \
  deid_grow ((gpointer *) &(object)->list, &(object)->list##_capacity, (needed),                   \
             sizeof *(object)->list, (error))
