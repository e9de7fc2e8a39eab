/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole small problems with each of the models that judge a sensitive attribute, without and with
 * suppression, against a plain recomputation by the definitions. */
#include "support/suite.h"

#include "support/aimed-model.h"
#include "support/checked-problem.h"

#define N_PROBLEMS     300
#define N_AT_THRESHOLD 150

static const guint limits[] = { 0, 5, 50 }; /* percent */

/* Asks for problems until enough of them are worth something and, where a model can be met exactly,
 * half of those have a class that does. */
static void
check_problems (GRand *rand, const PlainModel *plain, guint percent)
{
  const guint n_problems = count_trials (N_PROBLEMS);
  const guint n_wanted = plain->aim != NULL ? count_trials (N_AT_THRESHOLD) : 0;
  guint n_checked = 0, n_at_threshold = 0, n_tried = 0;

  while (n_checked < n_problems || n_at_threshold < n_wanted)
    {
      RandomProblem *problem = random_problem_new (rand, g_rand_int (rand) % 4 == 0);
      gboolean at_threshold;

      random_problem_restrict (problem);
      aimed_model_set_limit (problem, percent);
      aimed_model_add (problem, rand, plain);
      if (checked_problem (problem, &at_threshold))
        {
          n_checked++;
          n_at_threshold += at_threshold ? 1 : 0;
        }
      random_problem_free (problem);
      ck_assert_uint_lt (n_tried++, 1000 * n_problems);
    }
}

START_TEST (one_model)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (200 + _i));

  check_problems (rand, &plain_models[_i / (int) G_N_ELEMENTS (limits)],
                  limits[_i % (int) G_N_ELEMENTS (limits)]);
}
END_TEST

/* Several sensitive attributes, or one in several orders, each with parameters of its own. */
START_TEST (two_models)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (300);
  const guint n_pairs = n_plain_models * n_plain_models;
  const guint n_trials = count_trials (n_pairs);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint pair = trial * n_pairs / n_trials;
      RandomProblem *problem = random_problem_new (rand, g_rand_boolean (rand));
      gboolean at_threshold;

      random_problem_restrict (problem);
      aimed_model_set_limit (problem, limits[g_rand_int_range (rand, 0, G_N_ELEMENTS (limits))]);
      aimed_model_add (problem, rand, &plain_models[pair / n_plain_models]);
      aimed_model_add (problem, rand, &plain_models[pair % n_plain_models]);
      checked_problem (problem, &at_threshold);
      random_problem_free (problem);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("model problems");
  TCase *tcase = tcase_create ("against the definitions");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, one_model, 0, (int) (n_plain_models * G_N_ELEMENTS (limits)));
  tcase_add_loop_test (tcase, two_models, 0, 1);
  suite_add_tcase (suite, tcase);
  return suite;
}
