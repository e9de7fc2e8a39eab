/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/interval.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "search/search-context.h"
#include "search/search-private.h"

#include <math.h>
#include <string.h>

gboolean
deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels, guint n_dimensions)
{
  for (guint64 i = 0; i < probes->n; i++)
    if (memcmp (probes->levels + i * n_dimensions, levels, n_dimensions * sizeof *levels) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
probes_add (DeidProbes *probes, const DeidLevel *levels, guint n_dimensions, GError **error)
{
  const guint64 end = probes->n * n_dimensions;

  if (!deid_grow_list (probes, levels, end + n_dimensions, error))
    return FALSE;
  memcpy (probes->levels + end, levels, n_dimensions * sizeof *levels);
  probes->n++;
  return TRUE;
}

/* The first incumbent. A greedy descent from the top lowers again and again the dimension that
 * gains most for each record that it newly suppresses; it is lazy: a dimension is tried again only
 * if its last ratio is still the best, and never again once it was infeasible. On large lattices a
 * local search follows: raise one dimension of the incumbent by a level, descend from there in the
 * others, until nothing is better. */

/* Lattices from this size on are worth a local search: some hundred evaluations. They show how fast
 * S° grows, which of a single descent misleads. */
#define MIN_POLICIES 1e7

typedef struct
{
  DeidWorker *worker;
  double *ratios; /* of each dimension the last one seen, -INFINITY if it must not be lowered */
  DeidLevel *levels;
  DeidBox *boxes[3];
} Climb;

static gboolean
is_large (const DeidInterval *interval)
{
  return deid_lattice_get_size_as_double (interval->lattice) >= MIN_POLICIES;
}

static gboolean
climb_init (Climb *climb, DeidWorker *worker, GError **error)
{
  const guint n_dimensions = worker->interval->lattice->n_dimensions;

  *climb = (Climb){ .worker = worker };
  if (!deid_new_arrays (error, DEID_NEW (climb->ratios, n_dimensions),
                        DEID_NEW (climb->levels, n_dimensions)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (climb->boxes); i++)
    {
      climb->boxes[i] = deid_worker_get_box (worker, error);
      if (climb->boxes[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
climb_clear (Climb *climb)
{
  for (guint i = 0; i < G_N_ELEMENTS (climb->boxes); i++)
    if (climb->boxes[i] != NULL)
      deid_worker_release_box (climb->worker, climb->boxes[i]);
  deid_free_arrays (climb->ratios, climb->levels);
}

/* Returns: the dimension with the greatest ratio, or the number of dimensions if there is none. */
static guint
interval_incumbent_choose (const Climb *climb, const DeidLevel *levels)
{
  const DeidLattice *lattice = climb->worker->interval->lattice;
  const guint n_dimensions = lattice->n_dimensions;
  guint best = n_dimensions;

  for (guint d = 0; d < n_dimensions; d++)
    if (levels[d] > lattice->floors[d] && climb->ratios[d] > -INFINITY
        && (best == n_dimensions || climb->ratios[d] > climb->ratios[best]))
      best = d;
  return best;
}

/* Computes what lowering a policy gains for each record that it newly suppresses. */
static gboolean
get_ratio (const Climb *climb, const DeidRefined *from, const DeidRefined *to, double *ratio,
           GError **error)
{
  DeidRefiningEvaluator *refiner = &climb->worker->refiner;
  const DeidStop *stop = &climb->worker->interval->run->stop;
  double before, after;

  if (!deid_refining_evaluator_get_bound (refiner, from, from->levels, stop, &before, error)
      || !deid_refining_evaluator_get_bound (refiner, to, to->levels, stop, &after, error))
    return FALSE;
  *ratio = (before - after) / ((double) (to->verdict.n_necessary - from->verdict.n_necessary) + 1);
  return TRUE;
}

/* Evaluates the policy in @levels, a specialization of @from. */
static gboolean
interval_incumbent_evaluate (const Climb *climb, const DeidRefined *from, DeidRefined *to,
                             gboolean *feasible, GError **error)
{
  DeidInterval *interval = climb->worker->interval;
  const guint n_dimensions = interval->lattice->n_dimensions;

  if (!deid_refining_evaluator_lower (&climb->worker->refiner, from, climb->levels, to,
                                      &interval->run->stop, feasible, error))
    return FALSE;
  if (!*feasible)
    deid_barriers_add (&climb->worker->deduction.barriers, to->levels);
  if (deid_probes_contain (&interval->probes, to->levels, n_dimensions))
    return TRUE;
  deid_run_consider (interval->run, to->levels, &to->verdict);
  return probes_add (&interval->probes, to->levels, n_dimensions, error);
}

static gboolean
interval_incumbent_descend (const Climb *climb, const DeidRefined *from, GError **error)
{
  const guint n_dimensions = climb->worker->interval->lattice->n_dimensions;
  const DeidRefined *current = from;
  DeidRefined *next = &climb->boxes[0]->refined;
  guint d;

  while ((d = interval_incumbent_choose (climb, current->levels)) < n_dimensions)
    {
      gboolean feasible;

      if (!deid_run_may_evaluate (climb->worker->interval->run))
        return TRUE;
      memcpy (climb->levels, current->levels, n_dimensions * sizeof *climb->levels);
      climb->levels[d]--;
      climb->ratios[d] = -INFINITY;
      if (!interval_incumbent_evaluate (climb, current, next, &feasible, error)
          || (feasible && !get_ratio (climb, current, next, &climb->ratios[d], error)))
        return FALSE;
      if (is_large (climb->worker->interval))
        deid_growth_learn (&climb->worker->interval->growth, d, climb->levels[d],
                           next->verdict.n_necessary - current->verdict.n_necessary);
      if (feasible && interval_incumbent_choose (climb, current->levels) == d)
        {
          current = next;
          next = next == &climb->boxes[0]->refined ? &climb->boxes[1]->refined
                                                   : &climb->boxes[0]->refined;
        }
    }
  return TRUE;
}

static gboolean
descend_in_all_but (const Climb *climb, const DeidRefined *from, guint dimension, GError **error)
{
  for (guint d = 0; d < climb->worker->interval->lattice->n_dimensions; d++)
    climb->ratios[d] = d == dimension ? -INFINITY : INFINITY;
  return interval_incumbent_descend (climb, from, error);
}

/* Raises each dimension of the incumbent in turn until a better one is found. From the top itself
 * the descent was made before. */
static gboolean
interval_incumbent_improve (const Climb *climb, const DeidRefined *top, const DeidLevel *base,
                            GError **error)
{
  const DeidLattice *lattice = climb->worker->interval->lattice;
  DeidRun *run = climb->worker->interval->run;
  DeidRefined *raised = &climb->boxes[2]->refined;
  const gint version = run->incumbent_version;

  for (guint d = 0; d < lattice->n_dimensions && run->incumbent_version == version; d++)
    {
      gboolean feasible;

      if (base[d] == lattice->heights[d])
        continue;
      memcpy (climb->levels, base, lattice->n_dimensions * sizeof *base);
      climb->levels[d]++;
      if (deid_levels_compare (climb->levels, top->levels, lattice->n_dimensions) == 0)
        continue;
      if (!deid_run_may_evaluate (run))
        return TRUE;
      if (!interval_incumbent_evaluate (climb, top, raised, &feasible, error)
          || (feasible && !descend_in_all_but (climb, raised, d, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
search_locally (const Climb *climb, const DeidRefined *top, GError **error)
{
  DeidRun *run = climb->worker->interval->run;
  const guint n = climb->worker->interval->lattice->n_dimensions;
  g_autofree DeidLevel *base = deid_alloc (n, sizeof *base, error);
  gint version;

  if (base == NULL)
    return FALSE;
  do
    {
      version = run->incumbent_version;
      memcpy (base, run->incumbent.levels, n * sizeof *base);
      if (!interval_incumbent_improve (climb, top, base, error))
        return FALSE;
    }
  while (run->incumbent_version != version && !run->ended);
  return TRUE;
}

/* Finds a good first incumbent. Returns: FALSE with an error if memory or the models fail; the run
 * may have ended. */
static gboolean
worker_find_incumbent (DeidWorker *worker, const DeidRefined *top, GError **error)
{
  const DeidInterval *interval = worker->interval;
  Climb climb;
  gboolean success;

  success = climb_init (&climb, worker, error)
            && descend_in_all_but (&climb, top, interval->lattice->n_dimensions, error)
            && (!is_large (interval) || !interval->run->incumbent.exists
                || search_locally (&climb, top, error));
  climb_clear (&climb);
  return success;
}

/* How much memory a search holds. Nothing that grows with the rows is freed before it ends, so what
 * is held at the end is the most that was. */

guint64
deid_interval_get_n_bytes (const DeidInterval *interval)
{
  return deid_open_boxes_get_n_bytes (&interval->boxes) + deid_steps_get_n_bytes (&interval->steps);
}

guint64
deid_worker_get_n_bytes (const DeidWorker *worker)
{
  guint64 n;

  if (worker->interval->has_cuts)
    return deid_cut_bound_get_n_bytes (&worker->cuts) + deid_descent_get_n_bytes (&worker->descent)
           + worker->stack_capacity
                 * (sizeof **worker->stack
                    + 2 * worker->interval->lattice->n_dimensions * sizeof (DeidLevel));
  n = deid_evaluator_get_n_bytes (&worker->refiner.base) + deid_row_set_get_n_bytes (&worker->known)
      + deid_deduction_get_n_bytes (&worker->deduction)
      + worker->refiner.prepared->rows.n * sizeof *worker->rows;
  for (guint i = 0; i < worker->evidence.n; i++)
    n += deid_row_set_get_n_bytes (&worker->evidence.items[i].removed);
  for (guint64 i = 0; i < worker->n_stack; i++)
    n += deid_refined_get_n_bytes (&worker->stack[i]->refined);
  if (worker->top != NULL)
    n += deid_refined_get_n_bytes (&worker->top->refined);
  for (const DeidBox *box = worker->spare; box != NULL; box = box->next)
    n += deid_refined_get_n_bytes (&box->refined);
  return n;
}

/* Interval branch and bound.
 *
 * A box [lo, hi] is a set of policies. If S°(hi), the records that fail the superset-closed part of
 * the models at hi, exceeds the suppression limit, no policy of the box is a solution. Otherwise
 * each of them suppresses at least S°(hi), which bounds its objective from below; hi itself is a
 * candidate. A box that cannot hold anything better than the incumbent is dropped; else it is
 * narrowed (interval-expand.c), partly by infeasible policies of other boxes (deduction.c), and
 * split on one dimension (interval-expand.c): the part below a level takes an evaluation, the part
 * above, with the same hi, takes none.
 *
 * The search goes mostly depth first with the class map of each open hi on a stack, so that the
 * table is hardly ever grouped anew and memory is bounded. Any box may be worked on at any time and
 * given to another thread (interval-workers.c): what is found does not depend on the order, since
 * only what does not come before the incumbent is ever dropped.
 *
 * docs/internals/searches.md lists what was tried. */

#define MIN_SHARED_ROWS 131072

static gboolean
interval_init (DeidInterval *interval, DeidRun *run, guint n_workers, guint64 max_runs,
               GError **error)
{
  *interval = (DeidInterval){ .run = run,
                              .lattice = run->prepared->lattice,
                              .has_cuts = deid_lattice_is_cut (run->prepared->lattice),
                              .n_row_threads = 1,
                              .n_workers = n_workers };
  g_mutex_init (&interval->mutex);
  g_cond_init (&interval->cond);
  deid_open_boxes_init (&interval->boxes, interval->lattice->n_dimensions,
                        interval->has_cuts ? interval->lattice->n_attributes + 1 : 0);
  if (!deid_growth_init (&interval->growth, interval->lattice, error)
      || !deid_effort_init (&interval->effort, error)
      || !deid_new_arrays (error, DEID_NEW (interval->held, n_workers)))
    return FALSE;
  for (guint i = 0; i < n_workers; i++)
    interval->held[i] = (DeidHeld){ .lower_bound = INFINITY };
  if (interval->has_cuts)
    return deid_cut_space_init (&interval->space, run->prepared, max_runs, &run->stop, error);
  return deid_steps_init (&interval->steps, &run->prepared->rows, run->prepared->attributes,
                          &run->stop, error);
}

static void
interval_clear (DeidInterval *interval)
{
  deid_cut_space_clear (&interval->space);
  deid_steps_clear (&interval->steps);
  deid_growth_clear (&interval->growth);
  g_free (interval->probes.levels);
  deid_open_boxes_clear (&interval->boxes);
  deid_effort_clear (&interval->effort);
  g_free (interval->held);
  g_mutex_clear (&interval->mutex);
  g_cond_clear (&interval->cond);
}

/* Tells whether threads share the rows of each evaluation rather than boxes. On a small lattice the
 * order of boxes matters: with two workers health (1,200,000 rows) takes about 400 evaluations for
 * 273. It takes a large table, whose classes are judged by their sizes. */
static gboolean
shares_rows (const DeidPreparedProblem *prepared)
{
  return prepared->rows.n >= MIN_SHARED_ROWS && prepared->rows.weights == NULL
         && !prepared->asks.needs_reader && deid_loss_is_separable (&prepared->loss)
         && deid_interval_is_small (prepared->lattice);
}

/* More workers than policies would have nothing to do; models may want to be asked by one thread.
 */
static guint
choose_n_workers (const DeidRun *run)
{
  const double n_policies = deid_lattice_get_size_as_double (run->prepared->lattice);

  if (!run->prepared->asks.is_thread_safe || shares_rows (run->prepared))
    return 1;
  return n_policies < run->search->n_threads ? (guint) n_policies : run->search->n_threads;
}

static gboolean
interval_search (DeidInterval *interval, DeidWorker *worker, GError **error)
{
  const DeidBox *top;

  if (!deid_run_may_evaluate (interval->run))
    return TRUE;
  if (!deid_worker_start (worker, &top, error)
      || (top != NULL && !interval->has_cuts
          && !worker_find_incumbent (worker, &top->refined, error)))
    return FALSE;
  deid_interval_run_workers (interval, worker);
  return TRUE;
}

static gboolean
run_interval (DeidSearchContext *context, gpointer data, GError **error)
{
  static const DeidTurns always = { .n_before = 0, .one_in = 1 };
  const DeidIntervalOptions *options = data;
  DeidRun *run = deid_search_context_get_run (context);
  DeidInterval interval;
  DeidWorker worker = { 0 };
  gboolean success;

  success = interval_init (&interval, run, choose_n_workers (run), options->max_runs, error);
  interval.turns = interval.has_cuts ? &always : &options->turns;
  interval.n_row_threads = shares_rows (run->prepared) ? run->search->n_threads : 1;
  success = success && deid_worker_init (&worker, &interval, 0, error)
            && interval_search (&interval, &worker, error);
  if (success)
    deid_search_context_declare_optimal (context);
  deid_worker_clear (&worker);
  interval_clear (&interval);
  return success;
}

DeidSearch *
deid_interval_search_new (const DeidIntervalOptions *options)
{
  return deid_search_new_of_slots ("optimal", run_interval, (gpointer) options, NULL);
}

/* A tenth of the evaluations, once there were so many that most searches have ended. */
DeidSearch *
deid_search_new_optimal (void)
{
  static const DeidIntervalOptions options
      = { .turns = { .n_before = 2000, .one_in = 10 }, .max_runs = DEID_MAX_RUNS };

  return deid_interval_search_new (&options);
}

static gboolean
prove_interval (DeidInterval *interval, GError **error)
{
  DeidWorker worker = { 0 };
  const DeidBox *top;
  gboolean success;

  success = deid_worker_init (&worker, interval, 0, error);
  worker.refiner.is_exact = TRUE;
  success = success && deid_worker_start (&worker, &top, error)
            && (!interval->has_cuts || deid_worker_prove_units (&worker, error));
  if (success)
    deid_worker_run (&worker);
  deid_worker_clear (&worker);
  return success;
}

/* Returns: whether the run came to its end. */
static gboolean
check_run (DeidRun *run, const DeidStop *stop, GError **error)
{
  if (run->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&run->error));
      return FALSE;
    }
  if (!run->ended)
    return TRUE;
  if (deid_stop_check (stop, error)) /* a cancellable that was reset meanwhile */
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "the proof was cancelled");
  return FALSE;
}

gboolean
deid_search_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
                   const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
                   const DeidStop *stop, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  DeidInterval interval;
  DeidRun run;
  gboolean success;

  success = deid_run_init (&run, search, prepared, NULL, g_get_monotonic_time (), error);
  if (success)
    {
      run.stop = *stop;
      deid_run_consider (&run, optimum, verdict);
      success = interval_init (&interval, &run, 1, DEID_MAX_RUNS, error);
      interval.proof = funcs;
      interval.proof_data = data;
      success = success && prove_interval (&interval, error) && check_run (&run, stop, error);
      interval_clear (&interval);
    }
  deid_run_clear (&run);
  return success;
}
