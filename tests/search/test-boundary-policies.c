/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the searches for policy alternatives find is what it is by the definitions, and with enough
 * iterations it is all there is. */
#include "support/suite.h"

#include <math.h>

#include "support/alternative-problem.h"
#include "support/alternatives.h"

/* What random trials came across. */
typedef struct
{
  guint n_alternatives;
  guint n_dominated;
  guint n_suppressing;
  guint n_bottoms;
  guint n_without;
  guint n_not_minimal;
  guint n_spared;
} Seen;

static DeidResult *
evaluate (DeidProblem *problem, DeidPolicy *policy)
{
  GError *error = NULL;
  DeidResult *result = deid_problem_evaluate (problem, policy, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

/* Returns: 1 over the least number of the population that any released person shares labels with.
 */
static double
find_highest_risk (const AlternativeVerdict *verdict)
{
  double highest = 0;

  for (guint i = 0; i < verdict->n_risks; i++)
    if (verdict->risks[i].n_persons > 0)
      highest = MAX (highest, 1 / (double) MAX (verdict->risks[i].n_population, 1));
  return highest;
}

/* The risk is the least threshold of the model that has this sum. */
static void
check_threshold (const AlternativeProblem *problem, DeidPolicy *policy, double risk)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DeidProblem) other = deid_problem_new (deid_policy_get_lattice (policy));
      DeidDataset *population = deid_problem_get_population (problem->built);
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_population_risk (
          i == 0 ? risk : nextafter (risk, 0), 1, DEID_RISK_SCALE_SUM,
          DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, NULL);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      deid_problem_add_privacy_model (other, model, &error);
      assert_no_error (error);
      if (population != NULL)
        deid_problem_set_population (other, population, NULL, &error);
      assert_no_error (error);
      result = evaluate (other, policy);
      assert_quietly ((result != NULL) == (i == 0));
    }
}

static void
check_alternative (const AlternativeProblem *problem, DeidReport *alternatives, guint64 number,
                   gboolean polish, Seen *seen)
{
  DeidPolicy *policy = get_alternative (alternatives, number);
  const guint rank = alternative_problem_get_rank_of (problem, policy);
  const AlternativeVerdict *verdict = &problem->verdicts[rank];
  const double risk = get_alternative_number (alternatives, number, "population_risk_sum");
  const gboolean is_minimal = alternative_problem_count_below (problem, rank, TRUE) == 0;
  g_autoptr (DeidResult) result = evaluate (problem->built, policy);

  assert_quietly (verdict->is_solution && result != NULL);
  assert_quietly (get_alternative_count (alternatives, number, "suppressed")
                  == verdict->n_suppressed);
  assert_quietly (deid_result_get_n_suppressed (result) == verdict->n_suppressed);
  assert_quietly (get_alternative_number (alternatives, number, "loss")
                  == deid_result_get_loss (result));
  assert_quietly (plain_risk_compare_double (verdict->risks, verdict->n_risks, 2, 1, risk) <= 0);
  assert_quietly (
      plain_risk_compare_double (verdict->risks, verdict->n_risks, 2, 1, nextafter (risk, 0)) > 0);
  assert_quietly (get_alternative_number (alternatives, number, "highest_population_risk")
                  == find_highest_risk (verdict));
  assert_quietly (is_alternative (alternatives, number, "boundary"));
  assert_quietly (alternative_problem_count_below (problem, rank, FALSE) > 0);
  assert_quietly (is_alternative (alternatives, number, "risk_minimal") == polish);
  assert_quietly (is_minimal || !polish);
  if (problem->cut.limit == 0 && number == 0)
    check_threshold (problem, policy, risk);
  seen->n_alternatives++;
  seen->n_suppressing += verdict->n_suppressed > 0;
  seen->n_not_minimal += is_minimal ? 0 : 1;
}

/* Tells whether all levels of a policy are at least those of another one. */
static gboolean
is_above (const AlternativeProblem *problem, DeidPolicy *policy, DeidPolicy *other)
{
  for (guint d = 0; d < problem->n_dimensions; d++)
    if (deid_policy_get_level (policy, d) < deid_policy_get_level (other, d))
      return FALSE;
  return TRUE;
}

static gboolean
find_dominating (const AlternativeProblem *problem, DeidReport *alternatives, guint64 number,
                 guint64 *first)
{
  for (*first = 0; *first < count_alternatives (alternatives); (*first)++)
    if (*first != number
        && is_above (problem, get_alternative (alternatives, number),
                     get_alternative (alternatives, *first)))
      return TRUE;
  *first = number;
  return FALSE;
}

