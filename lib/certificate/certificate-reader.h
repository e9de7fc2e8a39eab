/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/files.h"
#include "base/json.h"
#include "problem/preparation.h"

#include <deid/deid.h>

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

struct DeidCertificateOptions
{
  gatomicrefcount ref_count;
  gint immutable;       /* atomic */
  GPtrArray *releases;  /* paths */
  char *release_sha256; /* or NULL */
  DeidProgressFunc progress_func;
  gpointer progress_data;
  GDestroyNotify progress_destroy;
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidCertificateOptions *deid_certificate_options_use (DeidCertificateOptions *options);

/* A certificate of any kind that is being checked: its lines, and what its first and its last line
 * must be. */
typedef struct
{
  const DeidCertificateOptions *options;
  const DeidPreparedProblem *prepared; /* that it must be about, all rows of it */
  const DeidStop *stop;
  DeidCertificateLines lines;
  gint64 start; /* of g_get_monotonic_time() */
  gint64 last_report;
} DeidCertificateReader;

/* Returns: (transfer full) (nullable): a progress to be filled in and told, if the options have a
 * function and it is time, or in any case; it knows the seconds. */
DeidProgress *deid_certificate_reader_begin_report (DeidCertificateReader *reader,
                                                    gboolean in_any_case);
void deid_certificate_reader_tell (const DeidCertificateReader *reader, DeidProgress *progress);

/* Says where a certificate is refused, if the error is that it is; takes the error. Returns: FALSE.
 */
gboolean deid_certificate_reader_locate (const DeidCertificateReader *reader, GError *own_error,
                                         GError **error);

/* Refuses a certificate, and says where. Returns: FALSE. */
gboolean deid_certificate_reader_refuse (const DeidCertificateReader *reader, GError **error,
                                         const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Returns: the next line, which is valid until another one is read, or NULL with the errors of
 * deid_input_read(), %DEID_ERROR_CERTIFICATE for a line that is none or too long, and at the end.
 */
const DeidJsonValue *deid_certificate_reader_read_line (DeidCertificateReader *reader,
                                                        GError **error);

/* Compares the line read last with the text that it must be. Errors: %DEID_ERROR_CERTIFICATE. */
gboolean deid_certificate_reader_compare (const DeidCertificateReader *reader, const char *text,
                                          GError **error);

/* Reads the first line, which must be about the problem and, if the options ask for that, about the
 * release. Errors: those of reading, %DEID_ERROR_CERTIFICATE, those of digests. */
gboolean deid_certificate_reader_read_problem (DeidCertificateReader *reader, GError **error);

/* Reads the last line, which must be right about the others. Errors: those of reading,
 * %DEID_ERROR_CERTIFICATE. */
gboolean deid_certificate_reader_read_end (DeidCertificateReader *reader, GError **error);
