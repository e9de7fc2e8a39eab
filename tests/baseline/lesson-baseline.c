/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A baseline is a rule to de-identify by, such as Safe Harbor. Its report says what would come of a
 * table by it, so that a search can be held to the same risk. */
#include <string.h>

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
  static const char text[] = "[baseline]\nextends=safe-harbor\ncensus-2000=yes\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL, NULL);
  g_autoptr (DeidReport) report = evaluate (baseline, NULL);
  guint64 n_unique;

  assert_near (number_of (report, "population_risk_sum"), 2);
  ck_assert (get_count (report, &n_unique, "unique"));
  ck_assert_uint_eq (n_unique, 0);
  ck_assert_str_eq (text_of (report, "columns[0].rule"), "intervals:1;top=90");
  ck_assert_uint_eq (count_of (report, "columns[0].level"), 1);
}
END_TEST

/* A rule of one's own: ages go, codes stay. All four are told apart; 1/2 of the loss is that of
 * ages, which all become one label. */
START_TEST (test_own)
{
  static const char text[] = "[column age]\ntreatment=remove\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL, NULL);
  g_autoptr (DeidReport) report = evaluate (baseline, NULL);

  assert_near (number_of (report, "population_risk_sum"), 4);
  ck_assert_str_eq (text_of (report, "columns[0].treatment"), "removed");
  ck_assert_str_eq (text_of (report, "columns[1].treatment"), "kept");
  assert_near (number_of (report, "loss"), 0.5);
}
END_TEST

/* Safe Harbor but for ages, which may be told in full. */
START_TEST (test_text)
{
  static const char text[] = "[baseline]\nname=Ours\nextends=safe-harbor\ncensus-2000=yes\n"
                             "[kind ages]\ntreatment=keep\n";
  g_autoptr (DeidBaseline) baseline = deid_baseline_new_from_text (text, NULL, NULL, NULL);
  g_autofree char *written = deid_baseline_to_text (baseline, NULL);
  g_autoptr (DeidReport) report = evaluate (baseline, NULL);

  ck_assert_ptr_nonnull (strstr (written, "[baseline]\nname=Ours\noldest-age=89\n"));
  ck_assert_ptr_nonnull (strstr (written, "\n[kind ages]\ntreatment=keep\n"));
  ck_assert_str_eq (text_of (report, "columns[0].treatment"), "kept");
  ck_assert_str_eq (text_of (report, "columns[1].treatment"), "generalized");
}
END_TEST

/* Nobody said how many people live where. */
START_TEST (test_error)
{
  g_autoptr (DeidBaseline) baseline
      = deid_baseline_new_from_text ("[baseline]\nextends=safe-harbor\n", NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (evaluate (baseline, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "zip-populations", NULL);
}
END_TEST

LESSON (baseline, test_safe_harbor, test_own, test_text, test_error)
