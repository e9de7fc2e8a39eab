/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/arrays.h"
#include "base/text.h"
#include "lattice/policy-private.h"
#include "certificate/certificate-event.h"
#include "certificate/certificate-lines.h"
#include "certificate/certificate-options-private.h"
#include "certificate/certificate-private.h"
#include "evaluation/digest.h"
#include "evaluation/preparation.h"
#include "base/json/json-compare.h"
#include "search/progress-private.h"
#include "search/result-private.h"

/* What lines may have for the name of a table, for the digest of a release, for themselves, for
 * each dimension and for each model, in bytes. */
#define MAX_NAME      (1 << 16)
#define MAX_DIGEST    128
#define MAX_EVENT     256
#define MAX_DIMENSION 64
#define MAX_MODEL     32

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
} Verification;

/* Says where a certificate is refused. */
static gboolean
locate (const Verification *verification, GError *own_error, GError **error)
{
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
    g_prefix_error (&own_error, "%s: line %" G_GUINT64_FORMAT ": ", verification->lines.shown,
                    verification->lines.line);
  g_propagate_error (error, own_error);
  return FALSE;
}

static gboolean
refuse (const Verification *verification, const char *reason, GError **error)
{
  return locate (verification, g_error_new_literal (DEID_ERROR, DEID_ERROR_CERTIFICATE, reason),
                 error);
}

/* Returns: the next line, which is valid until another one is read. */
static const DeidJsonValue *
read_line (Verification *verification, GError **error)
{
  GError *own_error = NULL;
  const DeidJsonValue *root;

  if (!deid_certificate_lines_next (&verification->lines, &root, &own_error))
    {
      if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
        g_prefix_error (&own_error, "%s: ", verification->lines.shown);
      g_propagate_error (error, own_error);
    }
  else if (root == NULL)
    refuse (verification, "the certificate breaks off, expected a line", error);
  return root;
}

/* Compares the line read last with the text that it must be. */
static gboolean
compare (const Verification *verification, const char *text, GError **error)
{
  DeidJson expected = { 0 };
  GError *own_error = NULL;
  gboolean success;

  success = deid_json_read (&expected, text, strlen (text), 1, DEID_STOP_NEVER, &own_error) != NULL
            && deid_json_compare (
                &verification->lines.json, &expected,
                deid_dataset_get_show_values (verification->problem->lattice->dataset), &own_error);
  deid_json_clear (&expected);
  return success || locate (verification, own_error, error);
}

/* A range of levels is easily forgotten when the problem is stated anew: where only this differs,
 * the message says how to state it. */
static gboolean
check_range (const Verification *verification, const DeidJsonValue *found, guint a, GError **error)
{
  const DeidLattice *lattice = verification->problem->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  const DeidColumn *column = deid_lattice_get_column (lattice, a);
  const guint d = attribute->first_dimension;
  const DeidJsonValue *lowest = deid_json_get_member (found, "lowest");
  const DeidJsonValue *highest = deid_json_get_member (found, "highest");
  const DeidJsonValue *name = deid_json_get_member (found, "name");

  if (attribute->cuts != NULL || !deid_json_is (name, DEID_JSON_STRING)
      || !g_str_equal (name->string, column->name) || !deid_json_is (lowest, DEID_JSON_INTEGER)
      || !deid_json_is (highest, DEID_JSON_INTEGER)
      || (lowest->integer == (gint64) lattice->floors[d]
          && highest->integer == (gint64) lattice->heights[d]))
    return TRUE;
  return locate (verification,
                 g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE,
                              "it was made for the levels %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                              " of column '%s', the problem has %u to %u (in a problem file "
                              "[column %s] levels=%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT ")",
                              lowest->integer, highest->integer, deid_column_show (column),
                              lattice->floors[d], lattice->heights[d], deid_column_show (column),
                              lowest->integer, highest->integer),
                 error);
}

