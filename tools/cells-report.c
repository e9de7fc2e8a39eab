/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cells-report.h"

#include "base/text.h"
#include "report-json.h"

static guint64
count_released (const DeidPartition *partition)
{
  guint64 n = 0;

  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    if (!deid_partition_is_suppressed (partition, i))
      n += deid_partition_get_n_records (partition, i);
  return n;
}

static guint64
count_suppressed (const DeidPartition *partition)
{
  guint64 n = 0, own;

  for (guint a = 0; a < deid_partition_get_n_attributes (partition); a++)
    {
      deid_partition_count_cells (partition, a, &own, NULL, NULL);
      n += own;
    }
  return n;
}

gboolean
add_suppressed_cells (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                      GError **error)
{
  DeidPartition *partition;

  if (deid_result_get_recoding (result) != DEID_RECODING_CELLS)
    return TRUE;
  partition = deid_result_get_partition (result, cancellable, error);
  if (partition != NULL)
    add_count (builder, "suppressed_cells", count_suppressed (partition));
  return partition != NULL;
}

static void
print_column (const DeidPartition *partition, guint a)
{
  g_autofree char *name = deid_text_show (deid_partition_get_attribute_name (partition, a), -1);
  guint64 n_suppressed, n_before, n_after;

  deid_partition_count_cells (partition, a, &n_suppressed, &n_before, &n_after);
  g_print ("  %-20s%" G_GUINT64_FORMAT, name, n_suppressed);
  if (n_before > 0)
    g_print (" (missing: %" G_GUINT64_FORMAT " before, %" G_GUINT64_FORMAT " after)", n_before,
             n_after);
  g_print ("\n");
}

gboolean
print_suppressed_cells (DeidResult *result, GCancellable *cancellable, GError **error)
{
  DeidPartition *partition;

  if (deid_result_get_recoding (result) != DEID_RECODING_CELLS)
    return TRUE;
  partition = deid_result_get_partition (result, cancellable, error);
  if (partition == NULL)
    return FALSE;
  g_print ("cells suppressed:     %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT "\n",
           count_suppressed (partition),
           count_released (partition) * deid_partition_get_n_attributes (partition));
  for (guint a = 0; a < deid_partition_get_n_attributes (partition); a++)
    print_column (partition, a);
  return TRUE;
}
