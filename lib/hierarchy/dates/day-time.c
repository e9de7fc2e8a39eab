/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/dates/day-time.h"

#include "base/rational.h"

#include <string.h>

#define DAY_TIME_MINUTES_OF_HOUR 60
#define CLOCK_SIZE               5 /* 08:00 */

gboolean
deid_day_time_from_name (const char *name, guint *n_minutes)
{
  const gsize n_digits = strspn (name, "0123456789");
  const char *unit = name + n_digits;
  char digits[5] = "1";
  guint64 n;

  if (n_digits >= sizeof digits)
    return FALSE;
  memcpy (digits, name, n_digits);
  if (!deid_uint64_from_decimal (digits, &n))
    return FALSE;
  if (g_str_equal (unit, n_digits > 0 ? "hours" : "hour"))
    n *= DAY_TIME_MINUTES_OF_HOUR;
  else if (!g_str_equal (unit, n_digits > 0 ? "minutes" : "minute"))
    return FALSE;
  *n_minutes = (guint) n;
  return n > 0 && DEID_MINUTES_OF_DAY % n == 0;
}

void
deid_day_time_write (guint n_minutes, guint minute, char label[DEID_DAY_TIME_SIZE])
{
  const guint first = minute / n_minutes * n_minutes, last = first + n_minutes - 1;

  g_snprintf (label, DEID_DAY_TIME_SIZE, n_minutes > 1 ? "%02u:%02u-%02u:%02u" : "%02u:%02u",
              first / DAY_TIME_MINUTES_OF_HOUR, first % DAY_TIME_MINUTES_OF_HOUR,
              last / DAY_TIME_MINUTES_OF_HOUR, last % DAY_TIME_MINUTES_OF_HOUR);
}

static gboolean
read_clock (const char *text, guint *minute)
{
  for (guint i = 0; i < CLOCK_SIZE; i++)
    if (i == 2 ? text[i] != ':' : !g_ascii_isdigit (text[i]))
      return FALSE;
  *minute = (guint) ((text[0] - '0') * 10 + text[1] - '0') * DAY_TIME_MINUTES_OF_HOUR
            + (guint) ((text[3] - '0') * 10 + text[4] - '0');
  return text[3] < '6' && *minute < DEID_MINUTES_OF_DAY;
}

gboolean
deid_day_time_read (const char *label, guint *first, guint *last)
{
  if (!read_clock (label, first))
    return FALSE;
  label += CLOCK_SIZE;
  *last = *first;
  return *label == '\0'
         || (*label == '-' && read_clock (label + 1, last) && label[1 + CLOCK_SIZE] == '\0'
             && *last > *first);
}
