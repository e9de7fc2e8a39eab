/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/barriers.h"

#include <string.h>

#include "base/arrays.h"

#define N_WORDS (DEID_N_BARRIERS / 64)

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
  g_free (barriers->levels);
  g_free (barriers->reaching);
  g_free (barriers->found);
}

guint64
deid_barriers_get_n_bytes (const DeidBarriers *barriers)
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
