/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Non-uniform entropy: the bits that are missing to get the original values back. A label that
 * joins a frequent and a rare value loses little of the frequent one, which is easily guessed. */
#include "support/lesson.h"

/* Of 8 records 2 are in x, 2 in y and 4 in z; log2 8 = 3. */
static const char table[] = "town\n x\n x\n y\n y\n z\n z\n z\n z\n";
static const char hierarchies[] = "town x coast *\n"
                                  "town y coast *\n"
                                  "town z hills *\n";

static DeidQualityModel *
make_entropy (void)
{
  return deid_quality_model_new_from_specification ("nuentropy:sum", NULL);
}

static DeidQualityModel *
make_normalized (void)
{
  return deid_quality_model_new_from_specification ("normentropy:sum", NULL);
}

/* The coast has 4 records: log2 (4/2) = 1 bit for each, 0 for the hills. On level 2 it is log2
 * (8/2) = 2 bits for x and y, and log2 (8/4) = 1 bit for z. The mean over 8 records is divided by 3
 * bits. */
START_TEST (test_bits)
{
  assert_loss (table, hierarchies, "town:1", NULL, make_entropy (), 4 * 1 / 8.0 / 3);
  assert_loss (table, hierarchies, "town:2", NULL, make_entropy (), (4 * 2 + 4 * 1) / 8.0 / 3);
}

/* For k = 3, x and y are suppressed: 2 bits each, as on level 2. */
START_TEST (test_suppression)
{
  assert_loss (table, hierarchies, "town:0", deid_privacy_model_new_k_anonymity (3, NULL),
               make_entropy (), 4 * 2 / 8.0 / 3);
}

/* Normalized, the loss is divided by what it is on level 2, 1/2. */
START_TEST (test_normalized)
{
  assert_loss (table, hierarchies, "town:1", NULL, make_normalized (), 1.0 / 3);
  assert_loss (table, hierarchies, "town:2", NULL, make_normalized (), 1);
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_quality_model_new_from_specification ("nuentropy:median", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (non_uniform_entropy, test_bits, test_suppression, test_normalized, test_error)
