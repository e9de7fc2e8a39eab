/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Evaluates one policy, solution or not. */
#include "report/evaluation-private.h"

#include "base/arrays.h"
#include "base/text.h"
#include "evaluation/verdict.h"
#include "lattice/policy-private.h"

void
deid_evaluation_free (DeidEvaluation *evaluation)
{
  deid_problem_unref (evaluation->problem);
  deid_policy_unref (evaluation->policy);
  g_clear_pointer (&evaluation->partition, deid_partition_unref);
  g_free (evaluation->n_failing);
  g_free (evaluation);
}

static gboolean
evaluation_count_failing (DeidEvaluation *evaluation, DeidGroupingEvaluator *evaluator,
                          const DeidStop *stop, GError **error)
{
  return deid_new_arrays (error,
                          DEID_NEW (evaluation->n_failing, evaluator->prepared->privacy.n_models))
         && deid_judgement_count_by_model (&evaluator->judgement, DEID_CLASS_FAILS, stop,
                                           evaluation->n_failing, error);
}

/* The classes are counted by model before the partition takes them. */
static gboolean
evaluation_evaluate (DeidEvaluation *evaluation, const DeidPreparedProblem *unlimited,
                     const DeidStop *stop, GError **error)
{
  const DeidLevel *levels = evaluation->policy->levels;
  DeidGroupingEvaluator evaluator = { 0 };
  DeidVerdict verdict;

  if (deid_grouping_evaluator_init (&evaluator, unlimited, error))
    {
      evaluator.measures_all = TRUE;
      if (deid_evaluator_evaluate (&evaluator.base, levels, stop, &verdict, error)
          && evaluation_count_failing (evaluation, &evaluator, stop, error))
        evaluation->partition
            = deid_partition_new_of_evaluated (&evaluator, levels, &verdict, stop, error);
    }
  deid_evaluator_clear (&evaluator.base);
  return evaluation->partition != NULL;
}

static gboolean
prepare_and_evaluate (DeidEvaluation *evaluation, const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (evaluation->problem, stop, error);
  DeidPreparedProblem unlimited;
  gboolean success = FALSE;

  if (preparation != NULL)
    {
      unlimited = preparation->all;
      evaluation->limit = unlimited.limit;
      evaluation->n_records = unlimited.n_records;
      deid_prepared_problem_lift_limits (&unlimited);
      success = evaluation_evaluate (evaluation, &unlimited, stop, error);
    }
  deid_preparation_release (preparation);
  return success;
}

DeidEvaluation *
deid_evaluation_make (DeidProblem *problem, DeidPolicy *policy, const DeidStop *stop,
                      GError **error)
{
  g_autoptr (DeidEvaluation) evaluation = NULL;

  if (!deid_problem_check_policy (problem, policy, error))
    return NULL;
  evaluation = g_new0 (DeidEvaluation, 1);
  evaluation->problem = deid_problem_ref (problem);
  evaluation->policy = deid_policy_ref (policy);
  return prepare_and_evaluate (evaluation, stop, error) ? g_steal_pointer (&evaluation) : NULL;
}

gboolean
deid_evaluation_is_solution (const DeidEvaluation *evaluation)
{
  const DeidVerdict *verdict = &evaluation->partition->verdict;

  return verdict->is_solution && verdict->n_suppressed <= evaluation->limit
         && verdict->excess.n_records == 0;
}

static void
describe_failure (const DeidEvaluation *evaluation, DeidLongText *text)
{
  const DeidVerdict *verdict = &evaluation->partition->verdict;

  deid_long_text_add (text,
                      DEID_COUNT_FORMAT " of " DEID_COUNT_FORMAT " records have to be suppressed",
                      verdict->n_suppressed, evaluation->n_records);
  deid_verdict_describe_failure (verdict, evaluation->problem, &evaluation->problem->lattice->table,
                                 evaluation->limit, text);
}

