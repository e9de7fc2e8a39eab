/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "support/plain-risk.h"

/* Random tables whose population risk is exactly a decimal of few digits, or next to one. A table
 * has one quasi-identifier of a few whole numbers, and each class of a policy is a run of these. */

#define EXACT_MAX_VALUES 6
#define EXACT_MAX_ROWS   96

typedef enum
{
  EXACT_WEIGHTS, /* a row a value, weighted */
  EXACT_ROWS,    /* a row a record */
  EXACT_PERSONS  /* the same; some persons have two rows */
} ExactKind;

typedef struct
{
  guint n_values;
  guint64 n_records[EXACT_MAX_VALUES];
  guint64 n_persons[EXACT_MAX_VALUES];
  guint64 n_population[EXACT_MAX_VALUES];
  gboolean has_population;
  ExactKind kind;
  guint halves; /* twice the exponent */
  gboolean is_mean;
  guint64 digits; /* of the threshold, n_decimals of them behind the point */
  guint n_decimals;
  guint64 limit; /* of records that may be withheld */
} ExactTable;

/* Draws a table. It has a policy, with cuts one of all, otherwise one of those with levels, at
 * which the risk of what is released is exactly the threshold; or, with @is_exact not set, more or
 * less by a unit in about the fifteenth place. */
void exact_table_init (ExactTable *table, GRand *rand, gboolean has_cuts, gboolean is_exact);

/* The threshold as text, and the model of it as it is spelled. */
void exact_table_spell_threshold (const ExactTable *table, char text[64]);
char *exact_table_spell_model (const ExactTable *table);

/* Its problem, with the model. With levels these are the value, the pair of values, and all. */
DeidProblem *exact_table_build (const ExactTable *table, gboolean has_cuts);

/* Lists the classes of a policy in the order in which they are withheld; @n_records, which may be
 * NULL, become the numbers of their records. Returns: how many there are. */
guint exact_table_list (const ExactTable *table, const DeidPolicy *policy, gboolean has_cuts,
                        PlainRiskPart *parts, guint64 *n_records);

/* Tells whether a policy is a solution by the definition, how many classes it withholds and how
 * many records. */
gboolean exact_table_is_solution (const ExactTable *table, const DeidPolicy *policy,
                                  gboolean has_cuts, guint *n_withheld, guint64 *n_suppressed);
