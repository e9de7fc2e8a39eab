/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/range.h"

#include "base/arrays.h"

#include <string.h>

/* An integer of so many digits fits 64 bits. */
#define MAX_SHORT_DIGITS 18

static const gint64 number_powers[MAX_SHORT_DIGITS + 1] = { 1,
                                                            10,
                                                            100,
                                                            1000,
                                                            10000,
                                                            100000,
                                                            1000000,
                                                            10000000,
                                                            100000000,
                                                            1000000000,
                                                            10000000000,
                                                            100000000000,
                                                            1000000000000,
                                                            10000000000000,
                                                            100000000000000,
                                                            1000000000000000,
                                                            10000000000000000,
                                                            100000000000000000,
                                                            1000000000000000000 };

gboolean
deid_number_read_short (const char *text, gint64 *digits, guint *n_places)
{
  const char *const start = text + (text[0] == '-');
  const char *point = NULL, *p = start;
  guint64 value = 0; /* one digit too many fits */
  gint64 n_digits;

  for (; p - start <= MAX_SHORT_DIGITS; p++)
    if (g_ascii_isdigit (*p))
      value = 10 * value + (guint64) (*p - '0');
    else if (*p == '.' && point == NULL)
      point = p;
    else
      break;
  n_digits = p - start - (point != NULL);
  if (*p != '\0' || n_digits == 0 || n_digits > MAX_SHORT_DIGITS)
    return FALSE;
  *digits = text[0] == '-' ? -(gint64) value : (gint64) value;
  *n_places = point != NULL ? (guint) (p - point) - 1 : 0;
  return TRUE;
}

static gboolean
number_read_number (const char *text, DeidNumber *number, gboolean *is_exact)
{
  gint64 digits;
  guint n_places;

  *is_exact = TRUE;
  if (!deid_number_read_short (text, &digits, &n_places))
    return deid_decimal_floor (text, DEID_NUMBER_PLACES, (DeidWide) DEID_NUMBER_END - 1, number,
                               is_exact);
  *number = (DeidNumber) digits * number_powers[DEID_NUMBER_PLACES - n_places];
  return TRUE;
}

gboolean
deid_number_read (const char *text, DeidNumber *number)
{
  gboolean is_exact;

  return number_read_number (text, number, &is_exact);
}

gboolean
deid_number_read_exactly (const char *text, DeidNumber *number)
{
  gboolean is_exact;

  return number_read_number (text, number, &is_exact) && is_exact;
}

gsize
deid_number_write (DeidNumber number, char text[DEID_NUMBER_SIZE])
{
  const DeidWide size = (DeidWide) (number < 0 ? -number : number);
  guint64 whole = (guint64) (size / (DeidWide) DEID_NUMBER_ONE);
  guint64 fraction = (guint64) (size % (DeidWide) DEID_NUMBER_ONE);
  char *const end = text + DEID_NUMBER_SIZE - 1;
  char *p = end;
  gsize length;

  if (fraction != 0)
    {
      guint n_places = DEID_NUMBER_PLACES;

      for (; fraction % 10 == 0; fraction /= 10)
        n_places--;
      for (; n_places > 0; n_places--, fraction /= 10)
        *--p = (char) ('0' + fraction % 10);
      *--p = '.';
    }
  do
    *--p = (char) ('0' + whole % 10);
  while ((whole /= 10) > 0);
  if (number < 0)
    *--p = '-';
  length = (gsize) (end - p);
  memmove (text, p, length);
  text[length] = '\0';
  return length;
}

/* Edges beyond these are written with an exponent. */
#define MIN_MAGNITUDE (-6)
#define MAX_MAGNITUDE 40

gboolean
deid_edge_writer_init (DeidEdgeWriter *writer, gsize max_length, GError **error)
{
  *writer = (DeidEdgeWriter){ 0 };
  return deid_new_arrays (error, DEID_NEW (writer->small.digits, max_length + 1),
                          DEID_NEW (writer->great.digits, max_length + 1));
}

void
deid_edge_writer_clear (DeidEdgeWriter *writer)
{
  g_free (writer->small.digits);
  g_free (writer->great.digits);
  deid_long_text_clear (&writer->text);
}

static void
edge_read_number (DeidEdgeNumber *number, const char *text)
{
  const char *p = text + (text[0] == '-');
  gint64 magnitude = 0;
  gboolean behind_point = FALSE;

  number->n = 0;
  number->fill = '0';
  for (; *p == '.' || g_ascii_isdigit (*p); p++)
    if (*p == '.')
      behind_point = TRUE;
    else if (number->n == 0 && *p == '0')
      magnitude -= behind_point;
    else
      {
        magnitude += !behind_point;
        number->digits[number->n++] = *p;
      }
  if (*p != '\0')
    magnitude += g_ascii_strtoll (p + 1, NULL, 10);
  while (number->n > 0 && number->digits[number->n - 1] == '0')
    number->n--;
  number->magnitude = number->n > 0 ? magnitude : G_MININT64;
}

/* Takes off as little as nothing, so that the last digit is followed by nines. It is not 0. */
static void
step_down (DeidEdgeNumber *number)
{
  number->digits[number->n - 1]--;
  number->fill = '9';
  if (number->n > 1 || number->digits[0] != '0')
    return;
  number->n = 0;
  number->magnitude--;
}

static char
edge_get_digit (const DeidEdgeNumber *number, gsize i)
{
  return i < number->n ? number->digits[i] : number->fill;
}

