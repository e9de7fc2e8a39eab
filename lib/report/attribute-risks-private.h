/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "report/subset-figures.h"

struct DeidAttributeRisks
{
  gatomicrefcount ref_count;
  gboolean is_after;
  DeidLattice *lattice;
  GBytes *statement; /* the problem file that a job stated the problem by, or NULL */
  guint64 n_records;
  guint64 n_pairs;
  DeidSubsetOrder order;
  DeidSubsetFigures *figures; /* of each subset */
};
