/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What became of the cells of a column. */
#include <string.h>

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

/* Returns: the number of the label of all values, or %DEID_NO_CODE if no class that
 * is released has it. */
static guint32
find_whole (const DeidPartition *partition, guint attribute)
{
  const DeidAttribute *own = &partition->lattice->attributes[attribute];

  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number]
        && says_nothing (own, deid_partition_get_level (partition, number, attribute)))
      return deid_codes_get (&partition->columns[attribute].labels, number);
  return DEID_NO_CODE;
}

void
deid_partition_count_cells (const DeidPartition *partition, guint attribute, guint64 *n_suppressed,
                            guint64 *n_missing_before, guint64 *n_missing_after)
{
  const DeidPartitionColumn *released;
  const DeidColumn *column;
  guint64 n_whole = 0, n_before = 0, n_after = 0;
  guint32 whole, unchanged = DEID_NO_CODE;

  g_return_if_fail (partition != NULL && attribute < partition->lattice->n_attributes);

  released = &partition->columns[attribute];
  column = deid_attribute_get_column (&partition->lattice->attributes[attribute]);
  whole = find_whole (partition, attribute);
  if (whole != DEID_NO_CODE)
    unchanged = deid_dictionary_find (&column->dictionary, released->texts[whole],
                                      strlen (released->texts[whole]));
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 number = partition->class_of_row[row];
      const guint32 code = deid_codes_get (&column->codes, row);
      const guint32 label = deid_codes_get (&released->labels, number);
      const guint64 n = deid_table_source_get_weight (&partition->lattice->table, row);

      if (partition->suppressed[number])
        continue;
      n_whole += label == whole && code != unchanged ? n : 0;
      n_before += code == column->dictionary.missing ? n : 0;
      n_after += released->texts[label] == NULL ? n : 0;
    }
  if (n_suppressed != NULL)
    *n_suppressed = n_whole;
  if (n_missing_before != NULL)
    *n_missing_before = n_before;
  if (n_missing_after != NULL)
    *n_missing_after = n_after;
}
