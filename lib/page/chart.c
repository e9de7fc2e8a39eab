/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What charts are made of. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "page/chart-private.h"

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
  g_free (chart->categories);
  g_free (chart->lines);
  g_free (chart->axes[DEID_CHART_AXIS_X].label);
  g_free (chart->axes[DEID_CHART_AXIS_Y].label);
  g_free (chart->title);
  g_free (chart->description);
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
