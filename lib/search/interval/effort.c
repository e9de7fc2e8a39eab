/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/effort.h"

#include <math.h>

#include "base/arrays.h"

/* Where little is known of a kind, a box takes so many times what one of half its policies takes,
 * and that counts as much as so many boxes. */
#define GROWTH 1.35
#define WEIGHT 3.0

gboolean
deid_effort_init (DeidEffort *effort, GError **error)
{
  *effort = (DeidEffort){ .next_update = 1 };
  return deid_new_arrays (error,
                          DEID_NEW (effort->children, (guint64) DEID_N_EFFORTS * DEID_N_EFFORTS));
}

void
deid_effort_clear (DeidEffort *effort)
{
  g_free (effort->children);
}

/* What comes of a box has fewer policies or a higher bound, so that its kind is lower. */
guint
deid_effort_get_kind (double n_policies, double share)
{
  const guint size = (guint) CLAMP (log2 (n_policies), 0, DEID_N_EFFORT_SIZES - 1);
  const guint gap = (guint) CLAMP ((1 - share) * DEID_N_EFFORT_GAPS, 0, DEID_N_EFFORT_GAPS - 1);

  return size * DEID_N_EFFORT_GAPS + gap;
}

/* Returns: what a box is thought to take if only smaller gaps and sizes are known. */
static double
guess (const DeidEffort *effort, guint kind)
{
  double guessed = 1;

  if (kind % DEID_N_EFFORT_GAPS > 0)
    guessed = MAX (guessed, effort->expected[kind - 1]);
  if (kind >= DEID_N_EFFORT_GAPS)
    guessed = MAX (guessed, GROWTH * effort->expected[kind - DEID_N_EFFORT_GAPS]);
  return guessed;
}

static void
update (DeidEffort *effort)
{
  guint seen[DEID_N_EFFORTS];
  guint n_seen = 0;

  for (guint kind = 0; kind < DEID_N_EFFORTS; kind++)
    {
      const double *children = effort->children + (gsize) kind * DEID_N_EFFORTS;
      const double n_others = effort->n[kind] - children[kind];
      double sum = effort->evaluations[kind] + WEIGHT * guess (effort, kind);

      for (guint i = 0; i < n_seen; i++)
        sum += children[seen[i]] * effort->expected[seen[i]];
      effort->expected[kind] = sum / (MAX (n_others, 0) + WEIGHT);
      if (effort->n[kind] > 0)
        seen[n_seen++] = kind;
    }
}

void
deid_effort_learn_child (DeidEffort *effort, guint kind, guint child)
{
  effort->children[(gsize) kind * DEID_N_EFFORTS + MIN (child, kind)]++;
}

void
deid_effort_learn (DeidEffort *effort, guint kind, guint64 n_evaluated)
{
  effort->n[kind]++;
  effort->evaluations[kind] += (double) n_evaluated;
  if (++effort->n_learnt < effort->next_update)
    return;
  update (effort);
  effort->next_update = effort->n_learnt + effort->n_learnt / 8 + 1;
}
