/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "table/column.h"

/* What an engine may make of a quasi-identifier before it counts: each value becomes one that has
 * the same label on a level. Higher levels have labels of groups of these, so that policies from
 * that level on make the same of both. */
typedef struct
{
  DeidHierarchy *given;
  guint lowest, highest;
  guint level;          /* that was counted last, from @lowest on */
  DeidDataset *values;  /* of the column, with numbers of records; NULL until they are listed */
  DeidLattice *lattice; /* of these, with one attribute */
} DeidEngineLevels;

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for a range that is not within the levels of the hierarchy;
 * @column is its name. */
DeidEngineLevels *deid_engine_levels_new (DeidHierarchy *hierarchy, const char *column,
                                          guint lowest, guint highest, GError **error);
void deid_engine_levels_free (DeidEngineLevels *levels);

/* Takes what the engine counted of the column alone, in place of what it counted before. Errors:
 * those of deid_lattice_add_quasi_identifier(). */
gboolean deid_engine_levels_take_values (DeidEngineLevels *levels, DeidDataset *values,
                                         GCancellable *cancellable, GError **error);

/* Returns: the hierarchy, which has all values once they are listed. */
DeidHierarchy *deid_engine_levels_get_hierarchy (const DeidEngineLevels *levels);

/* Returns: the listed values. */
const DeidColumn *deid_engine_levels_get_column (const DeidEngineLevels *levels);

/* Returns: (transfer full): of each code of a listed value that of the value that stands for it on
 * a level: the missing one if that has the same label, else the first one. */
guint32 *deid_engine_levels_list_groups (const DeidEngineLevels *levels, guint level,
                                         GError **error);

/* Computes the part of Iyengar's loss that the column has on a level: the mean over all records of
 * (n - 1) / (D - 1), where n of D values have the label. Returns: whether there was memory. */
gboolean deid_engine_levels_compute_loss (const DeidEngineLevels *levels, guint level, double *loss,
                                          GError **error);
