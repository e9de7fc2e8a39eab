/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/range.h"

#include <string.h>

#include "base/decimal.h"

/* Writes what becomes of the digits of a positive integer by adding 1 or taking it off.
 * Returns: the end of the text. */
static char *
write_next (char *to, const char *digits, gboolean is_up)
{
  const char full = is_up ? '9' : '0', empty = is_up ? '0' : '9';
  gsize n = strlen (digits), n_full = 0;
  char changed;

  while (n_full < n && digits[n - 1 - n_full] == full)
    n_full++;
  n -= n_full;
  changed = n == 0 ? '1' : (char) (digits[n - 1] + (is_up ? 1 : -1));
  if (n > 1)
    {
      memcpy (to, digits, n - 1);
      to += n - 1;
    }
  if (n > 1 || changed != '0' || n_full == 0) /* not the first digit of 1000 - 1 */
    *to++ = changed;
  memset (to, empty, n_full);
  to += n_full;
  *to = '\0';
  return to;
}

static char *
write_predecessor (char *to, const char *integer)
{
  if (g_str_equal (integer, "0"))
    return g_stpcpy (to, "-1");
  if (integer[0] != '-')
    return write_next (to, integer, FALSE);
  *to++ = '-';
  return write_next (to, integer + 1, TRUE);
}

static char *
write_integers (char *label, const char *low, const char *high)
{
  char *const end = g_stpcpy (label, low);
  char *const last = g_stpcpy (end, low[0] == '-' ? " to " : "-");
  char *const after = write_predecessor (last, high);

  if (!g_str_equal (last, low))
    return after;
  *end = '\0';
  return end;
}

/* Returns: how many places a decimal without an exponent has. */
static gsize
range_count_places (const char *decimal)
{
  const char *point = strchr (decimal, '.');

  return point != NULL ? strlen (point) - 1 : 0;
}

/* Writes a decimal, with zeros behind it. */
static char *
write_padded (char *to, const char *decimal, gsize n_places)
{
  gsize n = range_count_places (decimal);

  to = g_stpcpy (to, decimal);
  if (n == 0 && n_places > 0)
    *to++ = '.';
  for (; n < n_places; n++)
    *to++ = '0';
  *to = '\0';
  return to;
}

static char *
write_brackets (char *label, const char *low, const char *high)
{
  const gboolean is_plain = strchr (low, 'e') == NULL && strchr (high, 'e') == NULL;
  const gsize n_places = is_plain ? MAX (range_count_places (low), range_count_places (high)) : 0;

  label = g_stpcpy (label, "[");
  label = write_padded (label, low, n_places);
  label = g_stpcpy (label, ", ");
  label = write_padded (label, high, n_places);
  return g_stpcpy (label, ")");
}

gsize
deid_range_get_label_size (const char *low, const char *high)
{
  return 16 + 2 * ((low != NULL ? strlen (low) : 0) + (high != NULL ? strlen (high) : 0));
}

gsize
deid_range_write_label_of (const char *low, const char *high, gboolean are_integers, char *label)
{
  char *end;

  if (low == NULL && high == NULL)
    end = g_stpcpy (label, "*");
  else if (low == NULL)
    end = g_stpcpy (g_stpcpy (label, "< "), high);
  else if (high == NULL)
    end = g_stpcpy (g_stpcpy (label, ">= "), low);
  else if (are_integers && deid_decimal_is_integer (low) && deid_decimal_is_integer (high))
    end = write_integers (label, low, high);
  else
    end = write_brackets (label, low, high);
  return (gsize) (end - label);
}

gsize
deid_range_write_label (const DeidRange *range, gboolean are_integers,
                        char label[DEID_RANGE_LABEL_SIZE])
{
  char low[DEID_NUMBER_SIZE], high[DEID_NUMBER_SIZE];
  const gboolean has_low = range->low > DEID_NUMBER_LEAST, has_high = range->high < DEID_NUMBER_END;

  if (has_low)
    deid_number_write (range->low, low);
  if (has_high)
    deid_number_write (range->high, high);
  return deid_range_write_label_of (has_low ? low : NULL, has_high ? high : NULL, are_integers,
                                    label);
}

