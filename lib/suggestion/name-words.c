/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/name-words.h"

#define SHARP_S 0xDF
#define DEGREE  0xB0
#define ORDINAL 0xBA

/* Takes the accent off a letter: what it is made of begins with the letter itself. */
static gunichar
name_words_get_base (gunichar c)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  g_unichar_fully_decompose (c, FALSE, parts, G_N_ELEMENTS (parts));
  return parts[0];
}

static void
end_word (GPtrArray *words, GString *word)
{
  if (word->len > 0)
    g_ptr_array_add (words, g_strdup (word->str));
  g_string_truncate (word, 0);
}

void
deid_name_words_init (DeidNameWords *words, const char *name)
{
  GPtrArray *list = g_ptr_array_new ();
  g_autoptr (GString) word = g_string_new (NULL);
  gboolean after_lower = FALSE;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = name_words_get_base (g_utf8_get_char (p));
      const gboolean is_upper = g_unichar_isupper (c);

      if ((c == DEGREE || c == ORDINAL) && g_str_equal (word->str, "n"))
        {
          g_string_append_c (word, 'o'); /* N°, a number */
          continue;
        }
      if (!g_unichar_isalpha (c) || (is_upper && after_lower))
        end_word (list, word);
      if (c == SHARP_S)
        g_string_append (word, "ss");
      else if (g_unichar_isalpha (c))
        g_string_append_unichar (word, g_unichar_tolower (c));
      after_lower = g_unichar_isalpha (c) && !is_upper;
    }
  end_word (list, word);
  g_ptr_array_add (list, NULL);
  words->words = (char **) g_ptr_array_free (list, FALSE);
  words->joined = g_strjoinv (NULL, words->words);
}

void
deid_name_words_clear (DeidNameWords *words)
{
  g_clear_pointer (&words->words, g_strfreev);
  g_clear_pointer (&words->joined, g_free);
}
