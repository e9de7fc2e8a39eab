/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

DeidPrivacyModel *
deid_distinct_l_diversity_new (const char *sensitive, guint64 l, GError **error)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, l);

  g_return_val_if_fail (sensitive != NULL, NULL);

  return deid_privacy_model_new (&deid_distinct_l_diversity_funcs, sensitive,
                                 (DeidRational){ l, 1 }, number, error);
}

static gboolean
accept (const DeidPrivacyModel *model, gconstpointer state, const DeidClass *judged,
        const DeidDistribution *distribution, GError **error)
{
  (void) state;
  (void) judged;
  (void) error;
  return distribution->n_values >= model->parameter.numerator;
}

static int
recheck (const DeidPrivacyModel *model, const DeidClass *judged,
         const DeidDistribution *distribution)
{
  (void) judged;
  return distribution->n_values >= model->parameter.numerator ? 1 : -1;
}

const DeidPrivacyModelFuncs deid_distinct_l_diversity_funcs = {
  .name = "dl",
  .closure = DEID_CLOSURE_SUPERSET,
  .accept = accept,
  .recheck = recheck,
};
