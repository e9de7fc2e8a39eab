/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for what a suppression limit of 5 % would gain where nothing may be suppressed: a search of
 * the same problem with that limit, which stops after a few policies. Of a local recoding, which
 * gains little by suppression, nothing is asked. */
#include <string.h>

#include "base/memory.h"
#include "evaluation/preparation.h"
#include "lattice/lattice-private.h"
#include "report/warnings-private.h"
#include "search/search-context.h"
#include "search/search-private.h"

#define SHARE         20  /* one record of so many may be suppressed */
#define N_EVALUATIONS 256 /* as the header says */

/* By how much the loss has to fall: to 9/10. */
#define MUCH 0.9

/* Lowers the level that lowers the loss most, again and again from the best policy that is known:
 * cuts are too many for more. */
static gboolean
warn_limit_descend (DeidSearchContext *context, gpointer data G_GNUC_UNUSED, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  const DeidIncumbent *best = &deid_search_context_get_run (context)->incumbent;
  const gsize size = lattice->n_dimensions * sizeof *best->levels;
  g_autofree DeidLevel *from = deid_alloc (lattice->n_dimensions, sizeof *from, error);
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);

  if (from == NULL || levels == NULL)
    return FALSE;
  do
    {
      memcpy (from, best->levels, size);
      memcpy (levels, from, size);
      for (guint d = 0; d < lattice->n_dimensions; d++)
        {
          if (from[d] == lattice->floors[d])
            continue;
          levels[d]--;
          if (!deid_search_context_evaluate_levels (context, levels))
            return TRUE;
          levels[d]++;
        }
    }
  while (memcmp (from, best->levels, size) != 0);
  return TRUE;
}

/* Cuts have no box to bound; if they are few, all of their policies are evaluated. */
static DeidSearch *
warn_limit_make_search (const DeidLattice *lattice)
{
  DeidSearch *search = !deid_lattice_is_cut (lattice) ? deid_search_new_optimal ()
                       : deid_lattice_get_size_as_double (lattice) <= N_EVALUATIONS
                           ? deid_search_new_exhaustive ()
                           : deid_search_new_of_slots ("descend", warn_limit_descend, NULL, NULL);

  search->step_limit = N_EVALUATIONS;
  search->n_threads = 1;
  return search;
}

static gboolean
warn_limit_add_warning (const DeidWarningScan *scan, const DeidIncumbent *best, guint64 n_records,
                        double loss, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "no record may be suppressed: with a limit of 5 %% policy '");
  deid_levels_describe (scan->problem->lattice, best->levels, &text);
  deid_long_text_add (&text,
                      "' would be a solution, suppress %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " records and lower the loss from ",
                      best->verdict.n_suppressed, n_records);
  deid_long_text_add_double (&text, "%.4f", scan->result->loss);
  deid_long_text_add (&text, " to ");
  deid_long_text_add_double (&text, "%.4f", loss);
  return deid_warning_scan_add (scan, DEID_WARNING_LIMIT_OF_0, NULL, best->verdict.n_suppressed,
                                &text, error);
}

/* A better policy that suppresses nothing needs no limit. */
static gboolean
warn_limit_compare (const DeidWarningScan *scan, const DeidPreparedProblem *view,
                    const DeidIncumbent *best, GError **error)
{
  double loss;

  if (best->verdict.n_suppressed == 0)
    return TRUE;
  return deid_loss_from_objective (&view->loss, best->verdict.objective, &loss, error)
         && (!(loss <= MUCH * scan->result->loss)
             || warn_limit_add_warning (scan, best, view->n_records, loss, error));
}

/* What rows are like does not matter, so that the distinct ones do. */
static gboolean
try_limit (const DeidWarningScan *scan, DeidPreparation *preparation, GError **error)
{
  const DeidPreparedProblem *distinct
      = deid_preparation_get_distinct (preparation, scan->stop, error);
  const guint n_dimensions = scan->problem->lattice->n_dimensions;
  g_autofree DeidLevel *levels = NULL;
  g_autoptr (DeidSearch) search = NULL;
  DeidPreparedProblem view;
  DeidIncumbent best;

  if (distinct == NULL || (levels = deid_alloc (n_dimensions, sizeof *levels, error)) == NULL)
    return FALSE;
  memcpy (levels, scan->result->policy->levels, n_dimensions * sizeof *levels);
  best = (DeidIncumbent){ TRUE, levels, scan->partition->verdict };
  view = *distinct;
  view.limit = view.problem_limit = view.n_records / SHARE;
  search = warn_limit_make_search (view.lattice);
  return deid_search_improve (search, &view, scan->stop->cancellable, &best, NULL, error)
         && warn_limit_compare (scan, &view, &best, error);
}

gboolean
deid_warn_of_limit (const DeidWarningScan *scan, GError **error)
{
  DeidPreparation *preparation;
  gboolean success;

  if (deid_problem_get_n_suppressible (scan->problem) > 0 || !(scan->result->loss > 0)
      || scan->result->policy == NULL)
    return TRUE;
  preparation = deid_problem_prepare (scan->result->problem, scan->stop, error);
  if (preparation == NULL)
    return FALSE;
  success = try_limit (scan, preparation, error);
  deid_preparation_release (preparation);
  return success;
}
