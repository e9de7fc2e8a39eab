/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"
#include "hierarchy/hierarchy-private.h"
#include "base/json/json-read.h"
#include "base/json/json-write.h"

/* A whole hierarchy in JSON, as the hierarchy of a sensitive attribute stands in a stored policy:
 * an object with the member `rule`, or an array with, for each leaf, the array of its labels from
 * level 0 on. Errors: those of deid_stop_check(). */
gboolean deid_stored_hierarchy_write (DeidJsonWriter *writer, const DeidHierarchy *hierarchy,
                                      const DeidStop *stop, GError **error);

/* Returns: (transfer full): the hierarchy, or NULL with %DEID_ERROR_PARSE or the errors of
 * deid_hierarchy_builder_build() and deid_stop_check(). */
DeidHierarchy *deid_stored_hierarchy_read (const DeidJsonValue *value, const char *name,
                                           const DeidStop *stop, GError **error);

/* Reads a member of an object as a rule: one that does not depend on data. Returns: (transfer
 * full): its hierarchy, or NULL with %DEID_ERROR_PARSE or %DEID_ERROR_NO_MEMORY. */
DeidHierarchy *deid_stored_rule_read (const DeidJsonValue *object, const char *member,
                                      GError **error);
