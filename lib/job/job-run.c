/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/rational.h"
#include "base/text.h"
#include "job/job-build.h"
#include "job/job-keys.h"
#include "privacy/uniqueness.h"
#include "search/result-private.h"

#include <string.h>

/* From settings to a result, a release and its files. */

/* How often to search for an alternative unless it is stated. */
#define N_BOUNDARY_ITERATIONS 100

/* The default time limit with cuts, if neither a search nor a limit is named: with several columns
 * of many values a proof takes hours. */
#define SECONDS_WITH_CUTS 60

#define LISTING_EXPECTED                                                                           \
  "expected a search that lists alternatives, bisecting, directed or boundary"

/* Returns: whether the value is a number, and no word instead. */
static gboolean
get_count (const DeidJob *job, const char *section, const char *key, guint64 *count)
{
  return deid_uint64_from_decimal (deid_job_get (job, section, key), count);
}

static gboolean
job_run_is_yes (const DeidJob *job, const char *section, const char *key)
{
  return g_str_equal (deid_job_get (job, section, key), "yes");
}

static DeidSearch *
job_run_make_boundary_search (const DeidJob *job, gboolean is_bisecting)
{
  const gboolean polish = job_run_is_yes (job, "search", "polish");
  guint64 n_iterations, seed = 0;

  if (!get_count (job, "search", "iterations", &n_iterations))
    n_iterations = N_BOUNDARY_ITERATIONS;
  get_count (job, "search", "seed", &seed);
  return is_bisecting ? deid_search_new_bisecting (n_iterations, seed, polish)
                      : deid_search_new_directed (n_iterations, seed, polish);
}

/* Without a number of iterations the search has a default of its own. */
static DeidSearch *
job_run_make_local_search (const DeidJob *job, GError **error)
{
  guint64 n_iterations, seed = 0, n_rises = 0;
  DeidSearch *search;

  if (!get_count (job, "search", "iterations", &n_iterations))
    n_iterations = 0;
  get_count (job, "search", "seed", &seed);
  get_count (job, "search", "rises", &n_rises);
  if (n_rises > G_MAXUINT)
    {
      deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                 "%" G_GUINT64_FORMAT " rises, expected at most %u", n_rises, G_MAXUINT);
      deid_job_prefix_error (job, "search", "rises", error);
      return NULL;
    }
  search = deid_search_new_local (n_iterations, seed, (guint) n_rises, error);
  if (search == NULL)
    deid_job_prefix_error (job, "search", "iterations", error);
  return search;
}

/* What a policy is found by finds no local recoding, and the other way round. */
static gboolean
job_run_check_recoding (const DeidJob *job, const char *name, GError **error)
{
  const gboolean is_local = deid_job_get_recoding (job) != DEID_RECODING_GLOBAL;

  if (is_local == deid_job_value_is_local_search (name) || (is_local && g_str_equal (name, "auto")))
    return TRUE;
  return deid_job_refuse (
      job, "search", "recoding",
      is_local
          ? "local recoding has searches of its own, expected the algorithm auto or one of them"
          : "the algorithm is for a local recoding, expected local or cells",
      error);
}

/* Settings that only some searches have: what they are if they are not set, and of which searches
 * they are. */
static const struct
{
  const char *key, *standard;
  const char *searches[4];
} of_some[] = { { "iterations", "auto", { "bisecting", "directed", "local" } },
                { "polish", "no", { "bisecting", "directed" } },
                { "rises", "0", { "local" } } };

/* Returns: (transfer full): the name of a search without what its specification says besides. */
static char *
get_family (const char *name)
{
  return g_strndup (name, strcspn (name, ":"));
}

/* Says which searches a setting is of. */
static void
refuse_setting (const char *name, guint i, GError **error)
{
  g_autoptr (GString) searches = g_string_new (of_some[i].searches[0]);

  for (guint s = 1; of_some[i].searches[s] != NULL; s++)
    g_string_append_printf (searches, "%s%s", of_some[i].searches[s + 1] != NULL ? ", " : " or ",
                            of_some[i].searches[s]);
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "the search is %s, expected %s", name,
             searches->str);
}

/* A specification says of itself what a setting would. */
static gboolean
job_run_check_settings (const DeidJob *job, const char *name, GError **error)
{
  g_autofree char *family = get_family (name);

  for (guint i = 0; i < G_N_ELEMENTS (of_some); i++)
    {
      const gboolean is_of_it = g_strv_contains (of_some[i].searches, family);

      if (g_str_equal (deid_job_get (job, "search", of_some[i].key), of_some[i].standard)
          || (is_of_it && strchr (name, ':') == NULL))
        continue;
      if (is_of_it)
        deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                   "the algorithm is stated as %s, expected its name alone beside this", name);
      else
        refuse_setting (name, i, error);
      deid_job_prefix_error (job, "search", of_some[i].key, error);
      return FALSE;
    }
  return TRUE;
}

