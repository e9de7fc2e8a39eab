/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/cut-check.h"

#include "base/arrays.h"
#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "quality/quality-model-private.h"

#include <deid/deid.h>
#include <math.h>

gboolean
deid_event_refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (DEID_ERROR, DEID_ERROR_CERTIFICATE, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
deid_event_read_count (const DeidJsonValue *value, guint64 *count, GError **error)
{
  *count = 0;
  if (!deid_json_is (value, DEID_JSON_INTEGER) || value->integer < 0)
    return deid_event_refuse (error, "expected a count");
  *count = (guint64) value->integer;
  return TRUE;
}

gboolean
deid_event_read_number (const DeidJsonValue *value, double *number, GError **error)
{
  *number = 0;
  return deid_json_get_number (value, number) || deid_event_refuse (error, "expected a number");
}

const DeidJsonValue *
deid_event_read_array (const DeidJsonValue *value, guint n, GError **error)
{
  if (deid_json_is (value, DEID_JSON_ARRAY) && value->n == n)
    return value + 1;
  deid_event_refuse (error, "expected an array of %u numbers", n);
  return NULL;
}

gboolean
deid_event_compare_counts (guint64 stated, guint64 found, const char *what, GError **error)
{
  return stated == found
         || deid_event_refuse (
             error, "%" G_GUINT64_FORMAT " %s are stated, %" G_GUINT64_FORMAT " are found", stated,
             what, found);
}

/* More than what objectives as doubles are off by. */
#define CUT_PRICES_SLACK 1e-12

/* Doubles tell whole numbers of so many bits apart. */
#define CUT_PRICES_WHOLE_BITS 53

#define MAX_EXPONENT          63

#define TOO_LOW               "a threshold below the objective of the optimum"

gboolean
deid_cut_prices_check_quality (const DeidPreparedProblem *prepared, GError **error)
{
  if (deid_loss_is_sum (&prepared->loss)
      || deid_quality_model_rises_with_size (prepared->loss.model))
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "quality model %s: it is no mean or sum over attributes of what values cost, nor do "
      "its costs rise with the sizes of classes as those of dm and dmstar do, one of which "
      "certificates expect of a lattice with cuts",
      prepared->problem->quality->shown);
}

guint
deid_cut_prices_count_multipliers (const DeidPreparedProblem *prepared)
{
  return deid_loss_is_separable (&prepared->loss) ? prepared->lattice->n_attributes + 1 : 0;
}

static void
add_prices (DeidLongText *text, const DeidProofUnits *units, guint n_attributes)
{
  for (guint a = 0; a < n_attributes; a++)
    deid_long_text_add (text, "%s%" G_GUINT64_FORMAT, a == 0 ? ",\"prices\":[" : ",",
                        units->prices[a]);
  deid_long_text_add (text, "],\"lambda\":%" G_GINT64_FORMAT, units->lambda_unit);
}

char *
deid_cut_prices_describe (const DeidProofUnits *units, guint n_attributes, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "{\"unit\":%s", DEID_DECIMAL (ldexp (1, -units->exponent)));
  if (units->prices != NULL)
    add_prices (&text, units, n_attributes);
  deid_long_text_add (&text, ",\"least\":%" G_GUINT64_FORMAT ",\"threshold\":%" G_GINT64_FORMAT "}",
                      units->least, units->threshold);
  return deid_long_text_end (&text, error);
}

/* Returns: what 1 of the sums of an attribute adds to the objective. */
static double
cut_prices_get_rate (const DeidLoss *loss, guint a)
{
  const DeidLossAttribute *term = &loss->terms[a];
  const double scale = loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN ? loss->weight_scale : 1;
  const double rate = term->weight / (term->scale * scale);

  return isfinite (rate) ? rate : 0;
}

static gboolean
read_units (const DeidJsonValue *value, gint64 *n, GError **error)
{
  guint64 count;

  if (!deid_event_read_count (value, &count, error))
    return FALSE;
  *n = (gint64) count;
  return *n < DEID_CUT_PRICES_MAX || deid_event_refuse (error, "so many units are too many");
}

static gboolean
cut_prices_read_unit (DeidCutPrices *prices, const DeidJsonValue *value, GError **error)
{
  int exponent;

  if (!deid_event_read_number (value, &prices->unit, error))
    return FALSE;
  return frexp (prices->unit, &exponent) == 0.5
         || deid_event_refuse (error, "a unit that is no power of 2");
}

