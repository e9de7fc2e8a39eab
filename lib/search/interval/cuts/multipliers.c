/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where to look for better multipliers: along a gradient of the bound (M. Held, P. Wolfe, H. P.
 * Crowder, Validation of subgradient optimization, Mathematical Programming 6, 1974). */
#include "search/interval/cuts/cut-bound.h"

/* By which the price of suppression rises at least. */
#define LAMBDA_STEP 128

void
deid_cut_bound_start (const DeidCutBound *bound, guint16 *multipliers)
{
  const DeidCutSpace *space = bound->space;
  guint n_free = 0;

  for (guint a = 0; a < space->n_axes; a++)
    n_free += deid_cut_axis_is_free (&space->axes[a], bound->lo, bound->hi) ? 1 : 0;
  for (guint a = 0; a < space->n_axes; a++)
    multipliers[a] = deid_cut_axis_is_free (&space->axes[a], bound->lo, bound->hi)
                         ? (guint16) (DEID_SHARES / n_free)
                         : 0;
  multipliers[space->n_axes] = 0;
}

/* Shares grow with what the failing records of their attributes could pay. */
static void
step_shares (const DeidCutBound *bound, double length, guint16 *multipliers)
{
  const guint n = bound->space->n_axes;
  double total = 0, mean = 0, sum = 0;
  guint n_free = 0;

  for (guint a = 0; a < n; a++)
    if (multipliers[a] > 0)
      {
        n_free++;
        total += (double) bound->alls[a];
      }
  if (total <= 0)
    return;
  mean = total / n_free;
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < n; a++)
      if (multipliers[a] > 0)
        {
          const double factor = 1 + length * ((double) bound->alls[a] / mean - 1);
          const double share = multipliers[a] * CLAMP (factor, 0.5, 2);

          if (pass == 0)
            sum += share;
          else
            multipliers[a] = (guint16) MAX (share * (DEID_SHARES - n) / sum, 1);
        }
}

static void
step_lambda (const DeidCutBound *bound, double length, guint16 *lambda)
{
  const gint64 limit = (gint64) bound->space->prepared->limit;
  double changed;

  if (bound->n_failing > limit)
    changed = *lambda * (1 + length) + LAMBDA_STEP * length;
  else
    changed = *lambda * (1 - length) - 1;
  *lambda = (guint16) CLAMP (changed, 0, G_MAXUINT16);
}

void
deid_cut_bound_step (const DeidCutBound *bound, double length, guint16 *multipliers)
{
  step_shares (bound, length, multipliers);
  step_lambda (bound, length, &multipliers[bound->space->n_axes]);
}