/* Returns: the search that is meant if none is named. */
static const char *
choose_algorithm (const DeidJob *job)
{
  if (deid_job_get_recoding (job) != DEID_RECODING_GLOBAL)
    return "local";
  return deid_job_has_levels (job) ? "optimal" : "auto";
}

/* A choice among what no search lists is refused before a search that takes its time. */
static gboolean
check_alternative (const DeidJob *job, const char *name, GError **error)
{
  static const char *const listing[] = { "bisecting", "directed", "boundary", NULL };
  g_autofree char *family = get_family (name);
  guint64 number;

  if (!get_count (job, "release", "alternative", &number) || g_strv_contains (listing, family))
    return TRUE;
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, LISTING_EXPECTED);
  return deid_job_prefix_value (job, "release", "alternative", error);
}

static DeidSearch *
make_algorithm (const DeidJob *job, GError **error)
{
  const char *name = deid_job_get (job, "search", "algorithm");
  DeidSearch *search;

  if (!job_run_check_recoding (job, name, error))
    return NULL;
  if (g_str_equal (name, "auto"))
    name = choose_algorithm (job);
  if (!job_run_check_settings (job, name, error) || !check_alternative (job, name, error))
    return NULL;
  if (g_str_equal (name, "bisecting") || g_str_equal (name, "directed"))
    return job_run_make_boundary_search (job, g_str_equal (name, "bisecting"));
  if (g_str_equal (name, "local"))
    return job_run_make_local_search (job, error);
  search = deid_search_new_from_specification (name, error);
  if (search == NULL)
    deid_job_prefix_error (job, "search", "algorithm", error);
  return search;
}

/* Returns: whether there is a time limit. */
static gboolean
get_time_limit (const DeidJob *job, double *seconds)
{
  const char *text = deid_job_get (job, "search", "time-limit");

  *seconds = SECONDS_WITH_CUTS;
  return deid_double_from_decimal (text, seconds)
         || (g_str_equal (text, "auto")
             && g_str_equal (deid_job_get (job, "search", "step-limit"), "none")
             && g_str_equal (deid_job_get (job, "search", "algorithm"), "auto")
             && g_str_equal (choose_algorithm (job), "auto"));
}

DeidSearch *
deid_job_make_search (const DeidJob *job, GError **error)
{
  g_autoptr (DeidSearch) search = NULL;
  guint64 n_policies;
  double seconds;
  guint n_threads;

  g_return_val_if_fail (job != NULL, NULL);

  search = make_algorithm (job, error);
  if (search == NULL)
    return NULL;
  if (!deid_job_get_n_threads (job, &n_threads, error)
      || !deid_search_set_n_threads (search, n_threads, error))
    return NULL;
  if (get_time_limit (job, &seconds) && !deid_search_set_time_limit (search, seconds, error))
    deid_job_prefix_error (job, "search", "time-limit", error);
  else if (get_count (job, "search", "step-limit", &n_policies)
           && !deid_search_set_step_limit (search, n_policies, error))
    deid_job_prefix_error (job, "search", "step-limit", error);
  else
    return g_steal_pointer (&search);
  return NULL;
}

gboolean
deid_job_check_result (const DeidJob *job, const DeidResult *result, GError **error)
{
  if (job->problem != NULL && deid_result_get_problem (result) == job->problem)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the result is of another problem, expected one of the job's own");
}

DeidResult *
deid_job_choose (const DeidJob *job, DeidResult *found, GCancellable *cancellable, GError **error)
{
  const DeidAlternatives *alternatives;
  guint64 number;

  g_return_val_if_fail (job != NULL && found != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !deid_job_check_result (job, found, error))
    return NULL;
  alternatives = found->alternatives;
  if (!get_count (job, "release", "alternative", &number))
    return deid_result_ref (found);
  if (alternatives != NULL && number < alternatives->n)
    return deid_problem_evaluate (deid_result_get_problem (found),
                                  alternatives->items[number].policy, cancellable, error);
  if (alternatives == NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, LISTING_EXPECTED);
  else
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "expected the number of one of %" G_GUINT64_FORMAT
               " alternatives that the search found, the first being 0",
               alternatives->n);
  deid_job_prefix_value (job, "release", "alternative", error);
  return NULL;
}

static DeidResult *
job_run_evaluate (DeidJob *job, GCancellable *cancellable, GError **error)
{
  DeidProblem *problem = deid_job_get_problem (job, cancellable, error);
  g_autoptr (DeidPolicy) policy = NULL;

  if (problem == NULL)
    return NULL;
  policy = deid_policy_new_from_text (deid_problem_get_lattice (problem),
                                      deid_job_get (job, "search", "evaluate"), error);
  if (policy != NULL)
    return deid_problem_evaluate (problem, policy, cancellable, error);
  deid_job_prefix_error (job, "search", "evaluate", error);
  return NULL;
}

