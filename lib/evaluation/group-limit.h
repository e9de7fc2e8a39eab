/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A suppression limit of groups as it is stated: the share of the records of each value of a column
 * that may be suppressed. */
typedef struct
{
  char *column;
  double fraction;
} DeidGroupLimit;

/* Returns: (transfer full): a list of such limits, none yet. */
GPtrArray *deid_group_limits_new (void);

/* States a limit, in the place of that of the same column if there is one. */
void deid_group_limits_set (GPtrArray *limits, const char *column, double fraction);

static inline const DeidGroupLimit *
deid_group_limits_get (const GPtrArray *limits, guint i)
{
  return g_ptr_array_index (limits, i);
}
