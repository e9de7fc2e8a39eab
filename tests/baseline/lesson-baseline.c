/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A baseline is a rule to de-identify by, such as Safe Harbor. Its report says what would come of a
 * table by it, so that a search can be held to the same risk. */
#include "support/figures.h"
#include "support/lesson.h"

#define TABLE                                                                                      \
  "age zip  \n"                                                                                    \
  " 91 02138\n"                                                                                    \
  " 95 02139\n"                                                                                    \
  " 40 03601\n"                                                                                    \
  " 40 03602\n"

static DeidReport *
evaluate (DeidBaseline *baseline, GError **error)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (TABLE, NULL, NULL);

  return deid_report_new_baseline (baseline, problem, NULL, NULL, NULL, error);
}

/* The first two patients are 90 and over in 021, the others 40 in an area of few people, 000: two
 * classes of two, in which 1/2 + 1/2 + 1/2 + 1/2 are found. */
START_TEST (test_safe_harbor)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_safe_harbor (NULL);
  g_autoptr (DeidReport) report = NULL;
  guint64 n_unique;

  ck_assert (deid_baseline_set_census_2000 (baseline, TRUE, NULL));
  report = evaluate (baseline, NULL);
  assert_near (number_of (report, "population_risk_sum"), 2);
  ck_assert (get_count (report, &n_unique, "unique"));
  ck_assert_uint_eq (n_unique, 0);
  ck_assert_str_eq (text_of (report, "columns[0].rule"), "intervals:1;top=90");
  ck_assert_uint_eq (count_of (report, "columns[0].level"), 1);
}
END_TEST

/* A rule of one's own, by calls: ages go, codes stay. All four are told apart. */
START_TEST (test_own)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new ("no ages");
  g_autoptr (DeidReport) report = NULL;

  ck_assert (deid_baseline_add_column (baseline, "age", NULL, 0, NULL));
  report = evaluate (baseline, NULL);
  assert_near (number_of (report, "population_risk_sum"), 4);
  ck_assert_str_eq (text_of (report, "columns[0].treatment"), "removed");
  ck_assert_str_eq (text_of (report, "columns[1].treatment"), "kept");
}
END_TEST

/* The same as text or file; 1/2 of the loss is that of ages, which all become one label. */
START_TEST (test_text)
{
  static const char text[] = "[column age]\ntreatment=remove\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL);
  g_autoptr (DeidBaseline) of_file
      = deid_baseline_new_from_file (write_file ("baseline.ini", text, -1), NULL, NULL);
  g_autoptr (DeidReport) report = evaluate (baseline, NULL);
  double loss;

  ck_assert_uint_eq (deid_baseline_get_n_parts (of_file), 1);
  ck_assert (get_number (report, &loss, "loss"));
  assert_near (loss, 0.5);
}
END_TEST

/* Nobody said how many people live where. */
START_TEST (test_error)
{
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_safe_harbor (NULL);
  GError *error = NULL;

  ck_assert_ptr_null (evaluate (baseline, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "zip-populations", NULL);
}
END_TEST

LESSON (baseline, test_safe_harbor, test_own, test_text, test_error)
