/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/size-solver.h"

#define MAX_PUBLIC_INTERVALS 64

/* What a public risk report tells of the sizes of classes, and what its reader knows besides: the
 * rule by which it was made. */
typedef struct
{
  guint minimum;       /* cell */
  guint threshold_end; /* the first size whose risk is not above the threshold; 0 if all are */
  guint n_records;
  gboolean is_smallest; /* a class has the first interval's smallest size */
  guint n_intervals;
  guint smallest[MAX_PUBLIC_INTERVALS];
  guint counts[MAX_PUBLIC_INTERVALS];
} PublicFigures;

/* Puts all that a reader knows of the sizes of classes into a solver. */
void public_figures_init_solver (const PublicFigures *figures, SizeSolver *solver);

/* Adds what the reader concludes from where intervals end, in sizes of a table or a population. */
void public_figures_add_rule (const PublicFigures *figures, guint smallest_class,
                              guint largest_size, SizeSolver *solver);

/* Returns: the interval of a size, or the number of intervals if it is below all of them. */
guint public_figures_find (const PublicFigures *figures, guint size);

/* Tells whether how many records a size has is shown, or is no secret. */
gboolean public_figures_tell (const PublicFigures *figures, guint size);

/* Tells whether how many records are below a size is shown, or is no secret. */
gboolean public_figures_tell_below (const PublicFigures *figures, guint size);

/* Returns: how many withheld figures a solver that was run on them recovers: numbers of records of
 * a size, and of sizes below one, the number of classes and the largest class. */
guint public_figures_count_recovered (const PublicFigures *figures, const SizeSolver *solver);
