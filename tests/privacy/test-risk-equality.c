/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Population risks that are exactly the threshold, or differ from it by very little. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/alternatives.h"
#include "support/failing-allocations.h"
#include "support/plain-risk.h"
#include "privacy/risk-sum.h"
#include "privacy/table-view.h"

#define N_TELESCOPED 500

/* Five x and five y, told apart or not, by a hierarchy or by cuts. */
static DeidProblem *
make_problem (const char *model, gboolean has_cuts)
{
  const char *const values[] = { "x", "x", "x", "x", "x", "y", "y", "y", "y", "y" };
  const char *const order[] = { "x", "y" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) built = NULL;
  DeidProblem *problem;
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "q", values, G_N_ELEMENTS (values), NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  if (has_cuts)
    deid_lattice_add_ordered_cuts (lattice, "q", order, 2, DEID_CUT_ENDS_ROUNDED, &error);
  else
    deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  built = deid_privacy_model_new_from_specification (model, NULL, &error);
  assert_no_error (error);
  deid_problem_add_privacy_model (problem, built, &error);
  assert_no_error (error);
  return problem;
}

/* Adds a population with these numbers of x and y. */
static void
add_population (DeidProblem *problem, gint64 n_x, gint64 n_y)
{
  const char *const values[] = { "x", "y" };
  const gint64 weights[] = { n_x, n_y };
  g_autoptr (DeidDataset) people = deid_dataset_new ("people");
  GError *error = NULL;

  deid_dataset_add_string_column (people, "q", values, 2, NULL, &error);
  assert_no_error (error);
  deid_dataset_add_integer_column (people, "n", weights, 2, NULL, 0, NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (people, "n", DEID_ROLE_WEIGHT, &error);
  assert_no_error (error);
  deid_problem_set_population (problem, people, NULL, &error);
  assert_no_error (error);
}

static DeidResult *
run (DeidSearch *search, DeidProblem *problem)
{
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  deid_search_unref (search);
  assert_no_error (error);
  return result;
}

static void
check_report (DeidResult *result)
{
  GError *error = NULL;
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  g_autofree char *json = NULL;

  assert_no_error (error);
  json = deid_report_to_json (report, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (json, "\"population_risk\":{\"sum\":2,\"mean\":0.2}"));
}

static void
check_certificate (DeidResult *result, DeidProblem *again, guint level)
{
  const char *path = get_temporary_file ("equality.jsonl");
  GError *error = NULL;
  g_autoptr (DeidResult) verified = NULL;

  deid_result_write_certificate (result, path, NULL, &error);
  assert_no_error (error);
  verified = deid_problem_verify_certificate (again, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (verified), 0), level);
}

/* Apart, x and y have a risk of 2 or 10 / 5^gamma, a mean of a tenth of that. If the threshold is
 * less by the smallest step there is, they have to be told apart no longer. */
START_TEST (five_and_five)
{
  static const struct
  {
    const char *model;
    guint level;
  } cases[] = {
    { "risk:2", 0 },
    { "risk:0.2:mean", 0 },
    { "risk:1.9999999999999998", 1 },
    { "risk:0.19999999999999998:mean", 1 },
    { "risk:0.4:2", 0 },
    { "risk:0.39999999999999997:2", 1 },
    { "risk:0.0016:4:mean", 0 },
    { "risk:0.016:4", 0 },
    { "risk:0.0159:4", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (cases[i].model, FALSE);
      g_autoptr (DeidProblem) again = make_problem (cases[i].model, FALSE);
      g_autoptr (DeidResult) optimal = run (deid_search_new_optimal (), problem);
      g_autoptr (DeidResult) exhaustive = run (deid_search_new_exhaustive (), problem);
      g_autoptr (DeidDataset) release = deid_result_apply (optimal, NULL, NULL, NULL);
      GError *error = NULL;

      ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (optimal), 0),
                         cases[i].level);
      ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (exhaustive), 0),
                         cases[i].level);
      deid_result_verify (optimal, release, NULL, &error);
      assert_no_error (error);
      check_certificate (optimal, again, cases[i].level);
      if (cases[i].level == 0)
        check_report (optimal);
    }
}
END_TEST

/* The same of alternatives, of which there is only one. */
START_TEST (alternatives_of_five)
{
  const gboolean polish = _i % 2 == 1;

  for (guint is_exact = 0; is_exact < 2; is_exact++)
    {
      g_autoptr (DeidProblem) problem
          = make_problem (is_exact ? "risk:2" : "risk:1.9999999999999998", TRUE);
      g_autoptr (DeidResult) result = run (_i / 2 == 0 ? deid_search_new_bisecting (3, 1, polish)
                                                       : deid_search_new_directed (3, 1, polish),
                                           problem);
      g_autoptr (DeidReport) found = list_alternatives (result);

      ck_assert_uint_eq (count_alternatives (found), 1);
      ck_assert_uint_eq (deid_policy_get_level (get_alternative (found, 0), 0), is_exact ? 0 : 1);
      ck_assert_double_eq (get_alternative_number (found, 0, "population_risk_sum"),
                           is_exact ? 2 : 1);
      ck_assert (is_alternative (found, 0, "boundary") == !is_exact);
    }
}
END_TEST

