/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/explanation-private.h"

#include "base/handle.h"
#include "base/rational.h"
#include "base/text.h"
#include "evaluation/verdict.h"
#include "lattice/policy-private.h"

static void
deid_explanation_free (DeidExplanation *explanation)
{
  for (guint64 i = 0; i < explanation->n_policies; i++)
    {
      deid_policy_unref (explanation->policies[i].policy);
      g_free (explanation->policies[i].n_failing);
    }
  g_free (explanation->policies);
  deid_result_unref (explanation->result);
  g_free (explanation);
}

DEID_DEFINE_HANDLE (DeidExplanation, deid_explanation)

guint64
deid_explanation_get_n_candidates (const DeidExplanation *explanation)
{
  g_return_val_if_fail (explanation != NULL, 0);

  return explanation->n_candidates;
}

guint64
deid_explanation_get_n_better (const DeidExplanation *explanation)
{
  g_return_val_if_fail (explanation != NULL, 0);

  return explanation->n_better;
}

guint64
deid_explanation_get_n_policies (const DeidExplanation *explanation)
{
  g_return_val_if_fail (explanation != NULL, 0);

  return explanation->n_policies;
}

DeidPolicy *
deid_explanation_get_policy (const DeidExplanation *explanation, guint64 index)
{
  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, NULL);

  return explanation->policies[index].policy;
}

double
deid_explanation_get_loss (const DeidExplanation *explanation, guint64 index)
{
  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, 0);

  return explanation->policies[index].loss;
}

guint64
deid_explanation_get_n_suppressed (const DeidExplanation *explanation, guint64 index)
{
  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, 0);

  return explanation->policies[index].n_suppressed;
}

/* None where only a group exceeds its limit. */
static guint64
count_too_many (const DeidExplanation *explanation, guint64 index)
{
  const guint64 n_suppressed = explanation->policies[index].n_suppressed;

  return n_suppressed - MIN (n_suppressed, explanation->limit);
}

guint64
deid_explanation_get_n_too_many (const DeidExplanation *explanation, guint64 index)
{
  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, 0);

  return count_too_many (explanation, index);
}

const char *
deid_explanation_get_attribute_name (const DeidExplanation *explanation, guint64 index)
{
  const DeidBlockedPolicy *blocked;

  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, NULL);

  blocked = &explanation->policies[index];
  return blocked->n_saved > 0
             ? deid_lattice_get_attribute_name (blocked->policy->lattice, blocked->attribute)
             : NULL;
}

guint64
deid_explanation_get_n_saved (const DeidExplanation *explanation, guint64 index)
{
  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, 0);

  return explanation->policies[index].n_saved;
}

static guint
count_models (const DeidExplanation *explanation)
{
  return explanation->result->problem->models->len;
}

guint
deid_explanation_get_n_privacy_models (const DeidExplanation *explanation)
{
  g_return_val_if_fail (explanation != NULL, 0);

  return count_models (explanation);
}

DeidPrivacyModel *
deid_explanation_get_privacy_model (const DeidExplanation *explanation, guint index)
{
  g_return_val_if_fail (explanation != NULL && index < count_models (explanation), NULL);

  return deid_problem_get_privacy_model (explanation->result->problem, index);
}

guint64
deid_explanation_get_n_failing (const DeidExplanation *explanation, guint64 index, guint model)
{
  g_return_val_if_fail (explanation != NULL && index < explanation->n_policies, 0);
  g_return_val_if_fail (model < count_models (explanation), 0);

  return explanation->policies[index].n_failing[model];
}

/* The digits of cuts are not for reading: what a policy makes otherwise than the optimum, which is
 * NULL for itself, stands there in words. */
static void
append_policy (DeidLongText *text, const char *label, const DeidPolicy *policy,
               const DeidPolicy *optimum, double loss)
{
  deid_long_text_add (text, "%-22s", label);
  deid_levels_describe (policy->lattice, policy->levels, text);
  if (deid_lattice_is_cut (policy->lattice))
    {
      deid_long_text_add (text, "\n  in words:           ");
      deid_levels_add_words (policy->lattice, policy->levels,
                             optimum != NULL ? optimum->levels : NULL, "the optimum", FALSE, text);
    }
  deid_long_text_add (text, "\n  loss:               ");
  deid_long_text_add_double (text, "%.10f", loss);
  deid_long_text_add (text, "\n");
}

static void
append_blocked (DeidLongText *text, const DeidExplanation *explanation, guint64 i)
{
  const DeidBlockedPolicy *blocked = &explanation->policies[i];
  const char *attribute = deid_explanation_get_attribute_name (explanation, i);

  append_policy (text, "would be better:", blocked->policy, explanation->result->policy,
                 blocked->loss);
  deid_long_text_add (
      text, "  suppressed:         %" G_GUINT64_FORMAT " records, %" G_GUINT64_FORMAT " too many",
      blocked->n_suppressed, count_too_many (explanation, i));
  deid_verdict_describe_group (&blocked->verdict, explanation->result->problem,
                               &explanation->result->problem->lattice->table, text);
  deid_long_text_add (text, "\n  by model:           ");
  for (guint m = 0; m < count_models (explanation); m++)
    deid_long_text_add (text, "%s%" G_GUINT64_FORMAT " fail %s", m == 0 ? "" : ", ",
                        blocked->n_failing[m],
                        deid_problem_get_model (explanation->result->problem, m)->shown);
  deid_long_text_add (text, "\n");
  if (attribute != NULL)
    deid_long_text_add (
        text,
        "  blocked most by:    %s, one %s more of which saves "
        "%" G_GUINT64_FORMAT " records\n",
        deid_column_show (deid_lattice_get_column (blocked->policy->lattice, blocked->attribute)),
        deid_lattice_has_cuts (blocked->policy->lattice, blocked->attribute) ? "merge" : "level",
        blocked->n_saved);
  else
    deid_long_text_add (text, "  blocked most by:    no single attribute\n");
}

