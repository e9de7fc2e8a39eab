/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Explanations against the definition: of all policies of the lattice, each evaluated by a problem
 * without a suppression limit, those next to the optimum that would have a smaller loss. */
#include "support/figures.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/plain-check.h"
#include "support/sample.h"
#include "support/search-problem.h"

#define N_PROBLEMS 3000

/* A policy that would be better. */
typedef struct
{
  DeidPolicy *policy;
  double loss;
  guint64 n_suppressed;
} Blocked;

typedef struct
{
  guint64 n_candidates;
  GArray *blocked;   /* of Blocked */
  guint n_empty;     /* candidates that keep no record */
  guint n_ties;      /* candidates as good as the optimum */
  gboolean is_close; /* some loss is too close to the optimum's to tell which is smaller */
} Expected;

static void
blocked_clear (gpointer blocked)
{
  deid_policy_unref (((Blocked *) blocked)->policy);
}

/* Tells whether a policy lowers one dimension of another by one level and raises at most one. */
static gboolean
is_next_to (const DeidPolicy *policy, const DeidPolicy *optimum)
{
  guint n_lowered = 0, n_raised = 0;

  for (guint d = 0; d < deid_lattice_get_n_dimensions (deid_policy_get_lattice (policy)); d++)
    {
      const int step
          = (int) deid_policy_get_level (policy, d) - (int) deid_policy_get_level (optimum, d);

      if (step < -1 || step > 1)
        return FALSE;
      n_lowered += step == -1;
      n_raised += step == 1;
    }
  return n_lowered == 1 && n_raised <= 1;
}

/* Returns: whether the policy keeps a record. */
static gboolean
evaluate (DeidProblem *unlimited, DeidPolicy *policy, guint64 *n_suppressed, double *loss)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_problem_evaluate (unlimited, policy, NULL, &error);

  if (result == NULL)
    {
      DeidLattice *lattice = deid_problem_get_lattice (unlimited);

      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "which leaves none", NULL);
      *n_suppressed = deid_dataset_get_n_records (deid_lattice_get_dataset (lattice));
      return FALSE;
    }
  *n_suppressed = deid_result_get_n_suppressed (result);
  *loss = deid_result_get_loss (result);
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Blocked *x = a, *y = b;

  if (x->n_suppressed != y->n_suppressed)
    return x->n_suppressed < y->n_suppressed ? -1 : 1;
  if (x->loss != y->loss)
    return x->loss < y->loss ? -1 : 1;
  return deid_policy_compare (x->policy, y->policy);
}

/* @unlimited is the problem without a suppression limit or limits of groups, on the same lattice or
 * a copy of it. */
static void
expect (Expected *expected, DeidResult *result, DeidProblem *unlimited)
{
  DeidLattice *lattice = deid_problem_get_lattice (unlimited);
  const double optimum = deid_result_get_loss (result);
  guint64 size;

  *expected = (Expected){ .blocked = g_array_new (FALSE, FALSE, sizeof (Blocked)) };
  g_array_set_clear_func (expected->blocked, blocked_clear);
  ck_assert (deid_lattice_get_size (lattice, &size));
  for (guint64 rank = 0; rank < size; rank++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);
      Blocked blocked;

      if (!is_next_to (policy, deid_result_get_policy (result)))
        continue;
      expected->n_candidates++;
      if (!evaluate (unlimited, policy, &blocked.n_suppressed, &blocked.loss))
        {
          expected->n_empty++;
          continue;
        }
      expected->n_ties += blocked.loss == optimum;
      expected->is_close |= fabs (blocked.loss - optimum) < 1e-12;
      if (!(blocked.loss < optimum))
        continue;
      blocked.policy = g_steal_pointer (&policy);
      g_array_append_val (expected->blocked, blocked);
    }
  g_array_sort (expected->blocked, compare);
}

/* Returns: (nullable): the attribute that saves most if it is raised by one level. */
static const char *
find_attribute (DeidProblem *unlimited, const Blocked *blocked, guint64 *n_saved)
{
  DeidLattice *lattice = deid_problem_get_lattice (unlimited);
  const char *attribute = NULL;

  *n_saved = 0;
  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    {
      g_autoptr (DeidPolicy) raised = NULL;
      guint64 n_suppressed;
      double loss;

      ck_assert (deid_policy_get_successor (blocked->policy, d, &raised, NULL));
      if (raised == NULL)
        continue;
      evaluate (unlimited, raised, &n_suppressed, &loss);
      if (n_suppressed + *n_saved >= blocked->n_suppressed)
        continue;
      *n_saved = blocked->n_suppressed - n_suppressed;
      attribute
          = deid_lattice_get_attribute_name (lattice, deid_lattice_get_attribute (lattice, d));
    }
  return attribute;
}

