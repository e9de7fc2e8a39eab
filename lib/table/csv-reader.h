/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/input.h"

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

/* Reads CSV row by row. Rows may have different numbers of fields; texts are not checked.
 * Errors: those of deid_input_read(); %DEID_ERROR_PARSE with name and line for a quote out of place
 * or unclosed, or a field above 1 MiB; %DEID_ERROR_TOO_LARGE for more than DEID_MAX_COLUMNS fields.
 */
gboolean deid_csv_read (DeidInput *input, char delimiter, char quote, DeidCsvRowFunc func,
                        gpointer user_data, GError **error);

/* Puts name and line before the message of an error. */
void deid_csv_prefix_error (const DeidCsvReader *reader, guint64 line, GError **error);
