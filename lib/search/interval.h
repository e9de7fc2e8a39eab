/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/refiner.h"
#include "search/run.h"

/* The policies evaluated for the first incumbent, which the search may come to again. */
typedef struct
{
  DeidLevel *levels; /* of all, one after another */
  guint64 n;
  guint64 capacity; /* in levels */
} DeidProbes;

gboolean deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels,
                              guint n_dimensions);

/* Finds a good first incumbent: from the top, lowers again and again the dimension that gains most
 * for each record that it newly suppresses. Evaluates few policies: a dimension is tried again only
 * if its last ratio is still the best, and never again once it was infeasible.
 *
 * Returns: FALSE with an error if memory or the models fail; the run may have ended. */
gboolean deid_interval_find_incumbent (DeidRun *run, DeidRefiner *refiner, const DeidRefined *top,
                                       DeidProbes *probes, GError **error);
