/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

struct DeidQualityInput
{
  const DeidLattice *lattice;
  const DeidTableSource *table;
  guint64 n_records;
  gboolean has_population;
  guint64 n_population;     /* records of the population, 0 if there is none */
  guint64 ***label_records; /* of each label of each level of each attribute */
  const DeidStop *stop;     /* when to give up, of a model that prepares; or NULL */
};

/* The table must outlive it. On failure it may be cleared, and nothing else. Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_quality_input_init (DeidQualityInput *input, const DeidLattice *lattice,
                                  const DeidTableSource *table, gboolean has_population,
                                  guint64 n_population, guint n_threads, const DeidStop *stop,
                                  GError **error);
void deid_quality_input_clear (DeidQualityInput *input);
