/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Population risk on random tables, half of them exactly at the threshold and the others next to
 * it, against its definition in big rationals: what is released, by searches and alternatives, what
 * the verifier and certificates say, and what reports tell. */
#include "support/suite.h"

#include <math.h>

#include "support/alternatives.h"
#include "support/exact-table.h"
#include "privacy/risk-sum.h"
#include "privacy/table-view.h"

#define N_TABLES 2000 /* of each kind */

/* What the trials came across. */
typedef struct
{
  guint n_exact; /* policies at the very threshold that are solutions */
  guint n_means;
  guint n_roots;
  guint n_withheld;
  guint n_refused;
} Seen;

typedef struct
{
  ExactTable table;
  gboolean has_cuts;
  DeidProblem *problem;
  guint n_policies;
  Seen *seen;
} Case;

static void
case_init (Case *of, GRand *rand, gboolean has_cuts, gboolean is_exact, Seen *seen)
{
  *of = (Case){ .has_cuts = has_cuts, .seen = seen };
  exact_table_init (&of->table, rand, has_cuts, is_exact);
  of->problem = exact_table_build (&of->table, has_cuts);
  of->n_policies = has_cuts ? 1u << (of->table.n_values - 1) : 3;
  seen->n_means += of->table.is_mean ? 1 : 0;
}

static void
case_clear (Case *of)
{
  deid_problem_unref (of->problem);
}

static DeidPolicy *
get_policy (const Case *of, guint rank)
{
  return deid_policy_new_from_rank (deid_problem_get_lattice (of->problem), rank, NULL);
}

static gboolean
is_solution (const Case *of, const DeidPolicy *policy, guint *n_withheld, guint64 *n_suppressed)
{
  return exact_table_is_solution (&of->table, policy, of->has_cuts, n_withheld, n_suppressed);
}

/* Lists what a policy that is a solution releases. */
static guint
list_released (const Case *of, const DeidPolicy *policy, guint n_withheld, PlainRiskPart *parts,
               guint64 *n_persons)
{
  const guint n = exact_table_list (&of->table, policy, of->has_cuts, parts, NULL) - n_withheld;

  *n_persons = 0;
  for (guint i = 0; i < n; i++)
    {
      parts[i] = parts[i + n_withheld];
      *n_persons += parts[i].n_persons;
    }
  return n;
}

static void
note (const Case *of, const DeidPolicy *policy, guint n_withheld)
{
  PlainRiskPart parts[EXACT_MAX_VALUES];
  guint64 n_persons;
  const guint n = list_released (of, policy, n_withheld, parts, &n_persons);
  const ExactTable *table = &of->table;

  of->seen->n_exact += plain_risk_compare (parts, n, table->halves, table->is_mean ? n_persons : 1,
                                           table->digits, table->n_decimals)
                               == 0
                           ? 1
                           : 0;
  for (guint i = 0; i < n && table->halves % 2 == 1; i++)
    of->seen->n_roots += fmod (sqrt ((double) parts[i].n_population), 1) > 0 ? 1 : 0;
  of->seen->n_withheld += n_withheld > 0 ? 1 : 0;
}

/* Evaluates a policy, which must have the verdict of the definition.
 * Returns: (nullable): the result. */
static DeidResult *
evaluate (const Case *of, DeidPolicy *policy, guint *n_withheld)
{
  guint64 n_suppressed;
  const gboolean expected = is_solution (of, policy, n_withheld, &n_suppressed);
  GError *error = NULL;
  DeidResult *result = deid_problem_evaluate (of->problem, policy, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  if ((result != NULL) != expected)
    {
      g_autofree char *model = exact_table_spell_model (&of->table);

      ck_abort_msg ("%s: a policy is %s solution", model, expected ? "a" : "no");
    }
  of->seen->n_refused += expected ? 0 : 1;
  if (!expected)
    return NULL;
  assert_quietly (deid_result_get_n_suppressed (result) == n_suppressed);
  note (of, policy, *n_withheld);
  return result;
}

/* The least loss of all policies. */
static double
find_least_loss (const Case *of)
{
  double least = INFINITY;

  for (guint rank = 0; rank < of->n_policies; rank++)
    {
      g_autoptr (DeidPolicy) policy = get_policy (of, rank);
      guint n_withheld;
      g_autoptr (DeidResult) result = evaluate (of, policy, &n_withheld);

      if (result != NULL)
        least = fmin (least, deid_result_get_loss (result));
    }
  return least;
}

/* Returns: (nullable): the optimum. */
static DeidResult *
search (const Case *of, DeidSearch *search, double least)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, of->problem, NULL, &error);

  deid_search_unref (search);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  assert_quietly ((result != NULL) == isfinite (least));
  assert_quietly (result == NULL || deid_result_get_loss (result) == least);
  return result;
}

