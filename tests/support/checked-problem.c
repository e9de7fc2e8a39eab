/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/checked-problem.h"

#include <math.h>

#include "support/suite.h"
#include "support/result-figures.h"

static void
assert_close (const RandomProblem *problem, double got, long double expected)
{
  if (!(fabsl (got - expected) <= plain_loss_tolerance (problem) * fmaxl (1, expected)))
    ck_abort_msg ("loss %.17g, expected %.17Lg", got, expected);
}

double
checked_policy (const RandomProblem *problem, DeidProblem *built, guint rank,
                const PlainVerdict *expected)
{
  GError *error = NULL;
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (built), rank, NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (built, policy, NULL, &error);

  if ((result != NULL) != expected->is_solution)
    ck_abort_msg ("policy %u: %s", rank, result != NULL ? "is no solution" : error->message);
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return INFINITY;
    }
  if (deid_result_get_n_suppressed (result) != expected->n_suppressed)
    ck_abort_msg ("policy %u suppresses %" G_GUINT64_FORMAT ", expected %" G_GUINT64_FORMAT, rank,
                  deid_result_get_n_suppressed (result), expected->n_suppressed);
  assert_close (problem, deid_result_get_loss (result), expected->loss);
  return deid_result_get_loss (result);
}

static guint
sum_levels (const RandomProblem *problem, guint rank)
{
  guint levels[MAX_ATTRIBUTES], sum = 0;

  random_problem_get_levels (problem, rank, levels);
  for (guint a = 0; a < problem->n_attributes; a++)
    sum += levels[a];
  return sum;
}

void
checked_release (DeidResult *result)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, &error);

  if (release == NULL || !deid_result_verify (result, release, NULL, &error))
    ck_abort_msg ("%s", error->message);
}

guint64
checked_optimum (DeidProblem *built, DeidSearch *search, double least)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, built, NULL, &error);
  guint64 rank;

  assert_no_error (error);
  deid_policy_get_rank (deid_result_get_policy (result), &rank);
  ck_assert (deid_result_get_loss (result) == least);
  ck_assert (deid_result_is_proven_optimal (result));
  checked_release (result);
  deid_search_unref (search);
  return rank;
}

/* The optimum is unique to the bit of its loss but for the geometric mean, where losses are roots
 * of what is compared and may meet. */
static void
check_search (const RandomProblem *problem, DeidProblem *built, DeidSearch *search,
              gboolean each_once, gboolean releases, guint best, const double *losses,
              const PlainVerdict *verdicts)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, built, NULL, &error);
  const guint64 n_policies = random_problem_get_n_policies (problem);
  guint64 rank;

  if (result == NULL)
    ck_abort_msg ("%s", error->message);
  deid_policy_get_rank (deid_result_get_policy (result), &rank);
  if (rank != best
      && !(problem->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN && losses[rank] == losses[best]
           && verdicts[rank].loss <= verdicts[best].loss + 2 * plain_loss_tolerance (problem)))
    ck_abort_msg ("found policy %u of loss %.17g, expected %u of loss %.17g", (guint) rank,
                  losses[rank], best, losses[best]);
  if (deid_result_get_loss (result) != losses[best]
      || deid_result_get_lower_bound (result) != losses[best]
      || !deid_result_is_proven_optimal (result)
      || deid_result_get_termination (result) != DEID_TERMINATION_COMPLETE
      || deid_result_get_n_suppressed (result) != verdicts[rank].n_suppressed
      || deid_result_get_n_evaluated (result) > n_policies
      || deid_result_get_n_evaluated (result) + count_pruned (result) != n_policies
      || (each_once && deid_result_get_n_evaluated (result) != n_policies))
    ck_abort_msg ("the optimum is found, but not told truly");
  if (releases)
    checked_release (result);
  deid_search_unref (search);
}

/* Returns: one of the searches that prove the optimum in another way, which follows from the table.
 */
static DeidSearch *
make_other_search (const RandomProblem *problem)
{
  switch (problem->n_rows % 4)
    {
    case 0:
      return deid_search_new_flash ();
    case 1:
      return deid_search_new_from_specification ("flash:explicit", NULL);
    case 2:
      return deid_search_new_from_specification ("sub-lattices", NULL);
    default:
      return deid_search_new_best_first ();
    }
}

gboolean
checked_problem (const RandomProblem *problem, gboolean *at_threshold)
{
  const guint n_policies = random_problem_get_n_policies (problem);
  g_autofree PlainVerdict *verdicts = g_new (PlainVerdict, n_policies);
  g_autofree double *losses = g_new (double, n_policies);
  g_autoptr (DeidProblem) built = NULL;
  guint n_solutions = 0, best = G_MAXUINT;
  long double least = INFINITY;

  *at_threshold = FALSE;
  for (guint rank = 0; rank < n_policies; rank++)
    {
      guint levels[MAX_ATTRIBUTES];

      random_problem_get_levels (problem, rank, levels);
      plain_check (problem, levels, &verdicts[rank]);
      *at_threshold |= verdicts[rank].at_threshold;
      if (!verdicts[rank].is_solution)
        continue;
      n_solutions++;
      least = fminl (least, verdicts[rank].loss);
    }
  if (n_solutions == 0 || n_solutions == n_policies)
    return FALSE;
  built = random_problem_build (problem);
  ck_assert_uint_eq (deid_problem_get_n_suppressible (built),
                     MIN (problem->limit, problem->n_records));
  for (guint rank = 0; rank < n_policies; rank++)
    {
      losses[rank] = checked_policy (problem, built, rank, &verdicts[rank]);
      if (verdicts[rank].is_solution
          && (best == G_MAXUINT || losses[rank] < losses[best]
              || (losses[rank] == losses[best]
                  && sum_levels (problem, rank) < sum_levels (problem, best))))
        best = rank;
    }
  assert_close (problem, losses[best], least);
  check_search (problem, built, deid_search_new_exhaustive (), TRUE, TRUE, best, losses, verdicts);
  check_search (problem, built, deid_search_new_optimal (), FALSE, TRUE, best, losses, verdicts);
  check_search (problem, built, make_other_search (problem), FALSE, FALSE, best, losses, verdicts);
  return TRUE;
}
