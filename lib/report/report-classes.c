/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/report-classes.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/dataset-view.h"

gboolean
deid_report_check_classes (const DeidPartition *classes, GError **error)
{
  for (guint32 number = 0; number < classes->n_classes; number++)
    if (!classes->suppressed[number])
      return TRUE;
  return deid_fail (error, DEID_ERROR_EMPTY,
                    "no record is released, expected at least one to report on");
}

DeidPartition *
deid_report_get_classes (DeidResult *result, gboolean is_after, const DeidStop *stop,
                         GError **error)
{
  g_autoptr (DeidPartition) classes = NULL;

  if (is_after)
    {
      const DeidPartition *kept = deid_result_make_partition (result, stop, error);

      classes = kept != NULL ? deid_partition_ref ((DeidPartition *) kept) : NULL;
    }
  else
    classes = deid_partition_new_of_input (result->problem, stop, error);
  return classes != NULL && deid_report_check_classes (classes, error) ? g_steal_pointer (&classes)
                                                                       : NULL;
}

static gboolean
count_entities (const DeidPartition *classes, guint64 *n, const DeidStop *stop, GError **error)
{
  const DeidDataset *dataset = classes->lattice->dataset;
  const DeidColumn *column = deid_dataset_get_entities (dataset);
  const guint64 n_rows = deid_dataset_get_n_rows (dataset);
  g_autofree guint8 *seen = deid_alloc (column->dictionary.n, sizeof *seen, error);

  if (seen == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 person = deid_codes_get (&column->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (deid_partition_suppresses (classes, row))
        continue;
      *n += seen[person] == 0;
      seen[person] = 1;
    }
  return TRUE;
}

gboolean
deid_report_count_persons (const DeidPartition *classes, guint64 *n, const DeidStop *stop,
                           GError **error)
{
  *n = 0;
  if (classes->persons != NULL)
    return count_entities (classes, n, stop, error);
  for (guint32 number = 0; number < classes->n_classes; number++)
    *n += classes->suppressed[number] ? 0 : classes->records[number];
  return TRUE;
}

/* Returns: (nullable): the numbers of the classes. */
static guint32 *
report_classes_list_classes (const DeidPartition *classes, guint64 *weights, guint64 *n,
                             GError **error)
{
  guint32 *numbers = deid_alloc (classes->n_classes, sizeof *numbers, error);

  *n = 0;
  for (guint32 number = 0; numbers != NULL && number < classes->n_classes; number++)
    {
      if (classes->suppressed[number])
        continue;
      weights[*n] = classes->records[number];
      numbers[(*n)++] = number;
    }
  return numbers;
}

static gboolean
report_classes_copy_labels (DeidCodes *to, const DeidPartitionColumn *from, const guint32 *numbers,
                            guint64 n, const DeidStop *stop, GError **error)
{
  if (!deid_codes_alloc (to, n, from->n_labels - 1, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      deid_codes_set (to, i, deid_codes_get (&from->labels, numbers[i]));
    }
  return TRUE;
}

gboolean
deid_report_merge_classes (const DeidPartition *classes, DeidMergedRows *merged, guint32 *n_labels,
                           const DeidStop *stop, GError **error)
{
  const guint n_attributes = classes->lattice->n_attributes;
  g_autofree guint32 *numbers = NULL;

  *merged = (DeidMergedRows){ .n_columns = 0 };
  if (!deid_new_arrays (error, DEID_NEW (merged->columns, n_attributes),
                        DEID_NEW (merged->weights, classes->n_classes)))
    return FALSE;
  merged->n_columns = n_attributes;
  numbers = report_classes_list_classes (classes, merged->weights, &merged->n, error);
  if (numbers == NULL)
    return FALSE;
  for (guint a = 0; a < n_attributes; a++)
    {
      n_labels[a] = classes->columns[a].n_labels;
      if (!report_classes_copy_labels (&merged->columns[a], &classes->columns[a], numbers,
                                       merged->n, stop, error))
        return FALSE;
    }
  return TRUE;
}
