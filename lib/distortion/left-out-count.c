/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of records, and how many of each are suppressed. */
#include "base/arrays.h"
#include "base/memory.h"
#include "classes/hash-tables.h"
#include "distortion/compensated-sum.h"
#include "distortion/left-out-private.h"
#include "distortion/released-numbers.h"

/* Released records, suppressed records and persons of a group. */
typedef struct
{
  guint64 n[2];
  guint64 n_persons; /* records without an entity column */
} Records;

/* What is counted, and the counts of the pair of columns looked at. */
typedef struct
{
  DeidLeftOut *left_out;
  DeidTableSource table;
  const DeidPartition *partition;
  const DeidStop *stop;
  DeidFrequencyTable members; /* a group and a person each */
  DeidFrequencyTable keys;    /* of pairs of codes, the second one in the lower bits */
  guint64 *pairs;             /* of each key */
  guint64 pairs_capacity;
  Records *of_pairs;
  guint64 of_pairs_capacity;
} LeftOutCountCount;

/* Adds a row to a group; @group is its number within one pass over the rows. */
static gboolean
left_out_count_add_row (LeftOutCountCount *count, guint64 row, guint32 group, Records *records,
                        GError **error)
{
  const guint64 n = deid_table_source_get_weight (&count->table, row);
  const DeidColumn *entities = count->table.entities;
  DeidFrequencyTable *members = &count->members;
  const guint64 n_members = members->n;

  records->n[deid_partition_suppresses (count->partition, row) ? 1 : 0] += n;
  if (entities == NULL)
    records->n_persons += n;
  else if (!deid_frequency_table_has_room (members)
           && !deid_frequency_table_reserve (members, error))
    return FALSE;
  else
    records->n_persons
        += deid_frequency_table_add (members,
                                     (guint64) group << 32 | deid_codes_get (&entities->codes, row))
           == n_members;
  return TRUE;
}

/* Tells whether a group can be listed: it has records, and no fewer persons than asked for. */
static gboolean
left_out_count_is_enough (const LeftOutCountCount *count, const Records *records)
{
  return records->n_persons >= MAX (count->left_out->min_records, 1);
}

/* Lists a group that has enough. */
static gboolean
list_group (const LeftOutCountCount *count, DeidLeftOutGroup group, const Records *records,
            GError **error)
{
  DeidLeftOut *left_out = count->left_out;

  group.n_suppressed = records->n[1];
  group.n_records = records->n[0] + records->n[1];
  if (!left_out_count_is_enough (count, records))
    return TRUE;
  group.excess = (DeidSignedWide) group.n_suppressed * left_out->n_records
                 - (DeidSignedWide) group.n_records * left_out->n_suppressed;
  if (!deid_grow ((gpointer *) &left_out->groups, &left_out->groups_capacity,
                  left_out->n_groups + 1, sizeof *left_out->groups, error))
    return FALSE;
  left_out->groups[left_out->n_groups++] = group;
  return TRUE;
}

/* Computes the means of a column from the number of records of each code. There is no mean of fewer
 * records than the minimum. */
static void
measure_means (const DeidColumn *column, const Records *of_codes, guint64 min_records,
               DeidLeftOutMeans *means)
{
  for (guint is_suppressed = 0; is_suppressed < 2; is_suppressed++)
    {
      DeidCompensatedSum sum = { 0 };
      guint64 n = 0;

      for (guint32 code = 0; code < column->dictionary.n; code++)
        {
          const char *text = deid_dictionary_get (&column->dictionary, code);
          const guint64 n_of_code = of_codes[code].n[is_suppressed];
          double value;

          if (text == NULL || n_of_code == 0 || !deid_measured_number_read (text, &value))
            continue;
          deid_compensated_sum_add (&sum, value * (double) n_of_code);
          n += n_of_code;
        }
      means->has_mean[is_suppressed] = n >= MAX (min_records, 1);
      means->means[is_suppressed] = n > 0 ? deid_compensated_sum_get (&sum) / (double) n : 0;
    }
}

