/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "lattice/policy-private.h"
#include "certificate/certificate-check.h"
#include "certificate/certificate-options-private.h"
#include "certificate/certificate-private.h"
#include "search/progress-private.h"
#include "search/result-private.h"

static gboolean
read_optimum (DeidCertificateCheck *check, const DeidJsonValue *root, GError **error)
{
  const DeidLattice *lattice = check->prepared->lattice;
  const DeidJsonValue *levels = deid_json_get_member (root, "optimum");
  const DeidJsonValue *level = deid_json_enter (levels);

  if (!deid_json_is (levels, DEID_JSON_ARRAY) || levels->n != lattice->n_dimensions)
    return deid_certificate_refuse (check, "member 'optimum': expected a level for each dimension",
                                    error);
  for (guint d = 0; d < lattice->n_dimensions; d++, level = deid_json_skip (level))
    {
      if (!deid_json_is (level, DEID_JSON_INTEGER) || level->integer < lattice->floors[d]
          || level->integer > lattice->heights[d])
        return deid_certificate_refuse (check, "member 'optimum': expected levels of the lattice",
                                        error);
      check->optimum[d] = (DeidLevel) level->integer;
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
compare_optimum (DeidCertificateCheck *check, const DeidJsonValue *root, GError **error)
{
  const DeidLoss *model = &check->prepared->loss;
  DeidVerdict verdict = check->verdict;
  double loss;
  g_autofree char *expected = NULL;

  if (!deid_loss_from_objective (model, verdict.objective, &loss, error))
    return FALSE;
  check->loss = loss;
  if (deid_certificate_has_powers (model))
    verdict.objective = tolerate (root, "objective", 0, verdict.objective);
  if (model->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN)
    loss = tolerate (root, "loss", 1, loss);
  expected
      = deid_certificate_describe_optimum (check->prepared, check->optimum, &verdict, loss, error);
  return expected != NULL && deid_certificate_compare_line (check, expected, error);
}

static gboolean
check_optimum (DeidCertificateCheck *check, GError **error)
{
  const DeidJsonValue *root = deid_certificate_read_line (check, error);
  DeidPlainEvaluator *corner = &check->proof.corner;

  if (root == NULL || !read_optimum (check, root, error)
      || !deid_plain_evaluator_set (corner, check->optimum, &check->stop, error))
    return FALSE;
  check->verdict = corner->verdict;
  if (!corner->verdict.is_solution)
    return deid_certificate_refuse (check, "member 'optimum': the policy is no solution", error);
  if (!deid_plain_evaluator_get_objective (corner, &check->stop, &check->verdict.objective, error))
    return FALSE;
  check->proof.objective = check->verdict.objective;
  return compare_optimum (check, root, error);
}

/* A lattice may have more policies than doubles count. */
static double
get_share_settled (const DeidCertificateCheck *check)
{
  const DeidWalk *walk = &check->proof.walk;
  const double size = deid_lattice_get_size_as_double (check->prepared->lattice);

  return walk->n_settled < size ? walk->n_settled / size : walk->is_complete;
}

static void
report (DeidCertificateCheck *check, gboolean in_any_case)
{
  const gint64 now = g_get_monotonic_time ();
  DeidProgress *progress;

  if (check->func == NULL
      || (!in_any_case && now - check->last_report < DEID_MICROSECONDS_A_REPORT))
    return;
  check->last_report = now;
  progress = deid_progress_new ();
  progress->n_evaluated = check->proof.n_evaluated;
  progress->seconds = (double) (now - check->start) / G_USEC_PER_SEC;
  progress->loss = check->loss;
  progress->lower_bound = MIN (progress->loss, check->lower_bound);
  progress->share_settled = get_share_settled (check);
  progress->share_done = deid_certificate_lines_get_share (&check->lines);
  check->func (progress, check->user_data);
  deid_progress_unref (progress);
}

static gboolean
check_events (DeidCertificateCheck *check, GError **error)
{
  DeidProofCheck *proof = &check->proof;

  while (!proof->walk.is_complete)
    {
      const DeidJsonValue *root;
      GError *own_error = NULL;

      if (!deid_stop_check (&check->stop, error)
          || (root = deid_certificate_read_line (check, error)) == NULL)
        return FALSE;
      if (!deid_proof_check_event (proof, root, &own_error))
        return deid_certificate_locate (check, own_error, error);
      report (check, FALSE);
    }
  report (check, TRUE);
  return deid_stop_check (&check->stop, error);
}

static gboolean
check_end (DeidCertificateCheck *check, GError **error)
{
  const DeidJsonValue *root = deid_certificate_read_line (check, error);
  g_autoptr (GChecksum) checksum = g_checksum_copy (check->lines.checksum);
  g_autofree char *expected = NULL;
  GError *own_error = NULL;

  if (root == NULL)
    return FALSE;
  expected = deid_certificate_describe_end (check->lines.line - 1, checksum, error);
  if (expected == NULL || !deid_certificate_compare_line (check, expected, error))
    return FALSE;
  if (deid_certificate_lines_next (&check->lines, &root, &own_error) && root == NULL)
    return TRUE;
  if (own_error != NULL && !g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_clear_error (&own_error);
  return deid_certificate_refuse (check, "expected nothing behind the end", error);
}

static DeidStatistics *
make_statistics (const DeidCertificateCheck *check, GError **error)
{
  const double prepare = (double) (check->proof_start - check->start);
  const double search = (double) (g_get_monotonic_time () - check->proof_start);
  g_autoptr (DeidStatistics) statistics = deid_statistics_new ();

  return deid_statistics_set (statistics, "prepare-seconds", prepare / G_USEC_PER_SEC, error)
                 && deid_statistics_set (statistics, "search-seconds", search / G_USEC_PER_SEC,
                                         error)
             ? g_steal_pointer (&statistics)
             : NULL;
}

static DeidResult *
make_result (const DeidCertificateCheck *check, GError **error)
{
  const DeidPreparedProblem *prepared = check->prepared;
  DeidResult members = { .problem = check->problem,
                         .n_suppressed = check->verdict.n_suppressed,
                         .n_evaluated = check->proof.n_evaluated,
                         .n_pruned = G_MAXUINT64,
                         .proven_optimal = TRUE,
                         .termination = DEID_TERMINATION_COMPLETE };
  guint64 size;

  if ((members.statistics = make_statistics (check, error)) == NULL)
    return NULL;
  members.policy = deid_policy_new_from_levels (check->problem->lattice, check->optimum, error);
  if (members.policy == NULL)
    {
      deid_statistics_unref (members.statistics);
      return NULL;
    }
  members.loss = members.lower_bound = check->loss;
  if (deid_lattice_get_size (prepared->lattice, &size))
    members.n_pruned = size - members.n_evaluated;
  return deid_result_new (&members);
}

static gboolean
check_certificate (DeidCertificateCheck *check, GError **error)
{
  const DeidPreparedProblem *prepared = check->prepared;

  if (!deid_certificate_check_problem (check, error))
    return FALSE;
  check->proof_start = g_get_monotonic_time ();
  if (!deid_proof_check_init (&check->proof, prepared, check->optimum, &check->stop, error))
    return FALSE;
  return deid_loss_from_objective (&prepared->loss,
                                   deid_loss_get_bound (&prepared->loss, check->proof.walk.lo),
                                   &check->lower_bound, error)
         && check_optimum (check, error) && check_events (check, error) && check_end (check, error);
}

/* What the search has prepared is not trusted. */
static gboolean
prepare (DeidCertificateCheck *check, GError **error)
{
  check->preparation = deid_problem_prepare_apart (check->problem, &check->stop, error);
  if (check->preparation == NULL)
    return FALSE;
  check->prepared = &check->preparation->all;
  return TRUE;
}

static void
verification_clear (DeidCertificateCheck *check)
{
  deid_proof_check_clear (&check->proof);
  deid_certificate_lines_close (&check->lines);
  deid_preparation_release (check->preparation);
  g_free (check->optimum);
}

/* Of a file, or of a stream if one is given. */
static DeidResult *
verify (DeidProblem *problem, const char *path, GInputStream *stream,
        DeidCertificateOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCertificateOptions) used = deid_certificate_options_use (options);
  DeidCertificateCheck check = { .problem = problem,
                                 .release = used->release,
                                 .release_sha256 = used->release_sha256,
                                 .func = used->progress_func,
                                 .user_data = used->progress_data,
                                 .stop = *DEID_STOP_OF (cancellable),
                                 .start = g_get_monotonic_time () };
  DeidResult *result = NULL;

  deid_problem_make_immutable (problem);
  check.last_report = check.start;
  if (deid_lattice_check_no_cuts (problem->lattice, "certificates", error)
      && deid_new_arrays (error, DEID_NEW (check.optimum, problem->lattice->n_dimensions))
      && deid_certificate_lines_open (&check.lines, path, stream, cancellable, error)
      && prepare (&check, error) && check_certificate (&check, error))
    result = make_result (&check, error);
  verification_clear (&check);
  return result;
}

DeidResult *
deid_problem_verify_certificate (DeidProblem *problem, const char *path,
                                 DeidCertificateOptions *options, GCancellable *cancellable,
                                 GError **error)
{
  g_return_val_if_fail (path != NULL && problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return verify (problem, path, NULL, options, cancellable, error);
}

DeidResult *
deid_problem_verify_certificate_stream (DeidProblem *problem, GInputStream *stream,
                                        const char *name, DeidCertificateOptions *options,
                                        GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL && G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return verify (problem, name != NULL ? name : "certificate", stream, options, cancellable, error);
}
