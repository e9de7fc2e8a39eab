/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/edge.h"

#include "base/arrays.h"
#include "base/decimal.h"

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
