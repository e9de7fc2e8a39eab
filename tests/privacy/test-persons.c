/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models that judge persons with all their rows, against their definition. */
#include <string.h>

#include "search/result-private.h"
#include "support/certificate-case.h"
#include "support/checked-problem.h"
#include "support/plain-persons.h"
#include "support/random-cuts.h"
#include "support/suite.h"

#define N_PROBLEMS 2000
#define N_LOOPS    4

static RandomProblem *
make_persons_problem (GRand *rand)
{
  RandomProblem *problem = random_problem_new (rand, TRUE);

  random_problem_restrict (problem);
  plain_persons_draw (problem, rand);
  return problem;
}

/* Each policy, all searches that prove the optimum, and what they release. */
START_TEST (problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (4400 + _i));
  const guint n_problems = count_trials (N_PROBLEMS / N_LOOPS);
  guint n_worth = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      RandomProblem *problem = make_persons_problem (rand);
      gboolean at_threshold;

      n_worth += checked_problem (problem, &at_threshold) ? 1 : 0;
      random_problem_free (problem);
    }
  ck_assert_uint_gt (8 * n_worth + 16, n_problems); /* one in eight, but of a few */
}
END_TEST

/* Makes a problem with a solution. */
static void
case_init (CertificateCase *made, GRand *rand)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  *made = (CertificateCase){ 0 };
  while (made->optimum == NULL)
    {
      certificate_case_clear (made);
      made->random = make_persons_problem (rand);
      made->problem = random_problem_build (made->random);
      made->optimum = deid_search_run (search, made->problem, NULL, NULL);
    }
}

/* Adds 1 to each number of a certificate in turn. Returns: how many changes are refused; what is
 * not refused proves the same. */
static guint
change_numbers (const CertificateCase *made, char **lines)
{
  const char *path = get_temporary_file ("forged.jsonl");
  guint n_refused = 0;

  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      char *const kept = lines[i];

      for (const char *c = kept; *c != '\0'; c++)
        {
          g_autofree char *forged = NULL;
          g_autoptr (DeidResult) result = NULL;
          char *end;

          if (!g_ascii_isdigit (*c) || c == kept || strchr (":[,", c[-1]) == NULL)
            continue;
          forged = g_strdup_printf ("%.*s%" G_GUINT64_FORMAT, (int) (c - kept), kept,
                                    g_ascii_strtoull (c, &end, 10) + 1);
          lines[i] = g_strconcat (forged, end, NULL);
          write_certificate (path, (const char *const *) lines, TRUE);
          result = verify_certificate (made, path, NULL);
          n_refused += result == NULL ? 1 : 0;
          if (result != NULL)
            assert_same_optimum (result, made->optimum);
          g_free (lines[i]);
          lines[i] = kept;
        }
    }
  return n_refused;
}

START_TEST (certificates)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (4410 + _i));
  const char *path = get_temporary_file ("persons.jsonl");
  const guint n_problems = count_trials (N_PROBLEMS / N_LOOPS);
  guint n_refused = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      GError *error = NULL;
      g_autoptr (DeidResult) checked = NULL;
      g_auto (GStrv) lines = NULL;
      CertificateCase made;

      case_init (&made, rand);
      ck_assert (deid_result_write_certificate (made.optimum, path, NULL, &error));
      assert_no_error (error);
      checked = verify_certificate (&made, path, &error);
      assert_no_error (error);
      assert_same_optimum (checked, made.optimum);
      lines = read_certificate (path);
      if (trial < 10)
        n_refused += change_numbers (&made, lines);
      certificate_case_clear (&made);
    }
  ck_assert_uint_gt (n_refused, 20);
}
END_TEST

/* Persons by the values of their rows, of which there are two columns of one letter each. */
static DeidDataset *
make_table (const char *const *persons)
{
  g_autoptr (GString) text = g_string_new ("person,x,y\n");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GInputStream) stream = NULL;
  DeidDataset *dataset;
  GError *error = NULL;

  for (guint p = 0; persons[p] != NULL; p++)
    for (const char *value = persons[p]; *value != '\0'; value += 2)
      g_string_append_printf (text, "%u,%c,%c\n", p, value[0], value[1]);
  bytes = g_bytes_new (text->str, text->len);
  stream = g_memory_input_stream_new_from_bytes (bytes);
  dataset = deid_dataset_new_from_csv_stream (stream, "table", NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, NULL));
  return dataset;
}

