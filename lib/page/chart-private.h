/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/chart.h"

/* What a chart is made of; every value in it is finite. */

typedef struct
{
  double x;
  double y;
  char *label; /* (nullable) */
  gboolean is_shown;
} DeidChartPoint;

typedef struct
{
  char *name;
  DeidChartPoint *points; /* in the order of x, equal ones as they came */
  guint64 n;
  guint64 capacity;
} DeidChartSeries;

typedef struct
{
  DeidChartAxis axis;
  double value;
  char *label;
} DeidChartLine;

typedef struct
{
  char *label; /* (nullable) */
  DeidChartUnit unit;
  gboolean is_logarithmic;
} DeidChartAxisSetting;

struct DeidChart
{
  DeidChartKind kind;
  char *title;
  char *description;
  DeidChartAxisSetting axes[2];
  DeidChartSeries series[DEID_CHART_MAX_SERIES];
  guint n_series;
  char **categories;
  guint64 n_categories;
  guint64 category_capacity;
  DeidChartLine *lines;
  guint64 n_lines;
  guint64 line_capacity;
  double end; /* of a histogram; may be below its last x */
  GError *error;
};

/* Returns: where the bar of a histogram ends. */
double deid_chart_get_bar_end (const DeidChart *chart, guint series, guint64 point);
