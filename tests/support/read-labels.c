/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/read-labels.h"

#include "hierarchy/period.h"

#include <string.h>

#define MINUTES_OF_DAY  1440
#define MINUTES_OF_HOUR 60
#define CLOCK_SIZE      5 /* 08:00 */
#define VALUE_SET_GAP   "..."

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

/* Reads a value, without its quotes, up to the comma or brace behind it. Returns: (nullable): what
 * stands there. */
static const char *
value_set_read_value (const char *text, char **end, gboolean *is_quoted)
{
  *is_quoted = *text == '"';
  if (!*is_quoted)
    {
      const gsize n = strcspn (text, ",\"{}");

      memcpy (*end, text, n);
      *end += n;
      return n > 0 ? text + n : NULL;
    }
  for (text++; text[0] != '"' || text[1] == '"'; text++)
    {
      if (text[0] == '\0')
        return NULL;
      text += text[0] == '"' ? 1 : 0;
      *(*end)++ = text[0];
    }
  return text + 1;
}

/* Reads what stands between the braces. */
static gboolean
value_set_read_values (const char *text, char **values, char *bytes, gboolean *has_gap)
{
  guint n = 0, n_gaps = 0, gap = 0;

  while (text != NULL)
    {
      gboolean is_quoted;

      values[n] = bytes;
      text = value_set_read_value (text, &bytes, &is_quoted);
      *bytes++ = '\0';
      if (text != NULL && !is_quoted && g_str_equal (values[n], VALUE_SET_GAP))
        {
          gap = n;
          n_gaps++;
        }
      else
        n++;
      if (text != NULL && g_str_equal (text, "}"))
        break;
      if (text != NULL)
        text = g_str_has_prefix (text, ", ") ? text + strlen (", ") : NULL;
    }
  values[n] = NULL;
  *has_gap = n_gaps == 1;
  return text != NULL && (n_gaps == 0 || (n_gaps == 1 && gap == 1 && n == 2));
}

char **
read_value_set (const char *label, gboolean *has_gap)
{
  const gsize length = strlen (label);
  gsize n = 2;
  g_autofree char **values = NULL;

  for (const char *c = label; (c = strchr (c, ',')) != NULL; c++)
    n++;
  values = g_malloc0 (n * sizeof *values + length + n);
  if (label[0] == '{' && value_set_read_values (label + 1, values, (char *) (values + n), has_gap))
    return g_steal_pointer (&values);
  return NULL;
}
