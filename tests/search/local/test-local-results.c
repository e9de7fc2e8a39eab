/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All that takes a result takes a local recoding, or says plainly why it does not. */
#include "support/figures.h"
#include "support/suite.h"

#include <stdio.h>

#include "../tools/liblinear-fit.h"
#include "support/figures.h"
#include "support/lesson.h"

#define N_ROWS 60

/* Ages of 5 and 10 years, and zip codes, of which some are missing. */
static DeidLattice *
make_lattice (DeidDataset *dataset)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (DeidHierarchy) ages = NULL, zips = deid_hierarchy_new_suppression ();
  DeidLattice *lattice;

  for (guint age = 20; age < 40; age++)
    g_string_append_printf (lines, "age %u [%u,%u) [%u,%u) *\n", age, age / 5 * 5, age / 5 * 5 + 5,
                            age / 10 * 10, age / 10 * 10 + 10);
  ages = lesson_make_hierarchy ("age", lines->str);
  ck_assert (deid_dataset_set_column_type (dataset, "age", DEID_COLUMN_TYPE_INTEGER, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", ages, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", zips, NULL, NULL));
  return lattice;
}

static DeidProblem *
make_problem (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2051);
  g_autoptr (GString) table = g_string_new ("age zip illness:sensitive note:insensitive\n");
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint row = 0; row < N_ROWS; row++)
    {
      const gint32 age = g_rand_int_range (rand, 20, 40);
      const char zip = "abcd?"[g_rand_int_range (rand, 0, 5)];

      g_string_append_printf (table, "%d %c i%d n%u\n", age, zip, g_rand_int_range (rand, 0, 3),
                              row);
    }
  dataset = lesson_make_table (table->str);
  lattice = make_lattice (dataset);
  problem = deid_problem_new (lattice);
  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (3, NULL));
  return problem;
}

typedef struct
{
  DeidProblem *problem;
  DeidResult *result;
  DeidDataset *release;
} Fixture;

