/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for what a suppression limit of 5 % would gain where nothing may be suppressed. */
#include <string.h>

#include "base/memory.h"
#include "report/warnings-private.h"

#define SHARE         20 /* one record of so many may be suppressed */
#define N_EVALUATIONS 64

/* By how much the loss has to fall: to 9/10. */
#define MUCH 0.9

/* A walk down from the result, which lowers one level at a time. */
typedef struct
{
  const DeidWarningScan *scan;
  DeidGroupingEvaluator evaluator;
  DeidLevel *levels;
  guint n_left;        /* evaluations */
  double objective;    /* of where it stands */
  DeidVerdict verdict; /* the same, once it has moved */
} Walk;

/* Tries what is one level below; moves to the one with the least loss.
 * Returns: FALSE with an error; otherwise @moved tells whether there was a better one. */
static gboolean
step (Walk *walk, gboolean *moved, GError **error)
{
  const DeidLattice *lattice = walk->evaluator.prepared->lattice;
  guint best = lattice->n_dimensions;

  for (guint d = 0; d < lattice->n_dimensions && walk->n_left > 0; d++)
    {
      DeidVerdict verdict;

      if (walk->levels[d] == lattice->floors[d])
        continue;
      walk->n_left--;
      walk->levels[d]--;
      if (!deid_evaluator_evaluate (&walk->evaluator.base, walk->levels, walk->scan->stop, &verdict,
                                    error))
        return FALSE;
      walk->levels[d]++;
      if (!verdict.is_solution || verdict.objective >= walk->objective)
        continue;
      best = d;
      walk->objective = verdict.objective;
      walk->verdict = verdict;
    }
  *moved = best < lattice->n_dimensions;
  if (*moved)
    walk->levels[best]--;
  return TRUE;
}

static gboolean
add_warning (const Walk *walk, double loss, GError **error)
{
  const DeidWarningScan *scan = walk->scan;
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "no record may be suppressed: with a limit of 5 %% policy '");
  deid_levels_describe (scan->problem->lattice, walk->levels, &text);
  deid_long_text_add (&text,
                      "' would be a solution, suppress %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " records and lower the loss from ",
                      walk->verdict.n_suppressed, walk->evaluator.prepared->n_records);
  deid_long_text_add_double (&text, "%.4f", scan->result->loss);
  deid_long_text_add (&text, " to ");
  deid_long_text_add_double (&text, "%.4f", loss);
  return deid_warning_scan_add (scan, DEID_WARNING_LIMIT_OF_0, NULL, walk->verdict.n_suppressed,
                                &text, error);
}

static gboolean
descend (Walk *walk, GError **error)
{
  const DeidPreparedProblem *prepared = walk->evaluator.prepared;
  gboolean moved = TRUE;
  double loss = walk->scan->result->loss;

  while (moved && walk->n_left > 0)
    if (!step (walk, &moved, error))
      return FALSE;
  if (!deid_loss_from_objective (&prepared->loss, walk->objective, &loss, error))
    return FALSE;
  return !(loss <= MUCH * walk->scan->result->loss) || add_warning (walk, loss, error);
}

/* What rows are like does not matter, so that the distinct ones do. */
static gboolean
try_limit (const DeidWarningScan *scan, DeidPreparation *preparation, GError **error)
{
  const DeidPreparedProblem *distinct
      = deid_preparation_get_distinct (preparation, scan->stop, error);
  Walk walk = { .scan = scan, .n_left = N_EVALUATIONS };
  DeidPreparedProblem prepared;
  gboolean success;

  if (distinct == NULL)
    return FALSE;
  prepared = *distinct;
  prepared.limit = prepared.problem_limit = prepared.n_records / SHARE;
  walk.objective = scan->partition->verdict.objective;
  walk.levels = deid_alloc (prepared.lattice->n_dimensions, sizeof *walk.levels, error);
  if (walk.levels == NULL)
    return FALSE;
  memcpy (walk.levels, scan->result->policy->levels,
          prepared.lattice->n_dimensions * sizeof *walk.levels);
  success
      = deid_grouping_evaluator_init (&walk.evaluator, &prepared, error) && descend (&walk, error);
  deid_evaluator_clear (&walk.evaluator.base);
  g_free (walk.levels);
  return success;
}

gboolean
deid_warn_of_limit (const DeidWarningScan *scan, GError **error)
{
  DeidPreparation *preparation;
  gboolean success;

  if (deid_problem_get_n_suppressible (scan->problem) > 0 || !(scan->result->loss > 0))
    return TRUE;
  preparation = deid_problem_prepare (scan->result->problem, scan->stop, error);
  if (preparation == NULL)
    return FALSE;
  success = try_limit (scan, preparation, error);
  deid_preparation_release (preparation);
  return success;
}
