/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "closeness-stage.h"
#include "machine.h"

#define N_THRESHOLDS 5

extern const double thresholds[N_THRESHOLDS];

/* What was measured at one threshold. */
typedef struct
{
  guint64 n_passed;
  guint64 n_spared; /* as published: those pruned, and those whose sum begins later */
  guint64 n_pruned[N_STAGES];
  Spread plain;           /* seconds of processor time for all checks */
  Spread ratio[N_STAGES]; /* to plain in the same sample */
} Row;

/* What was measured on one table. */
typedef struct
{
  char *name;
  guint32 n_values;
  guint64 n_classes;
  guint64 n_rows;
  Spread grouping[N_GROUPINGS]; /* nanoseconds for each row */
  Row rows[N_THRESHOLDS];
} Outcome;

/* Compares the counts with those in the file at @path, or writes them to @new_path. Either may be
 * NULL. */
gboolean closeness_golden_check (const GArray *outcomes, const char *path, const char *new_path,
                                 GError **error);

void report_text (const Machine *machine, const GArray *outcomes);
void report_json (const Machine *machine, const GArray *outcomes);

/* Draws the median ratios with everything on as bars, in SVG, by gnuplot.
 *
 * Returns: whether there is such a file now; without gnuplot it says so and returns %TRUE. */
gboolean report_chart (const char *path, const GArray *outcomes, GError **error);
