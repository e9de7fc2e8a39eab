/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/groups.h"

#include "base/arrays.h"
#include "base/memory.h"

static gboolean
evaluation_groups_list_columns (DeidGroups *groups, const DeidProblem *problem,
                                const DeidTableSource *table, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (groups->columns, problem->group_limits->len)))
    return FALSE;
  for (guint i = 0; i < problem->group_limits->len; i++)
    {
      const char *name = deid_group_limits_get (problem->group_limits, i)->column;
      guint number;

      if (!deid_table_source_find_column (table, name, &number, error))
        return FALSE;
      groups->columns[groups->n_columns++]
          = (DeidGroupColumn){ .column = &table->columns[number],
                               .n_values = table->columns[number].dictionary.n,
                               .first = groups->n_values };
      groups->n_values += table->columns[number].dictionary.n;
    }
  return TRUE;
}

static void
evaluation_groups_list_rows (DeidGroups *groups, const DeidGroupColumn *column, guint64 n_rows)
{
  for (guint64 row = n_rows; row-- > 0;)
    groups->rows[column->first + deid_codes_get (&column->column->codes, row)] = (guint32) row;
}

/* Values that the table has not cannot exceed anything; nor can one all of whose records may be
 * suppressed. */
static gboolean
count_groups (DeidGroups *groups, const DeidGroupColumn *column, double fraction,
              const DeidTableSource *table, const DeidStop *stop, GError **error)
{
  g_autofree guint64 *sizes = deid_table_source_count_codes (table, column->column, stop, error);

  if (sizes == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->n_values; code++)
    {
      const guint64 allowed = deid_suppression_limit_count (fraction, sizes[code]);

      groups->allowed[column->first + code] = allowed;
      if (allowed < sizes[code])
        groups->least = MIN (groups->least, allowed);
    }
  evaluation_groups_list_rows (groups, column, table->n_rows);
  return TRUE;
}

gboolean
deid_groups_init (DeidGroups *groups, const DeidProblem *problem, const DeidTableSource *table,
                  const DeidStop *stop, GError **error)
{
  *groups = (DeidGroups){ .least = G_MAXUINT64 };
  if (problem->group_limits->len == 0)
    return TRUE;
  if (!evaluation_groups_list_columns (groups, problem, table, error)
      || !deid_new_arrays (error, DEID_NEW (groups->allowed, groups->n_values),
                           DEID_NEW (groups->rows, groups->n_values)))
    return FALSE;
  for (guint i = 0; i < groups->n_columns; i++)
    if (!count_groups (groups, &groups->columns[i],
                       deid_group_limits_get (problem->group_limits, i)->fraction, table, stop,
                       error))
      return FALSE;
  return TRUE;
}

void
deid_groups_clear (DeidGroups *groups)
{
  g_free (groups->columns);
  g_free (groups->allowed);
  g_free (groups->rows);
}
