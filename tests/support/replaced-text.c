/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/replaced-text.h"

#include <glib.h>

char *
replace_text (char *text, const char *part, const char *by)
{
  g_auto (GStrv) parts = g_strsplit (text, part, -1);

  g_free (text);
  return g_strjoinv (by, parts);
}
