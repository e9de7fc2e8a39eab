/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Kullback-Leibler divergence: how far what the release suggests of the original values is from
 * what they are. A label suggests that all values under it are equally frequent. */
#include "support/lesson.h"

/* Of 8 records 4 are in w, 2 in x, 1 in y and 1 in z: the entropy is 1/2 x 1 + 1/4 x 2 + 2 x 1/8 x
 * 3 = 1.75 bits. If all were suppressed the divergence were log2 (8 x 4) - 1.75 = 3.25 bits. */
static const char table[] = "town\n w\n w\n w\n w\n x\n x\n y\n z\n";
static const char hierarchies[] = "town w north *\n"
                                  "town x south *\n"
                                  "town y hills *\n"
                                  "town z hills *\n";

/* y and z are equally frequent, as their label suggests: nothing is lost. */
START_TEST (test_even_values)
{
  assert_loss (table, hierarchies, "town:1", NULL,
               deid_quality_model_new_from_specification ("kl", NULL), 0);
}

/* `*` suggests 1/4 for each, whose logarithm is -2, where the entropy is 1.75: 0.25 bits. */
START_TEST (test_uneven_values)
{
  assert_loss (table, hierarchies, "town:2", NULL,
               deid_quality_model_new_from_specification ("kl", NULL), 0.25 / 3.25);
}

/* For k = 2, y and z are suppressed. Each has p = 1/8, and is spread over the domain: q = 1 / (8 x
 * 4). 2 x 1/8 log2 4 = 0.5 bits. */
START_TEST (test_suppression)
{
  assert_loss (table, hierarchies, "town:0", deid_privacy_model_new_k_anonymity (2, NULL),
               deid_quality_model_new_from_specification ("kl", NULL), 0.5 / 3.25);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("kl:2", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (kl_divergence, test_even_values, test_uneven_values, test_suppression, test_error)
