/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/output-file.h"
#include "evaluation/grouping-evaluator.h"
#include "search/interval/prove.h"

#include <math.h>

/* A file or a stream that a certificate is written to alone. */
typedef struct
{
  const char *path;
  GOutputStream *stream; /* or NULL */
  GCancellable *cancellable;
  DeidOutputFile file;
  gboolean is_open;
} DeidSingleOutput;

/* Opens a #DeidSingleOutput, as a #DeidCertificateOpener does. */
DeidOutputFile *deid_single_output_open (gpointer data, GError **error);

/* Puts the file into its place if all was written, and drops it otherwise. Returns: whether it is
 * there. */
gboolean deid_single_output_end (DeidSingleOutput *single, gboolean is_written, GError **error);

/* Certificates, whose format deid-certificate.h describes. */

/* How far results of pow(), whose last bits are not the same everywhere, may be apart. */
#define DEID_CERTIFICATE_TOLERANCE 1e-12

static inline gboolean
deid_certificate_nearly_equal (double stated, double found)
{
  return fabs (stated - found) <= DEID_CERTIFICATE_TOLERANCE * fabs (found);
}

/* Tells whether objectives and bounds are results of pow(). */
static inline gboolean
deid_certificate_has_powers (const DeidLoss *loss)
{
  return loss->weighted && loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN;
}

/* Writes the first line, on the problem, with empty names of the tables, without a line end.
 *
 * Returns: (transfer full): the text; NULL with the errors of digests. All texts may be NULL with
 * %DEID_ERROR_NO_MEMORY. */
char *deid_certificate_describe_problem (const DeidPreparedProblem *prepared, const DeidStop *stop,
                                         GError **error);

/* Puts the names of the table and, unless that is %NULL, of its population into the first line, and
 * the digest of the released file, unless that is %NULL.
 * Returns: (transfer full): the text. */
char *deid_certificate_complete_problem (const char *problem, const char *table,
                                         const char *population, const char *release_sha256,
                                         GError **error);

/* Writes the second line, on the optimum, without a line end. */
char *deid_certificate_describe_optimum (const DeidPreparedProblem *prepared,
                                         const DeidLevel *optimum, const DeidVerdict *verdict,
                                         double loss, GError **error);

/* Writes the last line, without a line end; the checksum is closed. */
char *deid_certificate_describe_end (guint64 n_lines, GChecksum *checksum, GError **error);

/* Something that proves an optimum, such as deid_search_prove(). */
typedef gboolean (*DeidProver) (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                                const DeidVerdict *verdict, const DeidProofFuncs *funcs,
                                gpointer data, const DeidStop *stop, GError **error);

/* Opens the file of a certificate. Returns: (transfer none): the file, or NULL with an error. */
typedef DeidOutputFile *(*DeidCertificateOpener) (gpointer data, GError **error);

/* Opens the file, once the first line is made, and writes all lines, which prove the bound of a
 * result that has prices, and the optimum of others; on failure the file, if it was opened, is left
 * to the caller. @release_sha256 is the digest of the released file that the certificate belongs
 * to, or %NULL.
 *
 * Errors: those of deid_certificate_write(). */
gboolean deid_certificate_write_lines (DeidResult *result, DeidProver prove,
                                       const char *release_sha256, DeidCertificateOpener open,
                                       gpointer data, const DeidStop *stop, GError **error);

/* Checks that a result may have a certificate. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_certificate_check_result (const DeidResult *result, GError **error);

/* Errors: %DEID_ERROR_INVALID_ARGUMENT if a policy comes before the optimum that ties with it,
 * %DEID_ERROR_CERTIFICATE if the prover settles too little or too much, %DEID_ERROR_IO, and those
 * of prepared problems, evaluations and the prover. */
gboolean deid_certificate_write (DeidResult *result, DeidProver prove, const char *path,
                                 const DeidStop *stop, GError **error);

/* Certificates of bounds, whose format deid-bound-certificate.h describes. */

/* Checks that the prices that a result keeps are a bound, and writes them as
 * deid_certificate_write_lines() does. Errors: %DEID_ERROR_CERTIFICATE if they are no bound, those
 * of deid_problem_write_bound_certificate(). */
gboolean deid_bound_certificate_write_kept (const DeidResult *result, const char *release_sha256,
                                            DeidCertificateOpener open, gpointer data,
                                            const DeidStop *stop, GError **error);
