/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/descent.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* Rounds where none are stated and there is no time limit. */
#define DEFAULT_ROUNDS 100

typedef struct
{
  guint64 n_rounds; /* 0 for the default */
  guint64 seed;
} DescentOptions;

static char *
descent_search_describe_options (const DescentOptions *options)
{
  if (options->seed > 0)
    return g_strdup_printf ("coordinate-descent:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT,
                            options->n_rounds, options->seed);
  if (options->n_rounds > 0)
    return g_strdup_printf ("coordinate-descent:%" G_GUINT64_FORMAT, options->n_rounds);
  return g_strdup ("coordinate-descent");
}

static guint64
descent_search_count_wanted (const DescentOptions *options, const DeidRun *run)
{
  if (options->n_rounds > 0)
    return options->n_rounds;
  return run->stop.deadline < G_MAXINT64 ? G_MAXUINT64 : DEFAULT_ROUNDS;
}

static gboolean
start_at_top (DeidDescent *descent, GError **error)
{
  DeidRun *run = descent->run;
  DeidVerdict verdict;

  if (!deid_run_may_evaluate (run))
    return TRUE;
  if (!deid_cut_bound_evaluate (descent->bound, descent->top, &run->stop, &verdict, error))
    return FALSE;
  deid_run_consider (run, descent->top, &verdict);
  if (verdict.is_solution)
    deid_descent_start (descent, descent->top, &verdict);
  return TRUE;
}

/* What objectives as doubles are off by at most; equal ones are not told apart, so that nothing is
 * claimed of the policy itself. */
#define DESCENT_SEARCH_SLACK 1e-12

/* Tells whether nothing loses less than the best policy so far. Of one attribute costs in units are
 * in the order of objectives, but for those of classes, which are floors. */
static gboolean
descent_search_is_least (const DeidDescent *descent)
{
  return descent->best.exists
         && (descent->n_free == 0
             || (descent->bound->space->n_axes == 1 && !descent->bound->space->costs_classes
                 && descent->is_least));
}

static gboolean
descent_search_descend (DeidDescent *descent, const DescentOptions *options,
                        DeidSearchContext *context, GError **error)
{
  const guint64 n_rounds = descent_search_count_wanted (options, descent->run);

  if (!start_at_top (descent, error))
    return FALSE;
  while (descent->best.exists && !descent_search_is_least (descent)
         && !deid_run_has_ended (descent->run) && !deid_descent_has_ended (descent, n_rounds))
    if (!deid_descent_step (descent, error))
      return FALSE;
  if (descent_search_is_least (descent))
    deid_search_context_raise_objective_bound (context, descent->best.verdict.objective
                                                            * (1 - DESCENT_SEARCH_SLACK));
  return TRUE;
}

static gboolean
run_descent (DeidSearchContext *context, gpointer data, GError **error)
{
  const DescentOptions *options = data;
  DeidRun *run = deid_search_context_get_run (context);
  DeidCutSpace space;
  DeidCutBound bound = { 0 };
  DeidDescent descent = { 0 };
  gboolean success;

  success = deid_cut_space_init (&space, run->prepared, DEID_MAX_RUNS, &run->stop, error)
            && deid_cut_bound_init (&bound, &space, FALSE, error);
  if (success)
    {
      success = deid_descent_init (&descent, run, &bound, options->seed, error)
                && descent_search_descend (&descent, options, context, error);
      run->n_bytes = deid_descent_get_n_bytes (&descent) + deid_cut_bound_get_n_bytes (&bound);
    }
  deid_descent_clear (&descent);
  deid_cut_bound_clear (&bound);
  deid_cut_space_clear (&space);
  return success;
}

DeidSearch *
deid_search_new_coordinate_descent (guint64 n_rounds, guint64 seed)
{
  const DescentOptions options = { n_rounds, seed };
  g_autofree char *specification = descent_search_describe_options (&options);

  return deid_search_new_of_slots (specification, run_descent, g_memdup2 (&options, sizeof options),
                                   g_free);
}
