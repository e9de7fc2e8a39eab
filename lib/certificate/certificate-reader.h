/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "certificate/certificate-lines.h"
#include "certificate/certificate-options-private.h"
#include "evaluation/prepared-problem.h"

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
gboolean deid_certificate_reader_refuse (const DeidCertificateReader *reader, const char *reason,
                                         GError **error);

/* Returns: the next line, which is valid until another one is read, or NULL with the errors of
 * deid_certificate_lines_next(), %DEID_ERROR_CERTIFICATE at the end. */
const DeidJsonValue *deid_certificate_reader_read_line (DeidCertificateReader *reader,
                                                        GError **error);

/* Compares the line read last with the text that it must be. Errors: %DEID_ERROR_CERTIFICATE,
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_certificate_reader_compare (const DeidCertificateReader *reader, const char *text,
                                          GError **error);

/* Reads the first line, which must be about the problem and, if the options ask for that, about the
 * release. Errors: those of reading, %DEID_ERROR_CERTIFICATE, those of digests. */
gboolean deid_certificate_reader_read_problem (DeidCertificateReader *reader, GError **error);

/* Reads the last line, which must be right about the others. Errors: those of reading,
 * %DEID_ERROR_CERTIFICATE. */
gboolean deid_certificate_reader_read_end (DeidCertificateReader *reader, GError **error);
