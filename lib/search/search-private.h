/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/handle.h"
#include "search/run.h"

#include <deid/deid.h>

/* New slots are appended. */
#define DEID_SEARCH_SLOTS(SLOT)                                                                    \
  SLOT (describe, DeidDescribeFunc)                                                                \
  SLOT (run, DeidSearchRunFunc)

struct DeidSearchFuncs
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DEID_SEARCH_SLOTS (DEID_SLOT_FIELD)
};

struct DeidSearch
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidSearchFuncs *funcs;
  char *specification;
  gboolean recodes_locally;      /* a run is on all rows, and not on distinct ones */
  gboolean avoids_forced_labels; /* where a problem demands it */
  double time_limit;             /* seconds */
  guint64 step_limit;
  guint n_threads;
  DeidProgressFunc progress_func;
  gpointer progress_data;
  GDestroyNotify progress_destroy;
};

/* Creates a search of the library. */
DeidSearch *deid_search_new_of_slots (const char *specification, DeidSearchRunFunc run,
                                      gpointer data, GDestroyNotify destroy);

void deid_search_make_immutable (DeidSearch *search);

/* Searches that a host makes by their specifications alone: docs/models.md and the documentation of
 * deid_search_new_from_specification() describe them. */

/* `auto`: the optimal search; with cuts, from a solution that another search found first. */
DeidSearch *deid_search_new_auto (void);

/* `flash:explicit`: Flash with an array over all policies. */
DeidSearch *deid_search_new_explicit_flash (void);

/* `flash:no-prediction`: Flash that concludes nothing from one policy about others. */
DeidSearch *deid_search_new_unpredicted_flash (void);

/* `flash:explicit:no-prediction`: the same with an array over all policies. */
DeidSearch *deid_search_new_unpredicted_explicit_flash (void);

/* `best-first:no-prediction`: the best-first search, in the same way. */
DeidSearch *deid_search_new_unpredicted_best_first (void);

/* `sub-lattices`: the search by parts of the lattice. */
DeidSearch *deid_search_new_sub_lattices (void);

/* The search with sub-lattices of at most so many policies. */
DeidSearch *deid_search_new_sub_lattices_of (guint32 max_policies);

/* `boundary`: all boundary policies. */
DeidSearch *deid_search_new_boundary (void);

/* `ola`: Optimal Lattice Anonymization. */
DeidSearch *deid_search_new_ola (void);

/* `igreedy`: the improved greedy heuristic. */
DeidSearch *deid_search_new_igreedy (void);

/* `datafly`: the DataFly heuristic. */
DeidSearch *deid_search_new_datafly (void);

/* `coordinate-descent`: one column after the other; 0 rounds are 100, or as many as there is time
 * for. */
DeidSearch *deid_search_new_coordinate_descent (guint64 n_rounds, guint64 seed);

/* `mondrian`: cuts at children of labels, or at medians. */
DeidSearch *deid_search_new_mondrian (gboolean is_relaxed);

/* `rounds`: at most so many rounds of full-domain generalization; 0 for as many as are usual. */
DeidSearch *deid_search_new_rounds (guint n_rounds);
