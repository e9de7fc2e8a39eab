/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search-table.h"

/* The part of the outcomes that must not change unless the algorithm does: a line for each table,
 * kept in a file beside the program. */
typedef struct
{
  char *path;
  GPtrArray *lines; /* of char */
} Golden;

/* A file that is not there has no lines if it is to be written. */
gboolean golden_read (Golden *golden, const char *path, gboolean may_be_absent, GError **error);
void golden_clear (Golden *golden);

/* Prints the differences as a diff does.
 * Returns: whether there are none. */
gboolean golden_compare (const Golden *golden, const Table *table, const Outcome *outcome);

/* Replaces the line of a table or adds it. */
void golden_set (Golden *golden, const Table *table, const Outcome *outcome);

gboolean golden_write (const Golden *golden, GError **error);
