/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "local-study.h"

void local_print_runs_title (void);
void local_print_run (const LocalRun *run);
/* That of a recoding to the bound printed before. */
void local_print_gap (double gap);

void local_print_views (const GArray *views);
void local_print_numbers (const GArray *runs);