/* Compares a risk with a decimal in all ways there are: as a search does, as the verifier does, and
 * as the report does; and by the definition. */
static void
check_parts (const PlainRiskPart *parts, guint n, guint halves, guint64 digits, guint n_decimals,
             int expected)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT "e-%u", digits, n_decimals);
  const double threshold = g_ascii_strtod (text, NULL);
  g_autofree guint64 *sizes = g_new (guint64, n), *populations = g_new (guint64, n);
  const DeidTableView view = { .n_classes = n, .sizes = sizes, .populations = populations };
  GError *error = NULL;
  DeidRational exact;
  DeidRiskSum sum;
  gboolean is_within;
  double risk;
  int sign;

  deid_risk_sum_init (&sum, halves);
  for (guint i = 0; i < n; i++)
    {
      sizes[i] = parts[i].n_persons;
      populations[i] = parts[i].n_population;
      ck_assert (deid_risk_sum_add (&sum, sizes[i], populations[i], NULL));
    }
  ck_assert (deid_rational_from_double (threshold, "a threshold", &exact, NULL));
  ck_assert_int_eq (plain_risk_compare (parts, n, halves, 1, digits, n_decimals), expected);
  ck_assert (deid_plain_risk_compare (&view, halves, threshold, &exact, 1, &sign, &error));
  ck_assert_int_eq (sign, expected);
  ck_assert (deid_risk_sum_is_within (&sum, &exact, 1, &is_within, &error));
  ck_assert_int_eq (is_within, expected <= 0);
  ck_assert (deid_risk_sum_round_up (&sum, 1, &risk, &error));
  ck_assert (expected > 0 ? risk > threshold : risk <= threshold);
  ck_assert (expected != 0 || risk == threshold);
  deid_risk_sum_clear (&sum);
}

/* 501 / (n (n + 1)) for n up to 500, which telescopes to 500; the order does not matter. */
static void
telescope (PlainRiskPart *parts)
{
  for (guint64 i = 0; i < N_TELESCOPED; i++)
    {
      const guint64 n = 1 + 7 * i % N_TELESCOPED;

      parts[i] = (PlainRiskPart){ N_TELESCOPED + 1, n * (n + 1) };
    }
}

START_TEST (hundreds_of_numbers)
{
  PlainRiskPart parts[N_TELESCOPED + 1];

  telescope (parts);
  check_parts (parts, N_TELESCOPED, 2, 500, 0, 0);
  check_parts (parts, N_TELESCOPED, 2, 50000000000001, 11, -1);
  check_parts (parts, N_TELESCOPED, 2, 49999999999999, 11, 1);
  parts[N_TELESCOPED] = (PlainRiskPart){ 1, G_MAXINT64 - 1 };
  check_parts (parts, N_TELESCOPED + 1, 2, 500, 0, 1);
  parts[3].n_persons--;
  check_parts (parts, N_TELESCOPED + 1, 2, 500, 0, -1);
}
END_TEST

/* Numbers that have large primes and add up all the same: of each m there are 12 m, 20 m and 30 m
 * records of the population, and m records, so that each three add 1/12 + 1/20 + 1/30 = 1/6. */
START_TEST (large_numbers)
{
  PlainRiskPart parts[3 * 200];

  for (guint64 i = 0; i < 200; i++)
    {
      const guint64 m = G_GUINT64_CONSTANT (1000000007) * (2 * i + 1) * (i + 3);

      parts[3 * i] = (PlainRiskPart){ m, 12 * m };
      parts[3 * i + 1] = (PlainRiskPart){ m, 20 * m };
      parts[3 * i + 2] = (PlainRiskPart){ m, 30 * m };
    }
  check_parts (parts, 3 * 198, 2, 33, 0, 0);
  parts[17].n_persons--;
  check_parts (parts, 3 * 198, 2, 33, 0, -1);
  parts[17].n_persons += 2;
  check_parts (parts, 3 * 198, 2, 33, 0, 1);
}
END_TEST

/* With a = 2^60 and b = 3^36 there are m and n with m b + n a = a b - 1, so that m / a + n / b is 1
 * but for 1 / (a b), which is 2^-117; and with one of 2^62 more it is 2^-248 above 1. */
