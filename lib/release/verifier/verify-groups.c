/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The verifier: limits of groups. */
#include "base/memory.h"
#include "release/verifier/verify-private.h"

/* Counts the records of each value of a column, or those of them that were withheld. Returns:
 * (transfer full): the counts, or NULL. */
static guint64 *
verify_groups_count_values (const DeidVerification *verification, const DeidColumn *column,
                            gboolean withheld_only, GError **error)
{
  g_autofree guint64 *counts = deid_alloc (column->dictionary.n, sizeof *counts, error);

  for (guint64 row = 0; counts != NULL && row < verification->source->n_rows; row++)
    {
      if (!deid_stop_check_row (&verification->stop, row, error))
        return NULL;
      if (!withheld_only || !verification->kept[row])
        counts[deid_codes_get (&column->codes, row)]
            += deid_table_source_get_weight (&verification->table, row);
    }
  return g_steal_pointer (&counts);
}

static gboolean
check_limit (const DeidVerification *verification, const DeidColumn *column, double fraction,
             GError **error)
{
  g_autofree guint64 *all = verify_groups_count_values (verification, column, FALSE, error);
  g_autofree guint64 *withheld
      = all != NULL ? verify_groups_count_values (verification, column, TRUE, error) : NULL;

  if (withheld == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (all[code] > 0 && (double) withheld[code] / (double) all[code] > fraction)
      return deid_verification_fail (verification, error,
                                     "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                     " records with one value of column '%s' are suppressed, more "
                                     "than its limit allows",
                                     withheld[code], all[code], deid_column_show (column));
  return TRUE;
}

gboolean
deid_verify_groups (const DeidVerification *verification, GError **error)
{
  DeidProblem *problem = verification->result->problem;

  for (guint i = 0; i < deid_problem_get_n_group_limits (problem); i++)
    {
      guint column;

      if (!deid_dataset_find_column (verification->source,
                                     deid_problem_get_group_limit_column (problem, i), &column,
                                     error)
          || !check_limit (verification, &verification->source->columns[column],
                           deid_problem_get_group_limit (problem, i), error))
        return FALSE;
    }
  return TRUE;
}
