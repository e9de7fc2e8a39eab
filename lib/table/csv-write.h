/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "base/output-file.h"
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

/* Lists the columns that may be written, in their order. Errors: %DEID_ERROR_ROLE if there is none,
 * %DEID_ERROR_NO_MEMORY.
 *
 * Returns: (transfer full): their numbers, or %NULL */
guint *deid_dataset_list_written (const DeidDataset *dataset, guint *n_columns, GError **error);

/* Errors: those of deid_dataset_write_csv() about the dataset, those of deid_stop_check(). */
gboolean deid_dataset_check_csv (const DeidDataset *dataset, const DeidCsvOptions *options,
                                 const DeidStop *stop, GError **error);

/* Writes a dataset that was checked. Errors: %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_dataset_write_rows (const DeidDataset *dataset, const DeidCsvOptions *options,
                                  DeidOutputFile *file, const DeidStop *stop, GError **error);
