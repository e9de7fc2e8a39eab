/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../machine.h"
#include "pruning-study.h"

/* Compares what was counted with the file at @path, and puts it into the one at @new_path, unless
 * these are NULL: only what was not cut short, and of cases that are meant to be there. */
gboolean pruning_golden_check (const Study *study, const char *path, const char *new_path,
                               GError **error);

/* Prints all that was measured, with what was published beside it. */
void print_study_json (const Study *study, const Machine *machine);

/* Writes a script for gnuplot into a folder, which is made, and has it draw there; says so on the
 * standard error if gnuplot is not installed. */
gboolean draw_plots (const Study *study, const char *folder, GError **error);

/* Print what the study has tables of, with its figures beside those measured, on the standard
 * output. */
void print_stores (const Study *study);
void print_properties (const Study *study);
void print_prediction (const Study *study);
void print_races (const Study *study);

/* What its figures show. */
void print_memory (const Study *study);
void print_times (const Study *study);
void print_first_found (const Study *study);
void print_trajectories (const Study *study);
