/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets from Arrow streams. */
#include "table/arrow-stream.h"
#include "table/dataset-private.h"

DeidDataset *
deid_dataset_new_from_arrow_stream (struct ArrowArrayStream *stream, const char *name,
                                    GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) dataset = NULL;
  DeidArrowContents table;
  gboolean success;

  g_return_val_if_fail (stream != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  dataset = deid_dataset_new (name);
  success
      = deid_arrow_contents_read (&table, stream, dataset->name, DEID_STOP_OF (cancellable), error);
  for (guint c = 0; success && c < table.n_columns; c++)
    success = deid_dataset_take_column (dataset, &table.columns[c].column, error);
  deid_arrow_contents_clear (&table);
  return success ? g_steal_pointer (&dataset) : NULL;
}
