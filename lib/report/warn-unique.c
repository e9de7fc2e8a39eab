/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for released records that their labels hide among others, and the columns that no model
 * looks at do not: insensitive ones, and sensitive ones that are unprotected. */
#include "base/arrays.h"
#include "base/memory.h"
#include "classes/frequency-table.h"
#include "report/warnings-private.h"

#define N_NAMED 3

/* The released rows, in groups of those that look alike. */
typedef struct
{
  guint32 *group_of_row;
  guint32 n;
  guint64 *records; /* of each group */
  guint32 *persons; /* of each, who has the first of its rows; unused without an entity column */
  guint8 *several;  /* whether others have rows, too */
} Groups;

static void
groups_clear (Groups *groups)
{
  g_free (groups->group_of_row);
  g_free (groups->records);
  g_free (groups->persons);
  g_free (groups->several);
}

/* Tells whether values are released as they are, whatever the models say. */
static gboolean
is_unguarded (const DeidWarningScan *scan, guint number)
{
  const DeidColumn *column = &scan->table->columns[number];

  return (column->role == DEID_ROLE_INSENSITIVE || deid_warning_scan_is_unprotected (scan, number))
         && deid_lattice_find_attribute (scan->problem->lattice, column->name) == NULL;
}

/* Of a column that is microaggregated, the records of a class have one number, or none where their
 * value is missing. Returns: a number for what is released of a value. */
static guint32
get_released (const DeidColumn *column, DeidNotedNumbers numbers, guint32 code)
{
  return numbers == DEID_NOTED_NUMBERS_MICROAGGREGATED ? code == column->dictionary.missing : code;
}

/* Divides the groups by what is released of a column. */
static gboolean
divide (Groups *groups, const DeidWarningScan *scan, const DeidColumn *column,
        DeidFrequencyTable *table, GError **error)
{
  const DeidNotedNumbers numbers = deid_warning_scan_get_numbers (scan, column);

  deid_frequency_table_reset (table, groups->n);
  for (guint64 row = 0; row < scan->partition->n_rows; row++)
    {
      const guint64 group = groups->group_of_row[row];

      if (!deid_stop_check_row (scan->stop, row, error)
          || (!deid_frequency_table_has_room (table)
              && !deid_frequency_table_reserve (table, error)))
        return FALSE;
      if (!deid_partition_suppresses (scan->partition, row))
        {
          const guint32 code = deid_codes_get (&column->codes, row);

          groups->group_of_row[row] = deid_frequency_table_add (
              table, group << 32 | get_released (column, numbers, code));
        }
    }
  groups->n = table->n;
  return TRUE;
}

static gboolean
make_groups (Groups *groups, const DeidWarningScan *scan, guint *n_columns, GError **error)
{
  const guint64 n_rows = scan->partition->n_rows;
  DeidFrequencyTable table = { 0 };
  gboolean success = TRUE;

  *n_columns = 0;
  groups->n = scan->partition->n_classes;
  groups->group_of_row = deid_alloc (n_rows, sizeof *groups->group_of_row, error);
  if (groups->group_of_row == NULL)
    return FALSE;
  memcpy (groups->group_of_row, scan->partition->class_of_row,
          n_rows * sizeof *groups->group_of_row);
  for (guint c = 0; success && c < scan->table->n_columns; c++)
    if (is_unguarded (scan, c))
      {
        ++*n_columns;
        success = divide (groups, scan, &scan->table->columns[c], &table, error);
      }
  deid_frequency_table_clear (&table);
  return success;
}

static gboolean
count_groups (Groups *groups, const DeidWarningScan *scan, GError **error)
{
  const DeidColumn *entities = scan->table->entities;

  if (!deid_new_arrays (error, DEID_NEW (groups->records, groups->n),
                        DEID_NEW (groups->persons, groups->n),
                        DEID_NEW (groups->several, groups->n)))
    return FALSE;
  for (guint64 row = 0; row < scan->partition->n_rows; row++)
    {
      const guint32 group = groups->group_of_row[row];
      const guint32 person = entities != NULL ? deid_codes_get (&entities->codes, row) : 0;
      const guint64 n = deid_table_source_get_weight (scan->table, row);

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (deid_partition_suppresses (scan->partition, row))
        continue;
      if (groups->records[group] == 0)
        groups->persons[group] = person;
      else if (entities == NULL || groups->persons[group] != person)
        groups->several[group] = TRUE;
      groups->several[group] |= entities == NULL && n > 1;
      groups->records[group] += n;
    }
  return TRUE;
}

/* Returns: the released records of classes that are one person's. */
static guint64
count_alone (const DeidPartition *partition)
{
  guint64 n = 0;

  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number] && deid_partition_get_size (partition, number) == 1)
      n += partition->records[number];
  return n;
}

static guint64
count_unique (const Groups *groups)
{
  guint64 n = 0;

  for (guint32 group = 0; group < groups->n; group++)
    n += groups->several[group] ? 0 : groups->records[group];
  return n;
}

static gboolean
add_warning (const DeidWarningScan *scan, guint64 n_unique, guint n_columns, GError **error)
{
  DeidLongText text = { 0 };
  const char *only = NULL;
  guint n_named = 0;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " released records share their labels with others, but are the only ones of "
                      "their person with these labels and the values of the unprotected column%s",
                      n_unique, scan->n_released, n_columns == 1 ? "" : "s");
  for (guint c = 0; c < scan->table->n_columns && n_named < N_NAMED; c++)
    if (is_unguarded (scan, c))
      {
        const DeidColumn *column = &scan->table->columns[c];
        const gboolean is_number
            = deid_warning_scan_get_numbers (scan, column) == DEID_NOTED_NUMBERS_MICROAGGREGATED;

        only = column->name;
        deid_long_text_add (&text, "%s '%s'%s", n_named++ > 0 ? "," : "", deid_column_show (column),
                            is_number ? " (whether there is one)" : "");
      }
  if (n_columns > n_named)
    deid_long_text_add (&text, " and %u more", n_columns - n_named);
  deid_long_text_add (&text, ": whoever knows such a value of a person finds the record");
  return deid_warning_scan_add (scan, DEID_WARNING_UNIQUE_BY_INSENSITIVE,
                                n_columns == 1 ? only : NULL, n_unique, &text, error);
}

gboolean
deid_warn_of_unique_records (const DeidWarningScan *scan, GError **error)
{
  Groups groups = { .n = 0 };
  guint64 n_unique = 0;
  guint n_columns;
  gboolean success = make_groups (&groups, scan, &n_columns, error)
                     && (n_columns == 0 || count_groups (&groups, scan, error));

  if (success && n_columns > 0)
    n_unique = count_unique (&groups) - count_alone (scan->partition);
  groups_clear (&groups);
  return success && (n_unique == 0 || add_warning (scan, n_unique, n_columns, error));
}
