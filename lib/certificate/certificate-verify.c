/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "lattice/policy-private.h"
#include "certificate/certificate-event.h"
#include "certificate/certificate-reader.h"
#include "certificate/certificate-private.h"
#include "problem/preparation.h"
#include "search/statistics-private.h"
#include "search/result-private.h"

/* What lines may have for themselves, for each dimension, attribute and model, in bytes. */
#define MAX_EVENT     256
#define MAX_DIMENSION 64
#define MAX_ATTRIBUTE 32
#define MAX_MODEL     32

typedef struct
{
  DeidCertificateReader reader;
  DeidProblem *problem;
  DeidPreparation *preparation;
  const DeidPreparedProblem *prepared; /* all rows of it */
  DeidStop stop;
  DeidProofCheck proof;
  DeidLevel *optimum;
  DeidVerdict verdict; /* on the optimum */
  double loss;         /* of it */
  double lower_bound;  /* of all policies */
  gint64 proof_start;  /* of g_get_monotonic_time() */
} CertificateVerifyVerification;

static gboolean
read_optimum (CertificateVerifyVerification *verification, const DeidJsonValue *root,
              GError **error)
{
  const DeidLattice *lattice = verification->prepared->lattice;
  const DeidJsonValue *levels = deid_json_get_member (root, "optimum");
  const DeidJsonValue *level = deid_json_enter (levels);

  if (!deid_json_is (levels, DEID_JSON_ARRAY) || levels->n != lattice->n_dimensions)
    return deid_certificate_reader_refuse (&verification->reader, error,
                                           "member 'optimum': expected a level for each dimension");
  for (guint d = 0; d < lattice->n_dimensions; d++, level = deid_json_skip (level))
    {
      if (!deid_json_is (level, DEID_JSON_INTEGER) || level->integer < lattice->floors[d]
          || level->integer > lattice->heights[d])
        return deid_certificate_reader_refuse (&verification->reader, error,
                                               "member 'optimum': expected levels of the lattice");
      verification->optimum[d] = (DeidLevel) level->integer;
    }
  return TRUE;
}

/* Returns: a number of a line where it is nearly @found, with @offset added to both, so that it
 * passes when the line is compared; otherwise @found. */
static double
tolerate (const DeidJsonValue *root, const char *member, double offset, double found)
{
  double stated = found;

  deid_json_get_number (deid_json_get_member (root, member), &stated);
  return deid_certificate_nearly_equal (offset + stated, offset + found) ? stated : found;
}

/* Compares the second line with what was found of the optimum. */
static gboolean
compare_optimum (CertificateVerifyVerification *verification, const DeidJsonValue *root,
                 GError **error)
{
  const DeidLoss *model = &verification->prepared->loss;
  DeidVerdict verdict = verification->verdict;
  double loss;
  g_autofree char *expected = NULL;

  if (!deid_loss_from_objective (model, verdict.objective, &loss, error))
    return FALSE;
  verification->loss = loss;
  if (deid_certificate_has_powers (model))
    verdict.objective = tolerate (root, "objective", 0, verdict.objective);
  if (model->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN)
    loss = tolerate (root, "loss", 1, loss);
  expected = deid_certificate_describe_optimum (verification->prepared, verification->optimum,
                                                &verdict, loss, error);
  return expected != NULL
         && deid_certificate_reader_compare (&verification->reader, expected, error);
}

static gboolean
check_optimum (CertificateVerifyVerification *verification, GError **error)
{
  const DeidJsonValue *root = deid_certificate_reader_read_line (&verification->reader, error);
  DeidPlainEvaluator *corner = &verification->proof.corner;

  if (root == NULL || !read_optimum (verification, root, error)
      || !deid_plain_evaluator_set (corner, verification->optimum, &verification->stop, error))
    return FALSE;
  verification->verdict = corner->verdict;
  if (!corner->verdict.is_solution)
    return deid_certificate_reader_refuse (&verification->reader, error,
                                           "member 'optimum': the policy is no solution");
  if (!deid_plain_evaluator_get_objective (corner, &verification->stop,
                                           &verification->verdict.objective, error))
    return FALSE;
  verification->proof.objective = verification->verdict.objective;
  return compare_optimum (verification, root, error);
}

/* A lattice may have more policies than doubles count. */
static double
get_share_settled (const CertificateVerifyVerification *verification)
{
  const DeidWalk *walk = &verification->proof.walk;
  const double size = deid_lattice_get_size_as_double (verification->prepared->lattice);

  return walk->n_settled < size ? walk->n_settled / size : walk->is_complete;
}

static void
certificate_verify_report (CertificateVerifyVerification *verification, gboolean in_any_case)
{
  DeidProgress *progress
      = deid_certificate_reader_begin_report (&verification->reader, in_any_case);

  if (progress == NULL)
    return;
  progress->n_evaluated = verification->proof.n_evaluated;
  progress->loss = verification->loss;
  progress->lower_bound = MIN (progress->loss, verification->lower_bound);
  progress->share_settled = get_share_settled (verification);
  progress->share_done = deid_certificate_lines_get_share (&verification->reader.lines);
  deid_certificate_reader_tell (&verification->reader, progress);
}

static gboolean
certificate_verify_check_prices (CertificateVerifyVerification *verification, GError **error)
{
  const DeidJsonValue *root;
  GError *own_error = NULL;

  if (!deid_lattice_is_cut (verification->prepared->lattice))
    return TRUE;
  root = deid_certificate_reader_read_line (&verification->reader, error);
  if (root == NULL)
    return FALSE;
  return deid_proof_check_read_prices (&verification->proof, root, &own_error)
         || deid_certificate_reader_locate (&verification->reader, own_error, error);
}

