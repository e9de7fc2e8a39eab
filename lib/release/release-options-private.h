/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

struct DeidReleaseOptions
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  gboolean keep_suppressed;
  gboolean keep_order;
  guint64 seed;
};

/* Returns: (transfer full): @options, immutable from now on, or the defaults if it is NULL. */
DeidReleaseOptions *deid_release_options_use (DeidReleaseOptions *options);