static void
check_policy (DeidReport *explanation, guint64 i, const Blocked *expected, DeidProblem *unlimited,
              guint64 limit)
{
  DeidPolicy *policy = policy_of (explanation, "policies[%u].policy", (guint) i);
  g_autofree char *text = deid_policy_to_text (policy, NULL);
  g_autofree char *expected_text = deid_policy_to_text (expected->policy, NULL);
  guint64 n_saved;
  const char *attribute = find_attribute (unlimited, expected, &n_saved);

  ck_assert_str_eq (text, expected_text);
  ck_assert (number_of (explanation, "policies[%u].loss", (guint) i) == expected->loss);
  ck_assert_uint_eq (count_of (explanation, "policies[%u].suppressed", (guint) i),
                     expected->n_suppressed);
  ck_assert_uint_eq (count_of (explanation, "policies[%u].too_many", (guint) i),
                     expected->n_suppressed - MIN (expected->n_suppressed, limit));
  ck_assert_pstr_eq (text_of (explanation, "policies[%u].attribute", (guint) i), attribute);
  ck_assert_uint_eq (count_of (explanation, "policies[%u].saved", (guint) i), n_saved);
}

static void
check (DeidResult *result, guint n_policies, const Expected *expected, DeidProblem *unlimited)
{
  const guint64 limit = deid_problem_get_n_suppressible (deid_result_get_problem (result));
  GError *error = NULL;
  g_autoptr (DeidReport) explanation
      = deid_report_new_explanation (result, n_policies, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (count_of (explanation, "candidates"), expected->n_candidates);
  ck_assert_uint_eq (count_of (explanation, "better"), expected->blocked->len);
  ck_assert_uint_eq (n_rows_of (explanation, "policies"), MIN (n_policies, expected->blocked->len));
  for (guint64 i = 0; i < n_rows_of (explanation, "policies"); i++)
    check_policy (explanation, i, &g_array_index (expected->blocked, Blocked, i), unlimited, limit);
}

static DeidResult *
solve (DeidProblem *problem)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static RandomProblem *
make_random_problem (GRand *rand)
{
  RandomProblem *problem = random_problem_new (rand, g_rand_int_range (rand, 0, 4) == 0);

  random_problem_restrict (problem);
  problem->n_models = 1 + (guint) g_rand_int_range (rand, 0, 2);
  for (guint i = 0; i < problem->n_models; i++)
    problem->models[i]
        = (RandomModel){ .kind = (RandomModelKind) g_rand_int_range (rand, 0, 3),
                         .sensitive = (guint) g_rand_int_range (rand, 0, N_SENSITIVE),
                         .numerator = (guint64) g_rand_int_range (rand, 2, 5),
                         .denominator = 1 };
  return problem;
}

/* Counts the records that fail each model by its definition. */
static void
check_models (const RandomProblem *problem, DeidResult *result)
{
  g_autoptr (DeidReport) explanation = deid_report_new_explanation (result, G_MAXUINT, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (explanation, "models"), problem->n_models);
  for (guint64 i = 0; i < n_rows_of (explanation, "policies"); i++)
    {
      DeidPolicy *policy = policy_of (explanation, "policies[%u].policy", (guint) i);
      guint levels[MAX_ATTRIBUTES];

      for (guint a = 0; a < problem->n_attributes; a++)
        levels[a] = deid_policy_get_level (policy, a);
      for (guint m = 0; m < problem->n_models; m++)
        ck_assert_uint_eq (count_of (explanation, "policies[%u].failing[%u]", (guint) i, (guint) m),
                           plain_count_failing (problem, levels, &problem->models[m]));
    }
}

/* What the random problems were good for. */
typedef struct
{
  guint n_explained;
  guint n_shortened;
  guint n_empty;
  guint n_ties;
} Seen;

/* Losses of the geometric mean are not compared as such: where one is as large as the optimum's, a
 * host cannot tell which is smaller. */
static void
check_random (RandomProblem *problem, guint n_policies, Seen *seen)
{
  g_autoptr (DeidProblem) limited = random_problem_build (problem);
  g_autoptr (DeidProblem) unlimited = NULL;
  g_autoptr (DeidResult) result = solve (limited);
  Expected expected;

  if (result == NULL)
    return;
  check_models (problem, result);
  problem->limit_is_count = TRUE;
  problem->limit = problem->n_records;
  problem->n_group_limits = 0;
  unlimited = random_problem_build (problem);
  expect (&expected, result, unlimited);
  if (problem->aggregate != DEID_AGGREGATE_GEOMETRIC_MEAN || !expected.is_close)
    {
      check (result, n_policies, &expected, unlimited);
      check (result, G_MAXUINT, &expected, unlimited);
      seen->n_explained += expected.blocked->len > 0;
      seen->n_shortened += expected.blocked->len > n_policies;
      seen->n_empty += expected.n_empty;
      seen->n_ties += expected.n_ties;
    }
  g_array_unref (expected.blocked);
}

START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Seen seen = { 0 };

  for (guint i = 0; i < count_trials (N_PROBLEMS); i++)
    {
      RandomProblem *problem = make_random_problem (rand);

      check_random (problem, (guint) g_rand_int_range (rand, 0, 4), &seen);
      random_problem_free (problem);
    }
  ck_assert_uint_gt (seen.n_explained, 0);
  if (count_trials (N_PROBLEMS) < N_PROBLEMS)
    return;
  ck_assert_uint_gt (seen.n_explained, N_PROBLEMS / 20);
  ck_assert_uint_gt (seen.n_shortened, N_PROBLEMS / 100);
  ck_assert_uint_gt (seen.n_empty, N_PROBLEMS / 20);
  ck_assert_uint_gt (seen.n_ties, N_PROBLEMS / 100);
}
END_TEST

