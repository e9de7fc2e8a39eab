/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Figures for the whole of a release. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "distortion/utility-private.h"
#include "table/dataset-view.h"

#define DEID_UTILITY_MAX_FOLDS   100
#define DEID_UTILITY_MAX_RECORDS 1000000

static void
utility_free (gpointer data)
{
  DeidUtility *utility = data;

  deid_problem_unref (utility->problem);
  g_clear_pointer (&utility->policy, deid_policy_unref);
  g_clear_pointer (&utility->local, deid_partition_unref);
  deid_free_arrays (utility->targets, utility->is_excluded, utility->excluded);
  g_free (utility);
}

const DeidColumn *
deid_utility_look_up (const DeidUtility *utility, guint column)
{
  return deid_dataset_get_column (utility->problem->lattice->dataset, column);
}

gboolean
deid_utility_find_target (const DeidTableSource *table, const char *name, DeidUtilityTarget *target,
                          const DeidStop *stop, GError **error)
{
  g_autofree guint64 *counts = NULL;
  const DeidColumn *column;
  guint n = 0;

  if (!deid_table_source_find_column (table, name, &target->column, error))
    return FALSE;
  column = &table->columns[target->column];
  counts = deid_table_source_count_codes (table, column, stop, error);
  if (counts == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    n += counts[code] > 0 ? 1 : 0;
  target->n_values = n;
  if (n >= 2 && n <= DEID_UTILITY_MAX_VALUES)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "column '%s' has %u value%s to predict, expected 2 to %d",
                    deid_column_show (column), n, n == 1 ? "" : "s", DEID_UTILITY_MAX_VALUES);
}

static gboolean
check_arguments (guint n_folds, guint max_records, GError **error)
{
  if (n_folds < DEID_UTILITY_MIN_FOLDS || n_folds > DEID_UTILITY_MAX_FOLDS)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%u folds, expected %d to %d", n_folds,
               DEID_UTILITY_MIN_FOLDS, DEID_UTILITY_MAX_FOLDS);
  else if (max_records == 0 || max_records > DEID_UTILITY_MAX_RECORDS)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%u records to draw, expected 1 to %d",
               max_records, DEID_UTILITY_MAX_RECORDS);
  else
    return TRUE;
  return FALSE;
}

static gboolean
find_targets (DeidUtility *utility, const DeidTableSource *table, const char *const *targets,
              const DeidStop *stop, GError **error)
{
  guint n = 0;

  while (targets != NULL && targets[n] != NULL)
    n++;
  utility->targets = deid_alloc (n, sizeof *utility->targets, error);
  if (utility->targets == NULL)
    return FALSE;
  for (; utility->n_targets < n; utility->n_targets++)
    if (!deid_utility_find_target (table, targets[utility->n_targets],
                                   &utility->targets[utility->n_targets], stop, error))
      return FALSE;
  return TRUE;
}

static gboolean
utility_draw (DeidUtility *utility, DeidUtilityInput *input, guint max_records,
              const DeidStop *stop, GError **error)
{
  if (!deid_sample_draw (&input->sample, &input->table, max_records, utility->seed, stop, error))
    return FALSE;
  input->is_suppressed = deid_alloc (input->sample.n, sizeof *input->is_suppressed, error);
  if (input->is_suppressed == NULL)
    return FALSE;
  utility->n_drawn = input->sample.n;
  for (guint32 i = 0; i < input->sample.n; i++)
    {
      input->is_suppressed[i] = deid_partition_suppresses (input->partition, input->sample.rows[i]);
      utility->n_released += input->is_suppressed[i] ? 0 : 1;
    }
  if (utility->n_targets == 0 || utility->n_folds <= utility->n_drawn)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%u folds of %" G_GUINT64_FORMAT " record%s, expected no more than records",
                    utility->n_folds, utility->n_drawn, utility->n_drawn == 1 ? "" : "s");
}

static gboolean
list_excluded (DeidUtility *utility, guint n_columns, GError **error)
{
  utility->excluded = deid_alloc (n_columns, sizeof *utility->excluded, error);
  for (guint c = 0; utility->excluded != NULL && c < n_columns; c++)
    if (utility->is_excluded[c])
      utility->excluded[utility->n_excluded++] = c;
  return utility->excluded != NULL;
}

static gboolean
utility_measure (DeidUtility *utility, DeidUtilityInput *input, const char *const *targets,
                 guint max_records, const DeidStop *stop, GError **error)
{
  const guint n_columns = input->table.n_columns;

  utility->is_excluded = deid_alloc (n_columns, sizeof *utility->is_excluded, error);
  if (utility->is_excluded == NULL || !find_targets (utility, &input->table, targets, stop, error)
      || !utility_draw (utility, input, max_records, stop, error))
    return FALSE;
  for (guint i = 0; i < utility->n_targets; i++)
    if (!deid_utility_predict (utility, input, &utility->targets[i], stop, error))
      return FALSE;
  return deid_utility_measure_propensity (utility, input, stop, error)
         && list_excluded (utility, n_columns, error);
}

static gboolean
measure_result (DeidUtility *utility, DeidResult *result, DeidUtilityInput *input,
                const char *const *targets, guint max_records, const DeidStop *stop, GError **error)
{
  gboolean success;

  input->partition = deid_result_make_partition (result, stop, error);
  success = input->partition != NULL
            && deid_table_source_init (&input->table, utility->problem->lattice->dataset, error)
            && utility_measure (utility, input, targets, max_records, stop, error);
  deid_table_source_clear (&input->table);
  deid_sample_clear (&input->sample);
  g_free (input->is_suppressed);
  return success;
}

