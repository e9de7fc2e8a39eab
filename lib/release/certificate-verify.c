/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "lattice/policy-private.h"
#include "release/certificate-event.h"
#include "release/certificate-lines.h"
#include "release/certificate-private.h"
#include "release/json-compare.h"
#include "release/json-read.h"
#include "search/progress-private.h"
#include "search/result-private.h"

/* What lines may have for the name of a table, for themselves, for each dimension and for each
 * model, in bytes. */
#define MAX_NAME      (1 << 16)
#define MAX_EVENT     256
#define MAX_DIMENSION 64
#define MAX_MODEL     32

typedef struct
{
  DeidProblem *problem;
  DeidInstance instance;
  DeidStop stop;
  DeidCertificateLines lines;
  DeidProofCheck proof;
  DeidLevel *optimum;
  DeidVerdict verdict; /* on the optimum */
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
    g_prefix_error (&own_error, "%s: line %" G_GUINT64_FORMAT ": ", verification->lines.path,
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

/* Returns: (transfer full): the next line. */
static JsonNode *
read_line (Verification *verification, GError **error)
{
  GError *own_error = NULL;
  JsonNode *root;

  if (!deid_certificate_lines_next (&verification->lines, &root, &own_error))
    {
      if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
        g_prefix_error (&own_error, "%s: ", verification->lines.path);
      g_propagate_error (error, own_error);
    }
  else if (root == NULL)
    refuse (verification, "the certificate breaks off, expected a line", error);
  return root;
}

/* Compares a line with the text that it must be. */
static gboolean
compare (const Verification *verification, JsonNode *found, const char *text, GError **error)
{
  g_autoptr (JsonNode) expected = deid_json_read (text, strlen (text), 1, error);
  GError *own_error = NULL;

  if (expected == NULL)
    return FALSE;
  return deid_json_compare (found, expected, &own_error) || locate (verification, own_error, error);
}

/* The names of tables are only for people.
 * Returns: (nullable): that of a member. */
static const char *
get_name (JsonNode *root, const char *member)
{
  JsonNode *table = json_object_get_member (json_node_get_object (root), member);
  JsonNode *name = table != NULL && JSON_NODE_HOLDS_OBJECT (table)
                       ? json_object_get_member (json_node_get_object (table), "name")
                       : NULL;

  return name != NULL && JSON_NODE_HOLDS_VALUE (name) ? json_node_get_string (name) : NULL;
}

static gboolean
check_problem (Verification *verification, GError **error)
{
  const DeidInstance *instance = &verification->instance;
  g_autofree char *problem
      = deid_certificate_describe_problem (instance, &verification->stop, error);
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *expected = NULL;
  const char *name, *population_name;

  if (problem == NULL)
    return FALSE;
  verification->lines.max_length
      = strlen (problem) + (instance->has_population ? 2 * MAX_NAME : MAX_NAME);
  root = read_line (verification, error);
  verification->lines.max_length = MAX_EVENT
                                   + MAX_DIMENSION * (gsize) instance->lattice->n_dimensions
                                   + MAX_MODEL * (gsize) instance->privacy.n_models;
  if (root == NULL)
    return FALSE;
  name = get_name (root, "table");
  population_name = get_name (root, "population");
  if (population_name == NULL)
    population_name = "";
  expected = deid_certificate_add_names (problem, name != NULL ? name : "",
                                         instance->has_population ? population_name : NULL);
  return compare (verification, root, expected, error);
}

static gboolean
read_optimum (Verification *verification, JsonNode *root, GError **error)
{
  const DeidLattice *lattice = verification->instance.lattice;
  JsonNode *node = json_object_get_member (json_node_get_object (root), "optimum");
  JsonArray *levels
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (levels == NULL || json_array_get_length (levels) != lattice->n_dimensions)
    return refuse (verification, "member 'optimum': expected a level for each dimension", error);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      JsonNode *level = json_array_get_element (levels, d);

      if (!deid_json_holds (level, G_TYPE_INT64) || json_node_get_int (level) < 0
          || json_node_get_int (level) > lattice->heights[d])
        return refuse (verification, "member 'optimum': expected levels of the lattice", error);
      verification->optimum[d] = (DeidLevel) json_node_get_int (level);
    }
  return TRUE;
}

/* Returns: a number of a line where it is nearly @found, with @offset added to both, so that it
 * passes when the line is compared; otherwise @found. */
static double
tolerate (JsonNode *root, const char *member, double offset, double found)
{
  JsonNode *node = json_object_get_member (json_node_get_object (root), member);
  const double stated
      = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : found;

  return deid_certificate_nearly_equal (offset + stated, offset + found) ? stated : found;
}

/* Compares the second line with what was found of the optimum. */
static gboolean
compare_optimum (const Verification *verification, JsonNode *root, GError **error)
{
  const DeidLoss *model = &verification->instance.loss;
  DeidVerdict verdict = verification->verdict;
  double loss = deid_loss_from_objective (model, verdict.objective);
  g_autofree char *expected = NULL;

  if (deid_certificate_has_powers (model))
    verdict.objective = tolerate (root, "objective", 0, verdict.objective);
  if (!deid_loss_check (model, loss, error))
    return FALSE;
  if (model->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN)
    loss = tolerate (root, "loss", 1, loss);
  expected = deid_certificate_describe_optimum (&verification->instance, verification->optimum,
                                                &verdict, loss);
  return compare (verification, root, expected, error);
}

static gboolean
check_optimum (Verification *verification, GError **error)
{
  g_autoptr (JsonNode) root = read_line (verification, error);
  DeidCorner *corner = &verification->proof.corner;

  if (root == NULL || !read_optimum (verification, root, error)
      || !deid_corner_evaluate (corner, verification->optimum, &verification->stop, error))
    return FALSE;
  verification->verdict = corner->verdict;
  if (!corner->verdict.is_solution)
    return refuse (verification, "member 'optimum': the policy is no solution", error);
  if (!deid_corner_get_objective (corner, &verification->stop, &verification->verdict.objective,
                                  error))
    return FALSE;
  verification->proof.objective = verification->verdict.objective;
  return compare_optimum (verification, root, error);
}

/* A lattice may have more policies than doubles count. */
static double
get_share_settled (const Verification *verification)
{
  const DeidWalk *walk = &verification->proof.walk;
  const double size = deid_lattice_get_size_as_double (verification->instance.lattice);

  return walk->n_settled < size ? walk->n_settled / size : walk->is_complete;
}

static void
report (Verification *verification, gboolean in_any_case)
{
  const gint64 now = g_get_monotonic_time ();
  const DeidLoss *loss = &verification->instance.loss;
  DeidProgress *progress;

  if (verification->func == NULL
      || (!in_any_case && now - verification->last_report < DEID_MICROSECONDS_A_REPORT))
    return;
  verification->last_report = now;
  progress = deid_progress_new ();
  progress->n_evaluated = verification->proof.n_evaluated;
  progress->seconds = (double) (now - verification->start) / G_USEC_PER_SEC;
  progress->loss = deid_loss_from_objective (loss, verification->verdict.objective);
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
      g_autoptr (JsonNode) root = NULL;
      GError *own_error = NULL;

      if (!deid_stop_check (&verification->stop, error)
          || (root = read_line (verification, error)) == NULL)
        return FALSE;
      if (!deid_proof_check_event (proof, json_node_get_object (root), &own_error))
        return locate (verification, own_error, error);
      report (verification, FALSE);
    }
  report (verification, TRUE);
  return deid_stop_check (&verification->stop, error);
}

