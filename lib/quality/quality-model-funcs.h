/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/slot.h"
#include "quality/class-form.h"

/* New slots are appended. */
#define DEID_QUALITY_MODEL_SLOTS(SLOT)                                                             \
  SLOT (describe, DeidDescribeFunc)                                                                \
  SLOT (prepare, DeidQualityPrepareFunc)                                                           \
  SLOT (free_state, DeidFreeStateFunc)                                                             \
  SLOT (attribute_costs, DeidAttributeCostsFunc)                                                   \
  SLOT (recheck, DeidRecheckCostFunc)                                                              \
  SLOT (class_cost, DeidClassCostFunc)                                                             \
  SLOT (finish, DeidFinishLossFunc)                                                                \
  SLOT (class_bound, DeidClassBoundFunc)

struct DeidQualityModelFuncs
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  gboolean thread_safe;
  gboolean size_only;
  DeidAggregate aggregate;
  char **columns;           /* names, to a %NULL, or %NULL for none */
  DeidGetFormFunc get_form; /* or NULL; of models of the library alone */
  DEID_QUALITY_MODEL_SLOTS (DEID_SLOT_FIELD)
};

struct DeidRecheckedValue
{
  guint64 n_covered;
  guint64 n_leaves;
  guint level;
  guint n_levels;
  gboolean is_suppressed;
  guint attribute;
};

struct DeidCostSum
{
  double value;
  guint64 n_records;
};

void deid_quality_model_funcs_make_immutable (DeidQualityModelFuncs *funcs);
