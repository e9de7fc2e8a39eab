/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/hash.h"
#include "table/column.h"
#include "table/csv-options.h"
#include "table/csv-reader.h"

/* A short text and its code. */
typedef struct
{
  guint64 start; /* its first 8 bytes, or all and zeros */
  guint64 rest;  /* its last 8 bytes, if it has more than 8 */
  guint32 size;  /* its length and 1, or 0 where there is none */
  guint32 code;
} DeidShortText;

/* A column that fields are appended to. The codes of short texts that were seen lately are found
 * without a hash of the text: each is kept at the place that its bytes choose, instead of what was
 * there before. Texts that were chosen so as to meet at one place take as long as long ones. */
typedef struct
{
  DeidColumn column;
  DeidShortText *places;
  guint bits; /* of their number */

  guint32 *taken; /* of a part of a table: the table's codes of its first values */
  guint64 taken_capacity;
  guint32 n_taken;
} DeidColumnLoader;

/* Rows of a file that become columns, or of a part of it that are appended to others. */
typedef struct
{
  const DeidCsvOptions *options;
  DeidColumnLoader *columns; /* NULL before the first row */
  guint n_columns;
  guint64 n_rows;
  guint64 first_line; /* of a row */
  gboolean line_per_row;

  char delimiter;
  guint64 n_lines_before; /* that were read otherwise */
  const char *sample;     /* the first bytes of the input, which has them */
  gsize n_sample;
  guint64 header_line;
  gboolean is_fitted; /* the first row has said how many columns there are */
  gboolean
      has_extra; /* the rows have one field more than the header: the last column has no name */
  gboolean has_unnamed;    /* the first column may be row names */
  guint64 n_quoted;        /* of these */
  guint64 n_swallowing;    /* rows whose quoted fields may have swallowed others */
  guint64 n_swallowed;     /* lines behind the first ones of these */
  guint64 swallowing_line; /* the first one of the first of these */
  guint n_unnamed;         /* columns behind the last name, which were left out */
  guint64 n_empty;         /* lines that are blank, or delimiters only */
  guint64 n_stripped;      /* fields that had blanks around them */
  guint64 n_formulas;      /* fields as ="02107" */
} DeidRowLoader;

void deid_row_loader_init (DeidRowLoader *loader, const DeidCsvOptions *options);
void deid_row_loader_clear (DeidRowLoader *loader);

/* Appends a row, the first of which has names if the options say so. It is a %DeidCsvRowFunc. */
gboolean deid_row_loader_add (DeidCsvReader *reader, guint64 line, const DeidField *fields,
                              guint n_fields, gpointer user_data, GError **error);

/* Makes @part load rows behind those of @loader. */
gboolean deid_row_loader_start_part (DeidRowLoader *part, const DeidRowLoader *loader,
                                     GError **error);

/* Says that the rows of a part are appended to those of @loader, and its lines come behind
 * @n_lines; their columns follow by deid_column_loader_take_rows(). */
void deid_row_loader_take_lines (DeidRowLoader *loader, DeidRowLoader *part, guint64 n_lines);

/* Appends all rows of @part, which then has none, but may keep values for the next. */
gboolean deid_column_loader_take_rows (DeidColumnLoader *loader, DeidColumnLoader *part,
                                       GError **error);

/* Leaves columns out that exports of other programs add, and tells the dataset, which has none as
 * yet, of these and of rows. Errors: %DEID_ERROR_PARSE for another column without a name. */
gboolean deid_row_loader_settle (DeidRowLoader *loader, DeidDataset *dataset, GError **error);

/* Leaves out rows that repeat the names, as in files that were joined, and notes how many. A table
 * of one column may have such a value, and names may be values of a table without a line of names.
 * Complexity: O(columns), with rows of them O(values). */
gboolean deid_dataset_leave_names_out (DeidDataset *dataset, const DeidStop *stop, GError **error);

/* Compares each name with the values of its column. A name looks like one if it is a number or a
 * date as all of them are, if a share of the records has it, or if it has digits and letters at the
 * same places. Numbers that count the columns, or years one after another, are names. Sets the
 * verdict of the dataset and notes a doubt. Errors: those of deid_column_inference_new().
 * Complexity: O(columns) if no name is like a value, otherwise O(length of the values). */
gboolean deid_dataset_check_header (DeidDataset *dataset, const DeidStop *stop, GError **error);

/* Returns: another delimiter that a table may have that was read with one name, a blank or
 * %DEID_FIXED_WIDTH among them; or NUL. */
char deid_row_loader_guess_delimiter (const DeidRowLoader *loader);

/* Reads the line `sep=;` that spreadsheets may want before the names. Errors: %DEID_ERROR_PARSE if
 * the options have another delimiter. */
gboolean deid_row_loader_take_delimiter (DeidRowLoader *loader, DeidInput *input,
                                         DeidDataset *dataset, GError **error);

/* Fails for a column without a name. Returns: FALSE. */
gboolean deid_row_loader_refuse_name (guint column, GError **error);

/* Fails for the number of fields of a row; @last, which may be %NULL, is the text of the last one.
 * Returns: FALSE. */
gboolean deid_row_loader_refuse_fields (const DeidRowLoader *loader, guint n_fields,
                                        const char *last, gsize length, GError **error);

void deid_column_loader_clear (DeidColumnLoader *loader);

/* Loads the rows of a file, in as many threads as the options of @loader say and parts of
 * @part_size bytes, a multiple of %DEID_INPUT_CHUNK_SIZE. What is loaded, and the error of a file
 * that is not as expected, does not depend on these. */
gboolean deid_csv_load (DeidInput *input, DeidRowLoader *loader, gsize part_size, GError **error);
