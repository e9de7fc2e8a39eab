/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs of the searches for policy alternatives as a whole: seeds and threads, names, lattices with
 * levels written with cuts, and persons. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/alternative-problem.h"
#include "support/alternatives.h"

static void
check_same (DeidResult *a, DeidResult *b)
{
  g_autoptr (DeidReport) one = list_alternatives (a), other = list_alternatives (b);
  const guint64 n = count_alternatives (one);

  assert_quietly (count_alternatives (other) == n);
  assert_quietly (deid_result_get_n_evaluated (a) == deid_result_get_n_evaluated (b));
  assert_quietly (deid_result_get_loss (a) == deid_result_get_loss (b));
  assert_quietly (deid_policy_compare (deid_result_get_policy (a), deid_result_get_policy (b))
                  == 0);
  for (guint64 i = 0; i < n; i++)
    {
      assert_quietly (deid_policy_compare (get_alternative (one, i), get_alternative (other, i))
                      == 0);
      assert_quietly (get_alternative_number (one, i, "loss")
                      == get_alternative_number (other, i, "loss"));
      assert_quietly (get_alternative_number (one, i, "population_risk_sum")
                      == get_alternative_number (other, i, "population_risk_sum"));
      assert_quietly (get_alternative_count (one, i, "found")
                      == get_alternative_count (other, i, "found"));
      assert_quietly (get_alternative_count (one, i, "suppressed")
                      == get_alternative_count (other, i, "suppressed"));
    }
}

/* A search and a problem that threads share. */
typedef struct
{
  DeidSearch *search;
  DeidProblem *problem;
} Job;

static gpointer
run_job (gpointer data)
{
  const Job *job = data;
  GError *error = NULL;
  DeidResult *result = deid_search_run (job->search, job->problem, NULL, &error);

  assert_no_error (error);
  return result;
}

static DeidSearch *
make_search (guint kind, guint64 seed, guint n_threads)
{
  DeidSearch *search = kind / 2 == 0 ? deid_search_new_bisecting (20, seed, kind % 2 == 1)
                                     : deid_search_new_directed (20, seed, kind % 2 == 1);

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  return search;
}

static gboolean
has_same_policies (DeidResult *a, DeidResult *b)
{
  g_autoptr (DeidReport) one = list_alternatives (a), other = list_alternatives (b);
  const guint64 n = count_alternatives (one);
  guint64 i = 0;

  while (i < n && i < count_alternatives (other)
         && deid_policy_compare (get_alternative (one, i), get_alternative (other, i)) == 0)
    i++;
  return i == n && count_alternatives (other) == n;
}

/* Returns: whether another seed finds the same. */
static gboolean
check_threads (DeidProblem *problem, guint kind, guint64 seed)
{
  g_autoptr (DeidSearch) search = make_search (kind, seed, 1);
  g_autoptr (DeidSearch) search_of_4 = make_search (kind, seed, 4);
  g_autoptr (DeidSearch) other_search = make_search (kind, seed + 1, 1);
  Job job = { search, problem }, job_of_4 = { search_of_4, problem },
      other_job = { other_search, problem };
  g_autoptr (DeidResult) result = run_job (&job), result_of_4 = run_job (&job_of_4),
                         other = run_job (&other_job);
  GThread *threads[4];

  check_same (result, result_of_4);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("search", run_job, &job);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (DeidResult) again = g_thread_join (threads[i]);

      check_same (result, again);
    }
  return has_same_policies (result, other);
}

