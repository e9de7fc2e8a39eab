/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Policies in words: a reader of the grammar that the header states gets them back, with labels by
 * their definition. */
#include <string.h>

#include "support/policy-reader.h"
#include "support/suite.h"

static void
check_pair (const CutProblem *problem, DeidPolicy *policy, DeidPolicy *baseline)
{
  const guint n = cut_problem_count_dimensions (problem);
  GError *error = NULL;
  g_autofree char *text = deid_policy_describe (policy, baseline, &error);
  guint levels[CUT_MAX_DIMENSIONS], own[CUT_MAX_DIMENSIONS];

  assert_no_error (error);
  for (guint d = 0; d < n; d++)
    {
      levels[d] = baseline != NULL ? deid_policy_get_level (baseline, d) : 0;
      own[d] = deid_policy_get_level (policy, d);
    }
  read_policy_words (problem, text, baseline != NULL ? "in the baseline" : "it is", levels);
  clear_hidden_levels (problem, own);
  if (memcmp (levels, own, n * sizeof *own) != 0)
    {
      g_autofree char *levels_text = deid_policy_to_text (policy, NULL);

      ck_abort_msg ("'%s' is not read as %s", text, levels_text);
    }
}

START_TEST (read_back)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1974);

  for (guint trial = 0; trial < count_trials (2000); trial++)
    {
      CutProblem problem;
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      guint64 size;

      cut_problem_init_random (&problem, rand);
      dataset = cut_problem_build_dataset (&problem);
      lattice = cut_problem_build_lattice (&problem, dataset);
      ck_assert (deid_lattice_get_size (lattice, &size));
      for (guint pair = 0; pair < 10; pair++)
        {
          g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (
              lattice, (guint64) g_rand_int_range (rand, 0, (gint32) size), NULL);
          g_autoptr (DeidPolicy) baseline = deid_policy_new_from_rank (
              lattice, (guint64) g_rand_int_range (rand, 0, (gint32) size), NULL);

          check_pair (&problem, policy, pair % 3 == 0 ? NULL : baseline);
        }
    }
}
END_TEST

