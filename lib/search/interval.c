/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Interval branch and bound.
 *
 * A box [lo, hi] is a set of policies. If S°(hi), the records that fail the superset-closed part of
 * the models at hi, exceeds the suppression limit, no policy of the box is a solution. Otherwise
 * each of them suppresses at least S°(hi), which bounds its objective from below; hi itself is a
 * candidate. A box that cannot hold anything better than the incumbent is dropped; else it is split
 * on one dimension: one part lowers hi by a level, which takes an evaluation, the other raises lo
 * to hi there, which takes none.
 *
 * The search goes depth first with the class map of each open hi on a stack, so that the table is
 * never grouped anew and memory is bounded by the depth, at most the sum of the lattice's heights.
 * Before a box is split it is tightened: where raising lo in one dimension to a level would make
 * the box one to be dropped, hi is lowered below that level, in all dimensions at once.
 *
 * The dimension to split on is the one with the greatest product of what the raised part's bound
 * gains (the range of cost between lo and hi) and what the lowered part's bound is expected to
 * gain: the mean number of records that lowering this level has added to S° so far, drawn towards
 * the mean of its dimension by a weight of PRIOR observations. Dimensions never lowered come first.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "search/interval.h"

#define PRIOR 10.0

/* What is still open of a box; hi is refined.levels. */
typedef struct
{
  DeidLevel *lo;
  DeidRefined refined;
  double bound;
} Frame;

/* How much S° grew when a level was lowered. */
typedef struct
{
  double sum;
  double n;
} Growth;

typedef struct
{
  DeidRun *run;
  const DeidLattice *lattice;
  DeidSteps steps;
  DeidRefiner refiner;
  Frame *frames;
  guint n_frames; /* that are initialized */
  guint depth;    /* of the stack of open boxes */
  DeidProbes probes;
  Growth **growth;       /* for each dimension, of each level reached */
  Growth *growth_of_all; /* for each dimension, over all levels */
} Interval;

static gboolean
interval_init (Interval *interval, DeidRun *run, GError **error)
{
  const DeidLattice *lattice = run->instance.lattice;
  const guint64 depth = deid_levels_sum (lattice->heights, lattice->n_dimensions) + 1;

  *interval = (Interval){ .run = run, .lattice = lattice };
  interval->growth = g_new (Growth *, lattice->n_dimensions);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    interval->growth[d] = g_new0 (Growth, lattice->heights[d] + 1);
  interval->growth_of_all = g_new0 (Growth, lattice->n_dimensions);
  interval->frames = deid_alloc (depth, sizeof *interval->frames, error);
  return interval->frames != NULL
         && deid_steps_init (&interval->steps, &run->instance.rows, lattice->attributes, &run->stop,
                             error)
         && deid_refiner_init (&interval->refiner, &run->instance, &interval->steps, error);
}

static void
interval_clear (Interval *interval)
{
  for (guint i = 0; i < interval->n_frames; i++)
    {
      g_free (interval->frames[i].lo);
      deid_refined_clear (&interval->frames[i].refined);
    }
  g_free (interval->frames);
  g_free (interval->probes.levels);
  for (guint d = 0; d < interval->lattice->n_dimensions; d++)
    g_free (interval->growth[d]);
  g_free (interval->growth);
  g_free (interval->growth_of_all);
  deid_refiner_clear (&interval->refiner);
  deid_steps_clear (&interval->steps);
}

/* Returns: the frame above the stack, initialized. */
static Frame *
get_next_frame (Interval *interval, GError **error)
{
  Frame *frame = &interval->frames[interval->depth];

  if (interval->depth == interval->n_frames)
    {
      interval->n_frames++;
      frame->lo = g_new0 (DeidLevel, interval->lattice->n_dimensions);
      if (!deid_refined_init (&frame->refined, &interval->refiner, error))
        return NULL;
    }
  return frame;
}

