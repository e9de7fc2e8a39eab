/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Searches of one thread, each of whose allocations fails in turn. */
#include "support/suite.h"

#include "support/failing-search.h"

START_TEST (memory)
{
  g_autoptr (DeidProblem) problem = make_skewed_problem (_i == 0 ? "k:3" : "k:2;el:1.2");
  g_autoptr (DeidSearch) search = make_search_of_threads (1);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

/* The same with quality models that cost classes, for which bounds are made of groupings. */
START_TEST (memory_of_quality)
{
  static const char *const specifications[] = { "dm", "ambiguity", "kl", "ce@s" };
  g_autoptr (DeidProblem) problem = make_skewed_problem_of (3, "k:3");
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification (specifications[_i / 2], NULL);
  g_autoptr (DeidSearch) search
      = _i % 2 == 0 ? make_search_of_threads (1) : deid_search_new_flash ();

  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

/* Flash with both representations and best-first, with prediction and without, on the classes of
 * specializations and on the whole table. */
START_TEST (memory_of_others)
{
  static const char *const specifications[]
      = { "flash",      "flash:no-prediction",     "flash:explicit", "flash:explicit:no-prediction",
          "best-first", "best-first:no-prediction" };
  g_autoptr (DeidProblem) problem = make_skewed_problem_of (3, _i % 2 == 0 ? "k:3" : "k:2;el:1.2");
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (specifications[_i / 2], NULL);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

START_TEST (memory_with_population)
{
  g_autoptr (DeidProblem) problem = make_skewed_problem_with_population ();
  g_autoptr (DeidSearch) search = make_search_of_threads (1);

  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

/* What records count in the loss is listed row by row. The value is that of the first row. */
START_TEST (memory_of_weights)
{
  g_autoptr (DeidProblem) problem = make_skewed_problem_of (3, _i == 0 ? "k:3" : "avg:0.2");
  g_autoptr (DeidSearch) search = make_search_of_threads (1);
  DeidDataset *dataset = deid_lattice_get_dataset (deid_problem_get_lattice (problem));

  for (guint column = 0; column < 2; column++)
    ck_assert (
        deid_problem_set_group_weight (problem, deid_dataset_get_column_name (dataset, column),
                                       deid_dataset_get_value (dataset, 0, column), 2.5, NULL));
  ck_assert_int_gt (fail_in_turn (search, problem), 50);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("memory failures");
  TCase *tcase = tcase_create ("allocations that fail in a search");

  tcase_set_timeout (tcase, 300);
  tcase_add_loop_test (tcase, memory, 0, 2);
  tcase_add_loop_test (tcase, memory_of_others, 0, 12);
  tcase_add_loop_test (tcase, memory_of_quality, 0, 8);
  tcase_add_test (tcase, memory_with_population);
  tcase_add_loop_test (tcase, memory_of_weights, 0, 2);
  suite_add_tcase (suite, tcase);
  return suite;
}