static void
add_attribute (DeidLattice *lattice, const char *name, const char *path)
{
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv_file (path, NULL, NULL, &error);

  assert_no_error (error);
  deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, &error);
  assert_no_error (error);
}

START_TEST (adult)
{
  static const char *const names[] = { "age", "marital-status", "education", "occupation", "sex" };
  static const double limits[] = { 0, 0.005, 0.01, 0.02 };
  const char *path = find_shared_file ("data/adult/adult.csv");
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL, unlimited = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;
  Expected expected;

  if (path == NULL)
    {
      note_skipped ();
      return;
    }
  deid_csv_options_set_delimiter (csv, ';', NULL);
  dataset = deid_dataset_new_from_csv_file (path, csv, NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_strdup_printf ("data/adult/hierarchy_%s.csv", names[i]);

      add_attribute (lattice, names[i], find_shared_file (file));
    }
  problem = sample_state_problem (lattice, "k:5", NULL, limits[_i]);
  unlimited = sample_state_problem (lattice, "k:5", NULL, 1);
  result = solve (problem);
  expect (&expected, result, unlimited);
  ck_assert_uint_gt (expected.blocked->len, 2);
  for (guint n_policies = 0; n_policies < 4; n_policies++)
    check (result, n_policies, &expected, unlimited);
  g_array_unref (expected.blocked);
}
END_TEST

/* The policy next to the optimum withholds the six records of p = 1, of which two have one value
 * and four the other. One level more of p makes a single class of all records, nine and eleven,
 * which fails altogether. */
