/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/probes.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels, guint n_dimensions)
{
  for (guint64 i = 0; i < probes->n; i++)
    if (memcmp (probes->levels + i * n_dimensions, levels, n_dimensions * sizeof *levels) == 0)
      return TRUE;
  return FALSE;
}

gboolean
deid_probes_add (DeidProbes *probes, const DeidLevel *levels, guint n_dimensions, GError **error)
{
  const guint64 end = probes->n * n_dimensions;

  if (!deid_grow ((gpointer *) &probes->levels, &probes->capacity, end + n_dimensions,
                  sizeof *levels, error))
    return FALSE;
  memcpy (probes->levels + end, levels, n_dimensions * sizeof *levels);
  probes->n++;
  return TRUE;
}
