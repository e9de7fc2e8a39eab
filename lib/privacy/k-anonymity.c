/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

DeidPrivacyModel *
deid_k_anonymity_new (guint64 k, GError **error)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, k);

  return deid_privacy_model_new (&deid_k_anonymity_funcs, NULL, (DeidRational){ k, 1 }, number,
                                 error);
}

static gboolean
accept (const DeidPrivacyModel *model, gconstpointer state, const DeidClass *judged,
        const DeidDistribution *distribution, GError **error)
{
  (void) state;
  (void) distribution;
  (void) error;
  return judged->n_persons >= model->parameter.numerator;
}

static int
recheck (const DeidPrivacyModel *model, const DeidClass *judged,
         const DeidDistribution *distribution)
{
  (void) distribution;
  return judged->n_persons >= model->parameter.numerator ? 1 : -1;
}

const DeidPrivacyModelFuncs deid_k_anonymity_funcs = {
  .name = "k",
  .closure = DEID_CLOSURE_SUPERSET,
  .accept = accept,
  .recheck = recheck,
};