START_TEST (no_attribute_saves)
{
  const char *table = write_file ("table.csv",
                                  "p,q,value,weight\n0,0,a,7\n0,0,b,6\n0,1,b,1\n"
                                  "1,0,a,2\n1,0,b,3\n1,1,b,1\n",
                                  -1);
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (table, NULL, NULL, &error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autofree char *policy = NULL, *text = NULL, *specification = NULL;

  assert_no_error (error);
  ck_assert (deid_dataset_set_role (dataset, "value", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  add_attribute (lattice, "p", write_file ("p.csv", "0;*\n1;*\n", -1));
  add_attribute (lattice, "q", write_file ("q.csv", "0;low\n1;low\n2;high\n3;high\n", -1));
  problem = sample_state_problem (lattice, "el:2@value", NULL, 0.1);
  result = solve (problem);
  explanation = deid_report_new_explanation (result, 5, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (explanation, "candidates"), 2);
  ck_assert_uint_eq (count_of (explanation, "better"), 1);
  policy = deid_policy_to_text (policy_of (explanation, "policies[0].policy"), NULL);
  ck_assert_str_eq (policy, "p:0 q:1");
  ck_assert_uint_eq (count_of (explanation, "policies[0].suppressed"), 6);
  ck_assert_uint_eq (count_of (explanation, "policies[0].too_many"), 4);
  ck_assert_ptr_null (text_of (explanation, "policies[0].attribute"));
  ck_assert_uint_eq (count_of (explanation, "policies[0].saved"), 0);
  specification = deid_privacy_model_to_specification (deid_problem_get_privacy_model (problem, 0));
  ck_assert_str_eq (text_of (explanation, "models[0]"), specification);
  text = plain_text_of (explanation);
  ck_assert_msg (g_str_has_suffix (text, "  policy    loss  suppressed  limit  records  saved\n"
                                         "  p:0 q:1  0.417    6 (30 %)      4  6            0\n"),
                 "%s", text);
}
END_TEST

/* Ages by themselves: two of eight records are alone in their class, at a loss of 1 each. By
 * decades none is, at a loss of 1 / 3 each. */
START_TEST (text)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) dataset = deid_dataset_new_from_csv_file (
      write_file ("ages.csv", "age\n31\n31\n31\n34\n34\n34\n42\n47\n", -1), NULL, NULL, &error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autofree char *written = NULL, *json = NULL;

  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  add_attribute (lattice, "age",
                 write_file ("age.csv", "31;30-39;*\n34;30-39;*\n42;40-49;*\n47;40-49;*\n", -1));
  {
    g_autoptr (DeidProblem) problem = sample_state_problem (lattice, "k:2", NULL, 0.125);
    g_autoptr (DeidResult) result = solve (problem);

    explanation = deid_report_new_explanation (result, 5, NULL, &error);
    assert_no_error (error);
  }
  written = plain_text_of (explanation);
  ck_assert_str_eq (written, "Explanation: what blocks better policies (custodian-only)\n"
                             "optimum: policy age:1, loss 0.333, suppressed 0 (0 %)\n"
                             "records: 8\n"
                             "limit: 1 (12.5 %)\n"
                             "candidates: 1 policies\n"
                             "better: 1 policies\n"
                             "models: k:2\n"
                             "policies:\n"
                             "                             over\n"
                             "                              the  failing\n"
                             "  policy  loss  suppressed  limit  records  attribute  saved\n"
                             "  age:0   0.25    2 (25 %)      1  2        age            2\n");
  json = deid_report_to_json (explanation, NULL);
  ck_assert_str_eq (json, "{\"audience\":\"custodian-only\",\"optimum\":{\"policy\":\"age:1\","
                          "\"loss\":0.3333333333333333,\"suppressed\":0},\"records\":8,\"limit\":1,"
                          "\"candidates\":1,\"better\":1,\"models\":[\"k:2\"],\"policies\":["
                          "{\"policy\":\"age:0\",\"loss\":0.25,\"suppressed\":2,\"too_many\":1,"
                          "\"failing\":[2],\"attribute\":\"age\",\"saved\":2}]}");
}
END_TEST

static void
assert_refused (DeidResult *result)
{
  GError *error = NULL;

  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert_ptr_null (deid_report_new_explanation (result, 5, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "not proven optimal", NULL);
}

START_TEST (unproven)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) chosen = deid_problem_evaluate (problem, top, NULL, NULL);
  g_autoptr (DeidResult) stopped = NULL;

  assert_refused (chosen);
  ck_assert (deid_search_set_step_limit (search, 3, NULL));
  stopped = run_search (search, problem, NULL);
  assert_refused (stopped);
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidResult) result = solve (problem);
  g_autoptr (DeidReport) explanation = NULL;
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_explanation (result, 5, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  g_cancellable_reset (cancellable);
  explanation = deid_report_new_explanation (result, 5, cancellable, &error);
  assert_no_error (error);
  ck_assert_uint_gt (n_rows_of (explanation, "policies"), 0);
}
END_TEST

/* Nothing is below the bottom of the lattice. */
START_TEST (original_data)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 1, 0);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, bottom, NULL, NULL);
  GError *error = NULL;
  g_autoptr (DeidReport) explanation = deid_report_new_explanation (result, 5, NULL, &error);

  assert_no_error (error);
  ck_assert_uint_eq (count_of (explanation, "candidates"), 0);
  ck_assert_uint_eq (count_of (explanation, "better"), 0);
  ck_assert_uint_eq (n_rows_of (explanation, "policies"), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("explain");
  TCase *definition = tcase_create ("definition");
  TCase *contract = tcase_create ("contract");

  tcase_set_timeout (definition, 300);
  tcase_add_test (definition, random_problems);
  tcase_add_loop_test (definition, adult, 0, 4);
  tcase_add_test (definition, no_attribute_saves);
  tcase_add_test (definition, text);
  suite_add_tcase (suite, definition);
  tcase_add_test (contract, unproven);
  tcase_add_test (contract, cancelled);
  tcase_add_test (contract, original_data);
  suite_add_tcase (suite, contract);
  return suite;
}
