/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-lines.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "base/text.h"

#define CERTIFICATE_LINES_MAX_WHOLE      9007199254740992.0 /* 2^53: more have no fraction */
#define CERTIFICATE_LINES_UNIT_SEPARATOR '\x1f'

gboolean
deid_certificate_lines_open (DeidCertificateLines *lines, const char *path, GInputStream *stream,
                             GCancellable *cancellable, GError **error)
{
  struct stat status;

  *lines = (DeidCertificateLines){ .shown = deid_text_escape (path),
                                   .checksum = g_checksum_new (G_CHECKSUM_SHA256) };
  if (stream != NULL)
    deid_input_init_stream (&lines->input, stream, path, cancellable);
  else if (!deid_input_open (&lines->input, path, cancellable, error))
    return FALSE;
  else if (!lines->input.can_block && fstat (lines->input.descriptor, &status) == 0)
    lines->size = (guint64) status.st_size;
  return TRUE;
}

void
deid_certificate_lines_close (DeidCertificateLines *lines)
{
  if (lines->shown == NULL)
    return;
  deid_input_clear (&lines->input);
  g_checksum_free (lines->checksum);
  deid_json_clear (&lines->json);
  g_free (lines->shown);
  g_free (lines->text);
}

double
deid_certificate_lines_get_share (const DeidCertificateLines *lines)
{
  return lines->size > 0 ? MIN (1, (double) lines->n_read / (double) lines->size) : 0;
}

static gboolean
add_to_line (DeidCertificateLines *lines, gsize n_bytes, GError **error)
{
  if (n_bytes > lines->max_length - lines->length)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE,
                   "line %" G_GUINT64_FORMAT ": longer than %" G_GSIZE_FORMAT
                   " bytes, the limit for this problem",
                   lines->line, lines->max_length);
      return FALSE;
    }
  if (!deid_grow ((gpointer *) &lines->text, &lines->text_capacity, lines->length + n_bytes + 1, 1,
                  error))
    return FALSE;
  memcpy (lines->text + lines->length, lines->bytes, n_bytes);
  lines->length += n_bytes;
  lines->text[lines->length] = '\0';
  return TRUE;
}

/* Reads up to the next line end, which is left out, or the end of the file, and adds a NUL. A line
 * that the end of the file breaks off is refused once it is read. */
static gboolean
certificate_lines_read_text (DeidCertificateLines *lines, gboolean *at_end, GError **error)
{
  const char *end = NULL;

  lines->length = 0;
  while (end == NULL)
    {
      gsize n;

      if (lines->n_bytes == 0
          && !deid_input_read (&lines->input, &lines->bytes, &lines->n_bytes, error))
        return FALSE;
      if (lines->n_bytes == 0)
        break;
      end = memchr (lines->bytes, '\n', lines->n_bytes);
      n = end != NULL ? (gsize) (end - lines->bytes) : lines->n_bytes;
      if (!add_to_line (lines, n, error))
        return FALSE;
      n += end != NULL;
      lines->bytes += n;
      lines->n_bytes -= n;
    }
  lines->is_broken_off = end == NULL;
  *at_end = end == NULL && lines->length == 0;
  lines->n_read += lines->length + 1;
  return TRUE;
}

/* Reads a number and moves behind it. */
static gboolean
skip_plain_number (const char **text)
{
  const char *start = *text;
  char *end;
  const double value = g_ascii_strtod (start, &end);

  *text = end;
  return *start != '-'
         && (strspn (start, "0123456789") == (gsize) (end - start) || value != trunc (value)
             || value >= CERTIFICATE_LINES_MAX_WHOLE);
}

/* Of the control characters, JSON as it is read leaves only this one in strings. */
static gboolean
certificate_lines_is_plain (const char *p)
{
  gboolean quoted = FALSE;

  while (*p != '\0' && *p != CERTIFICATE_LINES_UNIT_SEPARATOR)
    if (!quoted && (*p == '-' || g_ascii_isdigit (*p)))
      {
        if (!skip_plain_number (&p))
          return FALSE;
      }
    else
      {
        quoted ^= *p == '"';
        p += quoted && *p == '\\' ? 2 : 1;
      }
  return *p == '\0';
}

static gboolean
check_form (const DeidCertificateLines *lines, const DeidJsonValue **root, GError **error)
{
  const char *expected;

  if ((*root)->kind != DEID_JSON_OBJECT)
    expected = "a JSON object";
  else if (!certificate_lines_is_plain (lines->text))
    expected
        = "numbers without a sign, whole ones in digits alone, and control characters that are "
          "escaped";
  else if (lines->is_broken_off)
    expected = "a newline at its end: the file is not complete";
  else
    return TRUE;
  *root = NULL;
  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "line %" G_GUINT64_FORMAT ": expected %s",
               lines->line, expected);
  return FALSE;
}

gboolean
deid_certificate_lines_next (DeidCertificateLines *lines, const DeidJsonValue **root,
                             GError **error)
{
  GError *own_error = NULL;
  gboolean at_end;

  *root = NULL;
  if (lines->line > 0)
    {
      g_checksum_update (lines->checksum, (const guchar *) lines->text, (gssize) lines->length);
      g_checksum_update (lines->checksum, (const guchar *) "\n", 1);
    }
  lines->line++;
  if (!certificate_lines_read_text (lines, &at_end, error))
    return FALSE;
  if (at_end)
    return TRUE;
  *root = deid_json_read (&lines->json, lines->length > 0 ? lines->text : "", lines->length,
                          lines->line, DEID_STOP_NEVER, &own_error);
  if (*root != NULL)
    return check_form (lines, root, error);
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_PARSE))
    own_error->code = DEID_ERROR_CERTIFICATE;
  g_propagate_error (error, own_error);
  return FALSE;
}
