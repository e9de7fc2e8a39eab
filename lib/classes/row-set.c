/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/row-set.h"

#include <string.h>

#include "base/memory.h"

gboolean
deid_row_set_init (DeidRowSet *set, guint64 n_rows, GError **error)
{
  set->n_words = n_rows / 64 + 1;
  set->words = deid_alloc (set->n_words, sizeof *set->words, error);
  return set->words != NULL;
}

void
deid_row_set_clear (DeidRowSet *set)
{
  g_clear_pointer (&set->words, g_free);
}

void
deid_row_set_empty (DeidRowSet *set)
{
  memset (set->words, 0, set->n_words * sizeof *set->words);
}

void
deid_row_set_copy (DeidRowSet *to, const DeidRowSet *from)
{
  memcpy (to->words, from->words, from->n_words * sizeof *from->words);
}

void
deid_row_set_add_set (DeidRowSet *to, const DeidRowSet *from)
{
  for (guint64 i = 0; i < from->n_words; i++)
    to->words[i] |= from->words[i];
}

guint64
deid_row_set_subtract (const DeidRowSet *set, const DeidRowSet *without, guint32 *rows)
{
  guint64 n = 0;

  for (guint64 i = 0; i < set->n_words; i++)
    for (guint64 word = set->words[i] & ~without->words[i]; word != 0; word &= word - 1)
      rows[n++] = (guint32) (i * 64 + (guint64) __builtin_ctzll (word));
  return n;
}

guint64
deid_row_set_list (const DeidRowSet *set, guint32 *rows)
{
  guint64 n = 0;

  for (guint64 i = 0; i < set->n_words; i++)
    for (guint64 word = set->words[i]; word != 0; word &= word - 1)
      rows[n++] = (guint32) (i * 64 + (guint64) __builtin_ctzll (word));
  return n;
}
