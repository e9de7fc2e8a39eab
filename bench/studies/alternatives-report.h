/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../machine.h"
#include "alternatives-study.h"

/* Compares what was counted with the first seed with the file at @path, and puts it into the one at
 * @new_path, unless these are NULL. */
gboolean alternatives_golden_check (const Study *study, const char *path, const char *new_path,
                                    GError **error);

void print_study_json (const Study *study, const Machine *machine);

/* A straight line through what a search took after so many iterations, by least squares. */
typedef struct
{
  double slope; /* of another iteration */
  double intercept;
  double determination; /* the share of the variance that the line explains, R^2 */
} Line;

typedef enum
{
  LINE_OF_EVALUATED,
  LINE_OF_MILLISECONDS, /* of the search */
  N_LINES
} LineKind;

/* Returns: the line through the means of a series, not numbers if it has fewer than two points. */
Line series_fit_line (const Series *series, LineKind kind);

/* Writes a script into a folder, which is made, and draws its plots there if gnuplot is installed:
 * of each case what is found, evaluated and spent over the iterations. */
gboolean draw_plots (const Study *study, const char *folder, GError **error);

void print_cases (const Study *study);

/* What most iterations cost. */
void print_costs (const Study *study);

/* What is found, evaluated and spent after how many iterations. */
void print_found (const Study *study);
void print_evaluated (const Study *study);
void print_seconds (const Study *study);

void print_lines (const Study *study);
void print_targets (const Study *study);
