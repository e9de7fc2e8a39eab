/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/quality-model-funcs.h"

#include "base/handle.h"

static void
deid_quality_model_funcs_free (DeidQualityModelFuncs *funcs)
{
  DEID_QUALITY_MODEL_SLOTS (DEID_SLOT_CLEAR)
  g_strfreev (funcs->columns);
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidQualityModelFuncs, deid_quality_model_funcs)

#define QUALITY_MODEL_FUNCS_DEFINE_SETTER(name, Func)                                              \
  DEID_SLOT_DEFINE_SETTER (DeidQualityModelFuncs, deid_quality_model_funcs, name, Func)

DEID_QUALITY_MODEL_SLOTS (QUALITY_MODEL_FUNCS_DEFINE_SETTER)

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
deid_quality_model_funcs_set_aggregate (DeidQualityModelFuncs *funcs, DeidAggregate aggregate)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  funcs->aggregate = aggregate;
}

void
deid_quality_model_funcs_set_columns (DeidQualityModelFuncs *funcs, const char *const *columns)
{
  char **names;

  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  names = g_strdupv ((char **) columns);
  g_strfreev (funcs->columns);
  funcs->columns = names;
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

guint64
deid_rechecked_value_get_n_covered (const DeidRecheckedValue *value)
{
  g_return_val_if_fail (value != NULL, 0);

  return value->n_covered;
}

guint64
deid_rechecked_value_get_n_leaves (const DeidRecheckedValue *value)
{
  g_return_val_if_fail (value != NULL, 0);

  return value->n_leaves;
}

guint
deid_rechecked_value_get_level (const DeidRecheckedValue *value)
{
  g_return_val_if_fail (value != NULL, 0);

  return value->level;
}

guint
deid_rechecked_value_get_n_levels (const DeidRecheckedValue *value)
{
  g_return_val_if_fail (value != NULL, 0);

  return value->n_levels;
}

gboolean
deid_rechecked_value_is_suppressed (const DeidRecheckedValue *value)
{
  g_return_val_if_fail (value != NULL, FALSE);

  return value->is_suppressed;
}

guint
deid_rechecked_value_get_attribute (const DeidRecheckedValue *value)
{
  g_return_val_if_fail (value != NULL, 0);

  return value->attribute;
}

double
deid_cost_sum_get_value (const DeidCostSum *sum)
{
  g_return_val_if_fail (sum != NULL, 0);

  return sum->value;
}

guint64
deid_cost_sum_get_n_records (const DeidCostSum *sum)
{
  g_return_val_if_fail (sum != NULL, 1);

  return sum->n_records;
}
