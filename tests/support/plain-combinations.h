/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-check.h"

/* k^m-anonymity by its definition. */

/* Returns: whether a class has a combination of the labels of @m attributes at most that fewer than
 * @k records, or persons, of the classes that are not left out have. */
gboolean plain_combinations_are_rare (const RandomProblem *problem,
                                      const PlainClass *const *classes, guint n,
                                      const gboolean *left_out, guint asked, guint64 k, guint m);
