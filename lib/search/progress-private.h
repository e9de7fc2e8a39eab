/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#define DEID_MICROSECONDS_A_REPORT (G_USEC_PER_SEC / 10)

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

/* Returns: (transfer full): a progress whose members are to be filled in. */
DeidProgress *deid_progress_new (void);
