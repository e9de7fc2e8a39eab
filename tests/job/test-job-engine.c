/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Jobs whose table stays in its engine. */
#include <string.h>

#include "support/sql-client.h"
#include "support/suite.h"
#include "support/warnings.h"

static const char table[] = "CREATE TABLE visits (zip text, sex text, records text);"
                            "INSERT INTO visits VALUES ('a', 'f', '1'), ('a', 'm', '2'), ('b', "
                            "'f', '3'), ('a', 'f', '4');";

static const char problem[] = "[column z*]\nrole=quasi-identifying\nrule=suppress\n"
                              "[column *]\nrole=insensitive\n"
                              "[column sex]\nrole=sensitive\n"
                              "[models]\nmodel=k:2\n"
                              "[limits]\nsuppression-count=1\n";

/* The table of a new database; globs are about its columns. */
static DeidJob *
make_job (SqlClient *client, const char *more)
{
  g_autofree char *text = g_strconcat (problem, more, NULL), *output = NULL;
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  output = sql_client_run (client, table);
  ck_assert (deid_job_load_text (job, text, "problem.ini", NULL, &error));
  assert_no_error (error);
  ck_assert (deid_job_set (job, "engine", "dialect", "sqlite", NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "command", client->command, NULL, NULL));
  ck_assert (deid_job_set (job, "engine", "table", "visits", NULL, NULL));
  return job;
}

/* The combinations (a, f) twice, (a, m) and (b, f): b is suppressed. The count is called otherwise
 * than the column of the table, which is not counted, and globs are not about it. */
START_TEST (test_run)
{
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *rows = NULL;
  g_auto (GStrv) uncounted = NULL;
  DeidDataset *dataset;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, "[engine]\noutput-table=out\n");
  dataset = deid_job_get_dataset (job, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 3);
  ck_assert_str_eq (deid_dataset_get_column_name (dataset, 2), "records_");
  ck_assert_int_eq (deid_dataset_get_role (dataset, 2), DEID_ROLE_WEIGHT);
  ck_assert_uint_eq (deid_dataset_get_n_rows (dataset), 3);
  uncounted = deid_dataset_list_uncounted (dataset);
  ck_assert (
      g_strv_equal ((const char *const *) uncounted, (const char *const[]){ "records", NULL }));
  ck_assert (!deid_job_set (job, "engine", "output-table", "other", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  ck_assert (deid_job_release_in_engine (job, result, NULL, &error));
  assert_no_error (error);
  rows = sql_client_run (&client, "SELECT zip, sex, records FROM out ORDER BY records;");
  ck_assert_str_eq (rows, "a|f|1\na|m|2\na|f|4\n");
  ck_assert (!deid_job_release_in_engine (job, result, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENGINE, "[engine] output-table", "'out'", NULL);
  sql_client_clear (&client);
}

/* The script is one of the files of a release, and makes the same table; it needs a name for it. */
START_TEST (test_script)
{
  const char *path = get_temporary_file ("release.sql");
  g_autofree char *key = g_strdup_printf ("[output]\nsql-only=%s\n", path), *script = NULL;
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidOutputSet) outputs = deid_output_set_new ();
  g_autofree char *made = NULL, *rows = NULL;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, key);
  ck_assert_ptr_null (deid_job_run (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "sql-only", "expected the name",
                NULL);
  deid_job_unref (job);
  sql_client_clear (&client);
  ck_assert (sql_client_init (&client, DEID_DIALECT_SQLITE));
  job = make_job (&client, key);
  ck_assert (deid_job_set (job, "engine", "output-table", "out", NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  release = deid_job_release (job, result, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_job_add_outputs (job, outputs, result, release, NULL, &error));
  ck_assert (deid_output_set_commit (outputs, NULL, &error));
  ck_assert (g_file_get_contents (path, &script, NULL, NULL));
  made = sql_client_run (&client, script);
  rows = sql_client_run (&client, "SELECT zip, sex, records FROM out ORDER BY records;");
  ck_assert_str_eq (rows, "a|f|1\na|m|2\na|f|4\n");
  sql_client_clear (&client);
}

/* Problem files have the command, reports the program. */
START_TEST (test_statement)
{
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autofree char *command = NULL, *text = NULL, *json = NULL;
  const char *statement;
  SqlClient client;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, "");
  command = g_strconcat (client.command, " '.print pass\"word'", NULL);
  ck_assert (deid_job_set (job, "engine", "command", command, NULL, NULL));
  text = deid_job_to_text (job, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (text, "pass\"word"));
  ck_assert (deid_job_set (job, "engine", "command", client.command, NULL, NULL));
  report = deid_report_new_tradeoff (job, "k=2", NULL, &error);
  assert_no_error (error);
  json = deid_report_to_json (report, NULL);
  ck_assert_ptr_nonnull (strstr (json, "\\ncommand=sqlite3\\n"));
  statement = deid_problem_get_statement (deid_job_get_problem (job, NULL, &error));
  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (statement, "\ncommand=sqlite3\n"));
  sql_client_clear (&client);
}

/* What is not counted is not looked at, and a warning says so. */
START_TEST (test_warning)
{
  static const struct
  {
    const char *more;
    guint n;
  } cases[] = { { "[column records]\nrole=insensitive\n", 1 },
                { "[column records]\nrole=identifying\n", 0 } };
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) warnings = NULL;
  GError *error = NULL;
  guint n = 0;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, cases[_i].more);
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  warnings = deid_report_new_warnings (result, NULL, &error);
  assert_no_error (error);
  for (guint64 i = 0; i < count_warnings (warnings); i++)
    if (is_warning_of (warnings, i, "not-counted"))
      {
        n++;
        ck_assert_uint_eq (count_warned_records (warnings, i), 3);
        ck_assert_ptr_nonnull (strstr (get_warning_text (warnings, i), "1 insensitive column "));
      }
  ck_assert_uint_eq (n, cases[_i].n);
  sql_client_clear (&client);
}

