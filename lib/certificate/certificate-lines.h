/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/input.h"
#include "base/json/json-read.h"

/* The lines of a certificate, of which one at a time is in memory. */
typedef struct
{
  char *shown; /* the path, or the name of the stream, for messages */
  DeidInput input;
  const char *bytes; /* that were read and are still to be taken */
  gsize n_bytes;
  gsize max_length;       /* of a line in bytes, to be set before each is read */
  guint64 size;           /* of the file in bytes, 0 where that is not known */
  guint64 n_read;         /* bytes */
  guint64 line;           /* the number of the line read last */
  gboolean is_broken_off; /* whether the line read last has no newline */
  char *text;
  guint64 text_capacity;
  gsize length;
  DeidJson json;       /* the line read last */
  GChecksum *checksum; /* of the lines before it */
} DeidCertificateLines;

/* Opens a file, or the stream if one is given: then @path is only its name. Errors: %DEID_ERROR_IO.
 */
gboolean deid_certificate_lines_open (DeidCertificateLines *lines, const char *path,
                                      GInputStream *stream, GCancellable *cancellable,
                                      GError **error);

/* Also of lines that are 0. */
void deid_certificate_lines_close (DeidCertificateLines *lines);

/* Returns: the share of the file that was read, 0 where that is not known. */
double deid_certificate_lines_get_share (const DeidCertificateLines *lines);

/* Reads the next line, a JSON object of plain specification: numbers have no sign, whole ones no
 * fraction or exponent, and control characters are escaped. The root is valid until the next line
 * is read, and NULL at the end of the file.
 *
 * Errors: those of deid_input_read(); %DEID_ERROR_CERTIFICATE for a line that is none or too long.
 */
gboolean deid_certificate_lines_next (DeidCertificateLines *lines, const DeidJsonValue **root,
                                      GError **error);
