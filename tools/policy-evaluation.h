/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* Evaluates a policy that the command line states. What is no solution is reported on with the
 * risks that it would leave, unless nothing is to be printed; the figures of a solution come with
 * the report on its release. @is_told is set if that was one JSON object, so that none of the error
 * is to follow.
 *
 * Returns: (transfer full): the result, or NULL with an error, which says why the policy is no
 * solution. */
DeidResult *evaluate_policy (DeidProblem *problem, const char *text, DeidRiskOptions *options,
                             GCancellable *cancellable, gboolean *is_told, GError **error);
