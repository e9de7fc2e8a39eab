/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/algorithms/property-counts.h"

static void
property_counts_tell (DeidSearchContext *context, const char *property, const char *count,
                      guint64 n)
{
  g_autofree char *name = g_strconcat (property, count, NULL);

  deid_search_context_set_statistic (context, name, (double) n);
}

void
deid_property_counts_tell (const DeidPropertyCounts *counts, DeidSearchContext *context)
{
  static const char *const properties[DEID_N_PROPERTIES] = {
    [DEID_PROPERTY_INSUFFICIENT_PRIVACY] = "insufficient-privacy",
    [DEID_PROPERTY_INSUFFICIENT_QUALITY] = "insufficient-quality",
  };

  for (guint p = 0; p < DEID_N_PROPERTIES; p++)
    {
      property_counts_tell (context, properties[p], "-inserts", counts[p].n_inserts);
      property_counts_tell (context, properties[p], "-queries", counts[p].n_queries);
      property_counts_tell (context, properties[p], "-hits", counts[p].n_hits);
      property_counts_tell (context, properties[p], "-kept", counts[p].n_kept);
      property_counts_tell (context, properties[p], "-max-kept", counts[p].max_kept);
      property_counts_tell (context, properties[p], "-bytes", counts[p].n_bytes);
    }
}
