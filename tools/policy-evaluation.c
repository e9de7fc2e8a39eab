/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "policy-evaluation.h"

#include "messages.h"
#include "release-report.h"
#include "report-json.h"
#include "settings.h"

static gboolean
print_as_json (const DeidReport *evaluation, const DeidReport *before, const DeidReport *risks,
               GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  if (!add_report (builder, "evaluation", evaluation, error)
      || !add_report (builder, "input_risks", before, error)
      || !add_report (builder, "risks", risks, error))
    return FALSE;
  add_text (builder, "problem", deid_report_get_text (evaluation, "problem"));
  print_object (builder);
  return TRUE;
}

static gboolean
print_as_text (const DeidReport *evaluation, const DeidReport *before, const DeidReport *risks,
               GCancellable *cancellable, GError **error)
{
  g_autofree char *text = deid_report_to_text (evaluation, cancellable, error);

  if (text == NULL)
    return FALSE;
  g_print ("%s", text);
  print_risk_reports (risks != NULL ? before : NULL, risks != NULL ? risks : before);
  return TRUE;
}

/* Measures the table as it is, which is a solution where nothing is asked for. */
static DeidReport *
measure_input (const DeidProblem *problem, DeidRiskOptions *options, GCancellable *cancellable,
               GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  DeidDataset *population = deid_problem_get_population (problem);
  g_autoptr (DeidProblem) free_problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("k:1", NULL, error);
  g_autoptr (DeidPolicy) policy = deid_policy_new_bottom (lattice, error);
  g_autoptr (DeidResult) result = NULL;

  if (model != NULL && policy != NULL && deid_problem_add_privacy_model (free_problem, model, error)
      && (population == NULL
          || deid_problem_set_population (free_problem, population, cancellable, error)))
    result = deid_problem_evaluate (free_problem, policy, cancellable, error);
  return result != NULL ? deid_report_new_risks (result, NULL, FALSE, options, cancellable, error)
                        : NULL;
}

/* Where no record is left there are no risks of a release. */
static gboolean
print_failure (const DeidProblem *problem, DeidReport *evaluation, DeidRiskOptions *options,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) before = measure_input (problem, options, cancellable, error);
  g_autoptr (DeidReport) risks = NULL;
  double loss;

  if (before == NULL)
    return FALSE;
  if (deid_report_get_number (evaluation, "loss", &loss))
    {
      risks = deid_report_new_risks (NULL, evaluation, TRUE, options, cancellable, error);
      if (risks == NULL)
        return FALSE;
    }
  return is_json () ? print_as_json (evaluation, before, risks, error)
                    : print_as_text (evaluation, before, risks, cancellable, error);
}

/* Without a policy that is stated, the table is evaluated as it is. A job whose policy cannot be
 * read fails when it is run, and says where the policy is stated. */
DeidReport *
evaluate_policy (DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  const gboolean is_stated = deid_job_is_set (get_settings (), "search", "evaluate");
  const char *text = deid_job_get (get_settings (), "search", "evaluate");
  g_autoptr (DeidPolicy) policy = is_stated ? deid_policy_new_from_text (lattice, text, NULL)
                                            : deid_policy_new_bottom (lattice, error);
  g_autoptr (DeidResult) none = NULL;

  if (policy != NULL)
    return deid_report_new_evaluation (problem, policy, cancellable, error);
  if (is_stated)
    none = deid_job_run (get_settings (), cancellable, error);
  return NULL;
}

DeidResult *
take_solution (DeidProblem *problem, DeidReport *evaluation, DeidRiskOptions *options,
               GCancellable *cancellable, gboolean *is_told, GError **error)
{
  gboolean is_solution;

  if (deid_report_get_flag (evaluation, "solution", &is_solution) && !is_solution && !is_quiet ())
    {
      if (!print_failure (problem, evaluation, options, cancellable, error))
        return NULL;
      *is_told = is_json ();
    }
  return deid_problem_evaluate (problem, deid_report_get_policy (evaluation, "policy"), cancellable,
                                error);
}
