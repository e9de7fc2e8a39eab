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
  double pruned_share[N_STAGES]; /* of checks */
  Spread plain;                  /* seconds of processor time for all checks */
  Spread ratio[N_STAGES];        /* to plain in the same sample */
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

void report_text (const Machine *machine, const Outcome *outcomes, guint n);
void report_json (const Machine *machine, const Outcome *outcomes, guint n);

/* Draws the median ratios with everything on as bars, in SVG, by gnuplot.
 *
 * Returns: whether there is such a file now; without gnuplot it says so and returns %TRUE. */
gboolean report_chart (const char *path, const Outcome *outcomes, guint n, GError **error);
