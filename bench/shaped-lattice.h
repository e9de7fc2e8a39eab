/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: a lattice of the given heights, below 65535, over a table that does not matter. */
DeidLattice *shaped_lattice_new (const guint *heights, guint n_heights);