static DeidResult *
job_run (DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidSearch) search = NULL;
  g_autoptr (DeidResult) found = NULL;
  DeidProblem *problem;

  if (deid_job_is_set (job, "search", "evaluate"))
    return job_run_evaluate (job, cancellable, error);
  search = deid_job_make_search (job, error);
  problem = search != NULL ? deid_job_get_problem (job, cancellable, error) : NULL;
  found = problem != NULL ? deid_search_run (search, problem, cancellable, error) : NULL;
  return found != NULL ? deid_job_choose (job, found, cancellable, error) : NULL;
}

DeidResult *
deid_job_run (DeidJob *job, GCancellable *cancellable, GError **error)
{
  gboolean had_dataset, had_problem;
  DeidResult *result;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  had_dataset = job->dataset != NULL;
  had_problem = job->problem != NULL;
  result = job_run (job, cancellable, error);
  if (result == NULL)
    deid_job_unsettle (job, had_dataset, had_problem);
  return result;
}

/* Numbers that are released of columns, which are known once the table is. */
static gboolean
set_numbers (const DeidJob *job, DeidReleaseOptions *options, GError **error)
{
  for (guint64 c = 0; job->columns != NULL && c < job->columns->n; c++)
    {
      const char *name = deid_dataset_get_column_name (job->dataset, (guint) c);
      const int scope = deid_job_columns_find_word (job->columns, c, DEID_JOB_COLUMN_BIN_MEAN);
      const int method
          = deid_job_columns_find_word (job->columns, c, DEID_JOB_COLUMN_MICROAGGREGATE);

      if (scope > 0
          && !deid_release_options_set_bin_mean (options, name, (DeidBinMeanScope) scope, error))
        return deid_job_columns_prefix (job->columns, c, DEID_JOB_COLUMN_BIN_MEAN, error);
      if (method > 0
          && !deid_release_options_set_microaggregation (options, name,
                                                         (DeidMicroaggregation) method, error))
        return deid_job_columns_prefix (job->columns, c, DEID_JOB_COLUMN_MICROAGGREGATE, error);
    }
  return TRUE;
}

DeidReleaseOptions *
deid_job_state_release (const DeidJob *job, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = NULL;
  guint64 seed = 0, minimum = 0;
  guint n_threads;

  options = deid_release_options_new ();
  get_count (job, "search", "seed", &seed);
  get_count (job, "release", "minimum-bin", &minimum);
  if (!deid_release_options_set_minimum_bin (options, minimum, error))
    {
      deid_job_prefix_error (job, "release", "minimum-bin", error);
      return NULL;
    }
  return deid_job_get_n_threads (job, &n_threads, error)
                 && deid_release_options_set_n_threads (options, n_threads, error)
                 && deid_release_options_set_seed (options, seed, error)
                 && deid_release_options_set_keep_suppressed (
                     options, job_run_is_yes (job, "release", "keep-suppressed"), error)
                 && deid_release_options_set_keep_order (
                     options, job_run_is_yes (job, "release", "keep-order"), error)
                 && set_numbers (job, options, error)
                 && deid_job_state_pseudonyms (job, options, error)
             ? g_steal_pointer (&options)
             : NULL;
}

DeidReleaseOptions *
deid_job_make_release_options (const DeidJob *job, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = NULL;

  g_return_val_if_fail (job != NULL, NULL);

  options = deid_job_state_release (job, error);
  return options != NULL && deid_job_read_pseudonym_key (job, options, error)
             ? g_steal_pointer (&options)
             : NULL;
}

DeidRiskOptions *
deid_job_make_risk_options (const DeidJob *job, GError **error)
{
  g_autoptr (DeidRiskOptions) options = NULL;
  const char *population;
  guint64 n_records = 0, size = 0;
  double threshold = 0;

  g_return_val_if_fail (job != NULL, NULL);

  options = deid_risk_options_new ();
  population = deid_job_get (job, "report", "population-size");
  deid_double_from_decimal (deid_job_get (job, "report", "report-threshold"), &threshold);
  get_count (job, "report", "minimum-cell", &n_records);
  if (!deid_risk_options_set_threshold (options, threshold, error))
    deid_job_prefix_error (job, "report", "report-threshold", error);
  else if (!deid_risk_options_set_minimum_cell (options, n_records, error))
    deid_job_prefix_error (job, "report", "minimum-cell", error);
  else if (!g_str_equal (population, "none")
           && (!(deid_uint64_from_decimal (population, &size)
                 || deid_region_get_population (population, &size, error))
               || !deid_risk_options_set_population_size (options, size, error)))
    deid_job_prefix_error (job, "report", "population-size", error);
  else
    return g_steal_pointer (&options);
  return NULL;
}

DeidDataset *
deid_job_release (const DeidJob *job, DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = NULL;
  g_autoptr (DeidDataset) release = NULL;

  g_return_val_if_fail (job != NULL && result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_job_check_result (job, result, error))
    return NULL;
  options = deid_job_make_release_options (job, error);
  release = options != NULL ? deid_result_apply (result, options, cancellable, error) : NULL;
  return release != NULL && deid_result_verify (result, release, cancellable, error)
             ? g_steal_pointer (&release)
             : NULL;
}
