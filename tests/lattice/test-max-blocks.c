/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The largest number of blocks of a column with cuts: which blocks count, who keeps the limit and
 * who refuses it. test-cut-problems.c compares it with labels of random problems. */
#include "support/figures.h"
#include "support/suite.h"

#include "support/lesson.h"

/* A lattice of ages, of which 20 and 50 are in the order alone; the missing value is not. */
static DeidLattice *
make_ages (void)
{
  static const char *const order[] = { "10", "17", "19", "20", "30", "40", "50" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  const char *const ages[] = { "10", "17", "19", "30", "40", NULL };
  DeidLattice *lattice;
  GError *error = NULL;

  deid_dataset_add_string_column (dataset, "age", ages, G_N_ELEMENTS (ages), NULL, &error);
  assert_no_error (error);
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_ordered_cuts (lattice, "age", order, G_N_ELEMENTS (order), DEID_CUT_ENDS_ROUNDED,
                                 &error);
  assert_no_error (error);
  return lattice;
}

/* The nodes, in the order of their dimensions: *, hills, coast. The table has no desert, and of the
 * coast only one town. */
static DeidLattice *
make_towns (void)
{
  const char *hierarchies = "town w hills *\n town x coast *\n town y coast *\n"
                            "town z hills *\n town v desert *\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table ("town\n x\n w\n z\n");
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("town", hierarchies);
  DeidLattice *lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  deid_lattice_add_subtree_cuts (lattice, "town", hierarchy, NULL, &error);
  assert_no_error (error);
  return lattice;
}

/* Takes the lattice. Returns: the reason why a policy is no solution, in JSON, or NULL. */
static char *
get_reason (DeidLattice *lattice, const char *column, const char *text, guint max_blocks)
{
  g_autoptr (DeidLattice) own = lattice;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidReport) evaluation = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_set_max_blocks (own, column, max_blocks, NULL));
  policy = deid_policy_new_from_text (own, text, &error);
  assert_no_error (error);
  problem = deid_problem_new (own);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  evaluation = deid_report_new_evaluation (problem, policy, NULL, &error);
  assert_no_error (error);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  ck_assert ((result != NULL) == flag_of (evaluation, "solution"));
  if (result != NULL)
    return NULL;
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "of which it may have", NULL);
  return deid_report_to_text (evaluation, NULL, NULL);
}

/* A policy is a solution exactly if so many blocks are allowed. */
static void
assert_blocks (DeidLattice *(*make) (void), const char *column, const char *text, guint n)
{
  g_autofree char *fewer = n > 1 ? get_reason (make (), column, text, n - 1) : NULL;
  g_autofree char *expected
      = g_strdup_printf ("column '%s' has %u blocks, of which it may have %u\n", column, n, n - 1);

  ck_assert_ptr_null (get_reason (make (), column, text, n));
  ck_assert_ptr_null (get_reason (make (), column, text, G_MAXUINT));
  if (n > 1)
    ck_assert_ptr_nonnull (strstr (fewer, expected));
}

START_TEST (counts)
{
  assert_blocks (make_ages, "age", "age:000000", 1);
  assert_blocks (make_ages, "age", "age:000001", 1);
  assert_blocks (make_ages, "age", "age:001100", 2);
  assert_blocks (make_ages, "age", "age:001001", 2);
  assert_blocks (make_ages, "age", "age:010010", 3);
  assert_blocks (make_ages, "age", "age:111111", 5);
  assert_blocks (make_towns, "town", "town:000", 1);
  assert_blocks (make_towns, "town", "town:100", 2);
  assert_blocks (make_towns, "town", "town:110", 3);
  assert_blocks (make_towns, "town", "town:101", 2);
  assert_blocks (make_towns, "town", "town:111", 3);
}
END_TEST

