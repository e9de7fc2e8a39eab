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

/* In double quotes a backslash has a meaning, in single ones a quote does. */
static void
add_title (GString *script, const DeidTradeoff *tradeoff, guint64 cell)
{
  const guint n_axes = deid_tradeoff_get_n_axes (tradeoff);
  g_autoptr (GString) title = g_string_new (NULL);
  g_autofree char *shown = NULL;

  for (guint axis = 0; axis + 1 < n_axes; axis++)
    g_string_append_printf (
        title, "%s%s=%s", axis > 0 ? " " : "", deid_tradeoff_get_axis_name (tradeoff, axis),
        deid_tradeoff_get_axis_value (tradeoff, axis,
                                      deid_tradeoff_get_cell_index (tradeoff, cell, axis)));
  if (n_axes == 1)
    g_string_append (title, deid_tradeoff_get_axis_name (tradeoff, 0));
  shown = deid_text_escape (title->str);
  for (const char *c = shown; *c != '\0'; c++)
    g_string_append_printf (script, *c == '\'' ? "''" : "%c", *c);
}

static void
add_line (GString *script, const DeidTradeoff *tradeoff, guint64 first, guint64 n)
{
  const double n_records = (double) deid_tradeoff_get_n_records (tradeoff);

  for (guint64 cell = first; cell < first + n; cell++)
    if (deid_tradeoff_is_cell_solved (tradeoff, cell))
      {
        add_number (script, 100 * (double) deid_tradeoff_get_cell_n_suppressed (tradeoff, cell)
                                / n_records);
        add_number (script, deid_tradeoff_get_cell_loss (tradeoff, cell));
        g_string_append_c (script, '\n');
      }
    else
      g_string_append (script, " ? ?\n");
  g_string_append (script, "e\n");
}

static char *
make_script (const DeidTradeoff *tradeoff)
{
  const guint last = deid_tradeoff_get_n_axes (tradeoff) - 1;
  const guint64 n = deid_tradeoff_get_axis_n_values (tradeoff, last);
  const guint64 n_cells = deid_tradeoff_get_n_cells (tradeoff);
  GString *script = g_string_new (head);

  for (guint64 first = 0; first < n_cells; first += n)
    {
      g_string_append (script, first == 0 ? "plot " : ", ");
      g_string_append (script, "'-' using 1:2 with linespoints noenhanced title '");
      add_title (script, tradeoff, first);
      g_string_append_c (script, '\'');
    }
  g_string_append_c (script, '\n');
  for (guint64 first = 0; first < n_cells; first += n)
    add_line (script, tradeoff, first, n);
  return g_string_free (script, FALSE);
}

char *
draw_tradeoff (const DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error)
{
  g_autofree char *script = make_script (tradeoff);
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
