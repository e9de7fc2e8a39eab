/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/view-search.h"

#include <string.h>

#include "search/search-context-private.h"
#include "search/search-private.h"

static void
copy_incumbent (DeidIncumbent *to, const DeidIncumbent *from, guint n_dimensions)
{
  memcpy (to->levels, from->levels, n_dimensions * sizeof *to->levels);
  to->verdict = from->verdict;
  to->exists = from->exists;
}

/* A step limit is no failure. */
static gboolean
check_end (const DeidRun *run, GError **error)
{
  if (run->error == NULL && run->termination != DEID_TERMINATION_CANCELLED)
    return TRUE;
  if (run->error != NULL)
    g_propagate_error (error, g_error_copy (run->error));
  else if (deid_stop_check (&run->stop, error)) /* a cancellable that was reset meanwhile */
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "the search was cancelled");
  return FALSE;
}

static gboolean
view_search_run_algorithm (DeidRun *run, GError **error)
{
  const DeidSearchFuncs *funcs = run->search->funcs;
  DeidSearchContext context = { .run = run };

  deid_search_context_call (&context, funcs->run.func, funcs->run.data);
  deid_search_context_clear (&context);
  return check_end (run, error);
}

gboolean
deid_search_improve (DeidSearch *search, const DeidPreparedProblem *view, GCancellable *cancellable,
                     DeidIncumbent *best, guint64 *n_evaluated, GError **error)
{
  const guint n_dimensions = view->lattice->n_dimensions;
  DeidRun run;
  gboolean success;

  deid_search_make_immutable (search);
  success = deid_run_init (&run, search, view, cancellable, g_get_monotonic_time (), error);
  if (success)
    {
      copy_incumbent (&run.incumbent, best, n_dimensions);
      run.open.n_policies = deid_lattice_get_size_as_double (view->lattice);
      run.open.work = 1;
      success = view_search_run_algorithm (&run, error);
      copy_incumbent (best, &run.incumbent, n_dimensions);
      if (n_evaluated != NULL)
        *n_evaluated = run.n_evaluated;
    }
  deid_run_clear (&run);
  return success;
}
