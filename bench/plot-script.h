/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A script for gnuplot. It holds the numbers that it draws, so that a plot can be drawn anew with
 * other settings. */

/* Returns: a script that sets SVG files, a grid, a key and line styles 1 to 5. */
GString *plot_script_new (void);

/* Adds a space and a number, a question mark if it is not finite: there is none. */
void plot_script_add_number (GString *script, double number);

/* Writes a script into a folder, which is made, and draws there what it says if gnuplot is
 * installed. */
gboolean plot_script_draw (const char *script, const char *folder, GError **error);
