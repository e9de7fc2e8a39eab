/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The height of a policy: the sum of its levels, over the highest level that any attribute has. It
 * looks at the policy alone, not at what is suppressed. */
#include "support/lesson.h"

static const char table[] = "age sex\n 31 f\n 34 f\n 47 m\n";
static const char hierarchies[] = "age 31 30s *\n"
                                  "age 34 30s *\n"
                                  "age 47 40s *\n";

/* The highest level is 2, of age. */
START_TEST (test_sum)
{
  assert_loss (table, hierarchies, "age:1 sex:0", NULL,
               deid_quality_model_new_from_specification ("height:sum", NULL), 1.0 / 2);
  assert_loss (table, hierarchies, "age:1 sex:1", NULL,
               deid_quality_model_new_from_specification ("height:sum", NULL), 2.0 / 2);
}

START_TEST (test_mean)
{
  assert_loss (table, hierarchies, "age:2 sex:1", NULL,
               deid_quality_model_new_from_specification ("height:arith", NULL),
               (2.0 / 2 + 1.0 / 2) / 2);
}

/* A suppressed record costs what it would if it were kept. */
START_TEST (test_suppression)
{
  assert_loss (table, hierarchies, "age:1 sex:0", deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_from_specification ("height:sum", NULL), 1.0 / 2);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("height:median", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (height, test_sum, test_mean, test_suppression, test_error)