START_TEST (by_very_little)
{
  const guint64 a = (guint64) 1 << 60, d = G_GUINT64_CONSTANT (19683);
  const guint64 b = d * d * d * d;
  guint64 inverse = 1, m, n;
  PlainRiskPart parts[3];

  for (guint i = 0; i < 6; i++)
    inverse *= 2 - b * inverse;
  m = (0 - inverse) & (a - 1); /* m b = -1 modulo a */
  n = b - (guint64) (((DeidWide) m * b + 1) / a);
  parts[0] = (PlainRiskPart){ m, (guint64) 1 << 15 };
  parts[1] = (PlainRiskPart){ n, d };
  check_parts (parts, 2, 8, 1, 0, -1);
  parts[1].n_persons++;
  check_parts (parts, 2, 8, 1, 0, 1);
  parts[0] = (PlainRiskPart){ 16, 2 };
  parts[1] = (PlainRiskPart){ 1, (guint64) 1 << 62 };
  check_parts (parts, 1, 8, 1, 0, 0);
  check_parts (parts, 2, 8, 1, 0, 1);
  check_parts (parts, 2, 8, 100000000000001, 14, -1);
  parts[0] = (PlainRiskPart){ 81 * 2, 3 };
  check_parts (parts, 2, 8, 2, 0, 1);
}
END_TEST

/* With an exponent of 0.5 squares add up to fractions, and others never do. */
START_TEST (roots)
{
  PlainRiskPart parts[] = { { 1, 4 }, { 3, 9 }, { 7, 25 }, { 1, 100 } };
  /* p^2 - 2 q^2 = 1, so that q sqrt (2) is p but for 1 / 2 p */
  const guint64 p = G_GUINT64_CONSTANT (152139002499), q = G_GUINT64_CONSTANT (107578520350);
  const PlainRiskPart pell = { 2 * q, 2 }, below = { 1, (guint64) G_MAXINT64 };

  check_parts (parts, 4, 1, 3, 0, 0);
  check_parts (parts, 4, 3, 293111111111111, 15, 1);
  parts[1].n_population = 8;
  check_parts (parts, 4, 1, 306066017177982, 14, 1);
  check_parts (parts, 4, 1, 306066017177983, 14, -1);
  ck_assert (p * p - 2 * q * q == 1);
  check_parts (&pell, 1, 1, p, 0, -1);
  parts[0] = pell;
  parts[1] = below;
  check_parts (parts, 2, 1, p, 0, 1);
  parts[0] = (PlainRiskPart){ 3, 9 };
  parts[1] = (PlainRiskPart){ 1, (guint64) 4 << 60 };
  check_parts (parts, 2, 7, 1, 0, -1);
  parts[0] = (PlainRiskPart){ 2187, 9 };
  check_parts (parts, 1, 7, 1, 0, 0);
  check_parts (parts, 2, 7, 1, 0, 1);
  parts[1].n_population--;
  check_parts (parts, 2, 7, 1, 0, 1);
}
END_TEST

/* As many as weights can tell. */
START_TEST (largest_counts)
{
  const gint64 half = G_MAXINT64 / 2;
  g_autoptr (DeidProblem) problem = make_problem ("risk:10:self", FALSE);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) report = NULL;
  GError *error = NULL;
  PlainRiskPart parts[] = { { 5, (guint64) half }, { 5, (guint64) half + 1 } };
  double sum, mean;

  add_population (problem, half, half + 1);
  result = run (deid_search_new_optimal (), problem);
  report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  for (guint halves = 1; halves <= 2; halves++)
    {
      ck_assert (deid_report_get_population_risk (report, halves / 2.0, DEID_RISK_SCALE_SUM, &sum,
                                                  NULL, NULL));
      ck_assert (deid_report_get_population_risk (report, halves / 2.0, DEID_RISK_SCALE_MEAN, &mean,
                                                  NULL, NULL));
      ck_assert_int_le (plain_risk_compare_double (parts, 2, halves, 1, sum), 0);
      ck_assert_int_gt (plain_risk_compare_double (parts, 2, halves, 1, nextafter (sum, 0)), 0);
      ck_assert_int_le (plain_risk_compare_double (parts, 2, halves, 10, mean), 0);
      ck_assert_int_gt (plain_risk_compare_double (parts, 2, halves, 10, nextafter (mean, 0)), 0);
    }
  /* Less than any threshold can say. */
  ck_assert (deid_report_get_population_risk (report, 4, DEID_RISK_SCALE_MEAN, &mean, NULL, NULL));
  ck_assert_double_eq (mean, ldexp (1, -64));
  parts[0] = (PlainRiskPart){ (guint64) G_MAXINT64 - 1, (guint64) G_MAXINT64 - 1 };
  check_parts (parts, 1, 2, 1, 0, 0);
  parts[0].n_population--;
  check_parts (parts, 1, 2, 1, 0, 1);
  parts[0].n_population += 2;
  check_parts (parts, 1, 2, 1, 0, -1);
}
END_TEST