static DeidLattice *
make_ages (void)
{
  static const char *const values[]
      = { "15", "16", "17", "18", "42", "43", "89", "90", "91", "93" };
  static const char *const sexes[] = { "F", "M", "X", "F", "M", "F", "M", "F", "M", "F" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  DeidLattice *lattice;

  ck_assert (deid_dataset_add_string_column (dataset, "sex", sexes, 10, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "age", values, 10, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_ordered_cuts (lattice, "sex", (const char *[]){ "F", "M", "X" }, 3,
                                            DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (
      deid_lattice_add_ordered_cuts (lattice, "age", values, 10, DEID_CUT_ENDS_ROUNDED, NULL));
  return lattice;
}

static void
assert_words (DeidLattice *lattice, const char *policy, const char *baseline, const char *expected)
{
  GError *error = NULL;
  g_autoptr (DeidPolicy) own = deid_policy_new_from_text (lattice, policy, &error);
  g_autoptr (DeidPolicy) other
      = baseline != NULL ? deid_policy_new_from_text (lattice, baseline, NULL) : NULL;
  g_autofree char *text = NULL;

  assert_no_error (error);
  text = deid_policy_describe (own, other, &error);
  assert_no_error (error);
  ck_assert_str_eq (text, expected);
  assert_one_line (text);
}

/* What stands in the header. */
START_TEST (runs)
{
  g_autoptr (DeidLattice) lattice = make_ages ();
  const char *const rule = "sex:11 age:111111100";

  assert_words (lattice, "sex:11 age:111111111", NULL, "all as it is");
  assert_words (lattice, rule, rule, "all as in the baseline");
  assert_words (lattice, rule, NULL, "age: merges >= 90; the rest as it is");
  assert_words (lattice, "sex:11 age:101101111", rule,
                "age: merges 16-17, 30-59; keeps >= 90 apart; the rest as in the baseline");
  assert_words (lattice, "sex:01 age:111111110", rule,
                "sex: merges {F, M}; age: merges >= 91; splits >= 90");
  assert_words (lattice, "sex:00 age:000000000", rule, "sex: all as *; age: all as *");
  assert_words (lattice, rule, "sex:00 age:000000000",
                "sex: keeps * apart; age: merges >= 90; splits *");
}
END_TEST

START_TEST (levels)
{
  static const char *const days[] = { "1974-03-01", "1979-04-05", "1983-01-02" };
  static const char *const zips[] = { "02139", "02140", "02141" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) dates
      = deid_hierarchy_new_from_specification ("date:month,10years", NULL);
  g_autoptr (DeidHierarchy) prefixes = deid_hierarchy_new_from_specification ("prefix:4,3", NULL);
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "birth date", days, 3, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "zip; code", zips, 3, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "birth date", dates, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip; code", prefixes, NULL, NULL));
  assert_words (lattice, "birth\\ date:2 zip;\\ code:0", NULL,
                "birth date: 10 years, as 1970-1979; the rest as it is");
  assert_words (lattice, "birth\\ date:1 zip;\\ code:1", "birth\\ date:2 zip;\\ code:2",
                "birth date: month, as 1974-03; \"zip; code\": the first 4 characters, as 0214*");
  assert_words (lattice, "birth\\ date:3 zip;\\ code:2", "birth\\ date:3 zip;\\ code:0",
                "\"zip; code\": the first 3 characters, all as 021**; the rest as in the baseline");
  assert_words (lattice, "birth\\ date:3 zip;\\ code:0", "birth\\ date:0 zip;\\ code:2",
                "birth date: all as *; \"zip; code\": as it is");
}
END_TEST

/* Two nodes above each other have one label. */
START_TEST (same_labels)
{
  static const char *const values[] = { "a", "b", "c", "d" };
  static const char *const rows[][5] = { { "a", "west", "west", "*" },
                                         { "b", "west", "west", "*" },
                                         { "c", "far", "west", "*" },
                                         { "d", "east, coast", "east, coast", "*" } };
  g_autoptr (DeidDataset) dataset = make_text_column ("area", values, 4);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_lattice_add_subtree_cuts (lattice, "area", hierarchy, NULL, &error));
  assert_no_error (error);
  assert_words (lattice, "area:101", NULL, "area: merges west of level 2");
  assert_words (lattice, "area:110", NULL, "area: merges west of level 1");
  assert_words (lattice, "area:110", "area:101",
                "area: merges west of level 1; splits west of level 2");
  assert_words (lattice, "area:100", "area:101", "all as in the baseline");
  assert_words (lattice, "area:011", NULL, "area: all as *");
}
END_TEST

/* Names and values that mean to be something else. */
START_TEST (hostile)
{
  static const char *const values[]
      = { "<script>", "a, b: \"c\"", "\342\200\256txt", "x\\u{41}", "y", "z" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidLattice) lattice = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "keeps it", values, 6, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (
      deid_lattice_add_ordered_cuts (lattice, "keeps it", values, 6, DEID_CUT_ENDS_ROUNDED, NULL));
  assert_words (lattice, "keeps\\ it:01111", NULL,
                "\"keeps it\": merges {<script>, \"a, b: \"\"c\"\"\"}");
  assert_words (lattice, "keeps\\ it:10011", NULL,
                "\"keeps it\": merges {\"a, b: \"\"c\"\"\", \\u{202E}txt, \"x\\\\u{41}\"}");
  assert_words (lattice, "keeps\\ it:00001", NULL, "\"keeps it\": merges {<script>, ..., y}");
  assert_words (lattice, "keeps\\ it:00000", NULL, "\"keeps it\": all as *");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("policy-words");
  TCase *tcase = tcase_create ("policy-words");

  tcase_add_test (tcase, read_back);
  tcase_add_test (tcase, runs);
  tcase_add_test (tcase, levels);
  tcase_add_test (tcase, same_labels);
  tcase_add_test (tcase, hostile);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
