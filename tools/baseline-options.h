/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* --baseline, --baseline-day and --zip-populations. */
extern const GOptionEntry baseline_entries[];

/* Tells whether a value of --risk-threshold names a baseline: it is no number, but safe-harbor or a
 * file that is there. */
gboolean is_baseline (const char *threshold);

/* Sets what these options say, and @threshold (nullable), a baseline that is the limit. */
gboolean set_baseline_options (DeidJob *job, const char *threshold, GError **error);

/* Sets @policy (transfer full) to the one of the lattice that does what the baseline does, or to
 * NULL if there is none, or no baseline was named. */
gboolean find_baseline_policy (DeidPolicy **policy, GCancellable *cancellable, GError **error);

/* Each adds the report on the baseline, if one was named. */
gboolean add_baseline (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                       GError **error);
gboolean print_baseline (DeidResult *result, GCancellable *cancellable, GError **error);
