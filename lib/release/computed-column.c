/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From numbers of classes to a column. */
#include "release/computed-column.h"

#include "base/arrays.h"
#include "base/rational.h"

static gboolean
computed_column_write_numbers (DeidComputedColumn *computed, DeidBinMeans *means, guint32 n_classes,
                               GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (computed->texts, (guint64) means->n_bins + 1),
                        DEID_NEW (computed->memory, (guint64) means->n_bins * DEID_DECIMAL_SIZE)))
    return FALSE;
  for (guint32 bin = 0; bin < means->n_bins; bin++)
    if (means->has_number[bin])
      {
        char *text = computed->memory + (guint64) bin * DEID_DECIMAL_SIZE;

        deid_double_to_decimal (means->numbers[bin], text);
        computed->texts[bin] = text;
      }
  computed->n_labels = means->n_bins + 1;
  computed->labels = g_steal_pointer (&means->bin_of_class);
  for (guint32 number = 0; number < n_classes; number++)
    if (computed->labels[number] == DEID_NO_CODE)
      computed->labels[number] = means->n_bins;
  return TRUE;
}

gboolean
deid_computed_column_init (DeidComputedColumn *computed, const DeidPartition *partition,
                           const DeidReleaseOptions *options, const char *column,
                           const DeidStop *stop, GError **error)
{
  DeidBinMeans means;
  gboolean success;

  *computed = (DeidComputedColumn){ .labels = NULL };
  success = deid_bin_means_init (&means, partition, options, column, stop, error)
            && (means.bin_of_class == NULL
                || computed_column_write_numbers (computed, &means, partition->n_classes, error));
  deid_bin_means_clear (&means);
  return success;
}

void
deid_computed_column_clear (DeidComputedColumn *computed)
{
  g_clear_pointer (&computed->labels, g_free);
  g_clear_pointer (&computed->texts, g_free);
  g_clear_pointer (&computed->memory, g_free);
}
