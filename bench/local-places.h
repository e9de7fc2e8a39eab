/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search-problem.h"

#define LOCAL_MAX_NUMBERS 14

/* Quasi-identifiers of a table, of which some are numbers. */
typedef struct
{
  const char *table;
  guint n_attributes;       /* the first ones, or 0: */
  gboolean are_codes;       /* numbers are codes in no order */
  const char *const *names; /* of the numbers, NULL behind the last one; all there are without
                               @n_attributes */
} LocalNumbers;

/* Loads a table whose numbers have the type integer. The values of some public tables are codes in
 * the order in which they occur. The nodes of their hierarchies are numbered in the order of what
 * they stand for: such a value becomes its place among the leaves of its hierarchy, in the order of
 * their ancestors from the top and, below the same nodes, of their codes; and a node the range of
 * its places, such as `10-14`. So numbers are ordinals, right but for the order within the lowest
 * groups.
 *
 * Returns: (transfer full): the lattice of the quasi-identifiers. */
DeidLattice *local_numbers_load (const LocalNumbers *numbers, const Table *table, GError **error);
