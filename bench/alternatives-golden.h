/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-study.h"
#include "golden.h"

#define ALTERNATIVES_GOLDEN_HEADER                                                                 \
  "case search iterations evaluated distinct not-dominated level-sum (of the distinct), first "    \
  "seed"

/* Returns: whether each line of the study is in the file. */
gboolean alternatives_golden_compare (Golden *golden, const Study *study);

void alternatives_golden_set (Golden *golden, const Study *study);
