/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "checked.h"

#include <stdlib.h>

gpointer
check (gpointer object, GError *const *error)
{
  check_success (object != NULL, error);
  return object;
}

void
check_success (gboolean success, GError *const *error)
{
  if (success)
    return;
  g_printerr ("%s\n", (*error)->message);
  exit (EXIT_FAILURE);
}
