/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The classification metric: how many records one gets wrong who predicts for each class its most
 * frequent response. It is for tables from which others shall learn to predict. */
#include "support/lesson.h"

static const char table[] = "town income:insensitive\n"
                            "x high\n x high\n x low\n"
                            "y low\n y low\n"
                            "z high\n";

static DeidQualityModel *
make_error (void)
{
  return deid_quality_model_new_from_specification ("ce@income", NULL);
}

/* Of x one is wrong, of y and z none; of all together, 3 and 3, three are. */
START_TEST (test_errors)
{
  assert_loss (table, NULL, "town:0", NULL, make_error (), 1.0 / 6);
  assert_loss (table, NULL, "town:1", NULL, make_error (), 3.0 / 6);
}

/* For k = 2, z is suppressed, and wrong. */
START_TEST (test_suppression)
{
  assert_loss (table, NULL, "town:0", deid_privacy_model_new_k_anonymity (2, NULL), make_error (),
               2.0 / 6);
}

START_TEST (test_specification)
{
  g_autoptr (DeidQualityModel) model = make_error ();
  g_autofree char *specification = deid_quality_model_to_specification (model);

  ck_assert_str_eq (specification, "ce@income");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("ce@", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (classification_error, test_errors, test_suppression, test_specification, test_error)
