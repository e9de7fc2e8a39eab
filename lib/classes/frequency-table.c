/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/frequency-table.h"

#include <string.h>

#include "base/memory.h"

#define MIN_BITS 10

void
deid_frequency_table_clear (DeidFrequencyTable *table)
{
  g_free (table->keys);
  *table = (DeidFrequencyTable){ 0 };
}

void
deid_frequency_table_reset (DeidFrequencyTable *table, guint64 n_keys)
{
  table->n = 0;
  if (table->bits == 0)
    return;
  table->bits = MIN (MIN_BITS, table->allocated_bits);
  while (table->bits < table->allocated_bits
         && n_keys > G_GUINT64_CONSTANT (1) << (table->bits - 1))
    table->bits++;
  if (++table->generation == 0)
    {
      memset (table->keys, 0, sizeof *table->keys << table->allocated_bits);
      table->generation = 1;
    }
}

gboolean
deid_frequency_table_reserve (DeidFrequencyTable *table, GError **error)
{
  const guint64 capacity = table->bits > 0 ? G_GUINT64_CONSTANT (1) << table->bits : 0;
  const guint bits = table->bits > 0 ? table->bits + 1 : MIN_BITS;
  DeidFrequencyTable grown = { .bits = bits, .allocated_bits = bits, .generation = 1 };
  const guint64 grown_capacity = G_GUINT64_CONSTANT (1) << grown.bits;

  if (deid_frequency_table_has_room (table))
    return TRUE;
  grown.keys = deid_alloc (grown_capacity, sizeof *grown.keys, error);
  if (grown.keys == NULL)
    return FALSE;
  for (guint64 slot = 0; slot < capacity; slot++)
    if (table->keys[slot].generation == table->generation)
      {
        grown.n = table->keys[slot].number;
        deid_frequency_table_add (&grown, table->keys[slot].key);
      }
  grown.n = table->n;
  deid_frequency_table_clear (table);
  *table = grown;
  return TRUE;
}
