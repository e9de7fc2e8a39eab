/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-prover.h"

#include <string.h>

#define MAX_DIMENSIONS 32

GRand *plain_prover_rand;
ProofCounts plain_prover_counts;

typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidGroupingEvaluator evaluator;
  const DeidLevel *optimum;
  double objective;
  const DeidProofFuncs *funcs;
  gpointer data;
  const DeidStop *stop;
  guint n_dimensions;
} Prover;

typedef struct
{
  DeidLevel lo[MAX_DIMENSIONS];
  DeidLevel hi[MAX_DIMENSIONS];
} Box;

static gboolean
is_likely (guint one_in)
{
  return g_rand_int_range (plain_prover_rand, 0, (gint32) one_in) > 0;
}

static gboolean
is_dominated (const Prover *prover, double objective, const DeidLevel *levels)
{
  return objective > prover->objective
         || (objective == prover->objective
             && deid_levels_compare (levels, prover->optimum, prover->n_dimensions) >= 0);
}

static guint64
weigh (const DeidRows *rows, guint64 row)
{
  return rows->loss_weights != NULL ? rows->loss_weights[row] : deid_rows_get_weight (rows, row);
}

/* The objective of @lower if S° of the policy evaluated last were suppressed, summed row by row. */
static double
get_bound (const Prover *prover, const DeidLevel *lower)
{
  const DeidPreparedProblem *prepared = prover->prepared;
  const DeidRows *rows = &prepared->rows;
  DeidLossSums sums[MAX_DIMENSIONS] = { { 0 } };
  guint64 n_necessary = 0;

  for (guint64 row = 0; row < rows->n; row++)
    for (guint a = 0; a < rows->n_attributes; a++)
      {
        const DeidRecoding *recoding
            = deid_attribute_get_recoding (&prepared->lattice->attributes[a], lower);
        const guint32 label = recoding->labels[deid_codes_get (rows->codes[a], row)];
        const guint32 class = prover->evaluator.grouping.class_of_row[row];
        const gboolean is_necessary
            = prover->evaluator.judgement.verdicts[class] == DEID_CLASS_FAILS_NECESSARY;

        *(is_necessary ? &sums[a].covered : &sums[a].kept)
            += weigh (rows, row) * (recoding->n_leaves[label] - 1);
        n_necessary += a == 0 && is_necessary ? weigh (rows, row) : 0;
      }
  return deid_loss_relax (&prepared->loss,
                          deid_loss_get_objective (&prepared->loss, sums, n_necessary));
}

static gboolean
evaluate (Prover *prover, const DeidLevel *levels, DeidVerdict *verdict, GError **error)
{
  return deid_evaluator_evaluate (&prover->evaluator.base, levels, prover->stop, verdict, error);
}

static gboolean prove_box (Prover *prover, Box box, GError **error);

/* Lowers hi in some of the dimensions in which that can be; hi was evaluated last.
 * Returns: whether it could be in some. */
static gboolean
find_ceiling (const Prover *prover, const Box *box, DeidLevel *ceiling, double *bounds)
{
  gboolean lowered = FALSE;

  memcpy (ceiling, box->hi, sizeof box->hi);
  for (guint d = 0; d < prover->n_dimensions; d++)
    for (DeidLevel level = box->lo[d]; level < box->hi[d]; level++)
      {
        DeidLevel lower[MAX_DIMENSIONS];

        memcpy (lower, box->lo, sizeof lower);
        lower[d] = (DeidLevel) (level + 1);
        bounds[d] = get_bound (prover, lower);
        if (!is_dominated (prover, bounds[d], lower) || !is_likely (5))
          continue;
        ceiling[d] = level;
        lowered = TRUE;
        break;
      }
  return lowered;
}

/* Cuts off the part up to a level if it is infeasible, otherwise splits there. */
static gboolean
divide (Prover *prover, Box box, GError **error)
{
  Box below = box;
  DeidVerdict verdict;
  guint d, level;

  do
    d = (guint) g_rand_int_range (plain_prover_rand, 0, (gint32) prover->n_dimensions);
  while (box.lo[d] == box.hi[d]);
  level = (guint) g_rand_int_range (plain_prover_rand, box.lo[d], box.hi[d]);
  below.hi[d] = (DeidLevel) level;
  box.lo[d] = (DeidLevel) (level + 1);
  if (!evaluate (prover, below.hi, &verdict, error))
    return FALSE;
  if (!deid_verdict_is_feasible (&verdict, prover->prepared) && is_likely (3))
    {
      plain_prover_counts.cuts++;
      return prover->funcs->cut (prover->data, d, level, &verdict, error)
             && prove_box (prover, box, error);
    }
  plain_prover_counts.splits++;
  return prover->funcs->split (prover->data, d, level, error) && prove_box (prover, box, error)
         && prove_box (prover, below, error);
}

static gboolean
prove_box (Prover *prover, Box box, GError **error)
{
  const DeidProofFuncs *funcs = prover->funcs;
  const gboolean is_policy = memcmp (box.lo, box.hi, prover->n_dimensions * sizeof *box.lo) == 0;
  DeidLevel ceiling[MAX_DIMENSIONS];
  double bounds[MAX_DIMENSIONS], bound;
  DeidVerdict verdict;

  if (!evaluate (prover, box.hi, &verdict, error))
    return FALSE;
  bound = get_bound (prover, box.lo);
  if (is_policy && !is_likely (4))
    {
      plain_prover_counts.policies++;
      return funcs->settle_policy (prover->data, &verdict, error);
    }
  if (!deid_verdict_is_feasible (&verdict, prover->prepared) && (is_policy || is_likely (4)))
    {
      plain_prover_counts.infeasible++;
      return funcs->settle_infeasible (prover->data, &verdict, error);
    }
  if (is_dominated (prover, bound, box.lo) && (is_policy || is_likely (4)))
    {
      plain_prover_counts.bounded++;
      return funcs->settle_bounded (prover->data, bound, error);
    }
  if (is_policy)
    {
      plain_prover_counts.policies++;
      return funcs->settle_policy (prover->data, &verdict, error);
    }
  if (!find_ceiling (prover, &box, ceiling, bounds) || !is_likely (4))
    return divide (prover, box, error);
  plain_prover_counts.lowers++;
  if (!funcs->lower (prover->data, ceiling, bounds, error))
    return FALSE;
  memcpy (box.hi, ceiling, sizeof ceiling);
  return prove_box (prover, box, error);
}

gboolean
plain_prove (const DeidPreparedProblem *prepared, const DeidLevel *optimum,
             const DeidVerdict *verdict, const DeidProofFuncs *funcs, gpointer data,
             const DeidStop *stop, GError **error)
{
  const guint n = prepared->lattice->n_dimensions;
  Prover prover = { .prepared = prepared,
                    .optimum = optimum,
                    .objective = verdict->objective,
                    .funcs = funcs,
                    .data = data,
                    .stop = stop,
                    .n_dimensions = n };
  Box box = { { 0 }, { 0 } };
  gboolean success;

  g_assert (n <= MAX_DIMENSIONS);
  memcpy (box.lo, prepared->lattice->floors, n * sizeof *box.lo);
  memcpy (box.hi, prepared->lattice->heights, n * sizeof *box.hi);
  success = deid_grouping_evaluator_init (&prover.evaluator, prepared, error)
            && prove_box (&prover, box, error);
  deid_evaluator_clear (&prover.evaluator.base);
  return success;
}
