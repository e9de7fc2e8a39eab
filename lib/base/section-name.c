/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/section-name.h"

#include <string.h>

#include "base/text.h"

/* What stands at one place of a text. */
typedef enum
{
  TOKEN_END,
  TOKEN_BYTE,
  TOKEN_CHARACTER, /* any one */
  TOKEN_CHARACTERS /* any number of them */
} Token;

/* Moves on behind the token. */
static Token
section_name_read_token (const char **place, char *byte)
{
  const char *p = *place;

  if (*p == '\0')
    return TOKEN_END;
  *place = p + 1;
  if (*p == '*')
    return TOKEN_CHARACTERS;
  if (*p == '?')
    return TOKEN_CHARACTER;
  *byte = *p;
  if (deid_text_is_escape (p, byte))
    *place = p + 3;
  return TOKEN_BYTE;
}

char *
deid_section_name_escape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0';)
    {
      const gboolean is_end = p == name || p[1] == '\0';
      gboolean is_plain;
      const char *behind = p + deid_text_measure_character (p, &is_plain);

      is_plain &= strchr ("[]%*?", *p) == NULL && (*p != ' ' || !is_end);
      for (; p < behind; p++)
        g_string_append_printf (text, is_plain ? "%c" : "%%%02X", (guint) (guchar) *p);
    }
  return g_string_free (text, FALSE);
}

char *
deid_section_name_unescape (const char *text)
{
  g_autofree char *name = g_malloc (strlen (text) + 1);
  gsize n = 0;

  while (section_name_read_token (&text, &name[n]) != TOKEN_END)
    if (name[n++] == '\0')
      return NULL;
  name[n] = '\0';
  return n > 0 && g_utf8_validate (name, -1, NULL) ? g_steal_pointer (&name) : NULL;
}

gboolean
deid_section_name_is_glob (const char *text)
{
  return strpbrk (text, "*?") != NULL;
}

/* Goes back to the last asterisk alone: if the rest does not match behind one more of the
 * characters that it stands for, neither would an earlier asterisk have helped. */
gboolean
deid_section_name_matches (const char *text, const char *name)
{
  const char *behind_last = NULL, *name_at_last = NULL;

  while (TRUE)
    {
      char byte = '\0';
      const Token token = section_name_read_token (&text, &byte);

      if (token == TOKEN_CHARACTERS)
        {
          behind_last = text;
          name_at_last = name;
        }
      else if (token == TOKEN_CHARACTER && *name != '\0')
        name = g_utf8_next_char (name);
      else if (token == TOKEN_BYTE && *name != '\0' && byte == *name)
        name++;
      else if (token == TOKEN_END && *name == '\0')
        return TRUE;
      else if (behind_last == NULL || *name_at_last == '\0')
        return FALSE;
      else
        {
          text = behind_last;
          name_at_last = g_utf8_next_char (name_at_last);
          name = name_at_last;
        }
    }
}
