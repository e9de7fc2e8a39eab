/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/verdict.h"
#include "search/interval/proof.h"

/* Proves that no policy comes before @optimum, whose verdict is given, by running the interval
 * search again with it as the incumbent from the start. What @funcs are told does not depend on how
 * the optimum was found.
 *
 * Errors: those of deid_stop_check(), of the models and of @funcs, %DEID_ERROR_NO_MEMORY. */
gboolean deid_search_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                            const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
                            const DeidStop *stop, GError **error);
