/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "whole-job-steps.h"

/* The table, its rows made as many as asked for, in so many threads: medians. */
typedef struct
{
  guint64 n_rows;
  guint n_threads;
  WholeTime steps[WHOLE_N_STEPS];
  WholeCounts counts;
} WholeRun;

typedef struct
{
  Table table;     /* what rows are taken from */
  char *name;      /* of the table, without folder and ending */
  GArray *rows;    /* of guint64 */
  GArray *threads; /* of guint64, the first one 1 */
  guint n_repeats;
  const char *tool; /* deid-anonymize, or NULL */
} WholeScope;

/* All that was measured. */
typedef struct
{
  const WholeScope *scope;
  GArray *runs; /* of WholeRun, by rows, then by threads */
} WholeStudy;

/* Measures, and prints each run as it comes. Fails with %DEID_ERROR_VERIFICATION unless all numbers
 * of threads release the same bytes. */
gboolean whole_study_run (WholeStudy *study, const WholeScope *scope, GError **error);
void whole_study_clear (WholeStudy *study);

const WholeRun *whole_study_get_run (const WholeStudy *study, guint i);

/* Returns: how many times faster than with one thread, NAN if not measured. */
double whole_study_get_speed_up (const WholeStudy *study, guint run, WholeStep step);

/* Returns: the exponent of rows that the processor time of a step grows by, the slope of least
 * squares between logarithms, from 100,000 rows on; NAN with fewer than two numbers of rows. */
double whole_study_get_exponent (const WholeStudy *study, guint n_threads, WholeStep step);
