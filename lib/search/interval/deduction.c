/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A better policy of the box must pass each barrier in one of the dimensions where that is below
 * hi. Ways that raise the bound too much, together with what else lo must be raised to, are closed;
 * if one way is left, lo is raised to it, and if none is left, there is no better policy. Whether
 * better policies may be at hi in some dimension is tried by raising lo to it. */
#include "search/interval/deduction.h"

#include <string.h>

#include "base/arrays.h"

/* About twenty are before a box as a rule. */
#define N_BEFORE 256

gboolean
deid_deduction_init (DeidDeduction *deduction, const DeidGrowth *growth, GError **error)
{
  const guint n_dimensions = growth->lattice->n_dimensions;

  *deduction = (DeidDeduction){ .growth = growth };
  return deid_barriers_init (&deduction->barriers, growth, error)
         && deid_new_arrays (
             error, DEID_NEW (deduction->costs, (guint64) growth->n_levels + n_dimensions),
             DEID_NEW (deduction->found, N_BEFORE),
             DEID_NEW (deduction->ways, (guint64) N_BEFORE * n_dimensions),
             DEID_NEW (deduction->ends, N_BEFORE), DEID_NEW (deduction->probe, n_dimensions));
}

void
deid_deduction_clear (DeidDeduction *deduction)
{
  deid_barriers_clear (&deduction->barriers);
  g_free (deduction->costs);
  g_free (deduction->found);
  g_free (deduction->ways);
  g_free (deduction->ends);
  g_free (deduction->probe);
}

guint64
deid_deduction_get_n_bytes (const DeidDeduction *deduction)
{
  return deid_barriers_get_n_bytes (&deduction->barriers)
         + (guint64) N_BEFORE * deduction->growth->lattice->n_dimensions * sizeof *deduction->ways;
}

/* Lists the ways past the barriers that are before the box. */
static void
list_ways (DeidDeduction *deduction, const DeidLevel *lo, const DeidLevel *hi)
{
  guint n_ways = 0;

  deduction->n = deid_barriers_find (&deduction->barriers, lo, N_BEFORE, deduction->found);
  for (guint i = 0; i < deduction->n; i++)
    {
      const DeidLevel *barrier = deid_barriers_get (&deduction->barriers, deduction->found[i]);

      for (guint d = 0; d < deduction->growth->lattice->n_dimensions; d++)
        if (barrier[d] < hi[d])
          deduction->ways[n_ways++] = (DeidWay){ .dimension = d, .level = barrier[d] + 1u };
      deduction->ends[i] = n_ways;
    }
}

/* Returns: what the bound gains if @lo is raised in one dimension. */
static double
get_gain (const DeidDeduction *deduction, const DeidLevel *lo, guint dimension, guint level)
{
  return *deid_deduction_get_cost (deduction, dimension, level)
         - *deid_deduction_get_cost (deduction, dimension, lo[dimension]);
}

static void
raise_to (const DeidDeduction *deduction, guint dimension, guint level, DeidLevel *lo, double *gain)
{
  *gain += get_gain (deduction, lo, dimension, level);
  lo[dimension] = (DeidLevel) level;
}

/* Raises @lo if there is but one of the ways from @way to @end.
 * Returns: whether there is any. */
static gboolean
deduction_pass (const DeidDeduction *deduction, const DeidWay *way, const DeidWay *end,
                DeidLevel *lo, const DeidLevel *hi, double *gain, gboolean *raised)
{
  const DeidWay *open = NULL;
  guint n_open = 0;

  for (; way < end; way++)
    {
      if (lo[way->dimension] >= way->level)
        return TRUE;
      if (way->level <= hi[way->dimension]
          && *gain + get_gain (deduction, lo, way->dimension, way->level) <= deduction->slack)
        {
          open = way;
          n_open++;
        }
    }
  if (n_open == 1)
    {
      raise_to (deduction, open->dimension, open->level, lo, gain);
      *raised = TRUE;
    }
  return n_open > 0;
}

/* Raises @lo, whose bound has gained @gain so far, as far as the barriers ask for it.
 * Returns: FALSE if some barrier cannot be passed. */
static gboolean
pass_all (const DeidDeduction *deduction, DeidLevel *lo, const DeidLevel *hi, double *gain)
{
  gboolean raised;

  do
    {
      guint first = 0;

      raised = FALSE;
      for (guint i = 0; i < deduction->n; first = deduction->ends[i++])
        if (!deduction_pass (deduction, deduction->ways + first,
                             deduction->ways + deduction->ends[i], lo, hi, gain, &raised))
          return FALSE;
    }
  while (raised);
  return TRUE;
}

/* Returns: whether better policies may be at @hi in a dimension. */
static gboolean
may_be_at_top (const DeidDeduction *deduction, const DeidLevel *lo, const DeidLevel *hi,
               double gain, guint dimension)
{
  DeidLevel *probe = deduction->probe;

  memcpy (probe, lo, deduction->growth->lattice->n_dimensions * sizeof *lo);
  raise_to (deduction, dimension, hi[dimension], probe, &gain);
  return gain <= deduction->slack && pass_all (deduction, probe, hi, &gain);
}

gboolean
deid_deduction_narrow (DeidDeduction *deduction, DeidLevel *lo, DeidLevel *hi)
{
  double gain = 0;
  gboolean lowered;

  list_ways (deduction, lo, hi);
  if (!pass_all (deduction, lo, hi, &gain))
    return FALSE;
  do
    {
      lowered = FALSE;
      for (guint d = 0; deduction->n > 0 && d < deduction->growth->lattice->n_dimensions; d++)
        while (hi[d] > lo[d] && !may_be_at_top (deduction, lo, hi, gain, d))
          {
            hi[d]--;
            lowered = TRUE;
            if (!pass_all (deduction, lo, hi, &gain))
              return FALSE;
          }
    }
  while (lowered);
  return TRUE;
}
