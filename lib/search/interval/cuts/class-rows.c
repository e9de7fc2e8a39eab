/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/class-rows.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

static inline void
failing_add (DeidFailing *to, const DeidFailing *added)
{
  to->records += added->records;
  to->weight += added->weight;
  to->own += added->own;
  to->all += added->all;
  to->parts += added->parts;
}

static inline void
failing_subtract (DeidFailing *from, const DeidFailing *taken)
{
  from->records -= taken->records;
  from->weight -= taken->weight;
  from->own -= taken->own;
  from->all -= taken->all;
  from->parts -= taken->parts;
}

static guint
class_needs_count_attributes (const DeidPreparedProblem *prepared)
{
  guint n = 0;

  for (guint i = 0; i < prepared->privacy.n_models; i++)
    n += prepared->privacy.models[i].model->n_sensitive;
  return n;
}

static void
class_needs_add_values (DeidClassNeeds *needs, const DeidPreparedProblem *prepared)
{
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      const guint64 least = deid_prepared_model_get_least_values (asked);

      for (guint s = 0; least > 1 && s < asked->model->n_sensitive; s++)
        {
          const DeidReadColumn *column = &prepared->read.columns[asked->places[s]];

          needs->values[needs->n_values++]
              = (DeidValueNeed){ column->codes, column->n_values, least };
        }
    }
}

static gboolean
class_needs_add_persons (DeidClassNeeds *needs, const DeidPreparedProblem *prepared, GError **error)
{
  guint64 least = 1;

  for (guint i = 0; prepared->read.source.entities != NULL && i < prepared->privacy.n_models; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      guint64 own;

      if (!asked->model->funcs->size_only || asked->model->funcs->accept.func == NULL
          || deid_privacy_model_get_closed_part (asked->model) != DEID_CLOSED_ITSELF)
        continue;
      if (!deid_prepared_problem_find_least_persons (prepared, asked,
                                                     prepared->read.source.n_entities, &own, error))
        return FALSE;
      least = MAX (least, own);
    }
  if (least > 1)
    needs->values[needs->n_values++] = (DeidValueNeed){ prepared->read.source.entities,
                                                        prepared->read.source.n_entities, least };
  return TRUE;
}

gboolean
deid_class_needs_init (DeidClassNeeds *needs, const DeidPreparedProblem *prepared,
                       const DeidStop *stop, GError **error)
{
  *needs = (DeidClassNeeds){ .n_records = 1 };
  if (prepared->has_population)
    return TRUE;
  if (!deid_new_arrays (error,
                        DEID_NEW (needs->values, class_needs_count_attributes (prepared) + 1)))
    return FALSE;
  class_needs_add_values (needs, prepared);
  return deid_prepared_problem_find_least_class (prepared, &needs->n_records, stop, error)
         && class_needs_add_persons (needs, prepared, error);
}

void
deid_class_needs_clear (DeidClassNeeds *needs)
{
  g_free (needs->values);
}

guint32
deid_class_needs_get_max_codes (const DeidClassNeeds *needs)
{
  guint32 most = 0;

  for (guint i = 0; i < needs->n_values; i++)
    most = MAX (most, needs->values[i].n_codes);
  return most;
}

/* Which records fail because of one attribute alone: their class becomes too small if the attribute
 * has some block, while the others stay as coarse as the box allows. With runs there are many
 * blocks, so that only the changes from one to the next are written: along the last rank where a
 * group joins or the class becomes large enough, and along the first rank where a group leaves. */

gboolean
deid_failing_init (DeidFailingSums *failing, const DeidCutAxis *axis, const guint32 *first_ranks,
                   const guint32 *last_ranks, GError **error)
{
  *failing = (DeidFailingSums){ .first_ranks = first_ranks, .last_ranks = last_ranks };
  return deid_new_arrays (error, DEID_NEW (failing->blocks, deid_cut_axis_count_blocks (axis)),
                          DEID_NEW (failing->cells, deid_cut_axis_count_cells (axis)),
                          DEID_NEW (failing->totals, (guint64) axis->n_ranks + 1));
}

void
deid_failing_clear (DeidFailingSums *failing)
{
  deid_free_arrays (failing->blocks, failing->cells, failing->totals);
}

guint64
deid_failing_get_n_bytes (const DeidCutAxis *axis)
{
  return (deid_cut_axis_count_blocks (axis) + deid_cut_axis_count_cells (axis) + axis->n_ranks + 1)
         * sizeof (DeidFailing);
}

void
deid_failing_start (DeidFailingSums *failing, const DeidCutAxis *axis)
{
  memset (failing->blocks, 0, deid_cut_axis_count_blocks (axis) * sizeof *failing->blocks);
  memset (failing->cells, 0, deid_cut_axis_count_cells (axis) * sizeof *failing->cells);
  memset (failing->totals, 0, ((gsize) axis->n_ranks + 1) * sizeof *failing->totals);
}

/* Runs that begin in a range of ranks, of which some are within the band. */
typedef struct
{
  DeidFailing *sums;
  const DeidRunPlaces *places;
  guint32 from;
  guint32 to;
} Windows;

/* Returns: (nullable): where the sums change of those of the runs that end at a rank or behind;
 * sets where they change back, or NULL if nothing follows. */
static DeidFailing *
find_windows (const Windows *windows, guint32 rank, DeidFailing **behind)
{
  const guint32 from = deid_run_places_get_first (windows->places, windows->from, rank);

  if (from > windows->to)
    return NULL;
  *behind = rank > windows->to
                ? windows->sums + deid_run_places_get (windows->places, windows->to + 1, rank)
                : NULL;
  return windows->sums + deid_run_places_get (windows->places, from, rank);
}

