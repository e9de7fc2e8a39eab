/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Arrow streams as another library makes them, put together by hand. Each buffer is in memory of
 * its own and no longer than it has to be, and is freed as soon as it is released. */

/* Returns: how many schemas, arrays and streams were made and not released yet. */
guint arrow_count_alive (void);

/* Both belong to what they become a child, a dictionary or an array of. */
struct ArrowSchema *arrow_schema_new (const char *format, const char *name, guint n_children);
struct ArrowArray *arrow_array_new (gint64 length, guint n_buffers, guint n_children);

/* Copies @size bytes. */
void arrow_array_set_buffer (struct ArrowArray *array, guint buffer, gconstpointer data,
                             gsize size);

/* What a stream does besides handing out. */
typedef struct
{
  int schema_error;          /* of get_schema(), or 0 */
  guint n_before_error;      /* arrays, before get_next() fails */
  int error;                 /* of get_next(), or 0 */
  const char *message;       /* about either */
  GCancellable *cancellable; /* that it cancels when it has no more arrays, or NULL */
} ArrowTricks;

/* Takes a schema and arrays. */
void arrow_stream_init (struct ArrowArrayStream *stream, struct ArrowSchema *schema,
                        struct ArrowArray *const *arrays, guint n_arrays,
                        const ArrowTricks *tricks);

/* Makes a table of so many rows and one column, of an array that is taken, and reads it. */
DeidDataset *arrow_read_column (const char *format, const char *dictionary_format,
                                struct ArrowArray *array, gint64 n_rows, GError **error);
