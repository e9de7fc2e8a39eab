/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-measure.h"

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
