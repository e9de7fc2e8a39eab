/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"

#include <deid/deid.h>

gboolean
deid_check_mutable (const gint *immutable, const char *name, const char *reason, GError **error)
{
  if (!g_atomic_int_get (immutable))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "%s%s%s and cannot be changed any more",
               name != NULL ? name : "", name != NULL ? ": " : "", reason);
  return FALSE;
}
