/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A sensitive column can be judged and released on a level of its hierarchy: its values become the
 * labels of that level. On level 0, notations of a value become the value. */
#pragma once

#include "hierarchy/hierarchy-private.h"
#include "table/column.h"

typedef struct
{
  DeidHierarchy *whole; /* that has the level, bound to the values before */
  guint level;
  DeidHierarchy *above; /* the labels and the levels above, or NULL if there is none */
  char *type;           /* what type values had, with its format behind a blank; NULL for texts */
} DeidCoarsening;

/* Returns: (nullable): what made the values of a column coarser. */
const DeidCoarsening *deid_column_get_coarsening (const DeidColumn *column);

/* Tells whether level 0 joins notations of a value, as `same=` of a rule says. */
gboolean deid_hierarchy_has_notations (const DeidHierarchy *hierarchy);

/* Gives each value of a column its label on a level, and the dataset a note. Missing values stay
 * missing unless the hierarchy has a label for them. A column that is on the level stays as it is.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such level, the column is on another level
 * or combined by a joint one; those of deid_hierarchy_bind() and deid_stop_check(). */
gboolean deid_dataset_coarsen (DeidDataset *dataset, const char *name, DeidHierarchy *hierarchy,
                               guint level, GCancellable *cancellable, GError **error);
