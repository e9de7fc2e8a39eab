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

/* The classes of a policy, each as one row with the weight of all its records. The classes of any
 * generalization follow from them: rows that it cannot tell apart have the same labels whichever of
 * their values stands for them. */
typedef struct
{
  DeidLevel *levels;
  DeidRows rows;
  DeidCodes *columns;
  guint64 last_use;
} DeidSnapshot;

/* Snapshots of policies that were grouped, the ones used longest ago being given up for new ones.
 * Source: F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn, "Highly efficient
 * optimal k-anonymity for biomedical datasets", IEEE CBMS 2012. */
typedef struct
{
  guint n_dimensions;
  DeidSnapshot *snapshots;
  guint n;
  guint64 n_rows; /* of all snapshots */
  guint64 max_rows;
  guint64 n_uses;
  guint64 n_bytes;   /* held now */
  guint64 max_bytes; /* held at most */
} DeidRollUp;

/* @n_rows are the rows of the table. */
gboolean deid_roll_up_init (DeidRollUp *roll_up, guint n_dimensions, guint64 n_rows,
                            GError **error);
void deid_roll_up_clear (DeidRollUp *roll_up);

/* Returns: (nullable): the rows of the smallest snapshot of a specialization of the policy. They
 * stay as they are until the next call of deid_roll_up_keep(). */
const DeidRows *deid_roll_up_find (DeidRollUp *roll_up, const DeidLevel *levels);

/* Keeps a snapshot of a policy, the classes of @rows being numbered in the order of their first
 * row, if it is so much smaller than @rows that it pays. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_roll_up_keep (DeidRollUp *roll_up, const DeidLevel *levels, const DeidRows *rows,
                            const DeidGrouping *grouping, GError **error);
