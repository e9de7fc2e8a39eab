/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/column.h"

/* The weight of a group as it is stated: by how much the records with one value of a column count
 * more, or less, in the loss. */
typedef struct
{
  char *column;
  char *value; /* or NULL for a missing one */
  double weight;
} DeidGroupWeight;

/* Returns: (transfer full): a list of such weights, none yet. */
GPtrArray *deid_group_weights_new (void);

/* States a weight, in the place of that of the same group if there is one. */
void deid_group_weights_set (GPtrArray *weights, const char *column, const char *value,
                             double weight);

/* States all weights of another list. */
void deid_group_weights_copy (GPtrArray *weights, const GPtrArray *others);

/* Returns: the first row of a column that has a value, or the number of rows if none has. */
guint64 deid_group_weight_find_row (const DeidColumn *column, const char *value);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless a weight is in its range. */
gboolean deid_group_weight_check (double weight, GError **error);

static inline const DeidGroupWeight *
deid_group_weights_get (const GPtrArray *weights, guint i)
{
  return g_ptr_array_index (weights, i);
}
