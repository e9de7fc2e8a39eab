/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/nearest-text.h"

#include "base/text.h"

#define NEAREST_TEXT_MAX_CHARACTERS DEID_NEAREST_MAX_CHARACTERS

/* Returns: the number of characters, 0 for what is not compared. */
static guint
fold (const char *text, gunichar characters[NEAREST_TEXT_MAX_CHARACTERS])
{
  guint n = 0;

  if (!g_utf8_validate (text, -1, NULL))
    return 0;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_unichar_tolower (g_utf8_get_char (text));

      if (n == NEAREST_TEXT_MAX_CHARACTERS)
        return 0;
      characters[n++] = c == '-' || c == ' ' ? '_' : c;
    }
  return n;
}

/* The steps between two names, where no character takes part in two of them (optimal string
 * alignment: Damerau, A technique for computer detection and correction of spelling errors, CACM
 * 1964). */
static guint
count_steps (const gunichar *a, guint n_a, const gunichar *b, guint n_b)
{
  guint rows[3][NEAREST_TEXT_MAX_CHARACTERS + 1];

  for (guint j = 0; j <= n_b; j++)
    rows[0][j] = j;
  for (guint i = 1; i <= n_a; i++)
    {
      const guint *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
      guint *row = rows[i % 3];

      row[0] = i;
      for (guint j = 1; j <= n_b; j++)
        {
          const gboolean differ = a[i - 1] != b[j - 1];

          row[j] = MIN (MIN (above[j], row[j - 1]) + 1, above[j - 1] + (differ ? 1 : 0));
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
    }
  return rows[n_a % 3][n_b];
}

void
deid_nearest_text_init (DeidNearestText *nearest, const char *text)
{
  nearest->n_wanted = fold (text, nearest->wanted);
  nearest->n_steps = nearest->n_wanted > 1 ? MAX (nearest->n_wanted / 3, 1) + 1 : 1;
  nearest->found = NULL;
}

void
deid_nearest_text_try (DeidNearestText *nearest, const char *candidate)
{
  gunichar characters[NEAREST_TEXT_MAX_CHARACTERS];
  const guint n = fold (candidate, characters);
  guint n_steps;

  if (n == 0 || nearest->n_wanted == 0)
    return;
  n_steps = count_steps (nearest->wanted, nearest->n_wanted, characters, n);
  if (n_steps >= nearest->n_steps)
    return;
  nearest->n_steps = n_steps;
  nearest->found = candidate;
}

char *
deid_nearest_text_ask (const DeidNearestText *nearest)
{
  g_autofree char *shown = nearest->found != NULL ? deid_text_show (nearest->found, -1) : NULL;

  return shown != NULL ? g_strdup_printf (" (did you mean '%s'?)", shown) : g_strdup ("");
}