static void
evaluation_fill_losses (DeidFigures *figures, const DeidEvaluation *evaluation)
{
  const DeidPartition *partition = evaluation->partition;

  deid_figures_add_number_if (figures, "loss", partition->is_measured, partition->loss);
  if (evaluation->problem->group_weights->len > 0)
    deid_figures_add_flag (figures, "weighted_by_groups", TRUE);
  if (partition->losses == NULL)
    {
      deid_figures_add_state (figures, "losses", DEID_FIGURE_STATE_UNDEFINED);
      return;
    }
  deid_figures_begin_table (figures, "losses");
  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    {
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column",
                             deid_lattice_get_column (partition->lattice, a)->name);
      deid_figures_add_number (figures, "loss", partition->losses[a]);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static void
evaluation_fill_counts (DeidFigures *figures, const DeidEvaluation *evaluation)
{
  const DeidVerdict *verdict = &evaluation->partition->verdict;
  const guint n_models = evaluation->problem->models->len;

  deid_figures_add_count (figures, "records", evaluation->n_records);
  deid_figures_add_count (figures, "suppressed", verdict->n_suppressed);
  deid_figures_add_count (figures, "limit", evaluation->limit);
  deid_figures_add_count (figures, "too_many",
                          verdict->n_suppressed - MIN (verdict->n_suppressed, evaluation->limit));
  deid_figures_add_count (figures, "unmatched", verdict->n_unmatched);
  deid_figures_begin_table (figures, "models");
  for (guint m = 0; m < n_models; m++)
    deid_figures_add_text (figures, NULL, deid_problem_get_model (evaluation->problem, m)->text);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "failing");
  for (guint m = 0; m < n_models; m++)
    deid_figures_add_count (figures, NULL, evaluation->n_failing[m]);
  deid_figures_end (figures);
}

static gboolean
evaluation_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                 const DeidStop *stop, GError **error)
{
  const DeidEvaluation *evaluation = data;
  const gboolean is_solution = deid_evaluation_is_solution (evaluation);
  g_autofree char *words = NULL, *reason = NULL;
  DeidLongText why = { 0 };

  words = deid_policy_describe (evaluation->policy, NULL, error);
  if (words == NULL)
    return FALSE;
  describe_failure (evaluation, &why);
  reason = deid_long_text_end (&why, error);
  if (reason == NULL)
    return FALSE;
  deid_figures_add_policy (figures, "policy", evaluation->policy);
  deid_figures_add_text (figures, "description", words);
  deid_figures_add_flag (figures, "solution", is_solution);
  deid_figures_add_text (figures, "reason", is_solution ? NULL : reason);
  evaluation_fill_losses (figures, evaluation);
  evaluation_fill_counts (figures, evaluation);
  deid_figures_add_statement (figures, evaluation->problem->statement);
  return TRUE;
}

static const DeidFigure evaluation_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (POLICY, "policy", "", "The policy that is evaluated."),
  FIGURE (TEXT, "description", "", "The policy in words, in difference from the original data."),
  FIGURE (FLAG, "solution", "",
          "Whether the policy is a solution: what it suppresses is within the limits, a record is "
          "left, and the rest meets all models."),
  FIGURE (TEXT, "reason", "", "Why the policy is no solution; undefined if it is one."),
  FIGURE (NUMBER, "loss", "loss",
          "The loss, suppressed records included; undefined if no record is left."),
  FIGURE (FLAG, "weighted_by_groups", "",
          "`true` if weights of groups count in losses; absent otherwise."),
  FIGURE (TABLE, "losses", "",
          "Undefined if no record is left, or if the quality model costs classes as a whole."),
  FIGURE (TEXT, "losses[].column", "", "The name of a quasi-identifier."),
  FIGURE (NUMBER, "losses[].loss", "loss", "The loss of the quasi-identifier."),
  FIGURE (COUNT, "records", "records", "How many records the table has."),
  FIGURE (COUNT, "suppressed", DEID_UNIT_PART,
          "How many records the policy suppresses, whatever the limits; a lower bound if it is "
          "above the limit and several models have conditions on the whole table."),
  FIGURE (COUNT, "limit", DEID_UNIT_PART, "How many records may be suppressed."),
  FIGURE (COUNT, "too_many", "records", "How many suppressed records exceed the limit."),
  FIGURE (COUNT, "unmatched", "classes",
          "How many classes of the population without records in the table fail a model such as "
          "delta-presence, against which suppression does not help; 0 without a population."),
  FIGURE (TEXT, "models[]", "",
          "The specification of a privacy model, in the order in which they were added to the "
          "problem."),
  FIGURE (COUNT, "failing[]", "records",
          "How many records are in classes that fail this model, whatever other models say. Of a "
          "condition on the whole table, how many more records are suppressed until it is met."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_evaluation_kind = {
  .name = "evaluation",
  .title = "Evaluation: what one policy does",
  .catalogue = evaluation_catalogue,
  .n_figures = G_N_ELEMENTS (evaluation_catalogue),
  .fill = evaluation_fill,
  .free = (GDestroyNotify) deid_evaluation_free,
};

DeidReport *
deid_report_new_evaluation (DeidProblem *problem, DeidPolicy *policy, GCancellable *cancellable,
                            GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (problem != NULL && policy != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&deid_evaluation_kind,
                          deid_evaluation_make (problem, policy, stop, error), stop, error);
}
