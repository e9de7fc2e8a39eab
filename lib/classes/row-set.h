/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"

/* A set of rows, a bit each. */
typedef struct
{
  guint64 *words;
  guint64 n_words;
} DeidRowSet;

gboolean deid_row_set_init (DeidRowSet *set, guint64 n_rows, GError **error);
void deid_row_set_clear (DeidRowSet *set);

/* Returns: the memory it holds. */
static inline guint64
deid_row_set_get_n_bytes (const DeidRowSet *set)
{
  return set->n_words * sizeof *set->words;
}

void deid_row_set_empty (DeidRowSet *set);
void deid_row_set_copy (DeidRowSet *to, const DeidRowSet *from);
void deid_row_set_add_set (DeidRowSet *to, const DeidRowSet *from);

static inline gboolean
deid_row_set_contains (const DeidRowSet *set, guint64 row)
{
  return (set->words[row / 64] >> row % 64 & 1) != 0;
}

/* Lists the rows of a set; @rows has room for all rows.
 * Returns: their number. */
guint64 deid_row_set_list (const DeidRowSet *set, guint32 *rows);

/* Returns: whether the row is new in the set. */
static inline gboolean
deid_row_set_add (DeidRowSet *set, guint64 row)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << row % 64;
  const gboolean is_new = (set->words[row / 64] & bit) == 0;

  set->words[row / 64] |= bit;
  return is_new;
}

/* Lists the rows of @set that are not in @without; @rows has room for all rows.
 * Returns: their number. */
guint64 deid_row_set_subtract (const DeidRowSet *set, const DeidRowSet *without, guint32 *rows);
