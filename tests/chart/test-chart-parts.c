/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What charts are made of: ticks against their definition, numbers, scales and broken lines. */
#include <math.h>
#include <string.h>

#include "chart/chart-private.h"
#include "support/replaced-text.h"
#include "support/suite.h"

static const gint mantissas[] = { 1, 2, 5 };

/* The step of the definition: the smallest with at most so many multiples in the scale. Counts them
 * one by one, from a step that has few. */
static double
find_step (const DeidChartScale *scale, guint n_most, gboolean is_count, guint *n_found)
{
  double best = 0;

  for (gint i = 30; i >= -30; i--)
    {
      const gint exponent = (gint) floor (i / 3.0);
      char text[32];
      double step, first;
      guint n = 0;

      g_snprintf (text, sizeof text, "%de%d", mantissas[i - 3 * exponent], exponent);
      step = g_ascii_strtod (text, NULL);
      first = floor (scale->low / step) - 1;
      for (guint j = 0; j <= n_most + 3; j++)
        n += (first + j) * step >= scale->low - 1e-9 * step
             && (first + j) * step <= scale->high + 1e-9 * step;
      if (n > n_most || (is_count && step < 1))
        break;
      best = step;
      *n_found = n;
    }
  return best;
}

START_TEST (linear_ticks_are_those_of_the_definition)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const double size = pow (10, g_rand_int_range (rand, -6, 7));
      const double low = g_rand_int_range (rand, -50, 50) * size / 10;
      const DeidChartScale scale = { low, low + g_rand_int_range (rand, 1, 100) * size, FALSE };
      const guint n_most = (guint) g_rand_int_range (rand, 2, 13);
      const gboolean is_count = g_rand_boolean (rand) && scale.high - scale.low >= 2;
      DeidChartTicks ticks;
      guint n = 0;
      const double step = find_step (&scale, n_most, is_count, &n);

      deid_chart_ticks_find (&ticks, &scale,
                             is_count ? DEID_CHART_UNIT_COUNT : DEID_CHART_UNIT_NUMBER, n_most);
      assert_quietly (ticks.n == n);
      for (guint i = 0; i < n; i++)
        {
          assert_quietly (fabs (ticks.values[i] / step - round (ticks.values[i] / step)) < 1e-6);
          assert_quietly (i == 0
                          || fabs (ticks.values[i] - ticks.values[i - 1] - step) < 1e-6 * step);
        }
    }
}
END_TEST

/* Around a scale: the ends are multiples beyond the values by less than a step. */
START_TEST (rounded_scales_hold_the_values)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (guint trial = 0; trial < count_trials (20000); trial++)
    {
      const double low
          = g_rand_double_range (rand, -1, 1) * pow (10, g_rand_int_range (rand, -5, 6));
      DeidChartScale scale
          = { low, low + fabs (low) * pow (10, g_rand_double_range (rand, -3, 3)), FALSE };
      const DeidChartScale old = scale;
      const guint n_most = (guint) g_rand_int_range (rand, 3, 12);
      DeidChartTicks ticks;
      double step;

      deid_chart_ticks_round (&ticks, &scale, DEID_CHART_UNIT_NUMBER, n_most);
      assert_quietly (ticks.n >= 2 && ticks.n <= n_most);
      step = ticks.values[1] - ticks.values[0];
      assert_quietly (scale.low <= old.low && scale.low > old.low - step);
      assert_quietly (scale.high >= old.high && scale.high < old.high + step);
      assert_quietly (deid_chart_scale_place (&scale, old.low) >= 0
                      && deid_chart_scale_place (&scale, old.high) <= 1);
    }
}
END_TEST

