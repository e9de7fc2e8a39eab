/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/ruin.h"

/* Puts all records into clusters by deid_local_rounds() in place of those that they are in, if its
 * classes meet the models and limits of the problem whatever they are, and cost less: 1,000
 * rounds, on large tables 100. Rounds that
 * evaluate too many policies, leave too much, or run out of time change nothing and are no error.
 * @n_evaluated gets how many policies were evaluated. Errors: those of deid_local_rounds(), but for
 * these ends; nothing has changed then. Complexity: that of deid_local_rounds(). */
gboolean deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated,
                                       const DeidStop *stop, GError **error);
