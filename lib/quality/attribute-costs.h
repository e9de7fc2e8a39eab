/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "quality/quality-input.h"
#include "quality/quality-model-private.h"

struct DeidAttributeCosts
{
  const DeidAttribute *attribute;
  guint64 **records; /* of each label of each level; the input's */
  guint32 **extents; /* of each label of each level */
  guint64 kept;
  guint64 suppressed;
  guint64 covered;
  guint64 denominator;
  gboolean relative; /* to what original values would cost if they were kept */
};

/* Asks a model what the values of an attribute cost, and checks what it says. On failure the costs
 * may be cleared, and nothing else. Errors: those of the model, %DEID_ERROR_INVALID_ARGUMENT,
 * %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY. */
gboolean deid_attribute_costs_init (DeidAttributeCosts *costs, const DeidQualityModel *model,
                                    gpointer state, const DeidQualityInput *input, guint attribute,
                                    GError **error);
void deid_attribute_costs_clear (DeidAttributeCosts *costs);

/* Returns: the sum of the extents of all records on a level. */
guint64 deid_attribute_costs_sum_level (const DeidAttributeCosts *costs, guint level);

/* Refuses sums over @n_records, or what they weigh, that could leave 63 bits. Errors:
 * %DEID_ERROR_TOO_LARGE. */
gboolean deid_attribute_costs_check_range (const DeidAttributeCosts *costs,
                                           const DeidQualityModel *model, guint64 n_records,
                                           GError **error);
