/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the models of a problem, and its loss, say of the classes of a local recoding. */
#include "base/arrays.h"
#include "search/local/local-partition.h"

static gboolean
judge_classes (DeidPartition *partition, DeidJudgement *judgement, const DeidClassLabel *labels,
               const DeidStop *stop, GError **error)
{
  const DeidRowClasses classes = { .class_of_row = partition->class_of_row,
                                   .width = sizeof *partition->class_of_row,
                                   .n_classes = partition->n_classes,
                                   .sizes = partition->records,
                                   .class_labels = labels };

  if (!deid_judgement_judge_classes (judgement, &classes, classes.n_classes, stop, error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (partition->suppressed[number])
      judgement->verdicts[number] = DEID_CLASS_FAILS;
  partition->verdict = deid_judgement_count (judgement);
  if (!deid_judgement_judge_table (judgement, &judgement->prepared->rows, stop, &partition->verdict,
                                   error))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    partition->suppressed[number] = !deid_judgement_releases (judgement, number);
  return deid_partition_count_persons (partition, judgement, stop, error);
}

/* Adds up what records count in the loss, class by class. */
static gboolean
weigh_classes (const DeidPartition *partition, const DeidRows *rows, guint64 *weights,
               const DeidStop *stop, GError **error)
{
  const guint64 *loss_weights = deid_rows_get_loss_weights (rows);

  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      weights[partition->class_of_row[row]] += loss_weights != NULL ? loss_weights[row] : 1;
    }
  return TRUE;
}

static void
add_up (const DeidPartition *partition, const guint64 *weights, const guint32 *const *extents,
        DeidLossSums *sums)
{
  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    for (guint32 number = 0; number < partition->n_classes; number++)
      {
        const guint32 node = deid_codes_get (&partition->columns[a].labels, number);
        const guint64 cost = weights[number] * extents[a][node];

        *(partition->suppressed[number] ? &sums[a].covered : &sums[a].kept) += cost;
      }
}

static gboolean
measure (DeidPartition *partition, const DeidPreparedProblem *prepared,
         const guint32 *const *extents, const DeidStop *stop, GError **error)
{
  const DeidLoss *loss = &prepared->loss;
  const guint m = partition->lattice->n_attributes;
  DeidVerdict *verdict = &partition->verdict;
  g_autofree DeidLossSums *sums = NULL;
  g_autofree guint64 *weights = NULL;

  if (!deid_new_arrays (error, DEID_NEW (sums, m), DEID_NEW (weights, partition->n_classes),
                        DEID_NEW (partition->losses, m))
      || !weigh_classes (partition, &prepared->rows, weights, stop, error))
    return FALSE;
  add_up (partition, weights, extents, sums);
  verdict->objective = deid_loss_get_objective (loss, sums, verdict->suppressed_weight);
  for (guint a = 0; a < m; a++)
    partition->losses[a] = deid_loss_get_attribute (loss, a, sums[a], verdict->suppressed_weight);
  return deid_loss_from_objective (loss, verdict->objective, &partition->loss, error);
}

gboolean
deid_local_partition_judge (DeidPartition *partition, const DeidPreparedProblem *prepared,
                            const DeidClassLabel *labels, const guint32 *const *extents,
                            const DeidStop *stop, GError **error)
{
  DeidJudgement judgement;
  const gboolean success = deid_judgement_init (&judgement, prepared, error)
                           && judge_classes (partition, &judgement, labels, stop, error);

  deid_judgement_clear (&judgement);
  partition->is_measured = success && partition->verdict.is_solution;
  return success
         && (!partition->is_measured || measure (partition, prepared, extents, stop, error));
}
