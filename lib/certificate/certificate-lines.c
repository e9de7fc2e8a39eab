/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-lines.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "base/text.h"

#define MAX_WHOLE      9007199254740992.0 /* 2^53: more have no fraction */
#define UNIT_SEPARATOR '\x1f'

static gboolean
fail_io (const DeidCertificateLines *lines, const char *action, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "%s: cannot %s the file: %s", lines->shown, action,
               g_strerror (errno));
  return FALSE;
}

gboolean
deid_certificate_lines_open (DeidCertificateLines *lines, const char *path, GError **error)
{
  struct stat status;

  *lines = (DeidCertificateLines){ .shown = deid_text_escape (path) };
  lines->stream = fopen (path, "rbe");
  if (lines->stream == NULL)
    return fail_io (lines, "open", error);
  if (fstat (fileno (lines->stream), &status) == 0 && S_ISREG (status.st_mode))
    lines->size = (guint64) status.st_size;
  lines->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  return TRUE;
}

void
deid_certificate_lines_close (DeidCertificateLines *lines)
{
  if (lines->stream != NULL)
    fclose (lines->stream);
  g_clear_pointer (&lines->checksum, g_checksum_free);
  deid_json_clear (&lines->json);
  g_free (lines->shown);
  g_free (lines->text);
}

double
deid_certificate_lines_get_share (const DeidCertificateLines *lines)
{
  return lines->size > 0 ? MIN (1, (double) lines->n_read / (double) lines->size) : 0;
}

/* Reads up to the next line end, which is left out, or the end of the file, and adds a NUL. */
static gboolean
read_text (DeidCertificateLines *lines, gboolean *at_end, GError **error)
{
  int c;

  lines->length = 0;
  while ((c = getc (lines->stream)) != EOF && c != '\n')
    {
      if (lines->length == lines->max_length)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE,
                       "line %" G_GUINT64_FORMAT ": longer than %" G_GSIZE_FORMAT
                       " bytes, the limit for this problem",
                       lines->line, lines->max_length);
          return FALSE;
        }
      if (!deid_grow ((gpointer *) &lines->text, &lines->text_capacity, lines->length + 2, 1,
                      error))
        return FALSE;
      lines->text[lines->length++] = (char) c;
    }
  *at_end = c == EOF && lines->length == 0;
  lines->n_read += lines->length + 1;
  if (lines->length > 0)
    lines->text[lines->length] = '\0';
  return !ferror (lines->stream) || fail_io (lines, "read", error);
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
             || value >= MAX_WHOLE);
}

/* Of the control characters, JSON as it is read leaves only this one in strings. */
static gboolean
is_plain (const char *p)
{
  gboolean quoted = FALSE;

  while (*p != '\0' && *p != UNIT_SEPARATOR)
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
  else if (!is_plain (lines->text))
    expected
        = "numbers without a sign, whole ones in digits alone, and control characters that are "
          "escaped";
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
  if (!read_text (lines, &at_end, error))
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
