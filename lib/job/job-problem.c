/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/coarse-column.h"
#include "base/rational.h"
#include "base/text.h"
#include "problem/linked-rows.h"
#include "problem/problem-private.h"
#include "problem/release-options-private.h"
#include "quality/quality-model-private.h"
#include "job/job-build.h"
#include "job/job-keys.h"
#include "table/dataset-view.h"
#include "table/linked-tables.h"

/* From settings to a baseline, and what comes of the table by it. */

static gboolean
is_word (const DeidJob *job, const char *key, const char *word)
{
  return g_str_equal (deid_job_get (job, "baseline", key), word);
}

static DeidBaseline *
read_baseline (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = deid_job_get_path (job, "baseline", "baseline");

  return path == NULL ? deid_baseline_new_safe_harbor (error)
                      : deid_baseline_new_from_file (path, cancellable, error);
}

static gboolean
set_areas (const DeidJob *job, DeidBaseline *baseline, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = deid_job_get_path (job, "baseline", "zip-populations");
  g_autoptr (DeidCsvOptions) csv = NULL;
  g_autoptr (DeidDataset) areas = NULL;

  if (is_word (job, "zip-populations", "census-2000"))
    {
      deid_baseline_set_census_2000 (baseline, TRUE);
      return TRUE;
    }
  if (path == NULL)
    return TRUE;
  csv = deid_job_make_csv_options (job, error);
  areas = csv != NULL ? deid_dataset_new_from_csv_file (path, csv, cancellable, error) : NULL;
  return areas != NULL
         && (deid_baseline_set_areas (baseline, areas, error)
             || deid_job_prefix_error (job, "baseline", "zip-populations", error));
}

DeidBaseline *
deid_job_make_baseline (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidBaseline) baseline = NULL;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_job_is_set (job, "baseline", "baseline"))
    {
      if (is_word (job, "baseline-limit", "yes"))
        deid_job_refuse (job, "baseline", "baseline-limit",
                         "expected a baseline too, safe-harbor or a file", error);
      else
        deid_job_refuse (job, "baseline", "baseline", "expected safe-harbor or a file", error);
      return NULL;
    }
  baseline = read_baseline (job, cancellable, error);
  if (baseline == NULL || !set_areas (job, baseline, cancellable, error))
    return NULL;
  if (deid_job_is_set (job, "baseline", "baseline-day")
      && !deid_baseline_set_day (baseline, deid_job_get (job, "baseline", "baseline-day"), error))
    {
      deid_job_prefix_error (job, "baseline", "baseline-day", error);
      return NULL;
    }
  return g_steal_pointer (&baseline);
}

/* The risk of the baseline is the limit of the problem, if it is to be one. Records that the
 * population lacks count themselves in the one as in the other. */
static gboolean
job_baseline_set_limit (const DeidJob *job, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = NULL;

  if (!is_word (job, "baseline-limit", "yes"))
    return TRUE;
  model = deid_privacy_model_new_population_risk (job->baseline->risk, 1, DEID_RISK_SCALE_SUM,
                                                  DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, error);
  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

/* Evaluates the baseline that is set, if one is, on a problem with population and quality model,
 * and makes its risk the limit if it is to be. */
static gboolean
job_add_baseline (DeidJob *job, DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidBaseline) baseline = NULL;
  g_autoptr (DeidRiskOptions) options = NULL;

  if (!deid_job_is_set (job, "baseline", "baseline") && !is_word (job, "baseline-limit", "yes"))
    return TRUE;
  baseline = deid_job_make_baseline (job, cancellable, error);
  options = baseline != NULL ? deid_job_make_risk_options (job, error) : NULL;
  if (options == NULL)
    return FALSE;
  job->baseline = deid_baseline_report_make (baseline, problem, options, cancellable, error);
  if (job->baseline == NULL)
    return deid_job_prefix_error (job, "baseline", "baseline", error);
  return job_baseline_set_limit (job, problem, error);
}

/* From settings to a problem. */

/* The roles of columns that models of sensitive values judge, in their order. */
static const DeidRole judged_roles[] = { DEID_ROLE_SENSITIVE, DEID_ROLE_JUDGED };

