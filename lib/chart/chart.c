/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/chart.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "chart/chart-private.h"

#include <math.h>
#include <string.h>

/* What charts are made of. */

DeidChart *
deid_chart_new (DeidChartKind kind, const char *title, const char *description)
{
  DeidChart *chart = g_new0 (DeidChart, 1);

  chart->kind = kind;
  chart->title = g_strdup (title);
  chart->description = g_strdup (description);
  chart->end = -INFINITY;
  return chart;
}

void
deid_chart_free (DeidChart *chart)
{
  if (chart == NULL)
    return;
  for (guint i = 0; i < chart->n_series; i++)
    {
      for (guint64 j = 0; j < chart->series[i].n; j++)
        g_free (chart->series[i].points[j].label);
      g_free (chart->series[i].points);
      g_free (chart->series[i].name);
    }
  for (guint64 i = 0; i < chart->n_categories; i++)
    g_free (chart->categories[i]);
  for (guint64 i = 0; i < chart->n_lines; i++)
    g_free (chart->lines[i].label);
  deid_free_arrays (chart->categories, chart->lines, chart->axes[DEID_CHART_AXIS_X].label,
                    chart->axes[DEID_CHART_AXIS_Y].label, chart->title, chart->description);
  g_clear_error (&chart->error);
  g_free (chart);
}

/* Returns: (nullable): a copy, or NULL with the chart's error. */
static char *
copy_text (DeidChart *chart, const char *text)
{
  const gsize size = strlen (text) + 1;
  char *copy = chart->error == NULL ? deid_alloc (size, 1, &chart->error) : NULL;

  return copy != NULL ? memcpy (copy, text, size) : NULL;
}

void
deid_chart_set_axis (DeidChart *chart, DeidChartAxis axis, const char *label, DeidChartUnit unit,
                     gboolean logarithmic)
{
  DeidChartAxisSetting *setting = &chart->axes[axis];

  g_free (setting->label);
  setting->label = copy_text (chart, label);
  setting->unit = unit;
  setting->is_logarithmic = logarithmic;
}

void
deid_chart_add_category (DeidChart *chart, const char *name)
{
  char *copy = copy_text (chart, name);

  if (copy != NULL
      && deid_grow ((gpointer *) &chart->categories, &chart->category_capacity,
                    chart->n_categories + 1, sizeof *chart->categories, &chart->error))
    chart->categories[chart->n_categories++] = copy;
  else
    g_free (copy);
}

guint
deid_chart_add_series (DeidChart *chart, const char *name)
{
  g_return_val_if_fail (chart->n_series < DEID_CHART_MAX_SERIES, DEID_CHART_MAX_SERIES - 1);

  chart->series[chart->n_series].name = g_strdup (name);
  return chart->n_series++;
}

/* Puts a point behind those of the same x. */
static void
insert_point (DeidChartSeries *series, DeidChartPoint point)
{
  guint64 place = series->n++;

  for (; place > 0 && series->points[place - 1].x > point.x; place--)
    series->points[place] = series->points[place - 1];
  series->points[place] = point;
}

void
deid_chart_add_point (DeidChart *chart, guint series, double x, double y, const char *label,
                      gboolean is_shown)
{
  DeidChartPoint point = { .x = x, .y = y, .is_shown = is_shown && label != NULL };

  g_return_if_fail (series < chart->n_series);
  g_return_if_fail (chart->kind != DEID_CHART_BARS
                    || (x >= 0 && x <= G_MAXUINT16 && floor (x) == x));

  if (!isfinite (x) || !isfinite (y) || chart->error != NULL)
    return;
  point.label = label != NULL ? copy_text (chart, label) : NULL;
  if (chart->error == NULL
      && deid_grow ((gpointer *) &chart->series[series].points, &chart->series[series].capacity,
                    chart->series[series].n + 1, sizeof point, &chart->error))
    insert_point (&chart->series[series], point);
  else
    g_free (point.label);
}

void
deid_chart_add_line (DeidChart *chart, DeidChartAxis axis, double value, const char *label)
{
  DeidChartLine line = { axis, value, NULL };

  if (!isfinite (value))
    return;
  line.label = copy_text (chart, label);
  if (line.label != NULL
      && deid_grow ((gpointer *) &chart->lines, &chart->line_capacity, chart->n_lines + 1,
                    sizeof line, &chart->error))
    chart->lines[chart->n_lines++] = line;
  else
    g_free (line.label);
}

