/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/grouping.h"

#include <string.h>

#include "base/memory.h"

#define BLOCK           2048
#define MIN_DENSE_SPACE 65536
#define N_AHEAD         16 /* keys that are fetched from memory before they are added */

void
deid_grouping_clear (DeidGrouping *grouping)
{
  g_free (grouping->class_of_row);
  g_free (grouping->sizes);
  g_free (grouping->dense);
  deid_frequency_table_clear (&grouping->table);
  *grouping = (DeidGrouping){ 0 };
}

/* Appends the labels of one attribute, as the next digit, to the keys of rows [start, start + n).
 */
static void
extend_keys (guint64 *keys, const DeidCodes *codes, const DeidRecoding *recoding, guint64 start,
             guint n)
{
  const guint32 *labels = recoding->labels;
  const guint64 radix = recoding->n_labels;

  if (codes->width == 1)
    {
      const guint8 *data = (const guint8 *) codes->data + start;

      for (guint i = 0; i < n; i++)
        keys[i] = keys[i] * radix + labels[data[i]];
    }
  else if (codes->width == 2)
    {
      const guint16 *data = (const guint16 *) codes->data + start;

      for (guint i = 0; i < n; i++)
        keys[i] = keys[i] * radix + labels[data[i]];
    }
  else
    {
      const guint32 *data = (const guint32 *) codes->data + start;

      for (guint i = 0; i < n; i++)
        keys[i] = keys[i] * radix + labels[data[i]];
    }
}

static void
number_keys_densely (DeidGrouping *grouping, const guint64 *keys, guint32 *classes, guint n)
{
  guint32 *dense = grouping->dense;
  guint32 n_classes = grouping->n_classes;

  for (guint i = 0; i < n; i++)
    {
      guint32 number = dense[keys[i]];

      if (number == 0)
        number = dense[keys[i]] = ++n_classes;
      classes[i] = number - 1;
    }
  grouping->n_classes = n_classes;
}

static gboolean
number_keys_by_hash (DeidGrouping *grouping, const guint64 *keys, guint32 *classes, guint n,
                     GError **error)
{
  DeidFrequencyTable *table = &grouping->table;

  for (guint i = 0; i < n; i++)
    {
      if (!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
        return FALSE;
      if (i + N_AHEAD < n)
        deid_frequency_table_prefetch (table, keys[i + N_AHEAD]);
      classes[i] = deid_frequency_table_add (table, keys[i]);
    }
  grouping->n_classes = table->n;
  return TRUE;
}

/* Refines the classes by attributes [first, end), whose labels and the classes so far make at most
 * @space keys. */
static gboolean
refine (DeidGrouping *grouping, const DeidRows *rows, const DeidRecoding *const *recodings,
        guint first, guint end, guint64 space, const DeidStop *stop, GError **error)
{
  const gboolean is_refinement = grouping->n_classes > 1;
  const gboolean is_dense = space <= MAX (MIN_DENSE_SPACE, rows->n);

  if (is_dense)
    {
      if (!deid_grow ((gpointer *) &grouping->dense, &grouping->dense_capacity, space,
                      sizeof *grouping->dense, error))
        return FALSE;
      memset (grouping->dense, 0, space * sizeof *grouping->dense);
    }
  else
    deid_frequency_table_reset (&grouping->table);
  grouping->n_classes = 0;
  for (guint64 start = 0; start < rows->n; start += BLOCK)
    {
      const guint n = (guint) MIN (BLOCK, rows->n - start);
      guint32 *classes = grouping->class_of_row + start;
      guint64 keys[BLOCK];

      if (!deid_stop_check_row (stop, start, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        keys[i] = is_refinement ? classes[i] : 0;
      for (guint a = first; a < end; a++)
        if (recodings[a]->n_labels > 1)
          extend_keys (keys, rows->codes[a], recodings[a], start, n);
      if (is_dense)
        number_keys_densely (grouping, keys, classes, n);
      else if (!number_keys_by_hash (grouping, keys, classes, n, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
sum_sizes (DeidGrouping *grouping, const DeidRows *rows, const DeidStop *stop, GError **error)
{
  if (!deid_grow ((gpointer *) &grouping->sizes, &grouping->sizes_capacity, grouping->n_classes,
                  sizeof *grouping->sizes, error))
    return FALSE;
  memset (grouping->sizes, 0, grouping->n_classes * sizeof *grouping->sizes);
  for (guint64 row = 0; row < rows->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      grouping->sizes[grouping->class_of_row[row]] += deid_rows_get_weight (rows, row);
    }
  return TRUE;
}

gboolean
deid_grouping_run (DeidGrouping *grouping, const DeidRows *rows,
                   const DeidRecoding *const *recodings, const DeidStop *stop, GError **error)
{
  guint first = 0;

  if (!deid_grow ((gpointer *) &grouping->class_of_row, &grouping->class_of_row_capacity, rows->n,
                  sizeof *grouping->class_of_row, error))
    return FALSE;
  grouping->n_classes = 1;
  do
    {
      guint64 space = grouping->n_classes;
      guint end = first;

      while (end < rows->n_attributes
             && g_uint64_checked_mul (&space, space, recodings[end]->n_labels))
        end++;
      if (end < rows->n_attributes)
        space = G_MAXUINT64;
      if (!refine (grouping, rows, recodings, first, end, space, stop, error))
        return FALSE;
      first = end;
    }
  while (first < rows->n_attributes);
  return sum_sizes (grouping, rows, stop, error);
}
