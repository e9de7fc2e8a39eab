/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/quality-input.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/parts.h"
#include "classes/grouping.h"
#include "lattice/recoder.h"

/* Adds up what the codes of each label of a level count. */
static void
quality_input_sum_labels (const DeidAttribute *attribute, guint level, const guint64 *counts,
                          guint64 *records)
{
  const DeidRecoding *recoding = &attribute->levels[level];

  for (guint32 code = 0; code < attribute->n_codes; code++)
    records[recoding->labels[code]] += counts[code];
}

/* The same for runs, each of which is one from the level below and its last value; @below and
 * @values are those of the level below and of level 0. */
static void
quality_input_sum_runs (const DeidAttribute *attribute, guint level, const guint64 *counts,
                        const guint64 *below, const guint64 *values, guint64 *records)
{
  const guint32 n_values = attribute->cuts->values.n;

  for (guint32 code = 0; level == 0 && code < attribute->n_codes; code++)
    records[MIN (attribute->positions[code], n_values)] += counts[code];
  for (guint32 first = 0; level > 0 && first < n_values - level; first++)
    records[first] = below[first] + values[first + level];
  if (level > 0 && level + 1 == n_values && attribute->missing_apart)
    records[0] += values[n_values];
}

typedef struct
{
  DeidQualityInput *input;
  const DeidStop *stop;
} QualityInputCounting;

static gboolean
count_label_records (gpointer data, guint a, GError **error)
{
  const QualityInputCounting *counting = data;
  DeidQualityInput *input = counting->input;
  const DeidAttribute *attribute = &input->lattice->attributes[a];
  const DeidColumn *column = deid_lattice_find_source_column (input->lattice, a, input->table);
  g_autofree guint64 *counts
      = deid_table_source_count_codes (input->table, column, counting->stop, error);

  if (counts == NULL)
    return FALSE;
  if (!deid_new_arrays (error, DEID_NEW (input->label_records[a], attribute->n_levels)))
    return FALSE;
  for (guint level = 0; level < attribute->n_levels; level++)
    {
      guint64 *records
          = deid_alloc (deid_attribute_get_n_labels (attribute, level), sizeof *records, error);

      input->label_records[a][level] = records;
      if (records == NULL)
        return FALSE;
      if (deid_attribute_has_runs (attribute))
        quality_input_sum_runs (attribute, level, counts,
                                level > 0 ? input->label_records[a][level - 1] : NULL,
                                input->label_records[a][0], records);
      else
        quality_input_sum_labels (attribute, level, counts, records);
    }
  return TRUE;
}

gboolean
deid_quality_input_init (DeidQualityInput *input, const DeidLattice *lattice,
                         const DeidTableSource *table, gboolean has_population,
                         guint64 n_population, guint n_threads, const DeidStop *stop,
                         GError **error)
{
  QualityInputCounting counting = { input, stop };

  *input = (DeidQualityInput){ .lattice = lattice,
                               .table = table,
                               .n_records = table->n_records,
                               .has_population = has_population,
                               .n_population = n_population };
  return deid_new_arrays (error, DEID_NEW (input->label_records, lattice->n_attributes))
         && deid_parts_run (n_threads, lattice->n_attributes, count_label_records, &counting,
                            error);
}

void
deid_quality_input_clear (DeidQualityInput *input)
{
  for (guint a = 0; input->label_records != NULL && a < input->lattice->n_attributes; a++)
    {
      for (guint level = 0;
           input->label_records[a] != NULL && level < input->lattice->attributes[a].n_levels;
           level++)
        g_free (input->label_records[a][level]);
      g_free (input->label_records[a]);
    }
  g_free (input->label_records);
}

static gboolean
has_attribute (const DeidQualityInput *input, guint attribute)
{
  return input != NULL && attribute < input->lattice->n_attributes;
}

static gboolean
quality_input_has_level (const DeidQualityInput *input, guint attribute, guint level)
{
  return has_attribute (input, attribute) && level < input->lattice->attributes[attribute].n_levels;
}

