/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the models of a problem, and its loss, say of the classes of a local recoding. */
#include "base/arrays.h"
#include "base/memory.h"
#include "search/local/local-labels.h"
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

static DeidLossSums
add_up (const DeidPartition *partition, guint a, const guint64 *weights, const guint32 *extents)
{
  DeidLossSums sums = { 0 };

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const guint32 label = deid_codes_get (&partition->columns[a].labels, number);

      *(partition->suppressed[number] ? &sums.covered : &sums.kept)
          += weights[number] * extents[label];
    }
  return sums;
}

static gboolean
local_judgement_set_losses (DeidPartition *partition, const DeidLoss *loss,
                            const DeidLossSums *sums, GError **error)
{
  const guint64 suppressed_weight = partition->verdict.suppressed_weight;

  partition->verdict.objective = deid_loss_get_objective (loss, sums, suppressed_weight);
  for (guint a = 0; a < partition->lattice->n_attributes; a++)
    partition->losses[a] = deid_loss_get_attribute (loss, a, sums[a], suppressed_weight);
  return deid_loss_from_objective (loss, partition->verdict.objective, &partition->loss, error);
}

static gboolean
local_judgement_measure (DeidPartition *partition, const DeidPreparedProblem *prepared,
                         const guint32 *const *extents, const DeidStop *stop, GError **error)
{
  const guint m = partition->lattice->n_attributes;
  g_autofree DeidLossSums *sums = NULL;
  g_autofree guint64 *weights = NULL;

  if (!deid_new_arrays (error, DEID_NEW (sums, m), DEID_NEW (weights, partition->n_classes),
                        DEID_NEW (partition->losses, m))
      || !weigh_classes (partition, &prepared->rows, weights, stop, error))
    return FALSE;
  for (guint a = 0; a < m; a++)
    sums[a] = add_up (partition, a, weights, extents[a]);
  return local_judgement_set_losses (partition, &prepared->loss, sums, error);
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
         && (!partition->is_measured
             || local_judgement_measure (partition, prepared, extents, stop, error));
}

/* Counts labels of an attribute on the lowest levels where they read the same, and lists their
 * extents. Classes are numbered in the order of their first rows.
 * Returns: whether some label is on a lower level now. */
static gboolean
lower_labels (DeidPartition *partition, const DeidPreparedProblem *prepared, guint a,
              guint32 *extents)
{
  const DeidAttribute *attribute = &prepared->lattice->attributes[a];
  const guint lowest = deid_lattice_get_lowest_level (prepared->lattice, a);
  DeidPartitionColumn *column = &partition->columns[a];
  gboolean is_lower = FALSE;
  guint32 n_classes = 0;

  for (guint64 row = 0; n_classes < partition->n_classes; row++)
    if (partition->class_of_row[row] == n_classes)
      {
        const guint32 code = deid_codes_get (prepared->own.codes[a], row);
        const guint32 label = deid_codes_get (&column->labels, n_classes++);
        const guint level
            = deid_local_labels_get_lowest (attribute, column->levels[label], lowest, code);

        is_lower |= level < column->levels[label];
        column->levels[label] = (DeidLevel) level;
        extents[label]
            = deid_loss_attribute_get_extent (&prepared->loss.terms[a], attribute, code, level);
      }
  return is_lower;
}

gboolean
deid_local_partition_lower (DeidPartition *partition, const DeidPreparedProblem *prepared,
                            DeidLossSums *sums, const DeidStop *stop, GError **error)
{
  g_autofree guint64 *weights = deid_alloc (partition->n_classes, sizeof *weights, error);

  if (weights == NULL || !weigh_classes (partition, &prepared->rows, weights, stop, error))
    return FALSE;
  for (guint a = 0; a < prepared->lattice->n_attributes; a++)
    if (!deid_attribute_has_runs (&prepared->lattice->attributes[a]))
      {
        g_autofree guint32 *extents
            = deid_alloc (partition->columns[a].n_labels, sizeof *extents, error);

        if (extents == NULL || !deid_stop_check (stop, error))
          return FALSE;
        if (lower_labels (partition, prepared, a, extents))
          sums[a] = add_up (partition, a, weights, extents);
      }
  return local_judgement_set_losses (partition, &prepared->loss, sums, error);
}
