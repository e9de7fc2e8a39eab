/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#define DEID_INPUT_CHUNK_SIZE 65536

/* Bytes that are read from a file, or from a stream that belongs to the caller. */
typedef struct
{
  const char *name;     /* for messages; the caller's */
  GInputStream *stream; /* or NULL */
  int descriptor;       /* of the file, or -1 */
  gboolean can_block;   /* the file is a pipe, a terminal or the like */
  GCancellable *cancellable;
  char *chunk;
  gsize n_ahead; /* bytes of the chunk that were looked at and are still to be read */
  gboolean is_at_end;
} DeidInput;

/* Errors: %DEID_ERROR_IO. */
gboolean deid_input_open (DeidInput *input, const char *path, GCancellable *cancellable,
                          GError **error);
void deid_input_init_stream (DeidInput *input, GInputStream *stream, const char *name,
                             GCancellable *cancellable);

/* Closes the file; the stream stays as it is. */
void deid_input_clear (DeidInput *input);

/* Lends the next bytes: as many as there are, up to DEID_INPUT_CHUNK_SIZE, and none at the end.
 * Errors: %DEID_ERROR_IO, or what the stream gives; %DEID_ERROR_NO_MEMORY; %G_IO_ERROR_CANCELLED.
 */
gboolean deid_input_read (DeidInput *input, const char **bytes, gsize *n_bytes, GError **error);

/* The same, for the first bytes, which the next call reads again. */
gboolean deid_input_peek (DeidInput *input, const char **bytes, gsize *n_bytes, GError **error);

/* Reads up to @size bytes, and fewer at the end, to the caller's memory; @size is at least
 * %DEID_INPUT_CHUNK_SIZE. Errors: those of deid_input_read(). */
gboolean deid_input_read_to (DeidInput *input, char *bytes, gsize size, gsize *n_bytes,
                             GError **error);

/* Reads what is left of a text, to the end. Errors: those of deid_input_read() and
 * deid_file_kind_check(); %DEID_ERROR_TOO_LARGE for more than @max_length bytes, where @limit says
 * how many and for what: `1 GiB, the limit for …`.
 * Returns: (transfer full): the bytes and a NUL behind them, or %NULL. */
char *deid_input_read_all (DeidInput *input, gsize max_length, const char *limit, gsize *length,
                           GError **error);
