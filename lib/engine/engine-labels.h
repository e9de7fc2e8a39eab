/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-levels.h"
#include "engine/engine-private.h"
#include "evaluation/partition.h"

/* Makes a helper table (v, n, label): of each value of a quasi-identifier its key, and the number
 * and the text of the label that the classes of its rows have, which must be one. With @levels,
 * which may be NULL, values have the label of the value that stood for them. Errors: those of
 * deid_engine_upload_finish(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows + values). */
gboolean deid_engine_upload_labels (DeidEngine *engine, const char *name,
                                    const DeidPartition *partition, guint attribute,
                                    const DeidEngineLevels *levels, GCancellable *cancellable,
                                    GError **error);

/* Makes a helper table (c0, c1, …): of each class that is kept the numbers of its labels. Errors:
 * the same. Complexity: O(classes x attributes). */
gboolean deid_engine_upload_kept (DeidEngine *engine, const char *name,
                                  const DeidPartition *partition, GCancellable *cancellable,
                                  GError **error);
