/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../machine.h"
#include "alternatives-study.h"

/* Compares the counts of the first seed with the file at @path, and writes them to @new_path.
 * Either may be NULL. */
gboolean alternatives_golden_check (const Study *study, const char *path, const char *new_path,
                                    GError **error);

void print_study_json (const Study *study, const Machine *machine);

/* What a search takes or finds as a line over its iterations, or over their logarithm, by least
 * squares. */
typedef struct
{
  double slope; /* of one more iteration, or of e times as many */
  double intercept;
  double determination; /* the share of the variance that the line explains, R^2 */
} Line;

typedef enum
{
  LINE_OF_EVALUATED,
  LINE_OF_MILLISECONDS, /* of the search */
  LINE_OF_KEPT,         /* policies that no other dominates */
  N_LINES
} LineKind;

/* Returns: the line through the means of a series; NAN if it has fewer than two points. */
Line series_fit_line (const Series *series, LineKind kind, gboolean is_logarithmic);

/* Makes a folder, writes a script for gnuplot into it, and runs the script if gnuplot is installed.
 * The plots show what each case finds, evaluates and spends over the iterations. */
gboolean draw_plots (const Study *study, const char *folder, GError **error);

void print_cases (const Study *study);

/* Prints what the largest number of iterations costs. */
void print_costs (const Study *study);

/* Print, by number of iterations, what is found, evaluated and spent. */
void print_found (const Study *study);
void print_evaluated (const Study *study);
void print_seconds (const Study *study);

void print_lines (const Study *study);

/* Prints Welch's test of the difference between the two searches. */
void print_tests (const Study *study);
void print_targets (const Study *study);
