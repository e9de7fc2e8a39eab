/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches by their names: the greedy walks against the same walks done plainly, and what is true
 * of searches that prove nothing. */
#include "support/suite.h"

#include <math.h>

#include "support/aimed-model.h"
#include "support/plain-check.h"
#include "support/search-problem.h"
#include "support/skewed-table.h"
#include "support/result-figures.h"

#define N_PROBLEMS 1000
#define N_PROVING  6 /* of the searches below */

static const char *const heuristics[] = { "igreedy", "datafly", "ola" };
static const char *const names[]
    = { "optimal",      "exhaustive", "flash",   "flash:explicit", "best-first",
        "sub-lattices", "ola",        "igreedy", "datafly" };

static DeidSearch *
make_named (const char *name)
{
  GError *error = NULL;
  DeidSearch *search = deid_search_new_from_specification (name, &error);

  assert_no_error (error);
  return search;
}

/* One model of the library, or several that are mixed at random. */
static RandomProblem *
make_random (GRand *rand, guint trial)
{
  static const guint limits[] = { 0, 5, 50 };
  RandomProblem *problem = random_problem_new (rand, g_rand_int (rand) % 4 == 0);

  random_problem_restrict (problem);
  aimed_model_set_limit (problem, limits[trial % 3]);
  if (trial % 4 == 0)
    aimed_model_add (problem, rand, &plain_models[g_rand_int (rand) % n_plain_models]);
  else
    random_problem_add_models (problem, rand, 5);
  return problem;
}

/* Where a walk ended, and how many policies it evaluated. */
typedef struct
{
  guint levels[MAX_ATTRIBUTES];
  gboolean is_solution;
  guint n_evaluated;
} Walk;

static gboolean
evaluate (const RandomProblem *problem, Walk *walk)
{
  PlainVerdict verdict;

  plain_check (problem, walk->levels, &verdict);
  walk->n_evaluated++;
  walk->is_solution = verdict.is_solution;
  return walk->is_solution;
}

static gboolean
can_rise (const RandomProblem *problem, const Walk *walk, guint attribute)
{
  const RandomAttribute *own = &problem->attributes[attribute];

  return walk->levels[attribute] + 1 < own->n_levels - own->n_cut;
}

/* Counts the labels that the rows have. */
static guint
count_distinct (const RandomProblem *problem, const Walk *walk, guint attribute)
{
  const RandomAttribute *own = &problem->attributes[attribute];
  const guint level = walk->levels[attribute];
  guint n = 0;

  for (guint row = 0; row < problem->n_rows; row++)
    {
      guint earlier = 0;

      while (g_strcmp0 (own->leaves[own->leaf_of_row[earlier]].labels[level],
                        own->leaves[own->leaf_of_row[row]].labels[level])
             != 0)
        earlier++;
      n += earlier == row ? 1 : 0;
    }
  return n;
}

static guint64
find_smallest_class (const RandomProblem *problem, const Walk *walk)
{
  PlainClass classes[MAX_ROWS];
  const guint n_classes = plain_group (problem, walk->levels, classes);
  guint64 smallest = G_MAXUINT64;

  for (guint c = 0; c < n_classes; c++)
    {
      guint64 size = 0;

      for (guint i = 0; i < classes[c].n_rows; i++)
        size += problem->weights[classes[c].rows[i]];
      smallest = MIN (smallest, size);
    }
  return smallest;
}

/* Moves on to the best direct generalization, or to one that is a solution.
 * Returns: whether there is more to be done. */
static gboolean
climb (const RandomProblem *problem, Walk *walk)
{
  guint chosen = MAX_ATTRIBUTES, least_distinct = 0;
  guint64 largest = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      guint most_distinct = 0;
      guint64 smallest;

      if (!can_rise (problem, walk, a))
        continue;
      walk->levels[a]++;
      if (evaluate (problem, walk))
        return FALSE;
      smallest = find_smallest_class (problem, walk);
      for (guint b = 0; b < problem->n_attributes; b++)
        most_distinct = MAX (most_distinct, count_distinct (problem, walk, b));
      walk->levels[a]--;
      if (chosen < MAX_ATTRIBUTES
          && (smallest < largest || (smallest == largest && most_distinct >= least_distinct)))
        continue;
      chosen = a;
      largest = smallest;
      least_distinct = most_distinct;
    }
  if (chosen < MAX_ATTRIBUTES)
    walk->levels[chosen]++;
  return chosen < MAX_ATTRIBUTES;
}

static void
walk_igreedy (const RandomProblem *problem, Walk *walk)
{
  if (evaluate (problem, walk))
    return;
  while (climb (problem, walk))
    ;
}

static void
walk_datafly (const RandomProblem *problem, Walk *walk)
{
  while (!evaluate (problem, walk))
    {
      guint chosen = MAX_ATTRIBUTES;

      for (guint a = problem->n_attributes; a-- > 0;)
        if (can_rise (problem, walk, a)
            && (chosen == MAX_ATTRIBUTES
                || count_distinct (problem, walk, a) >= count_distinct (problem, walk, chosen)))
          chosen = a;
      if (chosen == MAX_ATTRIBUTES)
        return;
      walk->levels[chosen]++;
    }
}

