/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/group-counts.h"

#include <string.h>

#include "base/arrays.h"

gboolean
deid_group_counts_init (DeidGroupCounts *counts, const DeidPreparedProblem *prepared,
                        GError **error)
{
  *counts = (DeidGroupCounts){ .prepared = prepared };
  return deid_new_arrays (error, DEID_NEW (counts->suppressed, prepared->groups.n_values),
                          DEID_NEW (counts->necessary, prepared->groups.n_values));
}

void
deid_group_counts_clear (DeidGroupCounts *counts)
{
  g_free (counts->suppressed);
  g_free (counts->necessary);
}

static gboolean
group_counts_count_rows (DeidGroupCounts *counts, const DeidRows *rows,
                         const DeidRowClasses *classes, const guint8 *verdicts,
                         const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = counts->prepared;
  const DeidGroups *groups = &prepared->groups;
  const guint64 n_own = deid_rows_get_n_own (rows);

  memset (counts->suppressed, 0, groups->n_values * sizeof *counts->suppressed);
  memset (counts->necessary, 0, groups->n_values * sizeof *counts->necessary);
  for (guint64 row = 0; row < n_own; row++)
    {
      const guint32 number = deid_row_classes_get (classes, row);
      const guint8 verdict
          = number < classes->n_classes ? verdicts[number] : DEID_CLASS_FAILS_NECESSARY;
      guint64 weight;

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (verdict == DEID_CLASS_PASSES)
        continue;
      weight = deid_rows_get_weight (rows, row);
      for (guint i = 0; i < groups->n_columns; i++)
        {
          const DeidGroupColumn *column = &groups->columns[i];
          const guint64 value
              = column->first + deid_codes_get (prepared->own.codes[column->codes], row);

          counts->suppressed[value] += weight;
          counts->necessary[value] += verdict == DEID_CLASS_FAILS_NECESSARY ? weight : 0;
        }
    }
  return TRUE;
}

/* Sets @excess to the group of a column that appears first of those of which more records than are
 * allowed are counted, if there is one. */
static void
find_excess_of (const DeidGroups *groups, guint column, const guint64 *counts,
                DeidGroupExcess *excess)
{
  const guint64 first = groups->columns[column].first;
  guint32 least = G_MAXUINT32;

  for (guint32 code = 0; code < groups->columns[column].n_values; code++)
    if (counts[first + code] > groups->allowed[first + code] && groups->rows[first + code] < least)
      {
        least = groups->rows[first + code];
        *excess = (DeidGroupExcess){ .n_records = counts[first + code],
                                     .n_allowed = groups->allowed[first + code],
                                     .column = column,
                                     .code = code };
      }
}

static DeidGroupExcess
find_excess (const DeidGroups *groups, const guint64 *counts)
{
  DeidGroupExcess excess = { 0 };

  for (guint i = 0; i < groups->n_columns && excess.n_records == 0; i++)
    find_excess_of (groups, i, counts, &excess);
  return excess;
}

/* Of a policy that no longer may be a solution only what holds of its specializations matters. */
static gboolean
group_counts_may_exceed (const DeidGroupCounts *counts, const DeidVerdict *verdict)
{
  const guint64 least = counts->prepared->groups.least;

  return (verdict->is_solution && verdict->n_suppressed > least)
         || (deid_verdict_is_feasible (verdict, counts->prepared) && verdict->n_necessary > least);
}

gboolean
deid_group_counts_judge (DeidGroupCounts *counts, const DeidRows *rows,
                         const DeidRowClasses *classes, const guint8 *verdicts,
                         const DeidStop *stop, DeidVerdict *verdict, GError **error)
{
  const DeidGroups *groups = &counts->prepared->groups;

  if (groups->n_columns == 0 || !group_counts_may_exceed (counts, verdict))
    return TRUE;
  if (!group_counts_count_rows (counts, rows, classes, verdicts, stop, error))
    return FALSE;
  if (!counts->prepared->is_unlimited)
    {
      verdict->excess = find_excess (groups, counts->necessary);
      verdict->excess.is_needed = verdict->excess.n_records > 0;
    }
  if (verdict->excess.n_records == 0 && verdict->is_solution)
    verdict->excess = find_excess (groups, counts->suppressed);
  if (!counts->prepared->is_unlimited)
    verdict->is_solution &= verdict->excess.n_records == 0;
  return TRUE;
}
