/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Reads a table with semicolons between its columns. */
DeidDataset *load_dataset (const char *path, GError **error);

/* Reads hierarchy_COLUMN.csv in @folder. */
DeidHierarchy *load_hierarchy (const char *folder, const char *column, GError **error);

/* Adds a column with that hierarchy. */
gboolean load_quasi_identifier (DeidLattice *lattice, const char *folder, const char *column,
                                GError **error);
