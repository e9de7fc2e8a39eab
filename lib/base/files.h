/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <glib.h>

/* Sets %DEID_ERROR_IO for an errno: "PATH: cannot ACTION: what the system says". Returns: FALSE. */
gboolean deid_file_fail (const char *path, const char *action, int code, GError **error);

/* Waits until a descriptor can be read from (%G_IO_IN) or written to (%G_IO_OUT), or until the call
 * is cancelled. A signal does not end it: reading from a pipe before somebody writes to it would
 * tell that it is at its end. */
void deid_wait_for_descriptor (int descriptor, GIOCondition condition, GCancellable *cancellable);

/* Files that are no text, which somebody took for a table, a hierarchy or a problem file. */

/* Looks at the first bytes of a file. @name is the file's, as it is. Errors: %DEID_ERROR_ENCODING
 * for one of the known kinds of binary files; the message names the kind and the way out. */
gboolean deid_file_kind_check (const char *name, const char *bytes, gsize n_bytes, GError **error);

/* The same, for texts of any encoding. */
gboolean deid_file_kind_check_binary (const char *name, const char *bytes, gsize n_bytes,
                                      GError **error);

/* Fails with %DEID_ERROR_ENCODING if a text holds a NUL byte, and says where. @shown is the name of
 * the file, escaped; the text has a NUL behind it. */
gboolean deid_file_check_nul (const char *shown, const char *text, gsize length, GError **error);

#define DEID_INPUT_CHUNK_SIZE 65536

typedef struct DeidDecoder DeidDecoder;

/* Bytes that are read from a file, or from a stream that belongs to the caller. */
typedef struct
{
  const char *name;     /* for messages; the caller's */
  GInputStream *stream; /* or NULL */
  int descriptor;       /* of the file, or -1 */
  gboolean can_block;   /* the file is a pipe, a terminal or the like */
  GCancellable *cancellable;
  char *chunk;
  DeidDecoder *decoder; /* or NULL; see deid_input_decode() */
  gsize n_ahead;        /* bytes of the chunk that were looked at and are still to be read */
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

/* Leaves out the next @n bytes, which were peeked at. */
void deid_input_skip (DeidInput *input, gsize n);

/* Reads up to @size bytes, and fewer at the end, to the caller's memory; @size is at least
 * %DEID_INPUT_CHUNK_SIZE. Errors: those of deid_input_read(). */
gboolean deid_input_read_to (DeidInput *input, char *bytes, gsize size, gsize *n_bytes,
                             GError **error);

/* Adds bytes of the file, before they are converted, behind the first @n until there are @size, or
 * until the end. Errors: %DEID_ERROR_IO, or what the stream gives; %G_IO_ERROR_CANCELLED. */
gboolean deid_input_fill_raw (DeidInput *input, char *bytes, gsize *n, gsize size, GError **error);

/* Reads what is left of a text, to the end. Errors: those of deid_input_read() and
 * deid_file_kind_check(); %DEID_ERROR_TOO_LARGE for more than @max_length bytes, where @limit says
 * how many and for what: `1 GiB, the limit for …`.
 * Returns: (transfer full): the bytes and a NUL behind them, or %NULL. */
char *deid_input_read_all (DeidInput *input, gsize max_length, const char *limit, gsize *length,
                           GError **error);
