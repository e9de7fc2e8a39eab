/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-levels.h"
#include "engine/engine-private.h"
#include "evaluation/partition.h"

/* A class is told from the others by the numbers of its labels. As digits of one integer they are
 * one column of a helper table, or several where that has no room for them. */
typedef struct
{
  guint column;
  guint64 factor; /* of the number of the label */
} DeidEngineDigit;

/* Complexity: O(attributes). */
DeidEngineDigit deid_engine_find_digit (const DeidPartition *partition, guint attribute);

/* Makes a helper table (v, n, label): of each value of a quasi-identifier its key, and the number,
 * by its factor, and the text of the label that the classes of its rows have, which must be one.
 * With @levels, which may be NULL, values have the label of the value that stood for them. Errors:
 * those of deid_engine_upload_finish(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows + values). */
gboolean deid_engine_upload_labels (DeidEngine *engine, const char *name,
                                    const DeidPartition *partition, guint attribute,
                                    const DeidEngineLevels *levels, GCancellable *cancellable,
                                    GError **error);

/* Makes a helper table (c0, c1, …): of each class that is kept the sums of its digits. Errors:
 * the same. Complexity: O(classes x attributes). */
gboolean deid_engine_upload_kept (DeidEngine *engine, const char *name,
                                  const DeidPartition *partition, GCancellable *cancellable,
                                  GError **error);
