/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/population.h"
#include "privacy/judged-column.h"

struct DeidPrivacyInput
{
  guint64 n_records;
  const DeidPopulation *population; /* or NULL */
  const DeidLattice *lattice;
  const DeidTableSource *table;
  guint n_sensitive;
  const DeidJudgedColumn **columns; /* of each of the model's sensitive attributes */
  DeidHierarchy **hierarchies;      /* of each, or NULL */
  const DeidStop *stop;             /* when to give up, of a model that prepares; or NULL */
};

/* Returns: (transfer full): where a value stands first, such as `in line 12`, behind the value if
 * it may be shown. */
char *deid_privacy_input_locate_value (const DeidPrivacyInput *input, guint sensitive,
                                       guint32 value);