/* By hand: 1, 2 and 5 times the powers of ten where they fit, else powers, else every so many. */
START_TEST (logarithmic_ticks)
{
  static const struct
  {
    double low, high;
    guint n_most, n;
    double values[8];
  } cases[] = {
    { 1, 10, 8, 4, { 1, 2, 5, 10 } },
    { 3, 60, 8, 4, { 5, 10, 20, 50 } },
    { 3, 60, 3, 1, { 10 } },
    { 0.5, 2000, 5, 4, { 1, 10, 100, 1000 } },
    { 1, 1e6, 4, 4, { 1, 100, 1e4, 1e6 } },
    { 1e-300, 1e300, 8, 7, { 1e-300, 1e-200, 1e-100, 1, 1e100, 1e200, 1e300 } },
    { 12, 15, 8, 0, { 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DeidChartScale scale = { cases[i].low, cases[i].high, TRUE };
      DeidChartTicks ticks;

      deid_chart_ticks_find (&ticks, &scale, DEID_CHART_UNIT_NUMBER, cases[i].n_most);
      ck_assert_uint_eq (ticks.n, cases[i].n);
      for (guint j = 0; j < ticks.n; j++)
        ck_assert_double_eq (ticks.values[j], cases[i].values[j]);
    }
}
END_TEST

START_TEST (logarithmic_scales)
{
  DeidChartScale scale = { 12, 15, TRUE };
  DeidChartTicks ticks;

  deid_chart_ticks_round (&ticks, &scale, DEID_CHART_UNIT_COUNT, 6);
  ck_assert_double_eq (scale.low, 10);
  ck_assert_double_eq (scale.high, 20);
  ck_assert_uint_eq (ticks.n, 2);
  scale = (DeidChartScale){ 1, 10000, TRUE };
  ck_assert_double_eq_tol (deid_chart_scale_place (&scale, 10), 0.25, 1e-12);
  scale = (DeidChartScale){ -G_MAXDOUBLE, G_MAXDOUBLE, FALSE };
  ck_assert_double_eq_tol (deid_chart_scale_place (&scale, 0), 0.5, 1e-12);
  deid_chart_ticks_round (&ticks, &scale, DEID_CHART_UNIT_NUMBER, 6);
  ck_assert (isfinite (scale.low) && isfinite (scale.high));
}
END_TEST

START_TEST (numbers)
{
  static const struct
  {
    DeidChartDecimal decimal;
    DeidChartUnit unit;
    const char *text;
  } cases[] = {
    { { 0, -1 }, DEID_CHART_UNIT_NUMBER, "0" },
    { { 5, -1 }, DEID_CHART_UNIT_NUMBER, "0.5" },
    { { 10, -1 }, DEID_CHART_UNIT_NUMBER, "1.0" },
    { { -25, -2 }, DEID_CHART_UNIT_NUMBER, "−0.25" },
    { { 5, -3 }, DEID_CHART_UNIT_NUMBER, "0.005" },
    { { 12, 5 }, DEID_CHART_UNIT_COUNT, "1,200,000" },
    { { 999, 0 }, DEID_CHART_UNIT_COUNT, "999" },
    { { 1, 3 }, DEID_CHART_UNIT_COUNT, "1,000" },
    { { 5, -2 }, DEID_CHART_UNIT_SHARE, "5\u00A0%" },
    { { 25, -3 }, DEID_CHART_UNIT_SHARE, "2.5\u00A0%" },
    { { 1, 0 }, DEID_CHART_UNIT_SHARE, "100\u00A0%" },
    { { 0, 0 }, DEID_CHART_UNIT_SHARE, "0\u00A0%" },
    { { 1, 12 }, DEID_CHART_UNIT_NUMBER, "10¹²" },
    { { 15, 12 }, DEID_CHART_UNIT_NUMBER, "1.5\u00A0×\u00A010¹³" },
    { { 2, -300 }, DEID_CHART_UNIT_NUMBER, "2\u00A0×\u00A010⁻³⁰⁰" },
    { { 10, -300 }, DEID_CHART_UNIT_SHARE, "10⁻²⁹⁷\u00A0%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = deid_chart_decimal_to_text (cases[i].decimal, cases[i].unit);

      ck_assert_str_eq (text, cases[i].text);
    }
}
END_TEST

/* Lines are as long as allowed, and nothing but spaces is lost unless an ellipsis says so. */
START_TEST (broken_lines)
{
  static const char *const pieces[]
      = { "a", " ", "Wort", "名前", "é", "\u202E", "\n", "xxxxxxxxxxxx", "\\" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);

  for (guint trial = 0; trial < count_trials (3000); trial++)
    {
      g_autoptr (GString) text = g_string_new (NULL), joined = g_string_new (NULL);
      const double width = g_rand_double_range (rand, 90, 300);
      const guint n_most = (guint) g_rand_int_range (rand, 1, DEID_CHART_MAX_LINES + 1);
      g_autofree char *whole = NULL, *shown = NULL;
      DeidChartLines lines;

      for (gint i = g_rand_int_range (rand, 0, 30); i > 0; i--)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      deid_chart_lines_init (&lines, text->str, width, n_most);
      assert_quietly (lines.n <= n_most);
      for (guint i = 0; i < lines.n; i++)
        {
          assert_quietly (g_utf8_validate (lines.lines[i], -1, NULL));
          assert_quietly (deid_chart_text_measure (lines.lines[i]) <= width);
          g_string_append (joined, lines.lines[i]);
        }
      whole = replace_text (g_strdup (text->str), " ", "");
      shown = replace_text (g_strdup (joined->str), " ", "");
      if (lines.is_cut)
        assert_quietly (g_str_has_suffix (shown, "…")
                        && strncmp (shown, whole, strlen (shown) - strlen ("…")) == 0);
      else
        assert_quietly (g_str_equal (shown, whole));
      deid_chart_lines_clear (&lines);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("chart-parts");
  TCase *parts = tcase_create ("parts");

  tcase_add_test (parts, linear_ticks_are_those_of_the_definition);
  tcase_add_test (parts, rounded_scales_hold_the_values);
  tcase_add_test (parts, logarithmic_ticks);
  tcase_add_test (parts, logarithmic_scales);
  tcase_add_test (parts, numbers);
  tcase_add_test (parts, broken_lines);
  suite_add_tcase (suite, parts);
  return suite;
}
