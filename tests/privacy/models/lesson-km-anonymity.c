/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* k^m-anonymity: whoever knows m of the quasi-identifiers of a person finds at least k records that
 * fit. */
#include "support/lesson.h"

/* No town and no sex occurs once, but x with f and y with m do. */
static const char table[] = "town sex\n x m\n x m\n x f\n y f\n y f\n y m\n";

/* One column at a time, each label has 3 records. */
START_TEST (test_one_column)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("km:3:1", NULL, NULL), "");
}

/* Of both columns it is k-anonymity. */
START_TEST (test_all_columns)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("km:2:2", NULL, NULL), "x,f y,m");
  assert_fails (table, deid_privacy_model_new_k_anonymity (2, NULL), "x,f y,m");
}

/* The only record of f goes. In z there are then only 2
 * records left, too few as well, though z had 3: what is left is looked at again. */
START_TEST (test_again)
{
  static const char chain[] = "town sex\n x m\n x m\n x m\n z m\n z m\n z f\n";

  assert_fails (chain, deid_privacy_model_new_from_specification ("km:3:1", NULL, NULL), "z,m z,f");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("km:2:0", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (km_anonymity, test_one_column, test_all_columns, test_again, test_error)
