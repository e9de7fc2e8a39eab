/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/quality-model-funcs.h"

#include "base/handle.h"

static void
deid_quality_model_funcs_free (DeidQualityModelFuncs *funcs)
{
  DEID_QUALITY_MODEL_SLOTS (DEID_SLOT_CLEAR)
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidQualityModelFuncs, deid_quality_model_funcs)

#define DEFINE_SETTER(name, Func)                                                                  \
  DEID_SLOT_DEFINE_SETTER (DeidQualityModelFuncs, deid_quality_model_funcs, name, Func)

DEID_QUALITY_MODEL_SLOTS (DEFINE_SETTER)

DeidQualityModelFuncs *
deid_quality_model_funcs_new (void)
{
  DeidQualityModelFuncs *funcs = g_new0 (DeidQualityModelFuncs, 1);

  g_atomic_ref_count_init (&funcs->ref_count);
  return funcs;
}

void
deid_quality_model_funcs_make_immutable (DeidQualityModelFuncs *funcs)
{
  g_atomic_int_set (&funcs->immutable, TRUE);
}

void
deid_quality_model_funcs_set_size_only (DeidQualityModelFuncs *funcs, gboolean size_only)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  funcs->size_only = size_only;
}

void
deid_quality_model_funcs_set_thread_safe (DeidQualityModelFuncs *funcs, gboolean thread_safe)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  funcs->thread_safe = thread_safe;
}
