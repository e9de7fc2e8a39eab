/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/hash-tables.h"

#include "base/memory.h"

#include <string.h>

#define MIN_BITS    10
#define FULLER_BITS 22

/* A table that exceeds the caches is filled further: a look-up then costs its first cache miss, and
 * the steps after it are cheap. */
static guint64
get_room (guint bits)
{
  const guint64 n_slots = G_GUINT64_CONSTANT (1) << bits;

  return bits == 0 ? 0 : bits < FULLER_BITS ? n_slots / 2 : n_slots / 4 * 3;
}

void
deid_key_slots_clear (DeidKeySlots *slots)
{
  g_free (slots->slots);
}

gboolean
deid_key_slots_start (DeidKeySlots *slots, guint64 n_keys, GError **error)
{
  guint bits = MIN_BITS;

  while (get_room (bits) < n_keys)
    bits++;
  if (!deid_grow ((gpointer *) &slots->slots, &slots->capacity, G_GUINT64_CONSTANT (1) << bits,
                  sizeof *slots->slots, error))
    return FALSE;
  memset (slots->slots, 0, sizeof *slots->slots << bits);
  if (slots->patience < 0)
    slots->words = deid_hash_get_words ();
  slots->bits = bits;
  slots->n = 0;
  slots->patience = slots->words == NULL ? DEID_MIN_STEPS : G_MAXINT64 / 2;
  return TRUE;
}

gboolean
deid_key_slots_change (DeidKeySlots *slots, GError **error)
{
  const guint64 n_slots = G_GUINT64_CONSTANT (1) << slots->bits, mask = n_slots - 1;
  guint64 *changed = deid_alloc (n_slots, sizeof *changed, error);

  if (changed == NULL)
    return FALSE;
  slots->words = deid_hash_get_words ();
  slots->patience = G_MAXINT64 / 2;
  for (guint64 from = 0; from < n_slots; from++)
    {
      guint64 to = deid_key_slots_get_slot (slots, (slots->slots[from] >> 32) - 1);

      if (slots->slots[from] == 0)
        continue;
      while (changed[to] != 0)
        to = (to + 1) & mask;
      changed[to] = slots->slots[from];
    }
  g_free (slots->slots);
  slots->slots = changed;
  slots->capacity = n_slots;
  return TRUE;
}

void
deid_frequency_table_clear (DeidFrequencyTable *table)
{
  g_free (table->keys);
  *table = (DeidFrequencyTable){ 0 };
}

/* Hashes by the key of the process take no more steps than they should. */
static gint64
get_patience (const DeidFrequencyTable *table)
{
  return table->words == NULL ? DEID_MIN_STEPS : G_MAXINT64 / 2;
}

void
deid_frequency_table_reset (DeidFrequencyTable *table, guint64 n_keys)
{
  table->n = 0;
  if (table->bits == 0)
    return;
  if (table->patience < 0)
    table->words = deid_hash_get_words ();
  table->bits = MIN (MIN_BITS, table->allocated_bits);
  while (table->bits < table->allocated_bits && n_keys > get_room (table->bits))
    table->bits++;
  table->room = get_room (table->bits);
  table->patience = get_patience (table);
  if (++table->generation == 0)
    {
      memset (table->keys, 0, sizeof *table->keys << table->allocated_bits);
      table->generation = 1;
    }
}

/* Makes a table without keys that is to take the place of another one. */
static gboolean
start_anew (DeidFrequencyTable *anew, const DeidFrequencyTable *table, GError **error)
{
  const gboolean is_full = table->n >= get_room (table->bits);
  const guint bits = table->bits == 0 ? MIN_BITS : is_full ? table->bits + 1 : table->bits;

  *anew
      = (DeidFrequencyTable){ .bits = bits,
                              .allocated_bits = bits,
                              .generation = 1,
                              .room = get_room (bits),
                              .words = table->patience < 0 ? deid_hash_get_words () : table->words,
                              .n_steps = table->n_steps };
  anew->patience = get_patience (anew);
  anew->keys = deid_alloc (G_GUINT64_CONSTANT (1) << bits, sizeof *anew->keys, error);
  return anew->keys != NULL;
}

gboolean
deid_frequency_table_reserve (DeidFrequencyTable *table, GError **error)
{
  const guint64 capacity = table->bits > 0 ? G_GUINT64_CONSTANT (1) << table->bits : 0;
  DeidFrequencyTable anew;

  if (deid_frequency_table_has_room (table))
    return TRUE;
  if (!start_anew (&anew, table, error))
    return FALSE;
  for (guint64 slot = 0; slot < capacity; slot++)
    if (table->keys[slot].generation == table->generation)
      {
        anew.n = table->keys[slot].number;
        deid_frequency_table_add (&anew, table->keys[slot].key);
      }
  anew.n = table->n;
  deid_frequency_table_clear (table);
  *table = anew;
  return TRUE;
}

void
deid_key_numbers_clear (DeidKeyNumbers *numbers)
{
  deid_key_slots_clear (&numbers->slots);
  deid_frequency_table_clear (&numbers->table);
}

guint64
deid_key_numbers_get_n_bytes (const DeidKeyNumbers *numbers)
{
  return numbers->slots.capacity * sizeof *numbers->slots.slots
         + deid_frequency_table_get_n_bytes (&numbers->table);
}

gboolean
deid_key_numbers_start (DeidKeyNumbers *numbers, guint64 space, guint64 n, GError **error)
{
  numbers->is_small = space <= DEID_SLOT_KEYS;
  if (numbers->is_small)
    return deid_key_slots_start (&numbers->slots, MIN (space, n), error);
  deid_frequency_table_reset (&numbers->table, n);
  return deid_frequency_table_reserve (&numbers->table, error);
}
