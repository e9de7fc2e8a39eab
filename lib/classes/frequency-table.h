/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/fibonacci.h"

/* What is known of a key lies together, so that to look it up is one miss of the cache. */
typedef struct
{
  guint64 key;
  guint32 number;
  guint32 generation;
} DeidNumberedKey;

/* Numbers distinct 64-bit keys in the order of their first appearance: open addressing with
 * power-of-two capacity and Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3,
 * section 6.4). Nothing is deleted; a reset only begins a new generation. */
typedef struct
{
  DeidNumberedKey *keys;
  guint bits;           /* 2^bits slots are in use; 0 before the first growth */
  guint allocated_bits; /* and so many there are */
  guint32 generation;
  guint32 n;
} DeidFrequencyTable;

void deid_frequency_table_clear (DeidFrequencyTable *table);

static inline guint64
deid_frequency_table_get_n_bytes (const DeidFrequencyTable *table)
{
  return table->bits > 0 ? sizeof *table->keys << table->allocated_bits : 0;
}

/* Forgets all keys in O(1), but for once in 2^32 resets. If no more than @n_keys follow, they stay
 * close together, which spares the cache where there were many more before. */
void deid_frequency_table_reset (DeidFrequencyTable *table, guint64 n_keys);

/* Makes room so that one more key can be added. */
gboolean deid_frequency_table_reserve (DeidFrequencyTable *table, GError **error);

static inline guint64
deid_frequency_table_get_slot (const DeidFrequencyTable *table, guint64 key)
{
  return deid_fibonacci_hash (key, table->bits);
}

/* Fetches what adding a key will need from memory. */
static inline void
deid_frequency_table_prefetch (const DeidFrequencyTable *table, guint64 key)
{
  __builtin_prefetch (&table->keys[deid_frequency_table_get_slot (table, key)]);
}

/* Returns: the number of a key, which is @table->n before the call if it is new. There must be
 * room. */
static inline guint32
deid_frequency_table_add (DeidFrequencyTable *table, guint64 key)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << table->bits) - 1;
  guint64 slot = deid_frequency_table_get_slot (table, key);

  while (table->keys[slot].generation == table->generation)
    {
      if (table->keys[slot].key == key)
        return table->keys[slot].number;
      slot = (slot + 1) & mask;
    }
  table->keys[slot] = (DeidNumberedKey){ key, table->n, table->generation };
  return table->n++;
}

static inline gboolean
deid_frequency_table_has_room (const DeidFrequencyTable *table)
{
  return table->bits > 0 && (guint64) table->n < G_GUINT64_CONSTANT (1) << (table->bits - 1);
}
