/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/slot.h"

/* New slots are appended. */
#define DEID_SEARCH_SLOTS(SLOT)                                                                    \
  SLOT (describe, DeidDescribeFunc)                                                                \
  SLOT (run, DeidSearchRunFunc)

struct DeidSearchFuncs
{
  gatomicrefcount ref_count;
  gint immutable;                /* atomic */
  gboolean takes_all_rows;       /* a run is on all rows, and not on distinct ones */
  gboolean avoids_forced_labels; /* where a problem demands it */
  DEID_SEARCH_SLOTS (DEID_SLOT_FIELD)
};

void deid_search_funcs_make_immutable (DeidSearchFuncs *funcs);
