/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Local recodings with little time: however short it is, the release is valid if there is one. */
#include "support/suite.h"

#include "support/lesson.h"

#define N_ROWS 3000

static const char with_rises[] = "local:0:1:3";
static const char *const names[]
    = { "local", with_rises, "mondrian", "mondrian:relaxed", "rounds" };

/* From none at all to enough for some of the work. */
static const double seconds[] = { 1e-9, 1e-4, 1e-3, 1e-2, 0.1 };

static char *
make_rows (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2201);
  GString *rows = g_string_new ("a b c s:sensitive\n");

  for (guint row = 0; row < N_ROWS; row++)
    g_string_append_printf (rows, "%d %d %d %d\n", g_rand_int_range (rand, 0, 500),
                            g_rand_int_range (rand, 0, 200), g_rand_int_range (rand, 0, 90),
                            g_rand_int_range (rand, 0, 3));
  return g_string_free (rows, FALSE);
}

static DeidProblem *
make_problem (gboolean has_cuts, DeidPrivacyModel *model)
{
  static const char *const columns[] = { "a", "b", "c" };
  g_autofree char *rows = make_rows ();
  g_autoptr (DeidDataset) dataset = lesson_make_table (rows);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) all = deid_hierarchy_new_suppression ();
  DeidProblem *problem;

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    if (has_cuts)
      ck_assert (deid_lattice_add_numeric_cuts (lattice, columns[c], DEID_CUT_ENDS_EXACT, NULL));
    else
      ck_assert (deid_lattice_add_quasi_identifier (lattice, columns[c], all, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, model);
  return problem;
}

static DeidResult *
run (const char *name, double limit, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (name, NULL);

  ck_assert (deid_search_set_time_limit (search, limit, NULL));
  return deid_search_run (search, problem, NULL, error);
}

static void
check_run (const char *name, double limit, DeidProblem *problem)
{
  GError *error = NULL;
  g_autoptr (DeidResult) result = run (name, limit, problem, &error);
  g_autoptr (DeidDataset) released = NULL;

  g_assert_no_error (error);
  released = lesson_apply (result);
  assert_quietly (deid_dataset_get_n_rows (released) == N_ROWS);
  assert_quietly (deid_result_verify (result, released, NULL, NULL));
  if (limit > seconds[0])
    return;
  assert_quietly (deid_result_get_termination (result) == DEID_TERMINATION_TIME_LIMIT);
  assert_quietly (deid_result_get_recoding (result) != DEID_RECODING_GLOBAL);
  assert_near (deid_result_get_loss (result), 1);
}

static gboolean
takes (const char *name, gboolean has_cuts, gboolean has_closeness)
{
  if (g_str_equal (name, "rounds"))
    return !has_cuts && !has_closeness;
  return !has_cuts || (!g_str_equal (name, "mondrian") && !g_str_equal (name, with_rises));
}

/* With closeness and little time no other class than that of all may pass. */
START_TEST (any_limit)
{
  static const char *const models[] = { "k:5", "te:0.1" };

  for (guint m = 0; m < G_N_ELEMENTS (models); m++)
    for (guint has_cuts = 0; has_cuts < 2; has_cuts++)
      {
        g_autoptr (DeidProblem) problem = make_problem (
            has_cuts == 1,
            deid_privacy_model_new_from_specification (models[m], m == 0 ? NULL : "s", NULL));

        for (guint i = 0; i < G_N_ELEMENTS (names); i++)
          if (takes (names[i], has_cuts == 1, m == 1))
            for (guint j = 0; j < G_N_ELEMENTS (seconds); j++)
              check_run (names[i], seconds[j], problem);
      }
}
END_TEST

/* What the table cannot meet, or the search not take, is no matter of time. */
START_TEST (refused)
{
  g_autoptr (DeidProblem) unsolvable
      = make_problem (FALSE, deid_privacy_model_new_k_anonymity (N_ROWS + 1, NULL));
  g_autoptr (DeidProblem) cuts = make_problem (TRUE, deid_privacy_model_new_k_anonymity (2, NULL));
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      ck_assert_ptr_null (run (names[i], seconds[0], unsolvable, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
    }
  ck_assert_ptr_null (run ("mondrian", seconds[0], cuts, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "expected mondrian:relaxed or local", NULL);
  ck_assert_ptr_null (run ("rounds", seconds[0], cuts, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'a' has cuts", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("local recodings with little time");
  TCase *cases = tcase_create ("time");

  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, any_limit);
  tcase_add_test (cases, refused);
  suite_add_tcase (suite, cases);
  return suite;
}
