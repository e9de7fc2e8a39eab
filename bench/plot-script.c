/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "plot-script.h"

#include <glib/gstdio.h>
#include <math.h>

#define SCRIPT "plots.gp"

GString *
plot_script_new (void)
{
  return g_string_new ("set terminal svg size 800,500 background 'white' font 'sans,13'\n"
                       "set datafile missing '?'\n"
                       "set grid\n"
                       "set key below\n"
                       "set style line 1 linecolor '#999999' linewidth 2 pointtype 4\n"
                       "set style line 2 linecolor '#d55e00' linewidth 2 pointtype 6 dashtype 2\n"
                       "set style line 3 linecolor '#009e73' linewidth 2 pointtype 8\n"
                       "set style line 4 linecolor '#0072b2' linewidth 2 pointtype 7 dashtype 4\n"
                       "set style line 5 linecolor '#000000' linewidth 1 dashtype 3\n"
                       "set style line 6 linecolor '#cc79a7' linewidth 2 pointtype 5\n");
}

/* Whatever the locale. */
void
plot_script_add_number (GString *script, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (script, ' ');
  if (isfinite (number))
    g_string_append (script, g_ascii_formatd (text, sizeof text, "%.10g", number));
  else
    g_string_append_c (script, '?');
}

gboolean
plot_script_draw (const char *script, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, SCRIPT, NULL);
  g_autofree char *program = g_find_program_in_path ("gnuplot");
  char *arguments[] = { program, (char *) SCRIPT, NULL };
  int status;

  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "cannot make the folder %s", folder);
      return FALSE;
    }
  if (!g_file_set_contents (path, script, -1, error))
    return FALSE;
  if (program == NULL)
    {
      g_printerr ("no plots: gnuplot is not installed; it can draw %s\n", path);
      return TRUE;
    }
  return g_spawn_sync (folder, arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                       error)
         && g_spawn_check_wait_status (status, error);
}