void
deid_chart_set_end (DeidChart *chart, double x_end)
{
  chart->end = x_end;
}

double
deid_chart_get_bar_end (const DeidChart *chart, guint series, guint64 point)
{
  const DeidChartPoint *points = chart->series[series].points;
  const double x = points[point].x;
  double width = 1;

  if (point + 1 < chart->series[series].n)
    return points[point + 1].x;
  if (isfinite (chart->end) && chart->end > x)
    return chart->end;
  if (point > 0 && x > points[point - 1].x)
    width = x - points[point - 1].x;
  return isfinite (x + width) ? x + width : x;
}

/* The looks of charts. */

/* Blue, vermilion, green, purple, sky and orange after Okabe and Ito, "Color Universal Design"
 * (2008), which people tell apart who do not see some of them. Sky and orange are darker, so that
 * each has a contrast of 3:1 to white paper; in the dark all are lighter. */
static const char chart_style_style[]
    = ".chart{margin:1.5em 0;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#b4588f;--c4:#3b93cc;"
      "--c5:#a87400;--paper:var(--background,Canvas)}\n"
      "@media (prefers-color-scheme:dark){.chart{--c0:#5ab4f0;--c1:#ff8f4a;--c2:#35c79a;"
      "--c3:#e79bc8;--c4:#b0dcff;--c5:#f2b632}}\n"
      ".chart figcaption{font-weight:600;margin:0 0 .6em;overflow-wrap:anywhere}\n"
      ".chart svg{display:block;width:100%;height:auto;overflow:visible}\n"
      ".chart .wide{max-width:50rem}\n"
      ".chart .narrow{display:none;max-width:30rem}\n"
      "@media (max-width:37em){.chart .wide{display:none}.chart .narrow{display:block}}\n"
      ".chart text{font:13px Helvetica,Arial,\"Liberation Sans\",sans-serif;fill:currentColor;"
      "font-variant-numeric:tabular-nums}\n"
      ".chart .tick,.chart .name{opacity:.75}\n"
      ".chart .label{paint-order:stroke;stroke:var(--paper);stroke-width:4px;"
      "stroke-linejoin:round}\n"
      ".chart .grid{stroke:currentColor;opacity:.14}\n"
      ".chart .axis{stroke:currentColor;opacity:.6}\n"
      ".chart .limit{stroke:currentColor;stroke-width:1.5;stroke-dasharray:5 3}\n"
      ".chart .s0{--c:var(--c0)}\n"
      ".chart .s1{--c:var(--c1);--dash:7 4;}\n"
      ".chart .s2{--c:var(--c2);--dash:2 3;}\n"
      ".chart .s3{--c:var(--c3);--dash:10 3 2 3;}\n"
      ".chart .s4{--c:var(--c4);--dash:4 2;}\n"
      ".chart .s5{--c:var(--c5);--dash:14 4;}\n"
      ".chart .bar{fill:var(--c);stroke:var(--paper);stroke-width:.5}\n"
      ".chart .line{fill:none;stroke:var(--c);stroke-width:2.2;stroke-linejoin:round;"
      "stroke-dasharray:var(--dash,none)}\n"
      ".chart .mark{fill:var(--c);stroke:var(--paper);stroke-width:1}\n"
      ".chart .touch{fill:transparent}\n"
      ".chart .stripe{display:none;fill:none;stroke:#fff}\n"
      ".chart .d1{stroke-dasharray:0 2.5 2 1.5}\n"
      ".chart .d2{stroke-dasharray:2 2}\n"
      ".chart .d3{stroke-dasharray:0 1 1 1}\n"
      ".chart .d4{stroke-dasharray:1.5 1}\n"
      ".chart .d5{stroke-dasharray:0 4 6 2}\n"
      "@media print{.chart{break-inside:avoid;--paper:#fff;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;"
      "--c3:#b4588f;--c4:#3b93cc;--c5:#a87400}.chart .stripe{display:inline}"
      ".chart .bar:not(.s0){stroke:var(--c);stroke-width:1}"
      ".chart *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

const char *
deid_chart_get_style (void)
{
  return chart_style_style;
}