static gboolean
check_end (Verification *verification, GError **error)
{
  g_autoptr (JsonNode) root = read_line (verification, error), rest = NULL;
  g_autofree char *expected = NULL;

  if (root == NULL)
    return FALSE;
  expected
      = deid_certificate_describe_end (verification->lines.line - 1, verification->lines.checksum);
  if (!compare (verification, root, expected, error))
    return FALSE;
  if (!deid_certificate_lines_next (&verification->lines, &rest, NULL) || rest != NULL)
    return refuse (verification, "expected nothing behind the end", error);
  return TRUE;
}

static DeidResult *
make_result (const Verification *verification)
{
  const DeidInstance *instance = &verification->instance;
  DeidResult members = { .problem = verification->problem,
                         .n_suppressed = verification->verdict.n_suppressed,
                         .n_evaluated = verification->proof.n_evaluated,
                         .n_pruned = G_MAXUINT64,
                         .proven_optimal = TRUE,
                         .termination = DEID_TERMINATION_COMPLETE };
  guint64 size;

  members.policy
      = deid_policy_new_from_levels (verification->problem->lattice, verification->optimum);
  members.loss = members.lower_bound
      = deid_loss_from_objective (&instance->loss, verification->verdict.objective);
  if (deid_lattice_get_size (instance->lattice, &size))
    members.n_pruned = size - members.n_evaluated;
  members.seconds[DEID_PHASE_PREPARE]
      = (double) (verification->proof_start - verification->start) / G_USEC_PER_SEC;
  members.seconds[DEID_PHASE_SEARCH]
      = (double) (g_get_monotonic_time () - verification->proof_start) / G_USEC_PER_SEC;
  return deid_result_new (&members);
}

static gboolean
check_certificate (Verification *verification, GError **error)
{
  const DeidInstance *instance = &verification->instance;

  if (!check_problem (verification, error))
    return FALSE;
  verification->proof_start = g_get_monotonic_time ();
  if (!deid_proof_check_init (&verification->proof, instance, verification->optimum,
                              &verification->stop, error))
    return FALSE;
  verification->lower_bound = deid_loss_from_objective (
      &instance->loss, deid_loss_get_bound (&instance->loss, verification->proof.walk.lo));
  return check_optimum (verification, error) && check_events (verification, error)
         && check_end (verification, error);
}

static void
verification_clear (Verification *verification)
{
  deid_proof_check_clear (&verification->proof);
  deid_certificate_lines_close (&verification->lines);
  deid_instance_clear (&verification->instance);
  g_free (verification->optimum);
}

DeidResult *
deid_certificate_verify (const char *path, DeidProblem *problem, DeidProgressFunc func,
                         gpointer user_data, GCancellable *cancellable, GError **error)
{
  Verification verification = { .problem = problem,
                                .stop = { .cancellable = cancellable, .deadline = G_MAXINT64 },
                                .func = func,
                                .user_data = user_data,
                                .start = g_get_monotonic_time () };
  DeidResult *result = NULL;

  g_return_val_if_fail (path != NULL && problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_problem_make_immutable (problem);
  verification.last_report = verification.start;
  verification.optimum = g_new0 (DeidLevel, problem->lattice->n_dimensions);
  if (deid_lattice_check_no_cuts (problem->lattice, "certificates", error)
      && deid_certificate_lines_open (&verification.lines, path, error)
      && deid_instance_init (&verification.instance, problem, error)
      && check_certificate (&verification, error))
    result = make_result (&verification);
  verification_clear (&verification);
  return result;
}
