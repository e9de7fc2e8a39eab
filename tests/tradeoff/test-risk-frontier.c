/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frontiers of risk, against exhaustive searches and the definition of domination. */
#include <string.h>

#include "support/alternatives.h"
#include "support/failing-allocations.h"
#include "support/figures.h"
#include "support/lesson.h"
#include "support/random-problem.h"

#define N_PROBLEMS 400
#define N_TABLES   100
#define N_MEASURES 4

/* A multiple of all numbers up to 12, which no class of a population is above. */
#define COMMON          27720
#define MAX_PERSONS     12
#define MAX_TABLE_ROWS  12
#define LARGEST_AT_RISK 4 /* 1 / 4 is above 0.2, and 1 / 5 is not */

/* A risk by its definition: a fraction. */
typedef struct
{
  guint64 numerator;
  guint64 denominator;
} Fraction;

static Fraction
measure (DeidPartition *partition, DeidRiskMeasure measure)
{
  guint64 n_classes = 0, n = 0, n_at_risk = 0, least = G_MAXUINT64, sum = 0;

  for (guint32 c = 0; c < deid_partition_get_n_classes (partition); c++)
    {
      const guint64 size = deid_partition_get_n_persons (partition, c);
      const guint64 n_population = deid_partition_has_population (partition)
                                       ? deid_partition_get_n_population (partition, c)
                                       : size;

      if (deid_partition_is_suppressed (partition, c))
        continue;
      n_classes++;
      n += size;
      least = MIN (least, size);
      n_at_risk += size <= LARGEST_AT_RISK ? size : 0;
      sum += deid_partition_has_population (partition) ? size * (COMMON / MAX (n_population, 1))
                                                       : COMMON;
    }
  switch (measure)
    {
    case DEID_RISK_MEASURE_HIGHEST:
      return (Fraction){ 1, least };
    case DEID_RISK_MEASURE_AVERAGE:
      return (Fraction){ n_classes, n };
    case DEID_RISK_MEASURE_AT_RISK:
      return (Fraction){ n_at_risk, n };
    case DEID_RISK_MEASURE_POPULATION:
    default:
      return (Fraction){ sum, n * COMMON };
    }
}

/* A population risk is rounded up, if it is taken as the shortest decimal. */
static void
assert_risk (double risk, const Fraction *fraction)
{
  const double exact = (double) fraction->numerator / (double) fraction->denominator;

  assert_quietly (risk >= exact * (1 - 1e-15) && risk <= exact * (1 + 1e-15) + 1e-19);
}

static void
add_model (DeidProblem *problem, DeidRiskMeasure measure, guint thousandths)
{
  g_autofree char *text = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  guint k = 1;

  while (k * thousandths < 1000)
    k++;
  if (measure == DEID_RISK_MEASURE_HIGHEST)
    text = g_strdup_printf ("k:%u", k);
  else
    text = g_strdup_printf ("%s:%u.%03u%s",
                            measure == DEID_RISK_MEASURE_AVERAGE   ? "avg"
                            : measure == DEID_RISK_MEASURE_AT_RISK ? "atrisk:0.2"
                                                                   : "risk",
                            thousandths / 1000, thousandths % 1000,
                            measure == DEID_RISK_MEASURE_POPULATION ? ":mean:self" : "");
  model = deid_privacy_model_new_from_specification (text, NULL, NULL);
  assert_quietly (deid_problem_add_privacy_model (problem, model, NULL));
}

