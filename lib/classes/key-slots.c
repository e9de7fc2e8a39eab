/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/key-slots.h"

#include <string.h>

#include "base/memory.h"

#define MIN_BITS 10

void
deid_key_slots_clear (DeidKeySlots *slots)
{
  g_free (slots->slots);
}

gboolean
deid_key_slots_start (DeidKeySlots *slots, guint64 n_keys, GError **error)
{
  guint bits = MIN_BITS;

  while (G_GUINT64_CONSTANT (1) << (bits - 1) < n_keys)
    bits++;
  if (!deid_grow ((gpointer *) &slots->slots, &slots->capacity, G_GUINT64_CONSTANT (1) << bits,
                  sizeof *slots->slots, error))
    return FALSE;
  memset (slots->slots, 0, sizeof *slots->slots << bits);
  slots->bits = bits;
  slots->n = 0;
  return TRUE;
}
