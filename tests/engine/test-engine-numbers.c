/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bin means and microaggregates of tables that stay in their engine, against the same tables in
 * memory. */
#include <string.h>

#include "support/engine-case.h"
#include "support/sample.h"
#include "support/suite.h"

static const DeidDialect dialects[]
    = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL, DEID_DIALECT_DUCKDB, DEID_DIALECT_CLICKHOUSE,
        DEID_DIALECT_ANSI };

static const char *const numbers[]
    = { NULL, "", "0", "-3", "007", "12", "1200", "9007199254740993", "41", "-9" };

#define AGE "a\"ge'"

static const struct
{
  DeidBinMeanScope bin_mean;
  DeidMicroaggregation of_age, of_sensitive;
  const char *search;
} kinds[] = {
  { DEID_BIN_MEAN_CLASS, DEID_MICROAGGREGATION_NONE, DEID_MICROAGGREGATION_NONE, "optimal" },
  { DEID_BIN_MEAN_TABLE, DEID_MICROAGGREGATION_NONE, DEID_MICROAGGREGATION_MEAN, "mondrian" },
  { DEID_BIN_MEAN_NONE, DEID_MICROAGGREGATION_MEDIAN, DEID_MICROAGGREGATION_MEAN, "optimal" },
  { DEID_BIN_MEAN_NONE, DEID_MICROAGGREGATION_MEAN, DEID_MICROAGGREGATION_NONE, "optimal" },
};

/* Makes a quasi-identifier and the sensitive column numbers, with a missing code. */
static void
draw_table (EngineCase *table, GRand *rand, gboolean has_weights)
{
  engine_case_init_random (table, rand, has_weights);
  for (guint c = 0; c < table->n_columns; c++)
    if (c == 1 || table->roles[c] == DEID_ROLE_SENSITIVE)
      {
        table->names[c] = c == 1 ? AGE : CASE_SENSITIVE;
        table->rules[c] = "suppress";
        table->codes[c][0] = "-9";
        table->codes[c][1] = NULL;
        for (guint row = 0; row < table->n_rows; row++)
          {
            const char *number = numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))];

            table->values[c][row]
                = has_weights && number != NULL && *number == '\0' ? NULL : number;
          }
      }
    else if (g_str_equal (table->names[c], AGE) || strchr (table->names[c], '\\') != NULL)
      table->names[c] = "other";
}

static void
set_types (DeidDataset *dataset)
{
  GError *error = NULL;

  ck_assert (deid_dataset_set_column_type (dataset, AGE, DEID_COLUMN_TYPE_INTEGER, NULL, &error));
  assert_no_error (error);
  ck_assert (deid_dataset_set_column_type (dataset, CASE_SENSITIVE, DEID_COLUMN_TYPE_INTEGER, NULL,
                                           &error));
  assert_no_error (error);
}

static DeidReleaseOptions *
make_options (guint kind)
{
  DeidReleaseOptions *options = deid_release_options_new ();

  ck_assert (deid_release_options_set_bin_mean (options, AGE, kinds[kind].bin_mean, NULL));
  ck_assert (deid_release_options_set_microaggregation (options, AGE, kinds[kind].of_age, NULL));
  ck_assert (deid_release_options_set_microaggregation (options, CASE_SENSITIVE,
                                                        kinds[kind].of_sensitive, NULL));
  return options;
}

/* Releases the table, by the engine and by a script, and compares both with the release of the
 * table in memory. */
static void
try_table (const SqlClient *client, EngineCase *table, guint kind, const char *name)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (client->dialect, client->command, NULL);
  g_autoptr (DeidEngineTable) named = engine_case_name (table, engine, name);
  g_autoptr (DeidDataset) dataset = engine_case_build (table), combinations = NULL, release = NULL;
  g_autoptr (DeidReleaseOptions) options = make_options (kind);
  g_autoptr (DeidResult) expected = NULL, result = NULL;
  g_autofree char *output = g_strconcat (name, " released", NULL), *rows = NULL, *made = NULL;
  g_autofree char *by_hand = g_strconcat (name, " by hand", NULL), *script = NULL, *again = NULL;
  GError *error = NULL;

  combinations = deid_engine_table_count (named, NULL, &error);
  assert_no_error (error);
  set_types (dataset);
  set_types (combinations);
  table->search = kinds[kind].search;
  expected = engine_case_solve (table, dataset, NULL, "k:2", 0.3);
  result = engine_case_solve (table, combinations, named, "k:2", 0.3);
  ck_assert ((expected == NULL) == (result == NULL));
  if (result == NULL)
    return;
  if (kinds[kind].bin_mean != DEID_BIN_MEAN_NONE)
    {
      table->names[table->n_columns] = AGE "_mean";
      table->roles[table->n_columns++] = DEID_ROLE_INSENSITIVE; /* to be listed */
    }
  release = deid_result_apply (expected, options, NULL, &error);
  assert_no_error (error);
  rows = engine_case_list (table, release);
  ck_assert (deid_engine_table_set_release_options (named, options, &error));
  ck_assert (deid_engine_table_release (named, result, output, NULL, &error));
  assert_no_error (error);
  made = engine_case_list_table (table, client, output);
  ck_assert_str_eq (made, rows);
  script
      = deid_engine_table_make_script (named, result, by_hand, DEID_SCRIPT_FORM_ONCE, NULL, &error);
  assert_no_error (error);
  g_free (sql_client_run (client, script));
  again = engine_case_list_table (table, client, by_hand);
  ck_assert_str_eq (again, rows);
}

START_TEST (test_random)
{
  const guint n = count_trials (dialects[_i] == DEID_DIALECT_SQLITE ? 40 : 8);
  g_autoptr (GRand) rand = g_rand_new_with_seed (45);
  g_autofree char *tables = NULL;
  SqlClient client;

  if (!sql_client_init (&client, dialects[_i]))
    return;
  for (guint trial = 0; trial < MAX (n, _i == 0 ? G_N_ELEMENTS (kinds) : 1); trial++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", trial);
      EngineCase table;

      draw_table (&table, rand, trial % 3 == 2);
      engine_case_load (&table, &client, name);
      try_table (&client, &table, (trial + (guint) _i) % G_N_ELEMENTS (kinds), name);
    }
  tables = sql_client_list_tables (&client);
  ck_assert (strstr (tables, "deid_") == NULL);
  sql_client_clear (&client);
}
END_TEST

/* What an engine cannot do is refused. */
START_TEST (test_refused)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (DEID_DIALECT_SQLITE, "sqlite3", NULL);
  g_autoptr (DeidEngineTable) table = deid_engine_table_new (engine, "t", NULL);
  g_autoptr (DeidReleaseOptions) kept = deid_release_options_new ();
  GError *error = NULL;

  ck_assert (deid_release_options_set_keep_order (kept, TRUE, NULL));
  ck_assert (!deid_engine_table_set_release_options (table, kept, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "microaggregates alone", NULL);
  ck_assert (deid_engine_table_set_release_options (table, NULL, &error));
  assert_no_error (error);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-numbers");
  TCase *tests = tcase_create ("numbers");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_random, 0, G_N_ELEMENTS (dialects));
  tcase_add_test (tests, test_refused);
  suite_add_tcase (suite, tests);
  return suite;
}
