/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The subsets of up to @max_size of @n_attributes, by size and then lexicographic. */
typedef struct
{
  guint n_attributes;
  guint max_size;
  guint64 n;
} DeidSubsetOrder;

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a size of 0, and with %DEID_ERROR_TOO_LARGE for more
 * than %DEID_MAX_SUBSETS. */
gboolean deid_subset_order_init (DeidSubsetOrder *order, guint n_attributes, guint max_size,
                                 GError **error);

/* Returns: the size of a subset. */
guint deid_subset_order_get_size (const DeidSubsetOrder *order, guint64 i);

/* Returns: an attribute of a subset. Complexity: O(attributes x size). */
guint deid_subset_order_get_attribute (const DeidSubsetOrder *order, guint64 i, guint j);
