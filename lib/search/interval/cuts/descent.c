/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/descent.h"

#include "base/arrays.h"
#include "search/search-context.h"
#include "search/search-private.h"

#include <string.h>

/* Returns: whether @n_rounds rounds are over. */
static inline gboolean
descent_has_ended (const DeidDescent *descent, guint64 n_rounds)
{
  return descent->n_rounds >= n_rounds && descent->n_settled == descent->n_free;
}

/* Attributes made coarser at once; now and then up to all. */
#define FEW_COARSENED 3
#define ALL_ONE_IN    4

/* By how much more it may lose where a round begins than the best policy. */
#define DESCENT_NEAR 1.01

/* A round begins with a price for each suppressed record, twice what one costs at most, or a half
 * or a quarter of that and so on: otherwise the first attributes would take what may be suppressed.
 */
#define N_PRICES 8

static gsize
descent_get_size (const DeidDescent *descent)
{
  return descent->bound->space->lattice->n_dimensions * sizeof (DeidLevel);
}

gboolean
deid_descent_init (DeidDescent *descent, DeidRun *run, DeidCutBound *bound, guint64 seed,
                   GError **error)
{
  const DeidCutSpace *space = bound->space;
  const guint n = space->lattice->n_dimensions;

  *descent = (DeidDescent){
    .run = run, .bound = bound, .random = { seed }, .bottom = space->lattice->floors
  };
  if (!deid_resource_init (&descent->resource, bound, error)
      || !deid_new_arrays (error, DEID_NEW (descent->top, n), DEID_NEW (descent->lo, n),
                           DEID_NEW (descent->hi, n), DEID_NEW (descent->best.levels, n),
                           DEID_NEW (descent->here.levels, n), DEID_NEW (descent->tried, n),
                           DEID_NEW (descent->order, space->n_axes)))
    return FALSE;
  memcpy (descent->top, space->lattice->heights, descent_get_size (descent));
  deid_cut_space_start (space, descent->top);
  for (guint a = 0; a < space->n_axes; a++)
    if (deid_cut_axis_is_free (&space->axes[a], descent->bottom, descent->top))
      descent->order[descent->n_free++] = a;
  return TRUE;
}

void
deid_descent_clear (DeidDescent *descent)
{
  deid_resource_clear (&descent->resource);
  deid_free_arrays (descent->top, descent->lo, descent->hi, descent->best.levels,
                    descent->here.levels, descent->tried, descent->order);
}

static void
descent_set_incumbent (const DeidDescent *descent, DeidIncumbent *incumbent,
                       const DeidLevel *levels, const DeidVerdict *verdict)
{
  memmove (incumbent->levels, levels, descent_get_size (descent));
  incumbent->verdict = *verdict;
  incumbent->exists = TRUE;
}

static gboolean
descent_is_better (const DeidDescent *descent, const DeidIncumbent *than, const DeidLevel *levels,
                   const DeidVerdict *verdict)
{
  return !deid_incumbent_dominates (than, verdict->objective, levels,
                                    descent->bound->space->lattice->n_dimensions);
}

void
deid_descent_start (DeidDescent *descent, const DeidLevel *levels, const DeidVerdict *verdict)
{
  if (!descent_is_better (descent, &descent->best, levels, verdict))
    return;
  descent_set_incumbent (descent, &descent->best, levels, verdict);
  descent_set_incumbent (descent, &descent->here, levels, verdict);
  descent->price = 0;
  descent->n_settled = 0;
}

static void
shuffle (DeidDescent *descent)
{
  for (guint i = descent->n_free; i > 1; i--)
    {
      const guint j = (guint) deid_random_below (&descent->random, i);
      const guint a = descent->order[i - 1];

      descent->order[i - 1] = descent->order[j];
      descent->order[j] = a;
    }
}

/* Raises each level to the top with a probability of 1 in @one_in. */
static void
coarsen (DeidDescent *descent, const DeidCutAxis *axis)
{
  const guint64 one_in = 1 + deid_random_below (&descent->random, 4);

  for (guint d = axis->first_dimension; d < axis->first_dimension + axis->n_dimensions; d++)
    if (deid_random_below (&descent->random, one_in) == 0)
      descent->here.levels[d] = descent->top[d];
}

static guint
count_coarsened (DeidDescent *descent)
{
  const guint most = deid_random_below (&descent->random, ALL_ONE_IN) == 0
                         ? descent->n_free
                         : MIN (FEW_COARSENED, descent->n_free);

  return 1 + (guint) deid_random_below (&descent->random, most);
}

