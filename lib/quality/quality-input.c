/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/quality-input.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "classes/grouping.h"
#include "lattice/attribute.h"

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
                         const DeidTableSource *table, gboolean has_population, guint n_threads,
                         const DeidStop *stop, GError **error)
{
  QualityInputCounting counting = { input, stop };

  *input = (DeidQualityInput){ .lattice = lattice,
                               .table = table,
                               .n_records = table->n_records,
                               .has_population = has_population };
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

DEID_DEFINE_GETTER (guint64, deid_quality_input_get_n_records, DeidQualityInput, n_records, 0)
DEID_DEFINE_GETTER (gboolean, deid_quality_input_has_population, DeidQualityInput, has_population,
                    FALSE)
DEID_DEFINE_GETTER (guint, deid_quality_input_get_n_attributes, DeidQualityInput,
                    lattice->n_attributes, 0)

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

void
deid_attribute_costs_set_extent (DeidAttributeCosts *costs, guint level, guint32 label,
                                 guint32 extent)
{
  g_return_if_fail (costs != NULL && level < costs->attribute->n_levels
                    && label < deid_attribute_get_n_labels (costs->attribute, level));

  costs->extents[level][label] = extent;
}

void
deid_attribute_costs_set_rates (DeidAttributeCosts *costs, guint64 kept, guint64 suppressed,
                                guint64 covered, guint64 denominator)
{
  g_return_if_fail (costs != NULL);

  costs->kept = kept;
  costs->suppressed = suppressed;
  costs->covered = covered;
  costs->denominator = denominator;
}

void
deid_attribute_costs_set_relative (DeidAttributeCosts *costs, gboolean relative)
{
  g_return_if_fail (costs != NULL);

  costs->relative = relative;
}

static const char *
attribute_costs_get_name (const DeidAttributeCosts *costs)
{
  return deid_column_show (deid_attribute_get_column (costs->attribute));
}

/* Returns: (transfer full): a label for a message. */
static char *
quote_label (const DeidAttributeCosts *costs, guint level, guint32 label)
{
  char *quoted = deid_table_source_quote (
      costs->attribute->table, deid_attribute_get_label (costs->attribute, level, label));

  return quoted != NULL ? quoted : g_strdup_printf ("label %u", label);
}

/* Checks a label and the one above it, whose values include those of the lower one. */
static gboolean
check_pair (const DeidAttributeCosts *costs, const DeidQualityModel *model, guint low_level,
            guint32 below, guint level, guint32 above, GError **error)
{
  g_autofree char *low = NULL, *high = NULL;

  if (costs->extents[low_level][below] <= costs->extents[level][above])
    return TRUE;
  low = quote_label (costs, low_level, below);
  high = quote_label (costs, level, above);
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "quality model %s: attribute '%s': the extent of %s on level %u is %u, less "
                    "than that of %s on level %u, %u; expected that it does not fall",
                    model->shown, attribute_costs_get_name (costs), high, level,
                    costs->extents[level][above], low, low_level, costs->extents[low_level][below]);
}

/* A run is above the two that lack its last and its first value. */
static gboolean
attribute_costs_check_runs (const DeidAttributeCosts *costs, const DeidQualityModel *model,
                            GError **error)
{
  const guint32 n_values = costs->attribute->cuts->values.n;
  const guint top = costs->attribute->n_levels - 1;

  for (guint level = 1; level <= top; level++)
    for (guint32 first = 0; first < n_values - level; first++)
      if (!check_pair (costs, model, level - 1, first, level, first, error)
          || !check_pair (costs, model, level - 1, first + 1, level, first, error))
        return FALSE;
  return top == 0 || !costs->attribute->missing_apart
         || check_pair (costs, model, 0, n_values, top, 0, error);
}

static gboolean
check_monotone (const DeidAttributeCosts *costs, const DeidQualityModel *model, GError **error)
{
  const DeidRecoding *levels = costs->attribute->levels;
  const guint32 n_codes = deid_attribute_get_column (costs->attribute)->dictionary.n;

  if (deid_attribute_has_runs (costs->attribute))
    return attribute_costs_check_runs (costs, model, error);
  for (guint level = 1; level < costs->attribute->n_levels; level++)
    for (guint32 code = 0; code < n_codes; code++)
      if (!check_pair (costs, model, level - 1, levels[level - 1].labels[code], level,
                       levels[level].labels[code], error))
        return FALSE;
  return TRUE;
}

/* Extents do not fall, so that it is one of the top level. */
static guint32
get_greatest_extent (const DeidAttributeCosts *costs)
{
  const guint top = costs->attribute->n_levels - 1;
  const guint32 n_labels = deid_attribute_get_n_labels (costs->attribute, top);
  guint32 greatest = 0;

  for (guint32 label = 0; label < n_labels; label++)
    greatest = MAX (greatest, costs->extents[top][label]);
  return greatest;
}

