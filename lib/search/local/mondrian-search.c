/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a local recoding by Mondrian. */
#include "search/local/local-once.h"
#include "search/local/local-start.h"
#include "search/local/mondrian.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* The children of a run are no parts of a tree. */
static gboolean
check_no_runs (const DeidLattice *lattice, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (deid_attribute_has_runs (&lattice->attributes[a]))
      {
        g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                             "strict Mondrian cuts at the children of labels, which runs of values "
                             "have not, expected relaxed Mondrian where there are cuts");
        return FALSE;
      }
  return TRUE;
}

static gboolean
mondrian_search_cut (DeidLocalOnce *once, gpointer is_relaxed, GError **error)
{
  DeidRun *run = once->local->run;
  const DeidLocalMondrianOptions options = { .is_relaxed = GPOINTER_TO_INT (is_relaxed),
                                             .max_cuts = run->search->step_limit,
                                             .report = deid_local_once_report,
                                             .report_data = once };
  guint64 n_cuts;

  if (!deid_local_mondrian (&once->clusters, &once->judge, &options, &n_cuts, &run->stop, error))
    return FALSE;
  if (n_cuts >= options.max_cuts)
    deid_run_end (run, DEID_TERMINATION_STEP_LIMIT);
  return deid_statistics_set (run->statistics, "cuts", (double) n_cuts, error);
}

static gboolean
run_mondrian (DeidSearchContext *context, gpointer is_relaxed, GError **error)
{
  DeidRun *run = deid_search_context_get_run (context);

  return (is_relaxed || check_no_runs (run->prepared->lattice, error))
         && deid_local_once (run, DEID_LOCAL_FEW_POLICIES, mondrian_search_cut, is_relaxed, error);
}

DeidSearch *
deid_search_new_mondrian (gboolean is_relaxed)
{
  DeidSearch *search = deid_search_new_of_slots (is_relaxed ? "mondrian:relaxed" : "mondrian",
                                                 run_mondrian, GINT_TO_POINTER (is_relaxed), NULL);

  search->funcs->takes_all_rows = TRUE;
  return search;
}
