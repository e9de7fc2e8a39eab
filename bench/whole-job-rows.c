/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-rows.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define DELIMITER ';'
#define DISTANCE  8 /* between the rows of a copy that are changed */

/* A part of the text of a table. */
typedef struct
{
  const char *start;
  gsize length;
} Piece;

/* The lines of a table, the first one being its header. */
typedef struct
{
  char *text;
  GArray *rows; /* of Piece */
  Piece header;
  guint n_fields;
} Lines;

static Piece
take_piece (const char *start, const char *end, char delimiter)
{
  const char *delimited = memchr (start, delimiter, (gsize) (end - start));

  return (Piece){ start, (gsize) ((delimited != NULL ? delimited : end) - start) };
}

static Piece
find_field (Piece row, guint i)
{
  const char *end = row.start + row.length;
  Piece field = take_piece (row.start, end, DELIMITER);

  while (i-- > 0)
    field = take_piece (MIN (field.start + field.length + 1, end), end, DELIMITER);
  return field;
}

static gboolean
lines_read (Lines *lines, const char *path, GError **error)
{
  gsize size;
  const char *end;

  *lines = (Lines){ .n_fields = 1 };
  if (!g_file_get_contents (path, &lines->text, &size, error))
    return FALSE;
  lines->rows = g_array_new (FALSE, FALSE, sizeof (Piece));
  end = lines->text + size;
  lines->header = take_piece (lines->text, end, '\n');
  for (gsize i = 0; i < lines->header.length; i++)
    lines->n_fields += lines->header.start[i] == DELIMITER;
  for (const char *at = lines->header.start + lines->header.length + 1; at < end;)
    {
      const Piece row = take_piece (at, end, '\n');

      g_array_append_val (lines->rows, row);
      at += row.length + 1;
    }
  if (lines->rows->len > 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: expected rows", path);
  return FALSE;
}

static void
lines_clear (Lines *lines)
{
  g_free (lines->text);
  g_clear_pointer (&lines->rows, g_array_unref);
}

static void
put (FILE *file, const char *start, const char *end)
{
  fwrite (start, 1, (gsize) (end - start), file);
}

static void
put_row (FILE *file, const Lines *lines, guint64 place, guint64 copy)
{
  const guint64 n = lines->rows->len;
  const Piece row = g_array_index (lines->rows, Piece, place);
  const char *end = row.start + row.length;

  if (copy > 0 && (place + copy) % DISTANCE == 0)
    {
      const guint f = (guint) (copy % lines->n_fields);
      const Piece old = find_field (row, f);
      const Piece new = find_field (g_array_index (lines->rows, Piece, (place + copy) % n), f);

      put (file, row.start, old.start);
      put (file, new.start, new.start + new.length);
      put (file, old.start + old.length, end);
    }
  else
    put (file, row.start, end);
  putc ('\n', file);
}

gboolean
write_rows (const char *source, guint64 n_rows, const char *path, GError **error)
{
  Lines lines;
  FILE *file = NULL;
  gboolean success = lines_read (&lines, source, error);

  if (success && (file = g_fopen (path, "wb")) != NULL)
    {
      put (file, lines.header.start, lines.header.start + lines.header.length);
      putc ('\n', file);
      for (guint64 i = 0; i < n_rows; i++)
        put_row (file, &lines, i % lines.rows->len, i / lines.rows->len);
    }
  if (success && (file == NULL || (ferror (file) | fclose (file)) != 0))
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s: %s", path,
                   g_strerror (errno));
      success = FALSE;
    }
  lines_clear (&lines);
  return success;
}
