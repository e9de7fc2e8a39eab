/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "input-files.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "base/encoding.h"
#include "option-values.h"
#include "standard-streams.h"

gboolean
is_standard_input (const char *path)
{
  return g_strcmp0 (path, "-") == 0;
}

gboolean
check_standard_input (const char *const *paths, GError **error)
{
  guint n = 0;

  for (; *paths != NULL; paths++)
    n += is_standard_input (*paths) ? 1 : 0;
  if (n <= 1 && (n == 0 || is_input_stream_open ()))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       n > 1 ? "-: expected standard input to be one file only"
                             : "-: standard input is closed, expected a file there");
  return FALSE;
}

GInputStream *
open_standard_input (void)
{
  return g_unix_input_stream_new (STDIN_FILENO, FALSE);
}

const char *
get_input_path (const char *path)
{
  return is_standard_input (path) ? "/dev/fd/0" : path;
}

DeidDataset *
read_table (const char *path, DeidCsvOptions *csv, GCancellable *cancellable, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;

  if (!is_standard_input (path))
    return deid_dataset_new_from_csv_file (path, csv, cancellable, error);
  stream = open_standard_input ();
  return deid_dataset_new_from_csv_stream (stream, STANDARD_INPUT, csv, cancellable, error);
}

/* Bytes that are looked at before they are read. */
#define MAX_LOOKED_AT (4 * 1024 * 1024)

/* Returns: (transfer full): the stream, at whose first bytes it looked. */
static GInputStream *
look_at (GInputStream *stream, DeidCsvOptions *csv, GCancellable *cancellable)
{
  GInputStream *buffered = g_buffered_input_stream_new_sized (stream, MAX_LOOKED_AT);
  const char *bytes;
  gsize n;

  while (g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (buffered), -1, cancellable, NULL)
         > 0)
    ;
  bytes = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (buffered), &n);
  deid_csv_options_set_encoding (csv, deid_encoding_guess (bytes, n), NULL);
  return buffered;
}

DeidDataset *
read_table_of_any_encoding (const char *path, DeidCsvOptions *csv, GCancellable *cancellable,
                            GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) stream = NULL, buffered = NULL;

  if (is_standard_input (path))
    stream = open_standard_input ();
  else if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    stream = (GInputStream *) g_file_read (file, cancellable, NULL);
  buffered = stream != NULL ? look_at (stream, csv, cancellable) : NULL;
  return is_standard_input (path)
             ? deid_dataset_new_from_csv_stream (buffered, STANDARD_INPUT, csv, cancellable, error)
             : read_table (path, csv, cancellable, error);
}