static gboolean
check_ranges (const Verification *verification, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *attributes = deid_json_get_member (root, "attributes");
  const guint n = verification->problem->lattice->n_attributes;
  const DeidJsonValue *found = deid_json_enter (attributes);

  if (!deid_json_is (attributes, DEID_JSON_ARRAY) || attributes->n != n)
    return TRUE;
  for (guint a = 0; a < n; a++, found = deid_json_skip (found))
    if (!check_range (verification, found, a, error))
      return FALSE;
  return TRUE;
}

/* The names of tables are only for people.
 * Returns: (nullable): that of a member. */
static const char *
get_name (const DeidJsonValue *root, const char *member)
{
  const DeidJsonValue *name = deid_json_get_member (deid_json_get_member (root, member), "name");

  return deid_json_is (name, DEID_JSON_STRING) ? name->string : NULL;
}

static gboolean
compare_release (const Verification *verification, const char *stated, const char *name,
                 const char *found, GError **error)
{
  return g_str_equal (found, stated)
         || locate (verification,
                    g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE,
                                 "member '" DEID_RELEASE_SHA256
                                 "' is \"%s\", but that of %s is \"%s\"",
                                 stated, name, found),
                    error);
}

/* Compares the digest that the certificate states with the one that is asked for and with the
 * released file, if there are such. */
static gboolean
check_release (const Verification *verification, const char *stated, GError **error)
{
  g_autofree char *found = NULL, *shown = NULL;

  if (verification->release == NULL && verification->release_sha256 == NULL)
    return TRUE;
  if (stated == NULL)
    return refuse (verification,
                   "member '" DEID_RELEASE_SHA256 "' is missing: the certificate names no release",
                   error);
  if (verification->release_sha256 != NULL
      && !compare_release (verification, stated, "the release", verification->release_sha256,
                           error))
    return FALSE;
  if (verification->release == NULL)
    return TRUE;
  found = deid_digest_file (verification->release, &verification->stop, error);
  shown = deid_text_escape (verification->release);
  return found != NULL && compare_release (verification, stated, shown, found, error);
}

/* Sets @digest to what the first line states of the released file, NULL if that is nothing. */
static gboolean
read_release (const Verification *verification, const DeidJsonValue *root, const char **digest,
              GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, DEID_RELEASE_SHA256);

  *digest = NULL;
  if (value == NULL)
    return TRUE;
  if (!deid_json_is (value, DEID_JSON_STRING) || !deid_digest_is_valid (value->string))
    return refuse (verification, "member '" DEID_RELEASE_SHA256 "': expected 64 hexadecimal digits",
                   error);
  *digest = value->string;
  return TRUE;
}

static gboolean
check_problem (Verification *verification, GError **error)
{
  const DeidPreparedProblem *prepared = verification->prepared;
  g_autofree char *problem
      = deid_certificate_describe_problem (prepared, &verification->stop, error);
  const DeidJsonValue *root;
  g_autofree char *expected = NULL;
  const char *name, *population_name, *release_sha256;

  if (problem == NULL)
    return FALSE;
  verification->lines.max_length
      = strlen (problem) + MAX_DIGEST + (prepared->has_population ? 2 * MAX_NAME : MAX_NAME);
  root = read_line (verification, error);
  verification->lines.max_length = MAX_EVENT
                                   + MAX_DIMENSION * (gsize) prepared->lattice->n_dimensions
                                   + MAX_MODEL * (gsize) prepared->privacy.n_models;
  if (root == NULL || !read_release (verification, root, &release_sha256, error))
    return FALSE;
  name = get_name (root, "table");
  population_name = get_name (root, "population");
  if (population_name == NULL)
    population_name = "";
  expected = deid_certificate_complete_problem (problem, name != NULL ? name : "",
                                                prepared->has_population ? population_name : NULL,
                                                release_sha256, error);
  return expected != NULL && check_ranges (verification, root, error)
         && compare (verification, expected, error)
         && check_release (verification, release_sha256, error);
}

