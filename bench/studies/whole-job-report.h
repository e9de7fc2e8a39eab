/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../machine.h"
#include "whole-job-study.h"

/* Compares the counts of the runs with those of the file at @path, and puts them into the one at
 * @new_path; either may be %NULL. */
gboolean whole_golden_check (const WholeStudy *study, const char *path, const char *new_path,
                             GError **error);

gboolean whole_write_json (const WholeStudy *study, const Machine *machine, const char *path,
                           GError **error);

/* Draws what a row costs in each phase, by the number of rows, a plot for each number of
 * threads. */
gboolean whole_draw_plots (const WholeStudy *study, const char *folder, GError **error);

void whole_print_run (const WholeStudy *study, guint run);

/* How the steps grow, if there are numbers of rows enough. */
void whole_print_exponents (const WholeStudy *study);
