/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/cuts/edges.h"

#include <string.h>

#include "base/arrays.h"
#include "base/decimal.h"
#include "base/long-text.h"
#include "hierarchy/hierarchy-private.h"

/* Edges beyond these are written with an exponent. */
#define MIN_MAGNITUDE (-6)
#define MAX_MAGNITUDE 40

/* 0.d1 d2 d3 … 10^magnitude, without a sign: digits, and one that follows them for ever. */
typedef struct
{
  char *digits; /* room for those of any number */
  gsize n;
  char fill;
  gint64 magnitude; /* G_MININT64 for 0 */
} Number;

/* Writes edges one after the other. */
typedef struct
{
  Number small;
  Number great;
  DeidLongText text;
} Writer;

static gboolean
writer_init (Writer *writer, gsize max_length, GError **error)
{
  *writer = (Writer){ 0 };
  return deid_new_arrays (error, DEID_NEW (writer->small.digits, max_length + 1),
                          DEID_NEW (writer->great.digits, max_length + 1));
}

static void
writer_clear (Writer *writer)
{
  g_free (writer->small.digits);
  g_free (writer->great.digits);
  deid_long_text_clear (&writer->text);
}

static void
read_number (Number *number, const char *text)
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
step_down (Number *number)
{
  number->digits[number->n - 1]--;
  number->fill = '9';
  if (number->n > 1 || number->digits[0] != '0')
    return;
  number->n = 0;
  number->magnitude--;
}

static char
get_digit (const Number *number, gsize i)
{
  return i < number->n ? number->digits[i] : number->fill;
}

/* Writes 0.digits 10^magnitude, where the digits are the first ones of a number and one more. */
static void
write_decimal (DeidLongText *text, const Number *first, gsize n_first, char last)
{
  const gint64 magnitude = first->magnitude, n = (gint64) n_first + 1;

  if (magnitude <= MIN_MAGNITUDE || (magnitude > MAX_MAGNITUDE && magnitude > n))
    {
      for (gint64 i = 0; i < n; i++)
        deid_long_text_add (text, i == 1 ? ".%c" : "%c",
                            i + 1 < n ? get_digit (first, (gsize) i) : last);
      deid_long_text_add (text, "e%" G_GINT64_FORMAT, magnitude - 1);
      return;
    }
  if (magnitude <= 0)
    deid_long_text_add (text, "0.");
  for (gint64 i = MIN (magnitude, 0); i < MAX (n, magnitude); i++)
    {
      const char digit = i < 0 || i >= n ? '0' : get_digit (first, (gsize) i);

      deid_long_text_add (text, i == magnitude && magnitude > 0 ? ".%c" : "%c",
                          i + 1 == n ? last : digit);
    }
}

/* The first digits in which two numbers differ are those of the greatest power of ten with a
 * multiple above the smaller one and up to the other. */
static void
write_between (Writer *writer)
{
  const Number *small = &writer->small, *great = &writer->great;
  gsize i = 0;
  char low = '0';

  if (small->magnitude == great->magnitude)
    {
      while (get_digit (small, i) == get_digit (great, i))
        i++;
      low = get_digit (small, i);
    }
  write_decimal (&writer->text, great, i, (char) ((low + get_digit (great, i) + 1) / 2));
}

static void
write_edge (Writer *writer, const char *a, const char *b)
{
  const gboolean is_negative = deid_decimal_compare (b, "0") < 0;

  if (!is_negative && deid_decimal_compare (a, "0") < 0)
    {
      deid_long_text_add (&writer->text, "0");
      return;
    }
  read_number (&writer->small, is_negative ? b : a);
  read_number (&writer->great, is_negative ? a : b);
  if (is_negative) /* -a > m >= -b */
    {
      step_down (&writer->small);
      step_down (&writer->great);
      deid_long_text_add (&writer->text, "-");
    }
  write_between (writer);
}

char *
deid_cut_edge (const char *a, const char *b, GError **error)
{
  Writer writer;
  char *edge = NULL;

  if (writer_init (&writer, MAX (strlen (a), strlen (b)), error))
    {
      write_edge (&writer, a, b);
      edge = deid_long_text_end (&writer.text, error);
    }
  writer_clear (&writer);
  return edge;
}

/* Splits the lines of a text in place. */
static void
split (const char **lines, char *text, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      lines[i] = text;
      text = strchr (text, '\n');
      *text++ = '\0';
    }
}

static gsize
find_max_length (const DeidDictionary *numbers)
{
  gsize max_length = 0;

  for (guint32 i = 0; i < numbers->n; i++)
    max_length = MAX (max_length, strlen (deid_dictionary_get (numbers, i)));
  return max_length;
}

static gboolean
write_edges (DeidCutEdges *edges, Writer *writer, const DeidDictionary *numbers, GError **error)
{
  edges->are_counts = TRUE;
  for (guint32 i = 0; i < numbers->n; i++)
    {
      const char *number = deid_dictionary_get (numbers, i);

      edges->are_counts &= deid_decimal_is_integer (number) && number[0] != '-';
      if (i > 0)
        write_edge (writer, deid_dictionary_get (numbers, i - 1), number);
      deid_long_text_add (&writer->text, "\n");
    }
  edges->lines = deid_long_text_end (&writer->text, error);
  return edges->lines != NULL;
}

gboolean
deid_cut_edges_init (DeidCutEdges *edges, const DeidDictionary *numbers, GError **error)
{
  Writer writer;
  const gboolean success = writer_init (&writer, find_max_length (numbers), error)
                           && deid_new_arrays (error, DEID_NEW (edges->texts, numbers->n))
                           && write_edges (edges, &writer, numbers, error);

  writer_clear (&writer);
  if (success)
    split (edges->texts, edges->lines, numbers->n);
  return success;
}

void
deid_cut_edges_clear (DeidCutEdges *edges)
{
  g_clear_pointer (&edges->lines, g_free);
  g_clear_pointer (&edges->texts, g_free);
}

/* Writes the integer before a positive one. */
static void
write_predecessor (DeidLongText *text, const char *number)
{
  gsize n_zeros = 0, n = strlen (number);

  while (number[n - 1 - n_zeros] == '0')
    n_zeros++;
  n -= n_zeros + 1;
  deid_long_text_add (text, "%.*s", (int) n, number);
  if (n > 0 || number[n] > '1' || n_zeros == 0)
    deid_long_text_add (text, "%c", number[n] - 1);
  while (n_zeros-- > 0)
    deid_long_text_add (text, "9");
}

char *
deid_cut_edges_label (const DeidCutEdges *edges, guint32 first, guint32 end, guint32 n)
{
  DeidLongText text = { 0 };

  if (first == 0 && end == n)
    deid_long_text_add (&text, "%s", DEID_SUPPRESSED_LABEL);
  else if (first == 0)
    deid_long_text_add (&text, "<%s", edges->texts[end]);
  else if (end == n)
    deid_long_text_add (&text, ">=%s", edges->texts[first]);
  else if (!edges->are_counts)
    deid_long_text_add (&text, "[%s, %s)", edges->texts[first], edges->texts[end]);
  else
    {
      deid_long_text_add (&text, "%s-", edges->texts[first]);
      write_predecessor (&text, edges->texts[end]);
    }
  return deid_long_text_end (&text, NULL);
}