/* Where there are many policies to find, seeds do not find the same in the same order. */
START_TEST (seeds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (75);
  const guint n_trials = MAX (count_trials (60), 24);
  guint n_done = 0, n_rich = 0;

  while (n_done < n_trials)
    {
      AlternativeProblem problem;

      alternative_problem_init_random (&problem, rand);
      if (alternative_problem_has_choice (&problem))
        for (guint kind = 0; kind < 4; kind++)
          {
            const gboolean is_same = check_threads (problem.built, kind, n_done);
            g_autoptr (DeidResult) result
                = alternative_problem_search (&problem, kind / 2 == 1, 20, 1, kind % 2 == 1, NULL);

            g_autoptr (DeidReport) alternatives = list_alternatives (result);
            const gboolean is_rich = count_alternatives (alternatives) > 5;

            assert_quietly (!is_rich || !is_same);
            n_rich += is_rich ? 1 : 0;
            n_done++;
          }
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (n_rich, 0);
}
END_TEST

/* A search that is made from its name is the same search. */
START_TEST (specifications)
{
  static const char *const names[]
      = { "bisecting:20:7", "bisecting:20:7:polish", "directed:20:7", "directed:20:7:polish" };
  g_autoptr (DeidProblem) problem = alternative_table_new (0, "k:3");
  g_autoptr (DeidSearch) search = make_search ((guint) _i, 7, 1);
  g_autofree char *name = deid_search_to_specification (search);
  GError *error = NULL;
  g_autoptr (DeidSearch) named = deid_search_new_from_specification (names[_i], &error);
  g_autofree char *same_name = deid_search_to_specification (named);
  g_autoptr (DeidResult) result = NULL, same = NULL;

  assert_no_error (error);
  ck_assert_str_eq (name, names[_i]);
  ck_assert_str_eq (same_name, names[_i]);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  same = deid_search_run (named, problem, NULL, &error);
  assert_no_error (error);
  check_same (result, same);
}
END_TEST

START_TEST (greatest_numbers)
{
  const char *const text = "directed:18446744073709551615:18446744073709551615";
  g_autoptr (DeidSearch) search = deid_search_new_directed (G_MAXUINT64, G_MAXUINT64, FALSE);
  g_autoptr (DeidSearch) named = deid_search_new_from_specification (text, NULL);
  g_autofree char *name = deid_search_to_specification (search);
  g_autofree char *same_name = deid_search_to_specification (named);

  ck_assert_str_eq (name, text);
  ck_assert_str_eq (same_name, text);
}
END_TEST

/* Two levels, the second of which merges all: the one node above the leaves is a subtree, and with
 * two values it is a pair as well. Numbers are words, too. */
static void
set_kind (AlternativeProblem *problem, CutKind kind)
{
  for (guint a = 0; a < problem->cut.n_attributes; a++)
    {
      CutAttribute *attribute = &problem->cut.attributes[a];

      attribute->kind = kind;
      attribute->height = 1;
      attribute->n_nodes = 1;
      attribute->node_levels[0] = 1;
      attribute->node_leaves[0] = 0;
    }
}

static void
draw_values (CutAttribute *attribute, GRand *rand, guint n_rows, guint n_population, guint most)
{
  static const char *const values[] = { "1", "2", "3", "4", "5" };

  attribute->n_values = (guint) g_rand_int_range (rand, 2, (gint32) most + 1);
  memcpy (attribute->values, values, sizeof attribute->values);
  attribute->missing_apart = g_rand_boolean (rand);
  for (guint row = 0; row < n_rows; row++)
    attribute->rows[row]
        = row < attribute->n_values ? row : g_rand_int (rand) % attribute->n_values;
  for (guint row = 0; row < n_population; row++)
    attribute->population[row] = g_rand_int (rand) % attribute->n_values;
  if (attribute->missing_apart)
    attribute->rows[n_rows - 1] = attribute->n_values;
}

static DeidProblem *
build_of_kind (AlternativeProblem *problem, CutKind kind, const char *quality)
{
  g_autoptr (DeidDataset) dataset = cut_problem_build_dataset (&problem->cut);
  g_autoptr (DeidLattice) lattice = NULL;

  set_kind (problem, kind);
  lattice = cut_problem_build_lattice (&problem->cut, dataset);
  return cut_problem_build (&problem->cut, lattice, quality);
}

/* Returns: how many policies are solutions. */
static guint
check_policies (DeidProblem *levels, DeidProblem *cuts)
{
  DeidLattice *lattice = deid_problem_get_lattice (levels);
  guint64 n_policies;
  guint n_solutions = 0;

  deid_lattice_get_size (lattice, &n_policies);
  for (guint64 rank = 0; rank < n_policies; rank++)
    {
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);
      g_autoptr (DeidPolicy) cut
          = deid_policy_new_from_rank (deid_problem_get_lattice (cuts), rank, NULL);
      g_autoptr (DeidResult) expected = deid_problem_evaluate (levels, policy, NULL, NULL);
      g_autoptr (DeidResult) got = deid_problem_evaluate (cuts, cut, NULL, NULL);

      assert_quietly ((expected == NULL) == (got == NULL));
      if (got == NULL)
        continue;
      n_solutions++;
      assert_quietly (deid_result_get_loss (got) == deid_result_get_loss (expected));
      assert_quietly (deid_result_get_n_suppressed (got)
                      == deid_result_get_n_suppressed (expected));
    }
  return n_solutions;
}

static guint64
get_rank (DeidReport *alternatives, guint64 number)
{
  guint64 rank;

  ck_assert (deid_policy_get_rank (get_alternative (alternatives, number), &rank));
  return rank;
}

/* The same dimensions make the same draws. */
static void
check_same_searches (DeidProblem *levels, DeidProblem *cuts)
{
  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr (DeidSearch) search = make_search (kind, 76, 1);
      g_autoptr (DeidResult) expected = deid_search_run (search, levels, NULL, NULL);
      g_autoptr (DeidResult) got = deid_search_run (search, cuts, NULL, NULL);
      g_autoptr (DeidReport) a = NULL, b = NULL;

      assert_quietly ((expected == NULL) == (got == NULL));
      if (got == NULL)
        continue;
      a = list_alternatives (expected);
      b = list_alternatives (got);
      assert_quietly (count_alternatives (a) == count_alternatives (b));
      for (guint64 i = 0; i < count_alternatives (a); i++)
        {
          assert_quietly (get_rank (a, i) == get_rank (b, i));
          assert_quietly (get_alternative_number (a, i, "loss")
                          == get_alternative_number (b, i, "loss"));
          assert_quietly (get_alternative_number (a, i, "population_risk_sum")
                          == get_alternative_number (b, i, "population_risk_sum"));
        }
    }
}

