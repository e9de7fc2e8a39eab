/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "golden.h"
#include "pruning-study.h"

#define PRUNING_GOLDEN_HEADER                                                                      \
  "table attributes algorithm policies evaluated; of privacy and of quality: inserts queries "     \
  "hits "                                                                                          \
  "kept max-kept; first found, loss"

/* Only what was not cut short has lines, and of cases that are meant to have some.
 * Returns: whether it is what the file has. */
gboolean pruning_golden_compare (Golden *golden, const Study *study);

void pruning_golden_set (Golden *golden, const Study *study);
