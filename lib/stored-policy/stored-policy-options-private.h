/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

struct DeidStoredPolicyOptions
{
  gatomicrefcount ref_count;
  gint immutable;            /* atomic */
  GPtrArray *models;         /* of DeidPrivacyModel */
  DeidQualityModel *quality; /* or NULL */
  DeidDataset *population;   /* or NULL */
  gboolean has_limit;        /* of suppression, in place of the stored one */
  gboolean limit_is_fraction;
  double limit_fraction;
  guint64 limit_count;
  GPtrArray *group_limits; /* of DeidGroupLimit, over the stored ones */
  DeidUnknownValues unknown_values;
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidStoredPolicyOptions *deid_stored_policy_options_use (DeidStoredPolicyOptions *options);
