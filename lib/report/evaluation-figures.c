/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/evaluation-private.h"

#include <math.h>

#include "base/rational.h"
#include "base/text.h"
#include "evaluation/verdict.h"
#include "lattice/policy-private.h"

DeidProblem *
deid_evaluation_get_problem (const DeidEvaluation *evaluation)
{
  g_return_val_if_fail (evaluation != NULL, NULL);

  return evaluation->problem;
}

DeidPolicy *
deid_evaluation_get_policy (const DeidEvaluation *evaluation)
{
  g_return_val_if_fail (evaluation != NULL, NULL);

  return evaluation->policy;
}

DeidPartition *
deid_evaluation_get_partition (const DeidEvaluation *evaluation)
{
  g_return_val_if_fail (evaluation != NULL, NULL);

  return evaluation->partition;
}

gboolean
deid_evaluation_is_solution (const DeidEvaluation *evaluation)
{
  const DeidVerdict *verdict;

  g_return_val_if_fail (evaluation != NULL, FALSE);

  verdict = &evaluation->partition->verdict;
  return verdict->is_solution && verdict->n_suppressed <= evaluation->limit
         && verdict->excess.n_records == 0;
}

guint64
deid_evaluation_get_n_suppressed (const DeidEvaluation *evaluation)
{
  g_return_val_if_fail (evaluation != NULL, 0);

  return evaluation->partition->verdict.n_suppressed;
}

guint64
deid_evaluation_get_n_too_many (const DeidEvaluation *evaluation)
{
  guint64 n_suppressed;

  g_return_val_if_fail (evaluation != NULL, 0);

  n_suppressed = evaluation->partition->verdict.n_suppressed;
  return n_suppressed - MIN (n_suppressed, evaluation->limit);
}

guint64
deid_evaluation_get_n_unmatched (const DeidEvaluation *evaluation)
{
  g_return_val_if_fail (evaluation != NULL, 0);

  return evaluation->partition->verdict.n_unmatched;
}

guint64
deid_evaluation_get_n_failing (const DeidEvaluation *evaluation, guint model)
{
  g_return_val_if_fail (evaluation != NULL && model < evaluation->problem->models->len, 0);

  return evaluation->n_failing[model];
}

gboolean
deid_evaluation_get_loss (const DeidEvaluation *evaluation, double *loss)
{
  g_return_val_if_fail (evaluation != NULL, FALSE);

  if (loss != NULL)
    *loss = evaluation->partition->is_measured ? evaluation->partition->loss : INFINITY;
  return evaluation->partition->is_measured;
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

static const char *
show_attribute (const DeidEvaluation *evaluation, guint a)
{
  return deid_column_show (deid_lattice_get_column (evaluation->problem->lattice, a));
}

static void
add_losses (const DeidEvaluation *evaluation, DeidLongText *text)
{
  const DeidPartition *partition = evaluation->partition;

  if (!partition->is_measured)
    return;
  deid_long_text_add (text, "  loss:               ");
  deid_long_text_add_double (text, "%.10f", partition->loss);
  deid_long_text_add (text, "%s\n",
                      evaluation->problem->group_weights->len > 0 ? " (weighted by groups)" : "");
  for (guint a = 0; partition->losses != NULL && a < partition->lattice->n_attributes; a++)
    {
      deid_long_text_add (text, "    ");
      deid_long_text_add_double (text, "%.10f", partition->losses[a]);
      deid_long_text_add (text, "      %s\n", show_attribute (evaluation, a));
    }
}

char *
deid_evaluation_to_text (const DeidEvaluation *evaluation, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (evaluation != NULL, NULL);

  deid_long_text_add (&text, "Evaluation of a policy (custodian-only)\npolicy:               ");
  deid_levels_describe (evaluation->problem->lattice, evaluation->policy->levels, &text);
  deid_long_text_add (&text, "\n  in words:           ");
  deid_levels_add_words (evaluation->problem->lattice, evaluation->policy->levels, NULL, NULL,
                         FALSE, &text);
  deid_long_text_add (&text, "\n  solution:           ");
  if (deid_evaluation_is_solution (evaluation))
    deid_long_text_add (&text, "yes");
  else
    {
      deid_long_text_add (&text, "no: ");
      describe_failure (evaluation, &text);
    }
  deid_long_text_add (&text, "\n");
  add_losses (evaluation, &text);
  deid_long_text_add (&text,
                      "  suppressed:         " DEID_COUNT_FORMAT " of " DEID_COUNT_FORMAT
                      " records, the limit allows " DEID_COUNT_FORMAT "\n  by model:           ",
                      evaluation->partition->verdict.n_suppressed, evaluation->n_records,
                      evaluation->limit);
  for (guint m = 0; m < evaluation->problem->models->len; m++)
    deid_long_text_add (&text, "%s" DEID_COUNT_FORMAT " fail %s", m == 0 ? "" : ", ",
                        evaluation->n_failing[m],
                        deid_problem_get_model (evaluation->problem, m)->shown);
  deid_long_text_add (&text, "\n");
  return deid_long_text_end (&text, error);
}

static void
add_json_loss (DeidLongText *text, double loss)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (loss, decimal);
  deid_long_text_add (text, "%s", decimal);
}

