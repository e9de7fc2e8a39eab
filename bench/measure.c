/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int
compare_doubles (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

Spread
spread_of (double *samples, guint n)
{
  qsort (samples, n, sizeof *samples, compare_doubles);
  return (Spread){ .min = samples[0],
                   .median = (samples[(n - 1) / 2] + samples[n / 2]) / 2,
                   .max = samples[n - 1] };
}

static double
get_seconds (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

double
get_wall_seconds (void)
{
  return get_seconds (CLOCK_MONOTONIC);
}

double
get_cpu_seconds (void)
{
  return get_seconds (CLOCK_PROCESS_CPUTIME_ID);
}

guint64
get_peak_memory (void)
{
  FILE *file = fopen ("/proc/self/status", "r");
  unsigned long long kilobytes = 0;
  char line[256];

  while (file != NULL && fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "VmHWM: %llu kB", &kilobytes) == 1)
      break;
  if (file != NULL)
    fclose (file);
  return 1024 * (guint64) kilobytes;
}

guint64
count_repetitions (Pass pass, gpointer data, double seconds)
{
  guint64 n = 1;
  double taken;

  pass (data); /* the first touches new memory */
  if (seconds <= 0)
    return 1;
  while ((taken = time_pass (pass, data, n) * (double) n) < seconds / 2)
    n *= 2;
  return MAX (1, (guint64) ((double) n * seconds / taken));
}

double
time_pass (Pass pass, gpointer data, guint64 n_repetitions)
{
  const double start = get_cpu_seconds ();

  for (guint64 i = 0; i < n_repetitions; i++)
    pass (data);
  return (get_cpu_seconds () - start) / (double) n_repetitions;
}