static double
count_policies (const Interval *interval, const Frame *frame)
{
  double n = 1;

  for (guint d = 0; d < interval->lattice->n_dimensions; d++)
    n *= frame->refined.levels[d] - frame->lo[d] + 1.0;
  return n;
}

/* Each box that is open lies in a frame, so the smallest of their bounds holds for all. */
static gboolean
may_evaluate (Interval *interval)
{
  double bound = INFINITY, n_open = 0;

  for (guint i = 0; i < interval->depth; i++)
    {
      bound = MIN (bound, interval->frames[i].bound);
      n_open += count_policies (interval, &interval->frames[i]);
    }
  interval->run->n_open = MIN (interval->run->n_open, n_open);
  interval->run->lower_bound = MAX (interval->run->lower_bound, bound);
  return deid_run_may_evaluate (interval->run);
}

static void
consider (Interval *interval, const DeidRefined *refined)
{
  if (!deid_probes_contain (&interval->probes, refined->levels, interval->lattice->n_dimensions))
    deid_run_consider (interval->run, refined->levels, &refined->verdict);
}

static gboolean
is_dominated (Interval *interval, const Frame *frame, const DeidLevel *lo)
{
  return deid_run_is_dominated (
      interval->run, deid_refiner_get_bound (&interval->refiner, &frame->refined, lo), lo);
}

static gboolean
lower (Interval *interval, const Frame *from, guint d, DeidRefined *to, gboolean *feasible,
       GError **error)
{
  const guint64 before = from->refined.verdict.n_necessary;
  Growth *growth;

  if (!deid_refiner_lower (&interval->refiner, &from->refined, d, to, &interval->run->stop,
                           feasible, error))
    return FALSE;
  growth = &interval->growth[d][to->levels[d]];
  growth->sum += (double) (to->verdict.n_necessary - before);
  growth->n++;
  interval->growth_of_all[d].sum += (double) (to->verdict.n_necessary - before);
  interval->growth_of_all[d].n++;
  return TRUE;
}

/* Finds for each dimension the highest level that a better policy of the box can have.
 * Returns: whether some level is below hi. */
static gboolean
find_ceiling (Interval *interval, const Frame *frame, DeidLevel *probe, DeidLevel *ceiling)
{
  const guint n_dimensions = interval->lattice->n_dimensions;
  gboolean lowered = FALSE;

  memcpy (probe, frame->lo, n_dimensions * sizeof *probe);
  for (guint d = 0; d < n_dimensions; d++)
    {
      const DeidLevel hi = frame->refined.levels[d];

      ceiling[d] = frame->lo[d];
      while (ceiling[d] < hi)
        {
          probe[d] = (DeidLevel) (ceiling[d] + 1);
          if (is_dominated (interval, frame, probe))
            break;
          ceiling[d]++;
        }
      probe[d] = frame->lo[d];
      lowered |= ceiling[d] < hi;
    }
  return lowered;
}

/* Lowers hi to the ceiling. A policy on the way that is infeasible proves the whole box so. */
static gboolean
lower_to_ceiling (Interval *interval, Frame *frame, const DeidLevel *ceiling, gboolean *open,
                  GError **error)
{
  DeidRefined *refined = &frame->refined;

  *open = TRUE;
  for (guint d = 0; *open && d < interval->lattice->n_dimensions; d++)
    while (*open && refined->levels[d] > ceiling[d])
      if (!lower (interval, frame, d, refined, open, error))
        return FALSE;
  consider (interval, refined);
  return TRUE;
}

/* Tightens the uppermost box until nothing changes; @open becomes FALSE if it is settled or the run
 * has ended. */
static gboolean
tighten (Interval *interval, Frame *frame, gboolean *open, GError **error)
{
  const guint n_dimensions = interval->lattice->n_dimensions;
  g_autofree DeidLevel *probe = g_new (DeidLevel, 2 * n_dimensions);
  DeidLevel *ceiling = probe + n_dimensions;

  for (;;)
    {
      frame->bound = deid_refiner_get_bound (&interval->refiner, &frame->refined, frame->lo);
      *open = !deid_run_is_dominated (interval->run, frame->bound, frame->lo);
      if (!*open || !find_ceiling (interval, frame, probe, ceiling))
        return TRUE;
      *open = may_evaluate (interval);
      if (!*open)
        return TRUE;
      if (!lower_to_ceiling (interval, frame, ceiling, open, error))
        return FALSE;
      if (!*open)
        return TRUE;
    }
}

