/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/interval.h"

#include "base/arrays.h"
#include "search/search-context.h"
#include "search/search-private.h"

#include <math.h>

/* How much memory a search holds. Nothing that grows with the rows is freed before it ends, so what
 * is held at the end is the most that was. */

guint64
deid_interval_get_n_bytes (const DeidInterval *interval)
{
  guint64 n = deid_open_boxes_get_n_bytes (&interval->boxes);

  for (guint a = 0; a < interval->steps.n_attributes; a++)
    for (guint level = 0; level < interval->steps.n_steps[a]; level++)
      {
        const DeidCodes *parts = &interval->steps.steps[a][level].parts;

        n += parts->n * parts->width;
      }
  return n;
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
 * What was tried, in policies evaluated on mach2019-12, creditcard-14, creditcard-17 and, where
 * known, mach2019-16 (k = 5, 5 % suppressed); first the search without the four that follow:
 *   9,061  11,079  179,692  144,989
 *   9,061   8,894        -        -  split at any level, growth summed, 0.7 for each level skipped
 *   8,208   6,020   36,928  143,197  and the parts below later than those split off after them,
 *                                    with what was seen there as evidence
 *   7,914   6,008   36,744  141,586  and the last 64 evaluations as evidence, wherever they were
 *   7,914   6,117   35,144  132,721  and a local search for the first incumbent
 * With the optimum as the first incumbent the third line is 8,032, 5,978, 35,829 and 129,153.
 *
 * Without use: choosing splits by the growth of each child, evaluated beforehand (18,590 on
 * creditcard-14: what a dimension does in the long run is the better guide); evidence as the only
 * guide (32,246 on mach2019-12); the lowest level first (34,876); growth counted no higher than
 * what would settle the part (10,661 on creditcard-14); exponents other than 1 of either factor;
 * 0.6 for each level skipped (13,544 on creditcard-14, against about the same for 0.7 to 0.85); 512
 * evaluations as evidence (7,845 and 5,866, and the time spent on them). Evidence cannot be used in
 * the order in which the part below comes first: what was seen there lies below later boxes.
 *
 * Then 7,882, 6,211, 38,084 and 123,052, since a tenth of the evaluations is of boxes of the least
 * bound (interval-workers.c), lower corners are raised at once by what was seen of parts split off
 * later, and growth is learnt from a local search, too; creditcard-19 takes
 * 187,317 for 176,264 and creditcard-24 3,517,988 for 3,456,317. Without that growth creditcard-17
 * takes 41,841: large boxes are split early, by what little is known then. With the growth of a
 * whole run known beforehand it would be 31,938.
 *
 * Now 6,886, 4,652, 26,204 and 113,388, creditcard-19 139,011 and creditcard-24 2,643,800, since
 * infeasible policies bar their specializations in all boxes. Of the lowerings to a ceiling that
 * were found infeasible a fourth had been barred before, and two fifths if what was infeasible on
 * the way bars as well. Without trying hi by raising lo to it creditcard-17 takes 31,433.
 *
 * Without use, on creditcard-17: trying lo by lowering hi to it, too, or adding up what barriers
 * with different ways cost (1 to 2 % fewer evaluations, and the time spent on them); lowering from
 * the top once more wherever a ceiling is infeasible, for barriers below the top in fewer
 * dimensions (10 % fewer, but a third more classes made); deducing what is left of a part before it
 * is evaluated; splitting by what barriers add to the bounds of both parts; other orders of
 * lowering; learning growth from all steps of a lowering (27,239).
 *
 * Merging the rows that lo cannot tell apart, wherever enough evaluations are expected of a box:
 * 62 % (creditcard-17), 70 % (creditcard-19) and 99 % (mach2019-16) of what is read of rows
 * remains, but grouping them and counting weights takes as much time as that saves.
 */

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
          && !deid_worker_find_incumbent (worker, &top->refined, error)))
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