static gboolean
check_events (CertificateVerifyVerification *verification, GError **error)
{
  DeidProofCheck *proof = &verification->proof;

  while (!proof->walk.is_complete)
    {
      const DeidJsonValue *root;
      GError *own_error = NULL;

      if (!deid_stop_check (&verification->stop, error)
          || (root = deid_certificate_reader_read_line (&verification->reader, error)) == NULL)
        return FALSE;
      if (!deid_proof_check_event (proof, root, &own_error))
        return deid_certificate_reader_locate (&verification->reader, own_error, error);
      certificate_verify_report (verification, FALSE);
    }
  certificate_verify_report (verification, TRUE);
  return deid_stop_check (&verification->stop, error);
}

static DeidStatistics *
make_statistics (const CertificateVerifyVerification *verification, GError **error)
{
  const double prepare = (double) (verification->proof_start - verification->reader.start);
  const double search = (double) (g_get_monotonic_time () - verification->proof_start);
  g_autoptr (DeidStatistics) statistics = deid_statistics_new ();

  return deid_statistics_set (statistics, "prepare-seconds", prepare / G_USEC_PER_SEC, error)
                 && deid_statistics_set (statistics, "search-seconds", search / G_USEC_PER_SEC,
                                         error)
             ? g_steal_pointer (&statistics)
             : NULL;
}

static DeidResult *
make_result (const CertificateVerifyVerification *verification, GError **error)
{
  DeidResult members = { .problem = verification->problem,
                         .n_suppressed = verification->verdict.n_suppressed,
                         .n_evaluated = verification->proof.n_evaluated,
                         .proven_optimal = TRUE,
                         .termination = DEID_TERMINATION_COMPLETE };

  if ((members.statistics = make_statistics (verification, error)) == NULL)
    return NULL;
  members.policy
      = deid_policy_new_from_levels (verification->problem->lattice, verification->optimum, error);
  if (members.policy == NULL)
    {
      deid_statistics_free (members.statistics);
      return NULL;
    }
  members.loss = members.lower_bound = verification->loss;
  return deid_result_new (&members);
}

static gboolean
certificate_verify_check_certificate (CertificateVerifyVerification *verification, GError **error)
{
  const DeidPreparedProblem *prepared = verification->prepared;
  const gboolean is_cut = deid_lattice_is_cut (prepared->lattice);

  if (!deid_lattice_check_no_block_limits (prepared->lattice, "certificates", error)
      || (is_cut && !deid_cut_prices_check_quality (prepared, error)))
    return FALSE;
  if (!deid_certificate_reader_read_problem (&verification->reader, error))
    return FALSE;
  verification->reader.lines.max_length
      = MAX_EVENT + MAX_DIMENSION * (gsize) prepared->lattice->n_dimensions
        + (is_cut ? MAX_ATTRIBUTE * (gsize) prepared->lattice->n_attributes : 0)
        + MAX_MODEL * (gsize) prepared->privacy.n_models;
  verification->proof_start = g_get_monotonic_time ();
  if (!deid_proof_check_init (&verification->proof, prepared, verification->optimum,
                              &verification->stop, error))
    return FALSE;
  return deid_loss_from_objective (
             &prepared->loss, deid_loss_get_bound (&prepared->loss, verification->proof.walk.lo),
             &verification->lower_bound, error)
         && check_optimum (verification, error)
         && certificate_verify_check_prices (verification, error)
         && check_events (verification, error)
         && deid_certificate_reader_read_end (&verification->reader, error);
}

/* What the search has prepared is not trusted. */
static gboolean
certificate_verify_prepare (CertificateVerifyVerification *verification, GError **error)
{
  verification->preparation
      = deid_problem_prepare_apart (verification->problem, &verification->stop, error);
  if (verification->preparation == NULL)
    return FALSE;
  verification->prepared = verification->reader.prepared = &verification->preparation->all;
  return TRUE;
}

static void
certificate_verify_verification_clear (CertificateVerifyVerification *verification)
{
  deid_proof_check_clear (&verification->proof);
  deid_certificate_lines_close (&verification->reader.lines);
  deid_preparation_release (verification->preparation);
  g_free (verification->optimum);
}

/* Of a file, or of a stream if one is given. */
static DeidResult *
certificate_verify (DeidProblem *problem, const char *path, GInputStream *stream,
                    DeidCertificateOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCertificateOptions) used = deid_certificate_options_use (options);
  CertificateVerifyVerification verification
      = { .problem = problem, .stop = *DEID_STOP_OF (cancellable) };
  DeidResult *result = NULL;

  deid_problem_make_immutable (problem);
  verification.reader.options = used;
  verification.reader.stop = &verification.stop;
  verification.reader.start = g_get_monotonic_time ();
  if (deid_new_arrays (error, DEID_NEW (verification.optimum, problem->lattice->n_dimensions))
      && deid_certificate_lines_open (&verification.reader.lines, path, stream, cancellable, error)
      && certificate_verify_prepare (&verification, error)
      && certificate_verify_check_certificate (&verification, error))
    result = make_result (&verification, error);
  certificate_verify_verification_clear (&verification);
  return result;
}

DeidResult *
deid_problem_verify_certificate (DeidProblem *problem, const char *path,
                                 DeidCertificateOptions *options, GCancellable *cancellable,
                                 GError **error)
{
  g_return_val_if_fail (path != NULL && problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return certificate_verify (problem, path, NULL, options, cancellable, error);
}

DeidResult *
deid_problem_verify_certificate_stream (DeidProblem *problem, GInputStream *stream,
                                        const char *name, DeidCertificateOptions *options,
                                        GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL && G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return certificate_verify (problem, name != NULL ? name : "certificate", stream, options,
                             cancellable, error);
}
