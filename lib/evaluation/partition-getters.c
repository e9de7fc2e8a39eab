/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "evaluation/partition.h"

guint64
deid_partition_get_n_rows (const DeidPartition *partition)
{
  g_return_val_if_fail (partition != NULL, 0);

  return partition->n_rows;
}

guint32
deid_partition_get_n_classes (const DeidPartition *partition)
{
  g_return_val_if_fail (partition != NULL, 0);

  return partition->n_classes;
}

guint
deid_partition_get_n_attributes (const DeidPartition *partition)
{
  g_return_val_if_fail (partition != NULL, 0);

  return partition->lattice->n_attributes;
}

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

gboolean
deid_partition_is_suppressed (const DeidPartition *partition, guint32 eq_class)
{
  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, FALSE);

  return partition->suppressed[eq_class];
}

guint64
deid_partition_get_n_records (const DeidPartition *partition, guint32 eq_class)
{
  g_return_val_if_fail (partition != NULL && eq_class < partition->n_classes, 0);

  return partition->records[eq_class];
}

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

const guint64 *
deid_partition_get_record_counts (const DeidPartition *partition, gsize *n_classes)
{
  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);

  *n_classes = partition->n_classes;
  return partition->records;
}

const guint64 *
deid_partition_get_person_counts (const DeidPartition *partition, gsize *n_classes)
{
  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);

  *n_classes = partition->n_classes;
  return partition->persons != NULL ? partition->persons : partition->records;
}

const guint64 *
deid_partition_get_population_counts (const DeidPartition *partition, gsize *n_classes)
{
  g_return_val_if_fail (partition != NULL && n_classes != NULL, NULL);

  *n_classes = partition->populations != NULL ? partition->n_classes : 0;
  return partition->populations;
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
