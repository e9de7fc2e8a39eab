/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/ruin.h"

/* Makes clusters better: by ruin and recreate, then by chains of moves, then by iterated local
 * search (Lourenco, Martin, Stuetzle: Iterated Local Search, in: Handbook of Metaheuristics, 2003).
 * Of that, each round puts some clusters together anew whatever it costs, lets chains mend them,
 * and undoes what ended up worse. Ruin and recreate alone decides what is suppressed, and is all
 * there is where joining classes says nothing about a model. It takes @n_steps, at most 2^40, in
 * which so many comparisons of chains count as one as take about as long. Clusters pass the models
 * also when it is stopped. Errors: those of deid_local_ruin_run(); %DEID_ERROR_NO_MEMORY.
 * Complexity: that of deid_local_ruin_run(). */
gboolean deid_local_improve (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                             GError **error);
