/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/own-model.h"

#include "support/suite.h"

char *
own_model_describe (gpointer data)
{
  (void) data;
  return g_strdup ("own:1");
}

gboolean
own_model_judge (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                 GError **error)
{
  (void) state;
  (void) data;
  (void) error;
  *passes = deid_class_get_n_records (eq_class) >= 2;
  return TRUE;
}

DeidPrivacyModelFuncs *
own_model_make_funcs (void)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();

  deid_privacy_model_funcs_set_describe (funcs, own_model_describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, own_model_judge, NULL, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  return funcs;
}

DeidPrivacyModel *
own_model_new (DeidPrivacyModelFuncs *funcs)
{
  static const char *const sensitive[] = { "s", NULL };
  GError *error = NULL;
  DeidPrivacyModel *model;

  deid_privacy_model_funcs_set_sensitive (funcs, sensitive);
  model = deid_privacy_model_new (funcs, &error);

  assert_no_error (error);
  return model;
}
