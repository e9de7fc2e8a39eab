/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* What tests of the searches for policy alternatives share: the searches, a table, and how to tell
 * whether what was found is right. */

#define N_ALTERNATIVE_SEARCHES 4

/* Bisecting and directed search, each without and with polishing, with a seed of 1. */
DeidSearch *alternative_search_new (int kind, guint64 n_iterations);

/* A problem of 60 records, of two attributes with cuts that have 9 and 4 values, and a population
 * that has each record twice. @model may be NULL. */
DeidProblem *alternative_table_new (double limit, const char *model);
void alternative_table_add_model (DeidProblem *problem, const char *model);

/* Checks that what a run found until it ended is what the whole run found first.
 * Returns: how many iterations that took. */
guint64 alternative_check_prefix (DeidResult *result, DeidResult *whole);
