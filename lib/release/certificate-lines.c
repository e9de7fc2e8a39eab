/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/certificate-lines.h"

#include <errno.h>
#include <sys/stat.h>

#include <deid/deid.h>

#include "base/memory.h"
#include "release/certificate-private.h"
#include "release/json-read.h"

static gboolean
fail_io (const char *path, const char *action, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "%s: cannot %s the file: %s", path, action,
               g_strerror (errno));
  return FALSE;
}

gboolean
deid_certificate_lines_open (DeidCertificateLines *lines, const char *path, GError **error)
{
  struct stat status;

  *lines = (DeidCertificateLines){ .path = path, .stream = fopen (path, "rbe") };
  if (lines->stream == NULL)
    return fail_io (path, "open", error);
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
      if (lines->length == DEID_CERTIFICATE_MAX_LINE)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE,
                       "line %" G_GUINT64_FORMAT ": longer than %d bytes", lines->line,
                       DEID_CERTIFICATE_MAX_LINE);
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
  return !ferror (lines->stream) || fail_io (lines->path, "read", error);
}

gboolean
deid_certificate_lines_next (DeidCertificateLines *lines, JsonNode **root, GError **error)
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
  *root = deid_json_read (lines->length > 0 ? lines->text : "", lines->length, lines->line,
                          &own_error);
  if (*root == NULL)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, own_error->message);
      g_error_free (own_error);
      return FALSE;
    }
  if (JSON_NODE_HOLDS_OBJECT (*root))
    return TRUE;
  g_clear_pointer (root, json_node_unref);
  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE,
               "line %" G_GUINT64_FORMAT ": expected a JSON object", lines->line);
  return FALSE;
}
