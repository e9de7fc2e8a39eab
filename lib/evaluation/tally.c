/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/tally.h"

#include <string.h>

#include "base/arrays.h"
#include "privacy/table-view.h"

gboolean
deid_tally_may_judge (const DeidPreparedProblem *instance)
{
  if (instance->limit > 0 || instance->source.entities != NULL || instance->judges_unmatched
      || !deid_loss_is_separable (&instance->loss))
    return FALSE;
  for (guint i = 0; i < instance->privacy.n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = instance->privacy.models[i].model->funcs;

      if (funcs->accept.func != NULL && !funcs->size_only)
        return FALSE;
    }
  return TRUE;
}

static void
add_verdict (DeidTally *tally, guint64 n, guint8 verdict)
{
  tally->n_failing += verdict != DEID_CLASS_PASSES ? n : 0;
  tally->n_necessary += verdict == DEID_CLASS_FAILS_NECESSARY ? n : 0;
}

/* Classes of the population alone are no part of the table. A step takes away all terms that it
 * changes before it adds any, so that no sum on the way is greater than the one that it comes to.
 */
static gboolean
add_terms (DeidTally *tally, guint32 number, gboolean is_there, GError **error)
{
  const DeidClassWalk *walk = &tally->walk;
  const guint64 n = walk->n_records[number];

  for (guint i = 0; n > 0 && i < tally->n_sums; i++)
    {
      DeidTallySum *sum = &tally->sums[i];
      DeidWide term = 0;

      if (!deid_prepared_model_get_term (
              sum->prepared, n, walk->n_population != NULL ? walk->n_population[number] : n, &term,
              error))
        return FALSE;
      if (!is_there)
        sum->sum -= term;
      else if (!deid_prepared_model_add_term (sum->prepared, term, &sum->sum, error))
        return FALSE;
    }
  return TRUE;
}

static void
follow_class (const DeidClassWalk *walk, guint32 number, gboolean is_there, gpointer data)
{
  const guint64 n = walk->n_records[number];
  DeidTally *tally = data;
  guint8 verdict;

  if (tally->error != NULL || !add_terms (tally, number, is_there, &tally->error))
    return;
  if (tally->judges_classes
      && deid_size_verdicts_judge (&tally->size_verdicts, &n, 1, &verdict, &tally->error))
    add_verdict (tally, is_there ? n : -n, verdict);
}

static gboolean
count_all_classes (DeidTally *tally, GError **error)
{
  const DeidClassWalk *walk = &tally->walk;

  tally->n_failing = tally->n_necessary = 0;
  for (guint i = 0; i < tally->n_sums; i++)
    tally->sums[i].sum = 0;
  for (guint32 number = 0; tally->n_sums > 0 && number < walk->n_numbers; number++)
    if (!add_terms (tally, number, TRUE, error))
      return FALSE;
  if (!tally->judges_classes)
    return TRUE;
  if (!deid_size_verdicts_judge (&tally->size_verdicts, walk->n_records, walk->n_numbers,
                                 tally->verdicts, error))
    return FALSE;
  for (guint32 number = 0; number < walk->n_numbers; number++)
    add_verdict (tally, walk->n_records[number], tally->verdicts[number]);
  return TRUE;
}

static gboolean
alloc_classes (DeidTally *tally, GError **error)
{
  const guint64 n = tally->instance->rows.n + 1;

  return deid_new_arrays (error, DEID_NEW (tally->sizes, n), DEID_NEW (tally->populations, n),
                          DEID_NEW (tally->verdicts, n));
}

static void
examine_models (DeidTally *tally)
{
  const DeidPreparedModels *privacy = &tally->instance->privacy;

  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPreparedModel *prepared = &privacy->models[i];
      const gboolean sums = deid_prepared_model_sums (prepared);

      tally->judges_classes |= prepared->model->funcs->accept.func != NULL;
      tally->lists_classes |= !sums && prepared->model->funcs->accept_table.func != NULL;
      if (sums)
        tally->sums[tally->n_sums++] = (DeidTallySum){ .model = i, .prepared = prepared };
    }
}

gboolean
deid_tally_init (DeidTally *tally, const DeidPreparedProblem *instance, GError **error)
{
  *tally = (DeidTally){ .instance = instance };
  if (!deid_new_arrays (error, DEID_NEW (tally->loss_sums, instance->lattice->n_attributes),
                        DEID_NEW (tally->sums, instance->privacy.n_models),
                        DEID_NEW (tally->is_settled, instance->privacy.n_models))
      || !deid_size_verdicts_init (&tally->size_verdicts, instance, error)
      || !deid_withholding_init (&tally->withholding, instance, error))
    return FALSE;
  examine_models (tally);
  return deid_class_walk_init (&tally->walk, &instance->rows, instance->attributes, follow_class,
                               tally, error)
         && alloc_classes (tally, error);
}

