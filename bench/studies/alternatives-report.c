/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-report.h"

#include "../golden.h"
#include "../json-members.h"
#include "../plot-script.h"
#include "alternatives-study.h"

#include <math.h>

#define HEADER                                                                                     \
  "case search iterations evaluated distinct not-dominated level-sum (of the distinct), first "    \
  "seed"

static gboolean
use_point (Golden *golden, const Series *series, const Point *point, GoldenLineFunc func)
{
  const Sample *first = &point->first;
  g_autofree char *key = g_strdup_printf ("%s %s %u", series->chosen->name,
                                          method_names[series->method], point->n_iterations);
  g_autofree char *line = g_strdup_printf (
      "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
      key, first->n_evaluated, first->n_distinct, first->n_kept, first->level_sum);

  return func (golden, key, line);
}

/* Returns: whether @func said so of each line. */
static gboolean
for_each_line (Golden *golden, gconstpointer run, GoldenLineFunc func)
{
  const Study *study = run;
  gboolean success = TRUE;

  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = &g_array_index (study->series, Series, i);

      for (guint p = 0; p < series->n_points; p++)
        success = use_point (golden, series, &series->points[p], func) && success;
    }
  return success;
}

gboolean
alternatives_golden_check (const Study *study, const char *path, const char *new_path,
                           GError **error)
{
  return golden_check_run (path, new_path, HEADER, for_each_line, study, error);
}

static void
add_moments (JsonBuilder *builder, const char *name, const Moments *moments)
{
  begin_object (builder, name);
  add_number (builder, "mean", moments->mean);
  add_number (builder, "standard_deviation", moments->deviation);
  json_builder_end_object (builder);
}

static void
add_point (JsonBuilder *builder, const Series *series, const Point *point)
{
  begin_object (builder, NULL);
  add_integer (builder, "iterations", point->n_iterations);
  add_integer (builder, "seeds", point->n_seeds);
  add_moments (builder, "prepare_seconds", &point->prepare);
  add_moments (builder, "search_seconds", &point->search);
  add_moments (builder, "total_seconds", &point->total);
  add_moments (builder, "evaluated", &point->n_evaluated);
  add_number (builder, "evaluated_ratio", series_get_ratio (series, point));
  add_moments (builder, "distinct", &point->n_distinct);
  add_moments (builder, "not_dominated", &point->n_kept);
  json_builder_end_object (builder);
}

/* What is null is not published. */
static void
add_published (JsonBuilder *builder, const Series *series)
{
  begin_object (builder, "published");
  add_integer (builder, "iterations", PUBLISHED_ITERATIONS);
  add_number (builder, "search_seconds", get_published_milliseconds (series) / 1e3);
  add_number (builder, "evaluated", get_published_evaluated (series));
  add_number (builder, "not_dominated", get_published_kept (series));
  json_builder_end_object (builder);
}

static void
json_add_line (JsonBuilder *builder, const char *name, const Series *series, LineKind kind,
               gboolean is_logarithmic)
{
  const Line line = series_fit_line (series, kind, is_logarithmic);

  begin_object (builder, name);
  add_number (builder, "slope", line.slope);
  add_number (builder, "intercept", line.intercept);
  add_number (builder, "determination", line.determination);
  json_builder_end_object (builder);
}

static void
add_series (JsonBuilder *builder, const Series *series)
{
  begin_object (builder, NULL);
  add_text (builder, "case", series->chosen->name);
  add_text (builder, "search", method_names[series->method]);
  begin_array (builder, "points");
  for (guint p = 0; p < series->n_points; p++)
    add_point (builder, series, &series->points[p]);
  json_builder_end_array (builder);
  json_add_line (builder, "line_of_evaluated", series, LINE_OF_EVALUATED, FALSE);
  json_add_line (builder, "line_of_search_milliseconds", series, LINE_OF_MILLISECONDS, FALSE);
  json_add_line (builder, "logarithmic_line_of_evaluated", series, LINE_OF_EVALUATED, TRUE);
  json_add_line (builder, "logarithmic_line_of_not_dominated", series, LINE_OF_KEPT, TRUE);
  if (isfinite (get_published_kept (series)) || isfinite (get_published_evaluated (series)))
    add_published (builder, series);
  json_builder_end_object (builder);
}

