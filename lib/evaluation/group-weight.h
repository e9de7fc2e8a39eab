/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/first-rows.h"

/* The weight of a group as it is stated: by how much the records with one value of a column count
 * more, or less, in the loss. */
typedef struct
{
  char *column;
  char *value; /* or NULL for a missing one */
  double weight;
} DeidGroupWeight;

/* Stated weights in their order, at most one of a group. */
typedef struct
{
  DeidGroupWeight *items;
  guint64 capacity;
  guint len;
  DeidDictionary groups;    /* a text for each group, numbered as they are */
  DeidFirstRows first_rows; /* of the columns that were asked for values */
} DeidGroupWeights;

/* Returns: (transfer full): a list of such weights, none yet. */
DeidGroupWeights *deid_group_weights_new (void);
void deid_group_weights_free (DeidGroupWeights *weights);

/* Returns: (transfer full): the same weights once more. Errors: %DEID_ERROR_NO_MEMORY. */
DeidGroupWeights *deid_group_weights_copy (const DeidGroupWeights *weights, GError **error);

/* States a weight, in the place of that of the same group if there is one. Errors:
 * %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY. Complexity: O(1). */
gboolean deid_group_weights_set (DeidGroupWeights *weights, const char *column, const char *value,
                                 double weight, GError **error);

/* Returns: the code of a value of a column, or %DEID_NO_CODE. */
guint32 deid_group_weight_find_code (const DeidColumn *column, const char *value);

/* Tells whether a row of a column, which does not change from now on, has a value. On failure
 * @is_there is not set. Errors: %DEID_ERROR_NO_MEMORY. One thread at a time. Complexity: O(rows)
 * for the first value of a column, O(columns asked for) for others. */
gboolean deid_group_weights_find_value (DeidGroupWeights *weights, const DeidColumn *column,
                                        const char *value, gboolean *is_there, GError **error);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless a weight is in its range. */
gboolean deid_group_weight_check (double weight, GError **error);

static inline const DeidGroupWeight *
deid_group_weights_get (const DeidGroupWeights *weights, guint i)
{
  return &weights->items[i];
}