/* Returns: (nullable): what evaluating every policy finds at a threshold. */
static DeidResult *
search (const RandomProblem *random, DeidRiskMeasure measure, guint thousandths)
{
  RandomProblem own = *random;
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (GError) error = NULL;
  DeidResult *result;

  own.n_models = 0;
  for (guint i = 0; i < random->n_models; i++)
    if (measure != DEID_RISK_MEASURE_HIGHEST || random->models[i].kind != MODEL_K)
      own.models[own.n_models++] = random->models[i];
  problem = random_problem_build (&own);
  add_model (problem, measure, thousandths);
  result = deid_search_run (exhaustive, problem, NULL, &error);
  if (result == NULL && !g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    assert_no_error (error);
  return result;
}

static void
check_optimum (const DeidReport *frontier, DeidRiskMeasure what, guint64 point, DeidResult *optimum)
{
  g_autofree char *found = NULL, *expected = NULL;
  Fraction risk;

  assert_quietly (flag_of (frontier, "points[%u].solved", (guint) point) == (optimum != NULL));
  assert_quietly (flag_of (frontier, "points[%u].proven", (guint) point));
  if (optimum == NULL)
    return;
  found = deid_policy_to_text (policy_of (frontier, "points[%u].policy", (guint) point), NULL);
  expected = deid_policy_to_text (deid_result_get_policy (optimum), NULL);
  assert_quietly (g_str_equal (found, expected));
  assert_quietly (number_of (frontier, "points[%u].loss", (guint) point)
                  == deid_result_get_loss (optimum));
  assert_quietly (count_of (frontier, "points[%u].suppressed", (guint) point)
                  == deid_result_get_n_suppressed (optimum));
  risk = measure (deid_result_get_partition (optimum, NULL, NULL), what);
  assert_risk (number_of (frontier, "points[%u].risk", (guint) point), &risk);
}

START_TEST (optima)
{
  static const guint thousandths[] = { 50, 90, 200, 330, 500, 1000 };
  static const double thresholds[] = { 0.05, 0.09, 0.2, 0.33, 0.5, 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1904);
  guint n_solved = 0;

  for (guint trial = 0; trial < count_trials (N_PROBLEMS); trial++)
    {
      const DeidRiskMeasure what = (DeidRiskMeasure) (trial % N_MEASURES);
      RandomProblem *random = random_problem_new (rand, g_rand_int (rand) % 3 == 0);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidReport) frontier = NULL;
      GError *error = NULL;

      random_problem_add_models (random, rand, 5);
      problem = random_problem_build (random);
      frontier = deid_report_new_risk_frontier (problem, what, NULL, thresholds,
                                                G_N_ELEMENTS (thresholds), NULL, &error);
      assert_no_error (error);
      for (guint i = 0; i < G_N_ELEMENTS (thousandths); i++)
        {
          g_autoptr (DeidResult) optimum = search (random, what, thousandths[i]);

          check_optimum (frontier, what, i, optimum);
          n_solved += optimum != NULL;
        }
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved, count_trials (N_PROBLEMS) / 2);
}
END_TEST

/* The values of a column, as @n rows of a table; letters a to d are in pairs. */
static char *
make_table (GRand *rand, guint n)
{
  GString *text = g_string_new ("x y\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %c %c\n", 'a' + g_rand_int (rand) % 4,
                            'a' + g_rand_int (rand) % 3);
  return g_string_free (text, FALSE);
}

/* A table of a few rows and a population, which may lack some of them. */
static DeidProblem *
make_problem (GRand *rand)
{
  static const char hierarchies[] = "x a ab *\nx b ab *\nx c cd *\nx d cd *\n";
  g_autofree char *table = make_table (rand, 4 + g_rand_int (rand) % (MAX_TABLE_ROWS - 3));
  g_autofree char *population = make_table (rand, 1 + g_rand_int (rand) % MAX_PERSONS);
  DeidProblem *problem
      = lesson_make_problem (table, hierarchies, deid_privacy_model_new_k_anonymity (1, NULL));

  if (g_rand_boolean (rand))
    lesson_set_population (problem, population);
  return problem;
}

/* A frontier without points. */
static DeidReport *
make_empty (DeidProblem *problem, DeidRiskMeasure what)
{
  static const double none[] = { 1 };

  return deid_report_new_risk_frontier (problem, what, NULL, none, 0, NULL, NULL);
}

/* Adds a result to the points of a report. */
static void
add_result (DeidReport **report, DeidResult *result)
{
  DeidReport *with = deid_report_new_risk_frontier_with (*report, result, NULL, NULL, NULL, NULL);

  ck_assert_ptr_nonnull (with);
  deid_report_unref (*report);
  *report = with;
}

/* Adds what each policy releases without suppression, some with k = 2, twice now and then. */
static guint
add_policies (DeidReport **frontier, DeidProblem *problem, DeidRiskMeasure what, GRand *rand,
              Fraction *risks, double *losses)
{
  guint n = 0;

  for (guint i = 0; i < 12; i++)
    {
      const guint rank = g_rand_int (rand) % 6;
      const guint levels[] = { rank / 2, rank % 2 };
      g_autoptr (DeidPolicy) policy
          = deid_policy_new (deid_problem_get_lattice (problem), levels, 2, NULL);
      g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, NULL);

      add_result (frontier, result);
      risks[n] = measure (deid_result_get_partition (result, NULL, NULL), what);
      losses[n++] = deid_result_get_loss (result);
    }
  return n;
}

static gboolean
is_dominated (const Fraction *risks, const double *losses, guint n, guint point)
{
  for (guint i = 0; i < n; i++)
    {
      const guint64 left = risks[i].numerator * risks[point].denominator;
      const guint64 right = risks[point].numerator * risks[i].denominator;

      if (i != point && left <= right && losses[i] <= losses[point]
          && (left < right || losses[i] < losses[point] || i < point))
        return TRUE;
    }
  return FALSE;
}

