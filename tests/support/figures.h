/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Figures of a report by a path in a printf format. Those without a return location must be
 * present. */
gboolean get_number (const DeidReport *report, double *number, const char *path, ...)
    G_GNUC_PRINTF (3, 4);
gboolean get_count (const DeidReport *report, guint64 *count, const char *path, ...)
    G_GNUC_PRINTF (3, 4);
double number_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);
guint64 count_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);
gboolean flag_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);
guint64 n_rows_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);
DeidPolicy *policy_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);

/* Returns: the text, or NULL if it is not present. */
const char *text_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);
DeidFigureState state_of (const DeidReport *report, const char *path, ...) G_GNUC_PRINTF (2, 3);

/* Returns: (transfer none): the report on a stored policy, until the next one is asked for. */
const DeidReport *stored_report (DeidStoredPolicy *policy);

/* Returns: (transfer full): the report as text, with one blank behind each name, wherever values
 * are aligned. */
char *plain_text_of (const DeidReport *report);

/* Returns: (transfer full): what the public reads of a report as text or JSON; NULL with an error
 * if there is nothing that it may read. */
char *public_text_of (DeidReport *report, GError **error);
char *public_json_of (DeidReport *report, GError **error);

/* Returns: (transfer full): a table of a report as CSV. */
char *csv_of (const DeidReport *report, const char *table);
