/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#define EARTH_MOVER_MAX_VALUES 12

/* How far any two values are apart, in whole steps. */
typedef struct
{
  guint n_values;
  guint64 n_steps; /* of the largest distance there could be */
  guint64 steps[EARTH_MOVER_MAX_VALUES][EARTH_MOVER_MAX_VALUES];
} GroundDistance;

/* The earth mover's distance by its definition: the cheapest way to move the distribution of a
 * class, which is not empty, onto that of the table, found by shortest paths.
 *
 * Returns: the distance times steps, records of the class and records of the table. */
guint64 earth_mover_get_cost (const GroundDistance *distance, const guint64 *class_counts,
                              const guint64 *table_counts);

/* Returns: the sum of each value's distance to the nearest one that the class has, times steps and
 * records of the table. */
guint64 earth_mover_get_least_cost (const GroundDistance *distance, const guint64 *class_counts,
                                    const guint64 *table_counts);
