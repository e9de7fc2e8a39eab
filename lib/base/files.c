/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/files.h"

#include "base/encoding.h"
#include "base/memory.h"
#include "base/text.h"

#include <deid/deid.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gboolean
deid_file_fail (const char *path, const char *action, int code, GError **error)
{
  g_autofree char *shown = deid_text_escape (path);

  return deid_fail (error, DEID_ERROR_IO, "%s: cannot %s: %s", shown, action, g_strerror (code));
}

void
deid_wait_for_descriptor (int descriptor, GIOCondition condition, GCancellable *cancellable)
{
  GPollFD polled[2] = { { .fd = descriptor, .events = (gushort) condition } };
  const gboolean is_cancellable = g_cancellable_make_pollfd (cancellable, &polled[1]);

  while (g_poll (polled, is_cancellable ? 2 : 1, -1) < 0 && errno == EINTR
         && !g_cancellable_is_cancelled (cancellable))
    continue;
  if (is_cancellable)
    g_cancellable_release_fd (cancellable);
}

#define EXPORT    "export the table as CSV with UTF-8"
#define UNPACK(x) "unpack it with " x

/* Signatures from the specifications of the formats. The name of a column may begin with the same
 * letters, so signatures with letters include a byte that no text has. `?` is any byte. */
static const struct
{
  guint offset;
  const char *bytes;
  guint n;
  const char *kind;
  const char *way_out;
} file_kind_kinds[] = {
#define SIGNATURE(offset, bytes, kind, way_out)                                                    \
  {                                                                                                \
    offset, bytes, sizeof bytes - 1, kind, way_out                                                 \
  }
  SIGNATURE (0, "PK\3\4", "a zip archive, as .xlsx and .ods workbooks are", EXPORT),
  SIGNATURE (0, "PK\5\6", "an empty zip archive", EXPORT),
  SIGNATURE (0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an OLE file, as old .xls workbooks are",
             EXPORT),
  SIGNATURE (0, "\x1F\x8B", "compressed with gzip", UNPACK ("gunzip")),
  SIGNATURE (0, "BZh?1AY&SY", "compressed with bzip2", UNPACK ("bunzip2")),
  SIGNATURE (0, "BZh?\x17\x72\x45\x38\x50\x90", "compressed with bzip2", UNPACK ("bunzip2")),
  SIGNATURE (0, "\xFD\x37zXZ\0", "compressed with xz", UNPACK ("unxz")),
  SIGNATURE (0, "\x28\xB5\x2F\xFD", "compressed with zstd", UNPACK ("unzstd")),
  SIGNATURE (0, "\x04\x22\x4D\x18", "compressed with lz4", UNPACK ("unlz4")),
  SIGNATURE (0, "7z\xBC\xAF\x27\x1C", "a 7z archive", UNPACK ("7z")),
  SIGNATURE (0, "PAR1\x15", "a Parquet file", EXPORT),
  SIGNATURE (0, "ARROW1\0\0", "an Arrow (Feather) file", EXPORT),
  SIGNATURE (0, "\xFF\xFF\xFF\xFF", "an Arrow stream", EXPORT),
  SIGNATURE (0, "FEA1\0", "a Feather file", EXPORT),
  SIGNATURE (0, "SQLite format 3\0", "an SQLite database", EXPORT),
  SIGNATURE (0, "%PDF-?.?", "a PDF document", EXPORT),
  SIGNATURE (0, "<!DOCTYPE ", "a web page, as some .xls files are", EXPORT),
  SIGNATURE (0, "<html", "a web page, as some .xls files are", EXPORT),
  SIGNATURE (0, "<?xml ", "an XML file", EXPORT),
  SIGNATURE (0, "{\\rtf", "an RTF document", EXPORT),
  SIGNATURE (0, "HEADER RECORD*******", "a SAS transport file", EXPORT),
  SIGNATURE (0, "RDX?\nX\n", "an R data file", EXPORT),
  SIGNATURE (0, "\x89HDF\r\n\x1A\n", "an HDF5 file", EXPORT),
  SIGNATURE (4, "Standard ??? DB\0", "an Access database", EXPORT),
  SIGNATURE (0, "\3???????????\0\0", "a dBase file", EXPORT),
  SIGNATURE (0, "$FL2@(#) ", "an SPSS file", EXPORT),
  SIGNATURE (0, "$FL3@(#) ", "an SPSS file", EXPORT),
  SIGNATURE (0, "<stata_dta>", "a Stata file", EXPORT),
  SIGNATURE (0, "q?\1\0", "a Stata file", EXPORT),
  SIGNATURE (0, "r?\1\0", "a Stata file", EXPORT),
  SIGNATURE (0, "s?\1\0", "a Stata file", EXPORT),
  SIGNATURE (12, "\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0", "a SAS data set", EXPORT),
#undef SIGNATURE
};