/* Writes 0.digits 10^magnitude, where the digits are the first ones of a number and one more. */
static void
write_decimal (DeidLongText *text, const DeidEdgeNumber *first, gsize n_first, char last)
{
  const gint64 magnitude = first->magnitude, n = (gint64) n_first + 1;

  if (magnitude <= MIN_MAGNITUDE || (magnitude > MAX_MAGNITUDE && magnitude > n))
    {
      for (gint64 i = 0; i < n; i++)
        deid_long_text_add (text, i == 1 ? ".%c" : "%c",
                            i + 1 < n ? edge_get_digit (first, (gsize) i) : last);
      deid_long_text_add (text, "e%" G_GINT64_FORMAT, magnitude - 1);
      return;
    }
  if (magnitude <= 0)
    deid_long_text_add (text, "0.");
  for (gint64 i = MIN (magnitude, 0); i < MAX (n, magnitude); i++)
    {
      const char digit = i < 0 || i >= n ? '0' : edge_get_digit (first, (gsize) i);

      deid_long_text_add (text, i == magnitude && magnitude > 0 ? ".%c" : "%c",
                          i + 1 == n ? last : digit);
    }
}

/* Returns: the least power of ten that one more digit may be of: that of the numbers' own last
 * digits, or 1. */
static gint64
get_last_power (const DeidEdgeNumber *a, const DeidEdgeNumber *b)
{
  gint64 last = 0;

  if (a->n > 0)
    last = MIN (last, a->magnitude - (gint64) a->n);
  return b->n > 0 ? MIN (last, b->magnitude - (gint64) b->n) : last;
}

/* Of two above 0: where the greater one is the only multiple, one of the next power of ten lies
 * below it. @i is the first digit in which they differ. */
static gboolean
write_below (DeidEdgeWriter *writer, gsize i, char low, gint64 last_power)
{
  const DeidEdgeNumber *small = &writer->small;
  DeidEdgeNumber first = writer->great;
  const gboolean is_near = small->magnitude == first.magnitude - 1;
  const char next = small->magnitude == first.magnitude ? edge_get_digit (small, i + 1)
                    : is_near                           ? edge_get_digit (small, 0)
                                                        : '0';
  const char digit = (char) ((next + '9' + 1) / 2);

  if (next == '9' || first.magnitude - (gint64) i - 2 < last_power)
    return FALSE;
  if (i == 0 && low == '0') /* it has a digit less */
    {
      first.magnitude--;
      write_decimal (&writer->text, &first, 0, digit);
      return TRUE;
    }
  first.digits[i] = low;
  write_decimal (&writer->text, &first, i + 1, digit);
  return TRUE;
}

/* The same of two below 0, whose signs are left out and which have been stepped down. */
static gboolean
write_beyond (DeidEdgeWriter *writer, gsize i, gint64 last_power)
{
  const DeidEdgeNumber *great = &writer->great;
  const char next = edge_get_digit (great, i + 1);

  if (next == '0' || great->magnitude - (gint64) i - 2 < last_power)
    return FALSE;
  write_decimal (&writer->text, great, i + 1, (char) (('1' + next) / 2));
  return TRUE;
}

/* The first digits in which two numbers differ are those of the greatest power of ten with a
 * multiple above the smaller one and up to the other. The number that an edge should not be is the
 * last of these multiples above 0, and the first below, where signs are left out. */
static void
write_between (DeidEdgeWriter *writer, gboolean is_negative, gint64 last_power)
{
  const DeidEdgeNumber *small = &writer->small, *great = &writer->great;
  gsize i = 0;
  char low = '0', high, middle;
  gboolean is_exact;

  if (small->magnitude == great->magnitude)
    {
      while (edge_get_digit (small, i) == edge_get_digit (great, i))
        i++;
      low = edge_get_digit (small, i);
    }
  high = edge_get_digit (great, i);
  middle = (char) ((low + high + 1) / 2);
  if (!is_negative)
    is_exact = middle == high && great->n <= i + 1;
  else if (small->magnitude == great->magnitude)
    is_exact = middle == low + 1 && small->n <= i + 1;
  else
    is_exact = middle == low + 1 && small->n == 0 && small->magnitude == great->magnitude - 1;
  if (is_exact && middle < high)
    middle++;
  else if (is_exact
           && (is_negative ? write_beyond (writer, i, last_power)
                           : write_below (writer, i, low, last_power)))
    return;
  write_decimal (&writer->text, great, i, middle);
}

void
deid_edge_writer_add (DeidEdgeWriter *writer, const char *a, const char *b)
{
  const gboolean is_negative = deid_decimal_compare (a, "0") < 0;
  gint64 last_power;

  if (is_negative && deid_decimal_compare (b, "0") > 0)
    {
      deid_long_text_add (&writer->text, "0");
      return;
    }
  edge_read_number (&writer->small, is_negative ? b : a);
  edge_read_number (&writer->great, is_negative ? a : b);
  last_power = get_last_power (&writer->small, &writer->great);
  if (is_negative) /* -a > m >= -b, and m > 0 */
    {
      step_down (&writer->great);
      if (writer->small.n > 0)
        step_down (&writer->small);
      else if (writer->great.magnitude - 1 < last_power)
        {
          deid_long_text_add (&writer->text, "0");
          return;
        }
      deid_long_text_add (&writer->text, "-");
    }
  write_between (writer, is_negative, last_power);
}

gboolean
deid_edge_writer_find (DeidEdgeWriter *writer, DeidNumber a, DeidNumber b, DeidNumber *edge,
                       GError **error)
{
  char low[DEID_NUMBER_SIZE], high[DEID_NUMBER_SIZE];

  deid_number_write (a, low);
  deid_number_write (b, high);
  writer->text.n = 0;
  deid_edge_writer_add (writer, low, high);
  if (writer->text.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&writer->text.error));
      return FALSE;
    }
  deid_number_read (writer->text.text, edge);
  return TRUE;
}

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
