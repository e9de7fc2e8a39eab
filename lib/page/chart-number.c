/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/chart-number.h"

#include <string.h>

/* Numbers from 10^9 on and below 10^-5 are powers of ten. */
#define MOST_DIGITS    9
#define MOST_ZEROS     5

#define NO_BREAK_SPACE "\302\240"
#define MINUS          "\342\210\222"

double
deid_chart_decimal_to_double (DeidChartDecimal decimal)
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
