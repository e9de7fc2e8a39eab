/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/chart-text.h"

#include <string.h>

#include "base/text.h"

/* The widths of the characters from space to tilde in Helvetica, in thousandths of the size, as in
 * Adobe's font metrics. */
static const guint16 widths[]
    = { 278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584 };

/* Fonts that stand in for it are wider, DejaVu Sans the most. */
#define ALLOWANCE 1.17

/* What an escape such as `\u{202E}` takes. */
#define CHART_TEXT_ESCAPE 4500

static double
measure_character (const char *text, gsize length, gboolean is_plain)
{
  const gunichar c = is_plain ? g_utf8_get_char_validated (text, (gssize) length) : 0;
  guint width;

  if (!is_plain)
    width = CHART_TEXT_ESCAPE;
  else if (c == '\\')
    width = 2 * 278;
  else if (c >= ' ' && c <= '~')
    width = widths[c - ' '];
  else if (g_unichar_iszerowidth (c))
    width = 0;
  else
    width = g_unichar_iswide (c) ? 1000 : 600;
  return width * (ALLOWANCE * DEID_CHART_LETTERS / 1000);
}

double
deid_chart_text_measure (const char *text)
{
  double width = 0;

  while (*text != '\0')
    {
      gboolean is_plain;
      const gsize length = deid_text_measure_character (text, &is_plain);

      width += measure_character (text, length, is_plain);
      text += length;
    }
  return width;
}

/* Returns: the bytes of a text that fit, at least one character; @at_word ends them behind a word
 * if the text goes on. */
static gsize
chart_text_fit (const char *text, double width, gboolean at_word)
{
  gsize n = 0, word = 0;

  while (text[n] != '\0')
    {
      gboolean is_plain;
      const gsize length = deid_text_measure_character (text + n, &is_plain);

      width -= measure_character (text + n, length, is_plain);
      if (text[n] == ' ')
        word = n;
      else if (width < 0 && n > 0)
        return at_word && word > 0 ? word : n;
      n += length;
    }
  return n;
}

void
deid_chart_lines_init (DeidChartLines *lines, const char *text, double width, guint n_most)
{
  *lines = (DeidChartLines){ .n = 0 };
  while (*text == ' ')
    text++;
  while (*text != '\0')
    {
      const gboolean is_last = lines->n + 1 == n_most;
      gsize length = chart_text_fit (text, width, !is_last), shown;

      lines->is_cut = is_last && text[length] != '\0';
      if (lines->is_cut)
        length = chart_text_fit (text, width - DEID_CHART_LETTERS, FALSE);
      for (shown = length; shown > 0 && text[shown - 1] == ' '; shown--)
        ;
      lines->lines[lines->n++]
          = g_strdup_printf ("%.*s%s", (int) shown, text, lines->is_cut ? "…" : "");
      if (lines->is_cut)
        return;
      text += length;
      while (*text == ' ')
        text++;
    }
}

void
deid_chart_lines_clear (DeidChartLines *lines)
{
  for (guint i = 0; i < lines->n; i++)
    g_free (lines->lines[i]);
  lines->n = 0;
}
