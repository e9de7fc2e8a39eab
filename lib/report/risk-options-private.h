/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/rational.h"

struct DeidRiskOptions
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  char *threshold_text;
  DeidRational threshold;
  guint64 minimum_cell;
  guint64 population_size; /* or 0 if it was not given */
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidRiskOptions *deid_risk_options_use (DeidRiskOptions *options);

/* Returns: the threshold, the double that its text reads as. */
double deid_risk_options_get_threshold (const DeidRiskOptions *options);
