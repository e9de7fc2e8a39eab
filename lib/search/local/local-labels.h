/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* Refuses a problem with a label that stands for other values on one level than on another: who
 * reads a release with labels of both could not tell which. Errors: %DEID_ERROR_INVALID_ARGUMENT,
 * which names column, label and levels; those of deid_stop_check(), %DEID_ERROR_NO_MEMORY.
 * Complexity: O(values x levels). */
gboolean deid_local_labels_check (const DeidPreparedProblem *prepared, const DeidStop *stop,
                                  GError **error);
