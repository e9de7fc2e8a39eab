/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The searches for policy alternatives against a plain account of what they do, with the same draws
 * by hand. */
#include "support/suite.h"

#include <string.h>

#include "support/alternative-problem.h"
#include "support/alternatives.h"

#define WEIGHT_ONE (1u << 24)

/* A run of a search by hand, which looks up verdicts. */
typedef struct
{
  const AlternativeProblem *problem;
  gboolean is_directed;
  gboolean polishes;
  guint64 state; /* of the generator */
  guint64 n_apart[CUT_MAX_DIMENSIONS];
  gboolean *evaluated; /* by rank */
  guint n_evaluated;
  guint *ranks; /* found, in their order */
  guint *n_found;
  guint n;
} Run;

/* SplitMix64. */
static guint64
draw_word (Run *run)
{
  guint64 z = run->state += G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* Words from the last whole multiple of the bound on are rejected. */
static guint64
draw_below (Run *run, guint64 bound)
{
  const guint64 end = G_MAXUINT64 / bound * bound;
  guint64 word;

  do
    word = draw_word (run);
  while (word >= end);
  return word % bound;
}

static gboolean
ask (Run *run, const guint *levels)
{
  const guint rank = alternative_problem_get_rank (run->problem, levels);

  run->n_evaluated += run->evaluated[rank] ? 0 : 1;
  run->evaluated[rank] = TRUE;
  return run->problem->verdicts[rank].is_solution;
}

static guint
count_leaves (const CutAttribute *attribute)
{
  return attribute->n_values + (attribute->missing_apart ? 1 : 0);
}

/* floor (2^24 (1 - n_i / n)) + floor (2^24 h_i / (h_i + u_i)), and at least 1. */
static guint64
weigh (const Run *run, guint dimension)
{
  const CutProblem *cut = &run->problem->cut;
  const guint64 height = run->problem->heights[dimension];
  guint64 sum = 0, own = 0, n_before = 0, weight;

  for (guint a = 0; a < cut->n_attributes; a++)
    {
      const guint n = cut_attribute_count_dimensions (&cut->attributes[a]);

      if (dimension >= n_before && dimension < n_before + n)
        own = count_leaves (&cut->attributes[a]);
      n_before += n;
      sum += count_leaves (&cut->attributes[a]);
    }
  weight
      = WEIGHT_ONE * (sum - own) / sum + WEIGHT_ONE * height / (height + run->n_apart[dimension]);
  return MAX (weight, 1);
}

/* Draws one of the units by which policies differ: the one behind which the sum of the weights of
 * all before exceeds a number below the sum of all. */
static guint
draw_unit (Run *run, const guint *specific, const guint *general)
{
  const guint n = run->problem->n_dimensions;
  guint64 sum = 0, place;

  for (guint d = 0; d < n; d++)
    sum += weigh (run, d) * (general[d] - specific[d]);
  place = draw_below (run, sum);
  for (guint d = 0; d < n; d++)
    for (guint unit = specific[d]; unit < general[d]; unit++)
      {
        if (place < weigh (run, d))
          return d;
        place -= weigh (run, d);
      }
  ck_abort_msg ("no unit is left");
  return 0;
}

static void
bisect (Run *run, guint *general)
{
  guint specific[CUT_MAX_DIMENSIONS] = { 0 }, n = 0;
  const gsize size = sizeof specific;

  memcpy (general, run->problem->heights, size);
  for (guint d = 0; d < run->problem->n_dimensions; d++)
    n += general[d];
  while (n > 1)
    {
      guint half[CUT_MAX_DIMENSIONS];
      gboolean is_solution;

      memcpy (half, general, size);
      for (guint i = 0; i < n / 2; i++)
        half[draw_unit (run, specific, half)]--;
      is_solution = ask (run, half);
      memcpy (is_solution ? general : specific, half, size);
      n = is_solution ? n - n / 2 : n / 2;
    }
}

/* Draws one of the dimensions that are not at an end. */
static guint
draw_dimension (Run *run, const guint *levels, gboolean upwards)
{
  guint dimensions[CUT_MAX_DIMENSIONS], n = 0;

  for (guint d = 0; d < run->problem->n_dimensions; d++)
    if (levels[d] != (upwards ? run->problem->heights[d] : 0))
      dimensions[n++] = d;
  return dimensions[draw_below (run, n)];
}

static void
walk (Run *run, guint *levels)
{
  gboolean goes_up, is_solution;
  guint d = 0;

  for (guint i = 0; i < run->problem->n_dimensions; i++)
    levels[i] = (guint) draw_below (run, run->problem->heights[i] + 1);
  goes_up = !ask (run, levels);
  do
    {
      d = draw_dimension (run, levels, goes_up);
      levels[d] += goes_up ? 1 : -1u;
      is_solution = ask (run, levels);
    }
  while (is_solution != goes_up);
  levels[d] += goes_up ? 0 : 1;
}

/* An order is drawn by exchanging each dimension with one before it, or itself. */
static void
polish (Run *run, guint *levels)
{
  guint order[CUT_MAX_DIMENSIONS];

  for (guint i = 0; i < run->problem->n_dimensions; i++)
    {
      const guint j = (guint) draw_below (run, i + 1);

      order[i] = i;
      order[i] = order[j];
      order[j] = i;
    }
  for (guint i = 0; i < run->problem->n_dimensions; i++)
    while (levels[order[i]] > 0)
      {
        levels[order[i]]--;
        if (ask (run, levels))
          continue;
        levels[order[i]]++;
        break;
      }
}

static void
note_found (Run *run, const guint *levels)
{
  const guint rank = alternative_problem_get_rank (run->problem, levels);
  guint i = 0;

  for (guint d = 0; d < run->problem->n_dimensions; d++)
    run->n_apart[d] += run->problem->heights[d] - levels[d];
  while (i < run->n && run->ranks[i] != rank)
    i++;
  run->n = MAX (run->n, i + 1);
  run->ranks[i] = rank;
  run->n_found[i]++;
}

static void
run_by_hand (Run *run, guint n_iterations)
{
  guint levels[CUT_MAX_DIMENSIONS] = { 0 };

  ask (run, run->problem->heights);
  ask (run, levels);
  for (guint i = 0; i < n_iterations; i++)
    {
      if (run->is_directed)
        walk (run, levels);
      else
        bisect (run, levels);
      if (run->polishes)
        polish (run, levels);
      note_found (run, levels);
    }
}

static void
check_by_hand (const AlternativeProblem *problem, GRand *rand, gboolean is_directed,
               gboolean polishes)
{
  const guint n_iterations = (guint) g_rand_int_range (rand, 0, 40);
  const guint64 seed = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
  g_autofree gboolean *evaluated = g_new0 (gboolean, problem->n_policies);
  g_autofree guint *ranks = g_new0 (guint, n_iterations + 1);
  g_autofree guint *n_found = g_new0 (guint, n_iterations + 1);
  Run run = { .problem = problem,
              .is_directed = is_directed,
              .polishes = polishes,
              .state = seed,
              .evaluated = evaluated,
              .ranks = ranks,
              .n_found = n_found };
  g_autoptr (DeidResult) result
      = alternative_problem_search (problem, is_directed, n_iterations, seed, polishes, NULL);
  g_autoptr (DeidReport) found = list_alternatives (result);

  run_by_hand (&run, n_iterations);
  assert_quietly (count_alternatives (found) == run.n);
  assert_quietly (deid_result_get_n_evaluated (result) == run.n_evaluated);
  for (guint i = 0; i < run.n; i++)
    {
      assert_quietly (alternative_problem_get_rank_of (problem, get_alternative (found, i))
                      == ranks[i]);
      assert_quietly (get_alternative_count (found, i, "found") == n_found[i]);
    }
}

START_TEST (by_hand)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (73);
  const guint n_trials = count_trials (300);
  guint n_done = 0;

  while (n_done < n_trials)
    {
      AlternativeProblem problem;

      alternative_problem_init_random (&problem, rand);
      if (alternative_problem_has_choice (&problem))
        {
          for (guint i = 0; i < 4; i++)
            check_by_hand (&problem, rand, i / 2 == 1, i % 2 == 1);
          n_done++;
        }
      alternative_problem_clear (&problem);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bisecting");
  TCase *cases = tcase_create ("by hand");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, by_hand);
  suite_add_tcase (suite, cases);
  return suite;
}
