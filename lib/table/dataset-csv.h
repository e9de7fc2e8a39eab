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
} DeidRowLoader;

void deid_row_loader_init (DeidRowLoader *loader, const DeidCsvOptions *options);
void deid_row_loader_clear (DeidRowLoader *loader);

/* Loads the rows of a file, in as many threads as the options of @loader say and parts of
 * @part_size bytes, a multiple of %DEID_INPUT_CHUNK_SIZE. What is loaded, and the error of a file
 * that is not as expected, does not depend on these. */
gboolean deid_csv_load (DeidInput *input, DeidRowLoader *loader, gsize part_size, GError **error);