static gboolean
set_sensitive_hierarchies (const DeidJob *job, DeidProblem *problem, DeidRole role,
                           GCancellable *cancellable, GError **error)
{
  guint n;
  g_autofree guint *judged = deid_job_columns_list (job->columns, role, &n, error);

  for (guint i = 0; judged != NULL && i < n; i++)
    {
      const char *name = deid_dataset_get_column_name (job->dataset, judged[i]);
      const DeidCoarsening *coarsening
          = deid_column_get_coarsening (deid_dataset_get_column (job->dataset, judged[i]));
      g_autoptr (DeidHierarchy) hierarchy = NULL;

      if (coarsening != NULL && coarsening->above != NULL)
        hierarchy = deid_hierarchy_ref (coarsening->above);
      if ((coarsening == NULL
           && !deid_job_load_hierarchy (job, judged[i], &hierarchy, cancellable, error))
          || (hierarchy != NULL
              && !deid_problem_set_sensitive_hierarchy (problem, name, hierarchy, cancellable,
                                                        error)))
        return FALSE;
    }
  return judged != NULL;
}

static gboolean
add_made (DeidProblem *problem, DeidPrivacyModel *model, GError **error)
{
  g_autoptr (DeidPrivacyModel) made = model;

  return made != NULL && deid_problem_add_privacy_model (problem, made, error);
}

/* A model that judges a sensitive attribute but names none is asked of each of them. */
static gboolean
add_model (const DeidJob *job, DeidProblem *problem, const char *text, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_from_specification (text, NULL, NULL);
  guint n_asked = 0;

  if (model != NULL)
    return deid_problem_add_privacy_model (problem, model, error);
  for (guint r = 0; r < G_N_ELEMENTS (judged_roles); r++)
    {
      guint n;
      g_autofree guint *judged = deid_job_columns_list (job->columns, judged_roles[r], &n, error);

      if (judged == NULL)
        return FALSE;
      for (guint i = 0; i < n; i++, n_asked++)
        if (!add_made (problem,
                       deid_privacy_model_new_from_specification (
                           text, deid_dataset_get_column_name (job->dataset, judged[i]), error),
                       error))
          return FALSE;
    }
  /* This fails once more, and says why. */
  return n_asked > 0
         || add_made (problem, deid_privacy_model_new_from_specification (text, NULL, error),
                      error);
}

static gboolean
job_problem_add_models (const DeidJob *job, DeidProblem *problem, GError **error)
{
  g_auto (GStrv) models = deid_job_value_split (deid_job_get (job, "models", "model"));

  for (guint i = 0; models[i] != NULL; i++)
    if (!add_model (job, problem, models[i], error))
      return deid_job_prefix_error (job, "models", "model", error);
  return TRUE;
}

/* Quality models that cost classes as a whole take no weights. For these, a weight of 1 is not set,
 * nor that of the column that tells linked tables apart. */
static gboolean
job_problem_set_weights (const DeidJob *job, DeidQualityModel *quality, GError **error)
{
  const DeidColumn *without
      = deid_quality_model_is_separable (quality) ? NULL : deid_linked_tables_get (job->dataset);
  guint n;
  g_autofree guint *attributes
      = deid_job_columns_list (job->columns, DEID_ROLE_QUASI_IDENTIFYING, &n, error);

  for (guint i = 0; attributes != NULL && i < n; i++)
    {
      const DeidJobEntry *entry
          = deid_job_columns_get (job->columns, attributes[i], DEID_JOB_COLUMN_WEIGHT);
      double weight = 1;

      if (entry != NULL && deid_dataset_get_column (job->dataset, attributes[i]) != without)
        deid_double_from_decimal (entry->text, &weight);
      if (weight != 1
          && !deid_quality_model_set_attribute_weight (
              quality, deid_dataset_get_column_name (job->dataset, attributes[i]), weight, error))
        return deid_job_columns_prefix (job->columns, attributes[i], DEID_JOB_COLUMN_WEIGHT, error);
    }
  return attributes != NULL;
}

static gboolean
set_quality (const DeidJob *job, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification (deid_job_get (job, "models", "quality"), error);

  if (quality == NULL)
    return deid_job_prefix_error (job, "models", "quality", error);
  return job_problem_set_weights (job, quality, error)
         && (deid_problem_set_quality_model (problem, quality, error)
             || deid_job_prefix_error (job, "models", "quality", error));
}

static gboolean
refuse_beside_policy (const DeidJob *job, const char *section, const char *key, GError **error)
{
  return deid_job_refuse (job, section, key,
                          "the policy is stated and nothing is searched, expected one of the two",
                          error);
}

/* A policy that is stated is released by as it is: nothing is found that these could tell of. */
static gboolean
job_problem_check_policy (const DeidJob *job, GError **error)
{
  static const char *const of_searches[][3] = { { "release", "alternative", "least-loss" },
                                                { "report", "explain", "no" },
                                                { "output", "certificate", "" } };
  const char *recoding = deid_job_get (job, "search", "recoding");

  if (!deid_job_is_set (job, "search", "evaluate"))
    return TRUE;
  if (deid_job_get_recoding (job) != DEID_RECODING_GLOBAL)
    return refuse_beside_policy (job, "search",
                                 g_str_equal (recoding, "auto") ? "algorithm" : "recoding", error);
  for (guint i = 0; i < G_N_ELEMENTS (of_searches); i++)
    if (!g_str_equal (deid_job_get (job, of_searches[i][0], of_searches[i][1]), of_searches[i][2]))
      return refuse_beside_policy (job, of_searches[i][0], of_searches[i][1], error);
  return TRUE;
}

