/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/walking-evaluator.h"

#include "base/arrays.h"
#include "privacy/table-view.h"

gboolean
deid_walking_evaluator_may_judge (const DeidPreparedProblem *prepared)
{
  if (prepared->limit > 0 || prepared->read.source.entities != NULL
      || prepared->asks.judges_unmatched || !deid_loss_is_separable (&prepared->loss))
    return FALSE;
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = prepared->privacy.models[i].model->funcs;

      if ((funcs->accept.func != NULL && !funcs->size_only)
          || deid_prepared_model_names_classes (&prepared->privacy.models[i]))
        return FALSE;
    }
  return TRUE;
}

static void
add_verdict (DeidWalkingEvaluator *evaluator, guint64 n, guint8 verdict)
{
  evaluator->n_failing += verdict != DEID_CLASS_PASSES ? n : 0;
  evaluator->n_necessary += verdict == DEID_CLASS_FAILS_NECESSARY ? n : 0;
}

/* Classes of the population alone are no part of the table. A step takes away all terms that it
 * changes before it adds any, so that no sum on the way is greater than the one that it comes to.
 */
static gboolean
add_terms (DeidWalkingEvaluator *evaluator, guint32 number, gboolean is_there, GError **error)
{
  const DeidClassWalk *walk = &evaluator->walk;
  const guint64 n = walk->n_records[number];

  for (guint i = 0; n > 0 && i < evaluator->n_sums; i++)
    {
      DeidWalkingSum *sum = &evaluator->sums[i];
      DeidWide term = 0;

      if (!deid_prepared_model_get_term (
              sum->asked, n, walk->n_population != NULL ? walk->n_population[number] : n, &term,
              error))
        return FALSE;
      if (!is_there)
        sum->sum -= term;
      else if (!deid_prepared_model_add_term (sum->asked, term, &sum->sum, error))
        return FALSE;
    }
  return TRUE;
}

static void
follow_class (const DeidClassWalk *walk, guint32 number, gboolean is_there, gpointer data)
{
  const guint64 n = walk->n_records[number];
  DeidWalkingEvaluator *evaluator = data;
  guint8 verdict;

  if (evaluator->error != NULL || !add_terms (evaluator, number, is_there, &evaluator->error))
    return;
  if (evaluator->judges_classes
      && deid_size_verdicts_judge (&evaluator->judgement.size_verdicts, &n, 1, &verdict,
                                   &evaluator->error))
    add_verdict (evaluator, is_there ? n : -n, verdict);
}

static gboolean
count_all_classes (DeidWalkingEvaluator *evaluator, GError **error)
{
  const DeidClassWalk *walk = &evaluator->walk;

  evaluator->n_failing = evaluator->n_necessary = 0;
  for (guint i = 0; i < evaluator->n_sums; i++)
    evaluator->sums[i].sum = 0;
  for (guint32 number = 0; evaluator->n_sums > 0 && number < walk->n_numbers; number++)
    if (!add_terms (evaluator, number, TRUE, error))
      return FALSE;
  if (!evaluator->judges_classes)
    return TRUE;
  if (!deid_size_verdicts_judge (&evaluator->judgement.size_verdicts, walk->n_records,
                                 walk->n_numbers, evaluator->judgement.verdicts, error))
    return FALSE;
  for (guint32 number = 0; number < walk->n_numbers; number++)
    add_verdict (evaluator, walk->n_records[number], evaluator->judgement.verdicts[number]);
  return TRUE;
}

static gboolean
walking_evaluator_alloc_classes (DeidWalkingEvaluator *evaluator, GError **error)
{
  const guint64 n = evaluator->prepared->rows.n + 1;

  return deid_new_arrays (error, DEID_NEW (evaluator->sizes, n),
                          DEID_NEW (evaluator->populations, n))
         && deid_judgement_reserve (&evaluator->judgement, n, error);
}

static void
walking_evaluator_examine_models (DeidWalkingEvaluator *evaluator)
{
  const DeidPreparedModels *privacy = &evaluator->prepared->privacy;

  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPreparedModel *asked = &privacy->models[i];
      const gboolean sums = deid_prepared_model_sums (asked);

      evaluator->judges_classes |= asked->model->funcs->accept.func != NULL;
      evaluator->lists_classes |= !sums && asked->model->funcs->accept_table.func != NULL;
      if (sums)
        evaluator->sums[evaluator->n_sums++] = (DeidWalkingSum){ .model = i, .asked = asked };
    }
}

static const DeidEvaluatorKind walking_evaluator;

gboolean
deid_walking_evaluator_init (DeidWalkingEvaluator *evaluator, const DeidPreparedProblem *prepared,
                             GError **error)
{
  *evaluator = (DeidWalkingEvaluator){ .base = { &walking_evaluator, prepared->lattice },
                                       .prepared = prepared };
  if (!deid_new_arrays (error, DEID_NEW (evaluator->loss_sums, prepared->lattice->n_attributes),
                        DEID_NEW (evaluator->sums, prepared->privacy.n_models),
                        DEID_NEW (evaluator->is_settled, prepared->privacy.n_models))
      || !deid_judgement_init (&evaluator->judgement, prepared, error))
    return FALSE;
  walking_evaluator_examine_models (evaluator);
  return deid_class_walk_init (&evaluator->walk, &prepared->rows, prepared->attributes,
                               follow_class, evaluator, error)
         && walking_evaluator_alloc_classes (evaluator, error);
}

