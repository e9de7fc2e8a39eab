/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* CSV as libcsv reads it when it is strict, with the limits of the library. */

/* Appends a field with its length. */
void plain_csv_show_field (GString *shown, const char *text, gsize length);

/* Appends the message of an error. What it says of the way out of a quote out of place is left out:
 * that depends on how much of the line has been read. */
void plain_csv_show_error (GString *shown, const char *message);

/* Returns: (transfer full): the rows that are not blank, each in a line behind the number of its
 * own, up to the end or an error, whose message comes last. */
GString *plain_csv_read (const char *bytes, gsize n_bytes, char delimiter, char quote,
                         const char *name);