char *
deid_explanation_to_text (const DeidExplanation *explanation, GError **error)
{
  const DeidResult *result;
  DeidLongText own = { 0 }, *text = &own;

  g_return_val_if_fail (explanation != NULL, NULL);

  result = explanation->result;
  deid_long_text_add (text, "Policies that would have been better (custodian-only)\n");
  append_policy (text, "optimum:", result->policy, NULL, result->loss);
  deid_long_text_add (text,
                      "  suppressed:         %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " records, the limit allows %" G_GUINT64_FORMAT "\n",
                      result->n_suppressed,
                      deid_dataset_get_n_records (result->problem->lattice->dataset),
                      explanation->limit);
  deid_long_text_add (text,
                      "policies next to it:  %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                      " of them with a smaller loss\n",
                      explanation->n_candidates, explanation->n_better);
  for (guint64 i = 0; i < explanation->n_policies; i++)
    append_blocked (text, explanation, i);
  return deid_long_text_end (text, error);
}

/* Adds what a policy is and costs, as the first members of an object. */
static void
explanation_add_policy (DeidLongText *text, const DeidPolicy *policy, double loss,
                        guint64 n_suppressed)
{
  g_autofree char *levels = text->error == NULL ? deid_policy_to_text (policy, &text->error) : NULL;
  char decimal[DEID_DECIMAL_SIZE];

  if (levels == NULL)
    return;
  deid_double_to_decimal (loss, decimal);
  deid_long_text_add (text, "{\"policy\":");
  deid_long_text_add_json (text, levels);
  deid_long_text_add (text, ",\"loss\":%s,\"suppressed\":" DEID_COUNT_FORMAT, decimal,
                      n_suppressed);
}

static void
add_blocked (DeidLongText *text, const DeidExplanation *explanation, guint64 i)
{
  const DeidBlockedPolicy *blocked = &explanation->policies[i];
  const char *attribute = deid_explanation_get_attribute_name (explanation, i);
  const DeidGroupExcess *excess = &blocked->verdict.excess;

  explanation_add_policy (text, blocked->policy, blocked->loss, blocked->n_suppressed);
  deid_long_text_add (text, ",\"too_many\":" DEID_COUNT_FORMAT ",\"failing\":[",
                      count_too_many (explanation, i));
  for (guint m = 0; m < count_models (explanation); m++)
    deid_long_text_add (text, "%s" DEID_COUNT_FORMAT, m > 0 ? "," : "", blocked->n_failing[m]);
  deid_long_text_add (text, "],\"attribute\":");
  if (attribute != NULL)
    deid_long_text_add_json (text, attribute);
  else
    deid_long_text_add (text, "null");
  deid_long_text_add (text, ",\"saved\":" DEID_COUNT_FORMAT, blocked->n_saved);
  if (excess->n_records > 0)
    {
      deid_long_text_add (text, ",\"group\":{\"column\":");
      deid_long_text_add_json (
          text, deid_problem_get_group_limit_column (explanation->result->problem, excess->column));
      deid_long_text_add (
          text, ",\"suppressed\":" DEID_COUNT_FORMAT ",\"allowed\":" DEID_COUNT_FORMAT "}",
          excess->n_records, excess->n_allowed);
    }
  deid_long_text_add (text, "}");
}

char *
deid_explanation_to_json (const DeidExplanation *explanation, GError **error)
{
  const DeidResult *result;
  DeidLongText text = { 0 };

  g_return_val_if_fail (explanation != NULL, NULL);

  result = explanation->result;
  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"optimum\":");
  explanation_add_policy (&text, result->policy, result->loss, result->n_suppressed);
  deid_long_text_add (&text,
                      "},\"records\":" DEID_COUNT_FORMAT ",\"limit\":" DEID_COUNT_FORMAT
                      ",\"candidates\":" DEID_COUNT_FORMAT ",\"better\":" DEID_COUNT_FORMAT
                      ",\"models\":[",
                      deid_dataset_get_n_records (result->problem->lattice->dataset),
                      explanation->limit, explanation->n_candidates, explanation->n_better);
  for (guint m = 0; m < count_models (explanation); m++)
    {
      deid_long_text_add (&text, "%s", m > 0 ? "," : "");
      deid_long_text_add_json (&text,
                               deid_problem_get_model (explanation->result->problem, m)->text);
    }
  deid_long_text_add (&text, "],\"policies\":[");
  for (guint64 i = 0; i < explanation->n_policies; i++)
    {
      deid_long_text_add (&text, "%s", i > 0 ? "," : "");
      add_blocked (&text, explanation, i);
    }
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, explanation->result->problem->statement);
  return deid_long_text_end (&text, error);
}
