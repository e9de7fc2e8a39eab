/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/ruin.h"

/* Puts all records into clusters by deid_local_rounds() in place of those that they are in, if
 * rounds suit the models and cost less: 1,000 rounds, on large tables 100. What a stop leaves of
 * them counts as well. Rounds that evaluate too many policies, leave too much, or make nothing
 * before the time is over change nothing and are no error. @n_evaluated gets how many policies were
 * evaluated. Errors: those of deid_local_rounds(), but for these ends; nothing has changed then.
 * Complexity: that of deid_local_rounds(). */
gboolean deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated,
                                       const DeidStop *stop, GError **error);
