/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/preparation.h"
#include "search/local/ruin.h"
#include "support/random-problem.h"

/* A random problem with models of all kinds, weights, persons, suppression, its limits and those of
 * levels, and the clusters that are made for it. */
typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidLocalRuin ruin;
} JudgedRecoding;

/* The clusters are not made yet; @may_suppress tells whether a limit allows suppressed records. */
void judged_recoding_make (JudgedRecoding *recoding, GRand *rand, gboolean may_suppress);
void judged_recoding_clear (JudgedRecoding *recoding);

/* Checks that all clusters together have each row once, that each passes the models by their
 * definitions, and that they cost what the definition of the loss says. Returns: the loss. */
long double judged_recoding_check (const JudgedRecoding *recoding);
