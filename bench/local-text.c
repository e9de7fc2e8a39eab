/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "local-text.h"

#include <math.h>
#include <stdio.h>

void
local_print_runs_title (void)
{
  printf ("Seconds of the processor on one thread, without reading and preparing; peak memory of "
          "the process,\ntables included; checked is the release verified, or the proof of the "
          "bound.\n\n"
          "%-10s %2s %4s %-6s %5s  %-13s %9s %8s %10s %7s %8s %7s %7s  %7s\n",
          "table", "m", "k", "model", "limit", "method", "steps", "loss", "suppressed", "classes",
          "seconds", "checked", "MB", "target");
}

static void
print_target (const LocalEffort *effort)
{
  if (effort != NULL && effort->loss > 0)
    printf ("  %.4f in %g s", effort->loss, effort->seconds);
  printf ("\n");
  fflush (stdout);
}

void
local_print_run (const LocalRun *run)
{
  const LocalCase *the_case = run->the_case;
  const LocalOutcome *outcome = &run->outcome;

  printf ("%-10s %2u %4u %-6s %5g  %-13s %9" G_GUINT64_FORMAT " %8.5f %10" G_GUINT64_FORMAT
          " %7" G_GUINT64_FORMAT " %8.2f %7.2f %7.1f",
          the_case->table, local_case_count_attributes (the_case), the_case->k,
          the_case->model != NULL ? the_case->model : "", the_case->limit,
          local_method_names[run->method], run->effort != NULL ? run->effort->n_steps : 0,
          outcome->loss, outcome->n_suppressed, outcome->n_classes, outcome->seconds,
          outcome->check_seconds, (double) outcome->peak_memory / 1e6);
  print_target (run->effort);
}

void
local_print_gap (double gap)
{
  printf ("%-10s %2s %4s %-6s %5s  %-13s %9s %8.3f\n", "", "", "", "", "", "gap", "", gap);
}

/* A hyphen if there is none. */
static void
print_number (double number)
{
  if (isfinite (number))
    printf (" %7.3f", number);
  else
    printf (" %7s", "-");
}

static void
print_changes (const LocalView *view)
{
  printf ("%-10s %-10s %-11s %7.4f %10" G_GUINT64_FORMAT, view->table,
          local_recoding_names[view->recoding], local_reading_names[view->reading], view->loss,
          view->n_suppressed);
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    {
      printf ("  %2u %2u", view->changes[a].n, view->changes[a].n_gone);
      print_number (view->changes[a].mean);
      print_number (view->changes[a].strength);
      print_number (view->changes[a].greatest);
    }
  printf ("\n");
}

static void
print_columns (const LocalView *view)
{
  for (guint c = 0; c < view->n_columns; c++)
    {
      printf ("%-10s %-10s %-11s %-10s", view->table, local_recoding_names[view->recoding],
              local_reading_names[view->reading], view->columns[c].name);
      print_number (view->columns[c].share);
      print_number (view->columns[c].shift);
      print_number (view->columns[c].deviation);
      printf ("\n");
    }
}

void
local_print_views (const GArray *views)
{
  if (views->len == 0)
    return;
  printf ("\nWhat an analyst sees, k = 5: of pairs of columns how many have an association in the "
          "table, how many\nof these have none in the release, and of all these the mean change in "
          "size, the mean change of the\nsize, which is below 0 if they look weaker, and the "
          "greatest change\n\n"
          "%-10s %-10s %-11s %7s %10s",
          "table", "recoding", "numbers", "loss", "suppressed");
  for (guint a = 0; a < LOCAL_N_ASSOCIATIONS; a++)
    printf ("  %-29s", local_association_names[a]);
  printf ("\n");
  for (guint i = 0; i < views->len; i++)
    print_changes (&g_array_index (views, LocalView, i));
  printf ("\nof columns of numbers: the share of released records with a number, the shift of "
          "their mean in standard\ndeviations, and their standard deviation over that of the "
          "table\n\n%-10s %-10s %-11s %-10s %7s %7s %7s\n",
          "table", "recoding", "numbers", "column", "share", "shift", "ratio");
  for (guint i = 0; i < views->len; i++)
    print_columns (&g_array_index (views, LocalView, i));
}

void
local_print_numbers (const GArray *runs)
{
  if (runs->len == 0)
    return;
  printf ("\nNumbers replaced by the means of their classes: SSE / SST in percent\n\n"
          "%-10s %2s %4s %-9s %8s %7s %7s %8s\n",
          "table", "m", "k", "method", "steps", "classes", "percent", "seconds");
  for (guint i = 0; i < runs->len; i++)
    {
      const LocalNumbersRun *run = &g_array_index (runs, LocalNumbersRun, i);

      printf ("%-10s %2u %4u %-9s %8" G_GUINT64_FORMAT " %7" G_GUINT64_FORMAT " %7.2f %8.2f\n",
              run->table, run->n_columns, run->k, run->method, run->n_steps, run->n_classes,
              100 * run->share, run->seconds);
    }
}