static void
add_model (DeidProblem *problem, const char *model)
{
  g_autoptr (DeidPrivacyModel) made = deid_privacy_model_new_from_specification (model, NULL, NULL);

  ck_assert (deid_problem_add_privacy_model (problem, made, NULL));
}

static DeidProblem *
make_stated (DeidLattice *lattice, const char *model)
{
  DeidProblem *problem = deid_problem_new (lattice);

  add_model (problem, model);
  ck_assert (deid_problem_set_suppression_limit (problem, 1, NULL));
  return problem;
}

/* With cuts the optimal search finds what the exhaustive one finds, and proves it. */
START_TEST (cuts)
{
  static const char *const models[] = { "persons:2", "persons:2:1", "persons:2:2:number" };
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (4420 + _i));
  const char *path = get_temporary_file ("cuts.jsonl");
  const guint n_problems = count_trials (N_PROBLEMS / N_LOOPS);
  guint n_solved = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidProblem) drawn = make_random_cuts (rand, 1 << 8, "loss:arith");
      g_autoptr (DeidProblem) problem
          = make_stated (deid_problem_get_lattice (drawn), models[trial % G_N_ELEMENTS (models)]);
      g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
      g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
      g_autoptr (DeidResult) expected = NULL, result = NULL, checked = NULL;
      GError *error = NULL;

      ck_assert (deid_problem_set_suppression_limit (problem, 0.5, NULL));
      expected = deid_search_run (exhaustive, problem, NULL, NULL);
      result = deid_search_run (optimal, problem, NULL, NULL);
      ck_assert_int_eq (result != NULL, expected != NULL);
      if (result == NULL)
        continue;
      assert_same_optimum (result, expected);
      checked_release (result);
      ck_assert (deid_result_write_certificate (result, path, NULL, &error));
      checked = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
      assert_no_error (error);
      assert_same_optimum (checked, expected);
      n_solved++;
    }
  ck_assert_uint_ge (20 * n_solved + 20, n_problems); /* one in twenty, but of a few */
}
END_TEST

static DeidLattice *
make_lattice_of (const char *const *persons)
{
  g_autoptr (DeidDataset) dataset = make_table (persons);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  DeidLattice *lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "y", hierarchy, NULL, NULL));
  return lattice;
}

/* Returns: how many records are withheld if nothing is generalized. */
static guint64
count_withheld_by (DeidProblem *problem)
{
  g_autoptr (DeidPolicy) policy
      = deid_policy_new_from_rank (deid_problem_get_lattice (problem), 0, NULL);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, policy, NULL, &error);

  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      return G_MAXUINT64;
    }
  checked_release (result);
  return deid_result_get_n_suppressed (result);
}

static guint64
count_withheld (DeidLattice *lattice, const char *model)
{
  g_autoptr (DeidProblem) problem = make_stated (lattice, model);

  return count_withheld_by (problem);
}

/* Two pairs of persons are alike in each row, and one of them in all: by hand. */
START_TEST (by_hand)
{
  static const char *const persons[] = { "axbx", "axbx", "axcx", "bxcx", "cx", "cx", NULL };
  g_autoptr (DeidLattice) lattice = make_lattice_of (persons);

  ck_assert_uint_eq (count_withheld (lattice, "persons:2:1"), 0);
  /* ac and bc are each the only one with these two rows; then all of c is left to the last two */
  ck_assert_uint_eq (count_withheld (lattice, "persons:2:2"), 4);
  ck_assert_uint_eq (count_withheld (lattice, "persons:2"), 4);
  /* a: 3 persons, b: 3, c: 4; whoever has two rows is one of four, whoever has one, of two */
  ck_assert_uint_eq (count_withheld (lattice, "persons:3:1"), 0);
  ck_assert_uint_eq (count_withheld (lattice, "persons:3:1:number"), G_MAXUINT64);
  ck_assert_uint_eq (count_withheld (lattice, "persons:2:1:number"), 0);
  ck_assert_uint_eq (count_withheld (lattice, "persons:1"), 0);
}
END_TEST

/* Persons 1, 3 and 4 are alike, and so are 5, 6 and 8; 2 and 7 are like nobody. They live with 1
 * and 6, in households A and E. What is left are B and C, and D and F. */
static const struct
{
  const char *models[3];
  guint64 n_withheld;
} of_households[] = { { { "persons:2" }, 2 },
                      { { "persons:3@person" }, 2 },
                      { { "persons:2@house" }, 6 },
                      { { "persons:2@person", "persons:1@house" }, 6 },
                      { { "persons:2@house", "persons:2:1" }, 6 },
                      { { "persons:3", "persons:1@house" }, G_MAXUINT64 } };

