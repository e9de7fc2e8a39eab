/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What became of the cells of a column. */
#include "evaluation/partition.h"
#include "hierarchy/level-names.h"

/* Tells whether a label of a level stands for all values there are. */
static gboolean
says_nothing (const DeidAttribute *attribute, guint level)
{
  return deid_attribute_has_runs (attribute)
             ? level > 0 && level + 1 == attribute->n_levels
             : deid_hierarchy_is_one_label (attribute->hierarchy, level);
}

static guint64
count_missing (const DeidPartition *partition, const DeidAttribute *attribute)
{
  const DeidColumn *column = deid_attribute_get_column (attribute);
  guint64 n = 0;

  if (column->dictionary.missing == DEID_NO_CODE)
    return 0;
  for (guint64 row = 0; row < partition->n_rows; row++)
    if (deid_codes_get (&column->codes, row) == column->dictionary.missing
        && !deid_partition_suppresses (partition, row))
      n += deid_table_source_get_weight (attribute->table, row);
  return n;
}

void
deid_partition_count_cells (const DeidPartition *partition, guint attribute, guint64 *n_suppressed,
                            guint64 *n_missing_before, guint64 *n_missing_after)
{
  const DeidAttribute *own;
  guint64 n_whole = 0, n_missing = 0;

  g_return_if_fail (partition != NULL && attribute < partition->lattice->n_attributes);

  own = &partition->lattice->attributes[attribute];
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (partition->suppressed[number])
      continue;
    else if (says_nothing (own, deid_partition_get_level (partition, number, attribute)))
      n_whole += partition->records[number];
    else if (deid_partition_get_label (partition, number, attribute) == NULL)
      n_missing += partition->records[number];
  if (n_suppressed != NULL)
    *n_suppressed = n_whole;
  if (n_missing_before != NULL)
    *n_missing_before = count_missing (partition, own);
  if (n_missing_after != NULL)
    *n_missing_after = n_missing;
}
