/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "input-files.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

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
