/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/level-extents.h"

void
deid_level_extents_set (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute)
{
  const guint n_levels = deid_quality_input_get_n_levels (input, attribute);

  for (guint level = 0; level < n_levels; level++)
    {
      const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);

      for (guint32 label = 0; label < n_labels; label++)
        deid_attribute_costs_set_extent (costs, level, label, level);
    }
}
