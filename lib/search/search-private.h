/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"
#include "search/search-funcs.h"

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
