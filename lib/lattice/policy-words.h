/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/policy-private.h"

/* Adds what deid_policy_describe() says of levels, as the difference from others of the lattice,
 * which are called @name, or from the original data for NULL. With @are_lasting words these say
 * nothing of the values of the table: they are true of each table that the levels are applied to.
 */
void deid_levels_add_words (const DeidLattice *lattice, const DeidLevel *levels,
                            const DeidLevel *baseline, const char *name, gboolean are_lasting,
                            DeidLongText *text);
