/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* Sets @policy (transfer full) to the one of the lattice that does what the baseline does, or to
 * NULL if there is none, or no baseline was named. */
gboolean find_baseline_policy (DeidPolicy **policy, GCancellable *cancellable, GError **error);

/* Each adds the report on the baseline, if one was named. */
gboolean add_baseline (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                       GError **error);
gboolean print_baseline (DeidResult *result, GCancellable *cancellable, GError **error);
