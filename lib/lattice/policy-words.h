/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/policy-private.h"

/* Adds what deid_policy_describe() says of levels, as the difference from others of the lattice,
 * which are called @name, or from the original data for NULL. */
void deid_levels_add_words (const DeidLattice *lattice, const DeidLevel *levels,
                            const DeidLevel *baseline, const char *name, DeidLongText *text);
