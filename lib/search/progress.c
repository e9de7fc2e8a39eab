/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/progress-private.h"

#include <math.h>

#include "base/handle.h"

static void
deid_progress_free (DeidProgress *progress)
{
  g_free (progress);
}

DEID_DEFINE_HANDLE (DeidProgress, deid_progress)

DeidProgress *
deid_progress_new (void)
{
  DeidProgress *progress = g_new0 (DeidProgress, 1);

  g_atomic_ref_count_init (&progress->ref_count);
  return progress;
}

guint64
deid_progress_get_n_evaluated (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->n_evaluated;
}

double
deid_progress_get_seconds (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->seconds;
}

gboolean
deid_progress_get_loss (const DeidProgress *progress, double *loss)
{
  g_return_val_if_fail (progress != NULL && loss != NULL, FALSE);

  *loss = progress->loss;
  return isfinite (progress->loss);
}

double
deid_progress_get_lower_bound (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->lower_bound;
}

double
deid_progress_get_share_settled (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->share_settled;
}

double
deid_progress_get_share_done (const DeidProgress *progress)
{
  g_return_val_if_fail (progress != NULL, 0);

  return progress->share_done;
}