void
deid_tally_clear (DeidTally *tally)
{
  deid_class_walk_clear (&tally->walk);
  deid_size_verdicts_clear (&tally->size_verdicts);
  deid_withholding_clear (&tally->withholding);
  g_clear_error (&tally->error);
  g_free (tally->sizes);
  g_free (tally->populations);
  g_free (tally->verdicts);
  g_free (tally->sums);
  g_free (tally->is_settled);
  g_free (tally->loss_sums);
}

/* Lists the classes of the table.
 * Returns: how many there are. */
static guint32
list_classes (const DeidTally *tally)
{
  const DeidClassWalk *walk = &tally->walk;
  guint32 n = 0;

  for (guint32 number = 0; number < walk->n_numbers; number++)
    {
      tally->sizes[n] = walk->n_records[number];
      if (walk->n_population != NULL)
        tally->populations[n] = walk->n_population[number];
      n += walk->n_records[number] > 0 ? 1 : 0;
    }
  return n;
}

/* Tells whether no sum says that a condition fails, and whether some do not tell. */
static gboolean
judge_sums (DeidTally *tally, const DeidStop *stop, gboolean *holds, gboolean *is_open,
            GError **error)
{
  const guint64 n_records = tally->instance->n_records;

  *is_open = FALSE;
  for (guint i = 0; *holds && i < tally->n_sums; i++)
    {
      const DeidTallySum *sum = &tally->sums[i];
      const DeidTableView table
          = { .n_records = n_records, .n_persons = n_records, .sum = sum->sum };
      int verdict;

      if (!deid_stop_check (stop, error)
          || !deid_prepared_model_judges_sum (sum->prepared, &table, &verdict, error))
        return FALSE;
      *holds = verdict >= 0;
      tally->is_settled[sum->model] = verdict > 0;
      *is_open |= verdict == 0;
    }
  return TRUE;
}

static gboolean
judge_list (DeidTally *tally, const DeidStop *stop, gboolean *holds, GError **error)
{
  const guint32 n = list_classes (tally);
  const DeidJudgedClasses judged
      = { .classes = { .n_classes = n, .sizes = tally->sizes },
          .populations = tally->walk.n_population != NULL ? tally->populations : NULL,
          .verdicts = tally->verdicts };

  memset (tally->verdicts, DEID_CLASS_PASSES, n);
  return deid_withholding_accept_all (&tally->withholding, &judged, tally->is_settled, stop, holds,
                                      error);
}

static gboolean
judge_table (DeidTally *tally, const DeidStop *stop, gboolean *holds, GError **error)
{
  gboolean is_open;

  return judge_sums (tally, stop, holds, &is_open, error)
         && (!*holds || !(tally->lists_classes || is_open)
             || judge_list (tally, stop, holds, error));
}

static gboolean
count_classes (DeidTally *tally, GError **error)
{
  if (!tally->walk.was_step)
    return count_all_classes (tally, error);
  if (tally->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&tally->error));
  return FALSE;
}

/* What a model failed at is counted in part, from which no step may go on. */
static gboolean
set_policy (DeidTally *tally, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  if (!deid_class_walk_set (&tally->walk, levels, stop, error))
    return FALSE;
  if (count_classes (tally, error))
    return TRUE;
  deid_class_walk_forget (&tally->walk);
  return FALSE;
}

gboolean
deid_tally_evaluate (DeidTally *tally, const DeidLevel *levels, const DeidStop *stop,
                     DeidVerdict *verdict, GError **error)
{
  const DeidPreparedProblem *instance = tally->instance;

  if (!set_policy (tally, levels, stop, error))
    return FALSE;
  *verdict = deid_verdict_from_counts (instance, tally->n_failing, tally->n_necessary, 0);
  if (verdict->is_solution && instance->judges_table
      && !judge_table (tally, stop, &verdict->is_solution, error))
    return FALSE;
  if (verdict->is_solution)
    verdict->objective = deid_loss_measure (&instance->loss, levels, tally->loss_sums, 0);
  return TRUE;
}

gboolean
deid_tally_add_risk (const DeidTally *tally, DeidRiskSum *risk, GError **error)
{
  const DeidClassWalk *walk = &tally->walk;

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

guint64
deid_tally_get_n_bytes (const DeidTally *tally)
{
  const guint64 n = tally->instance->rows.n + 1;

  return deid_class_walk_get_n_bytes (&tally->walk)
         + n * (sizeof *tally->sizes + sizeof *tally->populations + sizeof *tally->verdicts);
}
