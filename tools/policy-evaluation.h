/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* Evaluates the policy that the settings state.
 *
 * Returns: (transfer full): the evaluation, or NULL with an error. */
DeidReport *evaluate_policy (DeidProblem *problem, GCancellable *cancellable, GError **error);

/* What is no solution is reported on with the risks that there are and those that it would leave,
 * unless nothing is to be printed; the evaluation of a solution comes with the report on its
 * release. @is_told is set if that was one JSON object, so that none of the error is to follow.
 *
 * Returns: (transfer full): the result, or NULL with an error, which says why the policy is no
 * solution. */
DeidResult *take_solution (DeidProblem *problem, DeidReport *evaluation, DeidRiskOptions *options,
                           GCancellable *cancellable, gboolean *is_told, GError **error);
