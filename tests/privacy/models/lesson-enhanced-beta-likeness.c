/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Enhanced beta-likeness: a value may gain by min(beta, -ln q) of its share q in the table. Basic
 * beta-likeness leaves frequent values alone, which cannot gain much; this one holds them down,
 * too. */
#include "support/lesson.h"

/* Flu has q = 6/8 and -ln q = 0.287..., cancer q = 2/8 and -ln q = 1.386...
 * x, flu 1: gain (1 - 3/4) / (3/4) = 1/3. y, cancer 1/3: gain (1/3 - 1/4) / (1/4) = 1/3. */
static const char table[] = "town illness:sensitive\n"
                            "x flu\n x flu\n"
                            "y flu\n y flu\n y flu\n y flu\n y cancer\n y cancer\n";

/* 1/3 is more than 0.287, but less than 1 and 1.386. */
START_TEST (test_frequent_value)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("ebl:1", "illness", NULL), "x");
}

START_TEST (test_basic_allows_it)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("bl:1", "illness", NULL), "");
}

/* 1/3 is more than beta. */
START_TEST (test_small_beta)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("ebl:0.33", "illness", NULL),
                "all");
}

/* A class with one value never passes, since 1/q - 1 > ln (1/q); unless all of the table have it.
 */
START_TEST (test_one_value)
{
  assert_fails ("town illness:sensitive\n x flu\n y flu\n",
                deid_privacy_model_new_from_specification ("ebl:0", "illness", NULL), "");
  assert_fails (table, deid_privacy_model_new_from_specification ("ebl:1000", "illness", NULL),
                "x");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("ebl:1", "", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (enhanced_beta_likeness, test_frequent_value, test_basic_allows_it, test_small_beta,
        test_one_value, test_error)
