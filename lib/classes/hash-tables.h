/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/hash.h"

/* Keys from here on do not fit a slot. */
#define DEID_SLOT_KEYS (G_GUINT64_CONSTANT (0xFFFFFFFF))

/* Numbers distinct keys below 2^32 - 1 in the order of their first appearance, like the frequency
 * table, but with half the memory for each: what matters is how much of it the cache holds. It is
 * emptied by writing it, and knows beforehand how many keys there may be. Like the table it changes
 * over to hashes with the key of the process where it takes too many steps. */
typedef struct
{
  guint64 *slots; /* key + 1 and, in the lower half, its number; 0 where there is none */
  guint64 capacity;
  guint bits; /* 2^bits slots are in use */
  guint32 n;
  gint64 patience;            /* steps that it may still take; below 0 it is to be changed */
  const DeidHashWords *words; /* what it hashes by, or NULL for Fibonacci hashing */
  guint64 n_steps;            /* beyond the first slots of keys, for tests and benchmarks */
} DeidKeySlots;

void deid_key_slots_clear (DeidKeySlots *slots);

/* Forgets all keys and makes room for @n_keys. Errors: %DEID_ERROR_NO_MEMORY. Complexity:
 * O(@n_keys). */
gboolean deid_key_slots_start (DeidKeySlots *slots, guint64 n_keys, GError **error);

/* Changes to other hashes. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(slots). */
gboolean deid_key_slots_change (DeidKeySlots *slots, GError **error);

static inline guint64
deid_key_slots_get_slot (const DeidKeySlots *slots, guint64 key)
{
  return G_LIKELY (slots->words == NULL)
             ? deid_fibonacci_hash (key, slots->bits)
             : deid_hash_number (slots->words, key) >> (64 - slots->bits);
}

/* Fetches what adding a key will need from memory. */
static inline void
deid_key_slots_prefetch (const DeidKeySlots *slots, guint64 key)
{
  __builtin_prefetch (&slots->slots[deid_key_slots_get_slot (slots, key)]);
}

/* Tells whether a slot has another key. */
static inline gboolean
deid_key_slots_is_other (guint64 slot, guint64 key)
{
  return ((slot >> 32 ^ (key + 1)) & ((guint64) (slot == 0) - 1)) != 0;
}

/* Returns: the slot that a key has, or the free one where it belongs, from @first on. */
static inline guint64
deid_key_slots_seek (const DeidKeySlots *slots, guint64 key, guint64 first)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << slots->bits) - 1;
  guint64 i = first;

  while (deid_key_slots_is_other (slots->slots[i], key))
    i = (i + 1) & mask;
  return i;
}

/* Tells whether a key is known. Its number is then put into @number. */
static inline gboolean
deid_key_slots_find (const DeidKeySlots *slots, guint64 key, guint32 *number)
{
  const guint64 slot
      = slots->slots[deid_key_slots_seek (slots, key, deid_key_slots_get_slot (slots, key))];

  *number = (guint32) slot;
  return slot != 0;
}

/* It follows no pattern which keys are new, so that there is no branch but for those that are not
 * in their first slot. Returns: the number of a key, which is @slots->n before the call if it is
 * new. */
static inline guint32
deid_key_slots_add (DeidKeySlots *slots, guint64 key)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << slots->bits) - 1;
  const guint64 first = deid_key_slots_get_slot (slots, key);
  const guint64 i = deid_key_slots_seek (slots, key, first);
  const guint32 is_new = slots->slots[i] == 0;
  const guint32 number = (guint32) slots->slots[i] | (slots->n & -is_new);

  if (i != first)
    {
      slots->n_steps += (i - first) & mask;
      slots->patience += DEID_STEPS_A_KEY - (gint64) ((i - first) & mask);
    }
  slots->slots[i] = (key + 1) << 32 | number;
  slots->n += is_new;
  return number;
}

/* What is known of a key lies together, so that to look it up is one miss of the cache. */
typedef struct
{
  guint64 key;
  guint32 number;
  guint32 generation;
} DeidNumberedKey;

/* Numbers distinct 64-bit keys in the order of their first appearance: open addressing with
 * power-of-two capacity and Fibonacci hashing (D. E. Knuth, The Art of Computer Programming 3,
 * section 6.4). Nothing is deleted; a reset only begins a new generation.
 *
 * Fibonacci hashing spreads the keys of ordinary tables evenly, but who knows it can choose keys
 * that all begin at one slot. So the steps to the slots of keys are counted: where they are too
 * many, the table changes over to hashes with the key of the process, and stays with them until it
 * is cleared. */
