/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/text.h"

#include <glib.h>
#include <string.h>

#define MAX_CHARACTERS 60

char *
deid_text_shorten (const char *text)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (text, -1) <= MAX_CHARACTERS)
    return g_strdup (text);
  start = g_utf8_substring (text, 0, MAX_CHARACTERS);
  return g_strconcat (start, "…", NULL);
}