static gboolean
run_all (DeidProblem *problem, DeidProblem *cuts, gint n)
{
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidSearch) bisecting = deid_search_new_bisecting (2, 1, TRUE);
  g_autoptr (DeidResult) result = NULL, alternatives = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *json = NULL, *text = NULL;
  GError *error = NULL;
  gboolean has_failed, success;

  g_atomic_int_set (&n_allocations_left, n);
  success = (result = deid_search_run (optimal, problem, NULL, &error)) != NULL
            && (release = deid_result_apply (result, NULL, NULL, &error)) != NULL
            && deid_result_verify (result, release, NULL, &error)
            && (report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error)) != NULL
            && (json = deid_report_to_json (report, &error)) != NULL
            && (text = deid_report_to_text (report, NULL, &error)) != NULL
            && (alternatives = deid_search_run (bisecting, cuts, NULL, &error)) != NULL;
  has_failed = g_atomic_int_get (&n_allocations_left) < 0;
  g_atomic_int_set (&n_allocations_left, G_MAXINT);
  ck_assert (success == !has_failed);
  if (has_failed)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
  return success;
}

/* With three and six people 5/3 + 5/6 is 2.5, of which bounds do not tell, so that classes are
 * asked.
 */
START_TEST (failing_allocations)
{
  g_autoptr (DeidProblem) problem = make_problem ("risk:2.5", FALSE);
  g_autoptr (DeidProblem) cuts = make_problem ("risk:2.5", TRUE);
  gint n_failures = 0;

  add_population (problem, 3, 6);
  add_population (cuts, 3, 6);
  for (guint pass = 0; pass < 2; pass++) /* the problems keep what the first one prepared */
    {
      gint n = 0;

      while (!run_all (problem, cuts, n))
        n = get_next_failure (n);
      n_failures += n;
    }
  ck_assert_int_gt (n_failures, 50);
}
END_TEST

/* Compares the telescope with its sum, or that of roots with one that is as good as that, by what
 * searches ask or by what the verifier asks. */
static gboolean
compare (gboolean is_plain, guint halves, double threshold, int *sign, GError **error)
{
  PlainRiskPart parts[N_TELESCOPED];
  DeidRiskPart own[N_TELESCOPED];
  guint64 sizes[N_TELESCOPED], populations[N_TELESCOPED];
  const DeidTableView view
      = { .n_classes = N_TELESCOPED, .sizes = sizes, .populations = populations };
  const DeidExactRisk risk = { .parts = own, .n_parts = N_TELESCOPED, .halves = halves };
  DeidRational exact;

  telescope (parts);
  for (guint i = 0; i < N_TELESCOPED; i++)
    {
      own[i] = (DeidRiskPart){ parts[i].n_population, parts[i].n_persons };
      sizes[i] = parts[i].n_persons;
      populations[i] = parts[i].n_population;
    }
  ck_assert (deid_rational_from_double (threshold, "a threshold", &exact, NULL));
  return is_plain ? deid_plain_risk_compare (&view, halves, threshold, &exact, 1, sign, error)
                  : deid_exact_risk_compare (&risk, &exact, 1, sign, error);
}

/* Each of the first allocations fails, and then one of a few. */
START_TEST (failing_comparison)
{
  const gboolean is_plain = _i % 2 == 1, has_roots = _i / 2 == 1;
  double threshold = 0;
  gboolean success = FALSE;
  gint n = 0;
  int sign;

  for (guint i = 1; i <= N_TELESCOPED; i++)
    threshold += (N_TELESCOPED + 1) / (has_roots ? sqrt (i * (i + 1.0)) : i * (i + 1.0));
  if (!has_roots)
    threshold = N_TELESCOPED;
  while (!success)
    {
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      success = compare (is_plain, has_roots ? 1 : 2, threshold, &sign, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (!success)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
      n += 1 + n / 16;
    }
  ck_assert_int_gt (n, 5);
  ck_assert ((sign == 0) == !has_roots);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk equality");
  TCase *cases = tcase_create ("by hand");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, five_and_five);
  tcase_add_loop_test (cases, alternatives_of_five, 0, 4);
  tcase_add_test (cases, hundreds_of_numbers);
  tcase_add_test (cases, large_numbers);
  tcase_add_test (cases, by_very_little);
  tcase_add_test (cases, roots);
  tcase_add_test (cases, largest_counts);
  tcase_add_test (cases, failing_allocations);
  tcase_add_loop_test (cases, failing_comparison, 0, 4);
  suite_add_tcase (suite, cases);
  return suite;
}
