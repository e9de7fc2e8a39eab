/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/rule.h"

/* Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows).
 * Returns: (transfer full): how many persons have each code of the column, that is, how many
 * different values of the entity column; the number of records if there is no such column. */
guint64 *deid_rule_count_persons (const DeidRuleData *data, const DeidStop *stop, GError **error);