static gboolean
file_kind_refuse (const char *name, const char *kind, const char *way_out, GError **error)
{
  g_autofree char *shown = deid_text_escape (name);

  return deid_fail (error, DEID_ERROR_ENCODING, "%s: the file is %s, expected text in UTF-8: %s",
                    shown, kind, way_out);
}

static gboolean
has_signature (guint i, const char *bytes, gsize n_bytes)
{
  const char *signature = file_kind_kinds[i].bytes;

  if (n_bytes < file_kind_kinds[i].offset + file_kind_kinds[i].n)
    return FALSE;
  for (guint b = 0; b < file_kind_kinds[i].n; b++)
    if (signature[b] != '?' && bytes[file_kind_kinds[i].offset + b] != signature[b])
      return FALSE;
  return TRUE;
}

gboolean
deid_file_kind_check_binary (const char *name, const char *bytes, gsize n_bytes, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (file_kind_kinds); i++)
    if (has_signature (i, bytes, n_bytes))
      return file_kind_refuse (name, file_kind_kinds[i].kind, file_kind_kinds[i].way_out, error);
  return TRUE;
}

gboolean
deid_file_kind_check (const char *name, const char *bytes, gsize n_bytes, GError **error)
{
  const char *wide = deid_encoding_guess_wide (bytes, n_bytes);
  g_autofree char *upper = NULL, *kind = NULL, *way_out = NULL;

  if (!deid_file_kind_check_binary (name, bytes, n_bytes, error))
    return FALSE;
  if (wide == NULL)
    return TRUE;
  upper = g_ascii_strup (wide, -1);
  kind = g_strdup_printf ("%.6s text", upper);
  way_out = g_strdup_printf ("convert it with iconv -f %s -t UTF-8", upper);
  return file_kind_refuse (name, kind, way_out, error);
}

gboolean
deid_file_check_nul (const char *shown, const char *text, gsize length, GError **error)
{
  const gsize n = strlen (text);
  guint64 line = 1, column = 1;

  if (n == length)
    return TRUE;
  for (gsize i = 0; i < n; i++)
    {
      line += text[i] == '\n';
      column = text[i] == '\n' ? 1 : column + 1;
    }
  return deid_fail (error, DEID_ERROR_ENCODING,
                    "%s: line %" G_GUINT64_FORMAT ", byte %" G_GUINT64_FORMAT
                    ": a NUL byte, expected a text",
                    shown, line, column);
}

static gboolean
input_fail (const DeidInput *input, const char *action, int code, GError **error)
{
  return deid_file_fail (input->name, action, code, error);
}

#define FILES_STANDARD_INPUT "/dev/fd/0"

/* A pipe is opened although nobody writes to it as yet, so that waiting can be cancelled. Standard
 * input goes on where it is. */
gboolean
deid_input_open (DeidInput *input, const char *path, GCancellable *cancellable, GError **error)
{
  const gboolean is_standard = g_str_equal (path, FILES_STANDARD_INPUT);
  struct stat status;

  *input = (DeidInput){ .name = is_standard ? "standard input" : path,
                        .cancellable = cancellable,
                        .descriptor
                        = is_standard ? fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                      : open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) };
  if (input->descriptor >= 0 && fstat (input->descriptor, &status) == 0)
    {
      input->can_block = !S_ISREG (status.st_mode);
      return TRUE;
    }
  input_fail (input, "open the file", errno, error);
  deid_input_clear (input);
  return FALSE;
}

void
deid_input_init_stream (DeidInput *input, GInputStream *stream, const char *name,
                        GCancellable *cancellable)
{
  *input
      = (DeidInput){ .name = name, .stream = stream, .descriptor = -1, .cancellable = cancellable };
}

void
deid_input_clear (DeidInput *input)
{
  if (input->descriptor >= 0)
    close (input->descriptor);
  g_free (input->chunk);
  deid_decoder_free (input->decoder);
  *input = (DeidInput){ .descriptor = -1 };
}

