/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-check.h"

/* Classes of a local recoding by the definitions alone: each has of each attribute the lowest label
 * that its rows share. */

/* Tells whether the rows of a class share a label of a level. */
gboolean plain_share_label (const RandomProblem *problem, guint a, guint level,
                            const PlainClass *of);

/* Returns: the lowest level on which they do, or the one above all that the attribute may have. */
guint plain_find_level (const RandomProblem *problem, guint a, const PlainClass *of);

/* Tells whether a level is that one. */
gboolean plain_is_too_high (const RandomProblem *problem, guint a, guint level);

/* Tells whether a class has labels that it may have and, with these, passes all models. */
gboolean plain_may_release (const RandomProblem *problem, const PlainClass *judged);

/* Returns: what its rows cost together, or G_MAXDOUBLE if it may not have such labels. */
long double plain_cost_recoded (const RandomProblem *problem, const PlainClass *of);
