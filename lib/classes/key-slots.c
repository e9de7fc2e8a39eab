/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/key-slots.h"

#include <string.h>

#include "base/memory.h"

#define KEY_SLOTS_MIN_BITS 10

void
deid_key_slots_clear (DeidKeySlots *slots)
{
  g_free (slots->slots);
}

gboolean
deid_key_slots_start (DeidKeySlots *slots, guint64 n_keys, GError **error)
{
  guint bits = KEY_SLOTS_MIN_BITS;

  while (G_GUINT64_CONSTANT (1) << (bits - 1) < n_keys)
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
