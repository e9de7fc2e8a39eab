/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/arrow-kinds.h"
#include "support/arrow-maker.h"

/* Makes an array of values of a kind, of which those that are NULL are null. Before them and behind
 * them are others that do not count; what is optional is there or not. */
struct ArrowArray *arrow_encode (const ArrowKind *kind, GRand *rand,
                                 const ArrowValue *const *values, guint n);

/* The same by keys of a kind of integers, and a dictionary in any order, which may have a value
 * more than once, and has a null. */
struct ArrowArray *arrow_encode_dictionary (const ArrowKind *kind, const ArrowKind *keys,
                                            GRand *rand, const ArrowValue *const *values, guint n);