/* Sections are about columns of the table, and of no other. */
START_TEST (test_unknown_columns)
{
  static const char *const sections[] = { "[column nothing]\n", "[column nothing*]\n",
                                          "[column records_]\n", "[column record?_]\n" };
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, sections[_i]);
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "problem.ini: line 12", NULL);
  sql_client_clear (&client);
}

/* What has to do with values of columns that are not counted, or with columns that no engine has.
 */
static const char *const refused[][2] = {
  { "[column records]\nsuppression-limit=20%\n", "suppression-limit" },
  { "[column records]\ngroup-weight=1=5\n", "group-weight" },
  { "[column zip+records]\nrole=judged\n", "'records'" },
  { "[column "
    "both]\njoint=zip;sex\nrole=quasi-identifying\nrule=suppress\n[engine]\noutput-table=out\n",
    "no joint columns" },
};

START_TEST (test_refused)
{
  SqlClient client;
  g_autoptr (DeidJob) job = NULL;
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, refused[_i][0]);
  ck_assert_ptr_null (deid_job_get_dataset (job, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, refused[_i][1], NULL);
  sql_client_clear (&client);
}

/* What is not set, or not in an engine. */
START_TEST (test_unset)
{
  SqlClient client;
  g_autoptr (DeidJob) job = NULL, file = deid_job_new ();
  g_autoptr (DeidResult) result = NULL, own = NULL;
  const char *path = write_file ("visits.csv", "zip,sex,records\na,f,1\na,m,2\n", -1);
  GError *error = NULL;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  job = make_job (&client, "");
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_job_release_in_engine (job, result, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[engine] output-table: not set",
                NULL);
  ck_assert (deid_job_load_text (file, problem, "problem.ini", NULL, NULL));
  ck_assert (deid_job_set (file, "input", "input", path, NULL, NULL));
  own = deid_job_run (file, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_job_release_in_engine (file, own, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "[engine] dialect: not set", NULL);
  ck_assert (!deid_job_release_in_engine (job, own, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-engine");
  TCase *tests = tcase_create ("engine");

  tcase_add_test (tests, test_run);
  tcase_add_test (tests, test_script);
  tcase_add_test (tests, test_statement);
  tcase_add_loop_test (tests, test_warning, 0, 2);
  tcase_add_loop_test (tests, test_unknown_columns, 0, 4);
  tcase_add_loop_test (tests, test_refused, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tests, test_unset);
  suite_add_tcase (suite, tests);
  return suite;
}
