/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"
#include "privacy/judged-column.h"

struct DeidModelInput
{
  guint64 n_records;
  guint64 n_population;
  const DeidLattice *lattice;
  guint n_sensitive;
  const DeidJudgedColumn **columns; /* of each of the model's sensitive attributes */
  DeidHierarchy **hierarchies;      /* of each, or NULL */
};