static DeidResult *
recode (DeidProblem *problem, guint64 seed)
{
  g_autoptr (DeidSearch) search = deid_search_new_local (2000, seed, 0, NULL);
  DeidResult *result;
  GError *error = NULL;

  result = deid_search_run (search, problem, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static void
fixture_make (Fixture *fixture)
{
  fixture->problem = make_problem ();
  fixture->result = recode (fixture->problem, 1);
  fixture->release = deid_result_apply (fixture->result, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (fixture->release);
}

static void
fixture_clear (Fixture *fixture)
{
  deid_dataset_unref (fixture->release);
  deid_result_unref (fixture->result);
  deid_problem_unref (fixture->problem);
}

/* Drops a text that a report was written as; there must be one. */
static void
drop (char *text)
{
  ck_assert_ptr_nonnull (text);
  g_free (text);
}

/* As rows, as place holders of suppressed ones, and as numbers. */
START_TEST (releases)
{
  Fixture fixture;

  fixture_make (&fixture);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      ck_assert (deid_release_options_set_keep_suppressed (options, i == 1, NULL));
      if (i == 2)
        ck_assert (deid_release_options_set_bin_mean (options, "age", DEID_BIN_MEAN_TABLE, &error));
      if (i == 3)
        ck_assert (deid_release_options_set_microaggregation (
            options, "age", DEID_MICROAGGREGATION_MEDIAN, &error));
      release = deid_result_apply (fixture.result, options, NULL, &error);
      g_assert_no_error (error);
      deid_result_verify (fixture.result, release, NULL, &error);
      g_assert_no_error (error);
      if (i == 3)
        ck_assert (deid_result_measure_microaggregation (
            fixture.result, options, "age", &(double){ 0 }, &(double){ 0 }, NULL, NULL));
    }
  fixture_clear (&fixture);
}
END_TEST

START_TEST (reports)
{
  Fixture fixture;

  fixture_make (&fixture);
  {
    g_autoptr (DeidReport) before
        = deid_report_new_risks (fixture.result, NULL, FALSE, NULL, NULL, NULL);
    g_autoptr (DeidReport) after
        = deid_report_new_risks (fixture.result, NULL, TRUE, NULL, NULL, NULL);
    g_autoptr (DeidReport) risks
        = deid_report_new_attribute_risks (fixture.result, TRUE, 2, NULL, NULL);
    g_autoptr (DeidReport) risks_before
        = deid_report_new_attribute_risks (fixture.result, FALSE, 2, NULL, NULL);
    g_autoptr (DeidReport) bias = deid_report_new_bias (deid_result_get_problem (fixture.result),
                                                        fixture.result, 0, NULL, NULL);
    g_autoptr (DeidReport) warnings = deid_report_new_warnings (fixture.result, NULL, NULL);
    g_autoptr (DeidReport) left_out = deid_report_new_left_out (fixture.result, 2, 1, NULL, NULL);
    g_autoptr (DeidReport) distortion
        = deid_report_new_distortion (fixture.result, NULL, NULL, NULL);
    g_autoptr (DeidReport) public = deid_report_new_public (distortion, NULL, NULL);
    guint64 size;

    drop (deid_report_to_text (before, NULL, NULL));
    drop (public_json_of (after, NULL));
    drop (deid_report_to_text (risks, NULL, NULL));
    drop (deid_report_to_text (bias, NULL, NULL));
    drop (deid_report_to_text (left_out, NULL, NULL));
    drop (deid_report_to_text (distortion, NULL, NULL));
    drop (deid_report_to_json (public, NULL));
    ck_assert_ptr_nonnull (risks_before);
    ck_assert_ptr_nonnull (warnings);
    ck_assert (deid_report_get_count (after, "classes.smallest", &size));
    ck_assert_uint_ge (size, 3);
  }
  fixture_clear (&fixture);
}
END_TEST

/* A page takes parts of the result alone, not of another recoding of the same problem. */
START_TEST (pages)
{
  Fixture fixture;

  fixture_make (&fixture);
  {
    g_autoptr (DeidResult) other = recode (fixture.problem, 2);
    g_autoptr (DeidReport) distortion
        = deid_report_new_distortion (fixture.result, NULL, NULL, NULL);
    g_autoptr (DeidReport) of_other = deid_report_new_distortion (other, NULL, NULL, NULL);
    g_autoptr (DeidReport) left_out = deid_report_new_left_out (fixture.result, 1, 1, NULL, NULL);
    g_autoptr (DeidBaseline) baseline
        = deid_baseline_new_from_text ("[column zip]\ntreatment=remove\n", NULL, NULL, NULL);
    g_autoptr (DeidReport) report = NULL;
    const double none[] = { 1 };
    g_autoptr (DeidReport) empty = deid_report_new_risk_frontier (
        fixture.problem, DEID_RISK_MEASURE_HIGHEST, NULL, none, 0, NULL, NULL);
    g_autoptr (DeidReport) frontier = NULL;
    g_autoptr (DeidPage) page = deid_page_new (fixture.result, fixture.release, NULL, NULL);
    GError *error = NULL;

    report
        = deid_report_new_baseline (baseline, fixture.problem, NULL, fixture.result, NULL, &error);
    g_assert_no_error (error);
    drop (deid_report_to_text (report, NULL, NULL));
    drop (deid_report_to_json (report, NULL));
    ck_assert (!deid_page_add_report (page, of_other, &error));
    assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "local recoding", NULL);
    ck_assert (deid_page_add_report (page, distortion, NULL));
    ck_assert (deid_page_add_report (page, left_out, NULL));
    ck_assert (deid_page_add_report (page, report, NULL));
    frontier = deid_report_new_risk_frontier_with (empty, fixture.result, NULL, NULL, NULL, &error);
    g_assert_no_error (error);
    ck_assert_ptr_null (policy_of (frontier, "points[0].policy"));
    ck_assert_double_eq (number_of (frontier, "points[0].loss"),
                         deid_result_get_loss (fixture.result));
    drop (deid_report_to_text (frontier, NULL, &error));
    drop (csv_of (frontier, "points"));
    drop (deid_report_to_json (frontier, &error));
    ck_assert (deid_page_add_report (page, frontier, NULL));
    drop (deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error));
    drop (deid_page_to_html (page, DEID_AUDIENCE_PUBLIC, NULL, &error));
  }
  fixture_clear (&fixture);
}
END_TEST