/* Returns: (transfer full): the records with each value of a column, or with each of @n labels. */
static Records *
left_out_count_labels (LeftOutCountCount *count, const DeidColumn *column, const guint32 *labels,
                       guint32 n, GError **error)
{
  g_autofree Records *records = deid_alloc (n, sizeof *records, error);

  deid_frequency_table_reset (&count->members, 0);
  for (guint64 row = 0; records != NULL && row < count->table.n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);
      const guint32 label = labels != NULL ? labels[code] : code;

      if (!deid_stop_check_row (count->stop, row, error)
          || !left_out_count_add_row (count, row, label, &records[label], error))
        return NULL;
    }
  return g_steal_pointer (&records);
}

/* Lists the labels of a level that have enough records and cover values which no label below has
 * listed. Returns: whether it went well. */
static gboolean
left_out_count_list_labels (LeftOutCountCount *count, guint number, guint level, guint8 *is_listed,
                            guint64 *n_left, GError **error)
{
  const DeidColumn *column = &count->table.columns[number];
  const DeidAttribute *attribute
      = deid_lattice_find_attribute (count->left_out->problem->lattice, column->name);
  const DeidRecoding *recoding = &attribute->levels[level];
  g_autofree guint8 *is_new = NULL;
  g_autofree Records *records
      = left_out_count_labels (count, column, recoding->labels, recoding->n_labels, error);

  if (records == NULL || !deid_new_arrays (error, DEID_NEW (is_new, recoding->n_labels)))
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (!is_listed[code] && left_out_count_is_enough (count, &records[recoding->labels[code]]))
      {
        is_listed[code] = is_new[recoding->labels[code]] = TRUE;
        --*n_left;
      }
  for (guint32 label = 0; label < recoding->n_labels; label++)
    if (is_new[label]
        && !list_group (
            count,
            (DeidLeftOutGroup){
                .columns = { number }, .codes = { label }, .level = level, .n_columns = 1 },
            &records[label], error))
      return FALSE;
  return TRUE;
}

/* Lists the values of a column that have enough records, and instead of the others their labels on
 * the first level where these have enough, but for one label of all. */
