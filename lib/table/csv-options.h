/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <glib.h>

/* Tables that were read with the wrong delimiter. */

/* What often separates the fields of a table. */
#define DEID_DELIMITERS ",;\t|"

/* Returns: another delimiter than @read that the name of a table's only column has in it, and that
 * the table may have; or NUL. */
char deid_delimiter_guess (const char *name, char read);

/* What a table of lines of one length has in place of a delimiter. */
#define DEID_FIXED_WIDTH '\1'

/* Returns: (transfer full): ` (is the delimiter ';'?)`, or an empty text for NUL. */
char *deid_delimiter_ask (char delimiter);

/* Tells whether tables have this character between their fields. */
gboolean deid_delimiter_is_known (char character);

/* A byte that no UTF-8 has: no field is quoted then. */
#define DEID_NO_QUOTE '\xFF'

struct DeidCsvOptions
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  char delimiter; /* 0 if it was not set: tables then have `,`, and hierarchies look for theirs */
  char quote;     /* or DEID_NO_QUOTE */
  gboolean header;
  gboolean header_is_stated; /* a setter was called, whatever it said */
  gboolean show_values;
  gboolean spreadsheet_safe;
  guint n_threads;
  char **missing_values;
  char *encoding; /* or NULL for UTF-8 */
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidCsvOptions *deid_csv_options_use (DeidCsvOptions *options);

/* The same; a delimiter that was not set is @delimiter, unless that is NUL. */
DeidCsvOptions *deid_csv_options_use_for (DeidCsvOptions *options, char delimiter);

/* Returns: the delimiter of a table. */
static inline char
deid_csv_options_get_table_delimiter (const DeidCsvOptions *options)
{
  return options->delimiter != 0 ? options->delimiter : ',';
}

/* Returns: the quote of files that are written. */
static inline char
deid_csv_options_get_written_quote (const DeidCsvOptions *options)
{
  return options->quote != DEID_NO_QUOTE ? options->quote : '"';
}

/* Tells whether a field, empty or one of the missing-value strings, stands for a missing value. */
gboolean deid_csv_options_is_missing (const DeidCsvOptions *options, const char *text);