typedef struct
{
  DeidNumberedKey *keys;
  guint bits;           /* 2^bits slots are in use; 0 before the first growth */
  guint allocated_bits; /* and so many there are */
  guint32 generation;
  guint32 n;
  guint64 room;               /* so many keys can be added before the table has to grow or change */
  gint64 patience;            /* steps that it may still take */
  const DeidHashWords *words; /* what it hashes by, or NULL for Fibonacci hashing */
  guint64 n_steps;            /* beyond the first slots of keys, for tests and benchmarks */
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

/* Makes room so that one more key can be added, in few steps. */
gboolean deid_frequency_table_reserve (DeidFrequencyTable *table, GError **error);

static inline guint64
deid_frequency_table_get_slot (const DeidFrequencyTable *table, guint64 key)
{
  return G_LIKELY (table->words == NULL)
             ? deid_fibonacci_hash (key, table->bits)
             : deid_hash_number (table->words, key) >> (64 - table->bits);
}

/* Fetches what adding a key will need from memory. */
static inline void
deid_frequency_table_prefetch (const DeidFrequencyTable *table, guint64 key)
{
  __builtin_prefetch (&table->keys[deid_frequency_table_get_slot (table, key)]);
}

/* Steps are few as long as they are at most DEID_STEPS_A_KEY for each key that is not in its first
 * slot, and a constant. */
static inline void
deid_frequency_table_count_steps (DeidFrequencyTable *table, guint64 n)
{
  table->n_steps += n;
  table->patience += DEID_STEPS_A_KEY - (gint64) n;
  if (G_UNLIKELY (table->patience < 0))
    table->room = 0;
}

/* Returns: the number of a key, which is @table->n before the call if it is new. There must be
 * room. */
static inline guint32
deid_frequency_table_add (DeidFrequencyTable *table, guint64 key)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << table->bits) - 1;
  const guint64 first = deid_frequency_table_get_slot (table, key);
  guint64 slot = first;

  while (table->keys[slot].generation == table->generation && table->keys[slot].key != key)
    slot = (slot + 1) & mask;
  if (slot != first)
    deid_frequency_table_count_steps (table, (slot - first) & mask);
  if (table->keys[slot].generation == table->generation)
    return table->keys[slot].number;
  table->keys[slot] = (DeidNumberedKey){ key, table->n, table->generation };
  return table->n++;
}

static inline gboolean
deid_frequency_table_has_room (const DeidFrequencyTable *table)
{
  return table->n < table->room;
}

/* Numbers distinct keys by slots if all keys of a space fit them, and otherwise by the frequency
 * table, which may need four times the memory while it grows. */
typedef struct
{
  DeidKeySlots slots;
  DeidFrequencyTable table;
  gboolean is_small; /* the space: keys are in slots */
} DeidKeyNumbers;

void deid_key_numbers_clear (DeidKeyNumbers *numbers);

/* Returns: the memory it holds. */
guint64 deid_key_numbers_get_n_bytes (const DeidKeyNumbers *numbers);

/* Forgets all keys, and prepares for at most @n keys below @space. Errors: %DEID_ERROR_NO_MEMORY.
 * Complexity: O(@n). */
gboolean deid_key_numbers_start (DeidKeyNumbers *numbers, guint64 space, guint64 n, GError **error);

/* Returns: how many keys were added. */
static inline guint32
deid_key_numbers_get_n (const DeidKeyNumbers *numbers)
{
  return numbers->is_small ? numbers->slots.n : numbers->table.n;
}

/* Fetches what adding a key will need from memory. */
static inline void
deid_key_numbers_prefetch (const DeidKeyNumbers *numbers, guint64 key)
{
  if (numbers->is_small)
    deid_key_slots_prefetch (&numbers->slots, key);
  else
    deid_frequency_table_prefetch (&numbers->table, key);
}

/* Sets the number of a key, which is deid_key_numbers_get_n() before the call if it is new. Errors:
 * %DEID_ERROR_NO_MEMORY. */
static inline gboolean
deid_key_numbers_add (DeidKeyNumbers *numbers, guint64 key, guint32 *number, GError **error)
{
  if (numbers->is_small)
    {
      if (G_UNLIKELY (numbers->slots.patience < 0)
          && !deid_key_slots_change (&numbers->slots, error))
        return FALSE;
      *number = deid_key_slots_add (&numbers->slots, key);
      return TRUE;
    }
  if (!deid_frequency_table_has_room (&numbers->table)
      && !deid_frequency_table_reserve (&numbers->table, error))
    return FALSE;
  *number = deid_frequency_table_add (&numbers->table, key);
  return TRUE;
}
