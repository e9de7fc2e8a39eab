/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/delimiters.h"

#include <string.h>

#define DELIMITERS ",;\t|"

char
deid_delimiter_guess (const char *name, char read)
{
  for (const char *p = DELIMITERS; *p != '\0'; p++)
    if (*p != read && strchr (name, *p) != NULL)
      return *p;
  return '\0';
}

char *
deid_delimiter_ask (char delimiter)
{
  if (delimiter == '\0')
    return g_strdup ("");
  return delimiter == '\t' ? g_strdup (" (is the delimiter '\\t'?)")
                           : g_strdup_printf (" (is the delimiter '%c'?)", delimiter);
}

gboolean
deid_delimiter_is_known (char character)
{
  return character != '\0' && strchr (DELIMITERS, character) != NULL;
}
