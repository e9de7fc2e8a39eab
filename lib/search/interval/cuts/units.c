/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/units.h"

#include <math.h>

#include "base/arrays.h"

/* More than what objectives as doubles are off by, and twice what certificates are checked by. */
#define UNITS_SLACK 2e-12

/* Doubles tell whole numbers of so many bits apart. */
#define UNITS_WHOLE_BITS 53

gboolean
deid_units_fit (const DeidLoss *loss)
{
  return deid_loss_is_separable (loss)
         && (loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN
             || loss->aggregate == DEID_AGGREGATE_SUM);
}

/* Returns: what a unit of an attribute's sums adds to the objective. */
static double
units_get_rate (const DeidLoss *loss, guint a)
{
  const DeidLossAttribute *term = &loss->terms[a];
  const double scale = loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN ? loss->weight_scale : 1;

  return scale > 0 ? term->weight / (term->scale * scale) : 0;
}

/* Extents do not fall, and kept records cost no more than suppressed ones. */
static double
get_greatest_cost (const DeidLoss *loss, const DeidAttribute *attribute, guint a)
{
  const DeidLossAttribute *term = &loss->terms[a];
  const guint top = attribute->n_levels - 1;
  guint32 extent = 0;

  if (term->cut != NULL)
    for (guint32 label = 0; label < deid_attribute_get_n_labels (attribute, top); label++)
      extent = MAX (extent, term->label_extents[top][label]);
  else
    for (guint32 code = 0; code < loss->attributes[a].n_codes; code++)
      extent = MAX (extent, term->extents[(gsize) code * term->n_levels + top]);
  return (double) term->suppressed + (double) term->covered * extent;
}

static double
units_sum_weights (const DeidRows *rows)
{
  double sum = 0;

  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    sum += (double) deid_rows_get_loss_weight (rows, row);
  return sum;
}

gboolean
deid_units_init (DeidUnits *units, const DeidPreparedProblem *prepared, GError **error)
{
  const DeidLoss *loss = &prepared->loss;
  double record = 0, all;

  *units = (DeidUnits){ 0 };
  if (!deid_new_arrays (error, DEID_NEW (units->prices, loss->n_attributes)))
    return FALSE;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      record += units_get_rate (loss, a)
                * get_greatest_cost (loss, &prepared->lattice->attributes[a], a);
      units->original += units_get_rate (loss, a) * (double) loss->terms[a].original;
    }
  all = record * MAX (units_sum_weights (&prepared->rows), (double) prepared->n_records);
  units->exponent = DEID_UNITS_BITS;
  if (all > 0)
    units->exponent -= ilogb (all) + 1;
  for (guint a = 0; a < loss->n_attributes; a++)
    units->prices[a] = (guint64) ldexp (units_get_rate (loss, a), units->exponent);
  units->greatest = (gint64) ldexp (record, units->exponent);
  return TRUE;
}

void
deid_units_init_whole (DeidUnits *units, DeidWide most, guint64 record)
{
  *units = (DeidUnits){ .is_whole = TRUE };
  while (most >> -units->exponent >= (DeidWide) 1 << UNITS_WHOLE_BITS)
    units->exponent--;
  units->greatest = (gint64) (record >> -units->exponent);
}

void
deid_units_clear (DeidUnits *units)
{
  g_free (units->prices);
}

gint64
deid_units_from_objective (const DeidUnits *units, double objective)
{
  if (isinf (objective))
    return G_MAXINT64;
  if (units->is_whole)
    return (gint64) ldexp (objective, units->exponent);
  return (gint64) ldexp ((objective + units->original) * (1 + UNITS_SLACK), units->exponent) + 1;
}

double
deid_units_to_objective (const DeidUnits *units, gint64 n)
{
  const double sum = ldexp ((double) n, -units->exponent) * (1 - UNITS_SLACK);

  if (units->is_whole)
    return ldexp ((double) n, -units->exponent);
  return MAX (sum - units->original, 0);
}
