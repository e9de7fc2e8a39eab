/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "input-files.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#include "base/encoding.h"
#include "messages.h"
#include "option-values.h"
#include "settings.h"
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

/* Of these, bytes that delimiters are looked for in. */
#define N_BYTES 65536

/* A delimiter stands as often in each of so many lines. */
#define N_LINES 5

/* Returns: how often a character stands in a line outside quotes; @line is moved behind it. */
static guint
count_in_line (const char **line, const char *end, char character)
{
  gboolean is_quoted = FALSE;
  guint n = 0;

  for (; *line < end && (is_quoted || **line != '\n'); ++*line)
    {
      is_quoted ^= **line == '"';
      n += !is_quoted && **line == character;
    }
  *line += *line < end ? 1 : 0;
  return n;
}

/* Returns: the delimiter that the first lines of a text have most often, each as often, but for a
 * header that may have one less; 0 if they have none. R puts blanks between quoted names. */
static gunichar
guess_delimiter (const char *bytes, gsize n)
{
  static const char delimiters[] = ",;\t| ";
  gunichar best = 0;
  guint n_best = 0;

  for (const char *d = delimiters; *d != '\0'; d++)
    {
      const char *line = bytes, *end = bytes + n;
      const guint n_first = count_in_line (&line, end, *d);
      const guint n_second = line < end ? count_in_line (&line, end, *d) : n_first;
      gboolean is_steady
          = n_second > n_best && (n_second == n_first || n_second == n_first + 1)
            && (*d != ' '
                || (n > 0 && bytes[0] == '"' && g_strstr_len (bytes, (gssize) n, "\" \"") != NULL));

      for (guint i = 2; is_steady && i < N_LINES && line < end; i++)
        is_steady = count_in_line (&line, end, *d) == n_second;
      if (is_steady)
        {
          best = (gunichar) *d;
          n_best = n_second;
        }
    }
  return best;
}

/* Sets what the settings leave open. Returns: (transfer full): the stream, at whose first bytes it
 * looked. */
static GInputStream *
look_at (GInputStream *stream, GCancellable *cancellable)
{
  DeidJob *job = get_settings ();
  GInputStream *buffered = g_buffered_input_stream_new_sized (stream, MAX_LOOKED_AT);
  g_autofree char *text = NULL, *note = NULL;
  const char *bytes, *encoding, *other;
  gsize n, n_read, n_text;
  gunichar delimiter;

  while (g_buffered_input_stream_fill (G_BUFFERED_INPUT_STREAM (buffered), -1, cancellable, NULL)
         > 0)
    ;
  bytes = g_buffered_input_stream_peek_buffer (G_BUFFERED_INPUT_STREAM (buffered), &n);
  if (!deid_job_is_set (job, "input", "encoding"))
    {
      const char *guess = deid_encoding_guess (bytes, n, &other);

      deid_job_set (job, "input", "encoding", guess, NULL, NULL);
      note = other != NULL ? g_strdup_printf ("few letters tell the encoding: it may be %s, or %s "
                                              "(--encoding)",
                                              guess, other)
                           : NULL;
      if (note != NULL)
        print_note (note);
    }
  encoding = deid_job_get (job, "input", "encoding");
  text = g_convert (bytes, (gssize) MIN (n, N_BYTES), "UTF-8", encoding, &n_read, &n_text, NULL);
  delimiter = text != NULL ? guess_delimiter (text, n_text) : guess_delimiter (bytes, n);
  if (delimiter != 0 && !deid_job_is_set (job, "input", "delimiter"))
    deid_job_set (job, "input", "delimiter",
                  delimiter == '\t'  ? "tab"
                  : delimiter == ' ' ? "space"
                                     : (const char[]){ (char) delimiter, '\0' },
                  NULL, NULL);
  return buffered;
}

DeidDataset *
read_table_of_any_form (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) stream = NULL, buffered = NULL;
  g_autoptr (DeidCsvOptions) csv = NULL;

  if (is_standard_input (path))
    stream = open_standard_input ();
  else if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    stream = (GInputStream *) g_file_read (file, cancellable, NULL);
  buffered = stream != NULL ? look_at (stream, cancellable) : NULL;
  csv = deid_job_make_csv_options (get_settings (), error);
  if (csv == NULL)
    return NULL;
  return is_standard_input (path)
             ? deid_dataset_new_from_csv_stream (buffered, STANDARD_INPUT, csv, cancellable, error)
             : read_table (path, csv, cancellable, error);
}
