/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/run-failure.h"

#include "base/long-text.h"
#include "base/memory.h"
#include "evaluation/grouping-evaluator.h"
#include "evaluation/verdict-text.h"

/* Nothing is known of a policy that could be told of. */
static void
set_nothing_evaluated (const DeidRun *run, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "%s: %s",
               run->prepared->lattice->table.name,
               run->is_proof ? "no policy is a solution; the search evaluated none"
                             : "the search found no solution; it evaluated no policy");
}

static const char *
get_scope (const DeidRun *run, gboolean is_search)
{
  if (!is_search)
    return "";
  return run->is_proof ? "no policy is a solution; the nearest of those evaluated: "
                       : "the search found no solution; the nearest of the policies evaluated: ";
}

/* A model whose only condition is one on the whole table, for which it suppresses nothing, fails no
 * record. */
static gboolean
append_failing (DeidLongText *text, DeidGroupingEvaluator *evaluator, const DeidStop *stop,
                GError **error)
{
  const DeidPreparedModels *privacy = &evaluator->prepared->privacy;
  g_autofree guint64 *counts = deid_alloc (privacy->n_models, sizeof *counts, error);
  const char *separator = ";";

  if (counts == NULL
      || !deid_judgement_count_by_model (&evaluator->judgement, DEID_CLASS_FAILS, stop, counts,
                                         error))
    return FALSE;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPrivacyModel *model = privacy->models[i].model;

      if (model->funcs->accept.func == NULL
          && model->funcs->suppression_order == DEID_SUPPRESSION_ORDER_NONE)
        continue;
      deid_long_text_add (text, "%s %" G_GUINT64_FORMAT " fail %s", separator, counts[i],
                          model->shown);
      separator = ",";
    }
  return TRUE;
}

/* Returns: why a policy is no solution: which limit binds, and how many records fail each model;
 * NULL on failure. */
static char *
run_failure_explain (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                     const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  DeidLongText own = { 0 }, *text = &own;
  DeidVerdict verdict;

  if (!deid_evaluator_evaluate (&evaluator->base, levels, stop, &verdict, error))
    return NULL;
  deid_long_text_add (text, "policy '");
  deid_levels_describe (prepared->lattice, levels, text);
  deid_long_text_add (
      text, "' has to suppress %s%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records",
      prepared->judges_table ? "at least " : "", verdict.n_suppressed, prepared->n_records);
  deid_verdict_describe_failure (&verdict, prepared->problem, prepared->table, prepared->limit,
                                 text);
  if (append_failing (text, evaluator, stop, error))
    return deid_long_text_end (text, error);
  deid_long_text_clear (text);
  return NULL;
}

void
deid_run_explain_no_solution (const DeidRun *run, gboolean is_search, GError **error)
{
  /* The run is over: its limits no longer matter. */
  const DeidStop *stop = DEID_STOP_OF (run->stop.cancellable);
  DeidGroupingEvaluator evaluator;
  g_autofree char *reason = NULL;

  if (run->n_evaluated == 0)
    {
      set_nothing_evaluated (run, error);
      return;
    }
  if (deid_grouping_evaluator_init (&evaluator, run->prepared, error)
      && (reason = run_failure_explain (&evaluator, run->nearest, stop, error)) != NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "%s: %s%s",
                 run->prepared->lattice->table.name, get_scope (run, is_search), reason);
  deid_evaluator_clear (&evaluator.base);
}

void
deid_run_fail_cancelled (const DeidProblem *problem, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
               "%s: the search was cancelled before it found a solution",
               problem->lattice->table.name);
}

void
deid_run_explain_end (DeidRun *run, GError **error)
{
  const char *name = run->prepared->lattice->table.name;

  if (run->error != NULL)
    g_propagate_error (error, g_steal_pointer (&run->error));
  else if (run->termination == DEID_TERMINATION_CANCELLED)
    deid_run_fail_cancelled (run->prepared->problem, error);
  else
    g_set_error (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
                 "%s: the %s limit came before a solution was found; %" G_GUINT64_FORMAT
                 " policies were evaluated",
                 name, run->termination == DEID_TERMINATION_TIME_LIMIT ? "time" : "step",
                 run->n_evaluated);
}
