/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Records whose label is a set count as its values, in proportion to how often these are released.
 */
#include "support/suite.h"

#include <math.h>

#include "support/figures.h"
#include "support/lesson.h"

/* Of four records that differ in b only between the first and the last two, these are a class each.
 */
static DeidResult *
recode (const char *rows, DeidColumnType type)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table (rows);
  g_autoptr (DeidHierarchy) all = deid_hierarchy_new_suppression ();
  g_autoptr (DeidSearch) search = deid_search_new_local (100, 1, 0, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, "a", type, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", all, NULL, NULL));
  ck_assert (deid_lattice_set_label_sets (lattice, "a", G_MAXUINT, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "b", all, NULL, NULL));
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (2, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  g_assert_no_error (error);
  return result;
}

/* By hand: y is released for the first two records, {y, z} for the others. Counted in equal parts
 * there are 3 of y and 1 of z, so each of the others counts 3/4 as y and 1/4 as z. Of p and y there
 * are 2 records, of q and y 3/2, of q and z 1/2. In shares of four: (1/16)^2 / (7/16) twice and
 * (1/16)^2 / (1/16) twice, which is 1/7. Before release there are 2, 1 and 1: 1/3. */
START_TEST (categories)
{
  g_autoptr (DeidResult) result = recode ("a b\ny p\ny p\ny q\nz q\n", DEID_COLUMN_TYPE_TEXT);
  g_autoptr (DeidReport) report = deid_report_new_distortion (result, NULL, NULL, NULL);

  assert_near (number_of (report, "pairs[0].cramers_v.before"), sqrt (1.0 / 3));
  assert_near (number_of (report, "pairs[0].cramers_v.after"), sqrt (1.0 / 7));
}
END_TEST

/* A missing value among the values of a set has no category. So y is the only one, and V is none.
 */
START_TEST (missing_values)
{
  g_autoptr (DeidResult) result = recode ("a b\ny p\ny p\ny q\n? q\n", DEID_COLUMN_TYPE_TEXT);
  g_autoptr (DeidReport) report = deid_report_new_distortion (result, NULL, NULL, NULL);

  ck_assert_int_eq (state_of (report, "pairs[0].cramers_v.after"), DEID_FIGURE_STATE_UNDEFINED);
}
END_TEST

/* By hand: {1, 5} stands for 3/4 * 1 + 1/4 * 5. */
START_TEST (numbers)
{
  g_autoptr (DeidResult) result = recode ("a b\n1 p\n1 p\n1 q\n5 q\n", DEID_COLUMN_TYPE_INTEGER);
  g_autoptr (DeidReport) report = deid_report_new_distortion (result, NULL, NULL, NULL);
  const guint a = g_str_equal (text_of (report, "columns[0].column"), "a") ? 0 : 1;

  assert_near (number_of (report, a == 0 ? "columns[0].mean.after" : "columns[1].mean.after"), 1.5);
  ck_assert_uint_eq (
      count_of (report, a == 0 ? "columns[0].stand_ins.middle" : "columns[1].stand_ins.middle"), 2);
}
END_TEST

/* Writes the features of each record that is fitted, and leaves the coefficients 0. */
static gboolean
note_features (const DeidRegression *regression, double *coefficients, gpointer user_data,
               GError **error)
{
  for (guint i = 0; i < regression->n_records; i++)
    {
      for (const DeidFeature *feature = regression->records[i]; feature->number > 0; feature++)
        {
          char value[G_ASCII_DTOSTR_BUF_SIZE];

          g_ascii_formatd (value, sizeof value, "%.3g", feature->value);
          g_string_append_printf (user_data, "%d:%s ", feature->number, value);
        }
      g_string_append_c (user_data, '\n');
    }
  return TRUE;
}

/* By hand: w is released for two records, {x, y, z} for three, each of whose values counts one
 * record. w is the most frequent, so z, y and x make features, in the order of their appearance. Of
 * q and p, q is the more frequent. All records are those of the release first, then those of the
 * input. */
START_TEST (features)
{
  static const char of_set[] = "1:1 2:0.333 3:0.333 4:0.333 \n", of_value[] = "1:1 5:1 \n";
  g_autoptr (DeidResult) result = recode ("a b\nz q\ny q\nx q\nw p\nw p\n", DEID_COLUMN_TYPE_TEXT);
  g_autoptr (GString) noted = g_string_new (NULL), expected = g_string_new (NULL);
  g_autoptr (DeidReport) report
      = deid_report_new_utility (result, NULL, 2, 100, 0, note_features, noted, NULL, NULL);

  for (guint record = 0; record < 10; record++)
    g_string_append (expected, record % 5 < 3 ? of_set : of_value);
  ck_assert_uint_eq (count_of (report, "parameters"), 5);
  ck_assert_str_eq (noted->str, expected->str);
}
END_TEST

/* Numbers of sets are categories, of which 1 is the more frequent: {1, 5} counts 1/4 as 5. A set
 * that all records have tells nothing apart. */
START_TEST (features_of_numbers)
{
  g_autoptr (DeidResult) result = recode ("a b\n1 p\n1 p\n1 q\n5 q\n", DEID_COLUMN_TYPE_INTEGER);
  g_autoptr (DeidResult) same = recode ("a b\n1 p\n5 p\n", DEID_COLUMN_TYPE_INTEGER);
  g_autoptr (GString) noted = g_string_new (NULL);
  g_autoptr (DeidReport) report
      = deid_report_new_utility (result, NULL, 2, 100, 0, note_features, noted, NULL, NULL);

  ck_assert_str_eq (noted->str, "1:1 \n1:1 \n1:1 2:0.25 3:1 \n1:1 2:0.25 3:1 \n"
                                "1:1 \n1:1 \n1:1 2:0.25 3:1 \n1:1 2:0.25 3:1 \n");
  g_string_truncate (noted, 0);
  deid_report_unref (report);
  report = deid_report_new_utility (same, NULL, 2, 100, 0, note_features, noted, NULL, NULL);
  ck_assert_str_eq (noted->str, "1:1 \n1:1 \n1:1 \n1:1 \n");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("distortion by sets");
  TCase *cases = tcase_create ("sets");

  tcase_add_test (cases, categories);
  tcase_add_test (cases, missing_values);
  tcase_add_test (cases, numbers);
  tcase_add_test (cases, features);
  tcase_add_test (cases, features_of_numbers);
  suite_add_tcase (suite, cases);
  return suite;
}
