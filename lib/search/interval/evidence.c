/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/evidence.h"

#include <string.h>

#include "base/arrays.h"

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
