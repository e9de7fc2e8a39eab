/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "support/random-population.h"

/* Conditions on the whole table by their definitions, and records withheld for them one class after
 * the other. */

typedef enum
{
  TABLE_AVERAGE,
  TABLE_UNIQUE,
  TABLE_COMBINATIONS,
  TABLE_AT_RISK,
  TABLE_JOURNALIST,
  TABLE_RISK_SUM,
  TABLE_RISK_MEAN,
  N_TABLE_KINDS
} TableKind;

#define TABLE_UNIT 1000 /* what thresholds are multiples of */

typedef struct
{
  TableKind kind;
  guint64 threshold; /* in thousandths */
  guint64 risk;      /* the same, of records at risk */
  guint64 k;         /* of combinations */
  guint m;           /* the same: columns */
  guint halves;      /* twice the exponent */
} TableModel;

/* A class as these models see it. */
typedef struct
{
  const PlainClass *rows;
  guint64 n_records;
  guint64 n_persons;
  guint64 n_population; /* 0 if there is no population */
  double loss;          /* what it adds if it is kept */
} TableClass;

/* Tells whether m^2 n^halves >= 2^128, that is m >= 2^64 / n^(halves / 2). */
gboolean plain_table_is_enough (DeidWide m, guint64 n, guint halves);

/* Returns: the classes of a policy that pass the models of the problem; @population may be NULL. */
guint plain_table_list (const RandomProblem *problem, const RandomPopulation *population,
                        const guint *levels, PlainClass *classes, TableClass *passing);

/* Returns: whether the classes of a policy that are not left out meet a condition; some are left.
 * The policy is the one listed last. */
gboolean plain_table_holds (const TableModel *model, const TableClass *classes, guint n,
                            const gboolean *left_out, gboolean has_population);

/* Draws a model that some classes of some policy meet just about. */
void plain_table_draw (TableModel *model, TableKind kind, const RandomProblem *problem,
                       const RandomPopulation *population, GRand *rand);

DeidPrivacyModel *plain_table_build (const TableModel *model);

/* Judges a policy by the models of the problem and then by these. */
void plain_table_check (const RandomProblem *problem, const RandomPopulation *population,
                        const TableModel *models, guint n_models, const guint *levels,
                        PlainVerdict *verdict);
