/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/hash.h"
#include "table/column.h"
#include "table/csv-options.h"
#include "table/csv-reader.h"

/* The longest text that is short. */
#define DEID_MAX_SHORT 16

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

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_column_loader_init (DeidColumnLoader *loader, const char *name, GError **error);
void deid_column_loader_clear (DeidColumnLoader *loader);

/* The same as below, whether or not the text is at its place. */
gboolean deid_column_loader_append_slowly (DeidColumnLoader *loader, const DeidField *field,
                                           const char *const *missing_values, GError **error);

/* Appends all rows of @part, which then has none, but may keep values for the next. Errors:
 * %DEID_ERROR_NO_MEMORY, %DEID_ERROR_TOO_LARGE. */
gboolean deid_column_loader_take_rows (DeidColumnLoader *loader, DeidColumnLoader *part,
                                       GError **error);

/* Returns: a text as it is kept, without a code. */
static inline DeidShortText
deid_short_text_read (const DeidField *field)
{
  const gsize length = field->length;
  DeidShortText text = { .start = deid_word_read (field->text), .size = (guint32) length + 1 };

  if (length < 8)
    text.start &= (G_GUINT64_CONSTANT (1) << 8 * length) - 1;
  else if (length > 8)
    text.rest = deid_word_read (field->text + length - 8);
  return text;
}

static inline DeidShortText *
deid_column_loader_get_place (const DeidColumnLoader *loader, const DeidShortText *text)
{
  return &loader->places[deid_fibonacci_hash (text->start + 3 * text->rest, loader->bits)];
}

/* Appends a field, behind whose start eight bytes can be read; what is empty or among
 * @missing_values is a missing value. Errors: those of deid_dictionary_add(). */
static inline gboolean
deid_column_loader_append (DeidColumnLoader *loader, const DeidField *field,
                           const char *const *missing_values, GError **error)
{
  const DeidShortText text = deid_short_text_read (field);
  const DeidShortText *place = deid_column_loader_get_place (loader, &text);

  if (place->start == text.start && place->rest == text.rest && place->size == text.size)
    return deid_codes_append (&loader->column.codes, place->code, error);
  return deid_column_loader_append_slowly (loader, field, missing_values, error);
}

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

/* Appends a row, the first of which has names if the options say so. It is a %DeidCsvRowFunc. */
gboolean deid_row_loader_add (DeidCsvReader *reader, guint64 line, const DeidField *fields,
                              guint n_fields, gpointer user_data, GError **error);

/* Makes @part load rows behind those of @loader. */
gboolean deid_row_loader_start_part (DeidRowLoader *part, const DeidRowLoader *loader,
                                     GError **error);

/* Says that the rows of a part are appended to those of @loader, and its lines come behind
 * @n_lines; their columns follow by deid_column_loader_take_rows(). */
void deid_row_loader_take_lines (DeidRowLoader *loader, DeidRowLoader *part, guint64 n_lines);

/* How many bytes a thread goes through at a time. */
#define DEID_CSV_PART_SIZE (32 * DEID_INPUT_CHUNK_SIZE)

/* Loads the rows of a file, in as many threads as the options of @loader say and parts of
 * @part_size bytes, a multiple of %DEID_INPUT_CHUNK_SIZE. What is loaded, and the error of a file
 * that is not as expected, does not depend on these. */
gboolean deid_csv_load (DeidInput *input, DeidRowLoader *loader, gsize part_size, GError **error);
