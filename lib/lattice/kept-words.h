/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "lattice/lattice-private.h"

/* Adds what a custodian asked of an attribute with cuts, in words: `kept apart in front of 18, 65;
 * kept together 80-99`, of subtrees `not merged *; kept together North; labels of levels 1 to 2`,
 * and `at most 8 labels`. Nothing if nothing was asked for that has an effect. */
void deid_kept_words_add (const DeidLattice *lattice, guint attribute, DeidLongText *text);
