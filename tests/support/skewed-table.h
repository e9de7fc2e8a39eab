/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Random tables made by the public interface alone, whose frequent values are far more frequent
 * than the rare ones: the best policies are then neither at the top nor at the bottom. */

#define SKEWED_MAX_ATTRIBUTES 14

/* Attribute i is the column `q<i>`. The sensitive column is `s`. */
typedef struct
{
  guint n_rows;
  guint n_attributes;
  guint heights[SKEWED_MAX_ATTRIBUTES];
  guint n_leaves[SKEWED_MAX_ATTRIBUTES];
  double skew;   /* 1 for values that are all as frequent */
  double repeat; /* the share of rows that are like an earlier one */
  gboolean has_weights;
  gboolean has_persons;
} SkewedTable;

/* Chooses 1 to @max_attributes attributes and 1 to @max_rows rows, with no more than @max_policies
 * policies. */
void skewed_table_init_random (SkewedTable *table, GRand *rand, guint max_attributes,
                               guint max_rows, guint max_policies);

/* Values, and which leaves have one label, are random. */
DeidLattice *skewed_table_build (const SkewedTable *table, GRand *rand);

/* A problem of models of the table's lattice, separated by `;`. */
DeidProblem *skewed_table_build_problem (const SkewedTable *table, GRand *rand, const char *models,
                                         double limit);
