/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/hash.h"

#ifdef HAVE_GETENTROPY
#include <sys/random.h>
#include <unistd.h>
#endif

static guint64 hash_key[2];
static gsize has_key;
static DeidHashWords hash_words;
static gsize has_words;

/* Where the system gives no random bytes, GLib draws numbers from the best that it finds. */
static void
draw_key (void)
{
  GRand *draw;

#ifdef HAVE_GETENTROPY
  if (getentropy (hash_key, sizeof hash_key) == 0)
    return;
#endif
  draw = g_rand_new ();
  for (guint i = 0; i < 2; i++)
    hash_key[i] = (guint64) g_rand_int (draw) << 32 | g_rand_int (draw);
  g_rand_free (draw);
}

static void
need_key (void)
{
  if (g_once_init_enter (&has_key))
    {
      draw_key ();
      g_once_init_leave (&has_key, 1);
    }
}

static inline guint64
rotate (guint64 word, guint n)
{
  return word << n | word >> (64 - n);
}

static inline void
mix (guint64 v[4])
{
  v[0] += v[1];
  v[2] += v[3];
  v[1] = rotate (v[1], 13) ^ v[0];
  v[3] = rotate (v[3], 16) ^ v[2];
  v[0] = rotate (v[0], 32);
  v[2] += v[1];
  v[0] += v[3];
  v[1] = rotate (v[1], 17) ^ v[2];
  v[3] = rotate (v[3], 21) ^ v[0];
  v[2] = rotate (v[2], 32);
}

static inline void
hash_take (guint64 v[4], guint64 word)
{
  v[3] ^= word;
  mix (v);
  v[0] ^= word;
}

static inline guint64
read_32 (const guint8 *p)
{
  guint32 word;

  memcpy (&word, p, sizeof word);
  return GUINT32_FROM_LE (word);
}

/* Returns: fewer than 8 bytes as a number. Reads overlap, which spares a loop. */
static inline guint64
read_rest (const guint8 *p, gsize length)
{
  if (length >= 4)
    return read_32 (p) | read_32 (p + length - 4) << (8 * (length - 4));
  if (length == 0)
    return 0;
  return p[0] | (guint64) p[length / 2] << (8 * (length / 2))
         | (guint64) p[length - 1] << (8 * (length - 1));
}

guint64
deid_hash_bytes (gconstpointer bytes, gsize length)
{
  const guint8 *p = bytes;
  const guint64 length_byte = (guint64) length << 56;
  guint64 v[4];

  need_key ();
  v[0] = hash_key[0] ^ G_GUINT64_CONSTANT (0x736F6D6570736575);
  v[1] = hash_key[1] ^ G_GUINT64_CONSTANT (0x646F72616E646F6D);
  v[2] = hash_key[0] ^ G_GUINT64_CONSTANT (0x6C7967656E657261);
  v[3] = hash_key[1] ^ G_GUINT64_CONSTANT (0x7465646279746573);
  for (; length >= 8; p += 8, length -= 8)
    hash_take (v, deid_word_read (p));
  hash_take (v, length_byte | read_rest (p, length));
  v[2] ^= 0xFF;
  mix (v);
  mix (v);
  mix (v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

guint
deid_hash_name (gconstpointer name)
{
  return (guint) deid_hash_bytes (name, strlen (name));
}

static void
fill_words (void)
{
  for (guint i = 0; i < 8; i++)
    for (guint byte = 0; byte < 256; byte++)
      {
        const guint64 place = 256 * i + byte;

        hash_words.words[i][byte] = deid_hash_bytes (&place, sizeof place);
      }
}

const DeidHashWords *
deid_hash_get_words (void)
{
  if (g_once_init_enter (&has_words))
    {
      fill_words ();
      g_once_init_leave (&has_words, 1);
    }
  return &hash_words;
}

void
deid_hash_set_key (guint64 low, guint64 high)
{
  need_key ();
  hash_key[0] = low;
  hash_key[1] = high;
  fill_words ();
  if (g_once_init_enter (&has_words))
    g_once_init_leave (&has_words, 1);
}
