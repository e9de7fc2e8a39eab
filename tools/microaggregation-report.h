/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* What microaggregation of the settings' columns costs. Nothing is told if there is none. */

/* Adds the member `microaggregation`. */
gboolean add_microaggregation (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                               GError **error);

/* Returns: (transfer full): what became of each of these columns in words, by name, or NULL. */
GHashTable *describe_microaggregation (DeidResult *result, GCancellable *cancellable,
                                       GError **error);