/* Sets the first that is better by risk and loss. */
static gboolean
find_better (DeidReport *alternatives, guint64 number, guint64 *first)
{
  const double risk = get_alternative_number (alternatives, number, "population_risk_sum");
  const double loss = get_alternative_number (alternatives, number, "loss");

  for (*first = 0; *first < count_alternatives (alternatives); (*first)++)
    {
      const double other_risk
          = get_alternative_number (alternatives, *first, "population_risk_sum");
      const double other_loss = get_alternative_number (alternatives, *first, "loss");

      if ((other_risk < risk && other_loss <= loss) || (other_risk <= risk && other_loss < loss))
        return TRUE;
    }
  *first = number;
  return FALSE;
}

static void
check_same (DeidReport *a, guint64 i, DeidReport *b, guint64 j)
{
  assert_quietly (get_alternative (a, i) == get_alternative (b, j));
  assert_quietly (get_alternative_number (a, i, "loss") == get_alternative_number (b, j, "loss"));
  assert_quietly (get_alternative_number (a, i, "population_risk_sum")
                  == get_alternative_number (b, j, "population_risk_sum"));
  assert_quietly (get_alternative_count (a, i, "suppressed")
                  == get_alternative_count (b, j, "suppressed"));
  assert_quietly (get_alternative_count (a, i, "found") == get_alternative_count (b, j, "found"));
  assert_quietly (is_alternative (a, i, "boundary") == is_alternative (b, j, "boundary"));
  assert_quietly (is_alternative (a, i, "risk_minimal") == is_alternative (b, j, "risk_minimal"));
}

static void
check_dominated (const AlternativeProblem *problem, DeidResult *result, DeidReport *alternatives,
                 Seen *seen)
{
  g_autoptr (DeidReport) rest = NULL;
  guint64 n_left = 0;
  GError *error = NULL;

  rest = deid_report_new_alternatives (result, NULL, 0, TRUE, NULL, &error);
  assert_no_error (error);
  for (guint64 i = 0; i < count_alternatives (alternatives); i++)
    {
      guint64 expected, dominating;
      const gboolean is_dominated = find_dominating (problem, alternatives, i, &expected);

      assert_quietly (find_other_alternative (alternatives, i, "dominated_by", &dominating)
                      == is_dominated);
      assert_quietly (dominating == expected);
      assert_quietly (find_better (alternatives, i, &expected)
                      == find_other_alternative (alternatives, i, "bettered_by", &dominating));
      assert_quietly (dominating == expected);
      if (!is_dominated)
        check_same (alternatives, i, rest, n_left++);
      seen->n_dominated += is_dominated ? 1 : 0;
    }
  assert_quietly (count_alternatives (rest) == n_left);
}

/* Where the bottom is a solution, there is nothing to choose. */
static void
check_bottom (const AlternativeProblem *problem, DeidResult *result, Seen *seen)
{
  g_autoptr (DeidReport) alternatives = list_alternatives (result);
  DeidPolicy *policy = get_alternative (alternatives, 0);

  assert_quietly (count_alternatives (alternatives) == 1);
  assert_quietly (alternative_problem_get_rank_of (problem, policy) == 0);
  assert_quietly (!is_alternative (alternatives, 0, "boundary"));
  assert_quietly (is_alternative (alternatives, 0, "risk_minimal"));
  assert_quietly (get_alternative_count (alternatives, 0, "found") == 1);
  assert_quietly (deid_result_get_n_evaluated (result) == 2);
  seen->n_bottoms++;
}

static void
check_result (const AlternativeProblem *problem, DeidResult *result, guint64 n_iterations,
              gboolean polish, Seen *seen)
{
  g_autoptr (DeidReport) alternatives = list_alternatives (result);
  g_autoptr (DeidResult) best = evaluate (problem->built, deid_result_get_policy (result));
  guint64 n_found = 0;
  double least = INFINITY;

  assert_quietly (deid_result_get_termination (result) == DEID_TERMINATION_COMPLETE);
  assert_quietly (deid_result_get_n_evaluated (result) <= problem->n_policies);
  check_dominated (problem, result, alternatives, seen);
  for (guint64 i = 0; i < count_alternatives (alternatives); i++)
    {
      check_alternative (problem, alternatives, i, polish, seen);
      assert_quietly (get_alternative_count (alternatives, i, "found") > 0);
      n_found += get_alternative_count (alternatives, i, "found");
      least = fmin (least, get_alternative_number (alternatives, i, "loss"));
    }
  assert_quietly (n_found == n_iterations);
  assert_quietly (best != NULL && deid_result_get_loss (best) == deid_result_get_loss (result));
  assert_quietly (deid_result_get_loss (result) <= least);
  assert_quietly (problem->cut.limit > 0 || deid_result_get_loss (result) == least);
}

