/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A random problem with models of all kinds: each policy, the exhaustive search, two others and
 * their releases against the definitions written out. */
#include "fuzz/fuzz.h"

#include "support/checked-problem.h"

FUZZ_TARGET (search)
{
  GRand *rand = fuzz_take_rand (fuzz);
  RandomProblem *problem = random_problem_new (rand, g_rand_boolean (rand));
  gboolean at_threshold;

  random_problem_restrict (problem);
  random_problem_set_limit (problem, (guint) g_rand_int_range (rand, 0, 101));
  random_problem_draw_models (problem, rand);
  if (g_rand_boolean (rand))
    random_problem_set_quality (problem, (RandomQuality) g_rand_int_range (rand, 0, N_QUALITIES));
  checked_problem (problem, &at_threshold);
  random_problem_free (problem);
}
