/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/alternative-model.h"

/* Random problems with cuts whose generalizations of solutions are solutions, with what is true of
 * each of their policies by the definitions alone: rows are grouped by their labels as text, and
 * everything is decided in integers. */

#define ALTERNATIVE_MAX_MODELS 3

/* What is true of a policy. */
typedef struct
{
  gboolean is_solution;
  guint64 n_suppressed;
  PlainRiskPart *risks; /* of what is released */
  guint n_risks;
} AlternativeVerdict;

typedef struct
{
  CutProblem cut;
  guint n_models;
  AlternativeModel models[ALTERNATIVE_MAX_MODELS];
  guint n_dimensions;
  guint heights[CUT_MAX_DIMENSIONS];
  guint n_policies;
  AlternativeVerdict *verdicts; /* of policies by rank */
  const char *quality;
  DeidProblem *built;
} AlternativeProblem;

/* Tells whether the quality model costs attributes rather than classes. */
gboolean alternative_problem_costs_attributes (const AlternativeProblem *problem);

/* Makes a random problem with models, each of which the classes of some policy meet or miss just
 * about. What is not superset-closed comes without suppression, what is union-closed also without a
 * population. */
void alternative_problem_init_random (AlternativeProblem *problem, GRand *rand);

/* The same with one model of this kind and without suppression. */
void alternative_problem_init_of_kind (AlternativeProblem *problem, GRand *rand,
                                       AlternativeKind kind);
void alternative_problem_clear (AlternativeProblem *problem);

/* The ranks of policies are those of the library. */
void alternative_problem_get_levels (const AlternativeProblem *problem, guint rank, guint *levels);
guint alternative_problem_get_rank (const AlternativeProblem *problem, const guint *levels);
guint alternative_problem_get_rank_of (const AlternativeProblem *problem, const DeidPolicy *policy);

/* Tells whether the top is a solution and the bottom is none. */
gboolean alternative_problem_has_choice (const AlternativeProblem *problem);

/* Returns: how many immediate specializations of a policy are solutions, or are none. */
guint alternative_problem_count_below (const AlternativeProblem *problem, guint rank,
                                       gboolean solutions);

/* Runs one of the searches. Returns: (nullable): its result. */
DeidResult *alternative_problem_search (const AlternativeProblem *problem, gboolean is_directed,
                                        guint64 n_iterations, guint64 seed, gboolean polish,
                                        GError **error);
