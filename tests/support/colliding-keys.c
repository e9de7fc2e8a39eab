/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/colliding-keys.h"

#include <string.h>

#define N_TEXT 16

static guint64
take_word (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * DEID_FIBONACCI;
  return hash ^ hash >> 29;
}

guint32
hash_without_key (const char *text)
{
  gsize length = strlen (text);
  guint64 hash = length * DEID_FIBONACCI;

  for (; length > 0; text += MIN (length, 8), length -= MIN (length, 8))
    {
      guint64 word = 0;

      memcpy (&word, text, MIN (length, 8));
      hash = take_word (hash, word);
    }
  return (guint32) (hash * DEID_FIBONACCI >> 32);
}

/* Returns: the word that takes a hash from one value to another. */
static guint64
find_word (guint64 from, guint64 to)
{
  to ^= to >> 29 ^ to >> 58;
  return to * INVERSE_OF_FIBONACCI ^ from;
}

static gboolean
is_ascii (guint64 word)
{
  for (guint i = 0; i < 8; i++)
    if ((word >> (8 * i) & 0xFF) < ' ' || (word >> (8 * i) & 0xFF) >= 0x7F)
      return FALSE;
  return TRUE;
}

/* The second word is tried until it is text: of the last product only the upper half is seen. */
static void
write_text (guint number, GRand *rand, char text[N_TEXT + 1])
{
  guint64 first, second, hash;

  g_snprintf (text, N_TEXT + 1, "%08u", number);
  memcpy (&first, text, 8);
  hash = take_word (N_TEXT * DEID_FIBONACCI, first);
  do
    second = find_word (hash, g_rand_int (rand) * INVERSE_OF_FIBONACCI);
  while (!is_ascii (second));
  memcpy (text + 8, &second, 8);
  text[N_TEXT] = '\0';
}

char **
make_colliding_texts (guint n)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  char **texts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      texts[i] = g_new (char, N_TEXT + 1);
      write_text (i, rand, texts[i]);
    }
  return texts;
}

guint64 *
make_colliding_keys (guint n, guint n_bits)
{
  guint64 *keys = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    keys[i] = ((G_GUINT64_CONSTANT (1) << (64 - n_bits)) - 1 - i) * INVERSE_OF_FIBONACCI;
  return keys;
}

/* Keys whose product is small are a few distances apart, which are Fibonacci numbers. */
static guint64
find_next (guint64 key, guint64 end_of_products)
{
  guint64 distance = 1, next = 2;

  while ((key + distance) * DEID_FIBONACCI >= end_of_products)
    {
      const guint64 sum = distance + next;

      distance = next;
      next = sum;
    }
  return key + distance;
}

guint64 *
make_small_colliding_keys (guint n, guint bits)
{
  const guint64 n_slots = n / (G_GUINT64_CONSTANT (1) << (32 - bits)) + 2;
  guint64 *keys = g_new (guint64, n);
  guint64 key = 0;

  for (guint i = 0; i < n; i++)
    keys[i] = key = find_next (key, n_slots << (64 - bits));
  return keys;
}

#define N_SPARE 100

void
make_colliding_pairs (CollidingPairs *pairs, guint n)
{
  g_autofree guint64 *keys = NULL;
  guint bits = 10, n_keys = 0;

  *pairs = (CollidingPairs){ .n_codes = 65535, .n = n, .pairs = g_new0 (CodePair, n) };
  while (1u << (bits - 1) < pairs->n_codes + n)
    bits++;
  keys = make_small_colliding_keys (n + N_SPARE, bits);
  for (guint i = 0; i < n; n_keys++)
    {
      const guint64 key = keys[n_keys];

      if (key / pairs->n_codes == key % pairs->n_codes)
        continue;
      pairs->pairs[i][0] = (guint32) (key / pairs->n_codes);
      pairs->pairs[i++][1] = (guint32) (key % pairs->n_codes);
    }
}
