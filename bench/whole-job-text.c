/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "whole-job-text.h"

#include <math.h>
#include <stdio.h>

/* A hyphen if there is none. */
static void
print_number (int width, int precision, double number)
{
  if (isfinite (number))
    printf (" %*.*f", width, precision, number);
  else
    printf (" %*s", width, "-");
}

static void
print_counts (const WholeStudy *study, const WholeRun *run)
{
  const WholeCounts *counts = &run->counts;

  printf ("%s, %u quasi-identifiers, %" G_GUINT64_FORMAT " rows, %u thread%s: %" G_GUINT64_FORMAT
          " policies evaluated, %" G_GUINT64_FORMAT " classes, %" G_GUINT64_FORMAT
          " rows suppressed,\nloss %.10g, %" G_GUINT64_FORMAT " bytes released, SHA-256 %.12s\n",
          study->scope->name, study->scope->table.n_attributes, run->n_rows, run->n_threads,
          run->n_threads == 1 ? "" : "s", counts->n_evaluated, counts->n_classes,
          counts->n_suppressed, counts->loss, counts->n_bytes, counts->digest);
}

void
whole_print_run (const WholeStudy *study, guint i)
{
  const WholeRun *run = whole_study_get_run (study, i);
  const double n_rows = (double) run->n_rows;

  print_counts (study, run);
  printf ("%-16s %9s %9s %9s %9s %9s\n", "", "cpu s", "wall s", "speed-up", "ns a row", "bytes");
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    {
      const WholeTime *time = &run->steps[s];

      printf ("%-16s", whole_step_names[s]);
      print_number (9, 4, time->cpu);
      print_number (9, 4, time->wall);
      print_number (9, 2, whole_study_get_speed_up (study, i, s));
      print_number (9, 1, 1e9 * time->cpu / n_rows);
      print_number (9, 1, time->memory / n_rows);
      printf ("\n");
    }
  printf ("\n");
  fflush (stdout);
}

void
whole_print_exponents (const WholeStudy *study)
{
  const GArray *threads = study->scope->threads;

  if (isnan (whole_study_get_exponent (study, 1, WHOLE_JOB)))
    return;
  printf ("Exponents of the growth of processor time with rows, by threads:\n%-16s", "");
  for (guint i = 0; i < threads->len; i++)
    printf (" %9" G_GUINT64_FORMAT, g_array_index (threads, guint64, i));
  printf ("\n");
  for (guint s = 0; s < WHOLE_N_STEPS; s++)
    {
      printf ("%-16s", whole_step_names[s]);
      for (guint i = 0; i < threads->len; i++)
        print_number (
            9, 2, whole_study_get_exponent (study, (guint) g_array_index (threads, guint64, i), s));
      printf ("\n");
    }
}
