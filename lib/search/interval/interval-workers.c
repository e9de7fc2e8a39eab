/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "search/interval/interval.h"

#include <math.h>
#include <string.h>

/* Which box a worker expands next. As a rule it goes depth first with a stack of its own. Some of
 * the time goes to the box of the least bound, so that a lower bound of the whole is known at every
 * moment and what is left can be estimated from boxes of all kinds: what comes of that box goes to
 * those that no worker has, without its class map, which is made anew when one of them is taken.
 * There go the oldest boxes of a stack, too, which as a rule are the largest, when another worker
 * is out of boxes. */

#define INTERVAL_TURNS_MICROSECONDS_A_WAIT (G_USEC_PER_SEC / 20)

/* What restoring a box takes, in evaluations: it is lowered from the top again. */
#define COST_OF_RESTORING 7

/* Boxes that no worker has take some hundred bytes each as a rule; with cuts of thousands of values
 * they are fewer. */
#define MAX_BOXES          131072
#define MAX_BYTES_OF_BOXES (1 << 28)

static void
hold (DeidHeld *held, const DeidEffort *effort, double bound, double n_policies, guint kind)
{
  held->lower_bound = MIN (held->lower_bound, bound);
  held->n_policies += n_policies;
  held->n_evaluations += effort->expected[kind];
}

/* Counts what a worker has; to be called with the mutex held. */
static void
count_own (const DeidWorker *worker, const DeidBox *current, const DeidOpenBox *taken)
{
  const DeidEffort *effort = &worker->interval->effort;
  DeidHeld *held = &worker->interval->held[worker->number];

  *held = (DeidHeld){ .lower_bound = INFINITY };
  if (current != NULL)
    hold (held, effort, current->bound, current->n_policies, current->kind);
  if (taken != NULL && taken->corners != NULL)
    hold (held, effort, taken->bound, taken->n_policies, taken->kind);
  for (guint64 i = 0; i < worker->n_stack; i++)
    {
      const DeidBox *box = worker->stack[i];

      hold (held, effort, box->bound, box->n_policies, box->kind);
    }
}

/* Returns: the share of the work that @n_evaluations are; all of it as long as nothing is known. */
static double
get_share_left (DeidInterval *interval, double n_evaluations)
{
  const double n_done = (double) deid_run_count_evaluated (interval->run);

  if (interval->effort.n_learnt == 0)
    return 1;
  return n_evaluations > 0 ? n_evaluations / (n_done + n_evaluations) : 0;
}

/* Tells the run what is open everywhere; to be called with the mutex held. */
static void
interval_turns_publish (DeidInterval *interval)
{
  const DeidOpenBoxes *boxes = &interval->boxes;
  DeidOpen open
      = { .lower_bound = deid_open_boxes_get_bound (boxes), .n_policies = boxes->n_policies };
  double n_evaluations = 0;

  for (guint kind = 0; boxes->n > 0 && kind < DEID_N_EFFORTS; kind++)
    n_evaluations += (double) boxes->n_of_kind[kind] * interval->effort.expected[kind];
  for (guint i = 0; i < interval->n_workers; i++)
    {
      const DeidHeld *held = &interval->held[i];

      open.lower_bound = MIN (open.lower_bound, held->lower_bound);
      open.n_policies += held->n_policies;
      n_evaluations += held->n_evaluations;
    }
  open.work = get_share_left (interval, n_evaluations);
  deid_run_set_open (interval->run, &open);
}

void
deid_worker_publish_bound (DeidWorker *worker, const DeidBox *box)
{
  g_mutex_lock (&worker->interval->mutex);
  count_own (worker, box, NULL);
  interval_turns_publish (worker->interval);
  g_mutex_unlock (&worker->interval->mutex);
}

/* Moves boxes of the stack to those that no worker has; to be called with the mutex held. */
static gboolean
give_away (DeidWorker *worker, guint64 first, guint64 n, GError **error)
{
  guint64 end = first;
  gboolean success = TRUE;

  while (success && end < first + n)
    {
      DeidBox *box = worker->stack[end];
      const DeidOpenBox open
          = { .bound = box->bound, .n_policies = box->n_policies, .kind = box->kind };

      success = deid_open_boxes_add (&worker->interval->boxes, box->lo, box->refined.levels,
                                     box->multipliers, &open, error);
      if (success)
        {
          deid_worker_release_box (worker, box);
          end++;
        }
    }
  if (end > first)
    memmove (worker->stack + first, worker->stack + end,
             (worker->n_stack - end) * sizeof *worker->stack);
  worker->n_stack -= end - first;
  return success;
}

