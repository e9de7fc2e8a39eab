/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/class-costs.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* Sums of numbers of labels are kept level by level. Products take a pass over rows, by tables of
 * the products of each fused column. */

#define FORM_SUMS_BLOCK 1024

static guint64
form_sums_get_number (const DeidFormSums *sums, guint attribute, guint level, guint32 code)
{
  return deid_label_table_get (sums->form.labels, attribute, level,
                               sums->fused->attributes[attribute].levels[level].labels[code]);
}

static gboolean
init_level_sums (DeidFormSums *sums, const DeidLoss *loss, GError **error)
{
  const guint n_attributes = sums->rows->n_attributes;

  if (!deid_new_arrays (error, DEID_NEW (sums->first_level, n_attributes),
                        DEID_NEW (sums->level_sums, loss->n_levels),
                        DEID_NEW (sums->suppressed_sums, loss->n_levels),
                        DEID_NEW (sums->is_summed, loss->n_levels)))
    return FALSE;
  for (guint a = 0; a < n_attributes; a++)
    {
      sums->first_level[a] = sums->n_levels;
      for (guint level = 0; level < loss->attributes[a].n_levels; level++)
        {
          const guint32 n_labels = deid_quality_input_get_n_labels (loss->input, a, level);
          guint64 *sum = &sums->level_sums[sums->n_levels++];

          for (guint32 label = 0; label < n_labels; label++)
            *sum += loss->input->label_records[a][level][label]
                    * deid_label_table_get (sums->form.labels, a, level, label);
        }
    }
  return TRUE;
}

static gboolean
init_factors (DeidFormSums *sums, GError **error)
{
  const DeidFusedColumns *fused = sums->fused;
  const guint n = sums->rows->n_attributes;

  if (!deid_new_arrays (
          error, DEID_NEW (sums->factors, fused->n_columns),
          DEID_NEW (sums->levels, deid_attributes_count_dimensions (fused->attributes, n))))
    return FALSE;
  for (guint c = 0; c < fused->n_columns; c++)
    {
      sums->factors[c]
          = deid_alloc (deid_fused_columns_count_codes (fused, c), sizeof *sums->factors[c], error);
      if (sums->factors[c] == NULL)
        return FALSE;
      sums->factors[c][0] = 0;
    }
  return TRUE;
}

gboolean
deid_form_sums_find (DeidClassForm *form, const DeidLoss *loss, const DeidClassSource *table)
{
  const DeidQualityModelFuncs *funcs = loss->model->funcs;

  if (table->rows->n_population > 0)
    return FALSE;
  for (guint a = 0; a < table->rows->n_attributes; a++)
    if (table->attributes[a].cuts != NULL)
      return FALSE;
  *form = (DeidClassForm){ .has_costs = funcs->size_only };
  return funcs->size_only || (funcs->get_form != NULL && funcs->get_form (loss->state, form));
}

gboolean
deid_form_sums_init (DeidFormSums *sums, const DeidLoss *loss, const DeidRows *rows,
                     const DeidFusedColumns *fused, GError **error)
{
  sums->rows = rows;
  sums->fused = fused;
  return sums->form.labels == NULL
         || (sums->form.is_product ? init_factors (sums, error)
                                   : init_level_sums (sums, loss, error));
}

void
deid_form_sums_clear (DeidFormSums *sums)
{
  for (guint c = 0; sums->factors != NULL && c < sums->fused->n_columns; c++)
    g_free (sums->factors[c]);
  deid_free_arrays (sums->factors, sums->levels, sums->first_level, sums->level_sums,
                    sums->suppressed_sums, sums->is_summed, sums->suppressed);
}

gboolean
deid_form_sums_set_suppressed (DeidFormSums *sums, const guint32 *rows, guint64 n, GError **error)
{
  if (sums->level_sums == NULL)
    return TRUE;
  if (!deid_grow ((gpointer *) &sums->suppressed, &sums->suppressed_capacity, n,
                  sizeof *sums->suppressed, error))
    return FALSE;
  if (n > 0)
    memcpy (sums->suppressed, rows, n * sizeof *rows);
  sums->n_suppressed = n;
  memset (sums->is_summed, 0, sums->n_levels * sizeof *sums->is_summed);
  return TRUE;
}

/* Makes the products of a fused column; those so far are spread, from the last one, to where others
 * are still read. */
static void
multiply_column (DeidFormSums *sums, guint column)
{
  const DeidFusedColumns *fused = sums->fused;
  guint64 *factors = sums->factors[column];
  guint32 n_codes = 1;

  factors[0] = 1;
  for (guint a = fused->first[column]; a < fused->first[column + 1]; a++)
    {
      const guint32 n = fused->attributes[a].n_codes;
      const guint level = sums->levels[fused->attributes[a].first_dimension];

      for (guint32 i = n_codes; i-- > 0;)
        for (guint32 code = n; code-- > 0;)
          factors[i * n + code] = factors[i] * form_sums_get_number (sums, a, level, code);
      n_codes *= n;
    }
}