/* Returns: the number of bytes, 0 at the end, or -1 with an error. */
static gssize
read_file (const DeidInput *input, char *bytes, gsize size, GError **error)
{
  while (TRUE)
    {
      gssize n_read;

      if (input->can_block)
        deid_wait_for_descriptor (input->descriptor, G_IO_IN, input->cancellable);
      if (g_cancellable_set_error_if_cancelled (input->cancellable, error))
        return -1;
      n_read = read (input->descriptor, bytes, size);
      if (n_read >= 0)
        return n_read;
      if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
        {
          input_fail (input, "read the file", errno, error);
          return -1;
        }
    }
}

/* Not every class of streams looks at the cancellable. A stream may fail without saying why, and
 * what gives an error has failed, whatever it returns.
 * Returns: as the function above. */
static gssize
read_stream (const DeidInput *input, char *bytes, gsize size, GError **error)
{
  GError *own_error = NULL;
  gssize n_read;

  if (g_cancellable_set_error_if_cancelled (input->cancellable, error))
    return -1;
  n_read = g_input_stream_read (input->stream, bytes, size, input->cancellable, &own_error);
  if (own_error != NULL)
    {
      g_propagate_error (error, own_error);
      return -1;
    }
  if (n_read < 0)
    input_fail (input, "read the stream", EIO, error);
  return n_read;
}

gboolean
deid_input_fill_raw (DeidInput *input, char *bytes, gsize *n, gsize size, GError **error)
{
  while (!input->is_at_end && *n < size)
    {
      const gssize n_read = input->stream != NULL
                                ? read_stream (input, bytes + *n, size - *n, error)
                                : read_file (input, bytes + *n, size - *n, error);

      if (n_read < 0)
        return FALSE;
      input->is_at_end = n_read == 0;
      *n += (gsize) n_read;
    }
  return TRUE;
}

static gboolean
input_fill (DeidInput *input, char *bytes, gsize *n, gsize size, GError **error)
{
  return input->decoder != NULL ? deid_decoder_fill (input->decoder, input, bytes, n, size, error)
                                : deid_input_fill_raw (input, bytes, n, size, error);
}

gboolean
deid_input_peek (DeidInput *input, const char **bytes, gsize *n_bytes, GError **error)
{
  gboolean success;

  if (input->chunk == NULL)
    input->chunk = deid_alloc (DEID_INPUT_CHUNK_SIZE, 1, error);
  success = input->chunk != NULL
            && (input->n_ahead > 0
                || input_fill (input, input->chunk, &input->n_ahead, DEID_INPUT_CHUNK_SIZE, error));
  *bytes = input->chunk;
  *n_bytes = input->n_ahead;
  return success;
}

void
deid_input_skip (DeidInput *input, gsize n)
{
  input->n_ahead -= n;
  memmove (input->chunk, input->chunk + n, input->n_ahead);
}

gboolean
deid_input_read (DeidInput *input, const char **bytes, gsize *n_bytes, GError **error)
{
  const gboolean success = deid_input_peek (input, bytes, n_bytes, error);

  input->n_ahead = 0;
  return success;
}

gboolean
deid_input_read_to (DeidInput *input, char *bytes, gsize size, gsize *n_bytes, GError **error)
{
  *n_bytes = input->n_ahead;
  if (input->n_ahead > 0)
    memcpy (bytes, input->chunk, input->n_ahead);
  input->n_ahead = 0;
  return input_fill (input, bytes, n_bytes, size, error);
}

char *
deid_input_read_all (DeidInput *input, gsize max_length, const char *limit, gsize *length,
                     GError **error)
{
  g_autofree char *text = NULL;
  guint64 capacity = 0;
  gsize n;

  *length = 0;
  do
    {
      const char *bytes;

      if (!deid_input_read (input, &bytes, &n, error)
          || (*length == 0 && !deid_file_kind_check (input->name, bytes, n, error)))
        return NULL;
      if (n > max_length - *length)
        {
          g_autofree char *shown = deid_text_escape (input->name);

          return deid_fail_null (error, DEID_ERROR_TOO_LARGE, "%s: longer than %s", shown, limit);
        }
      if (!deid_grow ((gpointer *) &text, &capacity, *length + n + 1, 1, error))
        return NULL;
      memcpy (text + *length, bytes, n);
      *length += n;
    }
  while (n > 0);
  text[*length] = '\0';
  return g_steal_pointer (&text);
}