static void
add_case (JsonBuilder *builder, const Case *chosen)
{
  begin_object (builder, NULL);
  add_text (builder, "case", chosen->name);
  add_integer (builder, "records", chosen->n_records);
  add_integer (builder, "dimensions", chosen->n_dimensions);
  add_number (builder, "raw_risk", chosen->raw_risk);
  add_text (builder, "model", chosen->model);
  json_builder_end_object (builder);
}

static void
add_target (JsonBuilder *builder, const Target *target)
{
  begin_object (builder, NULL);
  add_text (builder, "target", target->what);
  add_number (builder, "at_least", target->least);
  add_number (builder, "at_most", target->most);
  add_number (builder, "found", target->found);
  add_boolean (builder, "met", target_is_met (target));
  json_builder_end_object (builder);
}

static void
add_targets (JsonBuilder *builder, const Study *study)
{
  Target targets[N_TARGETS];

  measure_targets (study, targets);
  begin_array (builder, "targets");
  for (guint i = 0; i < N_TARGETS; i++)
    if (targets[i].is_measured)
      add_target (builder, &targets[i]);
  json_builder_end_array (builder);
}

void
print_study_json (const Study *study, const Machine *machine)
{
  JsonBuilder *builder = json_builder_new ();

  begin_object (builder, NULL);
  add_machine (builder, machine);
  add_integer (builder, "runs", study->effort.n_runs);
  begin_array (builder, "cases");
  for (guint i = 0; i < study->cases->len; i++)
    add_case (builder, g_ptr_array_index (study->cases, i));
  json_builder_end_array (builder);
  begin_array (builder, "series");
  for (guint i = 0; i < study->series->len; i++)
    add_series (builder, &g_array_index (study->series, Series, i));
  json_builder_end_array (builder);
  add_targets (builder, study);
  json_builder_end_object (builder);
  print_json (builder);
}

static double
get_y (const Point *point, LineKind kind)
{
  return kind == LINE_OF_EVALUATED ? point->n_evaluated.mean
         : kind == LINE_OF_KEPT    ? point->n_kept.mean
                                   : 1e3 * point->search.mean;
}

static double
get_x (const Point *point, gboolean is_logarithmic)
{
  return is_logarithmic ? log (point->n_iterations) : point->n_iterations;
}