gsize
deid_range_write_item (const DeidRange *range, gboolean are_integers,
                       char item[DEID_RANGE_LABEL_SIZE])
{
  char low[DEID_NUMBER_SIZE], high[DEID_NUMBER_SIZE];
  const gboolean has_low = range->low > DEID_NUMBER_LEAST, has_high = range->high < DEID_NUMBER_END;
  char *end;

  deid_number_write (range->low, low);
  deid_number_write (range->high, high);
  if (has_low && has_high && are_integers && low[0] != '-')
    return deid_range_write_label_of (low, high, TRUE, item);
  if (has_low && has_high)
    end = g_stpcpy (g_stpcpy (g_stpcpy (item, low), "..<"), high);
  else if (has_low)
    end = g_stpcpy (g_stpcpy (item, low), "+");
  else if (has_high)
    end = g_stpcpy (g_stpcpy (item, "<"), high);
  else
    end = g_stpcpy (item, "*");
  return (gsize) (end - item);
}

/* Reads an end, which stands between two places of a text. */
static gboolean
range_read_end (const char *start, const char *end, gboolean is_integer, DeidNumber *number)
{
  char text[DEID_RANGE_LABEL_SIZE];
  const gsize length = (gsize) (end - start);

  if (length >= sizeof text)
    return FALSE;
  memcpy (text, start, length);
  text[length] = '\0';
  return (!is_integer || deid_decimal_is_integer (text)) && deid_number_read_exactly (text, number);
}

/* Reads two ends with a sign between them. */
static gboolean
read_ends (const char *start, const char *sign, const char *behind_sign, gboolean are_integers,
           DeidRange *range)
{
  if (!range_read_end (start, sign, are_integers, &range->low)
      || !range_read_end (behind_sign, behind_sign + strlen (behind_sign), are_integers,
                          &range->high))
    return FALSE;
  if (are_integers)
    range->high += DEID_NUMBER_ONE;
  return range->high < DEID_NUMBER_END;
}

static gboolean
parse_open (const char *text, DeidRange *range)
{
  const char *const end = text + strlen (text);
  const char *p;

  if (text[0] == '<')
    {
      p = text + 1 + (text[1] == ' ');
      return range_read_end (p, end, FALSE, &range->high);
    }
  if (g_str_has_prefix (text, ".."))
    {
      if (!range_read_end (text + 2, end, TRUE, &range->high))
        return FALSE;
      range->high += DEID_NUMBER_ONE;
      return range->high < DEID_NUMBER_END;
    }
  if (g_str_has_prefix (text, ">="))
    {
      p = text + 2 + (text[2] == ' ');
      return range_read_end (p, end, FALSE, &range->low);
    }
  return end > text && end[-1] == '+' && range_read_end (text, end - 1, FALSE, &range->low);
}

static gboolean
parse_brackets (const char *text, DeidRange *range)
{
  const char *const comma = strstr (text, ", "), *const end = text + strlen (text) - 1;

  return comma != NULL && *end == ')' && range_read_end (text + 1, comma, FALSE, &range->low)
         && range_read_end (comma + 2, end, FALSE, &range->high);
}

static gboolean
parse_ends (const char *text, DeidRange *range)
{
  const char *sign;

  if ((sign = strstr (text, "..<")) != NULL)
    return read_ends (text, sign, sign + 3, FALSE, range);
  if ((sign = strstr (text, "..")) != NULL)
    return read_ends (text, sign, sign + 2, TRUE, range);
  if ((sign = strstr (text, " to ")) != NULL)
    return read_ends (text, sign, sign + 4, TRUE, range);
  if (text[0] != '-' && (sign = strchr (text, '-')) != NULL && g_ascii_isdigit (sign[1]))
    return read_ends (text, sign, sign + 1, TRUE, range);
  if (!range_read_end (text, text + strlen (text), TRUE, &range->low))
    return FALSE;
  range->high = range->low + DEID_NUMBER_ONE;
  return range->high < DEID_NUMBER_END;
}

gboolean
deid_range_parse (const char *text, DeidRange *range)
{
  gboolean is_range;

  *range = (DeidRange){ DEID_NUMBER_LEAST, DEID_NUMBER_END };
  if (g_str_equal (text, "*"))
    return TRUE;
  if (text[0] == '[')
    is_range = parse_brackets (text, range);
  else
    is_range = parse_open (text, range) || parse_ends (text, range);
  return is_range && range->low < range->high;
}
