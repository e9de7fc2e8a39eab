/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of records, and how many of each are suppressed. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/stopped-sort.h"
#include "classes/frequency-table.h"
#include "distortion/left-out-private.h"

/* What is counted, and the counts of the columns looked at. */
typedef struct
{
  DeidLeftOut *left_out;
  DeidTableSource table;
  const DeidPartition *partition;
  guint64 min_records;
  const DeidStop *stop;
  DeidFrequencyTable keys; /* of the groups: two codes, the second one in the lower bits */
  guint64 *pairs;          /* of each key */
  guint64 pairs_capacity;
  guint64 *records; /* of each key, all and those that are suppressed, in turn */
  guint64 records_capacity;
} Count;

/* Tells whether a column is released or judged. */
static gboolean
is_looked_at (const Count *count, const DeidColumn *column)
{
  return column->role == DEID_ROLE_SENSITIVE || column->role == DEID_ROLE_INSENSITIVE
         || column->role == DEID_ROLE_JUDGED
         || deid_lattice_find_attribute (count->left_out->problem->lattice, column->name) != NULL;
}

/* Adds a row to its group. */
static gboolean
add_row (Count *count, guint64 key, guint64 row, GError **error)
{
  const guint32 n_before = count->keys.n;
  const guint64 n = deid_table_source_get_weight (&count->table, row);
  guint32 number;

  if ((!deid_frequency_table_has_room (&count->keys)
       && !deid_frequency_table_reserve (&count->keys, error))
      || !deid_grow ((gpointer *) &count->pairs, &count->pairs_capacity, (guint64) n_before + 1,
                     sizeof *count->pairs, error)
      || !deid_grow ((gpointer *) &count->records, &count->records_capacity,
                     2 * ((guint64) n_before + 1), sizeof *count->records, error))
    return FALSE;
  number = deid_frequency_table_add (&count->keys, key);
  if (number == n_before)
    {
      count->pairs[number] = key;
      count->records[2 * (guint64) number] = count->records[2 * (guint64) number + 1] = 0;
    }
  count->records[2 * (guint64) number] += n;
  if (deid_partition_suppresses (count->partition, row))
    count->records[2 * (guint64) number + 1] += n;
  return TRUE;
}

/* Lists the groups that were counted and have enough records. */
static gboolean
list_groups (Count *count, guint first, guint second, guint n_columns, GError **error)
{
  DeidLeftOut *left_out = count->left_out;

  for (guint32 i = 0; i < count->keys.n; i++)
    {
      const guint64 n = count->records[2 * (guint64) i];
      const guint64 n_suppressed = count->records[2 * (guint64) i + 1];

      if (!deid_stop_check_value (count->stop, i, error))
        return FALSE;
      if (n < count->min_records)
        continue;
      if (!deid_grow ((gpointer *) &left_out->groups, &left_out->groups_capacity,
                      left_out->n_groups + 1, sizeof *left_out->groups, error))
        return FALSE;
      left_out->groups[left_out->n_groups++]
          = (DeidLeftOutGroup){ .columns = { first, second },
                                .codes = { (guint32) (count->pairs[i] >> 32),
                                           (guint32) (count->pairs[i] & G_MAXUINT32) },
                                .n_columns = n_columns,
                                .n_records = n,
                                .n_suppressed = n_suppressed,
                                .excess = (DeidSignedWide) n_suppressed * left_out->n_records
                                          - (DeidSignedWide) n * left_out->n_suppressed };
    }
  return TRUE;
}

/* Counts the groups by a column, or two. */
static gboolean
count_groups (Count *count, guint first, guint second, guint n_columns, GError **error)
{
  const DeidCodes *codes = &count->table.columns[first].codes;
  const DeidCodes *others = &count->table.columns[second].codes;

  deid_frequency_table_reset (&count->keys, 0);
  for (guint64 row = 0; row < count->table.n_rows; row++)
    {
      const guint64 key = (guint64) deid_codes_get (codes, row) << 32
                          | (n_columns > 1 ? deid_codes_get (others, row) : 0);

      if (!deid_stop_check_row (count->stop, row, error) || !add_row (count, key, row, error))
        return FALSE;
    }
  return list_groups (count, first, second, n_columns, error);
}

static gboolean
count_all (Count *count, guint max_columns, GError **error)
{
  const DeidColumn *columns = count->table.columns;

  for (guint c = 0; c < count->table.n_columns; c++)
    {
      if (!is_looked_at (count, &columns[c]))
        continue;
      if (!count_groups (count, c, c, 1, error))
        return FALSE;
      for (guint d = c + 1; max_columns > 1 && d < count->table.n_columns; d++)
        if (is_looked_at (count, &columns[d]) && !count_groups (count, c, d, 2, error))
          return FALSE;
    }
  return TRUE;
}

