/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/chart-private.h"

#include <math.h>
#include <string.h>

/* Numbers from 10^9 on and below 10^-5 are powers of ten. */
#define MOST_DIGITS    9
#define MOST_ZEROS     5

#define NO_BREAK_SPACE "\302\240"
#define MINUS          "\342\210\222"

/* Returns: the nearest double, which may be infinite. */
static double
chart_decimal_to_double (DeidChartDecimal decimal)
{
  char text[64];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT "e%d", decimal.number, decimal.exponent);
  return g_ascii_strtod (text, NULL);
}

static void
add_power (GString *text, const char *digits, gint exponent)
{
  static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  char power[16];
  gsize n = strlen (digits);

  exponent += (gint) n - 1;
  while (n > 1 && digits[n - 1] == '0')
    n--;
  if (n > 1 || digits[0] != '1')
    {
      g_string_append_c (text, digits[0]);
      if (n > 1)
        g_string_append_printf (text, ".%.*s", (int) n - 1, digits + 1);
      g_string_append (text, NO_BREAK_SPACE "×" NO_BREAK_SPACE);
    }
  g_string_append (text, "10");
  g_snprintf (power, sizeof power, "%d", ABS (exponent));
  g_string_append (text, exponent < 0 ? "⁻" : "");
  for (const char *c = power; *c != '\0'; c++)
    g_string_append (text, raised[*c - '0']);
}

/* Adds digits of which the last @n_decimals stand behind the point. */
static void
add_plain (GString *text, const char *digits, guint n_decimals)
{
  const guint n = (guint) strlen (digits);
  const guint n_whole = n > n_decimals ? n - n_decimals : 0;

  if (n_whole == 0)
    g_string_append_c (text, '0');
  for (guint i = 0; i < n_whole; i++)
    {
      g_string_append_c (text, digits[i]);
      if (i + 1 < n_whole && (n_whole - i - 1) % 3 == 0)
        g_string_append_c (text, ',');
    }
  if (n_decimals == 0)
    return;
  g_string_append_c (text, '.');
  for (guint i = n; i < n_decimals; i++)
    g_string_append_c (text, '0');
  g_string_append (text, digits + n_whole);
}

char *
deid_chart_decimal_to_text (DeidChartDecimal decimal, DeidChartUnit unit)
{
  g_autoptr (GString) text = g_string_new (decimal.number < 0 ? MINUS : "");
  char digits[64];
  gint exponent = decimal.exponent + (unit == DEID_CHART_UNIT_SHARE ? 2 : 0), n;

  n = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT,
                  decimal.number < 0 ? -(guint64) decimal.number : (guint64) decimal.number);
  if (decimal.number == 0)
    g_string_append_c (text, '0');
  else if (n + exponent > MOST_DIGITS || n + exponent <= -MOST_ZEROS + 1)
    add_power (text, digits, exponent);
  else
    {
      while (exponent > 0)
        {
          digits[n++] = '0';
          exponent--;
        }
      digits[n] = '\0';
      add_plain (text, digits, (guint) -exponent);
    }
  if (unit == DEID_CHART_UNIT_SHARE)
    g_string_append (text, NO_BREAK_SPACE "%");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Values closer than this, in relation to their size, are drawn as one. */
#define LEAST_SPAN 1e-9

/* The shortest axis whose ticks are ordinary doubles. */
#define TINY 1e-299

typedef struct
{
  double low;
  double high;
} Extent;

static void
include_value (Extent *extent, double value)
{
  extent->low = MIN (extent->low, value);
  extent->high = MAX (extent->high, value);
}

static Extent
chart_scale_measure (const DeidChart *chart, DeidChartAxis axis)
{
  Extent extent = { INFINITY, -INFINITY };

  for (guint i = 0; i < chart->n_series; i++)
    for (guint64 j = 0; j < chart->series[i].n; j++)
      {
        const DeidChartPoint *point = &chart->series[i].points[j];

        include_value (&extent, axis == DEID_CHART_AXIS_X ? point->x : point->y);
        if (axis == DEID_CHART_AXIS_X && chart->kind == DEID_CHART_HISTOGRAM)
          include_value (&extent, deid_chart_get_bar_end (chart, i, j));
      }
  for (guint64 i = 0; i < chart->n_lines; i++)
    if (chart->lines[i].axis == axis)
      include_value (&extent, chart->lines[i].value);
  return extent;
}

