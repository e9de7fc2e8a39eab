/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

struct DeidSearch
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidAlgorithm algorithm;
  double time_limit; /* seconds */
  guint64 step_limit;
  guint n_threads;
  DeidProgressFunc progress_func;
  gpointer progress_data;
  GDestroyNotify progress_destroy;
};

void deid_search_make_immutable (DeidSearch *search);
