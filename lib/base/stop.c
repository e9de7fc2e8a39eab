/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/stop.h"

#include <deid/deid.h>

gboolean
deid_stop_check (const DeidStop *stop, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (stop->cancellable, error))
    return FALSE;
  if (stop->deadline != G_MAXINT64 && g_get_monotonic_time () >= stop->deadline)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
                           "the time limit was reached");
      return FALSE;
    }
  return TRUE;
}
