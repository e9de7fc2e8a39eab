/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The average size of a class: the records of the table over the number of classes that are kept.
 * The loss is 1 over that number. */
#include "support/lesson.h"

static const char table[] = "town sex\n x f\n x f\n x m\n x m\n y f\n y f\n z m\n";

/* Four classes of 7 records, an average of 7/4 and a loss of 1/4; without sex three. */
START_TEST (test_classes)
{
  assert_loss (table, NULL, "town:0 sex:0", NULL,
               deid_quality_model_new_from_specification ("aecs", NULL), 1.0 / 4);
  assert_loss (table, NULL, "town:0 sex:1", NULL,
               deid_quality_model_new_from_specification ("aecs", NULL), 1.0 / 3);
  assert_loss (table, NULL, "town:1 sex:1", NULL,
               deid_quality_model_new_from_specification ("aecs", NULL), 1);
}

/* For k = 2 the class of z is suppressed; its record still counts: 7/3. */
START_TEST (test_suppression)
{
  assert_loss (table, NULL, "town:0 sex:0", deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_from_specification ("aecs", NULL), 1.0 / 3);
}

START_TEST (test_specification)
{
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_from_specification ("aecs", NULL);
  g_autofree char *specification = deid_quality_model_to_specification (model);

  ck_assert_str_eq (specification, "aecs");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("aecs:max", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (average_class_size, test_classes, test_suppression, test_specification, test_error)
