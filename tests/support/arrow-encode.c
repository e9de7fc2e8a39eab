/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/arrow-encode.h"

#include <string.h>

#define MAX_AROUND 9 /* values before and behind those that count */
#define MAX_INLINE 12
#define N_OTHERS   2

/* All values that an array has, also those that do not count. */
typedef struct
{
  GPtrArray *values;
  GPtrArray *drawn; /* of these the others */
  guint offset;
} Layout;

static void
value_free (gpointer data)
{
  ArrowValue *value = data;

  g_free (value->text);
  g_free (value);
}

static void
add_others (Layout *layout, const ArrowKind *kind, GRand *rand)
{
  for (gint n = g_rand_int_range (rand, 0, MAX_AROUND + 1); n > 0; n--)
    {
      ArrowValue *value = g_new0 (ArrowValue, 1);

      kind->draw (kind, rand, value);
      g_ptr_array_add (layout->drawn, value);
      g_ptr_array_add (layout->values, value);
    }
}

static void
layout_init (Layout *layout, const ArrowKind *kind, GRand *rand, const ArrowValue *const *values,
             guint n)
{
  *layout = (Layout){ .values = g_ptr_array_new (),
                      .drawn = g_ptr_array_new_with_free_func (value_free) };
  add_others (layout, kind, rand);
  layout->offset = layout->values->len;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (layout->values, (gpointer) values[i]);
  add_others (layout, kind, rand);
}

static void
layout_clear (Layout *layout)
{
  g_ptr_array_unref (layout->values);
  g_ptr_array_unref (layout->drawn);
}

static void
set_bytes (struct ArrowArray *array, guint buffer, const GByteArray *bytes)
{
  arrow_array_set_buffer (array, buffer, bytes->data, bytes->len);
}

/* What a null has in the other buffers may be anything. */
static const ArrowValue *
get_value (const Layout *layout, guint i)
{
  static const ArrowValue none = { (char *) "none", { 0 } };
  const ArrowValue *value = g_ptr_array_index (layout->values, i);

  return value != NULL && value->text != NULL ? value : &none;
}

static void
set_validity (struct ArrowArray *array, const Layout *layout, GRand *rand)
{
  const guint n = layout->values->len;
  g_autofree guint8 *bits = g_malloc0 (n / 8 + 1);

  for (guint i = 0; i < n; i++)
    if (g_ptr_array_index (layout->values, i) != NULL)
      bits[i / 8] |= (guint8) (1U << (i % 8));
    else
      array->null_count++;
  if (array->null_count > 0 || g_rand_boolean (rand))
    arrow_array_set_buffer (array, 0, bits, (n + 7) / 8);
  if (g_rand_boolean (rand))
    array->null_count = -1;
}

static void
set_bits (struct ArrowArray *array, const Layout *layout)
{
  const guint n = layout->values->len;
  g_autofree guint8 *bits = g_malloc0 (n / 8 + 1);

  for (guint i = 0; i < n; i++)
    bits[i / 8] |= (guint8) (get_value (layout, i)->bytes[0] << (i % 8));
  arrow_array_set_buffer (array, 1, bits, (n + 7) / 8);
}

static void
set_fixed (struct ArrowArray *array, const Layout *layout, guint width)
{
  g_autoptr (GByteArray) items = g_byte_array_new ();

  for (guint i = 0; i < layout->values->len; i++)
    g_byte_array_append (items, get_value (layout, i)->bytes, width);
  set_bytes (array, 1, items);
}

static void
add_integer (GByteArray *bytes, guint width, guint64 number)
{
  guint8 item[8];

  arrow_put_integer (item, width, number);
  g_byte_array_append (bytes, item, width);
}

static void
add_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

/* Bytes before the first text do not count, either. */
static void
set_texts (struct ArrowArray *array, const Layout *layout, guint width, GRand *rand)
{
  g_autoptr (GByteArray) offsets = g_byte_array_new (), bytes = g_byte_array_new ();

  if (g_rand_boolean (rand))
    add_text (bytes, "before");
  for (guint i = 0; i < layout->values->len; i++)
    {
      add_integer (offsets, width, bytes->len);
      add_text (bytes, get_value (layout, i)->text);
    }
  add_integer (offsets, width, bytes->len);
  set_bytes (array, 1, offsets);
  set_bytes (array, 2, bytes);
}

