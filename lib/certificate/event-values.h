/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-read.h"

/* What events of a certificate are made of. All that fail do so with %DEID_ERROR_CERTIFICATE, and
 * return FALSE or NULL. */

gboolean deid_event_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Values that are missing may be NULL. */
gboolean deid_event_read_count (const DeidJsonValue *value, guint64 *count, GError **error);
gboolean deid_event_read_number (const DeidJsonValue *value, double *number, GError **error);

/* Returns: the first of @n elements. They stand side by side up to the first list, which the reader
 * of numbers refuses. */
const DeidJsonValue *deid_event_read_array (const DeidJsonValue *value, guint n, GError **error);

gboolean deid_event_compare_counts (guint64 stated, guint64 found, const char *what,
                                    GError **error);
