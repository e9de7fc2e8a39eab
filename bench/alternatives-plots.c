/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-plots.h"

#include <math.h>

#include "alternatives-published.h"
#include "plot-script.h"

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
get_series (const Study *study, guint i)
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
add_line (GString *script, const Series *series, guint chart)
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
  const char *name = get_series (study, first)->chosen->name;

  for (guint method = 0; method < N_METHODS; method++)
    add_data (script, get_series (study, first + method), chart);
  g_string_append_printf (script, "\nset output '%s-%s.svg'\nset title \"%s, %s\"\n%s",
                          charts[chart].kind, name, charts[chart].title, name, charts[chart].axis);
  for (guint method = 0; method < N_METHODS; method++)
    add_line (script, get_series (study, first + method), chart);
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
