/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "privacy/prepared-models.h"

/* A model prepared for a table whose sensitive attribute "s" has the values "000", "001" and so on,
 * so often as given, to be asked about any class. */
typedef struct
{
  DeidDataset *dataset;
  DeidLattice *lattice;
  GPtrArray *models;
  GHashTable *hierarchies;
  DeidTableSource table;
  DeidPreparedModels prepared;
  guint n_values;
} JudgedModel;

/* Takes @model. A total that is 0 counts as 1. */
void judged_model_init (JudgedModel *judged, DeidPrivacyModel *model, const guint64 *totals,
                        guint n_values, DeidHierarchy *hierarchy);
void judged_model_clear (JudgedModel *judged);

/* @counts has the records of each value, of which there may be none. */
gboolean judged_model_accepts (const JudgedModel *judged, const guint64 *counts, guint64 n_persons);
gboolean judged_model_meets_necessary (const JudgedModel *judged, const guint64 *counts,
                                       guint64 n_persons);
int judged_model_recheck (const JudgedModel *judged, const guint64 *counts, guint64 n_persons);
