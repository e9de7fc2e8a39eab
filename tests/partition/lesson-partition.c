/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A partition is what a result makes of the rows of its table: equivalence classes, the labels of
 * each, and which are suppressed. It is the custodian's: it knows those, too. */
#include "support/lesson.h"

static const char hierarchy[] = "town x coast *\n"
                                "town y hills *\n"
                                "town z coast *\n";

/* For k = 2, y is suppressed on any level but the top. */
static DeidPartition *
partition (const char *policy)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town\n x\n y\n x\n z\n", hierarchy, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, policy);

  return deid_partition_ref (deid_result_get_partition (result, NULL, NULL));
}

/* Classes are numbered by their first rows: x, y, z. */
START_TEST (test_rows)
{
  g_autoptr (DeidPartition) classes = partition ("town:0");

  ck_assert_uint_eq (deid_partition_get_n_rows (classes), 4);
  ck_assert_uint_eq (deid_partition_get_n_classes (classes), 3);
  ck_assert_uint_eq (deid_partition_get_class (classes, 2), 0);
  ck_assert_uint_eq (deid_partition_get_class (classes, 3), 2);
}

/* On level 1 x and z are the coast, with 3 records. */
START_TEST (test_classes)
{
  g_autoptr (DeidPartition) classes = partition ("town:1");

  ck_assert_uint_eq (deid_partition_get_n_classes (classes), 2);
  ck_assert_str_eq (deid_partition_get_label (classes, 0, 0), "coast");
  ck_assert_uint_eq (deid_partition_get_n_records (classes, 0), 3);
}

START_TEST (test_suppressed)
{
  g_autoptr (DeidPartition) classes = partition ("town:1");

  ck_assert (!deid_partition_is_suppressed (classes, 0));
  ck_assert (deid_partition_is_suppressed (classes, 1));
}

/* Without a population no class has a number of records there. */
START_TEST (test_error)
{
  g_autoptr (DeidPartition) classes = partition ("town:2");

  ck_assert (!deid_partition_has_population (classes));
}

LESSON (partition, test_rows, test_classes, test_suppressed, test_error)
