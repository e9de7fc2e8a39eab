/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Jobs whose engine generalizes before it counts. */
#include "support/sql-client.h"
#include "support/suite.h"
#include "support/warnings.h"

/* Four codes of one number each, 1 to 4 records, and a rule whose groups depend on these numbers.
 */
static const char codes[] = "CREATE TABLE codes (code text, n text);"
                            "INSERT INTO codes VALUES ('11', ''), ('12', ''), ('12', ''), ('21', "
                            "''), ('21', ''), ('21', ''), ('22', ''), ('22', ''), ('22', ''), "
                            "('22', '');";
static const char codes_csv[] = "code,n\n11,\n12,\n12,\n21,\n21,\n21,\n22,\n22,\n22,\n22,\n";
static const char codes_problem[] = "[column code]\nrole=quasi-identifying\nrule=capacity:4\n"
                                    "[models]\nmodel=k:3\n[limits]\nsuppression-count=3\n";

/* Levels that the engine is told, or raises to, lose what they lose in memory, and reports are told
 * of them. */
static const struct
{
  const char *more;   /* of a problem with an engine */
  const char *levels; /* of one in memory */
  guint64 n_rows;
} generalized[] = { { "[column code]\nlevels=1..\n", "1..2", 2 },
                    { "[engine]\nmax-combinations=3\n", "1..2", 2 },
                    { "[engine]\nmax-combinations=1\n", "2", 1 },
                    { "[engine]\nmax-combinations=4\n", "0..2", 4 } };

static DeidJob *
make_codes (const char *more)
{
  DeidJob *job = deid_job_new ();

  ck_assert (deid_job_load_text (job, codes_problem, "codes.ini", NULL, NULL));
  ck_assert (deid_job_load_text (job, more, "more.ini", NULL, NULL));
  return job;
}

static void
assert_told (const DeidResult *result, gboolean is_generalized)
{
  g_autoptr (DeidReport) warnings = deid_report_new_warnings ((DeidResult *) result, NULL, NULL);
  guint n = 0;

  for (guint64 i = 0; i < count_warnings (warnings); i++)
    n += is_warning_of (warnings, i, "generalized-before") ? 1 : 0;
  ck_assert_uint_eq (n, is_generalized ? 1 : 0);
}

START_TEST (test_levels)
{
  const char *path = write_file ("codes.csv", codes_csv, -1);
  SqlClient client;
  g_autoptr (DeidJob) job = NULL, file = NULL;
  g_autoptr (DeidResult) result = NULL, expected = NULL;
  g_autofree char *made = NULL, *policy = NULL, *best = NULL;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  made = sql_client_run (&client, codes);
  job = make_codes (generalized[_i].more);
  ck_assert (deid_job_set (job, "engine", "dialect", "sqlite", NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "command", client.command, NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "table", "codes", NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "output-table", "out", NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  file = make_codes ("");
  ck_assert (deid_job_set (file, "input", "input", path, NULL, NULL));
  ck_assert (deid_job_set (file, "column code", "levels", generalized[_i].levels, NULL, NULL));
  expected = deid_job_run (file, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (deid_job_get_dataset (job, NULL, NULL)),
                     generalized[_i].n_rows);
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  best = deid_policy_to_text (deid_result_get_policy (expected), NULL);
  ck_assert_str_eq (policy, best);
  ck_assert_double_eq (deid_result_get_loss (result), deid_result_get_loss (expected));
  if (generalized[_i].n_rows < 4)
    ck_assert_int_eq (deid_job_get (job, "column code", "levels")[0], generalized[_i].levels[0]);
  assert_told (result, generalized[_i].n_rows < 4);
  ck_assert (deid_job_release_in_engine (job, result, NULL, &error));
  assert_no_error (error);
  sql_client_clear (&client);
}

/* Where single values count, they are counted. */
static const char *const by_values[]
    = { "[column code]\nlevels=1..\nsuppression-limit=50%\n",
        "[column code]\nlevels=1..\ngroup-weight=11=2\n",
        "[column code]\nlevels=1..\n[models]\nquality=nuentropy:arith\n",
        "[column code]\nlevels=1..\n[column n]\nrole=sensitive\n[column code+n]\nrole=judged\n" };

START_TEST (test_values)
{
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  g_autofree char *made = NULL;
  DeidDataset *dataset;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  made = sql_client_run (&client, codes);
  job = make_codes (by_values[_i]);
  ck_assert (deid_job_set (job, "engine", "dialect", "sqlite", NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "command", client.command, NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "table", "codes", NULL, NULL));
  dataset = deid_job_get_dataset (job, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 4);
  sql_client_clear (&client);
}

/* What cannot be generalized. */
START_TEST (test_fixed_levels)
{
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  g_autofree char *made = NULL;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  made = sql_client_run (&client, codes);
  job = make_codes ("[column code]\nlevels=1..\n");
  ck_assert (deid_job_set (job, "engine", "dialect", "sqlite", NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "command", client.command, NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "table", "codes", NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "max-combinations", "1", NULL, NULL));
  ck_assert (deid_job_set (job, "search", "recoding", "local", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "recoding", NULL);
  ck_assert (deid_job_set (job, "search", "recoding", "global", NULL, NULL));
  ck_assert (deid_job_set (job, "models", "quality", "kl", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "max-combinations", NULL);
  ck_assert (deid_job_set (job, "models", "quality", "loss:arith", NULL, NULL));
  ck_assert (deid_job_set (job, "column code", "levels", "0..1", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "2 combinations", "at most 1", NULL);
  ck_assert (deid_job_set (job, "column code", "levels", "0..3", NULL, NULL));
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "levels 0 to 3 of 'code'",
                "within 0 to 2", NULL);
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-engine-levels");
  TCase *tests = tcase_create ("levels");

  tcase_add_loop_test (tests, test_levels, 0, G_N_ELEMENTS (generalized));
  tcase_add_loop_test (tests, test_values, 0, G_N_ELEMENTS (by_values));
  tcase_add_test (tests, test_fixed_levels);
  suite_add_tcase (suite, tests);
  return suite;
}
