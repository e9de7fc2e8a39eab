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

/* A weight that is replaced later counts nothing. */
static gboolean
is_replaced (const RandomProblem *problem, guint i)
{
  gboolean replaced = FALSE;

  for (guint j = i + 1; j < problem->n_group_weights; j++)
    replaced |= problem->group_weights[j].column == problem->group_weights[i].column
                && random_problem_is_group (problem, problem->group_weights[i].column,
                                            problem->group_weights[i].row,
                                            problem->group_weights[j].row);
  return replaced;
}

guint64
plain_loss_weight (const RandomProblem *problem, guint row)
{
  guint64 product = problem->weights[row];

  for (guint i = 0; random_problem_has_group_weights (problem) && i < problem->n_group_weights; i++)
    {
      const RandomGroupWeight *weight = &problem->group_weights[i];
      const gboolean counts = random_problem_is_group (problem, weight->column, weight->row, row)
                              && !is_replaced (problem, i);

      product *= counts ? weight->thousandths : 1000;
    }
  return product;
}
