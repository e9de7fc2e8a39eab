/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "frontier/profile-groups.h"

#include <string.h>

#include "base/arrays.h"

gboolean
deid_profile_groups_init (DeidProfileGroups *groups, const DeidPreparedProblem *prepared,
                          GError **error)
{
  *groups = (DeidProfileGroups){ .prepared = prepared };
  return deid_new_arrays (error, DEID_NEW (groups->suppressed, prepared->groups.n_values),
                          DEID_NEW (groups->necessary, prepared->groups.n_values));
}

void
deid_profile_groups_clear (DeidProfileGroups *groups)
{
  deid_free_arrays (groups->suppressed, groups->necessary);
}

/* Adds a row to its groups. */
static void
profile_groups_count_row (DeidProfileGroups *groups, guint64 row, gboolean is_suppressed,
                          gboolean is_necessary)
{
  const DeidPreparedProblem *prepared = groups->prepared;
  const guint64 *allowed = prepared->groups.allowed;
  const guint64 weight = deid_rows_get_weight (&prepared->rows, row);

  for (guint i = 0; i < prepared->groups.n_columns; i++)
    {
      const DeidGroupColumn *column = &prepared->groups.columns[i];
      const guint64 value
          = column->first + deid_codes_get (prepared->tables.own.codes[column->codes], row);

      groups->suppressed[value] += is_suppressed ? weight : 0;
      groups->necessary[value] += is_necessary ? weight : 0;
      groups->may_solve = groups->may_solve && groups->suppressed[value] <= allowed[value];
      groups->may_go_on = groups->may_go_on && groups->necessary[value] <= allowed[value];
    }
}

/* Rows that were removed are in cells behind the others. */
static guint8
get_verdict (const DeidRefiningEvaluator *refiner, guint64 row)
{
  const guint32 cell = deid_cells_get (&refiner->cells, row);

  return cell < refiner->cells.n_cells ? refiner->judgement.verdicts[cell]
                                       : DEID_CLASS_FAILS_NECESSARY;
}

void
deid_profile_groups_start (DeidProfileGroups *groups, const DeidRefiningEvaluator *refiner)
{
  const DeidPreparedProblem *prepared = groups->prepared;
  const guint64 n_bytes = prepared->groups.n_values * sizeof *groups->suppressed;

  memset (groups->suppressed, 0, n_bytes);
  memset (groups->necessary, 0, n_bytes);
  groups->may_solve = groups->may_go_on = TRUE;
  for (guint64 row = 0; row < prepared->rows.n; row++)
    {
      const guint8 verdict = get_verdict (refiner, row);

      if (verdict != DEID_CLASS_PASSES)
        profile_groups_count_row (groups, row, TRUE, verdict == DEID_CLASS_FAILS_NECESSARY);
    }
}

/* Of these rows those of classes that fail are suppressed anyway. */
void
deid_profile_groups_join (DeidProfileGroups *groups, const DeidRefiningEvaluator *refiner,
                          const guint32 *rows, guint64 n_rows)
{
  for (guint64 i = 0; i < n_rows; i++)
    profile_groups_count_row (groups, rows[i], get_verdict (refiner, rows[i]) == DEID_CLASS_PASSES,
                              TRUE);
}
