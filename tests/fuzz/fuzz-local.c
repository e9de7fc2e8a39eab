/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Local recodings of random tables. Without other models than k-anonymity, the release is checked
 * by the definitions, and against all partitions if the table is small. With all models, the
 * library's verifier, which shares no code with searches, accepts the release, which is no worse
 * than the best policy. The bound is always below what is found. */
#include "fuzz/fuzz.h"

#include <math.h>

#include "support/local-table.h"
#include "support/random-problem.h"

#define MAX_TRIED_ROWS 9 /* in all partitions */

static const char *const searches[] = { "local:50:1:2", "mondrian", "mondrian:relaxed", "rounds" };

static DeidResult *
recode (DeidProblem *problem, const char *specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specification, NULL);
  DeidResult *result;
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  if (!fuzz_check (result != NULL, &error))
    return NULL;
  assert_quietly (deid_result_get_lower_bound (result) <= deid_result_get_loss (result));
  return result;
}

static void
try_table (GRand *rand, const char *specification)
{
  const guint max_rows = g_rand_boolean (rand) ? MAX_TRIED_ROWS : 40;
  LocalTable table;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  double loss, optimum;

  local_table_make (&table, rand, max_rows);
  if (g_rand_boolean (rand) && g_str_has_prefix (specification, "local"))
    local_table_make_sets (&table, rand);
  problem = local_table_build (&table);
  result = recode (problem, specification);
  if (result == NULL)
    return;
  release = local_table_release (result);
  loss = local_table_check_release (&table, release);
  assert_quietly (fabs (loss - deid_result_get_loss (result)) <= 1e-9);
  if (table.n_rows > MAX_TRIED_ROWS)
    return;
  optimum = local_table_find_optimum (&table);
  assert_quietly (optimum <= loss + 1e-9);
  assert_quietly (deid_result_get_lower_bound (result) <= optimum + 1e-12);
}

static void
try_problem (GRand *rand, const char *specification)
{
  RandomProblem *random = random_problem_new (rand, g_rand_boolean (rand));
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidResult) policy = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  random_problem_set_limit (random, (guint) g_rand_int_range (rand, 0, 101));
  random_problem_restrict (random);
  random_problem_draw_models (random, rand);
  problem = random_problem_build (random);
  random_problem_free (random);
  result = recode (problem, specification);
  if (result == NULL)
    return;
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  policy = deid_search_run (optimal, problem, NULL, NULL);
  assert_quietly (policy == NULL || deid_result_get_loss (result) <= deid_result_get_loss (policy));
}

FUZZ_TARGET (local)
{
  const char *specification = searches[fuzz_pick (fuzz, G_N_ELEMENTS (searches))];
  const gboolean is_problem = fuzz_pick (fuzz, 2) == 1;
  GRand *rand = fuzz_take_rand (fuzz);

  if (is_problem)
    try_problem (rand, specification);
  else
    try_table (rand, specification);
}
