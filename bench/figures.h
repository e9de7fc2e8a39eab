/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: a figure of a run, 0 if there is none of this name. */
static inline double
get_figure (const DeidResult *result, const char *name)
{
  g_autoptr (DeidReport) statistics
      = deid_report_new_statistics ((DeidResult *) result, NULL, NULL);
  double value;

  deid_report_get_number (statistics, name, &value);
  return value;
}
