/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-recoding.h"

gboolean
plain_share_label (const RandomProblem *problem, guint a, guint level, const PlainClass *of)
{
  const RandomAttribute *attribute = &problem->attributes[a];
  const guint *leaves = attribute->leaf_of_row;

  for (guint i = 1; i < of->n_rows; i++)
    if (g_strcmp0 (attribute->leaves[leaves[of->rows[i]]].labels[level],
                   attribute->leaves[leaves[of->rows[0]]].labels[level])
        != 0)
      return FALSE;
  return TRUE;
}

guint
plain_find_level (const RandomProblem *problem, guint a, const PlainClass *of)
{
  guint level = problem->attributes[a].lowest;

  while (!plain_is_too_high (problem, a, level) && !plain_share_label (problem, a, level, of))
    level++;
  return level;
}

gboolean
plain_is_too_high (const RandomProblem *problem, guint a, guint level)
{
  return level == problem->attributes[a].n_levels - problem->attributes[a].n_cut;
}

gboolean
plain_may_release (const RandomProblem *problem, const PlainClass *judged)
{
  PlainClass labelled = *judged;
  guint levels[MAX_ATTRIBUTES];

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      levels[a] = plain_find_level (problem, a, judged);
      if (plain_is_too_high (problem, a, levels[a]))
        return FALSE;
    }
  labelled.levels = levels;
  for (guint m = 0; m < problem->n_models; m++)
    if (plain_judge (problem, &labelled, &problem->models[m]) < 0)
      return FALSE;
  return TRUE;
}

long double
plain_cost_recoded (const RandomProblem *problem, const PlainClass *of)
{
  long double cost = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const guint level = plain_find_level (problem, a, of);

      if (plain_is_too_high (problem, a, level))
        return G_MAXDOUBLE;
      for (guint i = 0; i < of->n_rows; i++)
        cost += problem->attributes[a].weight
                * plain_row_cost (problem, a, of->rows[i], level, FALSE);
    }
  return cost;
}
