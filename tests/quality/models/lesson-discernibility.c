/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The discernibility metric: a record costs as many records as it cannot be told from. It prefers
 * many small classes, whatever their labels; the monotonic one has no penalty for suppression. */
#include "support/lesson.h"

/* Classes of 4, 2 and 1: 4 x 4 + 2 x 2 + 1 x 1 = 21 of at most 7 x 7 = 49. */
static const char table[] = "town\n x\n x\n x\n x\n y\n y\n z\n";

START_TEST (test_classes)
{
  assert_loss (table, NULL, "town:0", NULL, deid_quality_model_new_discernibility (), 21.0 / 49);
  assert_loss (table, NULL, "town:1", NULL, deid_quality_model_new_discernibility (), 1);
}

/* For k = 2, z is suppressed and costs 7: 4 x 4 + 2 x 2 + 7 = 27. */
START_TEST (test_suppression)
{
  assert_loss (table, NULL, "town:0", deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_discernibility (), 27.0 / 49);
}

/* The monotonic metric goes on counting it as a class of 1. */
START_TEST (test_monotonic)
{
  assert_loss (table, NULL, "town:0", deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_from_specification ("dmstar", NULL), 21.0 / 49);
}

/* What costs classes has no attribute weights. */
START_TEST (test_error)
{
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_discernibility ();
  GError *error = NULL;

  ck_assert (!deid_quality_model_set_attribute_weight (model, "town", 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (discernibility, test_classes, test_suppression, test_monotonic, test_error)