static void
check_searches (const AlternativeProblem *problem, GRand *rand, Seen *seen)
{
  for (guint i = 0; i < 4; i++)
    {
      const guint64 n_iterations = (guint64) g_rand_int_range (rand, 1, 30);
      GError *error = NULL;
      g_autoptr (DeidResult) result = alternative_problem_search (
          problem, i / 2 == 1, n_iterations, g_rand_int (rand), i % 2 == 1, &error);

      if (!problem->verdicts[problem->n_policies - 1].is_solution)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          seen->n_without++;
          continue;
        }
      assert_no_error (error);
      if (problem->verdicts[0].is_solution)
        check_bottom (problem, result, seen);
      else
        check_result (problem, result, n_iterations, i % 2 == 1, seen);
    }
}

START_TEST (definitions)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (70);
  const guint n_trials = MAX (count_trials (400), 30);
  Seen seen = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      AlternativeProblem problem;

      alternative_problem_init_random (&problem, rand);
      check_searches (&problem, rand, &seen);
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (seen.n_alternatives, n_trials);
  ck_assert_uint_gt (seen.n_dominated, 0);
  ck_assert_uint_gt (seen.n_suppressing, 0);
  ck_assert_uint_gt (seen.n_bottoms, 0);
  ck_assert_uint_gt (seen.n_without, 0);
  ck_assert_uint_gt (seen.n_not_minimal, 0);
}
END_TEST

/* Counts the boundary policies, or of these the risk-minimal ones. */
static guint
count_policies (const AlternativeProblem *problem, gboolean minimal)
{
  guint n = 0;

  for (guint rank = 0; rank < problem->n_policies; rank++)
    n += problem->verdicts[rank].is_solution
         && alternative_problem_count_below (problem, rank, FALSE) > 0
         && (!minimal || alternative_problem_count_below (problem, rank, TRUE) == 0);
  return n;
}

/* Each alternative is one of those that are counted. */
START_TEST (all_of_them)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (71 + (guint32) _i);
  const AlternativeKind kind = _i == 0 ? ALTERNATIVE_K : ALTERNATIVE_RISK;
  const guint n_trials = MAX (count_trials (20), 2);
  guint n_done = 0;

  while (n_done < n_trials)
    {
      AlternativeProblem problem;

      alternative_problem_init_of_kind (&problem, rand, kind);
      for (guint i = 0; i < 4 && count_policies (&problem, TRUE) > 1; i++)
        {
          g_autoptr (DeidResult) result
              = alternative_problem_search (&problem, i / 2 == 1, 20000, i, i % 2 == 1, NULL);
          g_autoptr (DeidReport) alternatives = list_alternatives (result);
          Seen seen = { 0 };

          check_result (&problem, result, 20000, i % 2 == 1, &seen);
          if (count_alternatives (alternatives) != count_policies (&problem, i % 2 == 1))
            ck_abort_msg ("search %u finds %" G_GUINT64_FORMAT " of %u policies", i,
                          count_alternatives (alternatives), count_policies (&problem, i % 2 == 1));
          n_done += i == 3;
        }
      alternative_problem_clear (&problem);
    }
}
END_TEST

/* The search for all of them lists just those, each with what is true of it, and the bottom if it
 * is a solution. */
static void
check_all (const AlternativeProblem *problem, Seen *seen)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, problem->built, NULL, &error);
  g_autoptr (DeidReport) alternatives = NULL;
  guint64 n = 0;

  if (!problem->verdicts[problem->n_policies - 1].is_solution)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      seen->n_without++;
      return;
    }
  assert_no_error (error);
  alternatives = list_alternatives (result);
  assert_quietly (flag_of (alternatives, "complete"));
  assert_quietly (deid_result_get_n_evaluated (result) <= problem->n_policies);
  for (guint rank = 0; rank < problem->n_policies; rank++)
    {
      const gboolean is_boundary = alternative_problem_count_below (problem, rank, FALSE) > 0;

      if (!problem->verdicts[rank].is_solution || (!is_boundary && rank > 0))
        continue;
      assert_quietly (n < count_alternatives (alternatives));
      assert_quietly (alternative_problem_get_rank_of (problem, get_alternative (alternatives, n))
                      == rank);
      if (is_boundary)
        check_alternative (problem, alternatives, n,
                           alternative_problem_count_below (problem, rank, TRUE) == 0, seen);
      else
        seen->n_bottoms++;
      n++;
    }
  assert_quietly (n == count_alternatives (alternatives));
  seen->n_spared += (guint) (problem->n_policies - deid_result_get_n_evaluated (result));
}