guint64
deid_attribute_costs_sum_level (const DeidAttributeCosts *costs, guint level)
{
  const guint32 n_labels = deid_attribute_get_n_labels (costs->attribute, level);
  guint64 sum = 0;

  for (guint32 label = 0; label < n_labels; label++)
    sum += costs->records[level][label] * costs->extents[level][label];
  return sum;
}

/* Tells whether the mean cost is at most 1 if all records are suppressed on the top level. */
static gboolean
is_mean_in_range (const DeidAttributeCosts *costs, guint64 n_records)
{
  const guint64 top = deid_attribute_costs_sum_level (costs, costs->attribute->n_levels - 1);
  const guint64 original = deid_attribute_costs_sum_level (costs, 0);

  return (DeidWide) costs->suppressed * n_records + (DeidWide) costs->covered * top
         <= (DeidWide) costs->denominator * n_records + (DeidWide) costs->kept * original;
}

/* Costs are linear in the extent, so what holds at 0 and at the greatest one holds for all. */
static gboolean
check_rates (const DeidAttributeCosts *costs, const DeidQualityModel *model, guint64 n_records,
             GError **error)
{
  const guint32 extent = get_greatest_extent (costs);
  const DeidWide kept = (DeidWide) costs->kept * extent;
  const DeidWide suppressed = (DeidWide) costs->covered * extent + costs->suppressed;

  if (costs->denominator > 0 && kept <= suppressed
      && (costs->relative ? is_mean_in_range (costs, n_records) : suppressed <= costs->denominator))
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "quality model %s: attribute '%s': kept %" G_GUINT64_FORMAT ", suppressed %" G_GUINT64_FORMAT
      ", covered %" G_GUINT64_FORMAT ", denominator %" G_GUINT64_FORMAT
      ", extents up to %u; expected kept x <= suppressed + covered x%s for each extent x%s",
      model->shown, attribute_costs_get_name (costs), costs->kept, costs->suppressed,
      costs->covered, costs->denominator, extent, costs->relative ? "" : " <= denominator",
      costs->relative ? ", and a mean cost of at most 1" : "");
}

/* Numerators, each of three terms, then stay in 128 bits: the extents of kept and of suppressed
 * records have one sum. */
gboolean
deid_attribute_costs_check_range (const DeidAttributeCosts *costs, const DeidQualityModel *model,
                                  guint64 n_records, GError **error)
{
  const guint32 extent = get_greatest_extent (costs);

  if ((DeidWide) n_records * MAX (extent, 1) < (DeidWide) 1 << 63)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "quality model %s: attribute '%s': %" G_GUINT64_FORMAT
                    " records times an extent of %u leave the range in which losses are exact",
                    model->shown, attribute_costs_get_name (costs), n_records, extent);
}

static gboolean
attribute_costs_ask (DeidAttributeCosts *costs, const DeidQualityModel *model, gpointer state,
                     const DeidQualityInput *input, guint attribute, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  g_autofree char *place = NULL;
  GError *own_error = NULL;

  if (funcs->attribute_costs.func (costs, input, attribute, state, funcs->attribute_costs.data,
                                   &own_error)
      && own_error == NULL)
    return TRUE;
  place = g_strdup_printf ("%s: attribute '%s'", model->shown, attribute_costs_get_name (costs));
  return deid_slot_fail ("quality model", place, own_error, error);
}

gboolean
deid_attribute_costs_init (DeidAttributeCosts *costs, const DeidQualityModel *model, gpointer state,
                           const DeidQualityInput *input, guint attribute, GError **error)
{
  const DeidAttribute *binding = &input->lattice->attributes[attribute];

  *costs = (DeidAttributeCosts){ .attribute = binding,
                                 .records = input->label_records[attribute],
                                 .denominator = 1 };
  if (!deid_new_arrays (error, DEID_NEW (costs->extents, binding->n_levels)))
    return FALSE;
  for (guint level = 0; level < binding->n_levels; level++)
    {
      costs->extents[level] = deid_alloc (deid_attribute_get_n_labels (binding, level),
                                          sizeof **costs->extents, error);
      if (costs->extents[level] == NULL)
        return FALSE;
    }
  return attribute_costs_ask (costs, model, state, input, attribute, error)
         && check_monotone (costs, model, error)
         && deid_attribute_costs_check_range (costs, model, input->n_records, error)
         && check_rates (costs, model, input->n_records, error);
}

void
deid_attribute_costs_clear (DeidAttributeCosts *costs)
{
  for (guint level = 0; costs->extents != NULL && level < costs->attribute->n_levels; level++)
    g_free (costs->extents[level]);
  g_free (costs->extents);
}
