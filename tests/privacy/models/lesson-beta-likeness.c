/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Basic beta-likeness: who finds a person's class becomes surer of no sensitive value by more than
 * a factor of 1 + beta. The gain is relative, so that rare values, which tell most, are protected
 * best. */
#include "support/lesson.h"

/* Cancer has a share q of 2/8 in the table, flu 6/8. The gains (p - q) / q are, for shares above q:
 * x, cancer 1/2: (1/2 - 1/4) / (1/4) = 1; y, flu 5/6: (5/6 - 3/4) / (3/4) = 1/9. */
static const char table[] = "town illness:sensitive\n"
                            "x flu\n x cancer\n"
                            "y flu\n y flu\n y flu\n y flu\n y flu\n y cancer\n";

START_TEST (test_met_exactly)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("bl:1", "illness", NULL), "");
}

START_TEST (test_rare_value)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("bl:0.99", "illness", NULL), "x");
  assert_fails (table, deid_privacy_model_new_from_specification ("bl:0.12", "illness", NULL), "x");
}

START_TEST (test_frequent_value)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("bl:0.11", "illness", NULL),
                "all");
}

/* x is 1/4 away from the table by equal distances, y 1/12: t-closeness for 0.25 allows x, though
 * cancer is twice as likely there. */
START_TEST (test_beside_t_closeness)
{
  assert_fails (table, deid_privacy_model_new_equal_t_closeness ("illness", 0.25, NULL), "");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("bl:-1", "illness", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (beta_likeness, test_met_exactly, test_rare_value, test_frequent_value,
        test_beside_t_closeness, test_error)
