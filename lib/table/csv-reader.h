/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/files.h"

/* U+FEFF in UTF-8. */
#define DEID_BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* One field of a row; @text ends in a NUL and may hold others. */
typedef struct
{
  const char *text;
  gsize length;
} DeidField;

typedef struct DeidCsvReader DeidCsvReader;

/* Called for each row that is not blank; @line is where it begins, counted from 1. Returning FALSE
 * with an error ends the reading. */
typedef gboolean (*DeidCsvRowFunc) (DeidCsvReader *reader, guint64 line, const DeidField *fields,
                                    guint n_fields, gpointer user_data, GError **error);

/* Reads rows from bytes that come piece by piece. The row that is not yet complete stays in the
 * buffer, and fields are pieces of it: where a delimiter or a quote stood, a NUL ends them. */
struct DeidCsvReader
{
  char delimiter;
  char quote;
  DeidCsvRowFunc func;
  gpointer user_data;

  char *bytes; /* the buffer */
  guint64 capacity;
  char *row;   /* where the first field of the row that is not complete begins */
  char *field; /* where its next field begins */
  char *end;   /* of the bytes that are there */
  gboolean is_at_end;

  DeidField *fields; /* of the row so far */
  guint64 fields_capacity;
  guint n_fields;

  gboolean is_inner; /* its lines are not the first of the file */
  guint64 line;      /* where the row begins */
  guint64 n_breaks;  /* line ends within its quoted fields */
  gboolean after_carriage_return;

  guint64 n_blank_lines;
  guint64 n_stripped; /* fields that had blanks around them */
  guint64 n_formulas; /* fields as ="02107" */

  GError *error;
  guint64 error_line; /* where the error is, or 0 */
};

/* Reads CSV row by row, without byte order marks at the start of a row. Rows may have different
 * numbers of fields; texts are not checked.
 * Errors: those of deid_input_read(); %DEID_ERROR_PARSE with name and line for a quote out of place
 * or unclosed, or a field above 1 MiB; %DEID_ERROR_TOO_LARGE for more than DEID_MAX_COLUMNS fields.
 */
gboolean deid_csv_read (DeidInput *input, char delimiter, char quote, DeidCsvRowFunc func,
                        gpointer user_data, GError **error);

/* Finds the delimiter that the first line of a file names, such as `sep=;`, as some spreadsheets
 * want it. @length is set to the bytes up to the next line. Returns: the delimiter, or 0. */
char deid_csv_get_named_delimiter (const char *bytes, gsize n, char quote, gsize *length);

/* Has the name and this line put before the message of the error that is about to be returned. */
static inline void
deid_csv_locate_error (DeidCsvReader *reader, guint64 line)
{
  reader->error_line = line;
}

/* Says of bytes of the row that are not UTF-8 where @field has them, and what they look like; for a
 * %DeidCsvRowFunc that fails with %DEID_ERROR_ENCODING. */
void deid_csv_reader_explain_bytes (const DeidCsvReader *reader, const DeidField *field,
                                    GError **error);

/* What deid_csv_read() is made of: a reader takes bytes that are put where deid_csv_reader_extend()
 * says, and calls back for the rows that they complete. After an error it may be cleared. */
void deid_csv_reader_init (DeidCsvReader *reader, char delimiter, char quote, DeidCsvRowFunc func,
                           gpointer user_data);
void deid_csv_reader_clear (DeidCsvReader *reader);

/* Returns: where up to @n more bytes may be put, or %NULL if there is no memory. */
char *deid_csv_reader_extend (DeidCsvReader *reader, gsize n);

/* Reads @n bytes more, or what is left at the end of the file if there are none. Returns: whether
 * there was no error. */
gboolean deid_csv_reader_take (DeidCsvReader *reader, gsize n);

/* Reads the next chunk of a file. Returns: whether there may be more. */
gboolean deid_csv_reader_read (DeidCsvReader *reader, DeidInput *input);

/* Gives an error that a reader has, @n_lines lines before what it read being read by others.
 * Returns: whether there was none. */
gboolean deid_csv_reader_end (DeidCsvReader *reader, const char *name, guint64 n_lines,
                              GError **error);
