/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of numbers of labels are kept level by level. Products take a pass over rows, by tables of
 * the products of each fused column. */
#include "quality/form-sums.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

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

  if (funcs->get_form == NULL || table->rows->n_population > 0)
    return FALSE;
  for (guint a = 0; a < table->rows->n_attributes; a++)
    if (table->attributes[a].cuts != NULL)
      return FALSE;
  return funcs->get_form (loss->state, form);
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
  g_free (sums->factors);
  g_free (sums->levels);
  g_free (sums->first_level);
  g_free (sums->level_sums);
  g_free (sums->suppressed_sums);
  g_free (sums->is_summed);
  g_free (sums->suppressed);
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
