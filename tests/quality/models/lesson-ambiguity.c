/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ambiguity metric: how many combinations of original values a record may have had, on average
 * and over all combinations that there are. */
#include "support/lesson.h"

/* 4 towns and 2 sexes are 8 combinations. */
static const char table[] = "town sex\n w f\n x m\n y f\n z m\n";
static const char hierarchies[] = "town w hills *\n"
                                  "town x coast *\n"
                                  "town y coast *\n"
                                  "town z hills *\n";

/* A record stands for 1 combination at first, then for 2 towns and 1 sex, then for 2 x 2. */
START_TEST (test_areas)
{
  assert_loss (table, hierarchies, "town:0 sex:0", NULL,
               deid_quality_model_new_from_specification ("ambiguity", NULL), 1.0 / 8);
  assert_loss (table, hierarchies, "town:1 sex:0", NULL,
               deid_quality_model_new_from_specification ("ambiguity", NULL), 2.0 / 8);
  assert_loss (table, hierarchies, "town:1 sex:1", NULL,
               deid_quality_model_new_from_specification ("ambiguity", NULL), 4.0 / 8);
}

/* w and f occur twice, the others once: for k = 2 two records are suppressed, which may be any
 * of 8. */
START_TEST (test_suppression)
{
  assert_loss ("town sex\n w f\n w f\n x m\n z m\n", hierarchies, "town:0 sex:0",
               deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_from_specification ("ambiguity", NULL),
               (1 + 1 + 8 + 8) / 4.0 / 8);
}

START_TEST (test_everything)
{
  assert_loss (table, hierarchies, "town:2 sex:1", NULL,
               deid_quality_model_new_from_specification ("ambiguity", NULL), 1);
}

START_TEST (test_error)
{
  g_autoptr (DeidQualityModel) model
      = deid_quality_model_new_from_specification ("ambiguity", NULL);
  GError *error = NULL;

  ck_assert (!deid_quality_model_set_attribute_weight (model, "sex", 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (ambiguity, test_areas, test_suppression, test_everything, test_error)