START_TEST (domination)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1905);
  guint n_dominated = 0;

  for (guint trial = 0; trial < N_MEASURES * count_trials (N_TABLES); trial++)
    {
      g_autoptr (DeidProblem) problem = make_problem (rand);
      const DeidRiskMeasure what = (DeidRiskMeasure) (trial % N_MEASURES);
      g_autoptr (DeidReport) frontier = make_empty (problem, what);
      Fraction risks[12];
      double losses[12];
      const guint n = add_policies (&frontier, problem, what, rand, risks, losses);

      for (guint i = 0; i < n; i++)
        {
          const gboolean expected = is_dominated (risks, losses, n, i);

          assert_quietly (flag_of (frontier, "points[%u].non_dominated", (guint) i) == !expected);
          assert_risk (number_of (frontier, "points[%u].risk", (guint) i), &risks[i]);
          n_dominated += expected ? 1 : 0;
        }
    }
  ck_assert_uint_gt (n_dominated, count_trials (N_TABLES));
}
END_TEST

/* One record that 10^17 people share the zip of, and one more that of all others: the risks are the
 * same as doubles, but that of the top is less. If they were equal the bottom would dominate it. */
START_TEST (near_tie)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "zip\n a\n", "zip a *\nzip b *\n", deid_privacy_model_new_k_anonymity (1, NULL));
  g_autoptr (DeidReport) frontier = NULL;
  g_autoptr (DeidResult) bottom = NULL, top = NULL;

  lesson_set_population (problem, "zip n:weight\n a 100000000000000000\n b 1\n");
  frontier = make_empty (problem, DEID_RISK_MEASURE_POPULATION);
  bottom = lesson_evaluate (problem, "zip:0");
  top = lesson_evaluate (problem, "zip:1");
  add_result (&frontier, bottom);
  add_result (&frontier, top);
  ck_assert (number_of (frontier, "points[0].risk") == number_of (frontier, "points[1].risk"));
  ck_assert (flag_of (frontier, "points[0].non_dominated"));
  ck_assert (flag_of (frontier, "points[1].non_dominated"));
}
END_TEST

static DeidProblem *
make_small_problem (void)
{
  return lesson_make_problem ("x\n a\n a\n a\n b\n b\n c\n", NULL,
                              deid_privacy_model_new_k_anonymity (2, NULL));
}

/* The figures are those of the search, which evaluated the policies for itself. */
START_TEST (alternatives)
{
  g_autoptr (DeidProblem) problem = make_small_problem ();
  g_autoptr (DeidSearch) bisecting = deid_search_new_bisecting (5, 1, TRUE);
  g_autoptr (DeidResult) result = deid_search_run (bisecting, problem, NULL, NULL);
  g_autoptr (DeidReport) found = list_alternatives (result);
  g_autoptr (DeidReport) empty = make_empty (problem, DEID_RISK_MEASURE_POPULATION);
  g_autoptr (DeidReport) frontier
      = deid_report_new_risk_frontier_with (empty, NULL, NULL, result, NULL, NULL);

  ck_assert_uint_gt (count_alternatives (found), 0);
  ck_assert_uint_eq (n_rows_of (frontier, "points"), count_alternatives (found));
  for (guint64 i = 0; i < n_rows_of (frontier, "points"); i++)
    {
      const guint64 n_suppressed = get_alternative_count (found, i, "suppressed");

      ck_assert (number_of (frontier, "points[%u].loss", (guint) i)
                 == get_alternative_number (found, i, "loss"));
      ck_assert_uint_eq (count_of (frontier, "points[%u].suppressed", (guint) i), n_suppressed);
      assert_near (number_of (frontier, "points[%u].risk", (guint) i) * (double) (6 - n_suppressed),
                   get_alternative_number (found, i, "population_risk_sum"));
      ck_assert (!flag_of (frontier, "points[%u].proven", (guint) i));
      ck_assert_int_eq (state_of (frontier, "points[%u].threshold", (guint) i),
                        DEID_FIGURE_STATE_UNDEFINED);
    }
}
END_TEST

START_TEST (no_alternatives)
{
  g_autoptr (DeidProblem) problem = make_small_problem ();
  g_autoptr (DeidResult) top = lesson_evaluate (problem, "x:1");
  g_autoptr (DeidReport) empty = make_empty (problem, DEID_RISK_MEASURE_POPULATION);
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_risk_frontier_with (empty, NULL, NULL, top, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "lists no alternatives", NULL);
}
END_TEST

