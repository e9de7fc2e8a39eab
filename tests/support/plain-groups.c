/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-groups.h"

static gboolean
are_alike (const RandomProblem *problem, guint column, guint i, guint j)
{
  if (column >= problem->n_attributes)
    return problem->sensitive[column - problem->n_attributes][i]
           == problem->sensitive[column - problem->n_attributes][j];
  return problem->attributes[column].leaf_of_row[i] == problem->attributes[column].leaf_of_row[j];
}

guint64
plain_group_count (const RandomProblem *problem, guint limit, guint row, const gboolean *marked)
{
  guint64 n = 0;

  for (guint i = 0; i < problem->n_rows; i++)
    if (are_alike (problem, problem->group_limits[limit].column, row, i)
        && (marked == NULL || marked[i]))
      n += problem->weights[i];
  return n;
}

gboolean
plain_groups_exceed (const RandomProblem *problem, const gboolean *marked)
{
  for (guint limit = 0; limit < problem->n_group_limits; limit++)
    for (guint row = 0; row < problem->n_rows; row++)
      if (100 * plain_group_count (problem, limit, row, marked)
          > problem->group_limits[limit].percent * plain_group_count (problem, limit, row, NULL))
        return TRUE;
  return FALSE;
}

gboolean
plain_groups_allow (const RandomProblem *problem, const gboolean *suppressed, guint64 n_suppressed)
{
  return n_suppressed <= problem->limit && n_suppressed < problem->n_records
         && !plain_groups_exceed (problem, suppressed);
}
