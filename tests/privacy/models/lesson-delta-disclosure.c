/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* delta-disclosure privacy: no sensitive value is much more frequent in a class than in the table,
 * and none much rarer. |log (p / q)| stays below delta for its share p in the class and q in the
 * table. */
#include "support/lesson.h"

static DeidPrivacyModel *
make_model (const char *specification)
{
  return deid_privacy_model_new_from_specification (specification, "illness", NULL);
}

/* q is 6/8 for flu and 2/8 for cancer.
 * x: log2 (1/2 / 3/4) = -0.584..., log2 (1/2 / 1/4) = 1
 * y: log2 (5/6 / 3/4) = 0.152...,  log2 (1/6 / 1/4) = -0.584... */
START_TEST (test_ratios)
{
  const char *table = "town illness:sensitive\n"
                      "x flu\n x cancer\n"
                      "y flu\n y flu\n y flu\n y flu\n y flu\n y cancer\n";

  assert_fails (table, make_model ("dd:1.01"), "");
  assert_fails (table, make_model ("dd:1"), "x");
  assert_fails (table, make_model ("dd:0.585"), "x");
  assert_fails (table, make_model ("dd:0.584"), "all");
}

/* x lacks cancer. Its flu has log2 (1 / 3/4) = 0.415..., but log 0 is infinite. */
static const char absent_table[] = "town illness:sensitive\n"
                                   "x flu\n x flu\n"
                                   "y flu\n y flu\n y flu\n y flu\n y cancer\n y cancer\n";

START_TEST (test_absent_ignored) { assert_fails (absent_table, make_model ("dd:1"), ""); }

START_TEST (test_absent_count) { assert_fails (absent_table, make_model ("dd:1:absent"), "x"); }

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_privacy_model_new_from_specification ("dd:0:e:absent", "illness", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (delta_disclosure, test_ratios, test_absent_ignored, test_absent_count, test_error)