START_TEST (complete)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (72);
  const guint n_trials = MAX (count_trials (500), 30);
  Seen seen = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      AlternativeProblem problem;

      alternative_problem_init_random (&problem, rand);
      check_all (&problem, &seen);
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (seen.n_alternatives, n_trials);
  ck_assert_uint_gt (seen.n_spared, 0);
  ck_assert_uint_gt (seen.n_bottoms, 0);
  ck_assert_uint_gt (seen.n_without, 0);
}
END_TEST

/* The same where generalizations of solutions may be none: of a union-closed model with records
 * suppressed. What is a solution is what the library says of each policy when it is stated. */
static guint
check_union_closed (const CutProblem *cut, gboolean *is_monotone)
{
  g_autoptr (DeidDataset) dataset = cut_problem_build_dataset (cut);
  g_autoptr (DeidLattice) lattice = cut_problem_build_lattice (cut, dataset);
  g_autoptr (DeidProblem) problem = cut_problem_build (cut, lattice, "loss:arith");
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("te:0.2@diagnosis", NULL, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  g_autoptr (DeidReport) found = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree gboolean *solutions = NULL;
  GError *error = NULL;
  guint64 size, n = 0;

  ck_assert_ptr_nonnull (model);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_lattice_get_size (lattice, &size));
  solutions = g_new0 (gboolean, size);
  for (guint64 rank = 0; rank < size; rank++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);
      g_autoptr (DeidResult) own = evaluate (problem, policy);

      solutions[rank] = own != NULL;
      n += own != NULL;
    }
  result = deid_search_run (search, problem, NULL, &error);
  if (n == 0)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return 0;
    }
  assert_no_error (error);
  found = list_alternatives (result);
  n = 0;
  for (guint64 rank = 0; rank < size; rank++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);
      gboolean is_boundary = FALSE, is_minimal = TRUE;

      for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
        {
          g_autoptr (DeidPolicy) below = NULL;
          guint64 other;

          ck_assert (deid_policy_get_predecessor (policy, d, &below, NULL));
          if (below == NULL)
            continue;
          ck_assert (deid_policy_get_rank (below, &other));
          is_boundary |= !solutions[other];
          is_minimal &= !solutions[other];
          *is_monotone &= solutions[rank] || !solutions[other];
        }
      if (!solutions[rank] || (!is_boundary && rank > 0))
        continue;
      assert_quietly (n < count_alternatives (found));
      assert_quietly (deid_policy_compare (policy, get_alternative (found, n)) == 0);
      assert_quietly (is_alternative (found, n, "boundary") == is_boundary);
      assert_quietly (is_alternative (found, n++, "risk_minimal") == is_minimal);
    }
  assert_quietly (n == count_alternatives (found));
  return (guint) n;
}

START_TEST (not_monotone)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (73);
  gboolean is_monotone = TRUE;
  guint n = 0;

  for (guint trial = 0; trial < MAX (count_trials (200), 20); trial++)
    {
      CutProblem cut;

      cut_problem_init_random (&cut, rand);
      if (cut.n_population == 0 && cut.limit > 0)
        n += check_union_closed (&cut, &is_monotone);
    }
  ck_assert_uint_gt (n, 0);
  ck_assert (!is_monotone || count_trials (200) < 100);
}
END_TEST

/* A run that ends early says so, and lists nothing that is none. */
START_TEST (ended_early)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (74);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("boundary", NULL);
  guint n_incomplete = 0;

  ck_assert (deid_search_set_step_limit (search, 3, NULL));
  for (guint trial = 0; trial < 20; trial++)
    {
      AlternativeProblem problem;
      g_autoptr (DeidResult) result = NULL;

      alternative_problem_init_of_kind (&problem, rand, ALTERNATIVE_K);
      result = deid_search_run (search, problem.built, NULL, NULL);
      if (result != NULL && deid_result_get_termination (result) != DEID_TERMINATION_COMPLETE)
        {
          g_autoptr (DeidReport) found = list_alternatives (result);

          ck_assert (!flag_of (found, "complete"));
          for (guint64 i = 0; i < count_alternatives (found); i++)
            {
              const guint rank
                  = alternative_problem_get_rank_of (&problem, get_alternative (found, i));

              ck_assert (problem.verdicts[rank].is_solution);
              ck_assert_uint_gt (alternative_problem_count_below (&problem, rank, FALSE), 0);
            }
          n_incomplete++;
        }
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (n_incomplete, 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("boundary policies");
  TCase *cases = tcase_create ("random problems");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, definitions);
  tcase_add_test (cases, complete);
  tcase_add_test (cases, not_monotone);
  tcase_add_test (cases, ended_early);
  tcase_add_loop_test (cases, all_of_them, 0, 2);
  suite_add_tcase (suite, cases);
  return suite;
}
