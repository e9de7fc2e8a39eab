/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../machine.h"
#include "local-study.h"

/* Compares the losses and classes of a study with those at @path, and puts them into the file at
 * @new_path; see golden_check_run(). Health is left out, which need not be there. */
gboolean local_golden_check (const LocalStudy *study, const char *path, const char *new_path,
                             GError **error);

/* Writes all figures of a study to a file. */
gboolean local_write_json (const LocalStudy *study, const Machine *machine, const char *path,
                           GError **error);

/* Draws losses against time and against k into a folder. */
gboolean local_draw_plots (const LocalStudy *study, const char *folder, GError **error);

void local_print_runs_title (void);
void local_print_run (const LocalRun *run);
/* That of a recoding to the bound printed before. */
void local_print_gap (double gap);

void local_print_views (const GArray *views);
void local_print_numbers (const GArray *runs);