static void
check_searches (const Case *of)
{
  const double least = find_least_loss (of);
  g_autoptr (DeidResult) optimal = search (of, deid_search_new_optimal (), least);
  g_autoptr (DeidResult) exhaustive = search (of, deid_search_new_exhaustive (), least);

  assert_quietly ((optimal == NULL) == (exhaustive == NULL));
}

static void
check_release (DeidResult *result)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) release = deid_result_apply (result, NULL, NULL, &error);

  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
}

/* The verifier's own decision about the classes of a policy, solution or not. */
static void
check_plain_risk (const Case *of, const DeidPolicy *policy)
{
  const ExactTable *table = &of->table;
  PlainRiskPart parts[EXACT_MAX_VALUES];
  guint64 n_persons, sizes[EXACT_MAX_VALUES], populations[EXACT_MAX_VALUES];
  const guint n = list_released (of, policy, 0, parts, &n_persons);
  const guint64 divisor = table->is_mean ? n_persons : 1;
  const DeidTableView view = { .n_classes = n,
                               .sizes = sizes,
                               .populations = table->has_population ? populations : NULL };
  char text[64];
  DeidRational exact;
  double threshold;
  int sign;

  for (guint i = 0; i < n; i++)
    {
      sizes[i] = parts[i].n_persons;
      populations[i] = parts[i].n_population;
    }
  exact_table_spell_threshold (table, text);
  threshold = g_ascii_strtod (text, NULL);
  ck_assert (deid_rational_from_double (threshold, "a threshold", &exact, NULL));
  ck_assert (
      deid_plain_risk_compare (&view, table->halves, threshold, &exact, divisor, &sign, NULL));
  assert_quietly (
      sign
      == plain_risk_compare (parts, n, table->halves, divisor, table->digits, table->n_decimals));
}

static void
check_verifier (const Case *of)
{
  for (guint rank = 0; rank < of->n_policies; rank++)
    {
      g_autoptr (DeidPolicy) policy = get_policy (of, rank);
      guint n_withheld;
      g_autoptr (DeidResult) result = evaluate (of, policy, &n_withheld);

      if (result != NULL)
        check_release (result);
      check_plain_risk (of, policy);
    }
}

static void
check_certificates (const Case *of)
{
  const char *path = get_temporary_file ("exact.jsonl");
  const double least = find_least_loss (of);
  g_autoptr (DeidResult) optimum = search (of, deid_search_new_optimal (), least);
  g_autoptr (DeidProblem) again = exact_table_build (&of->table, of->has_cuts);
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;

  if (optimum == NULL)
    return;
  deid_result_write_certificate (optimum, path, NULL, &error);
  assert_no_error (error);
  verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
  assert_no_error (error);
  assert_quietly (deid_result_get_loss (verified) == least);
}

/* One in four, since files take longer than the rest. */
static void
check_some_certificates (const Case *of, guint trial)
{
  if (trial / 2 % 4 == 0)
    check_certificates (of);
  else
    check_searches (of);
}

/* A report tells the least double that is no less than the risk; where that is the threshold
 * itself, it is this. */
static void
check_report (const Case *of, DeidResult *result, const DeidPolicy *policy, guint n_withheld)
{
  const ExactTable *table = &of->table;
  PlainRiskPart parts[EXACT_MAX_VALUES];
  guint64 n_persons;
  const guint n = list_released (of, policy, n_withheld, parts, &n_persons);
  const guint64 divisor = table->is_mean ? n_persons : 1;
  GError *error = NULL;
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  char text[64];
  double risk;

  assert_no_error (error);
  deid_report_get_population_risk (report, table->halves / 2.0, (DeidRiskScale) table->is_mean,
                                   &risk, NULL, &error);
  assert_no_error (error);
  assert_quietly (plain_risk_compare_double (parts, n, table->halves, divisor, risk) <= 0);
  assert_quietly (plain_risk_compare_double (parts, n, table->halves, divisor, nextafter (risk, 0))
                  > 0);
  exact_table_spell_threshold (table, text);
  if (plain_risk_compare (parts, n, table->halves, divisor, table->digits, table->n_decimals) == 0)
    assert_quietly (risk == g_ascii_strtod (text, NULL));
}

