/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-study.h"

/* Writes a script into a folder, which is made, and draws its plots there if gnuplot is installed:
 * of each case what is found, evaluated and spent over the iterations. */
gboolean draw_plots (const Study *study, const char *folder, GError **error);
