/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* Policies judged by the definitions alone: rows are grouped by their labels as text, models
 * decided in integers, losses summed row by row. */
typedef struct
{
  gboolean suppressed[MAX_ROWS];
  guint64 n_suppressed;
  gboolean is_solution;
  gboolean at_threshold; /* some class meets or fails some model by equality */
  long double loss;
} PlainVerdict;

/* What the models see of a class. */
typedef struct
{
  const guint *levels; /* of the policy */
  guint n_rows;
  guint rows[MAX_ROWS];
} PlainClass;

/* Returns: the number of classes. */
guint plain_group (const RandomProblem *problem, const guint *levels, PlainClass *classes);

/* Writes how many records of a class have each of its sensitive values.
 * Returns: the number of values. */
guint plain_count_values (const RandomProblem *problem, const PlainClass *judged, guint sensitive,
                          guint64 *counts);

/* Tells of all values of the table how often they occur in a class. */
void plain_distribute (const RandomProblem *problem, const PlainClass *judged, guint sensitive,
                       gboolean as_integers, PlainDistribution *distribution);

/* Returns: -1, 0 or 1 as a class fails a model, meets it exactly, or more than that; -2 if it fails
 * by equality. */
int plain_judge (const RandomProblem *problem, const PlainClass *judged, const RandomModel *model);

/* Returns: how many records are in classes of a policy that fail a model. */
guint64 plain_count_failing (const RandomProblem *problem, const guint *levels,
                             const RandomModel *model);

/* Returns: the loss of one attribute on a level, before its weight. */
long double plain_attribute_loss (const RandomProblem *problem, guint a, guint level,
                                  const gboolean *suppressed);

/* Returns: what one row adds to the sum whose mean over the weights of all is the loss of one
 * attribute. The entropy is not normalized. */
long double plain_row_cost (const RandomProblem *problem, guint a, guint row, guint level,
                            gboolean is_suppressed);

/* Returns: the loss of a policy that suppresses the given rows. */
long double plain_loss (const RandomProblem *problem, const guint *levels,
                        const gboolean *suppressed);

/* The levels of the labels that a row has. */
typedef guint PlainLevels[MAX_ATTRIBUTES];

/* Returns: the loss of a local recoding, by what each row has. */
long double plain_local_loss (const RandomProblem *problem, const PlainLevels *levels,
                              const gboolean *suppressed);

/* Returns: by how much a loss, if it is above 1 relative to it, may differ from the definition. */
long double plain_loss_tolerance (const RandomProblem *problem);

/* @loss is set for solutions only. */
void plain_check (const RandomProblem *problem, const guint *levels, PlainVerdict *verdict);
