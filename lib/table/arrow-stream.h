/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All rows of an Arrow stream. */
#pragma once

#include "table/arrow-column.h"

typedef struct
{
  DeidArrowColumn *columns;
  guint n_columns;
  guint64 n_rows;
} DeidArrowContents;

/* Reads a stream, which is taken over; @name calls it something in messages. On failure the table
 * may be cleared, and nothing else. Errors: those of deid_dataset_new_from_arrow_stream() but about
 * names of columns. */
gboolean deid_arrow_contents_read (DeidArrowContents *table, struct ArrowArrayStream *stream,
                                   const char *name, const DeidStop *stop, GError **error);
void deid_arrow_contents_clear (DeidArrowContents *table);
