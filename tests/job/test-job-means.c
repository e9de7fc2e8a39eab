/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A job releases means and microaggregates as its columns say. */
#include "support/suite.h"

static DeidJob *
state_by_file (void)
{
  g_autofree char *text
      = g_strdup_printf ("[input]\ninput=%s\ndelimiter=;\n[lattice]\nhierarchies=%s\n"
                         "[column age]\nrole=quasi-identifying\n"
                         "[column zip]\nrole=quasi-identifying\n"
                         "[column stay]\nrole=insensitive\n[models]\nmodel=k:5\n",
                         get_source_file ("examples/data/discharges.csv"),
                         get_source_file ("examples/data/hierarchy_"));
  DeidJob *job = deid_job_new ();

  ck_assert (deid_job_load_text (job, text, "problem.ini", NULL, NULL));
  return job;
}

/* Columns say what is released of their numbers, and what cannot be is refused before a search. */
START_TEST (released_numbers)
{
  static const struct
  {
    const char *section, *key, *value, *message;
  } refused[] = {
    { "column zip", "bin-mean", "table", "'zip' has the type text" },
    { "column age", "microaggregate", "mean", "bin means and microaggregation" },
    { "release", "minimum-bin", "2", "at least 3" },
  };
  g_autoptr (DeidJob) job = state_by_file ();
  g_autoptr (DeidReleaseOptions) before = deid_job_make_release_options (job, NULL);
  g_autoptr (DeidReleaseOptions) made = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_int_eq (deid_release_options_get_bin_mean (before, "age"), DEID_BIN_MEAN_NONE);
  ck_assert (deid_job_set (job, "column age", "type", "integer", NULL, NULL));
  ck_assert (deid_job_set (job, "column age", "bin-mean", "class", NULL, NULL));
  ck_assert (deid_job_set (job, "column stay", "type", "integer", NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      ck_assert (
          deid_job_set (job, refused[i].section, refused[i].key, refused[i].value, NULL, NULL));
      ck_assert_ptr_null (deid_job_get_problem (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, refused[i].message, NULL);
      ck_assert (deid_job_set (job, refused[i].section, refused[i].key, NULL, NULL, NULL));
    }
  ck_assert (deid_job_set (job, "column stay", "microaggregate", "median", NULL, NULL));
  ck_assert (deid_job_set (job, "output", "policy", "policy.json", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_problem (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'stay' is microaggregated", NULL);
  ck_assert (deid_job_set (job, "output", "policy", NULL, NULL, NULL));
  ck_assert_ptr_nonnull (deid_job_get_problem (job, NULL, &error));
  made = deid_job_make_release_options (job, &error);
  assert_no_error (error);
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_null (deid_stored_policy_new (result, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'stay' is microaggregated", NULL);
  ck_assert_int_eq (deid_release_options_get_bin_mean (made, "age"), DEID_BIN_MEAN_CLASS);
  ck_assert_int_eq (deid_release_options_get_microaggregation (made, "stay"),
                    DEID_MICROAGGREGATION_MEDIAN);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-means");
  TCase *tests = tcase_create ("job-means");

  tcase_add_test (tests, released_numbers);
  suite_add_tcase (suite, tests);
  return suite;
}
