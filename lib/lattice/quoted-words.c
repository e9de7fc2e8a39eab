/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/quoted-words.h"

#include <string.h>

#include "base/text.h"

#define OPENING "{[("
#define CLOSING "}])"

/* Tells whether a text is in brackets, such as `{a, b}` or `[5, 10)`: there is none within but what
 * stands in quotation marks. */
static gboolean
is_in_brackets (const char *text)
{
  gboolean is_quoted = FALSE;

  if (text[0] == '\0' || strchr (OPENING, text[0]) == NULL)
    return FALSE;
  for (text++; *text != '\0'; text++)
    {
      if (*text == '"')
        is_quoted = !is_quoted;
      else if (!is_quoted && strchr (CLOSING, *text) != NULL)
        return text[1] == '\0';
      else if (!is_quoted && strchr (OPENING, *text) != NULL)
        return FALSE;
    }
  return FALSE;
}

/* Tells whether a text begins like something else that is said. */
static gboolean
is_verb (const char *word)
{
  return g_str_has_prefix (word, "merges ") || g_str_has_prefix (word, "splits ")
         || g_str_has_prefix (word, "keeps ");
}

static gboolean
quoted_words_needs_quotes (const char *word)
{
  const gsize length = strlen (word);

  if (is_in_brackets (word))
    return FALSE;
  return length == 0 || strpbrk (word, ",;:\"") != NULL || strchr (OPENING, word[0]) != NULL
         || g_ascii_isspace (word[0]) || g_ascii_isspace (word[length - 1])
         || strstr (word, " of level ") != NULL || is_verb (word);
}

void
deid_words_add_quoted (DeidLongText *text, const char *word)
{
  const gboolean is_quoted = quoted_words_needs_quotes (word);

  deid_long_text_add (text, "%s", is_quoted ? "\"" : "");
  for (const char *p = word; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (!deid_text_is_plain (c))
        deid_long_text_add (text, "\\u{%X}", c);
      else if (c == '\\' || (c == '"' && is_quoted))
        deid_long_text_add (text, "%c%c", (char) c, (char) c);
      else
        deid_long_text_add (text, "%.*s", (int) (g_utf8_next_char (p) - p), p);
    }
  deid_long_text_add (text, "%s", is_quoted ? "\"" : "");
}
