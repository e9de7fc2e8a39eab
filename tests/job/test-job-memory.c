/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Jobs without memory: an error, and nothing has changed. */
#include "support/suite.h"

#include "support/failing-allocations.h"

static const char settings[] = "[column a]\nrole=quasi-identifying\nrule=suppress\nloss-weight=2\n"
                               "[column b]\nrole=sensitive\nmissing=x;y\n"
                               "[column b+c]\nrole=judged\n[column ?]\nmissing-policy=error\n"
                               "[models]\nmodel=k:1;dl:1\n[limits]\nsuppression-count=3\n";

static DeidJob *
make_job (void)
{
  DeidJob *job = deid_job_new ();

  ck_assert (deid_job_set (job, "input", "input", write_file ("t.csv", "a,b,c\n1,2,3\n4,5,6\n", -1),
                           NULL, NULL));
  ck_assert (deid_job_set (job, "column c", "type", "integer", NULL, NULL));
  return job;
}

/* Does something to a job, until it succeeds; each time one allocation more does. */
static int
fail_in_turn (gboolean (*act) (DeidJob *, GError **), DeidJob *(*make) (void) )
{
  gboolean success = FALSE;
  int n = 0;

  for (; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidJob) job = make ();
      g_autofree char *before = deid_job_to_text (job, NULL, NULL), *after = NULL;
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      success = act (job, &error);
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      after = deid_job_to_text (job, NULL, NULL);
      if (success)
        assert_no_error (error);
      else
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
          ck_assert_str_eq (after, before);
          ck_assert (deid_job_set (job, "models", "quality", "dm", NULL, NULL));
        }
    }
  return n;
}

static gboolean
load (DeidJob *job, GError **error)
{
  return deid_job_load_text (job, settings, NULL, NULL, error);
}

static gboolean
set (DeidJob *job, GError **error)
{
  return deid_job_set (job, "column new", "role", "entity", "--entity", error);
}

static gboolean
read_table (DeidJob *job, GError **error)
{
  return deid_job_get_dataset (job, NULL, error) != NULL;
}

static gboolean
write_text (DeidJob *job, GError **error)
{
  g_autofree char *text = deid_job_to_text (job, NULL, error);

  return text != NULL;
}

static DeidJob *
make_loaded_job (void)
{
  DeidJob *job = make_job ();

  ck_assert (load (job, NULL));
  return job;
}

START_TEST (settings_of_jobs)
{
  ck_assert_int_gt (fail_in_turn (load, make_job), 20);
  ck_assert_int_gt (fail_in_turn (set, make_job), 3);
  ck_assert_int_gt (fail_in_turn (write_text, make_loaded_job), 1);
}
END_TEST

START_TEST (tables) { ck_assert_int_gt (fail_in_turn (read_table, make_loaded_job), 20); }
END_TEST

/* Once the table is read the problem can be asked for again. */
START_TEST (problems)
{
  gboolean success = FALSE;
  int n = 0;

  for (; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidJob) job = make_loaded_job ();
      GError *error = NULL;
      DeidProblem *problem;

      ck_assert (read_table (job, NULL));
      g_atomic_int_set (&n_allocations_left, n);
      success = deid_job_get_problem (job, NULL, &error) != NULL;
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      if (!success)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
      problem = deid_job_get_problem (job, NULL, NULL);
      ck_assert_uint_eq (deid_problem_get_n_privacy_models (problem), 3);
    }
  ck_assert_int_gt (n, 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-memory");
  TCase *memory = tcase_create ("memory");

  tcase_add_test (memory, settings_of_jobs);
  tcase_add_test (memory, tables);
  tcase_add_test (memory, problems);
  tcase_set_timeout (memory, 60);
  suite_add_tcase (suite, memory);
  return suite;
}
