/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What is left of several samples. */
typedef struct
{
  double min;
  double median;
  double max;
} Spread;

/* Sorts the samples. */
Spread spread_of (double *samples, guint n);

/* The time that passed, in seconds from some start. */
double get_wall_seconds (void);

/* The processor time of this process, in seconds: what others do on the machine adds little. */
double get_cpu_seconds (void);

/* Returns: the largest resident memory of this process so far in bytes, or 0 if unknown. */
guint64 get_peak_memory (void);

typedef void (*Pass) (gpointer data);

/* Finds out how often a pass must be repeated to take about @seconds; runs it at least once. */
guint64 count_repetitions (Pass pass, gpointer data, double seconds);

/* Returns: the processor time of one pass in seconds, by repetition. */
double time_pass (Pass pass, gpointer data, guint64 n_repetitions);