/* No product is 0, so that those not made yet are known. */
static void
form_sums_set_levels (DeidFormSums *sums, const DeidLevel *levels)
{
  const DeidFusedColumns *fused = sums->fused;

  for (guint c = 0; c < fused->n_columns; c++)
    {
      gboolean differs = sums->factors[c][0] == 0;

      for (guint a = fused->first[c]; a < fused->first[c + 1]; a++)
        {
          const guint d = fused->attributes[a].first_dimension;

          differs |= sums->levels[d] != levels[d];
          sums->levels[d] = levels[d];
        }
      if (differs)
        multiply_column (sums, c);
    }
}

#define MULTIPLY_BY(Code)                                                                          \
  {                                                                                                \
    const Code *data = (const Code *) codes->data + start;                                         \
                                                                                                   \
    for (guint i = 0; i < n; i++)                                                                  \
      products[i] *= factors[data[i]];                                                             \
  }

static void
multiply_rows (guint64 *restrict products, const DeidCodes *codes, const guint64 *factors,
               guint64 start, guint n)
{
  if (codes->width == 1)
    MULTIPLY_BY (guint8)
  else if (codes->width == 2)
    MULTIPLY_BY (guint16)
  else
    MULTIPLY_BY (guint32)
}

static guint64
sum_products (DeidFormSums *sums, const DeidLevel *levels, const DeidRows *fused)
{
  guint64 products[FORM_SUMS_BLOCK], sum = 0;

  form_sums_set_levels (sums, levels);
  for (guint64 start = 0; start < fused->n; start += FORM_SUMS_BLOCK)
    {
      const guint n = (guint) MIN (FORM_SUMS_BLOCK, fused->n - start);

      for (guint i = 0; i < n; i++)
        products[i] = deid_rows_get_weight (fused, start + i);
      for (guint c = 0; c < fused->n_attributes; c++)
        multiply_rows (products, fused->codes[c], sums->factors[c], start, n);
      for (guint i = 0; i < n; i++)
        sum += products[i];
    }
  return sum;
}

static guint64
form_sums_sum_suppressed (DeidFormSums *sums, guint attribute, guint level)
{
  const guint i = sums->first_level[attribute] + level;
  guint64 sum = 0;

  if (sums->is_summed[i])
    return sums->suppressed_sums[i];
  for (guint64 s = 0; s < sums->n_suppressed; s++)
    {
      const guint32 row = sums->suppressed[s];

      sum += deid_rows_get_weight (sums->rows, row)
             * form_sums_get_number (sums, attribute, level,
                                     deid_codes_get (sums->rows->codes[attribute], row));
    }
  sums->is_summed[i] = TRUE;
  return sums->suppressed_sums[i] = sum;
}

static guint64
sum_all (DeidFormSums *sums, guint attribute, guint level)
{
  return sums->level_sums[sums->first_level[attribute] + level];
}

/* Adds up what labels cost at a policy; products are of the rows in @fused. */
static DeidWide
form_sums_sum_labels (DeidFormSums *sums, const DeidLevel *levels, const DeidRows *fused,
                      guint64 (*sum_level) (DeidFormSums *sums, guint attribute, guint level))
{
  DeidWide sum = 0;

  if (sums->form.labels == NULL)
    return 0;
  if (sums->form.is_product)
    return sum_products (sums, levels, fused);
  for (guint a = 0; a < sums->rows->n_attributes; a++)
    sum += sum_level (sums, a, levels[sums->fused->attributes[a].first_dimension]);
  return sum;
}

DeidWide
deid_form_sums_get_all (DeidFormSums *sums, const DeidLevel *levels, const DeidRows *fused)
{
  return form_sums_sum_labels (sums, levels, fused, sum_all);
}

DeidWide
deid_form_sums_get_suppressed (DeidFormSums *sums, const DeidLevel *levels, const DeidRows *fused)
{
  return form_sums_sum_labels (sums, levels, fused, form_sums_sum_suppressed);
}

double
deid_form_sums_get_range (const DeidFormSums *sums, guint attribute, const DeidLevel *lo,
                          const DeidLevel *hi)
{
  const guint64 *level_sums = &sums->level_sums[sums->first_level[attribute]];
  const guint dimension = sums->fused->attributes[attribute].first_dimension;

  return (double) (level_sums[hi[dimension]] - level_sums[lo[dimension]]);
}

/* Losses that are made up of costs of classes. */