static gboolean
has_label (const DeidQualityInput *input, guint attribute, guint level, guint32 label)
{
  return quality_input_has_level (input, attribute, level)
         && label < deid_attribute_get_n_labels (&input->lattice->attributes[attribute], level);
}

guint64
deid_quality_input_get_n_records (const DeidQualityInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->n_records;
}

gboolean
deid_quality_input_has_population (const DeidQualityInput *input)
{
  g_return_val_if_fail (input != NULL, FALSE);

  return input->has_population;
}

guint64
deid_quality_input_get_n_population (const DeidQualityInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->n_population;
}

guint
deid_quality_input_get_n_attributes (const DeidQualityInput *input)
{
  g_return_val_if_fail (input != NULL, 0);

  return input->lattice->n_attributes;
}

const char *
deid_quality_input_get_attribute_name (const DeidQualityInput *input, guint attribute)
{
  g_return_val_if_fail (has_attribute (input, attribute), NULL);

  return deid_lattice_get_column (input->lattice, attribute)->name;
}

guint
deid_quality_input_get_n_levels (const DeidQualityInput *input, guint attribute)
{
  g_return_val_if_fail (has_attribute (input, attribute), 0);

  return input->lattice->attributes[attribute].n_levels;
}

guint64
deid_quality_input_get_n_leaves (const DeidQualityInput *input, guint attribute)
{
  g_return_val_if_fail (has_attribute (input, attribute), 0);

  return input->lattice->attributes[attribute].n_leaves;
}

guint32
deid_quality_input_get_n_labels (const DeidQualityInput *input, guint attribute, guint level)
{
  g_return_val_if_fail (quality_input_has_level (input, attribute, level), 0);

  return deid_attribute_get_n_labels (&input->lattice->attributes[attribute], level);
}

const char *
deid_quality_input_get_label (const DeidQualityInput *input, guint attribute, guint level,
                              guint32 label)
{
  g_return_val_if_fail (has_label (input, attribute, level, label), NULL);

  return deid_attribute_get_label (&input->lattice->attributes[attribute], level, label);
}

guint64
deid_quality_input_get_n_covered (const DeidQualityInput *input, guint attribute, guint level,
                                  guint32 label)
{
  g_return_val_if_fail (has_label (input, attribute, level, label), 0);

  return deid_attribute_get_n_covered (&input->lattice->attributes[attribute], level, label);
}

guint64
deid_quality_input_get_n_label_records (const DeidQualityInput *input, guint attribute, guint level,
                                        guint32 label)
{
  g_return_val_if_fail (has_label (input, attribute, level, label), 0);

  return input->label_records[attribute][level][label];
}

guint64 *
deid_quality_input_count_combinations (const DeidQualityInput *input, gsize *n_combinations,
                                       GError **error)
{
  const DeidStop *never = DEID_STOP_NEVER;
  g_autofree const DeidCodes **codes = NULL;
  g_autofree DeidLevel *bottom = NULL;
  DeidRecoder recoder;
  DeidGrouping grouping = { 0 };
  guint64 *sizes = NULL;
  DeidRows rows;

  g_return_val_if_fail (input != NULL && n_combinations != NULL, NULL);

  rows = (DeidRows){ .n = input->table->n_rows,
                     .weights = input->table->weights,
                     .n_attributes = input->lattice->n_attributes };
  *n_combinations = 0;
  if (!deid_new_arrays (error, DEID_NEW (codes, rows.n_attributes),
                        DEID_NEW (bottom, input->lattice->n_dimensions)))
    return NULL;
  rows.codes = codes;
  for (guint a = 0; a < rows.n_attributes; a++)
    codes[a] = &deid_lattice_find_source_column (input->lattice, a, input->table)->codes;
  if (deid_recoder_init (&recoder, input->lattice->attributes, rows.n_attributes, error)
      && deid_grouping_run (&grouping, &rows, deid_recoder_set (&recoder, bottom),
                            input->stop != NULL ? input->stop : never, error))
    {
      *n_combinations = grouping.n_classes;
      sizes = g_steal_pointer (&grouping.sizes);
    }
  deid_recoder_clear (&recoder);
  deid_grouping_clear (&grouping);
  return sizes;
}
