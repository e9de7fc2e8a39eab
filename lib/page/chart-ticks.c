/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/chart-ticks.h"

#include <math.h>

/* What a value may be beside a tick and count as on it, in steps. */
#define BESIDE 1e-9

static const gint mantissas[] = { 1, 2, 5 };

static double
power_of_ten (gint exponent)
{
  return deid_chart_decimal_to_double ((DeidChartDecimal){ 1, exponent });
}

/* Adds a tick, unless a double does not hold it or it is nothing to count. */
static void
chart_ticks_add (DeidChartTicks *ticks, gint64 number, gint exponent, DeidChartUnit unit)
{
  const DeidChartDecimal decimal = { number, exponent };
  const double value = deid_chart_decimal_to_double (decimal);

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
  return deid_chart_decimal_to_double (get_tick (grid, number));
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
