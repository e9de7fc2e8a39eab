/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/slot.h"

/* New slots are appended. */
#define DEID_PRIVACY_MODEL_SLOTS(SLOT)                                                             \
  SLOT (describe, DeidDescribeFunc)                                                                \
  SLOT (compare, DeidCompareFunc)                                                                  \
  SLOT (prepare, DeidPrivacyPrepareFunc)                                                           \
  SLOT (free_state, DeidFreeStateFunc)                                                             \
  SLOT (accept, DeidJudgeFunc)                                                                     \
  SLOT (necessary, DeidJudgeFunc)                                                                  \
  SLOT (accept_unmatched, DeidJudgeFunc)                                                           \
  SLOT (accept_table, DeidJudgeTableFunc)                                                          \
  SLOT (recheck, DeidRecheckFunc)                                                                  \
  SLOT (class_term, DeidClassTermFunc)                                                             \
  SLOT (judge_sum, DeidJudgeSumFunc)                                                               \
  SLOT (recheck_table, DeidRecheckTableFunc)

struct DeidPrivacyModelFuncs
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidClosure closure;
  gboolean size_only;
  guint64 least_values; /* of its only attribute that a class has at least that passes */
  DeidSuppressionOrder suppression_order;
  gboolean is_table_monotone;
  gboolean thread_safe;
  char **sensitive; /* names, to a %NULL, or %NULL for none */
  DEID_PRIVACY_MODEL_SLOTS (DEID_SLOT_FIELD)
};

void deid_privacy_model_funcs_make_immutable (DeidPrivacyModelFuncs *funcs);
