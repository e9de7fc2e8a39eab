/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "hierarchy/hierarchy-private.h"
#include "base/json/json-read.h"
#include "base/json/json-write.h"

/* A whole hierarchy in JSON, as the hierarchy of a sensitive attribute stands in a stored policy:
 * an array with, for each leaf, the array of its labels from level 0 on; null if it is
 * suppression-only. Errors: those of deid_stop_check(). */
gboolean deid_stored_hierarchy_write (DeidJsonWriter *writer, const DeidHierarchy *hierarchy,
                                      const DeidStop *stop, GError **error);

/* Returns: (transfer full): the hierarchy, or NULL with %DEID_ERROR_PARSE or the errors of
 * deid_hierarchy_builder_build() and deid_stop_check(). */
DeidHierarchy *deid_stored_hierarchy_read (const DeidJsonValue *value, const char *name,
                                           const DeidStop *stop, GError **error);
