/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit on population uniqueness: the share of a population that is unique, estimated from the
 * table as a sample of it. Only the size of the population is needed. */
#include "support/lesson.h"

/* 3 records of a population of 4, one of them unique. By Zayatz' model a class of 1 shows one
 * record with probability 1 C(3,2) / C(4,3) = 3/4, a class of 2 with 2 C(2,2) / C(4,3) = 2/4. The
 * sample has one of each, so a unique record is a population unique with 3/4 / (3/4 + 2/4) = 3/5:
 * of the population 1 x 3/5 x 4/3 = 0.8 members are unique, a share of 0.2. */
static const char table[] = "town weight:survey\n x 1\n y 1.5\n y 1.5\n";

START_TEST (test_estimate)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (1, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidReport) report = NULL;
  double n_uniques;

  ck_assert (deid_risk_options_set_population_size (options, 4, NULL));
  report = deid_report_new_risks (result, NULL, FALSE, options, NULL, NULL);
  ck_assert (deid_report_get_number (report, "estimated_uniques.zayatz", &n_uniques));
  assert_near (n_uniques, 0.8);
}

/* The size itself, 3 records over 0.75, and 1 + 1.5 + 1.5: 4 each time. Without x none is unique.
 */
START_TEST (test_sizes)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("pu:zayatz:4:0.21", NULL, NULL),
                "");
  assert_fails (table, deid_privacy_model_new_from_specification ("pu:zayatz:4:0.19", NULL, NULL),
                "x");
  assert_fails (table,
                deid_privacy_model_new_from_specification ("pu:zayatz:0.75:0.19", NULL, NULL), "x");
  assert_fails (
      table, deid_privacy_model_new_from_specification ("pu:zayatz:survey:0.19", NULL, NULL), "x");
}

/* Of a table that is the whole population no estimate is needed: 1 of 3 is unique. */
START_TEST (test_whole_population)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("pu:pitman:3:0.34", NULL, NULL),
                "");
  assert_fails (table, deid_privacy_model_new_from_specification ("pu:pitman:3:0.33", NULL, NULL),
                "x");
}

/* Slide negative binomial needs a class of two, or no uniques. */
START_TEST (test_no_estimate)
{
  assert_fails ("town\n x\n y\n z\n z\n z\n",
                deid_privacy_model_new_from_specification ("pu:snb:100:1", NULL, NULL), "x y");
}

START_TEST (test_region)
{
  g_autoptr (DeidPrivacyModel) model
      = deid_privacy_model_new_from_specification ("pu:dankar:Norway:0.01", NULL, NULL);
  g_autofree char *text = deid_privacy_model_to_specification (model);

  ck_assert_str_eq (text, "pu:dankar:5400000:0.01");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_privacy_model_new_from_specification ("pu:dankar:atlantis:0.01", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (population_uniqueness, test_estimate, test_sizes, test_whole_population, test_no_estimate,
        test_region, test_error)
