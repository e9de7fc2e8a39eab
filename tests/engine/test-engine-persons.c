/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Persons with several rows, and survey weights, in tables that stay in their engine. */
#include <string.h>

#include "support/engine-trial.h"
#include "support/sample.h"
#include "support/suite.h"

/* Random tables: what the engine makes is what the whole table in memory gives. */
START_TEST (test_random)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4500 + (guint32) _i);
  g_autoptr (DeidEngine) engine = NULL;
  const guint n = count_trials (_i == DEID_DIALECT_SQLITE ? 60 : 8);
  SqlClient client;

  if (!sql_client_init (&client, (DeidDialect) _i))
    return;
  engine = deid_engine_new_command (client.dialect, client.command, NULL);
  for (guint trial = 0; trial < MAX (n, 2); trial++)
    {
      EngineCase table;
      g_autofree char *name = g_strdup_printf ("t%u", trial);
      g_autofree char *output = g_strdup_printf ("made %u", trial);
      g_autoptr (DeidEngineTable) named = NULL;

      engine_case_init_random (&table, rand, trial % 3 == 2);
      engine_case_add_persons (&table, rand);
      for (guint c = 0; client.dialect == DEID_DIALECT_ANSI && c < table.n_columns; c++)
        if (strchr (table.names[c], '\\') != NULL)
          table.names[c] = "no backslash";
      engine_case_load (&table, &client, name);
      named = engine_case_name (&table, engine, name);
      engine_trial_run (&table, &client, named, named, rand, output);
    }
  sql_client_clear (&client);
}
END_TEST

/* What happens to 12 persons with two records each and two records of nobody, by persons:3 where
 * all but two of the persons are alike. */
static gboolean
release_persons (const SqlClient *client, const char *nobody, GError **error)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, client->command, NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "visits", NULL);
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE visits (person text, a text);");
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidDataset) combinations = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) bottom = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *made = NULL;

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (sql, "INSERT INTO visits VALUES ('%u', 'x'), ('%u', '%s');", i, i,
                            i < 2 ? "z" : "y");
  g_string_append_printf (sql, "INSERT INTO visits VALUES (NULL, '%s'), ('', '%s');", nobody,
                          nobody);
  made = sql_client_run (client, sql->str);
  ck_assert (deid_engine_table_set_role (table, "person", DEID_ROLE_ENTITY, NULL));
  ck_assert (deid_engine_table_set_role (table, "a", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  combinations = deid_engine_table_count (table, NULL, error);
  ck_assert_ptr_nonnull (combinations);
  ck_assert_uint_eq (deid_dataset_get_n_records (combinations), 26);
  lattice = deid_lattice_new (combinations);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "a", suppression, NULL, NULL));
  problem = sample_state_problem (lattice, "persons:3", NULL, 1);
  bottom = deid_policy_new_bottom (lattice, NULL);
  result = deid_problem_evaluate (problem, bottom, NULL, error);
  ck_assert_ptr_nonnull (result);
  return deid_engine_table_release (table, result, "released", NULL, error);
}

/* Two persons are withheld with their records that look like those of others. */
START_TEST (test_whole_persons)
{
  g_autofree char *rows = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  ck_assert (release_persons (&client, "w", &error));
  assert_no_error (error);
  rows = sql_client_run (&client, "SELECT a, count(*) FROM released GROUP BY a ORDER BY a;");
  ck_assert_str_eq (rows, "x|10\ny|10\n");
  sql_client_clear (&client);
}
END_TEST

/* Records of nobody look like those of persons who are released. */
START_TEST (test_nobody)
{
  GError *error = NULL;
  SqlClient client;

  if (!sql_client_init (&client, DEID_DIALECT_SQLITE))
    return;
  ck_assert (!release_persons (&client, "x", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "records without a person",
                "release a view without the records that have none", NULL);
  sql_client_clear (&client);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-persons");
  TCase *tests = tcase_create ("engine-persons");

  tcase_add_loop_test (tests, test_random, DEID_DIALECT_SQLITE, DEID_DIALECT_ANSI + 1);
  tcase_add_test (tests, test_whole_persons);
  tcase_add_test (tests, test_nobody);
  suite_add_tcase (suite, tests);
  return suite;
}