/* The greatest loss first; then fewer columns, and the order of columns and values in the table. */
static int
compare (const void *a, const void *b)
{
  const DeidLeftOutGroup *x = a, *y = b;

  if (x->excess != y->excess)
    return x->excess > y->excess ? -1 : 1;
  if (x->n_columns != y->n_columns)
    return x->n_columns < y->n_columns ? -1 : 1;
  for (guint i = 0; i < x->n_columns; i++)
    {
      if (x->columns[i] != y->columns[i])
        return x->columns[i] < y->columns[i] ? -1 : 1;
      if (x->codes[i] != y->codes[i])
        return x->codes[i] < y->codes[i] ? -1 : 1;
    }
  return 0;
}

/* A sum whose rounding errors are summed, too (A. Neumaier, Rundungsfehleranalyse einiger Verfahren
 * zur Summation endlicher Summen, Z. Angew. Math. Mech. 54, 1974). */
static void
add_number (double *sum, double *lost, double number)
{
  const double before = *sum;

  *sum += number;
  *lost += ABS (before) >= ABS (number) ? before - *sum + number : number - *sum + before;
}

/* Sums the values of each code, which were counted by rows. */
static void
make_means (const DeidColumn *column, const guint64 *counts, DeidLeftOutMeans *means)
{
  for (guint is_suppressed = 0; is_suppressed < 2; is_suppressed++)
    {
      double sum = 0, lost = 0;
      guint64 n = 0;

      for (guint32 code = 0; code < column->dictionary.n; code++)
        {
          const char *text = deid_dictionary_get (&column->dictionary, code);
          const guint64 n_of_code = counts[2 * (guint64) code + is_suppressed];
          double value;

          if (text == NULL || n_of_code == 0 || !deid_double_from_decimal (text, &value))
            continue;
          add_number (&sum, &lost, value * (double) n_of_code);
          n += n_of_code;
        }
      means->has_mean[is_suppressed] = n > 0;
      means->means[is_suppressed] = n > 0 ? (sum + lost) / (double) n : 0;
    }
}

static gboolean
measure_column (Count *count, guint number, DeidLeftOutMeans *means, GError **error)
{
  const DeidColumn *column = &count->table.columns[number];
  g_autofree guint64 *counts
      = deid_alloc (2 * (guint64) column->dictionary.n, sizeof *counts, error);

  if (counts == NULL)
    return FALSE;
  for (guint64 row = 0; row < count->table.n_rows; row++)
    {
      if (!deid_stop_check_row (count->stop, row, error))
        return FALSE;
      counts[2 * (guint64) deid_codes_get (&column->codes, row)
             + (deid_partition_suppresses (count->partition, row) ? 1 : 0)]
          += deid_table_source_get_weight (&count->table, row);
    }
  means->column = number;
  make_means (column, counts, means);
  return TRUE;
}

static gboolean
measure_means (Count *count, GError **error)
{
  DeidLeftOut *left_out = count->left_out;

  left_out->means = deid_alloc (count->table.n_columns, sizeof *left_out->means, error);
  if (left_out->means == NULL)
    return FALSE;
  for (guint c = 0; c < count->table.n_columns; c++)
    {
      const DeidColumn *column = &count->table.columns[c];

      if (is_looked_at (count, column)
          && (column->type == DEID_COLUMN_TYPE_INTEGER || column->type == DEID_COLUMN_TYPE_DECIMAL)
          && !measure_column (count, c, &left_out->means[left_out->n_means++], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_left_out_count (DeidLeftOut *left_out, const DeidPartition *partition, guint max_columns,
                     guint64 min_records, const DeidStop *stop, GError **error)
{
  Count count
      = { .left_out = left_out, .partition = partition, .min_records = min_records, .stop = stop };
  gboolean success;

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      left_out->n_records += partition->records[number];
      left_out->n_suppressed += partition->suppressed[number] ? partition->records[number] : 0;
    }
  success = deid_table_source_init (&count.table, left_out->problem->lattice->dataset, error)
            && count_all (&count, max_columns, error) && measure_means (&count, error)
            && deid_stopped_sort (left_out->groups, left_out->n_groups, sizeof *left_out->groups,
                                  compare, stop, error);
  deid_table_source_clear (&count.table);
  deid_frequency_table_clear (&count.keys);
  g_free (count.pairs);
  g_free (count.records);
  return success;
}