static void
check_reports (const Case *of)
{
  for (guint rank = 0; rank < of->n_policies; rank++)
    {
      g_autoptr (DeidPolicy) policy = get_policy (of, rank);
      guint n_withheld;
      g_autoptr (DeidResult) result = evaluate (of, policy, &n_withheld);

      if (result != NULL)
        check_report (of, result, policy, n_withheld);
    }
}

/* Returns: how many immediate specializations of a policy are solutions, or are none. */
static guint
count_below (const Case *of, const DeidPolicy *policy, gboolean solutions)
{
  const guint n_dimensions = of->table.n_values - 1;
  guint levels[EXACT_MAX_VALUES], n = 0, n_withheld;
  guint64 n_suppressed;

  for (guint d = 0; d < n_dimensions; d++)
    levels[d] = deid_policy_get_level (policy, d);
  for (guint d = 0; d < n_dimensions; d++)
    if (levels[d] > 0)
      {
        g_autoptr (DeidPolicy) below = NULL;

        levels[d]--;
        below
            = deid_policy_new (deid_problem_get_lattice (of->problem), levels, n_dimensions, NULL);
        levels[d]++;
        n += is_solution (of, below, &n_withheld, &n_suppressed) == solutions ? 1 : 0;
      }
  return n;
}

static void
check_alternative (const Case *of, DeidReport *alternatives, guint64 i, gboolean polish)
{
  DeidPolicy *policy = get_alternative (alternatives, i);
  const double risk = get_alternative_number (alternatives, i, "population_risk_sum");
  PlainRiskPart parts[EXACT_MAX_VALUES];
  const guint n = exact_table_list (&of->table, policy, TRUE, parts, NULL);
  guint n_withheld;
  guint64 n_suppressed;

  assert_quietly (is_solution (of, policy, &n_withheld, &n_suppressed));
  assert_quietly (plain_risk_compare_double (parts, n, 2, 1, risk) <= 0);
  assert_quietly (plain_risk_compare_double (parts, n, 2, 1, nextafter (risk, 0)) > 0);
  assert_quietly (is_alternative (alternatives, i, "boundary")
                  == (count_below (of, policy, FALSE) > 0));
  if (polish || !is_alternative (alternatives, i, "boundary"))
    assert_quietly (count_below (of, policy, TRUE) == 0);
  note (of, policy, 0);
}

/* Persons and a mean leave it open whether generalizations of solutions are solutions: such
 * problems are refused. */
static void
check_alternatives (const Case *of, guint kind, guint64 seed)
{
  const gboolean polish = kind % 2 == 1;
  g_autoptr (DeidSearch) search = kind / 2 == 0 ? deid_search_new_bisecting (6, seed, polish)
                                                : deid_search_new_directed (6, seed, polish);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_search_run (search, of->problem, NULL, &error);
  const double least = find_least_loss (of);
  g_autoptr (DeidReport) alternatives = NULL;

  if (of->table.kind == EXACT_PERSONS)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "entity", NULL);
      return;
    }
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      assert_quietly (isinf (least));
      return;
    }
  alternatives = list_alternatives (result);
  assert_quietly (count_alternatives (alternatives) > 0);
  for (guint64 i = 0; i < count_alternatives (alternatives); i++)
    check_alternative (of, alternatives, i, polish && is_alternative (alternatives, i, "boundary"));
}

static void
try (Case *of, guint kind, guint trial)
{
  switch (kind)
    {
    case 0:
      check_searches (of);
      break;
    case 1:
      check_verifier (of);
      break;
    case 2:
      check_some_certificates (of, trial);
      break;
    case 3:
      check_reports (of);
      break;
    default:
      check_alternatives (of, trial / 2 % 4, trial);
    }
}

START_TEST (random_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (90 + (guint32) _i);
  const guint n_trials = MAX (count_trials (N_TABLES), 80);
  Seen seen = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Case of;

      case_init (&of, rand, _i == 4, trial % 2 == 0, &seen);
      try (&of, (guint) _i, trial);
      case_clear (&of);
    }
  ck_assert_uint_gt (seen.n_exact, n_trials / 5);
  ck_assert_uint_gt (seen.n_means, n_trials / 20);
  ck_assert_uint_gt (seen.n_roots, 0);
  ck_assert_uint_gt (seen.n_refused, n_trials / 5);
  ck_assert ((seen.n_withheld > 0) == (_i < 4));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("exact risk");
  TCase *tcase = tcase_create ("random tables");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, random_tables, 0, 5);
  suite_add_tcase (suite, tcase);
  return suite;
}
