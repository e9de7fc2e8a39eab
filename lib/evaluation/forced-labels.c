/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/forced-labels.h"

/* A label of a hierarchy. */
typedef struct
{
  const DeidAttribute *attribute;
  guint level;
  guint32 label; /* as the attribute numbers them */
  guint32 code;  /* as the hierarchy does */
  const char *text;
} ForcedLabelsLabel;

static guint32
forced_labels_climb (const DeidHierarchy *hierarchy, guint level, guint32 code, guint above)
{
  for (; level < above; level++)
    code = hierarchy->levels[level].parents[code];
  return code;
}

/* A missing value that the hierarchy does not mention has a label of its own until it meets others.
 */
static gboolean
covers_missing (const ForcedLabelsLabel *label, guint lower)
{
  const DeidAttribute *attribute = label->attribute;
  const guint32 missing = deid_attribute_get_column (attribute)->dictionary.missing;

  return missing != DEID_NO_CODE && attribute->levels[label->level].labels[missing] == label->label
         && attribute->levels[lower].text_codes[attribute->levels[lower].labels[missing]]
                == DEID_NO_CODE;
}

/* Counts the labels of a lower level that a label covers, up to three; none counts if one of them
 * reads the same, which all records may have. */
static guint
forced_labels_count_finer (const ForcedLabelsLabel *label, guint lower, gboolean *reads_same)
{
  const DeidHierarchy *hierarchy = label->attribute->hierarchy;
  const DeidDictionary *labels = &hierarchy->levels[lower].labels;
  guint n = covers_missing (label, lower) ? 1 : 0;

  *reads_same = FALSE;
  for (guint32 code = 0; n < 3 && code < labels->n; code++)
    if (forced_labels_climb (hierarchy, lower, code, label->level) == label->code)
      {
        *reads_same |= g_strcmp0 (deid_dictionary_get (labels, code), label->text) == 0;
        n++;
      }
  return n;
}

gboolean
deid_attribute_forces (const DeidAttribute *attribute, guint lowest, guint level, guint32 label)
{
  ForcedLabelsLabel own = { .attribute = attribute, .level = level, .label = label };

  if (deid_attribute_has_runs (attribute))
    return level > 0 && (!attribute->missing_apart || level + 1 < attribute->n_levels);
  own.code = attribute->levels[level].text_codes[label];
  if (own.code == DEID_NO_CODE)
    return FALSE;
  own.text = deid_attribute_get_label (attribute, level, label);
  for (guint lower = level; lower-- > lowest;)
    {
      gboolean reads_same;
      const guint n = forced_labels_count_finer (&own, lower, &reads_same);

      if (n > 1)
        return n == 2 && !reads_same;
    }
  return FALSE;
}

/* Tells whether a class of two records, one of them in a row, has such a label. */
static gboolean
forced_labels_is_forced (const DeidPartition *partition, guint64 row)
{
  const DeidLattice *lattice = partition->lattice;
  const guint32 number = partition->class_of_row[row];

  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint level = deid_partition_get_level (partition, number, a);
      const guint32 code = deid_codes_get (&deid_attribute_get_column (attribute)->codes, row);
      const guint32 label
          = deid_attribute_has_runs (attribute) ? 0 : attribute->levels[level].labels[code];

      if (deid_attribute_forces (attribute, deid_lattice_get_lowest_level (lattice, a), level,
                                 label))
        return TRUE;
    }
  return FALSE;
}

/* Classes are numbered in the order of their first rows. */
gboolean
deid_partition_count_forced (const DeidPartition *partition, guint64 *n_records,
                             const DeidStop *stop, GError **error)
{
  guint32 n_classes = 0;

  *n_records = 0;
  for (guint64 row = 0; n_classes < partition->n_classes; row++)
    {
      const guint32 number = partition->class_of_row[row];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (number < n_classes)
        continue;
      n_classes++;
      if (!partition->suppressed[number]
          && deid_partition_get_size (partition, number) == DEID_FORCED_SIZE
          && forced_labels_is_forced (partition, row))
        *n_records += partition->records[number];
    }
  return TRUE;
}
