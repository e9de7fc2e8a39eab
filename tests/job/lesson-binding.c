/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A binding gives a table to a job and takes reports and pages, without a call of GLib. */
#include "support/lesson.h"

#include <string.h>

static const char settings[] = "[column age]\nrole=quasi-identifying\nrule=suppress\n"
                               "[models]\nmodel=k:2\n";

/* A table in memory, which the job copies. */
static DeidJob *
make_job (void)
{
  static const char *const ages[] = { "31", "31", "47", "47" };
  DeidDataset *table = deid_dataset_new ("visits");
  DeidJob *job = deid_job_new ();

  ck_assert (deid_dataset_add_string_column (table, "age", ages, 4, NULL, NULL));
  ck_assert (deid_job_load_text (job, settings, "settings", NULL, NULL));
  ck_assert (deid_job_set_dataset (job, table, NULL));
  deid_dataset_unref (table);
  return job;
}

START_TEST (test_report)
{
  DeidJob *job = make_job ();
  DeidResult *result = deid_job_run (job, NULL, NULL);
  DeidReport *report = deid_job_make_report (job, "risks", result, NULL, NULL);
  double highest;

  ck_assert (deid_report_get_number (report, "prosecutor.highest", &highest));
  ck_assert (highest == 0.5);
  deid_report_unref (report);
  deid_result_unref (result);
  deid_job_unref (job);
}

START_TEST (test_page)
{
  DeidJob *job = make_job ();
  DeidResult *result = deid_job_run (job, NULL, NULL);
  char *page = deid_job_make_page (job, result, NULL, NULL, NULL);

  ck_assert_ptr_nonnull (strstr (page, "</html>"));
  deid_free (page);
  deid_result_unref (result);
  deid_job_unref (job);
}

/* An error is asked for its code, which has a name. */
START_TEST (test_error)
{
  DeidJob *job = make_job ();
  GError *error = NULL;
  int code;

  ck_assert (!deid_job_set (job, "limits", "supression-limit", "5%", "--limit", &error));
  ck_assert_int_eq (deid_error_get_code (error), DEID_ERROR_PARSE);
  ck_assert_str_eq (deid_enum_get_name ("DeidError", deid_error_get_code (error)), "parse");
  ck_assert (deid_enum_get_value ("DeidError", "parse", &code));
  ck_assert_int_eq (code, DEID_ERROR_PARSE);
  ck_assert (strncmp (deid_error_get_message (error), "--limit: ", 9) == 0);
  deid_error_free (error);
  deid_job_unref (job);
}

START_TEST (test_cancelling)
{
  DeidJob *job = make_job ();
  GCancellable *cancellable = deid_cancellable_new ();
  GError *error = NULL;

  deid_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_job_run (job, cancellable, &error));
  ck_assert_int_eq (deid_error_get_code (error), DEID_CODE_CANCELLED);
  deid_error_free (error);
  deid_cancellable_free (cancellable);
  deid_job_unref (job);
}

LESSON (binding, test_report, test_page, test_cancelling, test_error)
