/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/class-rows.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, guint32 max_ranks, guint32 max_codes,
                      GError **error)
{
  *rows = (DeidClassRows){ 0 };
  return deid_new_arrays (
      error, DEID_NEW (rows->rows, n_rows), DEID_NEW (rows->records, n_rows),
      DEID_NEW (rows->sums, max_ranks), DEID_NEW (rows->is_there, max_ranks / 64 + 1),
      DEID_NEW (rows->groups, max_ranks), DEID_NEW (rows->ends, max_ranks),
      DEID_NEW (rows->first_of_group, (guint64) max_ranks + 1),
      DEID_NEW (rows->listed, max_codes > 0 ? n_rows : 0), DEID_NEW (rows->counts, max_codes));
}

void
deid_class_rows_clear (DeidClassRows *rows)
{
  g_free (rows->places);
  g_free (rows->next);
  g_free (rows->rows);
  g_free (rows->records);
  g_free (rows->sums);
  g_free (rows->is_there);
  g_free (rows->groups);
  g_free (rows->ends);
  g_free (rows->first_of_group);
  g_free (rows->listed);
  g_free (rows->counts);
}

gboolean
deid_class_rows_set (DeidClassRows *rows, const DeidRows *table, const DeidGrouping *grouping,
                     const guint8 *is_left_out, GError **error)
{
  const guint32 *class_of_row = grouping->class_of_row;
  const guint64 n = (guint64) grouping->n_classes + 1, n_rows = deid_rows_get_n_own (table);
  guint64 place = 0;

  if (!deid_grow ((gpointer *) &rows->places, &rows->places_capacity, n, sizeof *rows->places,
                  error)
      || !deid_grow ((gpointer *) &rows->next, &rows->next_capacity, n, sizeof *rows->next, error))
    return FALSE;
  rows->n_classes = grouping->n_classes;
  memset (rows->places, 0, n * sizeof *rows->places);
  for (guint64 row = 0; row < n_rows; row++)
    rows->places[class_of_row[row]] += is_left_out == NULL || !is_left_out[row];
  for (guint64 number = 0; number < n; number++)
    {
      const guint64 n_of_class = rows->places[number];

      rows->places[number] = rows->next[number] = place;
      place += n_of_class;
    }
  for (guint64 row = 0; row < n_rows; row++)
    if (is_left_out == NULL || !is_left_out[row])
      {
        place = rows->next[class_of_row[row]]++;
        rows->rows[place] = (guint32) row;
        rows->records[place] = (gint64) deid_rows_get_weight (table, row);
      }
  return TRUE;
}

/* Returns: how many ranks are there, in their order; they are forgotten. */
static guint64
list_groups (DeidClassRows *rows, guint32 first, guint32 last)
{
  guint64 n = 0;

  for (guint32 word = first / 64; word <= last / 64; word++)
    {
      guint64 bits = rows->is_there[word];

      for (; bits != 0; bits &= bits - 1)
        {
          const guint32 rank = word * 64 + (guint32) __builtin_ctzll (bits);

          rows->groups[n++] = (DeidRankGroup){ rank, rows->sums[rank] };
          rows->sums[rank] = (DeidFailing){ 0 };
        }
      rows->is_there[word] = 0;
    }
  return n;
}

/* @sums_of_rows: (nullable): instead of their records alone. */
static inline guint64
class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                  const DeidFailing *sums_of_rows)
{
  const guint64 begin = rows->places[number], end = rows->places[number + 1];
  guint32 first = axis->n_ranks - 1, last = 0;

  if (begin == end)
    return 0;
  for (guint64 i = begin; i < end; i++)
    {
      const guint32 rank = axis->ranks[rows->rows[i]];

      if (sums_of_rows != NULL)
        deid_failing_add (&rows->sums[rank], &sums_of_rows[i]);
      else
        rows->sums[rank].records += rows->records[i];
      rows->is_there[rank / 64] |= (guint64) 1 << rank % 64;
      first = MIN (first, rank);
      last = MAX (last, rank);
    }
  return list_groups (rows, first, last);
}

guint64
deid_class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                       const DeidFailing *sums_of_rows)
{
  return class_rows_group (rows, number, axis, sums_of_rows);
}

guint64
deid_class_rows_count (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis)
{
  return class_rows_group (rows, number, axis, NULL);
}