static gboolean
add_windows (const Windows *windows, guint32 rank, const DeidFailing *sums)
{
  DeidFailing *behind, *begin = find_windows (windows, rank, &behind);

  if (begin == NULL)
    return FALSE;
  failing_add (begin, sums);
  if (behind != NULL)
    failing_subtract (behind, sums);
  return TRUE;
}

static void
take_windows (const Windows *windows, guint32 rank, const DeidFailing *sums)
{
  DeidFailing *behind, *begin = find_windows (windows, rank, &behind);

  if (begin == NULL)
    return;
  failing_subtract (begin, sums);
  if (behind != NULL)
    failing_add (behind, sums);
}

static void
failing_add_runs (DeidFailing *sums, const DeidRunPlaces *places, guint32 first_rank,
                  const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    {
      const Windows windows
          = { sums, places, i > 0 ? groups[i - 1].rank + 1 : first_rank, groups[i].rank };
      DeidFailing sum = { 0 };

      for (guint64 j = i; j < n; j++)
        {
          if (j == ends[i])
            {
              take_windows (&windows, groups[j].rank, &sum);
              break;
            }
          if (!add_windows (&windows, groups[j].rank, &groups[j].sums))
            break;
          failing_add (&sum, &groups[j].sums);
        }
    }
}

static void
failing_add_nodes (DeidFailing *failing, const DeidCutAxis *axis, const DeidRankGroup *groups,
                   const guint64 *ends, guint64 n)
{
  for (guint level = 0; level < axis->n_levels; level++)
    {
      const guint32 *blocks = axis->blocks + (gsize) level * axis->n_ranks;

      for (guint64 i = 0, end; i < n; i = end)
        {
          const guint32 block = blocks[groups[i].rank];
          DeidFailing sum = { 0 };

          for (end = i; end < n && blocks[groups[end].rank] == block; end++)
            failing_add (&sum, &groups[end].sums);
          if (end <= ends[i])
            failing_add (&failing[block], &sum);
        }
    }
}

void
deid_failing_add_class (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_rank,
                        const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  if (axis->kind != DEID_AXIS_RUNS)
    {
      failing_add_nodes (failing->blocks, axis, groups, ends, n);
      return;
    }
  failing_add_runs (failing->blocks, &axis->runs, first_rank, groups, ends, n);
  for (guint64 i = 0; i < n; i++)
    failing_add (&failing->totals[groups[i].rank + 1], &groups[i].sums);
}

void
deid_failing_add_cells (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_cell,
                        const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  failing_add_runs (failing->cells, &axis->cells, first_cell, groups, ends, n);
}

/* Those from the first rank of a row up to its last one. */
static void
sum_up_row (DeidFailing *row, DeidFailing *columns, guint32 n)
{
  DeidFailing sum = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      failing_add (&columns[i], &row[i]);
      failing_add (&sum, &columns[i]);
      row[i] = sum;
    }
}

static void
failing_finish_runs (DeidFailing *sums, const DeidRunPlaces *places, const guint32 *last_ranks,
                     DeidFailing *columns)
{
  memset (columns, 0, places->n * sizeof *columns);
  for (guint32 first = 0; first < places->n; first++)
    sum_up_row (sums + deid_run_places_get (places, first, first), columns + first,
                deid_run_places_count (places, first, last_ranks));
}

void
deid_failing_finish (DeidFailingSums *failing, const DeidCutAxis *axis, DeidFailing *columns)
{
  if (axis->kind != DEID_AXIS_RUNS)
    return;
  failing_finish_runs (failing->blocks, &axis->runs, failing->last_ranks, columns);
  failing_finish_runs (failing->cells, &axis->cells, NULL, columns);
  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    failing_add (&failing->totals[rank + 1], &failing->totals[rank]);
}

/* Records of the cells that are not in the run are all in the totals of its ends. What is left
 * fails in the run, too: the more ranks, the fewer records fail. No record of the same run at the
 * upper corner adds less than nothing to the cost, so that none is overestimated; one of another
 * run might, and nothing is counted. */
void
deid_failing_bound_run (const DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first,
                        guint32 last, DeidFailing *sums)
{
  const guint32 first_cell = first / axis->cell, last_cell = last / axis->cell;
  const guint32 end = MIN ((last_cell + 1) * axis->cell, axis->n_ranks);

  *sums = (DeidFailing){ 0 };
  if (first_cell * axis->cell < failing->first_ranks[first] || end - 1 > failing->last_ranks[first])
    return;
  *sums = failing->cells[deid_run_places_get (&axis->cells, first_cell, last_cell)];
  failing_add (sums, &failing->totals[first_cell * axis->cell]);
  failing_subtract (sums, &failing->totals[first]);
  failing_add (sums, &failing->totals[last + 1]);
  failing_subtract (sums, &failing->totals[end]);
  if (sums->records <= 0)
    *sums = (DeidFailing){ 0 };
}

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
  deid_free_arrays (rows->places, rows->next, rows->rows, rows->records, rows->sums, rows->is_there,
                    rows->groups, rows->ends, rows->first_of_group, rows->listed, rows->counts);
}

gboolean
deid_class_rows_set (DeidClassRows *rows, const DeidRows *table, const DeidGrouping *grouping,
                     const guint8 *is_left_out, GError **error)
{
  const guint32 *class_of_row = grouping->class_of_row;
  const guint64 n = (guint64) grouping->n_classes + 1, n_rows = deid_rows_get_n_own (table);
  guint64 place = 0;

  if (!deid_grow_list (rows, places, n, error) || !deid_grow_list (rows, next, n, error))
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
        failing_add (&rows->sums[rank], &sums_of_rows[i]);
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
        failing_add (&groups[n - 1].sums, &groups[i].sums);
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
