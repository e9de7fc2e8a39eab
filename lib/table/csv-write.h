/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "base/work.h"
#include "table/column.h"

#include <deid/deid.h>

/* Fields of CSV files, added to a line. */

/* Adds a text in quotes, those in it doubled. */
void deid_csv_add_quoted (DeidLongText *line, char quote, const char *text);

/* The same of a value or a label, which spreadsheets take for no formula if the options say so. */
void deid_csv_add_field (DeidLongText *line, const DeidCsvOptions *options, char delimiter,
                         const char *text);

/* Adds a delimiter, or what ends the line. */
void deid_csv_add_char (DeidLongText *line, char c);

/* A column with the fields of its values, each with what stands behind it. */
typedef struct
{
  const DeidColumn *column;
  char end;            /* a delimiter or, of the last column, what ends the row */
  DeidLongText fields; /* in the order of the codes */
  guint32 *starts;     /* of each code's field, and their end; NULL if there are none */
} DeidCsvColumn;

/* The rows of a table as lines of a CSV file. Fields are made once for each value and copied for
 * each row, as far as they are not more than rows and take no more than some megabytes; those of
 * other columns are made for each row. */
typedef struct
{
  const DeidCsvOptions *options;
  DeidCsvColumn *columns;
  guint n_columns;
} DeidCsvRows;

/* On failure they may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY, those of
 * deid_stop_check(). */
gboolean deid_csv_rows_init (DeidCsvRows *rows, const DeidColumn *columns, const guint *numbers,
                             guint n_columns, const DeidCsvOptions *options, const DeidStop *stop,
                             GError **error);
void deid_csv_rows_clear (DeidCsvRows *rows);

/* Adds the line of a row. Threads: any, each with lines of its own. */
void deid_csv_rows_add (const DeidCsvRows *rows, guint64 row, DeidLongText *lines);
