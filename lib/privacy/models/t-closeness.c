/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/models/t-closeness.h"

#include "privacy/closeness.h"

static void
free_model (gpointer data)
{
  DeidTCloseness *model = data;

  g_free (model->sensitive);
  g_free (model->number);
  g_free (model);
}

static char *
t_closeness_describe (gpointer data)
{
  const DeidTCloseness *model = data;

  return g_strconcat (model->name, ":", model->number,
                      model->order != DEID_VALUE_ORDER_TYPE ? ":" : NULL,
                      deid_value_order_names[model->order], NULL);
}

DeidPrivacyModel *
deid_t_closeness_new (DeidModelSlots slots, const char *name, const char *sensitive, double t,
                      DeidValueOrder order, GError **error)
{
  char number[DEID_DECIMAL_SIZE];
  DeidTCloseness *model;
  DeidRational exact;

  if (!deid_rational_from_double (t, "t-closeness", &exact, error))
    return NULL;
  deid_double_to_decimal (t, number);
  if (exact.numerator > exact.denominator)
    {
      deid_privacy_model_fail (name, number, "a number from 0 to 1", error);
      return NULL;
    }
  model = g_new (DeidTCloseness, 1);
  *model = (DeidTCloseness){ .name = name,
                             .sensitive = g_strdup (sensitive),
                             .t = exact,
                             .number = g_strdup (number),
                             .order = order };
  slots.describe = t_closeness_describe;
  slots.closure = DEID_CLOSURE_UNION;
  return deid_privacy_model_new_of_slots (&slots, model, free_model, sensitive, error);
}
