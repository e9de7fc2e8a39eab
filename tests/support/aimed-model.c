/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/aimed-model.h"

#include "support/plain-check.h"

#define MAX_TRIES 200

/* Gives a model what a class of some policy has exactly, if that is a short decimal for any of
 * several classes. */
static gboolean
aim (const RandomProblem *problem, GRand *rand, RandomModel *model)
{
  for (guint try = 0; try < MAX_TRIES; try++)
    {
      PlainClass classes[MAX_ROWS];
      PlainDistribution distribution;
      guint levels[MAX_ATTRIBUTES];
      guint n_classes;

      random_problem_get_levels (
          problem,
          (guint) g_rand_int_range (rand, 0, (gint32) random_problem_get_n_policies (problem)),
          levels);
      n_classes = plain_group (problem, levels, classes);
      plain_distribute (problem, &classes[g_rand_int_range (rand, 0, (gint32) n_classes)],
                        model->sensitive, model->plain->as_integers, &distribution);
      if (model->plain->aim (&model->parameters, &distribution, rand))
        return TRUE;
    }
  return FALSE;
}

void
aimed_model_add (RandomProblem *problem, GRand *rand, const PlainModel *plain)
{
  RandomModel *model = &problem->models[problem->n_models++];

  *model = (RandomModel){ .kind = MODEL_PLAIN,
                          .sensitive = g_rand_int (rand) % N_SENSITIVE,
                          .plain = plain };
  if (plain->aim == NULL || g_rand_int (rand) % 4 == 0 || !aim (problem, rand, model))
    plain->draw (&model->parameters, rand);
}

void
aimed_model_set_limit (RandomProblem *problem, guint percent)
{
  problem->limit_is_count = FALSE;
  problem->limit_percent = percent;
  problem->limit = problem->n_records * percent / 100;
}
