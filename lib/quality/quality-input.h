/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

struct DeidQualityInput
{
  const DeidLattice *lattice;
  guint64 n_records;
};
