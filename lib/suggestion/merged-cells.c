/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells that a spreadsheet had merged over the rows of one person or group: all but the first are
 * empty. */
#include "suggestion/odd-rows.h"

#include "suggestion/column-kinds.h"
#include "table/dataset-view.h"

/* Cells were merged if a tenth have no value; in one column alone, if a third have none. */
#define ROWS_PER_GAP  10
#define ROWS_PER_LONE 3
#define LEAST_GAPS    2
#define LEAST_BLOCKS  2

/* Persons whose sex or birth changes this often from row to row have rows of their own. */
#define GAPS_PER_CHANGE 20

#define GROUPS                                                                                     \
  (DEID_KIND_BIT (EDUCATION) | DEID_KIND_BIT (PLACE) | DEID_KIND_BIT (SMALL_PLACE)                 \
   | DEID_KIND_BIT (OCCUPATION))
#define PERSONS                                                                                    \
  (DEID_KIND_BIT (NAME) | DEID_KIND_BIT (SOCIAL_SECURITY) | DEID_KIND_BIT (RECORD_NUMBER)          \
   | DEID_KIND_BIT (HEALTH_PLAN) | DEID_KIND_BIT (IDENTIFIER) | DEID_KIND_BIT (PERSON)             \
   | DEID_KIND_BIT (HOUSEHOLD))
#define NEED_NOT_BE (DEID_KIND_BIT (EMAIL) | DEID_KIND_BIT (TELEPHONE) | DEID_KIND_BIT (FREE_TEXT))

/* Columns whose cells are merged over the rows of one person, or of a group, as is a class or a
 * ward; a first column may be about anything but what persons need not have. */
static gboolean
may_head_rows (const DeidColumn *column, gboolean is_first, gboolean *is_of_group)
{
  const guint64 kind = G_GUINT64_CONSTANT (1) << deid_kind_from_name (column->name, NULL, NULL);

  *is_of_group = (kind & GROUPS) != 0;
  return (kind & (GROUPS | PERSONS)) != 0 || (is_first && (kind & NEED_NOT_BE) == 0);
}

/* Tells whether sex and birth are the same in rows without a value as in the rows above. */
static gboolean
are_persons_alike (const DeidDataset *dataset, const DeidColumn *head, guint64 first)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      const DeidKind kind = deid_kind_from_name (column->name, NULL, NULL);
      guint64 n = 0, n_changes = 0;

      if (kind != DEID_KIND_SEX && kind != DEID_KIND_BIRTH_DATE)
        continue;
      for (guint64 row = first + 1; row < column->codes.n; row++)
        if (deid_column_is_missing (head, row) && !deid_column_is_missing (column, row))
          {
            n++;
            n_changes
                += deid_codes_get (&column->codes, row) != deid_codes_get (&column->codes, row - 1);
          }
      if (n_changes > n / GAPS_PER_CHANGE)
        return FALSE;
    }
  return TRUE;
}

/* Counts the rows from @first on that lack a value. Returns: 0 if a value stands in two rows. */
static guint64
count_gaps (const DeidColumn *column, guint64 first)
{
  guint64 n_present = 0, n_gaps = 0;

  if (column->dictionary.missing == DEID_NO_CODE || column->dictionary.n <= LEAST_BLOCKS)
    return 0;
  for (guint64 row = 0; row < column->codes.n && n_present < column->dictionary.n; row++)
    if (!deid_column_is_missing (column, row))
      n_present++;
    else
      n_gaps += row >= first;
  return n_present + 1 == column->dictionary.n ? n_gaps : 0;
}

/* Counts the rows of a column that lack a value, if it is merged within the blocks of another one:
 * each block begins with a value, and no value follows itself. Returns: 0 if it is not. */
static guint64
count_gaps_within (const DeidColumn *head, const DeidColumn *column, guint64 first)
{
  guint32 above = DEID_NO_CODE;
  guint64 n_gaps = 0;

  for (guint64 row = first; row < column->codes.n; row++)
    {
      const gboolean is_missing = deid_column_is_missing (column, row);
      const guint32 code = deid_codes_get (&column->codes, row);

      if (!deid_column_is_missing (head, row))
        above = DEID_NO_CODE;
      if (is_missing ? above == DEID_NO_CODE : code == above)
        return 0;
      n_gaps += is_missing ? 1 : 0;
      above = is_missing ? above : code;
    }
  return n_gaps;
}

/* Says which columns were merged: the first one says it of all. */
static void
say_merged (GPtrArray *list, guint first, const DeidDataset *dataset, guint64 n_gaps,
            guint64 n_rows)
{
  g_autoptr (GString) names = g_string_new (NULL);
  DeidOddRows *head = g_ptr_array_index (list, first);

  for (guint i = first; i < list->len; i++)
    {
      const guint c = ((const DeidOddRows *) g_ptr_array_index (list, i))->column;

      g_string_append_printf (names, "%s'%s'", i > first ? ", " : "",
                              deid_column_show (deid_dataset_get_column (dataset, c)));
    }
  head->text = g_strdup_printf ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                " rows lack a value below one that has it in column%s %s",
                                n_gaps, n_rows, list->len > first + 1 ? "s" : "", names->str);
}

/* Adds a column whose cells seem to be merged, and those that were merged with it. */
static gboolean
list_merged_by (GPtrArray *list, const DeidDataset *dataset, guint head, gboolean is_of_group,
                guint64 first)
{
  const DeidColumn *column = deid_dataset_get_column (dataset, head);
  const guint64 n_gaps = count_gaps (column, first);
  const guint n_before = list->len;

  if (n_gaps < LEAST_GAPS || ROWS_PER_GAP * n_gaps < column->codes.n
      || deid_column_is_missing (column, first)
      || !(is_of_group || are_persons_alike (dataset, column, first)))
    return FALSE;
  deid_odd_rows_add (list, DEID_ODD_MERGED, head, first, n_gaps, NULL, NULL);
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *other = deid_dataset_get_column (dataset, c);
      const guint64 n
          = c != head && other->n_joined == 0 ? count_gaps_within (column, other, first) : 0;

      if (n == n_gaps || (c == head + 1 && ROWS_PER_GAP * n >= column->codes.n))
        deid_odd_rows_add (list, DEID_ODD_MERGED, c, first, n_gaps, NULL, NULL);
    }
  if (list->len > n_before + 1 || ROWS_PER_LONE * n_gaps >= column->codes.n)
    {
      say_merged (list, n_before, dataset, n_gaps, column->codes.n - first);
      return TRUE;
    }
  g_ptr_array_set_size (list, (gint) n_before);
  return FALSE;
}

void
deid_merged_cells_list (GPtrArray *list, const DeidDataset *dataset, guint64 first)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);
      gboolean is_of_group;

      if (column->n_joined == 0 && may_head_rows (column, c == 0, &is_of_group)
          && list_merged_by (list, dataset, c, is_of_group, first))
        return;
    }
}
