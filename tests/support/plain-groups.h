/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* Limits of groups by their definition, in integers. */

/* Returns: how many records the group of a row, by a limit, has among those marked; all of them if
 * @marked is NULL. */
guint64 plain_group_count (const RandomProblem *problem, guint limit, guint row,
                           const gboolean *marked);

/* Tells whether more records of some group are marked than its limit allows. */
gboolean plain_groups_exceed (const RandomProblem *problem, const gboolean *marked);

/* Tells whether so many records are within the suppression limit and all limits of groups, and some
 * are left. */
gboolean plain_groups_allow (const RandomProblem *problem, const gboolean *suppressed,
                             guint64 n_suppressed);

/* By how much a row counts in the loss: its records times the weights of its values, each the one
 * that was set last, times 1000 for each weight that the problem has. */
guint64 plain_loss_weight (const RandomProblem *problem, guint row);