/* Gives the oldest box away if a worker waits for one and another is left; to be called with the
 * mutex held. */
static gboolean
interval_turns_share (DeidWorker *worker, GError **error)
{
  DeidInterval *interval = worker->interval;

  if ((guint64) g_atomic_int_get (&interval->n_waiting) <= interval->boxes.n || worker->n_stack < 2)
    return TRUE;
  if (!give_away (worker, 0, 1, error))
    return FALSE;
  g_cond_signal (&interval->cond);
  return TRUE;
}

/* Learns from the expansion of the last box; to be called with the mutex held. */
static gboolean
end_expansion (DeidWorker *worker, GError **error)
{
  const DeidExpansion *last = &worker->last;
  const guint64 n_evaluated = worker->n_evaluated - last->n_evaluated;
  DeidEffort *effort = &worker->interval->effort;

  if (!last->is_known)
    return TRUE;
  for (guint64 i = last->height; i < worker->n_stack; i++)
    deid_effort_learn_child (effort, last->kind, worker->stack[i]->kind);
  deid_effort_learn (effort, last->kind, n_evaluated);
  if (!last->is_least)
    return TRUE;
  worker->n_spent_on_least += n_evaluated;
  return last->height == worker->n_stack
         || give_away (worker, last->height, worker->n_stack - last->height, error);
}

/* Returns: whether it is time for the box of the least bound. The walk of a proof has an order of
 * its own. */
static gboolean
is_time_for_least (const DeidWorker *worker)
{
  const DeidInterval *interval = worker->interval;

  return interval->proof == NULL && worker->n_evaluated >= interval->turns->n_before
         && worker->n_spent_on_least * interval->turns->one_in < worker->n_evaluated
         && interval->boxes.n < MAX_BOXES
         && interval->boxes.n * deid_open_boxes_get_box_size (&interval->boxes)
                < MAX_BYTES_OF_BOXES;
}

/* Takes the box of the least bound from the stack, unless that is elsewhere.
 * Returns: (nullable): the box. */
static DeidBox *
pick_least (DeidWorker *worker)
{
  DeidBox **stack = worker->stack, *box;
  guint64 least = 0;

  for (guint64 i = 1; i < worker->n_stack; i++)
    if (stack[i]->bound < stack[least]->bound)
      least = i;
  if (worker->n_stack == 0
      || deid_open_boxes_get_bound (&worker->interval->boxes) < stack[least]->bound)
    return NULL;
  box = stack[least];
  worker->n_stack--;
  memmove (stack + least, stack + least + 1, (worker->n_stack - least) * sizeof *stack);
  return box;
}

/* Waits for a box that no worker has; to be called with the mutex held.
 * Returns: whether there is one. */
static gboolean
wait_for_box (DeidWorker *worker)
{
  DeidInterval *interval = worker->interval;

  count_own (worker, NULL, NULL);
  g_atomic_int_inc (&interval->n_waiting);
  while (interval->boxes.n == 0 && !interval->done && !deid_run_has_ended (interval->run))
    {
      if (g_atomic_int_get (&interval->n_waiting) == (gint) interval->n_workers)
        {
          interval->done = TRUE;
          break;
        }
      g_cond_wait_until (&interval->cond, &interval->mutex,
                         g_get_monotonic_time () + INTERVAL_TURNS_MICROSECONDS_A_WAIT);
      g_mutex_unlock (&interval->mutex);
      deid_run_report (interval->run, FALSE);
      g_mutex_lock (&interval->mutex);
    }
  g_atomic_int_add (&interval->n_waiting, -1);
  return interval->boxes.n > 0 && !deid_run_has_ended (interval->run);
}

/* Takes a box from the stack, or one that no worker has, whose corners are in @taken then; neither
 * if nothing is left. To be called with the mutex held. */
static gboolean
choose_box (DeidWorker *worker, DeidBox **box, DeidOpenBox *taken, GError **error)
{
  DeidInterval *interval = worker->interval;
  gboolean is_least;

  if (!end_expansion (worker, error) || !interval_turns_share (worker, error))
    return FALSE;
  is_least = is_time_for_least (worker);
  if (is_least)
    *box = pick_least (worker);
  else if (worker->n_stack > 0)
    *box = worker->stack[--worker->n_stack];
  if (*box == NULL && wait_for_box (worker))
    *taken = deid_open_boxes_take (&interval->boxes);
  worker->last = (DeidExpansion){ .is_known = TRUE,
                                  .is_least = is_least,
                                  .kind = *box != NULL ? (*box)->kind : taken->kind,
                                  .height = worker->n_stack,
                                  .n_evaluated = worker->n_evaluated };
  count_own (worker, *box, taken);
  interval_turns_publish (interval);
  return TRUE;
}