gboolean
deid_quality_model_add_class (const DeidQualityModel *model, gpointer state,
                              const DeidClass *eq_class, DeidWide *sum, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 cost = 0;
  const gboolean succeeded
      = funcs->class_cost.func (eq_class, state, funcs->class_cost.data, &cost, &own_error);

  if (!deid_quality_model_slot_succeeded (model, succeeded, own_error, error))
    return FALSE;
  *sum += cost;
  return deid_class_check_labels (eq_class, error);
}

/* Adds the bound of a class, if the model has any. */
static gboolean
quality_model_add_bound (const DeidQualityModel *model, gpointer state, const DeidClass *eq_class,
                         DeidWide *sum, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  GError *own_error = NULL;
  guint64 bound = 0;
  gboolean succeeded;

  if (funcs->class_bound.func == NULL)
    return TRUE;
  succeeded
      = funcs->class_bound.func (eq_class, state, funcs->class_bound.data, &bound, &own_error);
  if (!deid_quality_model_slot_succeeded (model, succeeded, own_error, error))
    return FALSE;
  *sum += bound;
  return deid_class_check_labels (eq_class, error);
}

gboolean
deid_quality_model_check_loss (const DeidQualityModel *model, double loss, GError **error)
{
  if (loss >= 0 && isfinite (loss))
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "quality model %s: its loss is %s, expected a finite number that is not negative",
      model->shown, DEID_DECIMAL (loss));
}

/* Most of the view is the same for all classes, of which there are many. */
static const DeidClass *
view (DeidClassCosts *costs, guint32 number, DeidCostKind kind)
{
  DeidClass *eq_class = &costs->eq_class;

  eq_class->is_suppressed = kind == DEID_COST_SUPPRESSED;
  eq_class->min_records = kind == DEID_COST_BOUND ? costs->loss->min_records : 0;
  eq_class->n_records = eq_class->n_persons = costs->sizes[number];
  eq_class->number = number;
  eq_class->has_population = eq_class->reader != NULL && eq_class->reader->populations != NULL;
  if (eq_class->has_population)
    eq_class->n_population = eq_class->reader->populations[number];
  return eq_class;
}

/* Adding 0 takes the sign off a zero. */
gboolean
deid_quality_model_finish (const DeidQualityModel *model, const DeidQualityInput *input,
                           gpointer state, double sum, double *loss, GError **error)
{
  const DeidQualityModelFuncs *funcs = model->funcs;
  const DeidCostSum view = { .value = sum, .n_records = input->n_records };
  GError *own_error = NULL;
  gboolean succeeded;

  *loss = 0;
  if (funcs->finish.func == NULL)
    {
      *loss = sum / (double) input->n_records;
      return TRUE;
    }
  succeeded = funcs->finish.func (&view, state, funcs->finish.data, loss, &own_error);
  *loss += 0.0;
  return deid_quality_model_slot_succeeded (model, succeeded, own_error, error)
         && deid_quality_model_check_loss (model, *loss, error);
}

void
deid_size_costs_init (DeidSizeCosts *costs, const DeidLoss *loss, guint64 min_records)
{
  *costs = (DeidSizeCosts){ .loss = loss,
                            .min_records = CLAMP (min_records, 1, loss->input->n_records) };
}

static gboolean
size_costs_refuse (const DeidSizeCosts *costs, const char *slot, guint64 size, guint64 cost,
                   GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "quality model %s: the %s of %" G_GUINT64_FORMAT
                    " records is %" G_GUINT64_FORMAT
                    ", but it is declared that costs rise with sizes",
                    costs->loss->model->shown, slot, size, cost);
}

gboolean
deid_size_costs_ask (DeidSizeCosts *costs, DeidCostKind kind, guint64 size, guint64 *cost,
                     GError **error)
{
  const DeidLoss *loss = costs->loss;
  const DeidClass eq_class = { .is_suppressed = kind == DEID_COST_SUPPRESSED,
                               .min_records = kind == DEID_COST_BOUND ? costs->min_records : 0,
                               .n_records = size,
                               .n_persons = size };
  DeidWide sum = 0;

  if (!(kind == DEID_COST_BOUND
            ? quality_model_add_bound (loss->model, loss->state, &eq_class, &sum, error)
            : deid_quality_model_add_class (loss->model, loss->state, &eq_class, &sum, error)))
    return FALSE;
  *cost = (guint64) sum;
  if (kind == DEID_COST_BOUND && costs->is_rising
      && sum * loss->input->n_records > (DeidWide) costs->most * size)
    return size_costs_refuse (costs, "class_bound", size, *cost, error);
  if (size < DEID_SIZE_COSTS_KNOWN)
    costs->known[kind][size] = *cost + 1;
  return TRUE;
}