static void
check_walk (DeidResult *result, const Walk *walk, guint n_attributes)
{
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), walk->n_evaluated);
  for (guint a = 0; a < n_attributes; a++)
    ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), a), walk->levels[a]);
}

START_TEST (plain_walks)
{
  static void (*const walks[]) (const RandomProblem *, Walk *) = { walk_igreedy, walk_datafly };
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (400 + _i));
  const guint n_problems = count_trials (N_PROBLEMS);
  guint n_solved = 0, n_far = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = make_random (rand, trial);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidResult) result = solve_with (make_named (heuristics[_i]), problem);
      Walk walk = { 0 };

      for (guint a = 0; a < random->n_attributes; a++)
        walk.levels[a] = random->attributes[a].lowest;
      walks[_i](random, &walk);
      ck_assert ((result != NULL) == walk.is_solution);
      if (result != NULL)
        check_walk (result, &walk, random->n_attributes);
      n_solved += walk.is_solution ? 1 : 0;
      n_far += walk.is_solution && walk.n_evaluated > 3 ? 1 : 0;
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved, n_problems / 3);
  ck_assert_uint_lt (n_solved, n_problems);
  ck_assert_uint_ge (n_far, n_problems / 40);
}
END_TEST

/* Returns: whether the heuristic missed the optimum. */
static gboolean
check_heuristic (const char *name, DeidProblem *problem, DeidResult *best)
{
  g_autoptr (DeidResult) found = solve_with (make_named (name), problem);
  const double loss = deid_result_get_loss (best);

  if (found == NULL)
    return TRUE;
  check_result (found, problem);
  ck_assert_double_ge (deid_result_get_loss (found), loss);
  ck_assert_double_le (deid_result_get_lower_bound (found), loss);
  ck_assert_uint_le (deid_result_get_n_evaluated (found), count_policies (found));
  if (deid_result_is_proven_optimal (found))
    ck_assert (deid_result_get_loss (found) == loss);
  return deid_result_get_loss (found) > loss;
}

START_TEST (truthful)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (410);
  const guint n_problems = count_trials (N_PROBLEMS);
  guint n_missed[G_N_ELEMENTS (heuristics)] = { 0 };

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *random = make_random (rand, trial);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidResult) best = solve_with (deid_search_new_exhaustive (), problem);

      for (guint i = 0; best != NULL && i < G_N_ELEMENTS (heuristics); i++)
        n_missed[i] += check_heuristic (heuristics[i], problem, best) ? 1 : 0;
      random_problem_free (random);
    }
  for (guint i = 0; i < G_N_ELEMENTS (heuristics); i++)
    ck_assert_uint_ge (n_missed[i], n_problems / 200);
}
END_TEST

