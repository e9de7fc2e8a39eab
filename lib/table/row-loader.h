/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/column-loader.h"
#include "table/csv-options-private.h"

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