/* Classes of three, two and one record: with k = 2 the last one goes, and k = 10 is too much. */
START_TEST (texts)
{
  static const double thresholds[] = { 0.1, 0.5 };
  g_autoptr (DeidProblem) problem = make_small_problem ();
  g_autoptr (DeidReport) frontier = deid_report_new_risk_frontier (
      problem, DEID_RISK_MEASURE_HIGHEST, NULL, thresholds, 2, NULL, NULL);
  g_autoptr (DeidResult) top = lesson_evaluate (problem, "x:1");
  g_autofree char *text = NULL, *json = NULL, *csv = NULL;

  add_result (&frontier, top);
  text = plain_text_of (frontier);
  csv = csv_of (frontier, "points");
  json = deid_report_to_json (frontier, NULL);
  ck_assert_str_eq (
      text, "Frontiers of risk: choices that no other choice beats (custodian-only)\n"
            "measure: highest\nrecords: 6\nsizes count: records\npoints:\n"
            "                                                                      not\n"
            "  source   threshold  solved  proven   risk   loss  suppressed  dominated  policy\n"
            "  optimum        0.1      no     yes      -      -           -          -  -\n"
            "  optimum        0.5     yes     yes    0.5  0.167  1 (16.7 %)        yes  x:0\n"
            "  result           -     yes      no  0.167      1     0 (0 %)        yes  x:1\n");
  ck_assert_str_eq (csv, "source,threshold,settings,solved,proven,risk,loss,suppressed,"
                         "non_dominated,policy,cell\noptimum,0.1,,0,1,,,,,,\n"
                         "optimum,0.5,,1,1,0.5,0.16666666666666666,1,1,x:0,\n"
                         "result,,,1,0,0.16666666666666666,1,0,1,x:1,\n");
  ck_assert_str_eq (json,
                    "{\"audience\":\"custodian-only\",\"measure\":\"highest\",\"above\":null,"
                    "\"records\":6,\"sizes_count\":\"records\",\"points\":[{\"source\":\"optimum\","
                    "\"threshold\":0.1,"
                    "\"solved\":false,\"proven\":true},{\"source\":\"optimum\",\"threshold\":0.5,"
                    "\"solved\":true,\"proven\":true,\"risk\":0.5,\"loss\":0.16666666666666666,"
                    "\"suppressed\":1,\"non_dominated\":true,\"policy\":\"x:0\"},"
                    "{\"source\":\"result\",\"threshold\":null,\"solved\":true,\"proven\":false,"
                    "\"risk\":0.16666666666666666,\"loss\":1,\"suppressed\":0,"
                    "\"non_dominated\":true,\"policy\":\"x:1\"}]}");
}
END_TEST

START_TEST (refused)
{
  g_autoptr (DeidProblem) problem = make_small_problem (), other = make_small_problem ();
  g_autoptr (DeidReport) frontier = make_empty (problem, DEID_RISK_MEASURE_AT_RISK);
  g_autoptr (DeidResult) result = lesson_evaluate (other, "x:1");
  const double threshold = -0.5;
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_report_new_risk_frontier (problem, (DeidRiskMeasure) 4, NULL, NULL, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "measure of risk 4", NULL);
  ck_assert_ptr_null (
      deid_report_new_risk_frontier_with (frontier, result, NULL, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
  for (guint m = 0; m < N_MEASURES; m++)
    {
      ck_assert_ptr_null (deid_report_new_risk_frontier (problem, (DeidRiskMeasure) m, NULL,
                                                         &threshold, 1, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
  ck_assert_uint_eq (n_rows_of (frontier, "points"), 0);
}
END_TEST

/* Each allocation fails in turn, and no point is there until all of them are. */
START_TEST (no_memory)
{
  g_autoptr (DeidProblem) problem = make_small_problem ();
  gboolean success = FALSE;
  int n = 0;

  for (; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidReport) frontier = NULL;
      g_autofree char *json = NULL;
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      frontier = deid_report_new_risk_frontier (problem, (DeidRiskMeasure) _i, NULL, NULL, 0, NULL,
                                                &error);
      success = frontier != NULL;
      json = success ? deid_report_to_json (frontier, &error) : NULL;
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      ck_assert (frontier == NULL || n_rows_of (frontier, "points") == 5);
      if (error != NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
    }
  ck_assert_int_gt (n, 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-frontier");
  TCase *tcase = tcase_create ("risk-frontier");

  tcase_add_test (tcase, optima);
  tcase_add_test (tcase, domination);
  tcase_add_test (tcase, near_tie);
  tcase_add_test (tcase, alternatives);
  tcase_add_test (tcase, no_alternatives);
  tcase_add_test (tcase, texts);
  tcase_add_test (tcase, refused);
  tcase_add_loop_test (tcase, no_memory, 0, N_MEASURES);
  tcase_set_timeout (tcase, 120);
  suite_add_tcase (suite, tcase);
  return suite;
}
