/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-check.h"

#define MAX_POPULATION (3 * MAX_ROWS)

/* Thousandths that a share is a multiple of. */
#define SHARE_UNIT 1000

/* A row of a population with its labels on all levels, NULL where a value is missing. */
typedef struct
{
  const char *labels[MAX_ATTRIBUTES][MAX_LEVELS];
  guint64 weight;
} RandomPerson;

/* A population for a random problem, and the models that ask for it. Its rows have values of the
 * problem's table, and others. */
typedef struct
{
  guint n_rows;
  RandomPerson rows[MAX_POPULATION];
  gboolean has_weights;
  guint64 k;              /* of k-map, or 0 */
  guint min, max;         /* of delta-presence in thousandths; max is 0 if there is none */
  const PlainModel *game; /* to be played with a journalist, or NULL */
  PlainParameters amounts;
  gboolean is_subset; /* the table is part of it */
} RandomPopulation;

/* What is found of a policy by the definitions. */
typedef struct
{
  PlainVerdict verdict;
  guint n_unmatched; /* classes of the population alone that fail */
  gboolean at_threshold;
} PlainPopulationVerdict;

/* Makes a population without models. */
void random_population_init (RandomPopulation *population, const RandomProblem *problem,
                             GRand *rand, gboolean is_subset);

/* Add a model, as a rule with a parameter that a class of some policy meets exactly. */
void random_population_add_k_map (RandomPopulation *population, const RandomProblem *problem,
                                  GRand *rand);
void random_population_add_delta_presence (RandomPopulation *population,
                                           const RandomProblem *problem, GRand *rand);

void random_population_add_game (RandomPopulation *population, const RandomProblem *problem,
                                 GRand *rand, const char *name);

/* Returns: how many people have the labels of a class. */
guint64 random_population_count (const RandomPopulation *population, const RandomProblem *problem,
                                 const PlainClass *judged);

/* Judges a policy by the models of the problem and those of the population. */
void plain_population_check (const RandomPopulation *population, const RandomProblem *problem,
                             const guint *levels, PlainPopulationVerdict *plain);

/* The population's table, with its values in columns named as in the problem. */
DeidDataset *random_population_build (const RandomPopulation *population,
                                      const RandomProblem *problem);

/* The problem with the population and its models. */
DeidProblem *random_population_build_problem (const RandomPopulation *population,
                                              const RandomProblem *problem);
