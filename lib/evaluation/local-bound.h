/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* What a bound for local recodings by prices of records is measured in: the cost of a record whose
 * attributes all have the greatest weight and are all suppressed is this times their number. */
#define DEID_LOCAL_PRICE_UNIT (G_GUINT64_CONSTANT (1) << 32)

/* Checks that prices can bound the loss of all local recodings of a problem. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for cuts, a population, weights of groups, or a quality model that
 * is no mean or sum over attributes. */
gboolean deid_local_bound_check_problem (const DeidPreparedProblem *prepared, GError **error);

/* Returns: a number that is not above the loss of records that cost @sum, all together and at
 * least. */
double deid_local_bound_from_sum (const DeidPreparedProblem *prepared, DeidWide sum);
