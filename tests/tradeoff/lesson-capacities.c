/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A search for capacities says how many records the bins of a column should hold. */
#include "support/figures.h"
#include "support/lesson.h"
#include "support/text-job.h"

/* Six ages, whose mean is 35. The first bin and the last one are open, so that what is in them has
 * no number. */
static const char table[] = "age\n10\n20\n30\n40\n50\n60\n";

static DeidJob *
make_job (const char *models, const char *rule)
{
  g_autofree char *settings
      = g_strdup_printf ("[models]\nmodel=%s\n[column age]\nrole=quasi-identifying\n"
                         "type=integer\nrule=%s\n",
                         models, rule);
  g_autoptr (DeidJob) job = deid_job_new ();

  ck_assert (deid_job_load_text (job, settings, "lesson", NULL, NULL));
  set_text_table (job, table);
  return g_steal_pointer (&job);
}

static DeidReport *
run (const char *models, const char *rule)
{
  g_autoptr (DeidJob) job = make_job (models, rule);
  DeidReport *report = deid_report_new_capacities (job, NULL, NULL, NULL);

  ck_assert_ptr_nonnull (report);
  return report;
}

/* Bins of three are two, both open: no age is left. Bins of two, k, are three, and the one in the
 * middle has the ages 25 to 44, so 34.5. The deviation is sqrt (1750 / 5). */
START_TEST (test_best)
{
  g_autoptr (DeidReport) report = run ("k:2", "capacity:3");
  double shift;

  ck_assert (flag_of (report, "trials[1].best"));
  ck_assert_uint_eq (n_rows_of (report, "trials"), 2);
  ck_assert_uint_eq (count_of (report, "trials[0].capacities[0]"), 3);
  ck_assert_uint_eq (count_of (report, "trials[0].lost"), 1);
  ck_assert_uint_eq (count_of (report, "trials[1].capacities[0]"), 2);
  ck_assert_uint_eq (count_of (report, "trials[1].lost"), 0);
  ck_assert (get_number (report, &shift, "trials[1].mean_shift"));
  assert_near (shift * shift, 0.25 / 350);
}
END_TEST

/* The rule that came of it, as a problem file has it. */
START_TEST (test_settings)
{
  g_autoptr (DeidReport) report = run ("k:2", "capacity:3;ends=midpoint");
  ck_assert_str_eq (text_of (report, "settings"), "[column age]\nrule=capacity:2;ends=midpoint\n");
}
END_TEST

/* For k = 3 bins of two are too small, so that nothing but a star is left, a loss of 1. Those of
 * three have no number either, but less loss. */
START_TEST (test_loss)
{
  g_autoptr (DeidReport) report = run ("k:3", "capacity:2");

  ck_assert (flag_of (report, "trials[1].best"));
  assert_near (number_of (report, "trials[0].loss"), 1);
  ck_assert_uint_eq (count_of (report, "trials[1].lost"), 1);
  ck_assert (number_of (report, "trials[1].loss") < 1);
}
END_TEST

/* Some figure must count. */
START_TEST (test_error)
{
  g_autoptr (DeidJob) job = make_job ("k:2", "capacity:3");
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_capacities (job, "mean=0\ncorrelation=0", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "one of them above 0", NULL);
}
END_TEST

LESSON (capacities, test_best, test_settings, test_loss, test_error)
