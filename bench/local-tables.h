/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "load-table.h"
#include "search-problem.h"

/* Where the table of health is, which its make.py makes; %NULL for its usual place. */
extern char *local_health_path;

/* Returns: (transfer full): the lattice of the first columns of a table but @without, which may be
 * %NULL, and is sensitive if so said. With @numbers, which may be %NULL, these columns have ranges
 * of the leaves of their hierarchies, and all others sets. */
DeidLattice *local_load_lattice (const Table *table, guint n_attributes, const char *without,
                                 gboolean is_sensitive, const char *const *numbers, GError **error);

/* Finds a table. Returns: whether it is there; it says so if not. */
gboolean local_find_table (const char *name, guint n_attributes, Table *table);