static gboolean
is_point (const Extent *extent)
{
  const double size = MAX (fabs (extent->low), fabs (extent->high));

  /* Halves, since the difference of doubles may be infinite. */
  return extent->high / 2 - extent->low / 2 <= LEAST_SPAN * (size / 2);
}

static void
widen_logarithmic (DeidChartScale *scale, gboolean is_count)
{
  if (scale->high / scale->low > 1 + LEAST_SPAN)
    return;
  if (!is_count || scale->low >= 2)
    scale->low = scale->low > 1e-307 ? scale->low / 2 : scale->low;
  scale->high = scale->high < 1e307 ? scale->high * 2 : scale->high;
}

/* A single value stands at the end of a scale from 0, or in the middle of one without. */
static void
widen_linear (DeidChartScale *scale, gboolean is_from_zero)
{
  const double value = scale->low;

  if (value == 0)
    scale->high = 1;
  else if (is_from_zero || fabs (value) > 1e307)
    {
      scale->low = MIN (value, 0);
      scale->high = MAX (value, 0);
    }
  else
    {
      scale->low = value - fabs (value) / 2;
      scale->high = value + fabs (value) / 2;
    }
}

static gboolean
is_length (const DeidChart *chart, DeidChartAxis axis)
{
  return axis == DEID_CHART_AXIS_Y
         && (chart->kind == DEID_CHART_BARS || chart->kind == DEID_CHART_HISTOGRAM);
}

void
deid_chart_scale_init (DeidChartScale *scale, const DeidChart *chart, DeidChartAxis axis)
{
  Extent extent = chart_scale_measure (chart, axis);
  const gboolean is_bar = is_length (chart, axis);
  const gboolean takes_zero = axis == DEID_CHART_AXIS_Y || chart->kind == DEID_CHART_SCATTER;

  if (extent.low > extent.high)
    extent = (Extent){ 0, 1 };
  *scale = (DeidChartScale){ extent.low, extent.high,
                             chart->axes[axis].is_logarithmic && !is_bar && extent.low > 0 };
  if (scale->is_logarithmic)
    {
      widen_logarithmic (scale, chart->axes[axis].unit == DEID_CHART_UNIT_COUNT);
      return;
    }
  if (is_point (&extent))
    widen_linear (scale, axis == DEID_CHART_AXIS_Y);
  if (is_bar || (takes_zero && scale->low > 0 && scale->low <= scale->high - scale->low))
    scale->low = MIN (scale->low, 0);
  if (is_bar || (takes_zero && scale->high < 0 && -scale->high <= scale->high - scale->low))
    scale->high = MAX (scale->high, 0);
  if (scale->high / 2 - scale->low / 2 < TINY)
    scale->high = scale->low + 2 * TINY;
}

double
deid_chart_scale_place (const DeidChartScale *scale, double value)
{
  double place;

  if (scale->is_logarithmic)
    place = (log (value) - log (scale->low)) / (log (scale->high) - log (scale->low));
  else
    place = (value / 2 - scale->low / 2) / (scale->high / 2 - scale->low / 2);
  return CLAMP (place, 0, 1);
}

/* What a value may be beside a tick and count as on it, in steps. */
#define BESIDE 1e-9

static const gint mantissas[] = { 1, 2, 5 };

static double
power_of_ten (gint exponent)
{
  return chart_decimal_to_double ((DeidChartDecimal){ 1, exponent });
}

/* Adds a tick, unless a double does not hold it or it is nothing to count. */
static void
chart_ticks_add (DeidChartTicks *ticks, gint64 number, gint exponent, DeidChartUnit unit)
{
  const DeidChartDecimal decimal = { number, exponent };
  const double value = chart_decimal_to_double (decimal);

  if (!isfinite (value) || (value == 0 && number != 0)
      || (unit == DEID_CHART_UNIT_COUNT && exponent < 0))
    return;
  ticks->decimals[ticks->n] = decimal;
  ticks->values[ticks->n++] = value;
}

