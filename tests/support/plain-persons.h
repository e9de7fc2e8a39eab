/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* Conditions on persons by their definition: what an attacker may know of each person that stays is
 * listed, and those persons counted that have it. */

/* Draws conditions on persons, and perhaps k-anonymity or distinct l-diversity, in place of the
 * models of a problem with entities. */
void plain_persons_draw (RandomProblem *problem, GRand *rand);

/* Marks the rows of persons that a policy withholds. */
void plain_persons_withhold (const RandomProblem *problem, const guint *levels,
                             gboolean *suppressed);
