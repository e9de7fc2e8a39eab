/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/subset-figures.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

typedef struct
{
  DeidSubsetFigures *figures;
  const DeidSubsetOrder *order;
  const DeidStop *stop;
  DeidGrouping grouping;
  guint32 *codes;          /* 0, 1, 2 and so on */
  DeidRecoding *recodings; /* of each attribute of the lattice, to its own codes */
} SubsetFiguresCounting;

static gboolean
counting_init (SubsetFiguresCounting *counting, const guint32 *n_labels, GError **error)
{
  const guint n_attributes = counting->order->n_attributes;
  guint32 n_max = 0;

  for (guint a = 0; a < n_attributes; a++)
    n_max = MAX (n_max, n_labels[a]);
  if (!deid_new_arrays (error, DEID_NEW (counting->recodings, n_attributes),
                        DEID_NEW (counting->codes, n_max)))
    return FALSE;
  for (guint32 code = 0; code < n_max; code++)
    counting->codes[code] = code;
  for (guint a = 0; a < n_attributes; a++)
    counting->recodings[a] = (DeidRecoding){ .labels = counting->codes, .n_labels = n_labels[a] };
  return TRUE;
}

static void
counting_clear (SubsetFiguresCounting *counting)
{
  deid_grouping_clear (&counting->grouping);
  g_free (counting->recodings);
  g_free (counting->codes);
}

static void
subset_figures_sum_up (SubsetFiguresCounting *counting, const guint *subset, guint size)
{
  const DeidGrouping *grouping = &counting->grouping;
  DeidSubsetFigures *figures
      = &counting->figures[deid_subset_order_get_index (counting->order, subset, size)];
  guint64 n_distinct = 0, n_alike = 0;

  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      const guint64 n = grouping->sizes[number];

      n_distinct += n > 0;
      n_alike += n * (n - (n > 0)) / 2;
    }
  *figures = (DeidSubsetFigures){ n_distinct, n_alike };
}

/* Subset without its attribute @left_out is grouped from it if that is the first attribute which it
 * lacks, so that each has one to be grouped from. */
static gboolean
has_parts (const guint *subset, guint size)
{
  return size > 1 && subset[0] == 0;
}

static gboolean
subset_figures_group (SubsetFiguresCounting *counting, const DeidRows *rows, const guint *subset,
                      GError **error)
{
  g_autofree const DeidRecoding **recodings
      = deid_alloc (rows->n_attributes, sizeof *recodings, error);

  if (recodings == NULL)
    return FALSE;
  for (guint j = 0; j < rows->n_attributes; j++)
    recodings[j] = &counting->recodings[subset[j]];
  return has_parts (subset, rows->n_attributes)
             ? deid_grouping_run (&counting->grouping, rows, recodings, counting->stop, error)
             : deid_grouping_run_by_key (&counting->grouping, rows, recodings, counting->stop,
                                         error);
}

static gboolean subset_figures_count (SubsetFiguresCounting *counting, const DeidRows *rows,
                                      const guint *subset, GError **error);

static gboolean
count_parts (SubsetFiguresCounting *counting, const DeidMergedRows *merged, const guint *subset,
             GError **error)
{
  const guint size = merged->n_columns;
  g_autofree guint *part = NULL;
  g_autofree const DeidCodes **codes = NULL;
  DeidRows rows = { .n = merged->n, .n_attributes = size - 1, .weights = merged->weights };

  if (!deid_new_arrays (error, DEID_NEW (part, size), DEID_NEW (codes, size)))
    return FALSE;
  rows.codes = codes;
  for (guint left_out = 0; left_out < size && subset[left_out] == left_out; left_out++)
    {
      guint n = 0;

      for (guint j = 0; j < size; j++)
        if (j != left_out)
          {
            part[n] = subset[j];
            codes[n++] = &merged->columns[j];
          }
      if (!subset_figures_count (counting, &rows, part, error))
        return FALSE;
    }
  return TRUE;
}

/* Counts for a subset, whose columns the rows have, and for those that are grouped from it. */
static gboolean
subset_figures_count (SubsetFiguresCounting *counting, const DeidRows *rows, const guint *subset,
                      GError **error)
{
  const guint size = rows->n_attributes;
  g_autofree guint32 *n_codes = deid_alloc (size, sizeof *n_codes, error);
  DeidMergedRows merged;
  gboolean success;

  if (n_codes == NULL || !subset_figures_group (counting, rows, subset, error))
    return FALSE;
  subset_figures_sum_up (counting, subset, size);
  if (!has_parts (subset, size))
    return TRUE;
  for (guint j = 0; j < size; j++)
    n_codes[j] = counting->recodings[subset[j]].n_labels;
  success = deid_merged_rows_init_classes (&merged, &counting->grouping, rows, n_codes,
                                           counting->stop, error)
            && count_parts (counting, &merged, subset, error);
  deid_merged_rows_clear (&merged);
  return success;
}

static gboolean
subset_figures_count_all (SubsetFiguresCounting *counting, const DeidMergedRows *table,
                          GError **error)
{
  const guint size = counting->order->max_size;
  g_autofree guint *subset = NULL;
  g_autofree const DeidCodes **codes = NULL;
  DeidRows rows = { .n = table->n, .n_attributes = size, .weights = table->weights };

  if (!deid_new_arrays (error, DEID_NEW (subset, size), DEID_NEW (codes, size)))
    return FALSE;
  rows.codes = codes;
  for (guint j = 0; j < size; j++)
    subset[j] = j;
  do
    {
      for (guint j = 0; j < size; j++)
        codes[j] = &table->columns[subset[j]];
      if (!subset_figures_count (counting, &rows, subset, error))
        return FALSE;
    }
  while (deid_subset_order_advance (counting->order, subset, size));
  return TRUE;
}

gboolean
deid_subset_figures_count (DeidSubsetFigures *figures, const DeidSubsetOrder *order,
                           const DeidMergedRows *table, const guint32 *n_labels,
                           const DeidStop *stop, GError **error)
{
  SubsetFiguresCounting counting = { .figures = figures, .order = order, .stop = stop };
  const gboolean success = counting_init (&counting, n_labels, error)
                           && subset_figures_count_all (&counting, table, error);

  counting_clear (&counting);
  return success;
}
