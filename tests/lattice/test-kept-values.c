/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What custodians ask of columns with cuts: values that are kept apart or together, and ranges of
 * levels of subtrees. test-kept-policies.c shows what is left. */
#include "support/suite.h"

#include "support/lesson.h"

static void
assert_ranges (DeidLattice *lattice, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    {
      guint lowest, highest;

      deid_lattice_get_level_range (lattice, d, &lowest, &highest);
      ck_assert_uint_eq (deid_lattice_get_height (lattice, d), highest);
      g_string_append_printf (text, "%s%u%u", d > 0 ? " " : "", lowest, highest);
    }
  ck_assert_str_eq (text->str, expected);
}

/* Ages 10, 17, 19, 30, 40: in front of 18 is the cut of 17 and 19. */
START_TEST (numbers)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age\n 10\n 17\n 19\n 30\n 40\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPolicy) top = NULL, bottom = NULL;
  g_autofree char *top_text = NULL, *bottom_text = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL));
  ck_assert (deid_lattice_keep_apart (lattice, "age", "18", &error));
  ck_assert (deid_lattice_keep_apart (lattice, "age", "3e1", &error));
  ck_assert (deid_lattice_keep_apart (lattice, "age", "10", &error));
  ck_assert (deid_lattice_keep_apart (lattice, "age", "99", &error));
  ck_assert (deid_lattice_keep_together (lattice, "age", "9.5", "17.5", &error));
  ck_assert (deid_lattice_keep_together (lattice, "age", "18", "20", &error));
  assert_no_error (error);
  assert_ranges (lattice, "11 00 00 01");
  ck_assert (!deid_lattice_keep_apart (lattice, "age", "11", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age'", "apart and together",
                "in front of value 2 of the 5 in order is within a range", NULL);
  ck_assert (!deid_lattice_keep_together (lattice, "age", "19", "40", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "apart and together",
                "in front of value 4 of the 5 in order is kept, expected a range on one side",
                NULL);
  ck_assert (!deid_lattice_keep_together (lattice, "age", "40", "30", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "in front of the first", NULL);
  ck_assert (!deid_lattice_keep_apart (lattice, "age", "old", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "expected a number", NULL);
  assert_ranges (lattice, "11 00 00 01");
  top = deid_policy_new_top (lattice, NULL);
  bottom = deid_policy_new_bottom (lattice, NULL);
  top_text = deid_policy_to_text (top, NULL);
  bottom_text = deid_policy_to_text (bottom, NULL);
  ck_assert_str_eq (top_text, "age:0110");
  ck_assert_str_eq (bottom_text, "age:0111");
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "age:0010", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "level 1 of 'age'", "0 to 0",
                NULL);
  ck_assert (!deid_lattice_keep_apart (lattice, "age", "40", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
}
END_TEST

START_TEST (orders)
{
  static const char *const order[] = { "mild", "bad", "fatal", "unknown" };
  g_autoptr (DeidDataset) dataset = lesson_make_table ("course\n mild\n fatal\n bad\n");
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (
      deid_lattice_add_ordered_cuts (lattice, "course", order, 4, DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_keep_apart (lattice, "course", "unknown", &error));
  ck_assert (deid_lattice_keep_together (lattice, "course", "mild", "bad", &error));
  ck_assert (deid_lattice_keep_together (lattice, "course", "fatal", "fatal", &error));
  assert_no_error (error);
  assert_ranges (lattice, "11 01 00");
  ck_assert (!deid_lattice_keep_apart (lattice, "course", "mild", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'course'", "'mild'",
                "no value is in front", NULL);
  ck_assert (!deid_lattice_keep_apart (lattice, "course", "worse", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'course'", "'worse'",
                "none of the 4 values of the order", NULL);
  ck_assert (!deid_lattice_keep_together (lattice, "course", "mild", "unknown", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "'course': 'unknown': ", "value 4 of the 4", NULL);
  ck_assert (!deid_lattice_keep_together (lattice, "course", "fatal", "bad", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'bad'", "in front", NULL);
}
END_TEST

/* The nodes, in the order of their dimensions: *, hills, coast; inland has the leaves of hills, and
 * bay is the only one of its own. */
static DeidLattice *
make_towns (void)
{
  const char *hierarchies = "town w inland hills *\n town x shore coast *\n town y shore coast *\n"
                            "town z inland hills *\n town v bay coast *\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table ("town\n w\n x\n y\n z\n v\n");
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("town", hierarchies);
  DeidLattice *lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  deid_lattice_add_subtree_cuts (lattice, "town", hierarchy, NULL, &error);
  assert_no_error (error);
  assert_ranges (lattice, "01 01 01 01"); /* the last one is shore */
  return lattice;
}

static void
assert_release (DeidLattice *lattice, const char *policy, const char *expected)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  result = lesson_evaluate (problem, policy);
  release = lesson_apply (result);
  assert_table (release, expected);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
}

START_TEST (subtrees)
{
  g_autoptr (DeidLattice) lattice = make_towns (), other = make_towns ();
  GError *error = NULL;

  ck_assert (deid_lattice_keep_together (other, "town", "x", "v", &error));
  assert_ranges (other, "01 01 11 11");
  ck_assert (deid_lattice_keep_apart (lattice, "town", "coast", &error));
  ck_assert (deid_lattice_keep_together (lattice, "town", "x", "y", &error));
  ck_assert (deid_lattice_keep_together (lattice, "town", "v", "v", &error));
  assert_no_error (error);
  assert_ranges (lattice, "00 01 01 11");
  ck_assert (!deid_lattice_keep_together (lattice, "town", "w", "x", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "'town': label 1 of level 3: ", "kept together, and not", "by what is kept apart",
                NULL);
  ck_assert (!deid_lattice_keep_apart (lattice, "town", "y", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "kept apart", NULL);
  ck_assert (!deid_lattice_keep_apart (lattice, "town", "desert", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'town'", NULL);
  assert_ranges (lattice, "00 01 01 11");
  ck_assert (deid_lattice_keep_together (lattice, "town", "shore", "v", &error));
  assert_no_error (error);
  assert_ranges (lattice, "00 01 11 11");
}
END_TEST

/* A missing value that the hierarchy does not have joins others on the top, which is not merged
 * then; one that it has is one of the values. */
START_TEST (missing_values_of_subtrees)
{
  static const char *const without = "q a A *\nq b A *\nq c C *\nq d C *\n";
  static const char *const kept[] = { "*", "A", "a" };
  static const char *const expected[] = { "00 01 01", "00 01 01", "00 00 01" };
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("q", without);
  g_autoptr (DeidDataset) full = lesson_make_table ("q\n a\n b\n c\n d\n");
  g_autoptr (DeidLattice) lattice = deid_lattice_new (full);
  static const char *const values[] = { NULL, "a", "b", "c", "d" };
  GError *error = NULL;

  ck_assert (deid_lattice_add_subtree_cuts (lattice, "q", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_keep_apart (lattice, "q", "*", &error));
  assert_ranges (lattice, "01 01 01");
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("five");
      g_autoptr (DeidLattice) own = NULL;

      ck_assert (deid_dataset_add_string_column (dataset, "q", values, 5, NULL, NULL));
      own = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_subtree_cuts (own, "q", hierarchy, NULL, NULL));
      ck_assert (deid_lattice_keep_apart (own, "q", kept[i], &error));
      assert_no_error (error);
      assert_ranges (own, expected[i]);
      ck_assert (deid_lattice_keep_together (own, "q", "c", "d", &error));
      assert_no_error (error);
      ck_assert (!deid_lattice_keep_together (own, "q", "a", "c", &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "what is kept apart", NULL);
    }
}
END_TEST

/* On level 1 hills are inland; bay, of one town, is what that town is then. */
START_TEST (levels_of_subtrees)
{
  g_autoptr (DeidLattice) lattice = make_towns (), other = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_set_level_range (lattice, "town", 0, 1, &error));
  assert_no_error (error);
  assert_ranges (lattice, "00 01 00 01");
  ck_assert (deid_lattice_set_level_range (lattice, "town", 2, G_MAXUINT, &error));
  assert_no_error (error);
  assert_ranges (lattice, "01 11 11 11");
  ck_assert (deid_lattice_set_level_range (lattice, "town", 1, 2, &error));
  assert_no_error (error);
  assert_ranges (lattice, "00 11 01 11");
  ck_assert (deid_lattice_set_level_range (lattice, "town", 1, 1, &error));
  assert_no_error (error);
  assert_release (lattice, "town:1010", "town\n inland\n shore\n shore\n inland\n bay\n");
  other = make_towns ();
  ck_assert (!deid_lattice_set_level_range (other, "town", 0, 4, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 to 4", "0 to 3", NULL);
  ck_assert (deid_lattice_keep_apart (other, "town", "bay", &error));
  ck_assert (!deid_lattice_set_level_range (other, "town", 2, G_MAXUINT, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                "label 2 of level 2: ", "kept together or the range of levels, and not",
                "by what is kept apart", NULL);
  ck_assert (deid_lattice_set_level_range (other, "town", 1, G_MAXUINT, &error));
  assert_no_error (error);
  assert_ranges (other, "00 11 00 11");
  assert_release (other, "town:1010", "town\n hills\n shore\n shore\n hills\n bay\n");
}
END_TEST

/* Each class of a local recoding would have labels of its own. */
START_TEST (local_recodings)
{
  static const char *const searches[] = { "local:10:1", "mondrian:relaxed" };
  g_autoptr (DeidDataset) ages = lesson_make_table ("age\n 10\n 17\n 19\n 30\n");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_from_specification (searches[i / 2], NULL);
      g_autoptr (DeidLattice) lattice = i % 2 > 0 ? make_towns () : deid_lattice_new (ages);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      ck_assert (i % 2 > 0
                     ? deid_lattice_keep_apart (lattice, "town", "coast", NULL)
                     : deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL)
                           && deid_lattice_keep_together (lattice, "age", "10", "17", NULL));
      problem = deid_problem_new (lattice);
      lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      ck_assert_ptr_null (result);
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "apart or together",
                    "local recodings", NULL);
    }
}
END_TEST

START_TEST (refused)
{
  const char *hierarchies
      = "town a a all\n town b a all\n town c c all\nsex f f any\nsex m m any\n";
  g_autoptr (DeidLattice) lattice = lesson_make_lattice ("sex\n f\n m\n", hierarchies);
  g_autoptr (DeidDataset) dataset = lesson_make_table ("town sex\n a f\n b m\n c m\n");
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("town", hierarchies);
  g_autoptr (DeidHierarchy) sexes = lesson_make_hierarchy ("sex", hierarchies);
  g_autoptr (DeidLattice) trees = deid_lattice_new (dataset);
  GError *error = NULL;

  ck_assert (!deid_lattice_keep_apart (lattice, "sex", "m", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'sex' has levels", NULL);
  ck_assert (!deid_lattice_keep_together (lattice, "age", "1", "2", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'age'", NULL);
  ck_assert (!deid_lattice_keep_apart (trees, "town", "a", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "is no quasi-identifier", NULL);
  ck_assert (deid_lattice_add_subtree_cuts (trees, "town", hierarchy, NULL, &error));
  ck_assert (deid_lattice_add_subtree_cuts (trees, "sex", sexes, NULL, &error));
  assert_no_error (error);
  ck_assert (!deid_lattice_keep_apart (trees, "town", "a", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "several nodes", NULL);
  ck_assert (!deid_lattice_set_level_range (trees, "sex", 1, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'sex'",
                "a label of its own for each value", NULL);
  ck_assert (deid_lattice_keep_apart (trees, "town", "c", &error));
  assert_no_error (error);
  assert_ranges (trees, "00 01 01");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("kept values");
  TCase *cases = tcase_create ("kept values");

  tcase_add_test (cases, numbers);
  tcase_add_test (cases, orders);
  tcase_add_test (cases, subtrees);
  tcase_add_test (cases, missing_values_of_subtrees);
  tcase_add_test (cases, levels_of_subtrees);
  tcase_add_test (cases, refused);
  tcase_add_test (cases, local_recodings);
  suite_add_tcase (suite, cases);
  return suite;
}
