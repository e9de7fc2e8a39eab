/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* What deid-anonymize and deid-apply tell alike of a table and its release. */

/* Adds the member `columns_not_released`, an array of names; nothing if @table is NULL, since its
 * columns stay in an engine. */
void add_withheld (JsonBuilder *builder, DeidDataset *table, DeidDataset *release);

/* Adds the member `peak_rss_bytes`, the memory that the process had at most. */
void add_peak_memory (JsonBuilder *builder);

/* Adds the member `risks`, an object with the reports `before` and `after`. */
gboolean add_risk_reports (JsonBuilder *builder, DeidReport *const reports[2], GError **error);

/* Print the same as text: the columns, whose names are left out if @table is NULL, that the release
 * was verified, and its digest if @outputs has one; then, behind an empty line, each report. */
void print_release (DeidDataset *table, DeidDataset *release, DeidOutputSet *outputs);
gboolean print_risk_reports (DeidReport *const reports[2], GCancellable *cancellable,
                             GError **error);

/* Prints a part of the report, which is taken, behind an empty line; NULL is a failure. */
gboolean print_part (char *part);
