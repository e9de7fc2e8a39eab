/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/tally.h"

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
judge_class (DeidTally *tally, const DeidWalkClass *walk_class, gboolean is_there)
{
  const guint64 n = walk_class->n_records;
  guint8 verdict;

  if (tally->error != NULL
      || !deid_size_verdicts_judge (&tally->size_verdicts, &n, 1, &verdict, &tally->error))
    return;
  if (verdict != DEID_CLASS_PASSES)
    tally->n_failing += is_there ? n : -n;
  if (verdict == DEID_CLASS_FAILS_NECESSARY)
    tally->n_necessary += is_there ? n : -n;
}

static gboolean
has_population (const DeidTally *tally)
{
  return tally->instance->rows.n_population > 0;
}

static DeidWide
get_risk (const DeidTally *tally, const DeidWalkClass *walk_class)
{
  const guint64 n = walk_class->n_records;
  const guint64 g
      = has_population (tally) ? MAX (walk_class->n_population, 1) : walk_class->n_records;

  return n > 0 ? n * deid_record_risk (g, 2) : 0;
}

static void
count_class (const DeidWalkClass *walk_class, gboolean is_there, gpointer data)
{
  DeidTally *tally = data;
  const DeidWide risk = get_risk (tally, walk_class);

  tally->risk += is_there ? risk : -risk;
  judge_class (tally, walk_class, is_there);
}

static gboolean
alloc_table (DeidTally *tally, GError **error)
{
  const guint64 n = tally->instance->rows.n + 1;

  return (tally->sizes = deid_alloc (n, sizeof *tally->sizes, error)) != NULL
         && (!has_population (tally)
             || (tally->populations = deid_alloc (n, sizeof *tally->populations, error)) != NULL)
         && (tally->verdicts = deid_alloc (n, sizeof *tally->verdicts, error)) != NULL;
}

gboolean
deid_tally_init (DeidTally *tally, const DeidInstance *instance, GError **error)
{
  *tally = (DeidTally){ .instance = instance,
                        .sums = g_new0 (DeidLossSums, instance->lattice->n_attributes) };
  deid_size_verdicts_init (&tally->size_verdicts, instance);
  deid_withholding_init (&tally->withholding, instance);
  return deid_class_walk_init (&tally->walk, &instance->rows, instance->attributes, count_class,
                               tally, error)
         && (!instance->judges_table || alloc_table (tally, error));
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

/* Classes of the population alone are no part of the table. */
static guint32
list_classes (DeidTally *tally)
{
  const DeidClassWalk *walk = &tally->walk;
  guint32 n = 0;

  for (guint32 number = 0; number < walk->n_numbers; number++)
    {
      const DeidWalkClass *walk_class = &walk->classes[number];

      if (walk_class->n_rows == 0 || walk_class->n_records == 0)
        continue;
      tally->sizes[n] = walk_class->n_records;
      if (tally->populations != NULL)
        tally->populations[n] = walk_class->n_population;
      n++;
    }
  return n;
}

static gboolean
judge_table (DeidTally *tally, const DeidStop *stop, gboolean *holds, GError **error)
{
  const DeidJudgedClasses judged
      = { .classes = { .n_classes = list_classes (tally), .sizes = tally->sizes },
          .populations = tally->populations,
          .verdicts = tally->verdicts };

  return deid_withholding_accept_all (&tally->withholding, &judged, stop, holds, error);
}

/* Where a model failed, what was counted since is wrong. */
static gboolean
set_policy (DeidTally *tally, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  if (!deid_class_walk_set (&tally->walk, levels, stop, error))
    return FALSE;
  if (tally->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (tally->error));
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

guint64
deid_tally_get_n_bytes (const DeidTally *tally)
{
  const guint64 n = tally->sizes != NULL ? tally->instance->rows.n + 1 : 0;

  return deid_class_walk_get_n_bytes (&tally->walk)
         + n * (sizeof *tally->sizes + sizeof *tally->verdicts)
         + (tally->populations != NULL ? n * sizeof *tally->populations : 0);
}
