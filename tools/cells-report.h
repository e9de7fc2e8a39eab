/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* What is told of cell suppression; of another result neither of both tells anything. */
gboolean add_suppressed_cells (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                               GError **error);
gboolean print_suppressed_cells (DeidResult *result, GCancellable *cancellable, GError **error);
