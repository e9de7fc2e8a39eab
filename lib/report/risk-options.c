/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/risk-options-private.h"

#include "base/handle.h"
#include "base/text.h"

#define DEFAULT_THRESHOLD    "0.2"
#define DEFAULT_MINIMUM_CELL 10

static void
deid_risk_options_free (DeidRiskOptions *options)
{
  g_free (options->threshold_text);
  g_free (options);
}

DEID_DEFINE_OPTIONS (DeidRiskOptions, deid_risk_options, risk_options, "the risk options were used")

DeidRiskOptions *
deid_risk_options_new (void)
{
  DeidRiskOptions *options = DEID_NEW_HANDLE (DeidRiskOptions);

  options->threshold_text = g_strdup (DEFAULT_THRESHOLD);
  options->threshold = (DeidRational){ 1, 5 };
  options->minimum_cell = DEFAULT_MINIMUM_CELL;
  return options;
}

gboolean
deid_risk_options_set_threshold (DeidRiskOptions *options, double threshold, GError **error)
{
  DeidRational rational;
  char text[DEID_DECIMAL_SIZE];

  g_return_val_if_fail (options != NULL, FALSE);

  if (!risk_options_check_mutable (options, error)
      || !deid_rational_from_double (threshold, "risk threshold", &rational, error))
    return FALSE;
  deid_double_to_decimal (threshold, text);
  if (rational.numerator > rational.denominator)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "risk threshold %s, expected 0 to 1",
                      text);
  g_free (options->threshold_text);
  options->threshold_text = g_strdup (text);
  options->threshold = rational;
  return TRUE;
}

gboolean
deid_risk_options_set_minimum_cell (DeidRiskOptions *options, guint64 n_records, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!risk_options_check_mutable (options, error))
    return FALSE;
  if (n_records == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "a minimum cell of 0 records, expected at least 1");
  options->minimum_cell = n_records;
  return TRUE;
}

gboolean
deid_risk_options_set_population_size (DeidRiskOptions *options, guint64 size, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!risk_options_check_mutable (options, error))
    return FALSE;
  if (size == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "a population of 0 people, expected at least 1");
  options->population_size = size;
  return TRUE;
}

double
deid_risk_options_get_threshold (const DeidRiskOptions *options)
{
  return g_ascii_strtod (options->threshold_text, NULL);
}