static double
utility_get_expected_pmse (const DeidUtility *utility)
{
  const double n = (double) (utility->n_drawn + utility->n_released);
  const double share = (double) utility->n_released / n;

  return (utility->n_parameters - 1) * (1 - share) * (1 - share) * share / n;
}

double
deid_utility_get_pmse_ratio (const DeidUtility *utility)
{
  const double expected = utility_get_expected_pmse (utility);

  return expected > 0 ? utility->pmse / expected : 0;
}

static gboolean
utility_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures, const DeidStop *stop,
              GError **error)
{
  const DeidUtility *utility = data;

  deid_figures_add_count (figures, "drawn", utility->n_drawn);
  deid_figures_add_count (figures, "released", utility->n_released);
  deid_figures_add_count (figures, "seed", utility->seed);
  deid_figures_add_count (figures, "folds", utility->n_folds);
  deid_figures_add_count (figures, "parameters", utility->n_parameters);
  deid_figures_add_number (figures, "pmse", utility->pmse);
  deid_figures_add_number (figures, "expected_pmse", utility_get_expected_pmse (utility));
  deid_figures_add_number (figures, "pmse_ratio", deid_utility_get_pmse_ratio (utility));
  deid_figures_begin_table (figures, "excluded");
  for (guint i = 0; i < utility->n_excluded; i++)
    deid_figures_add_text (figures, NULL,
                           deid_utility_look_up (utility, utility->excluded[i])->name);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "targets");
  for (guint i = 0; i < utility->n_targets; i++)
    {
      const DeidUtilityTarget *target = &utility->targets[i];

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column",
                             deid_utility_look_up (utility, target->column)->name);
      deid_figures_add_count (figures, "values", target->n_values);
      deid_figures_add_number (figures, "before", target->before);
      deid_figures_add_number (figures, "after", target->after);
      deid_figures_add_number (figures, "baseline", target->baseline);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_add_statement (figures, utility->problem->statement);
  return TRUE;
}

static const DeidFigure utility_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "drawn", "records",
          "How many records of the input were looked at, drawn at random without replacement if "
          "they are not all."),
  FIGURE (COUNT, "released", "records", "How many of them are released."),
  FIGURE (COUNT, "seed", "", "The seed of the generator that drew them and dealt out the folds."),
  FIGURE (COUNT, "folds", "folds", "The number of folds of the cross-validation."),
  FIGURE (
      COUNT, "parameters", "parameters",
      "The number k of parameters of the model of the propensity score, the intercept included."),
  FIGURE (
      NUMBER, "pmse", "",
      "The mean squared error of the propensity score (Woo, Reiter, Oganian, Karr 2009). A model "
      "estimates for each record of input and release together the probability p that it is of the "
      "release. The error is the mean of (p - c)^2, where c is the share of the release among "
      "these records. It is 0 if the model cannot tell the two apart, and at most c (1 - c)."),
  FIGURE (NUMBER, "expected_pmse", "",
          "The pMSE that is expected if the release is drawn at random: (k - 1) (1 - c)^2 c / N, "
          "where N is the number of records in input and release together (Snoke, Raab, Nowok, "
          "Dibben, Slavkovic 2018)."),
  FIGURE (NUMBER, "pmse_ratio", "",
          "The pMSE over the expected one; 0 if that is 0. If records are suppressed at random, "
          "the ratio is about their share. If they differ from the others, it is greater."),
  FIGURE (TEXT, "excluded[]", "",
          "The names of the columns that make no features in some model since they have too many "
          "values or labels, in the order of the table."),
  FIGURE (TEXT, "targets[].column", "",
          "The name of a column that is predicted, in the order that was asked for."),
  FIGURE (COUNT, "targets[].values", "values",
          "How many values of it the input has, a missing one included."),
  FIGURE (
      NUMBER, "targets[].before", "share of the records looked at",
      "How often it is predicted rightly from the input's values of the other quasi-identifiers."),
  FIGURE (NUMBER, "targets[].after", "share of the records looked at",
          "How often it is predicted rightly from what is released of the other quasi-identifiers; "
          "a suppressed record is predicted to have the most frequent value of those learnt from."),
  FIGURE (NUMBER, "targets[].baseline", "share of the records looked at",
          "The share of its most frequent value."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_utility_kind = {
  .name = "utility",
  .title = "Utility: how useful a release is as a whole",
  .catalogue = utility_catalogue,
  .n_figures = G_N_ELEMENTS (utility_catalogue),
  .fill = utility_fill,
  .free = utility_free,
};

DeidReport *
deid_report_new_utility (DeidResult *result, const char *const *targets, guint n_folds,
                         guint max_records, guint64 seed, DeidRegressionFunc fit, gpointer fit_data,
                         GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidUtilityInput input = { .fit = fit, .fit_data = fit_data };
  DeidUtility *utility;

  g_return_val_if_fail (result != NULL && fit != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!check_arguments (n_folds, max_records, error))
    return NULL;
  utility = g_new0 (DeidUtility, 1);
  utility->problem = deid_problem_ref (result->problem);
  deid_result_ref_recoding (result, &utility->policy, &utility->local);
  utility->n_folds = n_folds;
  utility->seed = seed;
  if (!measure_result (utility, result, &input, targets, max_records, stop, error))
    g_clear_pointer (&utility, utility_free);
  return deid_report_new (&deid_utility_kind, utility, stop, error);
}