static void
check_refused (gboolean is_there, GError **error, const char *words)
{
  ck_assert (!is_there);
  assert_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, words, NULL);
}

/* What needs a policy. */
START_TEST (refusals)
{
  Fixture fixture;

  fixture_make (&fixture);
  {
    g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
    g_autoptr (DeidResult) policy = lesson_evaluate (fixture.problem, "age:3 zip:1");
    g_autoptr (DeidStoredPolicy) stored = deid_stored_policy_new (policy, NULL, NULL);
    GError *error = NULL;

    check_refused (deid_stored_policy_new (fixture.result, NULL, &error) != NULL, &error,
                   "cannot be applied to other records");
    check_refused (deid_report_new_explanation (fixture.result, 3, NULL, &error) != NULL, &error,
                   "no policies next to it");
    check_refused (
        deid_result_write_certificate (fixture.result, get_temporary_file ("proof"), NULL, &error),
        &error, "the local recoding has no bound");
    ck_assert_ptr_null (deid_report_new_alternatives (fixture.result, NULL, 0, FALSE, NULL, NULL));
    ck_assert (deid_output_set_add_release (outputs, fixture.release, get_temporary_file ("r.csv"),
                                            NULL, NULL, &error));
    check_refused (deid_output_set_add_stored_policy (outputs, stored,
                                                      get_temporary_file ("policy"), NULL, &error),
                   &error, "does not belong to the release");
  }
  fixture_clear (&fixture);
}
END_TEST

/* The table of a set of outputs is that of the recoding. */
START_TEST (outputs_and_utility)
{
  Fixture fixture;

  fixture_make (&fixture);
  {
    g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
    GError *error = NULL;

    ck_assert (deid_output_set_add_release (
        outputs, fixture.release, get_temporary_file ("release.csv"), NULL, NULL, &error));
    ck_assert (deid_output_set_commit (outputs, NULL, &error));
    if (get_liblinear_fit () != NULL)
      {
        g_autoptr (DeidReport) utility = deid_report_new_utility (
            fixture.result, NULL, 2, 50, 1, get_liblinear_fit (), NULL, NULL, &error);

        g_assert_no_error (error);
        ck_assert_ptr_nonnull (utility);
      }
  }
  fixture_clear (&fixture);
}
END_TEST

/* What the release says of a class is what its level says: labels of level 0 are values. */
START_TEST (levels)
{
  Fixture fixture;
  DeidPartition *partition;

  fixture_make (&fixture);
  partition = deid_result_get_partition (fixture.result, NULL, NULL);
  for (guint32 number = 0; number < deid_partition_get_n_classes (partition); number++)
    {
      const char *label = deid_partition_get_label (partition, number, 0);
      const guint width[] = { 0, 5, 10, 0 };
      const guint level = deid_partition_get_level (partition, number, 0);
      guint low, high;

      ck_assert_uint_le (level, 3);
      if (level == 3)
        ck_assert_str_eq (label, "*");
      else if (level == 0)
        ck_assert_uint_eq (strlen (label), 2);
      else
        {
          ck_assert_int_eq (sscanf (label, "[%u,%u)", &low, &high), 2);
          ck_assert_uint_eq (high - low, width[level]);
        }
    }
  fixture_clear (&fixture);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("results of local recodings");
  TCase *cases = tcase_create ("results");

  tcase_add_test (cases, releases);
  tcase_add_test (cases, reports);
  tcase_add_test (cases, pages);
  tcase_add_test (cases, refusals);
  tcase_add_test (cases, outputs_and_utility);
  tcase_add_test (cases, levels);
  suite_add_tcase (suite, cases);
  return suite;
}
