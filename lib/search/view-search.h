/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

/* Runs a search on a view of a problem, such as one with another limit, for a policy that is better
 * than one that is known: @best has its levels and verdict, and gets those of the best policy that
 * was found, if there is one. What the search says of a proof is left out. @n_evaluated, unless it
 * is %NULL, gets the number of policies evaluated.
 *
 * Errors: those of deid_stop_check(), of the search, of the models; @best may have changed then. */
gboolean deid_search_improve (DeidSearch *search, const DeidPreparedProblem *view,
                              GCancellable *cancellable, DeidIncumbent *best, guint64 *n_evaluated,
                              GError **error);