/* Lowers the whole lattice to the upper corner of a box. */
static gboolean
restore_corner (DeidWorker *worker, const DeidLevel *hi, DeidRefined *refined, GError **error)
{
  const guint n = worker->interval->lattice->n_dimensions;
  const DeidStop *stop = &worker->interval->run->stop;
  gboolean feasible;

  if (worker->top == NULL)
    {
      worker->top = deid_worker_get_box (worker, error);
      if (worker->top == NULL
          || !deid_refining_evaluator_start (&worker->refiner, &worker->top->refined, stop,
                                             &feasible, error))
        return FALSE;
    }
  if (deid_levels_compare (hi, worker->top->refined.levels, n) == 0)
    return deid_refining_evaluator_start (&worker->refiner, refined, stop, &feasible, error);
  return deid_refining_evaluator_lower (&worker->refiner, &worker->top->refined, hi, refined, stop,
                                        &feasible, error);
}

/* Makes a box of one that no worker had. */
static gboolean
restore_box (DeidWorker *worker, const DeidOpenBox *taken, DeidBox **restored, GError **error)
{
  const guint n = worker->interval->lattice->n_dimensions;
  DeidBox *box = deid_worker_get_box (worker, error);

  if (box == NULL)
    return FALSE;
  if (worker->interval->has_cuts)
    {
      memcpy (box->refined.levels, taken->corners + n, n * sizeof *box->lo);
      memcpy (box->multipliers, taken->corners + 2 * n,
              worker->interval->boxes.n_words * sizeof *box->multipliers);
    }
  else if (!restore_corner (worker, taken->corners + n, &box->refined, error))
    {
      deid_worker_release_box (worker, box);
      return FALSE;
    }
  memcpy (box->lo, taken->corners, n * sizeof *box->lo);
  box->bound = taken->bound;
  box->n_policies = taken->n_policies;
  box->kind = taken->kind;
  if (worker->last.is_least && !worker->interval->has_cuts)
    worker->n_spent_on_least += COST_OF_RESTORING;
  *restored = box;
  return TRUE;
}

/* Sets @box to the next one to expand, or to NULL if nothing is left anywhere or the run has
 * ended. */
static gboolean
worker_take_box (DeidWorker *worker, DeidBox **box, GError **error)
{
  DeidInterval *interval = worker->interval;
  DeidOpenBox taken = { .bound = INFINITY };
  gboolean success;

  *box = NULL;
  if (deid_run_has_ended (interval->run))
    return TRUE;
  g_mutex_lock (&interval->mutex);
  success = choose_box (worker, box, &taken, error);
  g_mutex_unlock (&interval->mutex);
  if (taken.corners != NULL)
    success = restore_box (worker, &taken, box, error);
  g_free (taken.corners);
  return success;
}

/* Lets the refiner lower first what is expected to make S° grow most, so that what it finds to be
 * infeasible is below the top in few dimensions. */
static void
order_steps (DeidWorker *worker)
{
  const DeidGrowth *growth = &worker->interval->growth;

  for (guint d = 0; d < growth->lattice->n_dimensions; d++)
    worker->expected_of_dimension[d] = worker->expected + growth->first[d];
  worker->refiner.worth = worker->expected_of_dimension;
}

gboolean
deid_worker_init (DeidWorker *worker, DeidInterval *interval, guint number, GError **error)
{
  const DeidPreparedProblem *prepared = interval->run->prepared;
  const guint n_dimensions = interval->lattice->n_dimensions;

  *worker = (DeidWorker){ .interval = interval, .number = number };
  if (interval->has_cuts)
    return deid_new_arrays (
               error, DEID_NEW (worker->probe, n_dimensions),
               DEID_NEW (worker->ceiling, n_dimensions),
               DEID_NEW (worker->multipliers, deid_cut_space_count_multipliers (&interval->space)),
               DEID_NEW (worker->incumbent.levels, n_dimensions))
           && deid_cut_bound_init (&worker->cuts, &interval->space, interval->proof != NULL, error)
           && (number > 0
               || deid_descent_init (&worker->descent, interval->run, &worker->cuts, 0, error));
  deid_evidence_ring_init (&worker->evidence, n_dimensions, prepared->rows.n);
  if (!deid_new_arrays (error, DEID_NEW (worker->probe, n_dimensions),
                        DEID_NEW (worker->ceiling, n_dimensions),
                        DEID_NEW (worker->bounds, n_dimensions),
                        DEID_NEW (worker->expected, interval->growth.n_levels),
                        DEID_NEW (worker->expected_of_dimension, n_dimensions),
                        DEID_NEW (worker->incumbent.levels, n_dimensions),
                        DEID_NEW (worker->rows, prepared->rows.n))
      || !deid_deduction_init (&worker->deduction, &interval->growth, error)
      || !deid_row_set_init (&worker->known, prepared->rows.n, error)
      || !deid_refining_evaluator_init (&worker->refiner, prepared, &interval->steps, error))
    return FALSE;
  worker->refiner.cells.n_threads = interval->n_row_threads;
  order_steps (worker);
  return TRUE;
}

