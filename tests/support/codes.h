/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Codes of columns as bytes that are the caller's. */

static inline GBytes *
copy_codes (DeidDataset *dataset, guint column, guint *width)
{
  gsize n_bytes;
  gconstpointer codes = deid_dataset_get_codes (dataset, column, width, &n_bytes);

  return g_bytes_new (codes, n_bytes);
}

static inline gboolean
add_codes (DeidDataset *dataset, const char *name, const char *const *values, gsize n_values,
           GBytes *codes, guint width, GCancellable *cancellable, GError **error)
{
  gsize n_bytes;
  gconstpointer data = g_bytes_get_data (codes, &n_bytes);

  return deid_dataset_add_coded_column (dataset, name, values, n_values, data, n_bytes, width,
                                        cancellable, error);
}
