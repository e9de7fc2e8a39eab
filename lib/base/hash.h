/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Returns: eight bytes, aligned in any way, as a number whose lowest byte is the first. */
static inline guint64
deid_word_read (gconstpointer bytes)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Returns: 64 bytes, each 0 or 1, as the bits of a number, the first the lowest. The product brings
 * the lowest bits of eight bytes together in its highest byte. */
static inline guint64
deid_word_pack_flags (const guint8 *flags)
{
  guint64 word = 0;

  for (guint i = 0; i < 64; i += 8)
    word |= deid_word_read (flags + i) * G_GUINT64_CONSTANT (0x0102040810204080) >> 56 << i;
  return word;
}

/* Integers in the memory of a host, in the byte order of the machine. */

/* Returns: a number of @width bytes, which may be aligned in any way; one below 0 as what it is
 * modulo 2^64. */
static inline guint64
deid_host_integer_read (const guint8 *bytes, guint width, gboolean is_signed)
{
  guint16 of_16;
  guint32 of_32;
  guint64 of_64;

  switch (width)
    {
    case 1:
      return is_signed ? (guint64) (gint64) (gint8) bytes[0] : bytes[0];
    case 2:
      memcpy (&of_16, bytes, sizeof of_16);
      return is_signed ? (guint64) (gint64) (gint16) of_16 : of_16;
    case 4:
      memcpy (&of_32, bytes, sizeof of_32);
      return is_signed ? (guint64) (gint64) (gint32) of_32 : of_32;
    default:
      memcpy (&of_64, bytes, sizeof of_64);
      return of_64;
    }
}

/* 2^64 divided by the golden ratio: D. E. Knuth, The Art of Computer Programming 3, section 6.4. */
#define DEID_FIBONACCI G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)

/* Returns: where a key belongs among 2^bits places. */
static inline guint64
deid_fibonacci_hash (guint64 key, guint bits)
{
  return key * DEID_FIBONACCI >> (64 - bits);
}

/* Of keys that are not in their first slot, how many steps to the right one are too many on
 * average: random keys in a table that is half full take 3. */
#define DEID_STEPS_A_KEY 8

/* So many are not too many, however few the keys are. */
#define DEID_MIN_STEPS 4096

/* Hashes of what others have chosen. They depend on a key of the process, which nobody knows:
 * values that collide cannot be made in advance. Nothing but time may depend on them. */

/* The words that each byte of a number stands for. */
typedef struct
{
  guint64 words[8][256];
} DeidHashWords;

/* Returns: the hash of a text. It is SipHash-1-3 (J.-P. Aumasson and D. J. Bernstein, SipHash: a
 * fast short-input PRF, INDOCRYPT 2012). Threads: any. Complexity: O(@length). */
guint64 deid_hash_bytes (gconstpointer bytes, gsize length);

/* The same of a name in a hash table of GLib, in place of g_str_hash(), whose collisions anybody
 * can write down. */
guint deid_hash_name (gconstpointer name);

/* Returns: (transfer none): the words of this process. Threads: any. */
const DeidHashWords *deid_hash_get_words (void);

/* Returns: the hash of a number by simple tabulation, whose first bits are good for linear probing
 * whatever the numbers are (M. Pătraşcu and M. Thorup, The Power of Simple Tabulation Hashing,
 * Journal of the ACM 59 (3), 2012). */
static inline guint64
deid_hash_number (const DeidHashWords *words, guint64 number)
{
  guint64 hash = 0;

  for (guint i = 0; i < 8; i++)
    hash ^= words->words[i][number >> (8 * i) & 0xFF];
  return hash;
}

/* Sets the key, for tests: while nothing is hashed, and no table with hashes is kept. */
void deid_hash_set_key (guint64 low, guint64 high);