static gboolean
read_optimum (Verification *verification, const DeidJsonValue *root, GError **error)
{
  const DeidLattice *lattice = verification->prepared->lattice;
  const DeidJsonValue *levels = deid_json_get_member (root, "optimum");
  const DeidJsonValue *level = deid_json_enter (levels);

  if (!deid_json_is (levels, DEID_JSON_ARRAY) || levels->n != lattice->n_dimensions)
    return refuse (verification, "member 'optimum': expected a level for each dimension", error);
  for (guint d = 0; d < lattice->n_dimensions; d++, level = deid_json_skip (level))
    {
      if (!deid_json_is (level, DEID_JSON_INTEGER) || level->integer < lattice->floors[d]
          || level->integer > lattice->heights[d])
        return refuse (verification, "member 'optimum': expected levels of the lattice", error);
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
compare_optimum (Verification *verification, const DeidJsonValue *root, GError **error)
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
  return expected != NULL && compare (verification, expected, error);
}

static gboolean
check_optimum (Verification *verification, GError **error)
{
  const DeidJsonValue *root = read_line (verification, error);
  DeidPlainEvaluator *corner = &verification->proof.corner;

  if (root == NULL || !read_optimum (verification, root, error)
      || !deid_plain_evaluator_set (corner, verification->optimum, &verification->stop, error))
    return FALSE;
  verification->verdict = corner->verdict;
  if (!corner->verdict.is_solution)
    return refuse (verification, "member 'optimum': the policy is no solution", error);
  if (!deid_plain_evaluator_get_objective (corner, &verification->stop,
                                           &verification->verdict.objective, error))
    return FALSE;
  verification->proof.objective = verification->verdict.objective;
  return compare_optimum (verification, root, error);
}

/* A lattice may have more policies than doubles count. */
static double
get_share_settled (const Verification *verification)
{
  const DeidWalk *walk = &verification->proof.walk;
  const double size = deid_lattice_get_size_as_double (verification->prepared->lattice);

  return walk->n_settled < size ? walk->n_settled / size : walk->is_complete;
}

static void
report (Verification *verification, gboolean in_any_case)
{
  const gint64 now = g_get_monotonic_time ();
  DeidProgress *progress;

  if (verification->func == NULL
      || (!in_any_case && now - verification->last_report < DEID_MICROSECONDS_A_REPORT))
    return;
  verification->last_report = now;
  progress = deid_progress_new ();
  progress->n_evaluated = verification->proof.n_evaluated;
  progress->seconds = (double) (now - verification->start) / G_USEC_PER_SEC;
  progress->loss = verification->loss;
  progress->lower_bound = MIN (progress->loss, verification->lower_bound);
  progress->share_settled = get_share_settled (verification);
  progress->share_done = deid_certificate_lines_get_share (&verification->lines);
  verification->func (progress, verification->user_data);
  deid_progress_unref (progress);
}

static gboolean
check_events (Verification *verification, GError **error)
{
  DeidProofCheck *proof = &verification->proof;

  while (!proof->walk.is_complete)
    {
      const DeidJsonValue *root;
      GError *own_error = NULL;

      if (!deid_stop_check (&verification->stop, error)
          || (root = read_line (verification, error)) == NULL)
        return FALSE;
      if (!deid_proof_check_event (proof, root, &own_error))
        return locate (verification, own_error, error);
      report (verification, FALSE);
    }
  report (verification, TRUE);
  return deid_stop_check (&verification->stop, error);
}

static gboolean
check_end (Verification *verification, GError **error)
{
  const DeidJsonValue *root = read_line (verification, error);
  g_autoptr (GChecksum) checksum = g_checksum_copy (verification->lines.checksum);
  g_autofree char *expected = NULL;
  GError *own_error = NULL;

  if (root == NULL)
    return FALSE;
  expected = deid_certificate_describe_end (verification->lines.line - 1, checksum, error);
  if (expected == NULL || !compare (verification, expected, error))
    return FALSE;
  if (deid_certificate_lines_next (&verification->lines, &root, &own_error) && root == NULL)
    return TRUE;
  if (own_error != NULL && !g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  g_clear_error (&own_error);
  return refuse (verification, "expected nothing behind the end", error);
}

static DeidStatistics *
make_statistics (const Verification *verification, GError **error)
{
  const double prepare = (double) (verification->proof_start - verification->start);
  const double search = (double) (g_get_monotonic_time () - verification->proof_start);
  g_autoptr (DeidStatistics) statistics = deid_statistics_new ();

  return deid_statistics_set (statistics, "prepare-seconds", prepare / G_USEC_PER_SEC, error)
                 && deid_statistics_set (statistics, "search-seconds", search / G_USEC_PER_SEC,
                                         error)
             ? g_steal_pointer (&statistics)
             : NULL;
}

static DeidResult *
make_result (const Verification *verification, GError **error)
{
  const DeidPreparedProblem *prepared = verification->prepared;
  DeidResult members = { .problem = verification->problem,
                         .n_suppressed = verification->verdict.n_suppressed,
                         .n_evaluated = verification->proof.n_evaluated,
                         .n_pruned = G_MAXUINT64,
                         .proven_optimal = TRUE,
                         .termination = DEID_TERMINATION_COMPLETE };
  guint64 size;

  if ((members.statistics = make_statistics (verification, error)) == NULL)
    return NULL;
  members.policy
      = deid_policy_new_from_levels (verification->problem->lattice, verification->optimum, error);
  if (members.policy == NULL)
    {
      deid_statistics_unref (members.statistics);
      return NULL;
    }
  members.loss = members.lower_bound = verification->loss;
  if (deid_lattice_get_size (prepared->lattice, &size))
    members.n_pruned = size - members.n_evaluated;
  return deid_result_new (&members);
}

static gboolean
check_certificate (Verification *verification, GError **error)
{
  const DeidPreparedProblem *prepared = verification->prepared;

  if (!check_problem (verification, error))
    return FALSE;
  verification->proof_start = g_get_monotonic_time ();
  if (!deid_proof_check_init (&verification->proof, prepared, verification->optimum,
                              &verification->stop, error))
    return FALSE;
  return deid_loss_from_objective (
             &prepared->loss, deid_loss_get_bound (&prepared->loss, verification->proof.walk.lo),
             &verification->lower_bound, error)
         && check_optimum (verification, error) && check_events (verification, error)
         && check_end (verification, error);
}

/* What the search has prepared is not trusted. */
static gboolean
prepare (Verification *verification, GError **error)
{
  verification->preparation
      = deid_problem_prepare_apart (verification->problem, &verification->stop, error);
  if (verification->preparation == NULL)
    return FALSE;
  verification->prepared = &verification->preparation->all;
  return TRUE;
}

static void
verification_clear (Verification *verification)
{
  deid_proof_check_clear (&verification->proof);
  deid_certificate_lines_close (&verification->lines);
  deid_preparation_release (verification->preparation);
  g_free (verification->optimum);
}

/* Of a file, or of a stream if one is given. */
static DeidResult *
verify (DeidProblem *problem, const char *path, GInputStream *stream,
        DeidCertificateOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidCertificateOptions) used = deid_certificate_options_use (options);
  Verification verification = { .problem = problem,
                                .release = used->release,
                                .release_sha256 = used->release_sha256,
                                .func = used->progress_func,
                                .user_data = used->progress_data,
                                .stop = *DEID_STOP_OF (cancellable),
                                .start = g_get_monotonic_time () };
  DeidResult *result = NULL;

  deid_problem_make_immutable (problem);
  verification.last_report = verification.start;
  if (deid_lattice_check_no_cuts (problem->lattice, "certificates", error)
      && deid_new_arrays (error, DEID_NEW (verification.optimum, problem->lattice->n_dimensions))
      && deid_certificate_lines_open (&verification.lines, path, stream, cancellable, error)
      && prepare (&verification, error) && check_certificate (&verification, error))
    result = make_result (&verification, error);
  verification_clear (&verification);
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
