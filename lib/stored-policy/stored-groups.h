/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/json/json-write.h"
#include "stored-policy/stored-policy-private.h"

/* The limits of groups, as members of a stored policy. */

/* Writes the member on them, if there are some. */
void deid_stored_groups_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy);

/* Reads it if it is there. The attributes and roles are. Errors: %DEID_ERROR_PARSE. */
gboolean deid_stored_groups_read (DeidStoredPolicy *policy, const DeidJsonValue *root,
                                  GError **error);

/* Gives a problem those of a list. Errors: those of deid_problem_set_group_limit(). */
gboolean deid_stored_groups_apply (const GPtrArray *limits, DeidProblem *problem, GError **error);
