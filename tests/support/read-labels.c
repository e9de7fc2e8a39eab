/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/read-labels.h"

#include "hierarchy/period.h"

#include <string.h>

#define MINUTES_OF_DAY  1440
#define MINUTES_OF_HOUR 60
#define CLOCK_SIZE      5 /* 08:00 */

static gboolean
read_labels_read_clock (const char *text, guint *minute)
{
  for (guint i = 0; i < CLOCK_SIZE; i++)
    if (i == 2 ? text[i] != ':' : !g_ascii_isdigit (text[i]))
      return FALSE;
  *minute = (guint) ((text[0] - '0') * 10 + text[1] - '0') * MINUTES_OF_HOUR
            + (guint) ((text[3] - '0') * 10 + text[4] - '0');
  return text[3] < '6' && *minute < MINUTES_OF_DAY;
}

gboolean
read_day_time (const char *label, guint *first, guint *last)
{
  if (!read_labels_read_clock (label, first))
    return FALSE;
  label += CLOCK_SIZE;
  *last = *first;
  return *label == '\0'
         || (*label == '-' && read_labels_read_clock (label + 1, last)
             && label[1 + CLOCK_SIZE] == '\0' && *last > *first);
}

gboolean
read_period (const char *label, gint64 *first, gint64 *last)
{
  gint64 ignored;

  if (g_str_has_prefix (label, "< "))
    {
      if (!deid_period_read (label + strlen ("< "), last, &ignored))
        return FALSE;
      *first = G_MININT64;
      --*last;
      return TRUE;
    }
  if (!g_str_has_prefix (label, ">= "))
    return deid_period_read (label, first, last);
  *last = G_MAXINT64;
  return deid_period_read (label + strlen (">= "), first, &ignored);
}
