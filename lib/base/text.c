/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/text.h"

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

gboolean
deid_text_is_spelling (const char *text)
{
  if (text == NULL || text[0] == '\0' || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_iscntrl (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}