Line
series_fit_line (const Series *series, LineKind kind, gboolean is_logarithmic)
{
  const guint n = series->n_points;
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;

  if (n < 2)
    return (Line){ NAN, NAN, NAN };
  for (guint i = 0; i < n; i++)
    {
      mean_x += get_x (&series->points[i], is_logarithmic) / n;
      mean_y += get_y (&series->points[i], kind) / n;
    }
  for (guint i = 0; i < n; i++)
    {
      const double x = get_x (&series->points[i], is_logarithmic) - mean_x;
      const double y = get_y (&series->points[i], kind) - mean_y;

      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
  return (Line){ xy / xx, mean_y - xy / xx * mean_x, xy * xy / (xx * yy) };
}

#define FIRST_STYLE 2 /* of the script; the one before is pale */

/* What is drawn of a point, and what was published of the last one, if it is finite. */
typedef double (*NumberFunc) (const Point *point);
typedef double (*PublishedFunc) (const Series *series);

static double
get_kept (const Point *point)
{
  return point->n_kept.mean;
}

static double
get_evaluated (const Point *point)
{
  return point->n_evaluated.mean;
}

static double
get_milliseconds (const Point *point)
{
  return 1e3 * point->search.mean;
}

static const struct
{
  const char *kind;
  const char *title;
  const char *axis;
  NumberFunc get;
  PublishedFunc get_published;
} charts[] = {
  { "found", "Policies that no other dominates", "set ylabel 'policies'\n", get_kept,
    get_published_kept },
  { "evaluated", "Policies evaluated", "set ylabel 'policies'\nset logscale y\n", get_evaluated,
    get_published_evaluated },
  { "times", "Time of the search",
    "set ylabel 'milliseconds'\nset logscale y\nset format y '10^{%L}'\n", get_milliseconds,
    get_published_milliseconds },
};

static const Series *
plots_get_series (const Study *study, guint i)
{
  return &g_array_index (study->series, Series, i);
}

static void
add_data (GString *script, const Series *series, guint chart)
{
  g_string_append_printf (script, "$method%u << EOD\n", (guint) series->method);
  for (guint p = 0; p < series->n_points; p++)
    {
      plot_script_add_number (script, series->points[p].n_iterations);
      plot_script_add_number (script, charts[chart].get (&series->points[p]));
      g_string_append_c (script, '\n');
    }
  g_string_append (script, "EOD\n");
  if (!isfinite (charts[chart].get_published (series)))
    return;
  g_string_append_printf (script, "$published%u << EOD\n", (guint) series->method);
  plot_script_add_number (script, PUBLISHED_ITERATIONS);
  plot_script_add_number (script, charts[chart].get_published (series));
  g_string_append (script, "\nEOD\n");
}

static void
plots_add_line (GString *script, const Series *series, guint chart)
{
  const guint method = (guint) series->method, style = FIRST_STYLE + method;

  g_string_append_printf (script,
                          "%s \\\n  $method%u using 1:2 with linespoints linestyle %u title '%s'",
                          method > 0 ? "," : "plot", method, style, method_names[method]);
  if (isfinite (charts[chart].get_published (series)))
    g_string_append_printf (script,
                            ", \\\n  $published%u using 1:2 with points linestyle %u pointsize 2 "
                            "title '%s, published'",
                            method, style, method_names[method]);
}

/* @first is the first of the case's series. */
static void
add_chart (GString *script, const Study *study, guint first, guint chart)
{
  const char *name = plots_get_series (study, first)->chosen->name;

  for (guint method = 0; method < N_METHODS; method++)
    add_data (script, plots_get_series (study, first + method), chart);
  g_string_append_printf (script, "\nset output '%s-%s.svg'\nset title \"%s, %s\"\n%s",
                          charts[chart].kind, name, charts[chart].title, name, charts[chart].axis);
  for (guint method = 0; method < N_METHODS; method++)
    plots_add_line (script, plots_get_series (study, first + method), chart);
  g_string_append (script, "\nunset logscale\nset format y '%g'\n");
}

gboolean
draw_plots (const Study *study, const char *folder, GError **error)
{
  g_autoptr (GString) script = plot_script_new ();

  g_string_append (script, "set xlabel 'iterations'\n");
  for (guint first = 0; first < study->series->len; first += N_METHODS)
    for (guint chart = 0; chart < G_N_ELEMENTS (charts); chart++)
      add_chart (script, study, first, chart);
  return plot_script_draw (script->str, folder, error);
}

/* Prints what a point says in a column of 12. */
typedef void (*CellFunc) (const Point *point);

/* Returns: what was published of the last point, if it is finite. */
typedef double (*PublishedFunc) (const Series *series);

static const Series *
tables_get_series (const Study *study, guint i)
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
      const Series *series = tables_get_series (study, i);

      print_cost (series);
      if (isfinite (get_published_evaluated (series)))
        print_published_cost (series);
    }
}

