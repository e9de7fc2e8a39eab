/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: a lattice over a table of discharges from a seed. Its charge takes 101 values and
 * depends on age and ward. */
DeidLattice *make_discharges (guint64 n_rows, GError **error);