static gboolean
left_out_count_list_values (LeftOutCountCount *count, guint number, const Records *of_codes,
                            GError **error)
{
  const DeidColumn *column = &count->table.columns[number];
  const DeidAttribute *attribute
      = deid_lattice_find_attribute (count->left_out->problem->lattice, column->name);
  g_autofree guint8 *is_listed = deid_alloc (column->dictionary.n, 1, error);
  guint64 n_left = 0;

  if (is_listed == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    {
      is_listed[code]
          = left_out_count_is_enough (count, &of_codes[code]) || of_codes[code].n_persons == 0;
      n_left += !is_listed[code];
      if (!deid_stop_check_value (count->stop, code, error)
          || !list_group (
              count, (DeidLeftOutGroup){ .columns = { number }, .codes = { code }, .n_columns = 1 },
              &of_codes[code], error))
        return FALSE;
    }
  count->left_out->n_rare += n_left;
  if (attribute == NULL || attribute->levels == NULL)
    return TRUE;
  for (guint level = 1; n_left > 0 && level < attribute->n_levels; level++)
    if (attribute->levels[level].n_labels > 1
        && !left_out_count_list_labels (count, number, level, is_listed, &n_left, error))
      return FALSE;
  return TRUE;
}

/* Counts the groups by a column, and its means if it has numbers. */
static gboolean
count_column (LeftOutCountCount *count, guint number, GError **error)
{
  const DeidColumn *column = &count->table.columns[number];
  DeidLeftOut *left_out = count->left_out;
  g_autofree Records *of_codes
      = left_out_count_labels (count, column, NULL, column->dictionary.n, error);

  if (of_codes == NULL || !left_out_count_list_values (count, number, of_codes, error))
    return FALSE;
  if (deid_column_has_numbers (column))
    {
      DeidLeftOutMeans *means = &left_out->means[left_out->n_means++];

      means->column = number;
      measure_means (column, of_codes, left_out->min_records, means);
    }
  return TRUE;
}

/* Adds a row to the group of its pair of codes. */
static gboolean
add_row_of_pair (LeftOutCountCount *count, guint64 key, guint64 row, GError **error)
{
  const guint64 n_before = count->keys.n;
  guint32 number;

  if ((!deid_frequency_table_has_room (&count->keys)
       && !deid_frequency_table_reserve (&count->keys, error))
      || !deid_grow ((gpointer *) &count->pairs, &count->pairs_capacity, n_before + 1,
                     sizeof *count->pairs, error)
      || !deid_grow ((gpointer *) &count->of_pairs, &count->of_pairs_capacity, n_before + 1,
                     sizeof *count->of_pairs, error))
    return FALSE;
  number = deid_frequency_table_add (&count->keys, key);
  if (number == n_before)
    {
      count->pairs[number] = key;
      count->of_pairs[number] = (Records){ .n_persons = 0 };
    }
  return left_out_count_add_row (count, row, number, &count->of_pairs[number], error);
}

/* Counts the groups by two columns. */
static gboolean
count_pairs (LeftOutCountCount *count, guint first, guint second, GError **error)
{
  const DeidCodes *codes = &count->table.columns[first].codes;
  const DeidCodes *others = &count->table.columns[second].codes;

  deid_frequency_table_reset (&count->keys, 0);
  deid_frequency_table_reset (&count->members, 0);
  for (guint64 row = 0; row < count->table.n_rows; row++)
    {
      const guint64 key
          = (guint64) deid_codes_get (codes, row) << 32 | deid_codes_get (others, row);

      if (!deid_stop_check_row (count->stop, row, error)
          || !add_row_of_pair (count, key, row, error))
        return FALSE;
    }
  for (guint32 i = 0; i < count->keys.n; i++)
    if (!deid_stop_check_value (count->stop, i, error)
        || !list_group (count,
                        (DeidLeftOutGroup){ .columns = { first, second },
                                            .codes = { (guint32) (count->pairs[i] >> 32),
                                                       (guint32) (count->pairs[i] & G_MAXUINT32) },
                                            .n_columns = 2 },
                        &count->of_pairs[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
left_out_count_all (LeftOutCountCount *count, guint max_columns, GError **error)
{
  const DeidColumn *columns = count->table.columns;
  DeidLeftOut *left_out = count->left_out;
  const DeidLattice *lattice = left_out->problem->lattice;

  left_out->means = deid_alloc (count->table.n_columns, sizeof *left_out->means, error);
  if (left_out->means == NULL)
    return FALSE;
  for (guint c = 0; c < count->table.n_columns; c++)
    {
      if (!deid_lattice_looks_at (lattice, &columns[c]))
        continue;
      if (!count_column (count, c, error))
        return FALSE;
      for (guint d = c + 1; max_columns > 1 && d < count->table.n_columns; d++)
        if (deid_lattice_looks_at (lattice, &columns[d]) && !count_pairs (count, c, d, error))
          return FALSE;
    }
  return TRUE;
}

/* The greatest loss first; then fewer columns, and the order of columns and values in the table. */
static int
left_out_count_compare (const void *a, const void *b)
{
  const DeidLeftOutGroup *x = a, *y = b;

  if (x->excess != y->excess)
    return x->excess > y->excess ? -1 : 1;
  if (x->n_columns != y->n_columns)
    return x->n_columns < y->n_columns ? -1 : 1;
  if (x->level != y->level)
    return x->level < y->level ? -1 : 1;
  for (guint i = 0; i < x->n_columns; i++)
    {
      if (x->columns[i] != y->columns[i])
        return x->columns[i] < y->columns[i] ? -1 : 1;
      if (x->codes[i] != y->codes[i])
        return x->codes[i] < y->codes[i] ? -1 : 1;
    }
  return 0;
}

gboolean
deid_left_out_count (DeidLeftOut *left_out, const DeidPartition *partition, guint max_columns,
                     guint64 min_records, const DeidStop *stop, GError **error)
{
  LeftOutCountCount count = { .left_out = left_out, .partition = partition, .stop = stop };
  gboolean success;

  left_out->min_records = min_records;

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      left_out->n_records += partition->records[number];
      left_out->n_suppressed += partition->suppressed[number] ? partition->records[number] : 0;
    }
  success = deid_table_source_init (&count.table, left_out->problem->lattice->dataset, error)
            && left_out_count_all (&count, max_columns, error)
            && deid_stopped_sort (left_out->groups, left_out->n_groups, sizeof *left_out->groups,
                                  left_out_count_compare, stop, error);
  deid_table_source_clear (&count.table);
  deid_frequency_table_clear (&count.keys);
  deid_frequency_table_clear (&count.members);
  g_free (count.pairs);
  g_free (count.of_pairs);
  return success;
}
