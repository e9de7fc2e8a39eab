/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hierarchies of sets of values. */
#include <string.h>

#include "support/suite.h"

static DeidDataset *
make_sets (const char *const *cells, guint n)
{
  DeidDataset *dataset = make_text_column ("dx", cells, n);
  GError *error = NULL;

  ck_assert (deid_dataset_set_separator (dataset, "dx", '|', NULL, &error));
  assert_no_error (error);
  return dataset;
}

static DeidHierarchy *
bind_rule (DeidDataset *dataset, const char *rule, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (rule, error);

  return hierarchy != NULL ? deid_hierarchy_bind (hierarchy, dataset, "dx", NULL, error) : NULL;
}

/* Reads rows of the form `I10;I;any`. */
static DeidHierarchy *
bind_rows (DeidDataset *dataset, const char *rows, GError **error)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (rows, (gssize) strlen (rows), NULL);
  g_autoptr (DeidHierarchy) hierarchy
      = deid_hierarchy_new_from_csv_stream (stream, "codes.csv", NULL, NULL, error);

  return hierarchy != NULL ? deid_hierarchy_bind (hierarchy, dataset, "dx", NULL, error) : NULL;
}

static const char *const stays[] = { "I10|E11", "E12|I11|I10", "J45", "J44|I10", NULL };

/* Each value by itself, and each label once. */
START_TEST (rules_label_value_by_value)
{
  g_autoptr (DeidDataset) dataset = make_sets (stays, G_N_ELEMENTS (stays));
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = bind_rule (dataset, "prefix:2,1;rest=", &error);
  g_autofree char *rule = NULL;

  assert_no_error (error);
  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 4);
  assert_generalizes (hierarchy, "E11|I10", 1, "E1|I1");
  assert_generalizes (hierarchy, "E12|I10|I11", 1, "E1|I1");
  assert_generalizes (hierarchy, "E12|I10|I11", 2, "E|I");
  assert_generalizes (hierarchy, "E12|I10|I11", 3, "*");
  assert_generalizes (hierarchy, "J45", 3, "*");
  assert_generalizes (hierarchy, "I10|J44", 2, "I|J");
  /* sets that the column does not have, in any order */
  assert_generalizes (hierarchy, "J45|E12|J44", 2, "E|J");
  assert_generalizes (hierarchy, "Z00", 1, "Z0");
  rule = specify (hierarchy);
  ck_assert_str_eq (rule, "prefix:2,1;rest=;separator=|");
}
END_TEST

START_TEST (labels_are_sorted_after_generalization)
{
  static const char *const cells[] = { "a|b|c", "c", "b" };
  g_autoptr (DeidDataset) dataset = make_sets (cells, G_N_ELEMENTS (cells));
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = bind_rule (dataset, "groups:a=z,b=y,c=z", &error);

  assert_no_error (error);
  assert_generalizes (hierarchy, "a|b|c", 1, "y|z");
  assert_generalizes (hierarchy, "c", 1, "z");
}
END_TEST

/* A range has no separator in it, and joins others by one. */
START_TEST (ranges)
{
  static const char *const cells[] = { "3|7|12", "21", "4|8|8.5|13" };
  g_autoptr (DeidDataset) dataset = make_sets (cells, G_N_ELEMENTS (cells));
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = bind_rule (dataset, "intervals:5,10;top=20", &error);

  assert_no_error (error);
  assert_generalizes (hierarchy, "12|3|7", 1, "0-4|10-14|5-9");
  assert_generalizes (hierarchy, "13|4|8|8.5", 2, "0-9|10-19");
  assert_generalizes (hierarchy, "21", 1, ">= 20");
}
END_TEST

/* Options of all rules speak of values. */
START_TEST (values_apart)
{
  static const char *const cells[] = { "I10|none", "NA|I10", "NA|-9" };
  g_autoptr (DeidDataset) dataset = make_sets (cells, G_N_ELEMENTS (cells));
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy
      = bind_rule (dataset, "prefix:1;missing=NA,-9;special=none", &error);

  assert_no_error (error);
  assert_generalizes (hierarchy, "I10|none", 1, "I**|none");
  assert_generalizes (hierarchy, "I10|NA", 1, "I**|NA");
  assert_generalizes (hierarchy, "-9|NA", 1, "NA");
}
END_TEST

START_TEST (rows_label_value_by_value)
{
  static const char rows[] = "I10;I;any\nI11;I;any\nE11;E;any\nE12;E;any\nJ44;J;any\nJ45;J;any\n";
  g_autoptr (DeidDataset) dataset = make_sets (stays, G_N_ELEMENTS (stays));
  GError *error = NULL;
  g_autoptr (DeidHierarchy) hierarchy = bind_rows (dataset, rows, &error);
  g_autoptr (DeidHierarchy) again = NULL;
  g_autofree char *rule = NULL;

  assert_no_error (error);
  ck_assert_uint_eq (deid_hierarchy_get_n_levels (hierarchy), 3);
  ck_assert_str_eq (deid_hierarchy_get_name (hierarchy), "codes.csv");
  assert_generalizes (hierarchy, "E12|I10|I11", 1, "E|I");
  assert_generalizes (hierarchy, "E12|I10|I11", 2, "any");
  assert_generalizes (hierarchy, "E12|J44", 1, "E|J");
  assert_generalizes (hierarchy, "E12|X", 1, NULL);
  rule = specify (hierarchy);
  again = bind_rule (dataset, rule, &error);
  assert_no_error (error);
  assert_generalizes (again, "E12|I10|I11", 2, "any");
}
END_TEST