static void
interval_workers_free_box (DeidBox *box)
{
  deid_free_arrays (box->lo, box->multipliers);
  deid_refined_clear (&box->refined);
  g_free (box);
}

void
deid_worker_clear (DeidWorker *worker)
{
  while (worker->n_stack > 0)
    interval_workers_free_box (worker->stack[--worker->n_stack]);
  while (worker->spare != NULL)
    {
      DeidBox *box = worker->spare;

      worker->spare = box->next;
      interval_workers_free_box (box);
    }
  if (worker->top != NULL)
    interval_workers_free_box (worker->top);
  g_free (worker->stack);
  deid_descent_clear (&worker->descent);
  deid_cut_bound_clear (&worker->cuts);
  deid_evaluator_clear (&worker->refiner.base);
  deid_evidence_ring_clear (&worker->evidence);
  deid_deduction_clear (&worker->deduction);
  deid_row_set_clear (&worker->known);
  deid_free_arrays (worker->rows, worker->incumbent.levels, worker->probe, worker->multipliers,
                    worker->ceiling, worker->bounds, worker->expected,
                    worker->expected_of_dimension);
}

static gboolean
init_cut_box (const DeidWorker *worker, DeidBox *box, GError **error)
{
  const DeidInterval *interval = worker->interval;

  return deid_new_arrays (
      error, DEID_NEW (box->refined.levels, interval->lattice->n_dimensions),
      DEID_NEW (box->multipliers, deid_cut_space_count_multipliers (&interval->space)));
}

DeidBox *
deid_worker_get_box (DeidWorker *worker, GError **error)
{
  DeidBox *box = worker->spare;

  if (box != NULL)
    {
      worker->spare = box->next;
      return box;
    }
  box = deid_alloc (1, sizeof *box, error);
  if (box == NULL)
    return NULL;
  if (deid_new_arrays (error, DEID_NEW (box->lo, worker->interval->lattice->n_dimensions))
      && (worker->interval->has_cuts ? init_cut_box (worker, box, error)
                                     : deid_refined_init (&box->refined, &worker->refiner, error)))
    return box;
  interval_workers_free_box (box);
  return NULL;
}

void
deid_worker_release_box (DeidWorker *worker, DeidBox *box)
{
  /* The box that is taken next keeps its memory. The others would add up to several tables. */
  if (worker->spare != NULL)
    deid_class_map_clear (&worker->spare->refined.map);
  box->next = worker->spare;
  worker->spare = box;
}

gboolean
deid_worker_push (DeidWorker *worker, DeidBox *box, GError **error)
{
  if (!deid_grow_list (worker, stack, worker->n_stack + 1, error))
    {
      deid_worker_release_box (worker, box);
      return FALSE;
    }
  worker->stack[worker->n_stack++] = box;
  return TRUE;
}

/* The upper corner of boxes with cuts is evaluated when they are expanded. */
static gboolean
start_cuts (DeidWorker *worker, DeidBox *box)
{
  const DeidLattice *lattice = worker->interval->lattice;

  deid_lattice_copy_bottom (lattice, box->lo);
  memcpy (box->refined.levels, lattice->heights,
          lattice->n_dimensions * sizeof *box->refined.levels);
  deid_cut_space_start (&worker->interval->space, box->refined.levels);
  box->is_top = TRUE;
  box->bound = 0;
  deid_worker_describe (worker, box);
  return TRUE;
}

