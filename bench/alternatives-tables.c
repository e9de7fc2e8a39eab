/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-tables.h"

#include <math.h>

#include "alternatives-lines.h"
#include "alternatives-published.h"
#include "alternatives-targets.h"

/* Prints what a point says in a column of 12. */
typedef void (*CellFunc) (const Point *point);

/* Returns: what was published of the last point, if it is finite. */
typedef double (*PublishedFunc) (const Series *series);

static const Series *
get_series (const Study *study, guint i)
{
  return &g_array_index (study->series, Series, i);
}

static void
print_name (const Series *series)
{
  g_print ("%-10s %-17s", series->chosen->name, method_names[series->method]);
}

static void
print_published_name (const Series *series)
{
  g_autofree char *name = g_strdup_printf ("%s, publ.", method_names[series->method]);

  g_print ("%-10s %-17s", series->chosen->name, name);
}

void
print_cases (const Study *study)
{
  g_print (
      "Table 1. The problems. The raw risk is that of the table as it is; without a population "
      "it is the number of\ndistinct tuples.\n\n%-10s %10s %10s %22s %s\n",
      "case", "records", "dimensions", "raw risk", "model");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const Case *chosen = g_ptr_array_index (study->cases, i);

      g_print ("%-10s %10" G_GUINT64_FORMAT " %10u %22.17g %s\n", chosen->name, chosen->n_records,
               chosen->n_dimensions, chosen->raw_risk, chosen->model);
    }
}

static void
print_cost (const Series *series)
{
  const Point *point = series_get_last (series);
  const double n = point->n_iterations;

  print_name (series);
  g_print (" %6u %5u %9.3f %10.3f %8.4f %8.4f %9.4f %9.4f %10.1f %7.3f\n", point->n_iterations,
           point->n_seeds, 1e3 * point->prepare.mean, 1e3 * point->search.mean,
           1e3 * point->search.mean / n, 1e3 * point->search.deviation / n,
           1e3 * point->total.mean / n, point_get_cost (point), point->n_evaluated.mean,
           series_get_ratio (series, point));
}

static void
print_published_cost (const Series *series)
{
  const double n = PUBLISHED_ITERATIONS;
  const double evaluated = get_published_evaluated (series);
  const double milliseconds = get_published_milliseconds (series);

  print_published_name (series);
  g_print (" %6u %5s %9s %10.0f %8.0f %8s %9s %9.0f %10.0f %7.3f\n", PUBLISHED_ITERATIONS, "", "",
           milliseconds, milliseconds / n, "", "", milliseconds / evaluated, evaluated,
           evaluated / (n * log2 (series->chosen->n_dimensions)));
}

void
print_costs (const Study *study)
{
  g_print ("\nTable 2. Milliseconds: of the preparation, of the search, of the search for each "
           "boundary policy (mean and\nstandard deviation over the seeds), the same with the "
           "preparation, and of the search for each policy evaluated.\nPolicies evaluated, and "
           "their number over iterations x log2 (dimensions).\n\n"
           "%-10s %-17s %6s %5s %9s %10s %8s %8s %9s %9s %10s %7s\n",
           "case", "search", "iter.", "seeds", "prepare", "search", "policy", "s.d.", "with pr.",
           "evaluat.", "evaluated", "ratio");
  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = get_series (study, i);

      print_cost (series);
      if (isfinite (get_published_evaluated (series)))
        print_published_cost (series);
    }
}

static void
print_points (const Study *study, const char *title, CellFunc print_cell, PublishedFunc get)
{
  const Series *longest = get_series (study, 0);

  g_print ("\n%s\n\n%-10s %-17s", title, "case", "search");
  for (guint p = 0; p < longest->n_points; p++)
    g_print (" %12u", longest->points[p].n_iterations);
  g_print ("\n");
  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = get_series (study, i);

      print_name (series);
      for (guint p = 0; p < series->n_points; p++)
        print_cell (&series->points[p]);
      g_print ("\n");
      if (!isfinite (get (series)))
        continue;
      print_published_name (series);
      g_print (" %*.0f\n", 13 * MAX_POINTS - 1, get (series));
    }
}

static void
print_found_cell (const Point *point)
{
  g_print ("  %5.1f/%5.1f", point->n_kept.mean, point->n_distinct.mean);
}

void
print_found (const Study *study)
{
  print_points (study,
                "Table 3. Policies that no other one dominates, of the distinct ones found, after "
                "so many iterations; means.",
                print_found_cell, get_published_kept);
}

static void
print_evaluated_cell (const Point *point)
{
  g_print (" %12.1f", point->n_evaluated.mean);
}

void
print_evaluated (const Study *study)
{
  print_points (study, "Table 4. Policies evaluated after so many iterations; means.",
                print_evaluated_cell, get_published_evaluated);
}

static void
print_seconds_cell (const Point *point)
{
  g_print (" %12.3f", 1e3 * point->search.mean);
}

void
print_seconds (const Study *study)
{
  print_points (study, "Table 5. Milliseconds of the search after so many iterations; means.",
                print_seconds_cell, get_published_milliseconds);
}

static void
print_line (const Study *study, const Series *series)
{
  const Series *bisecting = study_find (study, series->chosen->name, METHOD_BISECTING);

  print_name (series);
  for (LineKind kind = 0; kind < N_LINES; kind++)
    {
      const Line line = series_fit_line (series, kind);

      g_print (" %11.4f %11.4f %8.5f", line.slope, line.intercept, line.determination);
      g_print (" %8.2f", line.slope / series_fit_line (bisecting, kind).slope);
    }
  g_print ("\n");
}

void
print_lines (const Study *study)
{
  g_print ("\nTable 6. Straight lines by least squares through tables 4 and 5: what another "
           "iteration takes, where the line\nbegins, the share of the variance that it explains, "
           "and its slope over that of the bisecting search.\n\n"
           "%-10s %-17s %11s %11s %8s %8s %11s %11s %8s %8s\n",
           "case", "search", "evaluated", "at 0", "R^2", "times", "ms", "at 0", "R^2", "times");
  for (guint i = 0; i < study->series->len; i++)
    print_line (study, get_series (study, i));
}

void
print_targets (const Study *study)
{
  Target targets[N_TARGETS];

  measure_targets (study, targets);
  g_print ("\nTable 7. Targets; times with the preparation, of Adult that of the worst threshold."
           "\n\n%-64s %9s %9s %9s\n",
           "", "at least", "at most", "found");
  for (guint i = 0; i < N_TARGETS; i++)
    if (targets[i].is_measured)
      g_print ("%-64s %9g %9g %9.4f %s\n", targets[i].what, targets[i].least, targets[i].most,
               targets[i].found, target_is_met (&targets[i]) ? "met" : "missed");
}