static void
walking_evaluator_clear (DeidEvaluator *base)
{
  DeidWalkingEvaluator *evaluator = (DeidWalkingEvaluator *) base;

  deid_class_walk_clear (&evaluator->walk);
  deid_judgement_clear (&evaluator->judgement);
  g_clear_error (&evaluator->error);
  deid_free_arrays (evaluator->sizes, evaluator->populations, evaluator->sums,
                    evaluator->is_settled, evaluator->loss_sums);
}

/* Lists the classes of the table.
 * Returns: how many there are. */
static guint32
walking_evaluator_list_classes (const DeidWalkingEvaluator *evaluator)
{
  const DeidClassWalk *walk = &evaluator->walk;
  guint32 n = 0;

  for (guint32 number = 0; number < walk->n_numbers; number++)
    {
      evaluator->sizes[n] = walk->n_records[number];
      if (walk->n_population != NULL)
        evaluator->populations[n] = walk->n_population[number];
      n += walk->n_records[number] > 0 ? 1 : 0;
    }
  return n;
}

/* Tells whether no sum says that a condition fails, and whether some do not tell. */
static gboolean
judge_sums (DeidWalkingEvaluator *evaluator, const DeidStop *stop, gboolean *holds,
            gboolean *is_open, GError **error)
{
  const guint64 n_records = evaluator->prepared->n_records;

  *is_open = FALSE;
  for (guint i = 0; *holds && i < evaluator->n_sums; i++)
    {
      const DeidWalkingSum *sum = &evaluator->sums[i];
      const DeidTableView table
          = { .n_records = n_records, .n_persons = n_records, .sum = sum->sum };
      int verdict;

      if (!deid_stop_check (stop, error)
          || !deid_prepared_model_judges_sum (sum->asked, &table, &verdict, error))
        return FALSE;
      *holds = verdict >= 0;
      evaluator->is_settled[sum->model] = verdict > 0;
      *is_open |= verdict == 0;
    }
  return TRUE;
}

static gboolean
judge_list (DeidWalkingEvaluator *evaluator, const DeidStop *stop, gboolean *holds, GError **error)
{
  const guint32 n = walking_evaluator_list_classes (evaluator);
  const DeidJudgedClasses released
      = { .classes = { .n_classes = n, .sizes = evaluator->sizes },
          .populations = evaluator->walk.n_population != NULL ? evaluator->populations : NULL };

  return deid_judgement_accepts_table (&evaluator->judgement, &released, evaluator->is_settled,
                                       stop, holds, error);
}

static gboolean
judge_table (DeidWalkingEvaluator *evaluator, const DeidStop *stop, gboolean *holds, GError **error)
{
  gboolean is_open;

  return judge_sums (evaluator, stop, holds, &is_open, error)
         && (!*holds || !(evaluator->lists_classes || is_open)
             || judge_list (evaluator, stop, holds, error));
}

static gboolean
walking_evaluator_count_classes (DeidWalkingEvaluator *evaluator, GError **error)
{
  if (!evaluator->walk.was_step)
    return count_all_classes (evaluator, error);
  if (evaluator->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&evaluator->error));
  return FALSE;
}

/* What a model failed at is counted in part, from which no step may go on. */
static gboolean
set_policy (DeidWalkingEvaluator *evaluator, const DeidLevel *levels, const DeidStop *stop,
            GError **error)
{
  if (!deid_class_walk_set (&evaluator->walk, levels, stop, error))
    return FALSE;
  if (walking_evaluator_count_classes (evaluator, error))
    return TRUE;
  deid_class_walk_forget (&evaluator->walk);
  return FALSE;
}

static gboolean
walking_evaluator_evaluate (DeidEvaluator *base, const DeidLevel *levels, const DeidStop *stop,
                            DeidVerdict *verdict, GError **error)
{
  DeidWalkingEvaluator *evaluator = (DeidWalkingEvaluator *) base;
  const DeidPreparedProblem *prepared = evaluator->prepared;

  if (!set_policy (evaluator, levels, stop, error))
    return FALSE;
  *verdict = deid_verdict_from_counts (prepared, evaluator->n_failing, evaluator->n_necessary, 0);
  if (verdict->is_solution && prepared->asks.judges_table
      && !judge_table (evaluator, stop, &verdict->is_solution, error))
    return FALSE;
  if (verdict->is_solution)
    verdict->objective = deid_loss_measure (&prepared->loss, levels, evaluator->loss_sums, 0);
  return TRUE;
}

static gboolean
walking_evaluator_add_risk (DeidEvaluator *base, const DeidStop *stop, DeidRiskSum *risk,
                            GError **error)
{
  const DeidClassWalk *walk = &((DeidWalkingEvaluator *) base)->walk;

  for (guint32 number = 0; number < walk->n_numbers; number++)
    {
      const guint64 n = walk->n_records[number];

      if (n > 0
          && !deid_risk_sum_add (
              risk, n, walk->n_population != NULL ? walk->n_population[number] : n, error))
        return FALSE;
    }
  return TRUE;
}

static guint64
walking_evaluator_get_n_bytes (const DeidEvaluator *base)
{
  const DeidWalkingEvaluator *evaluator = (const DeidWalkingEvaluator *) base;
  const guint64 n = evaluator->prepared->rows.n + 1;

  return deid_class_walk_get_n_bytes (&evaluator->walk)
         + n * (sizeof *evaluator->sizes + sizeof *evaluator->populations)
         + evaluator->judgement.verdicts_capacity;
}

static const DeidEvaluatorKind walking_evaluator = { .evaluate = walking_evaluator_evaluate,
                                                     .add_risk = walking_evaluator_add_risk,
                                                     .get_n_bytes = walking_evaluator_get_n_bytes,
                                                     .clear = walking_evaluator_clear };