gboolean
deid_size_costs_add (DeidSizeCosts *costs, DeidCostKind kind, const guint64 *sizes, guint64 n,
                     DeidWide *sum, GError **error)
{
  for (guint64 i = 0; i < n; i++)
    {
      guint64 cost;

      if (!deid_size_costs_get (costs, kind, sizes[i], &cost, error))
        return FALSE;
      *sum += cost;
    }
  return TRUE;
}

gboolean
deid_size_costs_find_rising (DeidSizeCosts *costs, DeidRisingCosts *rising, GError **error)
{
  const guint64 n = costs->loss->input->n_records;
  guint64 kept, suppressed;

  *rising = (DeidRisingCosts){ 0 };
  if (!deid_size_costs_get (costs, DEID_COST_KEPT, n, &kept, error)
      || !deid_size_costs_get (costs, DEID_COST_SUPPRESSED, n, &suppressed, error)
      || !deid_size_costs_get (costs, DEID_COST_SUPPRESSED, 1, &rising->suppressed, error)
      || !deid_size_costs_get (costs, DEID_COST_BOUND, n, &costs->most, error))
    return FALSE;
  if (costs->most > MIN (kept, suppressed))
    return size_costs_refuse (costs, "class_bound", n, costs->most, error);
  if ((DeidWide) rising->suppressed * n > suppressed)
    return size_costs_refuse (costs, "class_cost", n, suppressed, error);
  costs->is_rising = TRUE;
  rising->most = MAX (kept, rising->suppressed * n);
  rising->lost = rising->suppressed * n >= costs->most ? rising->suppressed : 0;
  return TRUE;
}

gboolean
deid_size_costs_get_failing (DeidSizeCosts *costs, const DeidRisingCosts *rising, guint64 n,
                             guint64 *failing, GError **error)
{
  guint64 bound;

  *failing = 0;
  if (rising->lost == 0)
    return TRUE;
  n = MIN (n, costs->loss->input->n_records);
  if (!deid_size_costs_get (costs, DEID_COST_BOUND, n, &bound, error))
    return FALSE;
  *failing = rising->lost - MIN (rising->lost, bound / n + (bound % n > 0));
  return TRUE;
}

gboolean
deid_class_costs_init (DeidClassCosts *costs, const DeidLoss *loss, const DeidClassSource *source,
                       GError **error)
{
  *costs = (DeidClassCosts){ .loss = loss, .source = *source };
  return loss->model->funcs->size_only
         || deid_class_reader_init (&costs->reader, &costs->source, error);
}

void
deid_class_costs_clear (DeidClassCosts *costs)
{
  deid_class_reader_clear (&costs->reader);
}

gboolean
deid_class_costs_start (DeidClassCosts *costs, const DeidClassSource *source,
                        const DeidRowClasses *classes, const DeidStop *stop, GError **error)
{
  const DeidLoss *loss = costs->loss;

  costs->sizes = classes->sizes;
  costs->n_classes = classes->n_classes;
  costs->source = *source;
  costs->eq_class = (DeidClass){ 0 };
  if (loss->model->funcs->size_only)
    return TRUE;
  costs->eq_class = (DeidClass){ .n_attributes = source->rows->n_attributes,
                                 .n_sensitive = loss->model->n_columns,
                                 .places = loss->places,
                                 .reader = &costs->reader };
  return deid_class_reader_start (&costs->reader, classes, stop, error);
}

gboolean
deid_class_costs_add (DeidClassCosts *costs, guint32 number, DeidCostKind kind, DeidWide *sum,
                      GError **error)
{
  const DeidLoss *loss = costs->loss;

  if (costs->sizes[number] == 0)
    return TRUE;
  if (kind == DEID_COST_BOUND)
    return quality_model_add_bound (loss->model, loss->state, view (costs, number, kind), sum,
                                    error);
  return deid_quality_model_add_class (loss->model, loss->state, view (costs, number, kind), sum,
                                       error);
}

gboolean
deid_class_costs_measure (DeidClassCosts *costs, const guint8 *verdicts, const DeidStop *stop,
                          double *objective, GError **error)
{
  DeidWide sum = 0;

  for (guint32 number = 0; number < costs->n_classes; number++)
    if (!deid_stop_check_class (stop, number, error)
        || !deid_class_costs_add (costs, number,
                                  verdicts[number] != 0 ? DEID_COST_SUPPRESSED : DEID_COST_KEPT,
                                  &sum, error))
      return FALSE;
  *objective = (double) sum;
  return TRUE;
}

guint64
deid_class_costs_get_n_bytes (const DeidClassCosts *costs)
{
  return costs->loss->model->funcs->size_only ? 0 : deid_class_reader_get_n_bytes (&costs->reader);
}