START_TEST (errors)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age sex\n 10 f\n 17 m\n 19 f\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPolicy) top = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL));
  ck_assert (!deid_lattice_set_max_blocks (lattice, "sex", 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'sex' is no quasi-identifier",
                NULL);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "sex", suppression, NULL, NULL));
  ck_assert (!deid_lattice_set_max_blocks (lattice, "town", 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'town'", NULL);
  ck_assert (!deid_lattice_set_max_blocks (lattice, "sex", 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'sex' has levels", NULL);
  ck_assert_uint_eq (deid_lattice_get_max_blocks (lattice, 0), G_MAXUINT);
  ck_assert (deid_lattice_set_max_blocks (lattice, "age", 2, &error));
  assert_no_error (error);
  ck_assert (!deid_lattice_set_max_blocks (lattice, "age", 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age' may have 0 blocks",
                "at least 1", NULL);
  ck_assert_uint_eq (deid_lattice_get_max_blocks (lattice, 0), 2);
  ck_assert (deid_lattice_set_max_blocks (lattice, "age", G_MAXUINT, &error));
  ck_assert_uint_eq (deid_lattice_get_max_blocks (lattice, 0), G_MAXUINT);
  ck_assert (deid_lattice_set_max_blocks (lattice, "age", 3, &error));
  ck_assert_uint_eq (deid_lattice_get_max_blocks (lattice, 0), 3);
  ck_assert_uint_eq (deid_lattice_get_max_blocks (lattice, 1), G_MAXUINT);
  top = deid_policy_new_top (lattice, NULL);
  ck_assert (!deid_lattice_set_max_blocks (lattice, "age", 4, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

/* What is kept apart needs more blocks, whichever is asked for first. */
START_TEST (too_few)
{
  static const char *const searches[]
      = { "optimal", "exhaustive", "bisecting:9:1", "coordinate-descent" };
  g_autoptr (DeidLattice) lattice = make_ages ();
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (searches[_i / 2], NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) top = NULL;
  GError *error = NULL;

  if (_i % 2 == 0)
    ck_assert (deid_lattice_set_max_blocks (lattice, "age", 2, &error));
  ck_assert (deid_lattice_keep_apart (lattice, "age", "17", &error));
  ck_assert (deid_lattice_keep_apart (lattice, "age", "40", &error));
  if (_i % 2 > 0)
    ck_assert (deid_lattice_set_max_blocks (lattice, "age", 2, &error));
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age' may have 2 blocks",
                "fewer than 3", NULL);
  top = deid_policy_new_top (lattice, NULL);
  ck_assert_ptr_null (deid_report_new_evaluation (problem, top, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "fewer than 3", NULL);
}
END_TEST

static DeidResult *
prove_ages (guint max_blocks, GError **error)
{
  g_autoptr (DeidLattice) lattice = make_ages ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();

  ck_assert (deid_lattice_set_max_blocks (lattice, "age", max_blocks, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  return deid_search_run (search, problem, NULL, error);
}

/* Runs of two values cost least, of 17 and 19 and of 30 and 40: 20 between them would cost more.
 * The optimum is explained among the policies of few enough blocks, of which none is better. */
START_TEST (proven)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = prove_ages (3, &error);
  g_autoptr (DeidReport) explanation = NULL;
  g_autofree char *policy = NULL;

  assert_no_error (error);
  ck_assert (deid_result_is_proven_optimal (result));
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  ck_assert_str_eq (policy, "age:101101");
  explanation = deid_report_new_explanation (result, 3, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (explanation, "better"), 0);
}
END_TEST

/* Certificates count no blocks, nor do local recodings. */
START_TEST (refused)
{
  static const char *const searches[] = { "local:10:1", "mondrian:relaxed" };
  const char *path = get_temporary_file ("proof.jsonl");
  GError *error = NULL;
  g_autoptr (DeidResult) result = prove_ages (3, &error), verified = NULL;
  DeidProblem *problem = deid_result_get_problem (result);

  assert_no_error (error);
  ck_assert (!deid_result_write_certificate (result, path, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age'", "certificates", NULL);
  verified = deid_problem_verify_certificate (problem, write_file ("proof.jsonl", "{}\n", -1), NULL,
                                              NULL, &error);
  ck_assert_ptr_null (verified);
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age'", "certificates", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (searches[i], NULL);

      ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age'", "local recodings",
                    NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("max blocks");
  TCase *cases = tcase_create ("max blocks");

  tcase_add_test (cases, counts);
  tcase_add_test (cases, errors);
  tcase_add_loop_test (cases, too_few, 0, 8);
  tcase_add_test (cases, proven);
  tcase_add_test (cases, refused);
  suite_add_tcase (suite, cases);
  return suite;
}
