/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The classes of rows to Arrow streams. */
#include "evaluation/partition.h"
#include "table/arrow-export.h"

static gboolean
partition_arrow_write_rows (const DeidPartition *partition, DeidArrowTable *table,
                            const DeidStop *stop, GError **error)
{
  guint32 *classes = deid_arrow_add_buffer (table->array.children[0], DEID_ARROW_ITEMS,
                                            partition->n_rows, sizeof *classes, error);
  guint8 *suppressed = classes != NULL
                           ? deid_arrow_add_buffer (table->array.children[1], DEID_ARROW_ITEMS,
                                                    partition->n_rows, sizeof *suppressed, error)
                           : NULL;

  for (guint64 row = 0; suppressed != NULL && row < partition->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      classes[row] = partition->class_of_row[row];
      suppressed[row] = deid_partition_suppresses (partition, row) ? 1 : 0;
    }
  return suppressed != NULL;
}

gboolean
deid_partition_export_to_arrow_stream (const DeidPartition *partition,
                                       struct ArrowArrayStream *stream, GCancellable *cancellable,
                                       GError **error)
{
  DeidArrowTable table;

  g_return_val_if_fail (partition != NULL && stream != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (deid_arrow_table_init (&table, partition->n_rows, 2, error)
      && deid_arrow_table_start_column (&table, 0, "class", "I", error)
      && deid_arrow_table_start_column (&table, 1, "suppressed", "C", error)
      && partition_arrow_write_rows (partition, &table, DEID_STOP_OF (cancellable), error)
      && deid_arrow_table_to_stream (&table, stream, error))
    return TRUE;
  deid_arrow_table_clear (&table);
  return FALSE;
}
