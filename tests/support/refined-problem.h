/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"
#include "evaluation/grouping-evaluator.h"
#include "problem/preparation.h"
#include "evaluation/refining-evaluator.h"

/* A problem ready for refinement and for plain evaluation. */
typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  gboolean merges_rows; /* where that makes evaluating faster */
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* of it */
  DeidSteps steps;
  DeidRefiningEvaluator refiner;
  DeidGroupingEvaluator evaluator;
} RefinedProblem;

/* Makes a random problem of one or more models. */
void refined_problem_init (RefinedProblem *fixture, GRand *rand);
void refined_problem_clear (RefinedProblem *fixture);

/* Makes the problem that @fixture has ready. */
void refined_problem_prepare (RefinedProblem *fixture);

/* Lowers random dimensions, a few at once. */
void lower_at_random (GRand *rand, const DeidLevel *levels, DeidLevel *below, guint n_dimensions);
