/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* One field of a row; @text ends in a NUL and may hold others. */
typedef struct
{
  const char *text;
  gsize length;
} DeidField;

typedef struct DeidCsvReader DeidCsvReader;

/* Called for each row that is not blank; @line is where it begins, counted from 1. Returning FALSE
 * with an error ends the reading. */
typedef gboolean (*DeidCsvRowFunc) (const DeidCsvReader *reader, guint64 line,
                                    const DeidField *fields, guint n_fields, gpointer user_data,
                                    GError **error);

/* Streams a CSV file row by row. Rows may have different numbers of fields; texts are not checked.
 * Errors: %DEID_ERROR_IO; %DEID_ERROR_PARSE with file and line for a quote out of place or
 * unclosed, or a field above 1 MiB; %DEID_ERROR_TOO_LARGE for more than DEID_MAX_COLUMNS fields;
 * %G_IO_ERROR_CANCELLED. */
gboolean deid_csv_read (const char *path, char delimiter, char quote, DeidCsvRowFunc func,
                        gpointer user_data, GCancellable *cancellable, GError **error);

/* Puts file and line before the message of an error. */
void deid_csv_prefix_error (const DeidCsvReader *reader, guint64 line, GError **error);