static void
print_points (const Study *study, const char *title, CellFunc print_cell, PublishedFunc get)
{
  const Series *longest = tables_get_series (study, 0);

  g_print ("\n%s\n\n%-10s %-17s", title, "case", "search");
  for (guint p = 0; p < longest->n_points; p++)
    g_print (" %12u", longest->points[p].n_iterations);
  g_print ("\n");
  for (guint i = 0; i < study->series->len; i++)
    {
      const Series *series = tables_get_series (study, i);

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
  for (LineKind kind = 0; kind <= LINE_OF_MILLISECONDS; kind++)
    {
      const Line line = series_fit_line (series, kind, FALSE);

      g_print (" %11.4f %11.4f %8.5f", line.slope, line.intercept, line.determination);
      g_print (" %8.2f", line.slope / series_fit_line (bisecting, kind, FALSE).slope);
    }
  g_print ("\n");
}

/* Prints how well each line explains what is found and spent. */
static void
print_trend (const Series *series)
{
  print_name (series);
  for (LineKind kind = 0; kind < N_LINES; kind++)
    {
      const Line logarithmic = series_fit_line (series, kind, TRUE);

      g_print (" %11.4f %11.4f %8.5f %8.5f", logarithmic.slope, logarithmic.intercept,
               logarithmic.determination, series_fit_line (series, kind, FALSE).determination);
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
    print_line (study, tables_get_series (study, i));
  g_print (
      "\nTable 7. Lines over the logarithm of the iterations, of tables 4, 5 and 3: what e times "
      "as many iterations add, the\nvalue after one, the share of the variance that the line "
      "explains, and that which a straight line does.\n\n"
      "%-10s %-17s %11s %11s %8s %8s %11s %11s %8s %8s %11s %11s %8s %8s\n",
      "case", "search", "evaluated", "at 1", "R^2", "straight", "ms", "at 1", "R^2", "straight",
      "kept", "at 1", "R^2", "straight");
  for (guint i = 0; i < study->series->len; i++)
    print_trend (tables_get_series (study, i));
}

/* Welch's t of the difference of two means, and its degrees of freedom. */
static void
print_test (const Moments *first, guint n_first, const Moments *second, guint n_second)
{
  const double v = first->deviation * first->deviation / n_first;
  const double w = second->deviation * second->deviation / n_second;

  if (n_first > 1 && n_second > 1 && v + w > 0)
    g_print (" %11.2f %9.2f %7.1f", second->mean - first->mean,
             (second->mean - first->mean) / sqrt (v + w),
             (v + w) * (v + w) / (v * v / (n_first - 1) + w * w / (n_second - 1)));
  else
    g_print (" %11.2f %9s %7s", second->mean - first->mean, "-", "-");
}

void
print_tests (const Study *study)
{
  g_print ("\nTable 8. The directed search less the bisecting one after the most iterations: the "
           "difference of the means over the\nseeds, Welch's t, and its degrees of freedom. With 9 "
           "of these or more, a t beyond 4.8 is significant at 0.1 %%.\n\n"
           "%-10s %11s %9s %7s %11s %9s %7s %11s %9s %7s\n",
           "case", "evaluated", "t", "d.f.", "ms", "t", "d.f.", "kept", "t", "d.f.");
  for (guint i = 0; i < study->cases->len; i++)
    {
      const char *name = ((const Case *) g_ptr_array_index (study->cases, i))->name;
      const Point *first = series_get_last (study_find (study, name, METHOD_BISECTING));
      const Point *second = series_get_last (study_find (study, name, METHOD_DIRECTED));
      const Moments milliseconds[]
          = { { 1e3 * first->search.mean, 1e3 * first->search.deviation },
              { 1e3 * second->search.mean, 1e3 * second->search.deviation } };

      if (first->n_iterations != second->n_iterations)
        continue;
      g_print ("%-10s", name);
      print_test (&first->n_evaluated, first->n_seeds, &second->n_evaluated, second->n_seeds);
      print_test (&milliseconds[0], first->n_seeds, &milliseconds[1], second->n_seeds);
      print_test (&first->n_kept, first->n_seeds, &second->n_kept, second->n_seeds);
      g_print ("\n");
    }
}

void
print_targets (const Study *study)
{
  Target targets[N_TARGETS];

  measure_targets (study, targets);
  g_print ("\nTable 9. Targets; times with the preparation, of Adult that of the worst threshold."
           "\n\n%-64s %9s %9s %9s\n",
           "", "at least", "at most", "found");
  for (guint i = 0; i < N_TARGETS; i++)
    if (targets[i].is_measured)
      g_print ("%-64s %9g %9g %9.4f %s\n", targets[i].what, targets[i].least, targets[i].most,
               targets[i].found, target_is_met (&targets[i]) ? "met" : "missed");
}
