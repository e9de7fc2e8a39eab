/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Numbers distinct 64-bit keys in the order of their first appearance: open addressing with
 * power-of-two capacity and Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3,
 * section 6.4). Nothing is deleted; a reset only begins a new generation. */
typedef struct
{
  guint64 *keys;
  guint32 *numbers;
  guint32 *generations;
  guint bits; /* capacity is 2^bits; 0 before the first growth */
  guint32 generation;
  guint32 n;
} DeidFrequencyTable;

void deid_frequency_table_clear (DeidFrequencyTable *table);

/* Forgets all keys in O(1), but for once in 2^32 resets. */
void deid_frequency_table_reset (DeidFrequencyTable *table);

/* Makes room so that one more key can be added. */
gboolean deid_frequency_table_reserve (DeidFrequencyTable *table, GError **error);

/* Returns: the number of a key, which is @table->n before the call if it is new. There must be
 * room. */
static inline guint32
deid_frequency_table_add (DeidFrequencyTable *table, guint64 key)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << table->bits) - 1;
  guint64 slot = key * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> (64 - table->bits);

  while (table->generations[slot] == table->generation)
    {
      if (table->keys[slot] == key)
        return table->numbers[slot];
      slot = (slot + 1) & mask;
    }
  table->generations[slot] = table->generation;
  table->keys[slot] = key;
  return table->numbers[slot] = table->n++;
}

static inline gboolean
deid_frequency_table_has_room (const DeidFrequencyTable *table)
{
  return table->bits > 0 && (guint64) table->n < G_GUINT64_CONSTANT (1) << (table->bits - 1);
}
