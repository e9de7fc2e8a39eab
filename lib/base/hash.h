/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

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
