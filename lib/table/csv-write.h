/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/output-file.h"

/* Fields of CSV files. */

/* Writes a text in quotes, those in it doubled. */
void deid_csv_write_quoted (DeidOutputFile *file, char quote, const char *text);

/* Writes a text, in quotes if it would read back as another one without them. */
void deid_csv_write_text (DeidOutputFile *file, char delimiter, char quote, const char *text);

/* The same of a value or a label, which spreadsheets take for no formula if the options say so. */
void deid_csv_write_field (DeidOutputFile *file, const DeidCsvOptions *options, char delimiter,
                           const char *text);
