/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/evaluation/tally.h"

#include <string.h>

#include "base/memory.h"
#include "privacy/record-risk.h"

gboolean
deid_tally_may_judge (const DeidInstance *instance)
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

static void
follow_class (const DeidClassWalk *walk, guint32 number, gboolean is_there, gpointer data)
{
  const guint64 n = walk->n_records[number];
  DeidTally *tally = data;
  guint8 verdict;

  if (tally->error == NULL
      && deid_size_verdicts_judge (&tally->size_verdicts, &n, 1, &verdict, &tally->error))
    add_verdict (tally, is_there ? n : -n, verdict);
}

static gboolean
judge_all_classes (DeidTally *tally, GError **error)
{
  const DeidClassWalk *walk = &tally->walk;

  tally->n_failing = tally->n_necessary = 0;
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

  return (tally->sizes = deid_alloc (n, sizeof *tally->sizes, error)) != NULL
         && (tally->populations = deid_alloc (n, sizeof *tally->populations, error)) != NULL
         && (tally->verdicts = deid_alloc (n, sizeof *tally->verdicts, error)) != NULL;
}

gboolean
deid_tally_init (DeidTally *tally, const DeidInstance *instance, GError **error)
{
  *tally = (DeidTally){ .instance = instance,
                        .sums = g_new0 (DeidLossSums, instance->lattice->n_attributes) };
  deid_size_verdicts_init (&tally->size_verdicts, instance);
  deid_withholding_init (&tally->withholding, instance);
  for (guint i = 0; i < instance->privacy.n_models; i++)
    tally->judges_classes |= instance->privacy.models[i].model->funcs->accept.func != NULL;
  return deid_class_walk_init (&tally->walk, &instance->rows, instance->attributes,
                               tally->judges_classes ? follow_class : NULL, tally, error)
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
}

/* Lists the classes of the table; those of the population alone are no part of it.
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

static gboolean
judge_table (DeidTally *tally, const DeidStop *stop, gboolean *holds, GError **error)
{
  const guint32 n = list_classes (tally);
  const DeidJudgedClasses judged
      = { .classes = { .n_classes = n, .sizes = tally->sizes },
          .populations = tally->walk.n_population != NULL ? tally->populations : NULL,
          .verdicts = tally->verdicts };

  memset (tally->verdicts, DEID_CLASS_PASSES, n);
  return deid_withholding_accept_all (&tally->withholding, &judged, stop, holds, error);
}

static gboolean
set_policy (DeidTally *tally, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  if (!deid_class_walk_set (&tally->walk, levels, stop, error))
    return FALSE;
  if (tally->judges_classes && !tally->walk.was_step)
    return judge_all_classes (tally, error);
  if (tally->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&tally->error));
  return FALSE;
}

gboolean
deid_tally_evaluate (DeidTally *tally, const DeidLevel *levels, const DeidStop *stop,
                     DeidVerdict *verdict, GError **error)
{
  const DeidInstance *instance = tally->instance;

  if (!set_policy (tally, levels, stop, error))
    return FALSE;
  *verdict = deid_verdict_from_counts (instance, tally->n_failing, tally->n_necessary, 0);
  if (verdict->is_solution && instance->judges_table
      && !judge_table (tally, stop, &verdict->is_solution, error))
    return FALSE;
  if (verdict->is_solution)
    verdict->objective = deid_loss_measure (&instance->loss, levels, tally->sums, 0);
  return TRUE;
}

DeidWide
deid_tally_sum_risk (const DeidTally *tally)
{
  const guint32 n = list_classes (tally);
  DeidWide risk = 0;

  for (guint32 i = 0; i < n; i++)
    risk += tally->sizes[i]
            * deid_record_risk (tally->walk.n_population != NULL ? MAX (tally->populations[i], 1)
                                                                 : tally->sizes[i],
                                2);
  return risk;
}

guint64
deid_tally_get_n_bytes (const DeidTally *tally)
{
  const guint64 n = tally->instance->rows.n + 1;

  return deid_class_walk_get_n_bytes (&tally->walk)
         + n * (sizeof *tally->sizes + sizeof *tally->populations + sizeof *tally->verdicts);
}
