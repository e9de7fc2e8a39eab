/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A job is all that a release needs, as settings with names: from a problem file, or one by one. */
#include <string.h>

#include "support/lesson.h"

static const char problem[] = "[input]\ninput=visits.csv\n"
                              "\n"
                              "[column illness]\n"
                              "role=sensitive\n"
                              "\n"
                              "[models]\n"
                              "model=k:2;dl:2\n"
                              "\n"
                              "[limits]\n"
                              "suppression-limit=5%\n";

/* What the file says can be asked for, and so can what it does not say. */
START_TEST (test_file)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *path = NULL;

  ck_assert (deid_job_load_file (job, write_file ("p.ini", problem, -1), NULL, NULL));
  path = deid_job_get_path (job, "input", "input");
  ck_assert_str_eq (deid_job_get (job, "limits", "suppression-limit"), "0.05");
  ck_assert_str_eq (deid_job_get (job, "models", "quality"), "loss:arith");
  ck_assert_str_eq (path, get_temporary_file ("visits.csv"));
}

/* Options of a program go on top of a file. */
START_TEST (test_options)
{
  g_autoptr (DeidJob) job = deid_job_new ();

  ck_assert (deid_job_load_text (job, problem, "p.ini", NULL, NULL));
  ck_assert (deid_job_set (job, "models", "model", "k:10", "--model", NULL));
  ck_assert_str_eq (deid_job_get (job, "models", "model"), "k:10");
  ck_assert (deid_job_set (job, "models", "model", NULL, NULL, NULL));
  ck_assert_str_eq (deid_job_get (job, "models", "model"), "");
}

/* The normal form says everything, each time in the same words. */
START_TEST (test_normal_form)
{
  g_autoptr (DeidJob) job = deid_job_new (), again = deid_job_new ();
  g_autofree char *text = NULL, *same = NULL;

  ck_assert (deid_job_load_text (job, problem, "p.ini", NULL, NULL));
  text = deid_job_to_text (job, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (text, "\nquality=loss:arith\n"));
  ck_assert (deid_job_load_text (again, text, "p.ini", NULL, NULL));
  same = deid_job_to_text (again, NULL, NULL);
  ck_assert_str_eq (same, text);
}

/* A few calls from settings to the released table, and the result says what it is of. For k = 2 and
 * one record less, two of 47 stay. */
START_TEST (test_run)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;

  ck_assert (deid_job_load_text (job,
                                 "[column age]\nrole=quasi-identifying\nrule=suppress\n"
                                 "[models]\nmodel=k:2\n[limits]\nsuppression-count=1\n",
                                 NULL, NULL, NULL));
  ck_assert (deid_job_set (job, "input", "input", write_file ("ages.csv", "age\n31\n47\n47\n", -1),
                           NULL, NULL));
  result = deid_job_run (job, NULL, NULL);
  release = deid_job_release (job, result, NULL, NULL);
  assert_table (release, "age\n 47\n 47\n");
  ck_assert_ptr_nonnull (strstr (deid_problem_get_statement (deid_result_get_problem (result)),
                                 "\n[limits]\nsuppression-limit=0\nsuppression-count=1\n"));
}

/* A message says where, what, and what was meant. */
START_TEST (test_error)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  GError *error = NULL;

  ck_assert (!deid_job_load_text (job, "[limits]\nsupression-limit=5%\n", "p.ini", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE,
                "p.ini: line 2: [limits]: key 'supression-limit'",
                "(did you mean 'suppression-limit'?)", NULL);
}

LESSON (job, test_file, test_options, test_normal_form, test_run, test_error)
