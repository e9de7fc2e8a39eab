/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/long-text.h"

/* Fields of CSV files, added to a line. */

/* Adds a text in quotes, those in it doubled. */
void deid_csv_add_quoted (DeidLongText *line, char quote, const char *text);

/* Adds a text, in quotes if it would read back as another one without them. */
void deid_csv_add_text (DeidLongText *line, char delimiter, char quote, const char *text);

/* The same of a value or a label, which spreadsheets take for no formula if the options say so. */
void deid_csv_add_field (DeidLongText *line, const DeidCsvOptions *options, char delimiter,
                         const char *text);

/* Adds a delimiter, or what ends the line. */
void deid_csv_add_char (DeidLongText *line, char c);