/* Tries multiples of a step, from inside or outside of the scale. */
static gboolean
chart_ticks_try_step (DeidChartTicks *ticks, const DeidChartScale *scale, gint mantissa,
                      gint exponent, gboolean is_outside, DeidChartUnit unit, guint n_most)
{
  const double step = mantissa * power_of_ten (exponent);
  const double low = scale->low / step, high = scale->high / step;
  const double first = is_outside ? floor (low + BESIDE) : ceil (low - BESIDE);
  const double last = is_outside ? ceil (high - BESIDE) : floor (high + BESIDE);

  if (!(last - first < n_most))
    return FALSE;
  ticks->n = 0;
  for (double i = first; i <= last; i++)
    chart_ticks_add (ticks, (gint64) i * mantissa, exponent, unit);
  return TRUE;
}

static void
find_linear (DeidChartTicks *ticks, const DeidChartScale *scale, gboolean is_outside,
             DeidChartUnit unit, guint n_most)
{
  const double half = scale->high / 2 - scale->low / 2;
  gint exponent = (gint) floor (log10 (half / n_most)) - 1;

  if (unit == DEID_CHART_UNIT_COUNT)
    exponent = MAX (exponent, 0);
  for (;; exponent++)
    for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
      if (chart_ticks_try_step (ticks, scale, mantissas[i], exponent, is_outside, unit, n_most))
        return;
}

/* Ticks of a logarithmic axis by number: @n_in_decade for each power of ten, or one for each
 * @stride powers. */
typedef struct
{
  guint n_in_decade;
  gint stride;
} Grid;

static gint64
chart_ticks_round_down (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

static DeidChartDecimal
get_tick (Grid grid, gint64 number)
{
  const gint64 power = chart_ticks_round_down (number, grid.n_in_decade);

  return (DeidChartDecimal){ mantissas[number - power * grid.n_in_decade],
                             (gint) power * grid.stride };
}

static double
chart_ticks_get_value (Grid grid, gint64 number)
{
  return chart_decimal_to_double (get_tick (grid, number));
}

static gboolean
try_grid (DeidChartTicks *ticks, const DeidChartScale *scale, Grid grid, gboolean is_outside,
          DeidChartUnit unit, guint n_most)
{
  const gint64 power = (gint64) floor (log10 (scale->low)) - 1;
  gint64 first = chart_ticks_round_down (power, grid.stride) * grid.n_in_decade, last;

  while (chart_ticks_get_value (grid, first) < scale->low * (1 - BESIDE))
    first++;
  if (is_outside && chart_ticks_get_value (grid, first) > scale->low * (1 + BESIDE))
    first--;
  last = first - 1;
  while (chart_ticks_get_value (grid, last + 1) <= MIN (scale->high, 1e308) * (1 + BESIDE))
    last++;
  if (is_outside
      && (last < first || chart_ticks_get_value (grid, last) < scale->high * (1 - BESIDE)))
    last++;
  if (last - first >= n_most)
    return FALSE;
  ticks->n = 0;
  for (gint64 i = first; i <= last; i++)
    chart_ticks_add (ticks, get_tick (grid, i).number, get_tick (grid, i).exponent, unit);
  return TRUE;
}

static void
find_logarithmic (DeidChartTicks *ticks, const DeidChartScale *scale, gboolean is_outside,
                  DeidChartUnit unit, guint n_most)
{
  if (try_grid (ticks, scale, (Grid){ 3, 1 }, is_outside, unit, n_most))
    return;
  for (gint unit_stride = 1;; unit_stride *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
      if (try_grid (ticks, scale, (Grid){ 1, unit_stride * mantissas[i] }, is_outside, unit,
                    n_most))
        return;
}

static void
chart_ticks_find (DeidChartTicks *ticks, const DeidChartScale *scale, gboolean is_outside,
                  DeidChartUnit unit, guint n_most)
{
  if (scale->is_logarithmic)
    find_logarithmic (ticks, scale, is_outside, unit, n_most);
  else
    find_linear (ticks, scale, is_outside, unit, n_most);
}

void
deid_chart_ticks_find (DeidChartTicks *ticks, const DeidChartScale *scale, DeidChartUnit unit,
                       guint n_most)
{
  chart_ticks_find (ticks, scale, FALSE, unit, n_most);
}

void
deid_chart_ticks_round (DeidChartTicks *ticks, DeidChartScale *scale, DeidChartUnit unit,
                        guint n_most)
{
  chart_ticks_find (ticks, scale, TRUE, unit, n_most);
  if (ticks->n == 0)
    return;
  scale->low = MIN (scale->low, ticks->values[0]);
  scale->high = MAX (scale->high, ticks->values[ticks->n - 1]);
}
