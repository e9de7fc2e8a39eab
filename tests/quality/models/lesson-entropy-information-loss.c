/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Entropy-based information loss: the logarithm of how many original values a label may stand for.
 * It is what the cost/benefit models take for the worth of a record. */
#include "support/lesson.h"

/* The logarithms of the domains are log2 4 = 2 bits for town and log2 2 = 1 for sex, 3 in all. */
static const char table[] = "town sex\n w f\n x m\n y f\n z m\n";
static const char hierarchies[] = "town w hills *\n"
                                  "town x coast *\n"
                                  "town y coast *\n"
                                  "town z hills *\n";

/* A label of level 1 stands for 2 towns: 1 bit. */
START_TEST (test_bits)
{
  assert_loss (table, hierarchies, "town:1 sex:0", NULL,
               deid_quality_model_new_from_specification ("ebil", NULL), 1.0 / 3);
  assert_loss (table, hierarchies, "town:2 sex:0", NULL,
               deid_quality_model_new_from_specification ("ebil", NULL), 2.0 / 3);
  assert_loss (table, hierarchies, "town:2 sex:1", NULL,
               deid_quality_model_new_from_specification ("ebil", NULL), 1);
}

/* For k = 2 the records of x and y, each alone in its class, are suppressed and cost 1. */
START_TEST (test_suppression)
{
  assert_loss ("town sex\n w f\n x m\n y f\n w f\n", hierarchies, "town:0 sex:0",
               deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_from_specification ("ebil", NULL), 2.0 / 4);
}

/* A label for 2 of 4 towns costs (2 - 1) / (4 - 1) by Iyengar's loss, and 1 of 2 bits here. */
START_TEST (test_beside_iyengar)
{
  const char *towns = "town\n w\n x\n y\n z\n";

  assert_loss (towns, hierarchies, "town:1", NULL,
               deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 0.5, NULL), 1.0 / 3);
  assert_loss (towns, hierarchies, "town:1", NULL,
               deid_quality_model_new_from_specification ("ebil", NULL), 1.0 / 2);
}

/* Its aggregate is always the sum. */
START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("ebil:max", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (entropy_information_loss, test_bits, test_suppression, test_beside_iyengar, test_error)