/* The more groups, the more records: the end never comes before that of the group before. */
static void
find_ends_by_records (DeidClassRows *rows, guint64 n, guint64 least)
{
  gint64 n_records = 0;
  guint64 end = 0;

  for (guint64 i = 0; i < n; i++)
    {
      while (end < n && n_records + rows->groups[end].sums.records < (gint64) least)
        n_records += rows->groups[end++].sums.records;
      rows->ends[i] = end;
      if (end > i)
        n_records -= rows->groups[i].sums.records;
      else
        end++;
    }
}

/* Brings the rows of the class into the order of its groups. */
static void
class_rows_list_rows (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis, guint64 n)
{
  guint64 place = 0;

  for (guint64 i = 0; i < n; i++)
    rows->sums[rows->groups[i].rank].records = (gint64) i;
  memset (rows->first_of_group, 0, (n + 1) * sizeof *rows->first_of_group);
  for (guint64 i = rows->places[number]; i < rows->places[number + 1]; i++)
    rows->first_of_group[rows->sums[axis->ranks[rows->rows[i]]].records]++;
  for (guint64 i = 0; i <= n; i++)
    {
      const guint64 n_of_group = rows->first_of_group[i];

      rows->first_of_group[i] = place;
      place += n_of_group;
    }
  for (guint64 i = rows->places[number]; i < rows->places[number + 1]; i++)
    {
      const gint64 group = rows->sums[axis->ranks[rows->rows[i]]].records;

      rows->listed[rows->first_of_group[group]++] = rows->rows[i];
    }
  for (guint64 i = n; i > 0; i--)
    rows->first_of_group[i] = rows->first_of_group[i - 1];
  rows->first_of_group[0] = 0;
  for (guint64 i = 0; i < n; i++)
    rows->sums[rows->groups[i].rank].records = 0;
}

/* Counts the values of a group in or out. Returns: how many values came or went. */
static guint64
class_rows_count_values (DeidClassRows *rows, const DeidValueNeed *need, guint64 group,
                         guint32 change)
{
  guint64 n = 0;

  for (guint64 i = rows->first_of_group[group]; i < rows->first_of_group[group + 1]; i++)
    {
      guint32 *count = &rows->counts[deid_codes_get (need->codes, rows->listed[i])];
      const guint32 before = *count;

      *count += change;
      n += before == 0 || *count == 0;
    }
  return n;
}

/* Adds groups until there are values enough, and takes the last one back. */
static void
find_ends_by_values (DeidClassRows *rows, guint64 n, const DeidValueNeed *need)
{
  guint64 n_values = 0, end = 0; /* of the groups from i up to the end, that included */

  for (guint64 i = 0; i < n; i++)
    {
      while (end < n && n_values < need->least)
        n_values += class_rows_count_values (rows, need, end++, 1);
      rows->ends[i] = MAX (rows->ends[i], n_values < need->least ? n : end - 1);
      n_values -= class_rows_count_values (rows, need, i, (guint32) -1);
    }
}

void
deid_class_rows_find_ends (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                           guint64 n_groups, const DeidClassNeeds *needs)
{
  find_ends_by_records (rows, n_groups, needs->n_records);
  if (needs->n_values == 0)
    return;
  class_rows_list_rows (rows, number, axis, n_groups);
  for (guint i = 0; i < needs->n_values; i++)
    find_ends_by_values (rows, n_groups, &needs->values[i]);
}

/* Cells from one on fail together as far as all of their groups do with its first one. */
guint64
deid_class_rows_coarsen (DeidClassRows *rows, guint32 cell, guint64 n_groups)
{
  DeidRankGroup *groups = rows->groups;
  guint64 n = 0, end = 0;

  for (guint64 i = 0; i < n_groups; i++)
    {
      const guint32 own = groups[i].rank / cell;

      if (n > 0 && groups[n - 1].rank == own)
        deid_failing_add (&groups[n - 1].sums, &groups[i].sums);
      else
        {
          groups[n] = (DeidRankGroup){ own, groups[i].sums };
          rows->ends[n++] = rows->ends[i];
        }
      rows->first_of_group[n - 1] = i + 1;
    }
  for (guint64 i = 0; i < n; i++)
    {
      while (end < n && rows->first_of_group[end] <= rows->ends[i])
        end++;
      rows->ends[i] = end;
    }
  return n;
}
