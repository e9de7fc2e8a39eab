/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/slot.h"

#include <deid/deid.h>

gboolean
deid_slot_fail (const char *kind, const char *shown, GError *slot_error, GError **error)
{
  if (slot_error == NULL)
    g_set_error (&slot_error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "%s %s: it failed without saying why", kind, shown);
  g_propagate_error (error, slot_error);
  return FALSE;
}
