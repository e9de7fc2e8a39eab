/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/hash.h"

/* What somebody would put into a table who knows the hashes of the library but not the key of a
 * process: texts and keys that all go to one place. */

/* 2^64 is a multiple of the product with DEID_FIBONACCI less 1. */
#define INVERSE_OF_FIBONACCI G_GUINT64_CONSTANT (0xF1DE83E19937733D)

/* Returns: the hash of a text as it was before it had a key: words are multiplied and shifted, and
 * each step can be undone. */
guint32 hash_without_key (const char *text);

/* Returns: (transfer full): distinct texts of 16 ASCII characters whose hash without key is 0. */
char **make_colliding_texts (guint n);

/* Returns: (transfer full): distinct keys, of which Fibonacci hashing looks at the same first
 * @n_bits bits. */
guint64 *make_colliding_keys (guint n, guint n_bits);

/* Returns: (transfer full): distinct keys below 2^32 that Fibonacci hashing gives as few of 2^@bits
 * slots as there are keys that do so. */
guint64 *make_small_colliding_keys (guint n, guint bits);

typedef guint32 CodePair[2];

/* Pairs of codes of two columns with the same number of codes. */
typedef struct
{
  guint n_codes;
  guint n;
  CodePair *pairs;
} CollidingPairs;

/* Makes pairs that collide when they are grouped below rows that have each code once, in order.
 * @pairs->pairs is to be freed. */
void make_colliding_pairs (CollidingPairs *pairs, guint n);
