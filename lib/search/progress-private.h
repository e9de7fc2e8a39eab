/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

struct DeidProgress
{
  gatomicrefcount ref_count;
  guint64 n_evaluated;
  double seconds;
  double loss; /* infinity if there is no solution yet */
  double lower_bound;
  double share_settled;
  double share_done;
};