static void
add_view (GByteArray *views, GByteArray *const others[N_OTHERS], const char *text, GRand *rand)
{
  const guint length = (guint) strlen (text);
  const guint other = (guint) g_rand_int_range (rand, 0, N_OTHERS);
  guint8 head[MAX_INLINE] = { 0 };

  add_integer (views, 4, length);
  memcpy (head, text, MIN (length, length <= MAX_INLINE ? MAX_INLINE : 4));
  if (length > MAX_INLINE)
    {
      arrow_put_integer (head + 4, 4, other);
      arrow_put_integer (head + 8, 4, others[other]->len);
      add_text (others[other], text);
    }
  g_byte_array_append (views, head, MAX_INLINE);
}

static void
set_views (struct ArrowArray *array, const Layout *layout, GRand *rand)
{
  g_autoptr (GByteArray) views = g_byte_array_new (), sizes = g_byte_array_new ();
  GByteArray *others[N_OTHERS];

  for (guint i = 0; i < N_OTHERS; i++)
    others[i] = g_byte_array_new ();
  for (guint i = 0; i < layout->values->len; i++)
    add_view (views, others, get_value (layout, i)->text, rand);
  set_bytes (array, 1, views);
  for (guint i = 0; i < N_OTHERS; i++)
    {
      add_integer (sizes, 8, others[i]->len);
      set_bytes (array, 2 + i, others[i]);
      g_byte_array_unref (others[i]);
    }
  set_bytes (array, 2 + N_OTHERS, sizes);
}

static guint
count_buffers (const ArrowKind *kind)
{
  switch (kind->format[0])
    {
    case 'n':
      return 0;
    case 'u':
    case 'U':
      return 3;
    case 'v':
      return 3 + N_OTHERS;
    default:
      return 2;
    }
}

struct ArrowArray *
arrow_encode (const ArrowKind *kind, GRand *rand, const ArrowValue *const *values, guint n)
{
  struct ArrowArray *array = arrow_array_new (n, count_buffers (kind), 0);
  Layout layout;

  layout_init (&layout, kind, rand, values, n);
  array->offset = layout.offset;
  if (array->n_buffers > 0)
    set_validity (array, &layout, rand);
  if (kind->width > 0)
    set_fixed (array, &layout, kind->width);
  else if (array->n_buffers == 2)
    set_bits (array, &layout);
  else if (array->n_buffers == 3)
    set_texts (array, &layout, kind->format[0] == 'u' ? 4 : 8, rand);
  else if (array->n_buffers > 3)
    set_views (array, &layout, rand);
  layout_clear (&layout);
  return array;
}

/* Returns: a number of a value in a dictionary that has it. */
static guint
find_value (const GPtrArray *dictionary, const ArrowValue *value, GRand *rand)
{
  const guint start = (guint) g_rand_int_range (rand, 0, (gint) dictionary->len);

  for (guint i = start;; i = (i + 1) % dictionary->len)
    if (g_ptr_array_index (dictionary, i) == value)
      return i;
}

static void
add_to_dictionary (GPtrArray *dictionary, const ArrowValue *value, GRand *rand)
{
  g_ptr_array_insert (dictionary, g_rand_int_range (rand, 0, (gint) dictionary->len + 1),
                      (gpointer) value);
}

struct ArrowArray *
arrow_encode_dictionary (const ArrowKind *kind, const ArrowKind *keys, GRand *rand,
                         const ArrowValue *const *values, guint n)
{
  g_autoptr (GPtrArray) dictionary = g_ptr_array_new ();
  g_autofree ArrowValue *drawn = g_new0 (ArrowValue, n + 1);
  g_autofree const ArrowValue **of_rows = g_new (const ArrowValue *, n + 1);
  struct ArrowArray *array;

  for (guint i = 0; i < n; i++)
    if (!g_ptr_array_find (dictionary, values[i], NULL) || g_rand_int_range (rand, 0, 8) == 0)
      add_to_dictionary (dictionary, values[i], rand);
  add_to_dictionary (dictionary, NULL, rand);
  for (guint i = 0; i < n; i++)
    {
      arrow_put_integer (drawn[i].bytes, keys->width, find_value (dictionary, values[i], rand));
      drawn[i].text = (char *) "key";
      of_rows[i] = values[i] != NULL || g_rand_boolean (rand) ? &drawn[i] : NULL;
    }
  array = arrow_encode (keys, rand, of_rows, n);
  array->dictionary
      = arrow_encode (kind, rand, (const ArrowValue *const *) dictionary->pdata, dictionary->len);
  return array;
}