/* Tells whether it stands near enough to the best policy to go on from there. */
static gboolean
is_near (const DeidDescent *descent)
{
  return descent->here.exists
         && descent->here.verdict.objective <= descent->best.verdict.objective * DESCENT_NEAR;
}

/* Begins a round. Those made coarser come last, so that the others profit from it. */
static void
leave (DeidDescent *descent)
{
  const guint n = count_coarsened (descent);

  if (!is_near (descent))
    memcpy (descent->here.levels, descent->best.levels, descent_get_size (descent));
  shuffle (descent);
  for (guint i = descent->n_free - n; i < descent->n_free; i++)
    coarsen (descent, &descent->bound->space->axes[descent->order[i]]);
  descent->here.exists = FALSE;
  descent->price = (2 * descent->bound->space->units.greatest)
                   >> deid_random_below (&descent->random, N_PRICES);
  descent->next = 0;
  descent->n_settled = 0;
  descent->n_rounds++;
}

/* Tells whether a policy that was found is the best that differs in one attribute: others cost at
 * least what is known of them, and this one costs no more than that. */
static gboolean
descent_is_least (const DeidDescent *descent, const DeidVerdict *verdict)
{
  return descent->price == 0 && verdict->is_solution && descent->resource.is_exact
         && verdict->n_suppressed == (guint64) descent->resource.n_suppressed;
}

/* Evaluates what an attribute was given, and goes there if that is better, or if a price says so.
 */
static gboolean
try_levels (DeidDescent *descent, gboolean *changed, GError **error)
{
  DeidVerdict verdict;

  *changed = FALSE;
  if (!deid_run_may_evaluate (descent->run))
    return TRUE;
  if (!deid_cut_bound_evaluate (descent->bound, descent->tried, &descent->run->stop, &verdict,
                                error))
    return FALSE;
  deid_run_consider (descent->run, descent->tried, &verdict);
  descent->n_evaluated++;
  descent->is_least = descent_is_least (descent, &verdict);
  if (!verdict.is_solution
      || (descent->price == 0
          && !descent_is_better (descent, &descent->here, descent->tried, &verdict)))
    return TRUE;
  *changed = TRUE;
  descent_set_incumbent (descent, &descent->here, descent->tried, &verdict);
  if (descent_is_better (descent, &descent->best, descent->tried, &verdict))
    descent_set_incumbent (descent, &descent->best, descent->tried, &verdict);
  return TRUE;
}

static gboolean
solve_attribute (DeidDescent *descent, guint a, gboolean *changed, GError **error)
{
  const DeidCutAxis *axis = &descent->bound->space->axes[a];
  const gsize size = axis->n_dimensions * sizeof (DeidLevel);
  gboolean feasible, found;

  *changed = FALSE;
  descent->is_least = FALSE;
  memcpy (descent->lo, descent->here.levels, descent_get_size (descent));
  memcpy (descent->hi, descent->here.levels, descent_get_size (descent));
  memcpy (descent->tried, descent->here.levels, descent_get_size (descent));
  memcpy (descent->lo + axis->first_dimension, descent->bottom + axis->first_dimension, size);
  memcpy (descent->hi + axis->first_dimension, descent->top + axis->first_dimension, size);
  if (!deid_cut_bound_set (descent->bound, descent->lo, descent->hi, &descent->run->stop, &feasible,
                           error))
    return FALSE;
  deid_run_consider (descent->run, descent->hi, &descent->bound->verdict);
  descent->n_evaluated++;
  if (!feasible)
    return TRUE;
  if (!deid_resource_solve (&descent->resource, a, descent->price, &descent->run->stop,
                            descent->tried, &found, error))
    return FALSE;
  if (!found)
    return TRUE;
  if (!descent->here.exists
      || memcmp (descent->tried, descent->here.levels, descent_get_size (descent)) != 0)
    return try_levels (descent, changed, error);
  descent->is_least = descent_is_least (descent, &descent->here.verdict);
  return TRUE;
}

gboolean
deid_descent_step (DeidDescent *descent, GError **error)
{
  gboolean changed;

  if (!descent->best.exists || descent->n_free == 0)
    return TRUE;
  if (descent->n_settled == descent->n_free)
    leave (descent);
  if (!deid_run_may_evaluate (descent->run))
    return TRUE;
  if (!solve_attribute (descent, descent->order[descent->next], &changed, error))
    return FALSE;
  descent->n_settled = changed ? 1 : descent->n_settled + 1;
  descent->next = (descent->next + 1) % descent->n_free;
  if (descent->next == 0)
    descent->price = 0;
  return TRUE;
}

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
         && !deid_run_has_ended (descent->run) && !descent_has_ended (descent, n_rounds))
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
