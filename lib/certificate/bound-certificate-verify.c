/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/bound-certificate.h"

#include <math.h>

#include "base/rational.h"
#include "certificate/bound-check.h"
#include "certificate/certificate-reader.h"
#include "evaluation/least-size.h"
#include "evaluation/preparation.h"
#include "search/progress-private.h"

#define MAX_LINE 256 /* but for the first one, in bytes */

typedef struct
{
  DeidCertificateReader reader;
  DeidBoundCheck check;
  double stated; /* as the bound */
} BoundCertificateVerifyVerification;

/* What is claimed is a bound, of which nothing is known before all sets were looked at. */
static void
report_progress (BoundCertificateVerifyVerification *verification, gboolean in_any_case)
{
  DeidProgress *progress
      = deid_certificate_reader_begin_report (&verification->reader, in_any_case);

  if (progress == NULL)
    return;
  progress->n_evaluated = verification->check.n_sets;
  progress->loss = verification->stated;
  progress->share_settled = progress->share_done = verification->check.share;
  deid_certificate_reader_tell (&verification->reader, progress);
}

static void
bound_certificate_verify_report (gpointer data)
{
  report_progress (data, FALSE);
}

static gboolean
bound_certificate_verify_read_count (const DeidCertificateReader *reader, const DeidJsonValue *root,
                                     const char *member, guint64 *count, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, member);

  if (!deid_json_is (value, DEID_JSON_INTEGER) || value->integer < 0)
    return deid_certificate_reader_locate (
        reader,
        g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE, "member '%s': expected a count", member),
        error);
  *count = (guint64) value->integer;
  return TRUE;
}

/* A class may have no fewer records than k. */
static gboolean
bound_certificate_verify_check_size (BoundCertificateVerifyVerification *verification, guint64 k,
                                     GError **error)
{
  const DeidCertificateReader *reader = &verification->reader;
  guint64 least;

  if (!deid_prepared_problem_find_least_class (reader->prepared, &least, reader->stop, error))
    return FALSE;
  if (k >= 1 && k <= least)
    return TRUE;
  return deid_certificate_reader_locate (
      reader,
      g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE,
                   "member 'k': expected at least 1 and at most %" G_GUINT64_FORMAT
                   ", the least size of a class",
                   least),
      error);
}

static gboolean
check_claim (BoundCertificateVerifyVerification *verification, GError **error)
{
  DeidCertificateReader *reader = &verification->reader;
  const DeidJsonValue *root = deid_certificate_reader_read_line (reader, error);
  g_autofree char *expected = NULL;
  guint64 k = 0;

  if (root == NULL || !bound_certificate_verify_read_count (reader, root, "k", &k, error)
      || !bound_certificate_verify_check_size (verification, k, error)
      || !deid_bound_check_init (&verification->check, reader->prepared, k, reader->stop, error))
    return FALSE;
  if (!deid_json_get_number (deid_json_get_member (root, "lower_bound"), &verification->stated)
      || !isfinite (verification->stated))
    return deid_certificate_reader_refuse (reader, "member 'lower_bound': expected a number",
                                           error);
  expected = deid_bound_certificate_describe (k, verification->check.grouping.n_classes,
                                              verification->stated, error);
  return expected != NULL && deid_certificate_reader_compare (reader, expected, error);
}

static gboolean
bound_certificate_verify_read_prices (BoundCertificateVerifyVerification *verification,
                                      GError **error)
{
  DeidCertificateReader *reader = &verification->reader;

  for (guint32 i = 0; i < verification->check.grouping.n_classes; i++)
    {
      DeidPricedCombination *combination = &verification->check.combinations[i];
      const DeidJsonValue *root = deid_certificate_reader_read_line (reader, error);
      guint64 row = 0;

      if (root == NULL || !bound_certificate_verify_read_count (reader, root, "row", &row, error)
          || !bound_certificate_verify_read_count (reader, root, "price", &combination->price,
                                                   error))
        return FALSE;
      if (root->n != 2)
        return deid_certificate_reader_refuse (reader, "expected two members, 'row' and 'price'",
                                               error);
      if (row != combination->first_row)
        return deid_certificate_reader_locate (
            reader,
            g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE,
                         "member 'row': expected %" G_GUINT64_FORMAT
                         ", the first row of the next combination",
                         combination->first_row),
            error);
    }
  return TRUE;
}

