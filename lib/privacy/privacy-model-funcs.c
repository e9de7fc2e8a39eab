/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-funcs.h"

#include "base/handle.h"

static void
deid_privacy_model_funcs_free (DeidPrivacyModelFuncs *funcs)
{
  DEID_PRIVACY_MODEL_SLOTS (DEID_SLOT_CLEAR)
  g_strfreev (funcs->sensitive);
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidPrivacyModelFuncs, deid_privacy_model_funcs)

#define PRIVACY_MODEL_FUNCS_DEFINE_SETTER(name, Func)                                              \
  DEID_SLOT_DEFINE_SETTER (DeidPrivacyModelFuncs, deid_privacy_model_funcs, name, Func)

DEID_PRIVACY_MODEL_SLOTS (PRIVACY_MODEL_FUNCS_DEFINE_SETTER)

DeidPrivacyModelFuncs *
deid_privacy_model_funcs_new (void)
{
  DeidPrivacyModelFuncs *funcs = g_new0 (DeidPrivacyModelFuncs, 1);

  g_atomic_ref_count_init (&funcs->ref_count);
  return funcs;
}

void
deid_privacy_model_funcs_make_immutable (DeidPrivacyModelFuncs *funcs)
{
  g_atomic_int_set (&funcs->immutable, TRUE);
}

void
deid_privacy_model_funcs_set_sensitive (DeidPrivacyModelFuncs *funcs, const char *const *sensitive)
{
  char **names;

  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  names = g_strdupv ((char **) sensitive);
  g_strfreev (funcs->sensitive);
  funcs->sensitive = names;
}

void
deid_privacy_model_funcs_set_closure (DeidPrivacyModelFuncs *funcs, DeidClosure closure)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));
  g_return_if_fail (closure <= DEID_CLOSURE_SUPERSET);

  funcs->closure = closure;
}

void
deid_privacy_model_funcs_set_size_only (DeidPrivacyModelFuncs *funcs, gboolean size_only)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  funcs->size_only = size_only;
}

void
deid_privacy_model_funcs_set_suppression_order (DeidPrivacyModelFuncs *funcs,
                                                DeidSuppressionOrder order)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));
  g_return_if_fail (order <= DEID_SUPPRESSION_ORDER_NAMED);

  funcs->suppression_order = order;
}

void
deid_privacy_model_funcs_set_table_monotone (DeidPrivacyModelFuncs *funcs, gboolean monotone)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  funcs->is_table_monotone = monotone;
}

void
deid_privacy_model_funcs_set_thread_safe (DeidPrivacyModelFuncs *funcs, gboolean thread_safe)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  funcs->thread_safe = thread_safe;
}
