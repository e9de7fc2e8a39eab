/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the benchmarks of local recodings share: their tables, options and ends. */
#pragma once

#include "load-table.h"
#include "search-problem.h"

typedef struct
{
  gboolean quick; /* the first case only */
  char *golden_path;
} LocalOptions;

extern LocalOptions local_options;

/* Returns: (transfer full): the lattice of the first columns of a table but @without, which may be
 * %NULL, and is sensitive if so said. */
DeidLattice *local_load_lattice (const Table *table, guint n_attributes, const char *without,
                                 gboolean is_sensitive, GError **error);

/* Finds a table; one that is made needs its path. Returns: whether it is there; it says so if
 * not. */
gboolean local_find_table (const char *name, guint n_attributes, Table *table);

/* Compares the lines of a run with those of the golden file, or writes it. */
gboolean local_check_counts (const GString *counts, GError **error);

/* Reads the options, those of @more besides, and runs the cases; without Adult they are skipped.
 * Returns: the exit status. */
int local_run (int argc, char **argv, const GOptionEntry *more,
               gboolean (*run_cases) (GError **error));
