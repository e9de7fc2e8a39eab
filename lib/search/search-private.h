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
  gint immutable;                /* atomic */
  gboolean takes_all_rows;       /* a run is on all rows, and not on distinct ones */
  gboolean avoids_forced_labels; /* where a problem demands it */
  DEID_SEARCH_SLOTS (DEID_SLOT_FIELD)
};

void deid_search_funcs_make_immutable (DeidSearchFuncs *funcs);

struct DeidSearch
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidSearchFuncs *funcs;
  char *specification;
  double time_limit; /* seconds */
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

/* Searches that are made by their specifications alone: the documentation of
 * deid_search_new_from_specification() describes them. */
DeidSearch *deid_search_new_explicit_flash (void);
DeidSearch *deid_search_new_unpredicted_flash (void);
DeidSearch *deid_search_new_unpredicted_explicit_flash (void);
DeidSearch *deid_search_new_unpredicted_best_first (void);
DeidSearch *deid_search_new_sub_lattices (void);
DeidSearch *deid_search_new_auto (void);

/* The search with sub-lattices of at most so many policies. */
DeidSearch *deid_search_new_sub_lattices_of (guint32 max_policies);