/* A cell is kept or suppressed: there is nothing to cut, and no subtree to choose. */
static gboolean
check_cells (const DeidJob *job, GError **error)
{
  static const char message[] = "cells are kept or suppressed, expected a lattice of levels";
  g_auto (GStrv) sections = deid_job_list_column_sections (job);

  if (!g_str_equal (deid_job_get (job, "lattice", "generalize-by"), "levels"))
    return deid_job_refuse (job, "search", "recoding", message, error);
  for (guint i = 0; sections[i] != NULL; i++)
    if (deid_job_is_set (job, sections[i], "generalize-by")
        && !g_str_equal (deid_job_get (job, sections[i], "generalize-by"), "levels"))
      return deid_job_refuse (job, sections[i], "generalize-by", message, error);
  return TRUE;
}

/* Finds what contradicts itself whatever the table is. */
static gboolean
job_problem_check_settings (const DeidJob *job, GError **error)
{
  double share = 0;

  deid_double_from_decimal (deid_job_get (job, "limits", "suppression-limit"), &share);
  if (share > 0 && !g_str_equal (deid_job_get (job, "limits", "suppression-count"), "none"))
    return deid_job_refuse (job, "limits", "suppression-count",
                            "there is a share that may be suppressed, expected one of the two",
                            error);
  if (deid_job_is_set (job, "population", "population-weight")
      && !deid_job_is_set (job, "population", "population"))
    return deid_job_refuse (job, "population", "population-weight",
                            "expected the table of a population too", error);
  if (deid_job_is_population_table (job) && !deid_job_is_set (job, "input", "keep"))
    return deid_job_refuse (job, "population", "population",
                            "the table is the population, expected [input] keep to say which of "
                            "its rows are the sample",
                            error);
  if (deid_job_is_population_table (job)
      && deid_job_is_set (job, "population", "population-weight"))
    return deid_job_refuse (job, "population", "population-weight",
                            "the table is the population, expected the role weight for the column",
                            error);
  if (deid_job_is_set (job, "input", "linked") && !deid_job_check_linked (job, error))
    return FALSE;
  if (deid_job_is_set (job, "output", "sql-only")
      && !deid_job_is_set (job, "engine", "output-table"))
    return deid_job_refuse (job, "output", "sql-only",
                            "expected the name of the released table in the engine too", error);
  if (deid_job_get_recoding (job) == DEID_RECODING_CELLS && !check_cells (job, error))
    return FALSE;
  return job_problem_check_policy (job, error);
}

/* Finds out before the search whether the policy can be stored. */
static gboolean
check_stored_policy (const DeidJob *job, const DeidReleaseOptions *options, GError **error)
{
  return !deid_job_is_set (job, "output", "policy")
         || deid_release_options_check_storable (options, error)
         || deid_job_prefix_error (job, "output", "policy", error);
}

/* Finds out before the search whether the release would link rows that no model judges together. */
static gboolean
check_linked_rows (const DeidJob *job, const DeidProblem *problem, const DeidStop *stop,
                   GError **error)
{
  if (deid_job_is_set (job, "input", "linked") && !deid_job_check_links (job, problem, error))
    return FALSE;
  return deid_problem_check_linked_rows (problem, problem->release_options, stop, error)
         || deid_job_prefix_error (job, "persons", "pseudonym", error);
}

/* Finds out before the search whether numbers can be released as the settings say, and keeps what
 * they say for reports on the release. */
static gboolean
set_release (const DeidJob *job, DeidProblem *problem, GError **error)
{
  problem->release_options = deid_job_state_release (job, error);
  return problem->release_options != NULL
         && deid_release_options_check (problem->release_options, problem->lattice, error)
         && check_stored_policy (job, problem->release_options, error);
}

static gboolean
job_problem_set_limit (const DeidJob *job, DeidProblem *problem, GError **error)
{
  const char *records = deid_job_get (job, "limits", "suppression-count");
  guint64 n_records = 0;
  double share = 0;

  deid_double_from_decimal (deid_job_get (job, "limits", "suppression-limit"), &share);
  if (g_str_equal (records, "none"))
    return deid_problem_set_suppression_limit (problem, share, error)
           || deid_job_prefix_error (job, "limits", "suppression-limit", error);
  deid_uint64_from_decimal (records, &n_records);
  return deid_problem_set_suppression_limit_count (problem, n_records, error);
}

