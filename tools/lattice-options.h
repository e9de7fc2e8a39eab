/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The options of the command line that state a lattice: those of everyday, and others. */
extern const GOptionEntry quasi_identifier_entries[], lattice_entries[];

/* Tells whether the options say all that is needed. */
gboolean check_lattice_options (GError **error);

/* Returns: the search that suits the lattice. */
const char *get_default_search (void);

/* Adds where the hierarchy of a column stands, or those of all quasi-identifiers, if they are read.
 */
void add_hierarchy_path (GPtrArray *paths, const char *column);
void add_hierarchy_paths (GPtrArray *paths);

/* Returns: (transfer full): the hierarchy of a column, or NULL with an error. */
DeidHierarchy *load_hierarchy (const char *column, GCancellable *cancellable, GError **error);

/* Makes the lattice of a table; @population may be NULL.
 *
 * Returns: (transfer full): the lattice, or NULL with an error. */
DeidLattice *load_lattice (DeidDataset *data, DeidDataset *population, GCancellable *cancellable,
                           GError **error);
