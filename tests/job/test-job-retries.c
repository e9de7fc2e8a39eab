/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a job does after a call that failed, and on what is not its own. */
#include "output/output-set-private.h"
#include "support/suite.h"
#include "support/text-job.h"

#include <string.h>

static const char table[] = "age,illness\n30,flu\n30,gout\n31,flu\n31,gout\n";

static const char settings[] = "[column age]\nrole=quasi-identifying\nrule=suppress\n"
                               "[models]\nmodel=k:2\n";

static DeidJob *
make_job (void)
{
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  deid_job_load_text (job, settings, "p.ini", NULL, &error);
  assert_no_error (error);
  return job;
}

static DeidJob *
make_job_of_file (void)
{
  DeidJob *job = make_job ();

  ck_assert (deid_job_set (job, "input", "input", write_file ("t.csv", table, -1), NULL, NULL));
  return job;
}

/* A call that was cancelled before it began has read nothing. */
START_TEST (cancelled_tables)
{
  g_autoptr (DeidJob) job = make_job ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  set_text_table (job, table);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_job_get_dataset (job, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_nonnull (deid_job_get_dataset (job, NULL, &error));
}
END_TEST

/* A table that was given waits for sections that fit it. */
START_TEST (mended_sections)
{
  g_autoptr (DeidJob) job = make_job ();
  GError *error = NULL;
  DeidDataset *dataset;

  set_text_table (job, table);
  ck_assert (deid_job_set (job, "column age", "joint", "illness;ilness", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, NULL);
  ck_assert (deid_job_set (job, "column age", "joint", NULL, NULL, NULL));
  dataset = deid_job_get_dataset (job, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
}
END_TEST

/* A table that was given nothing yet is kept, whatever did not suit it, and cancelled calls do not
 * lose it. */
START_TEST (mended_columns)
{
  static const struct
  {
    const char *section, *key, *value, *other;
    DeidError code;
  } cases[] = {
    { "column foo", "role", "sensitive", NULL, DEID_ERROR_UNKNOWN_COLUMN },
    { "column illness", "type", "integer", NULL, DEID_ERROR_PARSE },
    { "column illness", "type", "date", "text", DEID_ERROR_PARSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = make_job ();
      g_autoptr (GCancellable) cancelled = g_cancellable_new ();
      GError *error = NULL;
      DeidDataset *dataset;

      set_text_table (job, table);
      g_cancellable_cancel (cancelled);
      ck_assert (deid_job_set (job, cases[i].section, cases[i].key, cases[i].value, NULL, NULL));
      ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) cases[i].code, NULL);
      for (guint is_mended = 0; is_mended < 2; is_mended++)
        {
          ck_assert_ptr_null (deid_job_get_dataset (job, cancelled, &error));
          assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
          ck_assert (
              deid_job_set (job, cases[i].section, cases[i].key, cases[i].other, NULL, NULL));
        }
      ck_assert (deid_job_set (job, "column age", "missing", "31", NULL, NULL));
      dataset = deid_job_get_dataset (job, NULL, &error);
      assert_no_error (error);
      ck_assert_ptr_null (deid_dataset_get_value (dataset, 2, 0));
    }
}
END_TEST

/* Codes that a failed call gave to a column do not stay. */
START_TEST (begun_columns)
{
  g_autoptr (DeidJob) job = make_job ();
  GError *error = NULL;

  set_text_table (job, table);
  ck_assert (deid_job_set (job, "column age", "missing", "31", NULL, NULL));
  ck_assert (deid_job_set (job, "column illness", "type", "integer", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
  ck_assert (deid_job_set (job, "column age", "missing", NULL, NULL, NULL));
  ck_assert (deid_job_set (job, "column illness", "type", NULL, NULL, NULL));
  ck_assert_str_eq (deid_dataset_get_value (deid_job_get_dataset (job, NULL, NULL), 2, 0), "31");
}
END_TEST

static DeidResult *
run (DeidJob *job)
{
  GError *error = NULL;
  DeidResult *result = deid_job_run (job, NULL, &error);

  assert_no_error (error);
  return result;
}

/* Files get the mode of the job, where it has none that of the host, with and without reserving. */
START_TEST (modes)
{
  for (guint i = 0; i < 4; i++)
    {
      const gboolean is_set = i % 2 == 1, is_reserved = i >= 2;
      g_autoptr (DeidJob) job = make_job_of_file ();
      g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      ck_assert (
          deid_job_set (job, "output", "output", get_temporary_file ("modes.csv"), NULL, NULL));
      if (is_set)
        ck_assert (deid_job_set (job, "output", "mode", "0640", NULL, NULL));
      ck_assert (deid_output_set_set_mode (outputs, 0644, NULL));
      if (is_reserved)
        ck_assert (deid_job_reserve_outputs (job, outputs, NULL));
      result = run (job);
      release = deid_job_release (job, result, NULL, NULL);
      deid_job_add_outputs (job, outputs, result, release, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_eq (outputs->mode, is_set ? 0640 : 0644);
    }
}
END_TEST

/* Nobody asked for reservations: the job's own input is not written over. */
START_TEST (own_input)
{
  g_autoptr (DeidJob) job = make_job_of_file ();
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  ck_assert (deid_job_set (job, "output", "output", get_temporary_file ("t.csv"), NULL, NULL));
  result = run (job);
  release = deid_job_release (job, result, NULL, NULL);
  ck_assert (!deid_job_add_outputs (job, outputs, result, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "t.csv", "input", NULL);
}
END_TEST

/* The first path was reserved before the second was refused; so was the input before a host's. */
START_TEST (mended_outputs)
{
  const char *const own = get_temporary_file ("own.csv");
  g_autoptr (DeidJob) job = make_job_of_file ();
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  GError *error = NULL;

  ck_assert (deid_job_set (job, "output", "output", own, NULL, NULL));
  ck_assert (deid_job_set (job, "output", "policy", own, NULL, NULL));
  ck_assert (deid_job_set (job, "output", "mode", "0640", NULL, NULL));
  ck_assert (!deid_job_reserve_outputs (job, outputs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "output", NULL);
  ck_assert_uint_eq (outputs->mode, 0600);
  ck_assert (deid_job_set (job, "output", "policy", get_temporary_file ("own.json"), NULL, NULL));
  deid_job_reserve_outputs (job, outputs, &error);
  assert_no_error (error);
}
END_TEST

START_TEST (strangers)
{
  g_autoptr (DeidJob) job = make_job_of_file (), other = make_job_of_file ();
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autoptr (DeidResult) result = run (job), foreign = run (other);
  g_autoptr (DeidDataset) release = deid_job_release (other, foreign, NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_nonnull (result);
  ck_assert_ptr_nonnull (release);
  ck_assert_ptr_null (deid_job_choose (job, foreign, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
  ck_assert_ptr_null (deid_job_release (job, foreign, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
  ck_assert (!deid_job_add_outputs (job, outputs, foreign, release, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "another problem", NULL);
}
END_TEST

/* What a run complained of can be mended, whether table and problem came first or not. */
START_TEST (mended_runs)
{
  static const struct
  {
    const char *section, *key, *bad, *good;
    DeidError code;
  } cases[] = {
    { "column age", "hierarchy", "/nowhere/none.csv", NULL, DEID_ERROR_IO },
    { "column age", "levels", "90..99", NULL, DEID_ERROR_INVALID_ARGUMENT },
    { "column illness", "rule", "intervals:10", NULL, DEID_ERROR_UNKNOWN_VALUE },
    { "models", "model", "dl:2@nosuch", "k:2", DEID_ERROR_UNKNOWN_COLUMN },
    { "models", "model", "k:5", "k:2", DEID_ERROR_NO_SOLUTION },
    { "release", "alternative", "5", NULL, DEID_ERROR_INVALID_ARGUMENT },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const guint c = i / 2;
      g_autoptr (DeidJob) job = make_job_of_file ();
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;
      const char *limit;

      ck_assert (deid_job_set (job, "column illness", "role", "sensitive", NULL, NULL));
      ck_assert (deid_job_set (job, "limits", "suppression-limit", "5%", NULL, NULL));
      limit = deid_job_get (job, "limits", "suppression-limit");
      if (g_str_equal (cases[c].key, "hierarchy"))
        ck_assert (deid_job_set (job, "column age", "rule", NULL, NULL, NULL));
      ck_assert (deid_job_set (job, cases[c].section, cases[c].key, cases[c].bad, NULL, NULL));
      if (i % 2 == 1)
        {
          ck_assert_ptr_null (deid_job_run (job, NULL, &error));
          g_clear_error (&error);
        }
      ck_assert_ptr_null (deid_job_run (job, NULL, &error));
      assert_error (&error, DEID_ERROR, (int) cases[c].code, NULL);
      deid_job_set (job, cases[c].section, cases[c].key, cases[c].good, NULL, &error);
      assert_no_error (error);
      ck_assert_ptr_eq (deid_job_get (job, "limits", "suppression-limit"), limit);
      ck_assert (deid_job_set (job, "column age", "rule", "suppress", NULL, NULL));
      result = run (job);
      ck_assert (!deid_job_set (job, "column age", "rule", NULL, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
    }
}
END_TEST

/* What was there before a run that failed stays; a table that was given is copied again. */
START_TEST (settled_before)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (DeidJob) job = i == 2 ? make_job () : make_job_of_file ();
      DeidDataset *dataset = NULL;
      DeidProblem *problem = NULL;
      GError *error = NULL;

      ck_assert (deid_job_set (job, "models", "model", "k:5", NULL, NULL));
      if (i == 2)
        set_text_table (job, table);
      else
        dataset = deid_job_get_dataset (job, NULL, NULL);
      if (i == 1)
        problem = deid_job_get_problem (job, NULL, NULL);
      ck_assert_ptr_null (deid_job_run (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
      ck_assert_int_eq (deid_job_set (job, "column age", "levels", "0..1", NULL, &error), i == 2);
      if (i < 2)
        assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "table", NULL);
      ck_assert_int_eq (deid_job_set (job, "models", "model", "k:2", NULL, NULL), i != 1);
      if (dataset != NULL)
        ck_assert_ptr_eq (deid_job_get_dataset (job, NULL, NULL), dataset);
      if (problem != NULL)
        ck_assert_ptr_eq (deid_job_get_problem (job, NULL, NULL), problem);
      else
        {
          g_autoptr (DeidResult) result = run (job);

          ck_assert_ptr_nonnull (result);
        }
    }
}
END_TEST

/* A section that holds nothing any more is not there; others keep their order. */
START_TEST (taken_back)
{
  g_autoptr (DeidJob) job = make_job_of_file ();
  g_autofree char *before = deid_job_to_text (job, NULL, NULL), *after = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_auto (GStrv) sections = NULL;

  ck_assert (deid_job_set (job, "column nosuch", "role", "sensitive", NULL, NULL));
  ck_assert (deid_job_set (job, "column illness", "role", "insensitive", NULL, NULL));
  ck_assert (deid_job_set (job, "column nosuch", "loss-weight", NULL, NULL, NULL));
  ck_assert (deid_job_is_set (job, "column nosuch", "role"));
  ck_assert (deid_job_set (job, "column nosuch", "role", NULL, NULL, NULL));
  ck_assert (deid_job_set (job, "column never", "role", NULL, NULL, NULL));
  sections = deid_job_list_column_sections (job);
  ck_assert_uint_eq (g_strv_length (sections), 2);
  ck_assert_str_eq (sections[0], "column age");
  ck_assert_str_eq (sections[1], "column illness");
  ck_assert_str_eq (deid_job_get (job, "column illness", "role"), "insensitive");
  ck_assert (deid_job_set (job, "column illness", "role", "", NULL, NULL));
  after = deid_job_to_text (job, NULL, NULL);
  ck_assert_str_eq (after, before);
  result = run (job);
}
END_TEST

/* What was cancelled before does nothing, also where there is next to nothing to do. */
START_TEST (cancelled_before)
{
  g_autoptr (DeidJob) job = make_job_of_file ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  g_cancellable_cancel (cancelled);
  ck_assert_ptr_nonnull (deid_job_get_dataset (job, NULL, NULL));
  ck_assert_ptr_null (deid_job_get_problem (job, cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  result = run (job);
  ck_assert_ptr_null (deid_job_choose (job, result, cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

/* What contradicts itself is found before the table is looked for. */
START_TEST (contradictions)
{
  g_autoptr (DeidJob) job = make_job ();
  GError *error = NULL;

  ck_assert (deid_job_set (job, "input", "input", get_temporary_file ("none.csv"), NULL, NULL));
  ck_assert (deid_job_set (job, "limits", "suppression-limit", "5%", NULL, NULL));
  ck_assert (deid_job_set (job, "limits", "suppression-count", "3", NULL, NULL));
  ck_assert_ptr_null (deid_job_run (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[limits] suppression-count",
                NULL);
  ck_assert (deid_job_set (job, "limits", "suppression-count", NULL, NULL, NULL));
  ck_assert (deid_job_set (job, "population", "population-weight", "n", NULL, NULL));
  ck_assert_ptr_null (deid_job_run (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[population] population-weight",
                NULL);
}
END_TEST

/* Between table and problem everything else can be changed, also after the problem failed. */
START_TEST (life_cycle)
{
  g_autoptr (DeidJob) job = make_job_of_file ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_ptr_nonnull (deid_job_get_dataset (job, NULL, NULL));
  ck_assert (!deid_job_set (job, "input", "missing", "NA", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "table", NULL);
  ck_assert (!deid_job_set (job, "column age", "rule", NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "table", NULL);
  ck_assert (!deid_job_load_text (job, "[limits]\n", NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "table", NULL);
  for (guint i = 0; i < 2; i++)
    {
      ck_assert (deid_job_set (job, "models", "model", "dl:2@nosuch", NULL, &error));
      ck_assert_ptr_null (deid_job_run (job, NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "[models] model", NULL);
    }
  ck_assert (deid_job_set (job, "models", "model", "k:4", NULL, NULL));
  ck_assert (deid_job_set (job, "search", "threads", "1", NULL, NULL));
  result = run (job);
  ck_assert_uint_eq (deid_problem_get_n_privacy_models (deid_result_get_problem (result)), 1);
  ck_assert (!deid_job_set (job, "models", "model", "k:2", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "problem", NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-retries");
  TCase *retries = tcase_create ("retries");

  tcase_add_test (retries, cancelled_tables);
  tcase_add_test (retries, mended_sections);
  tcase_add_test (retries, mended_columns);
  tcase_add_test (retries, begun_columns);
  tcase_add_test (retries, modes);
  tcase_add_test (retries, own_input);
  tcase_add_test (retries, mended_outputs);
  tcase_add_test (retries, strangers);
  tcase_add_test (retries, mended_runs);
  tcase_add_test (retries, settled_before);
  tcase_add_test (retries, taken_back);
  tcase_add_test (retries, cancelled_before);
  tcase_add_test (retries, contradictions);
  tcase_add_test (retries, life_cycle);
  tcase_set_timeout (retries, 60);
  suite_add_tcase (suite, retries);
  return suite;
}