START_TEST (step_limits)
{
  g_autoptr (DeidProblem) problem = make_problem (60, 3, 0.05);
  g_autoptr (DeidResult) best = solve_with (make_named (names[_i]), problem);
  const guint64 n_needed = deid_result_get_n_evaluated (best);
  double last = INFINITY;

  for (guint64 limit = 1; limit <= n_needed; limit += limit < 60 ? 1 : n_needed / 9)
    {
      g_autoptr (DeidSearch) search = make_named (names[_i]);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      ck_assert (deid_search_set_step_limit (search, limit, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
          ck_assert (isinf (last) && limit < n_needed);
          continue;
        }
      check_result (result, problem);
      ck_assert_uint_eq (deid_result_get_n_evaluated (result), limit);
      ck_assert ((deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE)
                 == (limit == n_needed));
      ck_assert (limit == n_needed || !deid_result_is_proven_optimal (result));
      ck_assert_double_le (deid_result_get_loss (result), last);
      last = deid_result_get_loss (result);
    }
  ck_assert_double_ge (last, deid_result_get_loss (best));
}
END_TEST

START_TEST (no_solution)
{
  g_autoptr (DeidProblem) exact = make_problem (30, 31, 0);
  g_autoptr (DeidProblem) limited = make_problem (30, 31, 0.1);
  const gboolean proves_all = _i < N_PROVING;
  const gboolean proves_exact = proves_all || g_str_equal (names[_i], "ola");
  g_autoptr (DeidSearch) search = make_named (names[_i]);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, exact, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                proves_exact ? "no policy is a solution" : "the search found no solution",
                "limit allows 0", NULL);
  ck_assert_ptr_null (deid_search_run (search, limited, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                proves_all ? "no policy is a solution" : "the search found no solution",
                "limit allows 3", NULL);
}
END_TEST

START_TEST (cancelled_before)
{
  g_autoptr (DeidProblem) problem = make_problem (60, 2, 0.05);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = make_named (names[_i]);
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_search_run (search, problem, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* When a run was cancelled, by the first report on it. */
typedef struct
{
  GCancellable *cancellable;
  double seconds;
} Cancelled;

static void
cancel (DeidProgress *progress, gpointer data)
{
  Cancelled *cancelled = data;

  (void) progress;
  if (cancelled->seconds <= 0)
    cancelled->seconds = get_seconds ();
  g_cancellable_cancel (cancelled->cancellable);
}

/* Few rows and 4^14 policies: most of the time is spent between evaluations. The headers promise
 * 100 ms; sanitizers need more. */
START_TEST (cancelled_soon)
{
  static const char *const long_ones[] = { "ola", "sub-lattices" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (420);
  SkewedTable table = { .n_rows = 40, .n_attributes = 14, .skew = 2 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidSearch) search = make_named (long_ones[_i]);
  Cancelled cancelled = { .cancellable = cancellable };
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  for (guint a = 0; a < table.n_attributes; a++)
    {
      table.heights[a] = 3;
      table.n_leaves[a] = 20;
    }
  problem = skewed_table_build_problem (&table, rand, "k:2", 0.05);
  ck_assert (deid_search_set_progress_func (search, cancel, &cancelled, NULL, NULL));
  result = deid_search_run (search, problem, cancellable, &error);
  ck_assert_double_lt (get_seconds () - cancelled.seconds, 10);
  if (result == NULL)
    assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  else
    ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_CANCELLED);
}
END_TEST

START_TEST (specification)
{
  g_autoptr (DeidSearch) search = make_named (names[_i]);
  g_autofree char *name = deid_search_to_specification (search);

  ck_assert_str_eq (name, names[_i]);
}
END_TEST

START_TEST (unknown_spelling)
{
  static const char *const unknown[] = { "",
                                         "best",
                                         "OLA",
                                         "ola ",
                                         "sub-lattices:5",
                                         "bisecting",
                                         "bisecting:5",
                                         "directed:5:-1",
                                         "directed:18446744073709551616:1",
                                         "directed:5:1:polished",
                                         "bisecting:1:1:polish:1",
                                         "coordinate-descent:",
                                         "coordinate-descent:1:2:3" };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      ck_assert_ptr_null (deid_search_new_from_specification (unknown[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "search '", unknown[i],
                    "', expected auto, optimal, exhaustive, ",
                    ", datafly, mondrian, mondrian:relaxed, local[:ITERATIONS[:SEED[:RISES]]], "
                    "rounds[:ROUNDS], coordinate-descent[:ROUNDS[:SEED]], bisecting:",
                    NULL);
    }
}
END_TEST

/* Two records that differ in b and c, and values that cost nothing unless they are suppressed. The
 * walk begins with a, which is of no use, and what it finds is as good as what comes first. */
START_TEST (tied)
{
  static const char *const columns[] = { "a", "b", "c" };
  static const gint64 values[][2] = { { 1, 1 }, { 1, 2 }, { 1, 2 } };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 1, NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) walked = NULL, first = NULL;
  g_autofree char *walked_text = NULL, *first_text = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    ck_assert (
        deid_dataset_add_integer_column (dataset, columns[i], values[i], 2, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    ck_assert (deid_lattice_add_quasi_identifier (lattice, columns[i], hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  walked = solve_with (make_named ("igreedy"), problem);
  first = solve_with (make_named ("optimal"), problem);
  walked_text = deid_policy_to_text (deid_result_get_policy (walked), NULL);
  first_text = deid_policy_to_text (deid_result_get_policy (first), NULL);
  ck_assert_str_eq (walked_text, "a:1 b:1 c:1");
  ck_assert_str_eq (first_text, "a:0 b:1 c:1");
  ck_assert (deid_result_is_proven_optimal (walked));
  ck_assert (deid_result_get_loss (walked) == deid_result_get_loss (first));
  ck_assert (
      !deid_result_write_certificate (walked, get_temporary_file ("tied.jsonl"), NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("heuristics");
  TCase *walks = tcase_create ("results");
  TCase *ends = tcase_create ("ends of runs");

  tcase_set_timeout (walks, 120);
  tcase_add_loop_test (walks, plain_walks, 0, 2);
  tcase_add_test (walks, truthful);
  tcase_add_test (walks, tied);
  suite_add_tcase (suite, walks);
  tcase_set_timeout (ends, 120);
  tcase_add_loop_test (ends, step_limits, 0, G_N_ELEMENTS (names));
  tcase_add_loop_test (ends, no_solution, 0, G_N_ELEMENTS (names));
  tcase_add_loop_test (ends, cancelled_before, 0, G_N_ELEMENTS (names));
  tcase_add_loop_test (ends, cancelled_soon, 0, 2);
  tcase_add_loop_test (ends, specification, 0, G_N_ELEMENTS (names));
  tcase_add_test (ends, unknown_spelling);
  suite_add_tcase (suite, ends);
  return suite;
}
