/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* Judges the walk of a certificate, that is its lines but for the first two and the last one, by
 * the definitions alone: every policy of the lattice is settled just once, counts are true, bounds
 * are so within rounding, and none is smaller than the loss of the optimum.
 *
 * Returns: whether it is a proof. */
gboolean plain_proof_holds (const RandomProblem *problem, double optimal_loss,
                            const char *const *lines);
