/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-write.h"
#include "stored-policy/stored-policy-private.h"

/* The limits and weights of groups, as members of a stored policy. */

/* Writes the members on them, if there are some. */
void deid_stored_groups_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Reads those that are there. The attributes and roles are. Errors: %DEID_ERROR_PARSE,
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_stored_groups_read (DeidStoredPolicy *policy, const DeidJsonValue *root,
                                  const DeidStop *stop, GError **error);

/* Gives a problem the limits of a list. Errors: those of deid_problem_set_group_limit(). */
gboolean deid_stored_groups_apply (const GPtrArray *limits, DeidProblem *problem, GError **error);

/* Gives a problem those weights of a list whose values some of its records have. Errors: those of
 * deid_problem_set_group_weight(). */
gboolean deid_stored_groups_apply_weights (const DeidGroupWeights *weights, DeidProblem *problem,
                                           const DeidStop *stop, GError **error);
