/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "pruning-study.h"

/* Writes a script for gnuplot into a folder, which is made, and has it draw there; says so on the
 * standard error if gnuplot is not installed. */
gboolean draw_plots (const Study *study, const char *folder, GError **error);
