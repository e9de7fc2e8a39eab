/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A job measures what the same call does by hand, and refuses what cannot be predicted before
 * anything is searched. */
#include "../tools/liblinear-fit.h"
#include "support/figures.h"
#include "support/suite.h"

/* Four rows, which all have one note. */
static DeidJob *
make_job (const char *predict)
{
  DeidJob *job = deid_job_new ();
  g_autofree char *text = g_strdup_printf (
      "[input]\ninput=%s\n[models]\nmodel=k:1\n[search]\nevaluate=q1:0\n[report]\npredict=%s\n"
      "[column q1]\nrole=quasi-identifying\nrule=suppress\n",
      write_file ("table.csv", "q1,ill,note\na,x,n\na,x,n\nb,y,n\nb,y,n\n", -1), predict);
  GError *error = NULL;

  deid_job_load_text (job, text, "p.ini", NULL, &error);
  assert_no_error (error);
  return job;
}

START_TEST (measured)
{
  static const char *const targets[] = { "ill", "q1", NULL };
  g_autoptr (DeidJob) job = make_job ("ill;q1");
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, NULL);
  g_autoptr (DeidReport) utility = NULL, expected = NULL;
  GError *error = NULL;

  if (get_liblinear_fit () == NULL)
    return;
  utility = deid_job_measure_utility (job, result, get_liblinear_fit (), NULL, NULL, &error);
  assert_no_error (error);
  /* As many folds as records, which are fewer than 10. */
  expected = deid_report_new_utility (result, targets, 4, 20000, 0, get_liblinear_fit (), NULL,
                                      NULL, NULL);
  ck_assert_uint_eq (n_rows_of (utility, "targets"), 2);
  for (guint i = 0; i < 2; i++)
    {
      ck_assert_str_eq (text_of (utility, "targets[%u].column", i), targets[i]);
      ck_assert_double_eq (number_of (utility, "targets[%u].before", i),
                           number_of (expected, "targets[%u].before", i));
      ck_assert_double_eq (number_of (utility, "targets[%u].after", i),
                           number_of (expected, "targets[%u].after", i));
    }
}
END_TEST

static gboolean
fit_nothing (const DeidRegression *regression G_GNUC_UNUSED, double *coefficients G_GNUC_UNUSED,
             gpointer user_data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

START_TEST (refused)
{
  g_autoptr (DeidJob) unknown = make_job ("ill;il"), same = make_job ("note");
  g_autoptr (DeidJob) job = make_job (""), other = make_job ("");
  g_autoptr (DeidResult) result = deid_job_run (job, NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_job_get_problem (unknown, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "p.ini: line 8: [report] predict",
                "did you mean 'ill'?", NULL);
  ck_assert_ptr_null (deid_job_get_problem (same, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "p.ini: line 8: [report] predict",
                "'note' has 1 value to predict, expected 2 to 100", NULL);
  ck_assert_ptr_nonnull (deid_job_get_problem (other, NULL, NULL));
  ck_assert_ptr_null (deid_job_measure_utility (other, result, fit_nothing, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job utility");
  TCase *tcase = tcase_create ("job utility");

  tcase_add_test (tcase, measured);
  tcase_add_test (tcase, refused);
  suite_add_tcase (suite, tcase);
  return suite;
}
