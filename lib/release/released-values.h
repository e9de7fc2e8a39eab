/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/released-column.h"
#include "release/released-rows.h"

/* The rows of a release, in their order, and the classes that they are of. */
typedef struct
{
  const DeidPartition *partition;
  const DeidReleasedRows *rows;
  const DeidDataset *source;
  guint32 *classes;  /* of each row */
  guint32 *by_first; /* classes that have rows, in the order of the first ones */
  guint32 n_by_first;
  const DeidStop *stop;
} DeidReleasedValues;

/* What is given must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). Complexity: O(rows). */
gboolean deid_released_values_init (DeidReleasedValues *values, const DeidPartition *partition,
                                    const DeidReleasedRows *rows, guint n_threads,
                                    const DeidStop *stop, GError **error);
void deid_released_values_clear (DeidReleasedValues *values);

/* Appends the values of all rows to an empty column. Several threads may do so with different ones.
 * Errors: as above, and those of deid_dictionary_add(). Complexity: O(rows). */
gboolean deid_released_values_write (const DeidReleasedValues *values,
                                     const DeidReleasedColumn *released, DeidColumn *column,
                                     GError **error);