static gboolean
cut_prices_read_prices (DeidCutPrices *prices, const DeidLoss *loss, const DeidJsonValue *value,
                        GError **error)
{
  const DeidJsonValue *price = deid_event_read_array (value, loss->n_attributes, error);

  if (price == NULL)
    return FALSE;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      if (!read_units (&price[a], &prices->prices[a], error))
        return FALSE;
      if ((double) prices->prices[a] * prices->unit > cut_prices_get_rate (loss, a))
        return deid_event_refuse (error, "price %u is above what the quality model takes", a);
    }
  return TRUE;
}

static gboolean
read_least (DeidCutPrices *prices, const DeidPreparedProblem *prepared, const DeidJsonValue *value,
            const DeidStop *stop, GError **error)
{
  guint64 least = 1;

  if (!deid_event_read_count (value, &prices->least, error)
      || (!prepared->has_population
          && !deid_prepared_problem_find_least_class (prepared, &least, stop, error)))
    return FALSE;
  return prices->least <= least
         || deid_event_refuse (error,
                               "classes of at least %" G_GUINT64_FORMAT
                               " records are stated, those of %" G_GUINT64_FORMAT
                               " may be released",
                               prices->least, least);
}

/* What relative costs take off the objective, units count as well. */
static gboolean
check_threshold (const DeidCutPrices *prices, const DeidLoss *loss, double objective,
                 GError **error)
{
  double counted = objective;

  for (guint a = 0; a < loss->n_attributes; a++)
    counted += cut_prices_get_rate (loss, a) * (double) loss->terms[a].original;
  return (double) prices->threshold * prices->unit >= counted * (1 + CUT_PRICES_SLACK)
         || deid_event_refuse (error, TOO_LOW);
}

/* Reads what differs where attributes are costed. */
static gboolean
read_sums (DeidCutPrices *prices, const DeidLoss *loss, double objective, const DeidJsonValue *root,
           GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (prices->prices, loss->n_attributes))
      || !cut_prices_read_prices (prices, loss, deid_json_get_member (root, "prices"), error)
      || !read_units (deid_json_get_member (root, "lambda"), &prices->lambda, error)
      || !check_threshold (prices, loss, objective, error))
    return FALSE;
  return root->n == 5
         || deid_event_refuse (error, "expected the members unit, prices, lambda, least and "
                                      "threshold, and no other");
}

/* The same where classes are. Objectives are whole numbers, rounded to doubles: as long as these
 * tell apart how many units they have, none that is as good as another has more. */
static gboolean
read_classes (DeidCutPrices *prices, const DeidLoss *loss, double objective,
              const DeidJsonValue *root, GError **error)
{
  prices->exponent = ilogb (prices->unit);
  deid_size_costs_init (&prices->sizes, loss, prices->least);
  if (!deid_size_costs_find_rising (&prices->sizes, &prices->rising, error)
      || !deid_size_costs_get_failing (&prices->sizes, &prices->rising, MAX (prices->least, 2) - 1,
                                       &prices->failing, error))
    return FALSE;
  if (prices->exponent < 0 || prices->exponent > MAX_EXPONENT
      || prices->rising.most >> prices->exponent >= G_GUINT64_CONSTANT (1) << CUT_PRICES_WHOLE_BITS)
    return deid_event_refuse (error, "a unit that is no whole number, or too small or too large");
  if (prices->threshold < (gint64) (objective / prices->unit))
    return deid_event_refuse (error, TOO_LOW);
  return root->n == 3
         || deid_event_refuse (error, "expected the members unit, least and threshold, and no "
                                      "other");
}

gboolean
deid_cut_prices_read (DeidCutPrices *prices, const DeidPreparedProblem *prepared, double objective,
                      const DeidJsonValue *root, const DeidStop *stop, GError **error)
{
  const DeidLoss *loss = &prepared->loss;

  *prices = (DeidCutPrices){ 0 };
  return cut_prices_read_unit (prices, deid_json_get_member (root, "unit"), error)
         && read_least (prices, prepared, deid_json_get_member (root, "least"), stop, error)
         && read_units (deid_json_get_member (root, "threshold"), &prices->threshold, error)
         && (deid_quality_model_rises_with_size (loss->model)
                 ? read_classes (prices, loss, objective, root, error)
                 : read_sums (prices, loss, objective, root, error));
}

void
deid_cut_prices_clear (DeidCutPrices *prices)
{
  g_free (prices->prices);
}