/* The empty set is missing: it stays so below the top, and has the label of all there. */
START_TEST (empty_sets_join_on_top)
{
  static const char *const cells[] = { "a|b", NULL, "b", "|" };
  static const char *const rules[] = { "prefix:1", NULL };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (DeidDataset) dataset = make_sets (cells, G_N_ELEMENTS (cells));
      g_autoptr (DeidHierarchy) hierarchy = rules[i] != NULL
                                                ? bind_rule (dataset, rules[i], &error)
                                                : bind_rows (dataset, "a;x;all\nb;y;all\n", &error);
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (4, NULL);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidSearch) search = deid_search_new_from_specification ("exhaustive", NULL);
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;

      assert_no_error (error);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "dx", hierarchy, NULL, &error));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      result = deid_search_run (search, problem, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (result), 0), 2);
      release = deid_result_apply (result, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
      for (guint row = 0; row < 4; row++)
        ck_assert_str_eq (deid_dataset_get_value (release, row, 0), rules[i] != NULL ? "*" : "all");
    }
}
END_TEST

/* A value counts in the records of all sets that have it: a in 3, b in 2, c in 1. */
START_TEST (rules_count_values)
{
  static const char *const cells[] = { "a|b", "a", "b|c|a", NULL };
  static const char *const numbers[] = { "1|5", "5|9", "1", "9|5", "2" };
  g_autoptr (DeidDataset) dataset = make_sets (cells, G_N_ELEMENTS (cells));
  g_autoptr (DeidDataset) of_numbers = make_sets (numbers, G_N_ELEMENTS (numbers));
  static const struct
  {
    const char *rule, *frozen;
    gboolean of_numbers;
  } cases[] = { { "rare:2,3", "keep:a,b/a;other=other;separator=|", FALSE },
                { "rare:1", "keep:a,b,c;other=other;separator=|", FALSE },
                { "rare:3;other=few", "keep:a;other=few;separator=|", FALSE },
                { "order:2", "order:2;values=a,b,c;separator=|", FALSE },
                /* 1 and 2 in three records, 5 in three, 9 in two */
                { "capacity:3", "bands:<4,4+;separator=|", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GError *error = NULL;
      g_autoptr (DeidHierarchy) hierarchy
          = bind_rule (cases[i].of_numbers ? of_numbers : dataset, cases[i].rule, &error);
      g_autofree char *rule = NULL;

      assert_no_error (error);
      rule = specify (hierarchy);
      ck_assert_str_eq (rule, cases[i].frozen);
    }
}
END_TEST

START_TEST (refused_hierarchies)
{
  static const char *const cells[] = { "a|b", "c", "a-b" };
  static const struct
  {
    const char *rule, *rows, *message;
    int code;
  } cases[] = {
    { "groups:a=x%7Cy,b=z,c=z,a-b=z", NULL, "holds the separator of its set, '|'",
      DEID_ERROR_HIERARCHY },
    { "groups:a=x,b=z", NULL, "2 values are not known to its rule", DEID_ERROR_UNKNOWN_VALUE },
    { "prefix:1;separator=-", NULL, "another separator", DEID_ERROR_HIERARCHY },
    { "prefix:1;separator=x", NULL, "punctuation mark", DEID_ERROR_PARSE },
    { "prefix:1;separator=%2A", NULL, "punctuation mark", DEID_ERROR_PARSE },
    { "prefix:1;separator=", NULL, "punctuation mark", DEID_ERROR_PARSE },
    { "rare:2;of=persons;separator=|", NULL, "of=records", DEID_ERROR_PARSE },
    { NULL, "a;x;*\nb;x;*\n;none;*\n", "missing value", DEID_ERROR_HIERARCHY },
    { NULL, "a\nb\nc\na-b\n", "one level", DEID_ERROR_HIERARCHY },
    { NULL, "a;x;*\nb;x;*\n", "2 values are not known", DEID_ERROR_UNKNOWN_VALUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = make_sets (cells, G_N_ELEMENTS (cells));
      g_autoptr (DeidHierarchy) hierarchy = NULL;
      GError *error = NULL;

      hierarchy = cases[i].rule != NULL ? bind_rule (dataset, cases[i].rule, &error)
                                        : bind_rows (dataset, cases[i].rows, &error);
      ck_assert_ptr_null (hierarchy);
      assert_error (&error, DEID_ERROR, cases[i].code, cases[i].message, NULL);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("set hierarchies");
  TCase *tcase = tcase_create ("set hierarchies");

  tcase_add_test (tcase, rules_label_value_by_value);
  tcase_add_test (tcase, labels_are_sorted_after_generalization);
  tcase_add_test (tcase, ranges);
  tcase_add_test (tcase, values_apart);
  tcase_add_test (tcase, rows_label_value_by_value);
  tcase_add_test (tcase, empty_sets_join_on_top);
  tcase_add_test (tcase, rules_count_values);
  tcase_add_test (tcase, refused_hierarchies);
  suite_add_tcase (suite, tcase);
  return suite;
}