START_TEST (households_by_hand)
{
  static const char table[] = "person,house,x\n"
                              "1,A,a\n1,A,b\n2,A,a\n3,B,a\n4,C,a\n3,B,b\n4,C,b\n"
                              "5,D,c\n5,D,c\n6,E,c\n6,E,c\n7,E,d\n8,F,c\n8,F,c\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (table, sizeof table - 1);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (DeidDataset) dataset
      = deid_dataset_new_from_csv_stream (stream, "table", NULL, NULL, NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  const char *const *models = of_households[_i].models;

  ck_assert (deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, NULL));
  ck_assert (deid_dataset_set_role (dataset, "house", DEID_ROLE_JUDGED, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = make_stated (lattice, models[0]);
  if (models[1] != NULL)
    add_model (problem, models[1]);
  ck_assert_uint_eq (count_withheld_by (problem), of_households[_i].n_withheld);
}
END_TEST

/* The table that one model releases is not that of another. */
START_TEST (forged)
{
  static const char *const persons[]
      = { "axbx", "axbx", "axbx", "axcx", "axcx", "bxcx", "bxcx", "bxcx", NULL };
  static const char *const pairs[][3]
      = { { "persons:2", "persons:3", "is released but fails persons:3" },
          { "persons:2:2", "persons:3:2", "is released but fails persons:3:2" },
          { "persons:3", "persons:2", "is suppressed but passes every privacy model" },
          { "persons:3:2", "persons:2:2", "is suppressed but passes every privacy model" } };
  g_autoptr (DeidLattice) lattice = make_lattice_of (persons);
  g_autoptr (DeidProblem) released_by = make_stated (lattice, pairs[_i][0]);
  g_autoptr (DeidProblem) asked = make_stated (lattice, pairs[_i][1]);
  g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, 0, NULL);
  GError *error = NULL;
  g_autoptr (DeidResult) result = deid_problem_evaluate (released_by, policy, NULL, &error);
  g_autoptr (DeidResult) other = deid_problem_evaluate (asked, policy, NULL, &error);
  g_autoptr (DeidDataset) release = NULL;

  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  other->n_suppressed = deid_result_get_n_suppressed (result);
  ck_assert (!deid_result_verify (other, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, pairs[_i][2], NULL);
}
END_TEST

/* The column of a model of persons is not released as it is. */
START_TEST (column_of_persons)
{
  static const char *const persons[] = { "axbx", "axbx", NULL };
  g_autoptr (DeidDataset) dataset = make_table (persons);
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("persons:2@y", NULL, NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_set_role (dataset, "y", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (!deid_problem_add_privacy_model (problem, model, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "does not have the role entity or judged",
                NULL);
}
END_TEST

/* A specification, and what is said of it, or of a problem with it. */
static const char *const refusals[][2] = {
  { "persons:0", "expected at least 1" },  { "persons:2:0", "expected at least 1 known row" },
  { "persons:2:9", "expected at most 8" }, { "persons:2:2:3", "expected 'number'" },
  { "persons:2:2:number:2", "persons" },
};

START_TEST (refused)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification (refusals[_i][0], NULL, &error));
  ck_assert_ptr_nonnull (strstr (error->message, refusals[_i][1]));
  g_error_free (error);
}
END_TEST

/* Models that a larger class may fail do not go with persons. */
static const char *const others[] = { "avg:0.5", "el:2@y", "te:0.5@y", "km:2:2" };

START_TEST (refused_together)
{
  static const char *const persons[] = { "axbx", "axbx", NULL };
  g_autoptr (DeidDataset) dataset = make_table (persons);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification (others[_i], NULL, NULL);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_set_role (dataset, "y", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  problem = make_stated (lattice, "persons:2");
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "persons:2 judges persons with all their rows", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("persons");
  TCase *tcase = tcase_create ("persons");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, problems, 0, N_LOOPS);
  tcase_add_loop_test (tcase, certificates, 0, N_LOOPS);
  tcase_add_loop_test (tcase, cuts, 0, N_LOOPS);
  tcase_add_test (tcase, by_hand);
  tcase_add_loop_test (tcase, households_by_hand, 0, G_N_ELEMENTS (of_households));
  tcase_add_loop_test (tcase, forged, 0, 4);
  tcase_add_test (tcase, column_of_persons);
  tcase_add_loop_test (tcase, refused, 0, G_N_ELEMENTS (refusals));
  tcase_add_loop_test (tcase, refused_together, 0, G_N_ELEMENTS (others));
  suite_add_tcase (suite, tcase);
  return suite;
}
