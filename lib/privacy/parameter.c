/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/parameter.h"

#include "privacy/privacy-model-private.h"

gboolean
deid_parameter_fail (const DeidParameter *parameter, const char *name, const char *expected,
                     GError **error)
{
  char number[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (parameter->value, number);
  return deid_privacy_model_fail (name, number, expected, error);
}

gboolean
deid_parameter_init (DeidParameter *parameter, double value, gboolean may_be_0, const char *name,
                     GError **error)
{
  g_autofree char *what = g_strconcat ("privacy model ", name, NULL);
  DeidRational rational;

  *parameter = (DeidParameter){ .value = value };
  if (!deid_rational_from_double (value, what, &rational, error))
    return FALSE;
  if (rational.numerator == 0 && !may_be_0)
    return deid_parameter_fail (parameter, name, "a number above 0", error);
  if (rational.denominator > G_MAXUINT64)
    return deid_parameter_fail (parameter, name, "fewer decimals", error);
  parameter->numerator = rational.numerator;
  parameter->denominator = (guint64) rational.denominator;
  return TRUE;
}

gboolean
deid_parameter_init_share (DeidParameter *share, double value, gboolean may_be_0, const char *name,
                           GError **error)
{
  return deid_parameter_init (share, value, may_be_0, name, error)
         && (share->numerator <= share->denominator
             || deid_parameter_fail (share, name, "at most 1", error));
}

gboolean
deid_parameter_admits (const DeidParameter *share, guint64 n, guint64 total)
{
  return (DeidWide) n * share->denominator <= (DeidWide) share->numerator * total;
}

gboolean
deid_parameter_admit_sum (const DeidTableView *table, gpointer state, gpointer share,
                          gboolean *passes, GError **error)
{
  guint64 high, sum;

  (void) state;
  (void) error;
  deid_table_view_get_sum (table, &high, &sum);
  *passes = deid_parameter_admits (share, sum, deid_table_view_get_n_persons (table));
  return TRUE;
}

char *
deid_parameter_spell (const DeidParameter *parameter, const char *name)
{
  char number[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (parameter->value, number);
  return g_strconcat (name, ":", number, NULL);
}
