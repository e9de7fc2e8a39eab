/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/release-options-private.h"
#include "release/verifier/verify-private.h"

/* Computes the numbers that are released of a column, as @option says, of the input and the labels,
 * and checks that @released has them, or one as close as rounding leaves it, and nothing where
 * there must be none. @attribute is NULL unless the column is a quasi-identifier. */
gboolean deid_verify_means (const DeidVerification *verification, const DeidNumberOption *option,
                            const DeidVerifiedAttribute *attribute, const DeidColumn *source,
                            const DeidColumn *released, GError **error);
