/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "lattice/lattice-private.h"

/* The population that a table is taken from, bound to the attributes of the table's lattice. */
typedef struct
{
  const DeidTableSource *table; /* not owned */
  guint n_attributes;
  DeidAttribute *attributes; /* its own columns under the lattice's hierarchies */
  DeidAttribute *joint;      /* the table's codes, then its own */
  DeidRows rows;             /* of the population, each weight a number of its records */
  guint64 *ones;             /* the weights of rows that are one record each, or NULL */
} DeidPopulation;

/* Binds a table, which must outlive it, by the names of its columns. On failure it may be cleared,
 * and nothing else. Errors: %DEID_ERROR_EMPTY, %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_ROLE,
 * %DEID_ERROR_INVALID_ARGUMENT for a missing value that its column refuses,
 * %DEID_ERROR_UNKNOWN_VALUE, %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY, those of
 * deid_stop_check(). */
gboolean deid_population_init (DeidPopulation *population, const DeidLattice *lattice,
                               const DeidTableSource *table, const DeidStop *stop, GError **error);
void deid_population_clear (DeidPopulation *population);

/* The rows of a table and, behind them, those of its population, in codes of the joint attributes.
 */
typedef struct
{
  DeidRows rows;
  DeidCodes *columns;
} DeidJointRows;

/* @others are the population's rows, or what is merged of them. They, @population and @own must
 * outlive it. On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_TOO_LARGE,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(rows x attributes). */
gboolean deid_joint_rows_init (DeidJointRows *joint, const DeidPopulation *population,
                               const DeidRows *own, const DeidRows *others, const DeidStop *stop,
                               GError **error);
void deid_joint_rows_clear (DeidJointRows *joint);
