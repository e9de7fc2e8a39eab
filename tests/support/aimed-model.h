/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* Gives a problem one more model, in most cases, if that is possible, with parameters that a class
 * of some policy meets exactly. */
void aimed_model_add (RandomProblem *problem, GRand *rand, const PlainModel *plain);

/* Lets a problem suppress a share of its records. */
void aimed_model_set_limit (RandomProblem *problem, guint percent);