static gboolean
refuse_bound (const BoundCertificateVerifyVerification *verification, const char *reason,
              GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "%s: %s",
               verification->reader.lines.shown, reason);
  return FALSE;
}

/* The same prices make the same bound everywhere. */
static gboolean
bound_certificate_verify_check_bound (BoundCertificateVerifyVerification *verification,
                                      GError **error)
{
  const double bound = deid_local_bound_from_sum (verification->reader.prepared,
                                                  deid_bound_check_get_sum (&verification->check));
  gboolean holds;

  if (bound < verification->stated || bound > verification->stated)
    return refuse_bound (verification,
                         "line 2: member 'lower_bound': expected what the prices sum up to", error);
  verification->check.report = bound_certificate_verify_report;
  verification->check.report_data = verification;
  if (!deid_bound_check_run (&verification->check, &holds, error))
    return FALSE;
  report_progress (verification, TRUE);
  if (!deid_stop_check (verification->reader.stop, error))
    return FALSE;
  return holds
         || refuse_bound (verification, "the prices exceed what some labels cost their records",
                          error);
}

static gboolean
bound_certificate_verify_check_certificate (BoundCertificateVerifyVerification *verification,
                                            GError **error)
{
  DeidCertificateReader *reader = &verification->reader;

  if (!deid_certificate_reader_read_problem (reader, error))
    return FALSE;
  reader->lines.max_length = MAX_LINE;
  return check_claim (verification, error)
         && bound_certificate_verify_read_prices (verification, error)
         && deid_certificate_reader_read_end (reader, error)
         && bound_certificate_verify_check_bound (verification, error);
}

/* Of a file, or of a stream if one is given. */
static gboolean
bound_certificate_verify_verify (DeidProblem *problem, const char *path, GInputStream *stream,
                                 DeidCertificateOptions *options, double *lower_bound,
                                 GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCertificateOptions) used = deid_certificate_options_use (options);
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  BoundCertificateVerifyVerification verification
      = { .reader = { .options = used, .stop = stop, .start = g_get_monotonic_time () } };
  DeidPreparation *preparation = deid_problem_prepare_apart (problem, stop, error);
  gboolean success;

  if (preparation == NULL)
    return FALSE;
  verification.reader.prepared = &preparation->all;
  success = deid_local_bound_check_problem (&preparation->all, error)
            && deid_certificate_lines_open (&verification.reader.lines, path, stream, cancellable,
                                            error)
            && bound_certificate_verify_check_certificate (&verification, error);
  if (success && lower_bound != NULL)
    *lower_bound = verification.stated;
  deid_bound_check_clear (&verification.check);
  deid_certificate_lines_close (&verification.reader.lines);
  deid_preparation_release (preparation);
  return success;
}

gboolean
deid_problem_verify_bound_certificate (DeidProblem *problem, const char *path,
                                       DeidCertificateOptions *options, double *lower_bound,
                                       GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL && path != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return bound_certificate_verify_verify (problem, path, NULL, options, lower_bound, cancellable,
                                          error);
}

gboolean
deid_problem_verify_bound_certificate_stream (DeidProblem *problem, GInputStream *stream,
                                              const char *name, DeidCertificateOptions *options,
                                              double *lower_bound, GCancellable *cancellable,
                                              GError **error)
{
  g_return_val_if_fail (problem != NULL && G_IS_INPUT_STREAM (stream), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return bound_certificate_verify_verify (problem, name != NULL ? name : "certificate", stream,
                                          options, lower_bound, cancellable, error);
}
