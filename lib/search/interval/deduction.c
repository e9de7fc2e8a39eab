/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/deduction.h"

#include "base/arrays.h"

#include <string.h>

#define DEID_NO_DIMENSION G_MAXUINT

#define N_WORDS           (DEID_N_BARRIERS / 64)

gboolean
deid_barriers_init (DeidBarriers *barriers, const DeidGrowth *growth, GError **error)
{
  const guint64 n_dimensions = growth->lattice->n_dimensions;

  *barriers = (DeidBarriers){ .growth = growth };
  return deid_new_arrays (error, DEID_NEW (barriers->levels, DEID_N_BARRIERS * n_dimensions),
                          DEID_NEW (barriers->reaching, (guint64) growth->n_levels * N_WORDS),
                          DEID_NEW (barriers->found, N_WORDS));
}

void
deid_barriers_clear (DeidBarriers *barriers)
{
  deid_free_arrays (barriers->levels, barriers->reaching, barriers->found);
}

static guint64
barriers_get_n_bytes (const DeidBarriers *barriers)
{
  const DeidGrowth *growth = barriers->growth;

  return (guint64) DEID_N_BARRIERS * growth->lattice->n_dimensions * sizeof *barriers->levels
         + ((guint64) growth->n_levels + 1) * N_WORDS * sizeof *barriers->reaching;
}

/* Returns: the barriers that are not below a level above 0. */
static guint64 *
get_reaching (const DeidBarriers *barriers, guint dimension, guint level)
{
  return barriers->reaching + ((gsize) barriers->growth->first[dimension] + level - 1) * N_WORDS;
}

void
deid_barriers_add (DeidBarriers *barriers, const DeidLevel *levels)
{
  const DeidLattice *lattice = barriers->growth->lattice;
  const guint barrier = barriers->next;
  const guint64 bit = G_GUINT64_CONSTANT (1) << barrier % 64;

  memcpy (barriers->levels + (gsize) barrier * lattice->n_dimensions, levels,
          lattice->n_dimensions * sizeof *levels);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    for (guint level = 1; level <= lattice->heights[d]; level++)
      {
        guint64 *word = get_reaching (barriers, d, level) + barrier / 64;

        *word = level <= levels[d] ? *word | bit : *word & ~bit;
      }
  barriers->n = MAX (barriers->n, barrier + 1);
  barriers->next = (barrier + 1) % DEID_N_BARRIERS;
}

guint
deid_barriers_find (DeidBarriers *barriers, const DeidLevel *levels, guint n_most, guint *found)
{
  const guint n_words = (barriers->n + 63) / 64;
  guint64 *words = barriers->found;
  guint n = 0;

  memset (words, 0xff, n_words * sizeof *words);
  if (barriers->n % 64 != 0)
    words[n_words - 1] = (G_GUINT64_CONSTANT (1) << barriers->n % 64) - 1;
  for (guint d = 0; d < barriers->growth->lattice->n_dimensions; d++)
    if (levels[d] > 0)
      {
        const guint64 *reaching = get_reaching (barriers, d, levels[d]);

        for (guint w = 0; w < n_words; w++)
          words[w] &= reaching[w];
      }
  for (guint w = 0; w < n_words; w++)
    for (guint64 left = words[w]; left != 0 && n < n_most; left &= left - 1)
      found[n++] = w * 64 + (guint) g_bit_nth_lsf (left, -1);
  return n;
}

/* A better policy of the box must pass each barrier in one of the dimensions where that is below
 * hi. Ways that raise the bound too much, together with what else lo must be raised to, are closed;
 * if one way is left, lo is raised to it, and if none is left, there is no better policy. Whether
 * better policies may be at hi in some dimension is tried by raising lo to it. */

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
  deid_free_arrays (deduction->costs, deduction->found, deduction->ways, deduction->ends,
                    deduction->probe);
}

guint64
deid_deduction_get_n_bytes (const DeidDeduction *deduction)
{
  return barriers_get_n_bytes (&deduction->barriers)
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

void
deid_evidence_ring_init (DeidEvidenceRing *ring, guint n_dimensions, guint64 n_rows)
{
  *ring = (DeidEvidenceRing){ .n_dimensions = n_dimensions, .n_rows = n_rows };
}

void
deid_evidence_ring_clear (DeidEvidenceRing *ring)
{
  for (guint i = 0; i < ring->n; i++)
    {
      g_free (ring->items[i].levels);
      deid_row_set_clear (&ring->items[i].removed);
    }
}

static gboolean
evidence_append (DeidEvidenceRing *ring, GError **error)
{
  DeidEvidence *item = &ring->items[ring->n];

  if (!deid_row_set_init (&item->removed, ring->n_rows, error))
    return FALSE;
  if (!deid_new_arrays (error, DEID_NEW (item->levels, ring->n_dimensions)))
    {
      deid_row_set_clear (&item->removed);
      return FALSE;
    }
  ring->n++;
  return TRUE;
}

gboolean
deid_evidence_ring_add (DeidEvidenceRing *ring, const DeidRefined *refined, GError **error)
{
  DeidEvidence *item = &ring->items[ring->next];

  if (ring->next == ring->n && !evidence_append (ring, error))
    return FALSE;
  ring->next = (ring->next + 1) % DEID_N_EVIDENCE;
  memcpy (item->levels, refined->levels, ring->n_dimensions * sizeof *item->levels);
  deid_row_set_copy (&item->removed, &refined->removed);
  return TRUE;
}

static guint
evidence_find_dimension (const DeidLevel *z, const DeidLevel *hi, guint n_dimensions)
{
  guint dimension = DEID_NO_DIMENSION;

  for (guint d = 0; d < n_dimensions; d++)
    if (z[d] < hi[d])
      {
        if (dimension != DEID_NO_DIMENSION)
          return DEID_NO_DIMENSION;
        dimension = d;
      }
  return dimension;
}

void
deid_evidence_ring_compare (DeidEvidenceRing *ring, const DeidLevel *hi)
{
  for (guint i = 0; i < ring->n; i++)
    ring->items[i].dimension
        = evidence_find_dimension (ring->items[i].levels, hi, ring->n_dimensions);
}

gboolean
deid_evidence_ring_join (const DeidEvidenceRing *ring, guint dimension, guint level,
                         DeidRowSet *removed)
{
  gboolean found = FALSE;

  for (guint i = 0; i < ring->n; i++)
    {
      const DeidEvidence *item = &ring->items[i];

      if (item->dimension != dimension || item->levels[dimension] != level)
        continue;
      found = TRUE;
      deid_row_set_add_set (removed, &item->removed);
    }
  return found;
}
