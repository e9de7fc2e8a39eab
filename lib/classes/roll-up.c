/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/roll-up.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

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

#define MAX_SNAPSHOTS  64
#define TABLES_OF_ROWS 4 /* rows of all snapshots, relative to those of the table */
#define MIN_SHRINKAGE  2 /* of a snapshot worth keeping, relative to the rows it is made of */

gboolean
deid_roll_up_init (DeidRollUp *roll_up, guint n_dimensions, guint64 n_rows, GError **error)
{
  *roll_up = (DeidRollUp){ .n_dimensions = n_dimensions, .max_rows = n_rows * TABLES_OF_ROWS };
  return deid_new_arrays (error, DEID_NEW (roll_up->snapshots, MAX_SNAPSHOTS));
}

static guint64
roll_up_count_bytes (const DeidSnapshot *snapshot)
{
  guint64 n = snapshot->rows.n * sizeof *snapshot->rows.weights;

  for (guint a = 0; a < snapshot->rows.n_attributes; a++)
    n += snapshot->rows.n * snapshot->columns[a].width;
  return n;
}

static void
clear_snapshot (DeidSnapshot *snapshot)
{
  for (guint a = 0; a < snapshot->rows.n_attributes; a++)
    deid_codes_clear (&snapshot->columns[a]);
  deid_free_arrays (snapshot->columns, snapshot->rows.codes, snapshot->rows.weights,
                    snapshot->levels);
}

void
deid_roll_up_clear (DeidRollUp *roll_up)
{
  for (guint i = 0; i < roll_up->n; i++)
    clear_snapshot (&roll_up->snapshots[i]);
  g_free (roll_up->snapshots);
}

static gboolean
is_specialization (const DeidLevel *lower, const DeidLevel *upper, guint n_dimensions)
{
  for (guint d = 0; d < n_dimensions; d++)
    if (lower[d] > upper[d])
      return FALSE;
  return TRUE;
}

const DeidRows *
deid_roll_up_find (DeidRollUp *roll_up, const DeidLevel *levels)
{
  DeidSnapshot *best = NULL;

  for (guint i = 0; i < roll_up->n; i++)
    {
      DeidSnapshot *snapshot = &roll_up->snapshots[i];

      if ((best == NULL || snapshot->rows.n < best->rows.n)
          && is_specialization (snapshot->levels, levels, roll_up->n_dimensions))
        best = snapshot;
    }
  if (best == NULL)
    return NULL;
  best->last_use = ++roll_up->n_uses;
  return &best->rows;
}

/* Returns: (nullable): the first row of each class. */
static guint32 *
roll_up_list_first_rows (const DeidGrouping *grouping, guint64 n_rows, GError **error)
{
  guint32 *first = deid_alloc (grouping->n_classes, sizeof *first, error);
  guint32 n = 0;

  for (guint64 row = 0; first != NULL && n < grouping->n_classes && row < n_rows; row++)
    {
      first[n] = (guint32) row;
      n += grouping->class_of_row[row] == n;
    }
  return first;
}

static gboolean
make_snapshot (DeidSnapshot *snapshot, const DeidLevel *levels, guint n_dimensions,
               const DeidRows *rows, const DeidGrouping *grouping, GError **error)
{
  const guint32 n = grouping->n_classes;
  g_autofree guint32 *first = roll_up_list_first_rows (grouping, rows->n, error);

  *snapshot = (DeidSnapshot){ .rows.n = n };
  if (first == NULL
      || !deid_new_arrays (error, DEID_NEW (snapshot->levels, n_dimensions),
                           DEID_NEW (snapshot->columns, rows->n_attributes),
                           DEID_NEW (snapshot->rows.codes, rows->n_attributes),
                           DEID_NEW (snapshot->rows.weights, n)))
    return FALSE;
  memcpy (snapshot->levels, levels, n_dimensions * sizeof *levels);
  snapshot->rows.n_attributes = rows->n_attributes;
  for (guint a = 0; a < rows->n_attributes; a++)
    {
      snapshot->rows.codes[a] = &snapshot->columns[a];
      if (!deid_codes_copy_rows (&snapshot->columns[a], rows->codes[a], first, n, error))
        return FALSE;
    }
  memcpy (snapshot->rows.weights, grouping->sizes, n * sizeof *grouping->sizes);
  return TRUE;
}

/* Gives up the snapshot that was used longest ago. */
static void
give_up_one (DeidRollUp *roll_up)
{
  guint oldest = 0;

  for (guint i = 1; i < roll_up->n; i++)
    if (roll_up->snapshots[i].last_use < roll_up->snapshots[oldest].last_use)
      oldest = i;
  roll_up->n_rows -= roll_up->snapshots[oldest].rows.n;
  roll_up->n_bytes -= roll_up_count_bytes (&roll_up->snapshots[oldest]);
  clear_snapshot (&roll_up->snapshots[oldest]);
  roll_up->snapshots[oldest] = roll_up->snapshots[--roll_up->n];
}

gboolean
deid_roll_up_keep (DeidRollUp *roll_up, const DeidLevel *levels, const DeidRows *rows,
                   const DeidGrouping *grouping, GError **error)
{
  DeidSnapshot snapshot;

  if (grouping->n_classes > rows->n / MIN_SHRINKAGE)
    return TRUE;
  if (!make_snapshot (&snapshot, levels, roll_up->n_dimensions, rows, grouping, error))
    {
      clear_snapshot (&snapshot);
      return FALSE;
    }
  roll_up->max_bytes = MAX (roll_up->max_bytes, roll_up->n_bytes + roll_up_count_bytes (&snapshot));
  while (roll_up->n == MAX_SNAPSHOTS
         || (roll_up->n > 0 && roll_up->n_rows + snapshot.rows.n > roll_up->max_rows))
    give_up_one (roll_up);
  snapshot.last_use = ++roll_up->n_uses;
  roll_up->n_rows += snapshot.rows.n;
  roll_up->n_bytes += roll_up_count_bytes (&snapshot);
  roll_up->snapshots[roll_up->n++] = snapshot;
  return TRUE;
}