START_TEST (levels_as_cuts)
{
  static const char *const qualities[]
      = { "loss:arith", "loss:geo:0.3", "precision:arith", "loss:max:1", "dm", "aecs" };
  static const CutKind kinds[] = { CUT_SUBTREES, CUT_NUMERIC, CUT_ORDERED, CUT_LEAVES };
  g_autoptr (GRand) rand = g_rand_new_with_seed (76);
  const guint n_trials = MAX (count_trials (200), 24);
  guint n_solutions = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const CutKind kind = kinds[trial % G_N_ELEMENTS (kinds)];
      const char *quality = qualities[g_rand_int (rand) % G_N_ELEMENTS (qualities)];
      AlternativeProblem problem = { .n_models = 0 };
      g_autoptr (DeidProblem) levels = NULL, cuts = NULL;

      cut_problem_init_random (&problem.cut, rand);
      for (guint a = 0; a < problem.cut.n_attributes; a++)
        draw_values (&problem.cut.attributes[a], rand, problem.cut.n_rows, problem.cut.n_population,
                     kind == CUT_SUBTREES ? CUT_MAX_VALUES : 2);
      levels = build_of_kind (&problem, CUT_LEVELS, quality);
      cuts = build_of_kind (&problem, kind, quality);
      n_solutions += check_policies (levels, cuts);
      check_same_searches (levels, cuts);
    }
  ck_assert_uint_gt (n_solutions, 0);
}
END_TEST

#define N_AGES    6
#define N_PERSONS 4
#define N_ROWS    30

/* Lists what the persons, or the records, in each class of ages that are not kept apart risk.
 * Returns: the number of classes. */
static guint
list_risks (DeidPolicy *policy, const gint64 *ages, const guint *persons, const gint64 *people,
            PlainRiskPart *parts)
{
  guint n_parts = 0;

  for (guint first = 0, next; first < N_AGES; first = next)
    {
      gboolean is_there[N_PERSONS] = { FALSE };
      guint n = 0, g = 0;

      for (next = first + 1; next < N_AGES && deid_policy_get_level (policy, next - 1) == 1;)
        next++;
      for (guint row = 0; row < N_ROWS; row++)
        {
          g += people[row] >= first && people[row] < next;
          if (ages[row] >= first && ages[row] < next
              && (persons == NULL || !is_there[persons[row]]))
            {
              n++;
              is_there[persons != NULL ? persons[row] : 0] = TRUE;
            }
        }
      parts[n_parts++] = (PlainRiskPart){ n, g };
    }
  return n_parts;
}

/* With an entity column risks are those of persons. */
START_TEST (risk_of_persons)
{
  static const char *const names[N_PERSONS] = { "p", "q", "r", "s" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (77);
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                          population = deid_dataset_new ("people");
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (3, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  gint64 ages[N_ROWS], people[N_ROWS];
  guint persons[N_ROWS];
  const char *texts[N_ROWS];

  for (guint row = 0; row < N_ROWS; row++)
    {
      ages[row] = row < N_AGES ? row : g_rand_int (rand) % N_AGES;
      people[row] = g_rand_int_range (rand, 0, N_AGES);
      persons[row] = g_rand_int (rand) % N_PERSONS;
      texts[row] = names[persons[row]];
    }
  deid_dataset_add_integer_column (dataset, "age", ages, N_ROWS, NULL, 0, NULL, NULL);
  deid_dataset_add_string_column (dataset, "person", texts, N_ROWS, NULL, NULL);
  deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, NULL);
  deid_dataset_add_integer_column (population, "age", people, N_ROWS, NULL, 0, NULL, NULL);
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_set_population (problem, population, NULL, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  for (guint kind = 0; kind < 4; kind++)
    {
      g_autoptr (DeidSearch) search = make_search (kind, 1, 1);
      Job job = { search, problem };
      g_autoptr (DeidResult) result = run_job (&job);
      g_autoptr (DeidReport) found = list_alternatives (result);

      ck_assert_uint_gt (count_alternatives (found), 1);
      for (guint64 i = 0; i < count_alternatives (found); i++)
        {
          DeidPolicy *policy = get_alternative (found, i);
          const double risk = get_alternative_number (found, i, "population_risk_sum");
          PlainRiskPart parts[N_AGES];
          guint n = list_risks (policy, ages, persons, people, parts);

          ck_assert_int_le (plain_risk_compare_double (parts, n, 2, 1, risk), 0);
          ck_assert_int_gt (plain_risk_compare_double (parts, n, 2, 1, nextafter (risk, 0)), 0);
          n = list_risks (policy, ages, NULL, people, parts);
          ck_assert_int_gt (plain_risk_compare_double (parts, n, 2, 1, risk), 0);
        }
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("policy alternatives");
  TCase *cases = tcase_create ("runs");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, seeds);
  tcase_add_loop_test (cases, specifications, 0, N_ALTERNATIVE_SEARCHES);
  tcase_add_test (cases, greatest_numbers);
  tcase_add_test (cases, levels_as_cuts);
  tcase_add_test (cases, risk_of_persons);
  suite_add_tcase (suite, cases);
  return suite;
}