static double
get_expected_growth (const Interval *interval, guint d, guint level)
{
  const Growth own = interval->growth[d][level], all = interval->growth_of_all[d];

  return all.n > 0 ? (own.sum + PRIOR * all.sum / all.n) / (own.n + PRIOR) : G_MAXUINT32;
}

/* Returns: the dimension to split on, or the number of dimensions for a single policy. */
static guint
choose_dimension (const Interval *interval, const Frame *frame)
{
  const DeidLoss *loss = &interval->run->instance.loss;
  const DeidLevel *hi = frame->refined.levels;
  guint best = interval->lattice->n_dimensions;
  double best_score = 0;

  for (guint d = 0; d < interval->lattice->n_dimensions; d++)
    {
      double score;

      if (frame->lo[d] == hi[d])
        continue;
      score = deid_loss_get_range (loss, interval->lattice->dimension_attribute[d], frame->lo, hi)
              * get_expected_growth (interval, d, hi[d] - 1u);
      if (best == interval->lattice->n_dimensions || score > best_score)
        {
          best = d;
          best_score = score;
        }
    }
  return best;
}

/* Splits the uppermost box on a dimension: it keeps the part where the level is hi, and the part
 * below becomes a new box above it unless that is infeasible. */
static gboolean
split (Interval *interval, Frame *frame, guint d, GError **error)
{
  Frame *below = get_next_frame (interval, error);
  gboolean feasible;

  if (below == NULL)
    return FALSE;
  if (!may_evaluate (interval))
    return TRUE;
  if (!lower (interval, frame, d, &below->refined, &feasible, error))
    return FALSE;
  consider (interval, &below->refined);
  if (feasible)
    {
      memcpy (below->lo, frame->lo, interval->lattice->n_dimensions * sizeof *below->lo);
      below->bound = deid_refiner_get_bound (&interval->refiner, &below->refined, below->lo);
      interval->depth++;
    }
  frame->lo[d] = frame->refined.levels[d];
  frame->bound = deid_refiner_get_bound (&interval->refiner, &frame->refined, frame->lo);
  return TRUE;
}

static gboolean
search (Interval *interval, GError **error)
{
  DeidRun *run = interval->run;
  Frame *top = get_next_frame (interval, error);
  gboolean open;

  if (top == NULL)
    return FALSE;
  if (!deid_run_may_evaluate (run))
    return TRUE;
  if (!deid_refiner_start (&interval->refiner, &top->refined, &run->stop, &open, error))
    return FALSE;
  deid_run_consider (run, top->refined.levels, &top->refined.verdict);
  if (open
      && !deid_interval_find_incumbent (run, &interval->refiner, &top->refined, &interval->probes,
                                        error))
    return FALSE;
  interval->depth = open ? 1 : 0;
  while (interval->depth > 0 && !run->ended)
    {
      Frame *frame = &interval->frames[interval->depth - 1];
      guint d;

      if (!tighten (interval, frame, &open, error))
        return FALSE;
      d = open ? choose_dimension (interval, frame) : interval->lattice->n_dimensions;
      if (run->ended)
        break;
      if (d == interval->lattice->n_dimensions)
        interval->depth--;
      else if (!split (interval, frame, d, error))
        return FALSE;
    }
  run->complete = !run->ended;
  return TRUE;
}

void
deid_search_interval (DeidRun *run)
{
  Interval interval;
  GError *error = NULL;

  if (!interval_init (&interval, run, &error) || !search (&interval, &error))
    deid_run_fail (run, error);
  interval_clear (&interval);
}
