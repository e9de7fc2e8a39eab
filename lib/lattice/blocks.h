/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* How many blocks policies may give an attribute with cuts. */
struct DeidBlockLimit
{
  guint max_blocks;
  guint32 *codes; /* of the values that count, so that those of a block stand side by side */
  guint32 n_codes;
};

/* An attribute that a policy gives more blocks than it may have. */
typedef struct
{
  guint attribute;
  guint32 n_blocks; /* 0 if there is none */
} DeidBlockExcess;

void deid_block_limit_free (DeidBlockLimit *limit);

/* Returns: how many blocks a policy gives an attribute with a limit. Complexity: O(codes) and that
 * of finding their labels. */
guint32 deid_attribute_count_blocks (const DeidAttribute *attribute, const DeidLevel *levels);

/* Returns: the first attribute that has too many; so it has under each specialization. */
DeidBlockExcess deid_lattice_find_block_excess (const DeidLattice *lattice,
                                                const DeidLevel *levels);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT if the top has too many blocks, and so each policy. */
gboolean deid_lattice_check_top_blocks (const DeidLattice *lattice, GError **error);

/* The same for a lattice that limits blocks; @what does not. */
gboolean deid_lattice_check_no_block_limits (const DeidLattice *lattice, const char *what,
                                             GError **error);
