/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* The policies evaluated for the first incumbent, which the search may come to again. */
typedef struct
{
  DeidLevel *levels; /* of all, one after another */
  guint64 n;
  guint64 capacity; /* in levels */
} DeidProbes;

gboolean deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels,
                              guint n_dimensions);
gboolean deid_probes_add (DeidProbes *probes, const DeidLevel *levels, guint n_dimensions,
                          GError **error);
