/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/cut-edges.h"

#include <string.h>

#include "base/decimal.h"
#include "base/memory.h"
#include "hierarchy/hierarchy-private.h"

/* Edges beyond these are written with an exponent. */
#define MIN_MAGNITUDE (-6)
#define MAX_MAGNITUDE 40

/* 0.d1 d2 d3 … 10^magnitude, without a sign: digits, and one that follows them for ever. */
typedef struct
{
  char *digits;
  gsize n;
  char fill;
  gint64 magnitude; /* G_MININT64 for 0 */
} Number;

static void
number_init (Number *number, const char *text)
{
  const char *p = text + (text[0] == '-');
  gint64 magnitude = 0;
  gboolean behind_point = FALSE;

  *number = (Number){ .digits = g_malloc (strlen (text) + 1), .fill = '0' };
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

/* Writes sign 0.digits 10^magnitude. */
static char *
write_decimal (const GString *digits, gint64 magnitude, gboolean is_negative)
{
  GString *text = g_string_new (is_negative ? "-" : NULL);
  const gint64 n = (gint64) digits->len;

  if (magnitude <= MIN_MAGNITUDE || (magnitude > MAX_MAGNITUDE && magnitude > n))
    {
      g_string_append_c (text, digits->str[0]);
      if (n > 1)
        g_string_append_printf (text, ".%s", digits->str + 1);
      g_string_append_printf (text, "e%" G_GINT64_FORMAT, magnitude - 1);
      return g_string_free (text, FALSE);
    }
  if (magnitude <= 0)
    g_string_append (text, "0.");
  for (gint64 i = MIN (magnitude, 0); i < MAX (n, magnitude); i++)
    {
      if (i == magnitude && magnitude > 0)
        g_string_append_c (text, '.');
      g_string_append_c (text, i >= 0 && i < n ? digits->str[i] : '0');
    }
  return g_string_free (text, FALSE);
}

/* The first digits in which two numbers differ are those of the greatest power of ten with a
 * multiple above the smaller one and up to the other. */
static char *
find_edge (const Number *small, const Number *great, gboolean is_negative)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  gsize i = 0;
  char low = '0';

  if (small->magnitude == great->magnitude)
    {
      while (get_digit (small, i) == get_digit (great, i))
        g_string_append_c (digits, get_digit (small, i++));
      low = get_digit (small, i);
    }
  g_string_append_c (digits, (char) ((low + get_digit (great, i) + 1) / 2));
  return write_decimal (digits, great->magnitude, is_negative);
}

char *
deid_cut_edge (const char *a, const char *b)
{
  const gboolean is_negative = deid_decimal_compare (b, "0") < 0;
  Number small, great;
  char *edge;

  if (!is_negative && deid_decimal_compare (a, "0") < 0)
    return g_strdup ("0");
  number_init (&small, is_negative ? b : a);
  number_init (&great, is_negative ? a : b);
  if (is_negative) /* -a > m >= -b */
    {
      step_down (&small);
      step_down (&great);
    }
  edge = find_edge (&small, &great, is_negative);
  g_free (small.digits);
  g_free (great.digits);
  return edge;
}

gboolean
deid_cut_edges_init (DeidCutEdges *edges, const DeidDictionary *numbers, GError **error)
{
  edges->are_counts = TRUE;
  edges->texts = deid_alloc (numbers->n, sizeof *edges->texts, error);
  for (guint32 i = 0; edges->texts != NULL && i < numbers->n; i++)
    {
      const char *number = deid_dictionary_get (numbers, i);

      edges->are_counts &= deid_decimal_is_integer (number) && number[0] != '-';
      if (i > 0)
        edges->texts[i] = deid_cut_edge (deid_dictionary_get (numbers, i - 1), number);
    }
  return edges->texts != NULL;
}

void
deid_cut_edges_clear (DeidCutEdges *edges, guint32 n)
{
  for (guint32 i = 1; edges->texts != NULL && i < n; i++)
    g_free (edges->texts[i]);
  g_clear_pointer (&edges->texts, g_free);
}

/* Returns: (transfer full): the integer before a positive one. */
static char *
get_predecessor (const char *number)
{
  char *text = g_strdup (number);
  gsize i = strlen (text);

  while (text[--i] == '0')
    text[i] = '9';
  text[i]--;
  if (text[0] == '0' && text[1] != '\0')
    memmove (text, text + 1, strlen (text));
  return text;
}

char *
deid_cut_edges_label (const DeidCutEdges *edges, guint32 first, guint32 end, guint32 n)
{
  g_autofree char *last = NULL;

  if (first == 0 && end == n)
    return g_strdup (DEID_SUPPRESSED_LABEL);
  if (first == 0)
    return g_strconcat ("<", edges->texts[end], NULL);
  if (end == n)
    return g_strconcat (">=", edges->texts[first], NULL);
  if (!edges->are_counts)
    return g_strconcat ("[", edges->texts[first], ", ", edges->texts[end], ")", NULL);
  last = get_predecessor (edges->texts[end]);
  return g_strconcat (edges->texts[first], "-", last, NULL);
}
