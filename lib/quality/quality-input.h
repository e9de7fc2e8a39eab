/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"
#include "quality/quality-model-private.h"

#include <deid/deid-extend.h>

struct DeidQualityInput
{
  const DeidLattice *lattice;
  const DeidTableSource *table;
  guint64 n_records;
  gboolean has_population;
  guint64 ***label_records; /* of each label of each level of each attribute */
  const DeidStop *stop;     /* when to give up, of a model that prepares; or NULL */
};

/* The table must outlive it. On failure it may be cleared, and nothing else. Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_quality_input_init (DeidQualityInput *input, const DeidLattice *lattice,
                                  const DeidTableSource *table, gboolean has_population,
                                  guint n_threads, const DeidStop *stop, GError **error);
void deid_quality_input_clear (DeidQualityInput *input);

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