static gboolean
set_forced_labels (const DeidJob *job, DeidProblem *problem, GError **error)
{
  const gboolean avoids = g_str_equal (deid_job_get (job, "search", "no-forced-labels"), "yes");

  return deid_problem_set_no_forced_labels (problem, avoids, error);
}

/* In the order of the columns. */
static gboolean
set_group_limits (const DeidJob *job, DeidProblem *problem, GError **error)
{
  for (guint64 c = 0; c < job->columns->n; c++)
    {
      const DeidJobEntry *entry = deid_job_columns_get (job->columns, c, DEID_JOB_COLUMN_LIMIT);
      double share;

      if (entry == NULL || !deid_job_columns_uses (job->columns, c, DEID_JOB_COLUMN_LIMIT)
          || !deid_double_from_decimal (entry->text, &share))
        continue;
      if (!deid_problem_set_group_limit (
              problem, deid_dataset_get_column_name (job->dataset, (guint) c), share, error))
        return deid_job_columns_prefix (job->columns, c, DEID_JOB_COLUMN_LIMIT, error);
    }
  return TRUE;
}

/* In the order of the columns, and of their lists. */
static gboolean
set_group_weights (const DeidJob *job, DeidProblem *problem, const DeidStop *stop, GError **error)
{
  for (guint64 c = 0; c < job->columns->n; c++)
    {
      const DeidJobEntry *entry
          = deid_job_columns_get (job->columns, c, DEID_JOB_COLUMN_GROUP_WEIGHT);
      const gboolean is_used
          = deid_job_columns_uses (job->columns, c, DEID_JOB_COLUMN_GROUP_WEIGHT);
      g_auto (GStrv) items = deid_job_value_split (entry != NULL && is_used ? entry->text : "");

      for (guint i = 0; items[i] != NULL; i++)
        {
          gsize length = 0;
          double weight;

          if (!deid_stop_check_class (stop, i, error)
              || !deid_job_value_read_weight (items[i], &length, &weight, error))
            return FALSE;
          items[i][length] = '\0';
          if (!deid_problem_set_group_weight (
                  problem, deid_dataset_get_column_name (job->dataset, (guint) c),
                  length > 0 ? items[i] : NULL, weight, error))
            return deid_job_columns_prefix (job->columns, c, DEID_JOB_COLUMN_GROUP_WEIGHT, error);
        }
    }
  return TRUE;
}

static DeidProblem *
job_problem_make_problem (DeidJob *job, GCancellable *cancellable, GError **error)
{
  const gboolean has_population = deid_job_is_set (job, "population", "population");
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  char *statement;

  if (!deid_job_check_predicted (job, DEID_STOP_OF (cancellable), error))
    return NULL;
  if (has_population && (population = deid_job_read_population (job, cancellable, error)) == NULL)
    return NULL;
  lattice = deid_job_make_lattice (job, population, cancellable, error);
  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  if (!set_release (job, problem, error))
    return NULL;
  statement = deid_job_to_report (job, error);
  if (statement == NULL)
    return NULL;
  deid_problem_take_statement (problem, statement);
  for (guint r = 0; r < G_N_ELEMENTS (judged_roles); r++)
    if (!set_sensitive_hierarchies (job, problem, judged_roles[r], cancellable, error))
      return NULL;
  return (population == NULL
          || deid_problem_set_population (problem, population, cancellable, error))
                 && job_problem_add_models (job, problem, error)
                 && check_linked_rows (job, problem, DEID_STOP_OF (cancellable), error)
                 && set_quality (job, problem, error)
                 && set_group_weights (job, problem, DEID_STOP_OF (cancellable), error)
                 && job_add_baseline (job, problem, cancellable, error)
                 && job_problem_set_limit (job, problem, error)
                 && set_forced_labels (job, problem, error)
                 && set_group_limits (job, problem, error)
             ? g_steal_pointer (&problem)
             : NULL;
}

DeidProblem *
deid_job_get_problem (DeidJob *job, GCancellable *cancellable, GError **error)
{
  gboolean had_dataset;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  had_dataset = job->dataset != NULL;
  if (job->problem == NULL && job_problem_check_settings (job, error)
      && !g_cancellable_set_error_if_cancelled (cancellable, error)
      && deid_job_get_dataset (job, cancellable, error) != NULL)
    job->problem = job_problem_make_problem (job, cancellable, error);
  if (job->problem != NULL)
    g_atomic_int_set (&job->has_problem, TRUE);
  else
    deid_job_unsettle (job, had_dataset, FALSE);
  return job->problem;
}
