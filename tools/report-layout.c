/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report-layout.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"
#include "standard-streams.h"

#define DEFAULT_WIDTH  80
#define MIN_WIDTH      40
#define MIN_TEXT_WIDTH 12
#define GAP            2

static int
get_report_stream (void)
{
  return is_report_on_standard_error () ? STDERR_FILENO : STDOUT_FILENO;
}

static guint
get_width (void)
{
  struct winsize size;

  return isatty (get_report_stream ()) && ioctl (get_report_stream (), TIOCGWINSZ, &size) == 0
                 && size.ws_col > 0
             ? MAX (size.ws_col, MIN_WIDTH)
             : DEFAULT_WIDTH;
}

static gboolean
is_coloured (void)
{
  const char *no_color = g_getenv ("NO_COLOR"), *terminal = g_getenv ("TERM");

  return isatty (get_report_stream ()) && (no_color == NULL || *no_color == '\0')
         && terminal != NULL && !g_str_equal (terminal, "dumb");
}

static guint
measure_width (const char *text)
{
  guint width = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (!g_unichar_iszerowidth (g_utf8_get_char (c)))
      width += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
  return width;
}

/* Adds a word to the last line, or to a new one; a word wider than lines is cut. */
static void
add_word (GPtrArray *lines, GString *line, const char *word, guint width)
{
  if (line->len > 0 && measure_width (line->str) + 1 + measure_width (word) <= width)
    {
      g_string_append_printf (line, " %s", word);
      return;
    }
  if (line->len > 0)
    g_ptr_array_add (lines, g_strdup (line->str));
  g_string_truncate (line, 0);
  for (const char *c = word; *c != '\0'; c = g_utf8_next_char (c))
    {
      g_string_append_unichar (line, g_utf8_get_char (c));
      if (*g_utf8_next_char (c) != '\0' && measure_width (line->str) + 1 >= width
          && measure_width (word) > width)
        {
          g_ptr_array_add (lines, g_strdup (line->str));
          g_string_truncate (line, 0);
        }
    }
}

/* Returns: (transfer full): the lines of a text. */
static char **
wrap (const char *text, guint width)
{
  GPtrArray *lines = g_ptr_array_new ();
  g_autoptr (GString) line = g_string_new (NULL);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    add_word (lines, line, words[i], width);
  g_ptr_array_add (lines, g_strdup (line->str));
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (lines, FALSE);
}

static void
print_styled (const char *text, const char *style)
{
  if (*style != '\0' && is_coloured ())
    g_print ("\033[%sm%s\033[0m", style, text);
  else
    g_print ("%s", text);
}

void
print_heading (const char *heading, const char *style)
{
  g_print ("\n");
  print_styled (heading, style);
  g_print ("\n");
}

void
print_paragraph (const char *lead, const char *text, const char *style)
{
  const guint indent = measure_width (lead);
  g_auto (GStrv) lines = wrap (text, get_width () - MIN (indent, MIN_WIDTH / 2));

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line
          = g_strdup_printf ("%*s%s%s", i > 0 ? (int) indent : 0, "", i == 0 ? lead : "", lines[i]);

      print_styled (line, style);
      g_print ("\n");
    }
}

/* Narrows the widest columns of texts until the table fits, or they are as narrow as may be. */
static void
fit_widths (guint *widths, const char *alignment)
{
  const guint n = (guint) strlen (alignment), room = get_width ();

  for (;;)
    {
      guint total = GAP * (n - 1), widest = n;

      for (guint c = 0; c < n; c++)
        {
          total += widths[c];
          if (alignment[c] == 'l' && widths[c] > MIN_TEXT_WIDTH
              && (widest == n || widths[c] > widths[widest]))
            widest = c;
        }
      if (total <= room || widest == n)
        return;
      widths[widest]--;
    }
}

/* Prints one line of a row, without blanks at its end. */
static void
print_line (char **const *cells, guint line, const guint *widths, const char *alignment,
            const char *style)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint c = 0; alignment[c] != '\0'; c++)
    {
      const char *part = line < g_strv_length (cells[c]) ? cells[c][line] : "";
      const int room = (int) widths[c] - (int) MIN (measure_width (part), widths[c]);

      g_string_append_printf (text, "%*s%s%*s",
                              (c > 0 ? GAP : 0) + (alignment[c] == 'r' ? room : 0), "", part,
                              alignment[c] == 'l' ? room : 0, "");
    }
  g_strchomp (text->str);
  print_styled (text->str, style);
  g_print ("\n");
}

void
print_rows (const GPtrArray *rows, const char *alignment)
{
  const guint n = (guint) strlen (alignment);
  g_autofree guint *widths = g_new0 (guint, n);
  g_autofree char ***cells = g_new0 (char **, n);

  for (guint r = 0; r < rows->len; r++)
    for (guint c = 0; c < n; c++)
      widths[c] = MAX (widths[c], measure_width (((char **) g_ptr_array_index (rows, r))[c]));
  fit_widths (widths, alignment);
  for (guint r = 0; r < rows->len; r++)
    {
      guint n_lines = 1;

      for (guint c = 0; c < n; c++)
        {
          cells[c] = wrap (((char **) g_ptr_array_index (rows, r))[c], MAX (widths[c], 1));
          n_lines = MAX (n_lines, g_strv_length (cells[c]));
        }
      for (guint line = 0; line < n_lines; line++)
        print_line (cells, line, widths, alignment, r == 0 ? STYLE_BOLD : STYLE_PLAIN);
      for (guint c = 0; c < n; c++)
        g_strfreev (cells[c]);
    }
}

const char *
show_number (double value, char text[DEID_SHARE_SIZE])
{
  deid_number_to_text (value, 3, text);
  return text;
}

const char *
show_share (double share, char text[DEID_SHARE_SIZE])
{
  deid_percent_to_text (share, text);
  g_strlcat (text, " %", DEID_SHARE_SIZE);
  return text;
}
