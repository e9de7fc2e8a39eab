/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/tally.h"

#include "base/arrays.h"
#include "base/memory.h"

/* Puts the persons of rows in the order of their numbers, by counting. */
static gboolean
sort_persons (DeidTally *tally, const DeidTableSource *table, const DeidColumn *column,
              const DeidStop *stop, GError **error)
{
  const DeidSortedNumbers *sorted = tally->sorted;
  g_autofree guint32 *ranks = deid_alloc (column->dictionary.n, sizeof *ranks, error);

  if (ranks == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    ranks[code] = DEID_NO_CODE;
  for (guint32 i = 0; i < sorted->n; i++)
    ranks[sorted->numbers[i].number] = i;
  /* Each first row is where the next number ends until rows are there. */
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      const guint32 rank = ranks[deid_codes_get (&column->codes, row)];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (rank != DEID_NO_CODE)
        tally->first_rows[rank]++;
    }
  for (guint32 i = 1; i <= sorted->n; i++)
    tally->first_rows[i] += tally->first_rows[i - 1];
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      const guint32 rank = ranks[deid_codes_get (&column->codes, row)];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (rank != DEID_NO_CODE)
        {
          const guint64 i = --tally->first_rows[rank];

          tally->persons[i] = deid_codes_get (&table->entities->codes, row);
          if (tally->row_weights != NULL)
            tally->row_weights[i] = deid_table_source_get_weight (table, row);
        }
    }
  return TRUE;
}

static gboolean
init_records (DeidTally *tally, const guint64 *counts, GError **error)
{
  const DeidSortedNumbers *sorted = tally->sorted;

  tally->weights = deid_alloc (sorted->n, sizeof *tally->weights, error);
  for (guint32 i = 0; tally->weights != NULL && i < sorted->n; i++)
    tally->weights[i] = counts[sorted->numbers[i].number];
  return tally->weights != NULL;
}

gboolean
deid_tally_init (DeidTally *tally, const DeidSortedNumbers *sorted, const DeidTableSource *table,
                 const DeidColumn *column, const guint64 *counts, gboolean of_persons,
                 const DeidStop *stop, GError **error)
{
  *tally = (DeidTally){ .sorted = sorted };
  if (!of_persons)
    return init_records (tally, counts, error);
  if (table->entities == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: column '%s': a rule that counts persons, expected an entity column",
                   table->name, deid_column_show (column));
      return FALSE;
    }
  tally->n_persons = table->entities->dictionary.n;
  if (table->n_records > table->n_rows
      && (tally->row_weights = deid_alloc (table->n_rows, sizeof *tally->row_weights, error))
             == NULL)
    return FALSE;
  return deid_new_arrays (error, DEID_NEW (tally->persons, table->n_rows),
                          DEID_NEW (tally->first_rows, (guint64) sorted->n + 1),
                          DEID_NEW (tally->marks, tally->n_persons))
         && sort_persons (tally, table, column, stop, error);
}

void
deid_tally_clear (DeidTally *tally)
{
  g_clear_pointer (&tally->weights, g_free);
  g_clear_pointer (&tally->persons, g_free);
  g_clear_pointer (&tally->row_weights, g_free);
  g_clear_pointer (&tally->first_rows, g_free);
  g_clear_pointer (&tally->marks, g_free);
}

void
deid_tally_start (DeidTally *tally)
{
  tally->count = 0;
  if (++tally->mark != 0 || tally->marks == NULL)
    return;
  for (guint32 person = 0; person < tally->n_persons; person++)
    tally->marks[person] = 0;
  tally->mark = 1;
}

void
deid_tally_add (DeidTally *tally, guint32 first, guint32 end)
{
  if (tally->persons == NULL)
    {
      for (guint32 i = first; i < end; i++)
        tally->count += tally->weights[i];
      return;
    }
  for (guint64 row = tally->first_rows[first]; row < tally->first_rows[end]; row++)
    {
      guint32 *mark = &tally->marks[tally->persons[row]];

      tally->count += *mark != tally->mark;
      *mark = tally->mark;
    }
}

static guint64
get_row_weight (const DeidTally *tally, guint64 row)
{
  return tally->row_weights != NULL ? tally->row_weights[row] : 1;
}

/* The number of the middle record of a person is the one with which half of them were seen. */
static gboolean
weigh_persons (const DeidTally *tally, guint64 *weights, GError **error)
{
  g_autofree guint64 *n_records = NULL, *n_seen = NULL;

  if (!deid_new_arrays (error, DEID_NEW (n_records, tally->n_persons),
                        DEID_NEW (n_seen, tally->n_persons)))
    return FALSE;
  for (guint64 row = 0; row < tally->first_rows[tally->sorted->n]; row++)
    n_records[tally->persons[row]] += get_row_weight (tally, row);
  for (guint32 i = 0; i < tally->sorted->n; i++)
    for (guint64 row = tally->first_rows[i]; row < tally->first_rows[i + 1]; row++)
      {
        const guint32 person = tally->persons[row];
        const guint64 half = n_records[person] / 2 + n_records[person] % 2;
        const gboolean is_before = n_seen[person] < half;

        n_seen[person] += get_row_weight (tally, row);
        weights[i] += is_before && n_seen[person] >= half;
      }
  return TRUE;
}

const guint64 *
deid_tally_weigh (DeidTally *tally, GError **error)
{
  g_autofree guint64 *weights = NULL;

  if (tally->weights != NULL)
    return tally->weights;
  weights = deid_alloc (tally->sorted->n, sizeof *weights, error);
  if (weights == NULL || !weigh_persons (tally, weights, error))
    return NULL;
  tally->weights = g_steal_pointer (&weights);
  return tally->weights;
}
