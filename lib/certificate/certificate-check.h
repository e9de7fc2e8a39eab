/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "certificate/certificate-event.h"
#include "certificate/certificate-lines.h"
#include "evaluation/preparation.h"

/* A certificate that is being checked, and what each of its lines is asked. */

typedef struct
{
  const char *release;        /* the path of the released file, or NULL */
  const char *release_sha256; /* the digest that is asked for, or NULL */
  DeidProblem *problem;
  DeidPreparation *preparation;
  const DeidPreparedProblem *prepared; /* all rows of it */
  DeidStop stop;
  DeidCertificateLines lines;
  DeidProofCheck proof;
  DeidLevel *optimum;
  DeidVerdict verdict; /* on the optimum */
  double loss;         /* of it */
  double lower_bound;  /* of all policies */
  DeidProgressFunc func;
  gpointer user_data;
  gint64 start; /* of g_get_monotonic_time() */
  gint64 proof_start;
  gint64 last_report;
} DeidCertificateCheck;

/* Says where the certificate is refused. Takes @own_error. Returns: %FALSE. */
gboolean deid_certificate_locate (const DeidCertificateCheck *check, GError *own_error,
                                  GError **error);

/* Refuses the line read last. Returns: %FALSE. */
gboolean deid_certificate_refuse (const DeidCertificateCheck *check, const char *reason,
                                  GError **error);

/* Returns: the next line, which is valid until another one is read. */
const DeidJsonValue *deid_certificate_read_line (DeidCertificateCheck *check, GError **error);

/* Compares the line read last with the text that it must be. */
gboolean deid_certificate_compare_line (const DeidCertificateCheck *check, const char *text,
                                        GError **error);

/* Reads the first line, on the problem, and compares it with the problem as it was prepared anew,
 * and the digest that it states with the released file. Sets the length of the lines that follow.
 * Errors: %DEID_ERROR_CERTIFICATE, and those of files and digests. */
gboolean deid_certificate_check_problem (DeidCertificateCheck *check, GError **error);
