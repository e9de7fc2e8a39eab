/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: a figure of a run, 0 if there is none of this name. */
static inline double
get_figure (const DeidResult *result, const char *name)
{
  double value;

  deid_statistics_find (deid_result_get_statistics (result), name, &value);
  return value;
}
