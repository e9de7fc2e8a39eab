/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../machine.h"
#include "pruning-study.h"

/* Compares the counts with the file at @path, and writes them to @new_path. Either may be NULL.
 * Runs that were cut short, and cases that need not be there, do not count. */
gboolean pruning_golden_check (const Study *study, const char *path, const char *new_path,
                               GError **error);

/* Prints each measured figure and the published one. */
void print_study_json (const Study *study, const Machine *machine);

/* Makes a folder, writes a script for gnuplot into it, and runs the script. Says so on standard
 * error if gnuplot is not installed. */
gboolean draw_plots (const Study *study, const char *folder, GError **error);

/* Print the tables of the study to standard output: its figures beside ours. */
void print_stores (const Study *study);
void print_properties (const Study *study);
void print_prediction (const Study *study);
void print_races (const Study *study);

/* Print what the plots of the study show. */
void print_memory (const Study *study);
void print_times (const Study *study);
void print_first_found (const Study *study);
void print_trajectories (const Study *study);