gboolean
deid_worker_start (DeidWorker *worker, const DeidBox **top, GError **error)
{
  DeidRun *run = worker->interval->run;
  DeidBox *box = deid_worker_get_box (worker, error);
  gboolean feasible;

  if (box == NULL || !deid_worker_push (worker, box, error))
    return FALSE;
  *top = box;
  if (worker->interval->has_cuts)
    return start_cuts (worker, box);
  if (!deid_refining_evaluator_start (&worker->refiner, &box->refined, &run->stop, &feasible,
                                      error))
    return FALSE;
  deid_lattice_copy_bottom (worker->interval->lattice, box->lo);
  deid_run_consider (run, box->refined.levels, &box->refined.verdict);
  deid_worker_describe (worker, box);
  if (feasible)
    return TRUE;
  *top = NULL;
  worker->n_stack = 0;
  deid_worker_release_box (worker, box);
  return TRUE;
}

gboolean
deid_worker_consider (DeidWorker *worker, const DeidRefined *refined, gboolean feasible,
                      GError **error)
{
  DeidInterval *interval = worker->interval;

  if (deid_probes_contain (&interval->probes, refined->levels, interval->lattice->n_dimensions))
    deid_run_report (interval->run, FALSE);
  else if (deid_run_may_evaluate (interval->run))
    deid_run_consider (interval->run, refined->levels, &refined->verdict);
  worker->n_evaluated++;
  if (interval->proof != NULL)
    return TRUE;
  if (feasible)
    return deid_evidence_ring_add (&worker->evidence, refined, error);
  deid_barriers_add (&worker->deduction.barriers, refined->levels);
  return TRUE;
}

void
deid_worker_describe (const DeidWorker *worker, DeidBox *box)
{
  const DeidIncumbent *incumbent = &worker->incumbent;
  const double objective = incumbent->exists ? incumbent->verdict.objective : INFINITY;

  box->n_policies = 1;
  for (guint d = 0; d < worker->interval->lattice->n_dimensions; d++)
    box->n_policies *= box->refined.levels[d] - box->lo[d] + 1.0;
  box->kind = deid_effort_get_kind (box->n_policies, objective > 0 ? box->bound / objective : 0);
}

void
deid_worker_run (DeidWorker *worker)
{
  DeidInterval *interval = worker->interval;
  GError *error = NULL;
  gboolean success = TRUE;
  DeidBox *box;

  while (success && worker_take_box (worker, &box, &error) && box != NULL)
    {
      success = interval->has_cuts ? deid_worker_expand_cuts (worker, box, &error)
                                   : deid_worker_expand (worker, box, &error);
      deid_worker_release_box (worker, box);
    }
  if (error != NULL)
    deid_run_fail (interval->run, error);
  deid_run_add_evaluating (interval->run, interval->has_cuts ? worker->cuts.evaluating
                                                             : worker->refiner.evaluating);
  g_mutex_lock (&interval->mutex);
  g_cond_broadcast (&interval->cond);
  g_mutex_unlock (&interval->mutex);
}

static gpointer
interval_workers_run_worker (gpointer data)
{
  deid_worker_run (data);
  return NULL;
}

/* Starts as many threads as are to be had.
 * Returns: their number. */
static guint
start_threads (DeidInterval *interval, DeidWorker *workers, GThread **threads, guint n_wanted)
{
  GError *error = NULL;
  guint n = 0;

  for (; n < n_wanted && deid_worker_init (&workers[n], interval, n + 1, &error); n++)
    {
      threads[n] = g_thread_try_new ("deid-search", interval_workers_run_worker, &workers[n], NULL);
      if (threads[n] == NULL)
        break;
    }
  if (error != NULL)
    deid_run_fail (interval->run, error);
  g_mutex_lock (&interval->mutex);
  interval->n_workers = n + 1;
  g_mutex_unlock (&interval->mutex);
  return n;
}

void
deid_interval_run_workers (DeidInterval *interval, DeidWorker *first)
{
  const guint n_wanted = interval->n_workers - 1;
  DeidRun *run = interval->run;
  DeidWorker *others = NULL;
  GThread **threads = NULL;
  GError *error = NULL;
  guint n = 0;

  if (deid_new_arrays (&error, DEID_NEW (others, n_wanted), DEID_NEW (threads, n_wanted)))
    n = start_threads (interval, others, threads, n_wanted);
  else
    deid_run_fail (run, error);
  deid_worker_run (first);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  run->n_bytes = deid_interval_get_n_bytes (interval) + deid_worker_get_n_bytes (first);
  for (guint i = 0; i < n; i++)
    run->n_bytes += deid_worker_get_n_bytes (&others[i]);
  for (guint i = 0; others != NULL && i < n_wanted; i++)
    deid_worker_clear (&others[i]);
  deid_free_arrays (others, threads);
}
