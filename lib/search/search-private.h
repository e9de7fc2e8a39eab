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

/* How Flash and the best-first search predict; 0 by default. */
typedef enum
{
  DEID_PREDICTION_EXPLICIT = 1, /* with flags for each policy of the lattice */
  DEID_PREDICTION_OFF = 2       /* not at all */
} DeidPredictionFlags;

/* What runs the searches that the table in search-specification.c lists, which also has @data.
 * docs/models.md and deid_search_new_from_specification() describe the searches. */
gboolean deid_auto_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_best_first_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_boundary_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_datafly_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_flash_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_igreedy_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_mondrian_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_ola_run (DeidSearchContext *context, gpointer data, GError **error);
gboolean deid_sub_lattices_run (DeidSearchContext *context, gpointer data, GError **error);

/* Searches with parameters. */

/* `coordinate-descent`: one column after the other; 0 rounds are 100, or as many as there is time
 * for. */
DeidSearch *deid_search_new_coordinate_descent (guint64 n_rounds, guint64 seed);

/* `rounds`: at most so many rounds of full-domain generalization; 0 for as many as are usual. */
DeidSearch *deid_search_new_rounds (guint n_rounds);
