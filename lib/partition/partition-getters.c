/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "partition/partition.h"
#include "hierarchy/hierarchy-private.h"
#include "table/arrow.h"

#include <string.h>

DEID_DEFINE_GETTER (guint64, deid_partition_get_n_rows, DeidPartition, n_rows, 0)
DEID_DEFINE_GETTER (guint32, deid_partition_get_n_classes, DeidPartition, n_classes, 0)
DEID_DEFINE_GETTER (guint, deid_partition_get_n_attributes, DeidPartition, lattice->n_attributes, 0)

const char *
deid_partition_get_attribute_name (const DeidPartition *partition, guint attribute)
{
  g_return_val_if_fail (partition != NULL, NULL);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, NULL);

  return deid_lattice_get_attribute_name (partition->lattice, attribute);
}

guint32
deid_partition_get_class (const DeidPartition *partition, guint64 row)
{
  g_return_val_if_fail (partition != NULL, 0);
  g_return_val_if_fail (row < partition->n_rows, 0);

  return partition->class_of_row[row];
}

const guint32 *
deid_partition_get_classes (const DeidPartition *partition, gsize *n_rows)
{
  g_return_val_if_fail (partition != NULL && n_rows != NULL, NULL);

  *n_rows = partition->n_rows;
  return partition->class_of_row;
}

DEID_DEFINE_ITEM_GETTER (gboolean, deid_partition_is_suppressed, DeidPartition, guint32, n_classes,
                         suppressed[i], FALSE)
DEID_DEFINE_ITEM_GETTER (guint64, deid_partition_get_n_records, DeidPartition, guint32, n_classes,
                         records[i], 0)

guint64
deid_partition_get_n_persons (const DeidPartition *partition, guint32 eq_class)
{
  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);

  return deid_partition_get_size (partition, eq_class);
}

gboolean
deid_partition_get_attribute_loss (const DeidPartition *partition, guint attribute, double *loss)
{
  g_return_val_if_fail (partition != NULL && loss != NULL, FALSE);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, FALSE);

  *loss = partition->losses != NULL ? partition->losses[attribute] : 0;
  return partition->losses != NULL;
}

gboolean
deid_partition_has_population (const DeidPartition *partition)
{
  g_return_val_if_fail (partition != NULL, FALSE);

  return partition->populations != NULL;
}

guint64
deid_partition_get_n_population (const DeidPartition *partition, guint32 eq_class)
{
  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);

  return partition->populations != NULL ? partition->populations[eq_class] : 0;
}

const guint8 *
deid_partition_get_suppressed (const DeidPartition *partition, gsize *n_classes)
{
  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);

  *n_classes = partition->n_classes;
  return partition->suppressed;
}

const char *
deid_partition_get_label (const DeidPartition *partition, guint32 eq_class, guint attribute)
{
  const DeidPartitionColumn *column;

  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, NULL);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, NULL);

  column = &partition->columns[attribute];
  return column->texts[deid_codes_get (&column->labels, eq_class)];
}

guint
deid_partition_get_level (const DeidPartition *partition, guint32 eq_class, guint attribute)
{
  const DeidPartitionColumn *column;

  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, 0);

  column = &partition->columns[attribute];
  return column->levels[deid_codes_get (&column->labels, eq_class)];
}

const char **
deid_partition_list_labels (const DeidPartition *partition, guint attribute, gsize *n_classes,
                            GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree const char **labels = NULL;

  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);
  g_return_val_if_fail (attribute < partition->lattice->n_attributes, NULL);

  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  *n_classes = 0;
  labels = deid_alloc (partition->n_classes, sizeof *labels, error);
  for (guint32 number = 0; labels != NULL && number < partition->n_classes; number++)
    {
      const char *label = deid_partition_get_label (partition, number, attribute);

      if (!deid_stop_check_row (stop, number, error))
        return NULL;
      labels[number] = label != NULL ? label : "";
    }
  *n_classes = labels != NULL ? partition->n_classes : 0;
  return g_steal_pointer (&labels);
}

/* What became of the cells of a column. */

/* Tells whether the label of a class stands for all values there are. */
static gboolean
says_nothing (const DeidPartition *partition, guint32 number, guint a)
{
  const DeidAttribute *attribute = &partition->lattice->attributes[a];
  const guint level = deid_partition_get_level (partition, number, a);

  if (partition->columns[a].sets != NULL)
    return g_strcmp0 (deid_partition_get_label (partition, number, a),
                      deid_hierarchy_get_top_label (attribute->hierarchy))
           == 0;
  return deid_attribute_has_runs (attribute)
             ? level > 0 && level + 1 == attribute->n_levels
             : deid_hierarchy_is_one_label (attribute->hierarchy, level);
}

/* Returns: the number of the label of all values, or %DEID_NO_CODE if no class that
 * is released has it. */
static guint32
find_whole (const DeidPartition *partition, guint attribute)
{
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number] && says_nothing (partition, number, attribute))
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

/* The classes of rows to Arrow streams. */

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
      && deid_arrow_table_start_column (&table, 0, "class", "I", 0, error)
      && deid_arrow_table_start_column (&table, 1, "suppressed", "C", 0, error)
      && partition_arrow_write_rows (partition, &table, DEID_STOP_OF (cancellable), error)
      && deid_arrow_table_to_stream (&table, stream, error))
    return TRUE;
  deid_arrow_table_clear (&table);
  return FALSE;
}