static void
add_json_losses (const DeidEvaluation *evaluation, DeidLongText *text)
{
  const DeidPartition *partition = evaluation->partition;

  deid_long_text_add (text, ",\"loss\":");
  if (partition->is_measured)
    add_json_loss (text, partition->loss);
  else
    deid_long_text_add (text, "null");
  if (evaluation->problem->group_weights->len > 0)
    deid_long_text_add (text, ",\"weighted_by_groups\":true");
  deid_long_text_add (text, ",\"losses\":%s", partition->losses != NULL ? "{" : "null");
  for (guint a = 0; partition->losses != NULL && a < partition->lattice->n_attributes; a++)
    {
      deid_long_text_add (text, "%s", a > 0 ? "," : "");
      deid_long_text_add_json (text, deid_lattice_get_column (partition->lattice, a)->name);
      deid_long_text_add (text, ":");
      add_json_loss (text, partition->losses[a]);
    }
  deid_long_text_add (text, "%s", partition->losses != NULL ? "}" : "");
}

static void
add_json_counts (const DeidEvaluation *evaluation, DeidLongText *text)
{
  const guint n_models = evaluation->problem->models->len;

  deid_long_text_add (text,
                      ",\"records\":" DEID_COUNT_FORMAT ",\"suppressed\":" DEID_COUNT_FORMAT
                      ",\"limit\":" DEID_COUNT_FORMAT ",\"too_many\":" DEID_COUNT_FORMAT
                      ",\"unmatched\":" DEID_COUNT_FORMAT ",\"models\":[",
                      evaluation->n_records, evaluation->partition->verdict.n_suppressed,
                      evaluation->limit, deid_evaluation_get_n_too_many (evaluation),
                      deid_evaluation_get_n_unmatched (evaluation));
  for (guint m = 0; m < n_models; m++)
    {
      deid_long_text_add (text, "%s", m > 0 ? "," : "");
      deid_long_text_add_json (text, deid_problem_get_model (evaluation->problem, m)->text);
    }
  deid_long_text_add (text, "],\"failing\":[");
  for (guint m = 0; m < n_models; m++)
    deid_long_text_add (text, "%s" DEID_COUNT_FORMAT, m > 0 ? "," : "", evaluation->n_failing[m]);
  deid_long_text_add (text, "]");
}

char *
deid_evaluation_to_json (const DeidEvaluation *evaluation, GError **error)
{
  g_autofree char *policy = NULL, *words = NULL, *reason = NULL;
  DeidLongText text = { 0 }, why = { 0 };
  gboolean is_solution;

  g_return_val_if_fail (evaluation != NULL, NULL);

  is_solution = deid_evaluation_is_solution (evaluation);
  describe_failure (evaluation, &why);
  policy = deid_policy_to_text (evaluation->policy, error);
  words = policy != NULL ? deid_policy_describe (evaluation->policy, NULL, error) : NULL;
  reason = words != NULL ? deid_long_text_end (&why, error) : NULL;
  if (reason == NULL)
    {
      deid_long_text_clear (&why);
      return NULL;
    }
  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"policy\":");
  deid_long_text_add_json (&text, policy);
  deid_long_text_add (&text, ",\"description\":");
  deid_long_text_add_json (&text, words);
  deid_long_text_add (&text, ",\"solution\":%s,\"reason\":", is_solution ? "true" : "false");
  if (is_solution)
    deid_long_text_add (&text, "null");
  else
    deid_long_text_add_json (&text, reason);
  add_json_losses (evaluation, &text);
  add_json_counts (evaluation, &text);
  deid_statement_end_json (&text, evaluation->problem->statement);
  return deid_long_text_end (&text, error);
}
