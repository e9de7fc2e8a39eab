/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A trade-off is a job with some settings varied: a table of what each choice costs. */
#include "support/figures.h"
#include "support/lesson.h"
#include "support/text-job.h"

/* Four records of zip a, two of b and one of c. The mean age is 4, the deviation sqrt (28 / 6). */
static const char table[] = "zip,age\na,1\na,2\na,3\na,4\nb,5\nb,6\nc,7\n";
static const char settings[]
    = "[models]\nmodel=k:2\n[column zip]\nrole=quasi-identifying\nrule=suppress\n"
      "[column age]\nrole=insensitive\ntype=integer\n";

/* The last axis varies first: cell 2 k + records - 2. */
static DeidReport *
run (const char *axes, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();

  ck_assert (deid_job_load_text (job, settings, "lesson", NULL, NULL));
  set_text_table (job, table);
  return deid_report_new_tradeoff (job, axes, NULL, error);
}

static void
assert_cell (const DeidReport *report, guint cell, const char *policy, guint64 n_suppressed,
             double loss, guint64 n_classes)
{
  ck_assert (flag_of (report, "cells[%u].proven", cell));
  ck_assert_str_eq (text_of (report, "cells[%u].policy", cell), policy);
  ck_assert_uint_eq (count_of (report, "cells[%u].suppressed", cell), n_suppressed);
  ck_assert_uint_eq (count_of (report, "cells[%u].classes", cell), n_classes);
  assert_near (number_of (report, "cells[%u].loss", cell), loss);
}

/* For k = 2 and no record to be suppressed all zips go; with one it is that of c, so 1 of 7.
 * With all zips gone k may as well be 3 as 2. */
START_TEST (test_cells)
{
  g_autoptr (DeidReport) report = run ("k=1,2,3\nsuppression-count=0,1", NULL);

  ck_assert_uint_eq (n_rows_of (report, "cells"), 6);
  assert_cell (report, 0, "zip:0", 0, 0, 3);
  assert_cell (report, 2, "zip:1", 0, 1, 1);
  assert_cell (report, 3, "zip:0", 1, 1.0 / 7, 2);
  assert_cell (report, 5, "zip:1", 0, 1, 1);
}
END_TEST

START_TEST (test_marks)
{
  g_autoptr (DeidReport) report = run ("k=1,2,3\nsuppression-count=0,1", NULL);

  for (guint cell = 2; cell < 5; cell++)
    ck_assert_int_eq (flag_of (report, "cells[%u].non_dominated", cell), cell != 2);
}
END_TEST

/* Without c the mean age is 3.5: 0.5 / sqrt (28 / 6) less. One column has no correlation. */
START_TEST (test_shift)
{
  g_autoptr (DeidReport) report = run ("k=1,2,3\nsuppression-count=0,1", NULL);

  assert_near (number_of (report, "cells[3].mean_shift"), 0.2314550249431379);
  ck_assert_int_eq (state_of (report, "cells[3].correlation_shift"), DEID_FIGURE_STATE_UNDEFINED);
}
END_TEST

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (run ("models.quality=dm,dm", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "each value once", NULL);
}
END_TEST

LESSON (tradeoff, test_cells, test_marks, test_shift, test_error)
