/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rules/person-counts.h"

#include "base/arrays.h"

/* Rows sorted by their code, and which code a person was counted for last. */
typedef struct
{
  guint64 *ends;      /* of each code's rows; while they are sorted, how far they have come */
  guint64 *rows;      /* of each code one after the other */
  guint32 *last_code; /* of each person, and 1 more */
  guint64 *n_persons;
} Counter;

static gboolean
person_counts_sort_rows (Counter *counter, const DeidRuleData *data, const DeidStop *stop,
                         GError **error)
{
  const DeidColumn *column = data->column;

  for (guint64 row = 0; row < data->table->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      counter->ends[deid_codes_get (&column->codes, row) + 1]++;
    }
  for (guint32 code = 0; code < column->dictionary.n; code++)
    counter->ends[code + 1] += counter->ends[code];
  for (guint64 row = 0; row < data->table->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      counter->rows[counter->ends[deid_codes_get (&column->codes, row)]++] = row;
    }
  return TRUE;
}

static gboolean
person_counts_count (Counter *counter, const DeidRuleData *data, const DeidStop *stop,
                     GError **error)
{
  guint64 i = 0;

  for (guint32 code = 0; code < data->column->dictionary.n; code++)
    for (; i < counter->ends[code]; i++)
      {
        const guint32 person = deid_codes_get (&data->table->entities->codes, counter->rows[i]);

        if (!deid_stop_check_row (stop, i, error))
          return FALSE;
        counter->n_persons[code] += counter->last_code[person] != code + 1 ? 1 : 0;
        counter->last_code[person] = code + 1;
      }
  return TRUE;
}

guint64 *
deid_rule_count_persons (const DeidRuleData *data, const DeidStop *stop, GError **error)
{
  const guint32 n_codes = data->column->dictionary.n;
  Counter counter = { 0 };
  gboolean success;

  if (data->table->entities == NULL)
    return deid_copy_array (data->counts, n_codes, sizeof *data->counts, error);
  success = deid_new_arrays (error, DEID_NEW (counter.ends, (guint64) n_codes + 1),
                             DEID_NEW (counter.rows, data->table->n_rows),
                             DEID_NEW (counter.last_code, data->table->entities->dictionary.n),
                             DEID_NEW (counter.n_persons, n_codes))
            && person_counts_sort_rows (&counter, data, stop, error)
            && person_counts_count (&counter, data, stop, error);
  if (!success)
    g_clear_pointer (&counter.n_persons, g_free);
  g_free (counter.ends);
  g_free (counter.rows);
  g_free (counter.last_code);
  return counter.n_persons;
}
