/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tradeoff-plot.h"

#include "base/text.h"

/* A script and its numbers go to gnuplot by a pipe, and the picture comes back by another. */
static const char head[] = "set terminal svg size 800,500 background 'white' font 'sans,13'\n"
                           "set datafile missing '?'\n"
                           "set grid\n"
                           "set key below\n"
                           "set xlabel 'records suppressed, percent'\n"
                           "set ylabel 'loss'\n";

gboolean
check_plot (const char *path, GError **error)
{
  g_autofree char *program = g_find_program_in_path ("gnuplot");
  g_autofree char *shown = deid_text_escape (path);

  if (program != NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--sweep-plot %s: gnuplot is not installed, which draws the plot", shown);
  return FALSE;
}

static void
add_number (GString *script, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (script, " %s", g_ascii_formatd (text, sizeof text, "%.10g", number));
}

/* Returns: how many rows a table has. */
static guint64
count_rows (const DeidReport *report, const char *table)
{
  guint64 n = 0;

  deid_report_get_n_rows (report, table, &n);
  return n;
}

static const char *
get_value (const DeidReport *report, guint64 cell, guint64 axis)
{
  g_autofree char *path
      = g_strdup_printf ("cells[%" G_GUINT64_FORMAT "].values[%" G_GUINT64_FORMAT "]", cell, axis);

  return deid_report_get_text (report, path);
}

static const char *
get_axis (const DeidReport *report, guint64 axis)
{
  g_autofree char *path = g_strdup_printf ("axes[%" G_GUINT64_FORMAT "]", axis);

  return deid_report_get_text (report, path);
}

/* In double quotes a backslash has a meaning, in single ones a quote does. */
static void
add_title (GString *script, const DeidReport *report, guint64 cell)
{
  const guint64 n_axes = count_rows (report, "axes");
  g_autoptr (GString) title = g_string_new (NULL);
  g_autofree char *shown = NULL;

  for (guint64 axis = 0; axis + 1 < n_axes; axis++)
    g_string_append_printf (title, "%s%s=%s", axis > 0 ? " " : "", get_axis (report, axis),
                            get_value (report, cell, axis));
  if (n_axes == 1)
    g_string_append (title, get_axis (report, 0));
  shown = deid_text_escape (title->str);
  for (const char *c = shown; *c != '\0'; c++)
    g_string_append_printf (script, *c == '\'' ? "''" : "%c", *c);
}

static void
add_line (GString *script, const DeidReport *report, guint64 first, guint64 n)
{
  guint64 n_records = 0;

  deid_report_get_count (report, "records", &n_records);
  for (guint64 cell = first; cell < first + n; cell++)
    {
      g_autofree char *suppressed
          = g_strdup_printf ("cells[%" G_GUINT64_FORMAT "].suppressed", cell);
      g_autofree char *loss = g_strdup_printf ("cells[%" G_GUINT64_FORMAT "].loss", cell);
      guint64 n_suppressed;
      double number;

      if (deid_report_get_count (report, suppressed, &n_suppressed)
          && deid_report_get_number (report, loss, &number))
        {
          add_number (script, 100 * (double) n_suppressed / (double) n_records);
          add_number (script, number);
          g_string_append_c (script, '\n');
        }
      else
        g_string_append (script, " ? ?\n");
    }
  g_string_append (script, "e\n");
}

/* Returns: how many values the last axis has, which varies first: its values differ. */
static guint64
count_last_values (const DeidReport *report)
{
  const guint64 last = count_rows (report, "axes") - 1;
  const guint64 n_cells = count_rows (report, "cells");
  guint64 n = 1;

  while (n < n_cells && !g_str_equal (get_value (report, n, last), get_value (report, 0, last)))
    n++;
  return n;
}

static char *
make_script (const DeidReport *report)
{
  const guint64 n = count_last_values (report);
  const guint64 n_cells = count_rows (report, "cells");
  GString *script = g_string_new (head);

  for (guint64 first = 0; first < n_cells; first += n)
    {
      g_string_append (script, first == 0 ? "plot " : ", ");
      g_string_append (script, "'-' using 1:2 with linespoints noenhanced title '");
      add_title (script, report, first);
      g_string_append_c (script, '\'');
    }
  g_string_append_c (script, '\n');
  for (guint64 first = 0; first < n_cells; first += n)
    add_line (script, report, first, n);
  return g_string_free (script, FALSE);
}

char *
draw_tradeoff (const DeidReport *report, GCancellable *cancellable, GError **error)
{
  g_autofree char *script = make_script (report);
  char *picture = NULL;
  g_autoptr (GSubprocess) gnuplot
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                              | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                          error, "gnuplot", "-", NULL);

  if (gnuplot == NULL
      || !g_subprocess_communicate_utf8 (gnuplot, script, cancellable, &picture, NULL, error))
    return NULL;
  if (g_subprocess_get_if_exited (gnuplot) && g_subprocess_get_exit_status (gnuplot) == 0)
    return picture;
  g_free (picture);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "gnuplot failed to draw the plot");
  return NULL;
}
