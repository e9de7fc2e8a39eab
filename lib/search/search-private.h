/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"
#include "search/search-funcs.h"

struct DeidSearch
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidSearchFuncs *funcs;
  char *name;
  double time_limit; /* seconds */
  guint64 step_limit;
  guint n_threads;
  gboolean can_predict;
  gboolean predicts; /* it leaves out what predictive properties tell of */
  DeidProgressFunc progress_func;
  gpointer progress_data;
  GDestroyNotify progress_destroy;
};

/* Creates a search of the library, whose name is its specification. */
DeidSearch *deid_search_new_of_slots (const char *name, DeidSearchRunFunc run, gpointer data,
                                      GDestroyNotify destroy);

void deid_search_make_immutable (DeidSearch *search);
