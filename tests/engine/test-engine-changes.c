/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables that change behind a release, and tables that are left behind. */
#include <string.h>

#include "support/engine-case.h"
#include "support/engine-trial.h"
#include "support/suite.h"
#include "support/warnings.h"

static const DeidDialect dialects[]
    = { DEID_DIALECT_SQLITE, DEID_DIALECT_POSTGRESQL, DEID_DIALECT_DUCKDB, DEID_DIALECT_CLICKHOUSE,
        DEID_DIALECT_ANSI };

/* By k:2 the records of a and b are released, and that of c is suppressed. */
static const char rows[]
    = "INSERT INTO t VALUES ('b', 'x', '3'), ('c', 'z', '5'), ('a', 'y', '2'), "
      "('b', 'x', '4'), ('a', 'x', '1');\n";

/* Makes the table in a database. */
static gboolean
load (SqlClient *client, DeidDialect dialect)
{
  g_autofree char *sql = NULL, *made = NULL;

  if (!sql_client_init (client, dialect))
    return FALSE;
  sql = g_strdup_printf ("CREATE TABLE t (q %s, s %s, note %s)%s;\n%s", client->text, client->text,
                         client->text, client->storage, rows);
  made = sql_client_run (client, sql);
  return TRUE;
}

/* The client of ClickHouse takes ten times as long to start as the others: a short run has it in
 * some tests only. */
static gboolean
is_slow (DeidDialect dialect)
{
  return dialect == DEID_DIALECT_CLICKHOUSE && get_stride () > 1;
}

static DeidEngineTable *
name (DeidDialect dialect, const char *command)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (dialect, command, NULL);
  DeidEngineTable *table = deid_engine_table_new (engine, "t", NULL);

  ck_assert (deid_engine_table_set_role (table, "q", DEID_ROLE_QUASI_IDENTIFYING, NULL));
  ck_assert (deid_engine_table_set_role (table, "s", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_engine_table_set_role (table, "note", DEID_ROLE_INSENSITIVE, NULL));
  return table;
}

static DeidResult *
solve (DeidEngineTable *table)
{
  return engine_trial_solve (table, (const char *const[]){ "q" }, 1, NULL);
}

/* Runs a script, which has to fail. Returns: (transfer full): what the client complains about. */
static char *
fail_script (const SqlClient *client, const char *script)
{
  g_autoptr (GSubprocess) process
      = g_subprocess_newv ((const char *const *) client->plain_command,
                           G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                               | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                           NULL);
  char *complaint = NULL;

  ck_assert (g_subprocess_communicate_utf8 (process, script, NULL, NULL, &complaint, NULL));
  ck_assert (!g_subprocess_get_successful (process));
  return complaint;
}

/* What a release and a script say of a change; NULL if it is not seen. */
static const struct
{
  const char *change, *refused, *complaint;
} changes[] = {
  { "INSERT INTO t VALUES ('c', 'z', '6');", "5 records before, 6 now", "not as many records" },
  { "DELETE FROM t WHERE q = 'c';", "5 records before, 4 now", "not as many records" },
  { "INSERT INTO t VALUES ('a', 'x', '6'); DELETE FROM t WHERE q = 'c';", "5 records before, 5 now",
    "has changed since it was counted" },
  { "UPDATE t SET s = 'y' WHERE q = 'a';", "has changed since its combinations were counted",
    "has changed since it was counted" },
  { "UPDATE t SET q = 'd' WHERE q = 'c';", "has changed since its combinations were counted",
    NULL },
  { "UPDATE t SET s = 'y' WHERE q = 'c';", "has changed since its combinations were counted",
    NULL },
  { "UPDATE t SET note = 'other';", NULL, NULL },
};

/* Tries each change in a table of its own. */
static void
try_change (guint i, DeidDialect dialect)
{
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *changed = NULL, *script = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!load (&client, dialect))
    return;
  table = name (dialect, client.command);
  result = solve (table);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  changed = sql_client_run (&client, changes[i].change);
  if (changes[i].refused != NULL)
    {
      ck_assert (!deid_engine_table_release (table, result, "released", NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, changes[i].refused, NULL);
    }
  else
    ck_assert (deid_engine_table_release (table, result, "released", NULL, NULL));
  script = deid_engine_table_make_script (table, result, "by_hand", DEID_SCRIPT_FORM_ONCE, NULL,
                                          &error);
  assert_no_error (error);
  if (changes[i].complaint != NULL)
    {
      g_autofree char *complaint = fail_script (&client, script);

      ck_assert_msg (strstr (complaint, changes[i].complaint) != NULL, "%s", complaint);
    }
  else
    ck_assert (sql_client_try (&client, script));
  sql_client_clear (&client);
}

START_TEST (test_changes_sqlite) { try_change ((guint) _i, DEID_DIALECT_SQLITE); }

/* One record more in a suppressed class, and another one in a class that is released. */
START_TEST (test_changes)
{
  const DeidDialect dialect = dialects[_i];

  if (dialect == DEID_DIALECT_SQLITE || dialect == DEID_DIALECT_ANSI)
    return;
  try_change (0, dialect);
  if (dialect != DEID_DIALECT_CLICKHOUSE)
    try_change (3, dialect);
}

/* Adds a row to the released table before the first statement that has a word in it. */
static const char intruding_client[]
    = "word=$1; shift\n"
      "pass ()\n{\n"
      "case $statement in *\"$word\"*)\n"
      "made=$(echo '.tables' | \"$@\" | tr -s ' ' '\\n' | grep '_release$')\n"
      "[ -n \"$made\" ] && echo \"INSERT INTO $made SELECT * FROM $made LIMIT 1;\" | \"$@\"\n"
      "word=nothing;;\n"
      "esac\n"
      "hand_on\n}\n";

/* Before the table is checked, and between the check and the last step. */
static const struct
{
  const char *word, *message;
} intrusions[]
    = { { "DROP TABLE", "expected the same classes" }, { "RENAME", "'released' was dropped: " } };

START_TEST (test_intruder)
{
  g_autofree char *arguments = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *command = NULL, *tables = NULL;
  GError *error = NULL;
  SqlClient client;

  if (!load (&client, DEID_DIALECT_SQLITE))
    return;
  arguments = g_strdup_printf ("'%s'", intrusions[_i].word);
  command = sql_client_wrap (&client, "intruding.sh", intruding_client, arguments);
  table = name (client.dialect, command);
  result = solve (table);
  ck_assert (!deid_engine_table_release (table, result, "released", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, intrusions[_i].message, NULL);
  tables = sql_client_list_tables (&client);
  ck_assert_str_eq (tables, "t\n");
  sql_client_clear (&client);
}

/* Fails at a statement that has a word in it. */
static const char refusing_client[]
    = "word=$1; shift\n"
      "pass () { case $statement in *\"$word\"*) return 1;; esac; hand_on; }\n";

/* Hands statements on until the number in a file is used up, and then never again. */
static const char dying_client[] = "file=$1; shift\n"
                                   "pass ()\n{\n"
                                   "read -r n <\"$file\"; [ \"$n\" -eq 0 ] && return 1\n"
                                   "echo $((n - 1)) >\"$file\"; hand_on\n}\n";

/* Returns: how often a text is in another one. */
static guint
count_texts (const char *text, const char *part)
{
  guint n = 0;

  while ((text = strstr (text, part)) != NULL)
    {
      text += strlen (part);
      n++;
    }
  return n;
}

/* The error names what is there, once, and nothing else. */
START_TEST (test_not_dropped)
{
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *command = NULL, *tables = NULL;
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;
  guint n_left = 0;
  SqlClient client;

  if (!load (&client, DEID_DIALECT_SQLITE))
    return;
  command = sql_client_wrap (&client, "refusing.sh", refusing_client, "'DROP TABLE'");
  table = name (client.dialect, command);
  result = solve (table);
  ck_assert (!deid_engine_table_release (table, result, "released", NULL, &error));
  tables = sql_client_list_tables (&client);
  names = g_strsplit (tables, "\n", -1);
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_has_prefix (names[i], "deid_"))
      {
        ck_assert_uint_eq (count_texts (error->message, names[i]), 1);
        n_left++;
      }
  ck_assert_uint_eq (n_left, 3);
  ck_assert_uint_eq (count_texts (error->message, "deid_"), n_left);
  sql_client_clear (&client);
}

/* Once the engine is gone the error says what the names of tables begin with, which may be left. */
START_TEST (test_engine_gone)
{
  const char *file = write_file ("dying.number", "1000000\n", -1);
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *command = NULL;
  gboolean is_through = FALSE;
  guint n_left = 0;
  SqlClient client;

  if (!load (&client, DEID_DIALECT_SQLITE))
    return;
  command = sql_client_wrap (&client, "dying.sh", dying_client, file);
  table = name (client.dialect, command);
  result = solve (table);
  for (guint n = 0; !is_through; n += get_stride ())
    {
      g_autofree char *number = g_strdup_printf ("%u\n", n), *tables = NULL;
      g_autofree char *output = g_strdup_printf ("released%u", n);
      g_autoptr (GError) error = NULL;

      write_file ("dying.number", number, -1);
      is_through = deid_engine_table_release (table, result, output, NULL, &error);
      tables = sql_client_list_tables (&client);
      ck_assert (is_through || count_texts (error->message, "may be left") <= 1);
      if (!is_through && strstr (tables, "deid_") != NULL)
        {
          const char *left = strstr (error->message, "begin with '");
          g_auto (GStrv) names = g_strsplit (tables, "\n", -1);
          g_autofree char *start = NULL;

          ck_assert_ptr_nonnull (left);
          start = g_strndup (left + strlen ("begin with '"), strlen ("deid_0123456789abcdef_"));
          for (guint i = 0; names[i] != NULL; i++)
            if (g_str_has_prefix (names[i], "deid_"))
              {
                g_autofree char *drop = g_strdup_printf ("DROP TABLE %s;", names[i]);

                ck_assert (g_str_has_prefix (names[i], start));
                ck_assert (sql_client_try (&client, drop));
                n_left++;
              }
        }
    }
  ck_assert_uint_gt (n_left, 0);
  sql_client_clear (&client);
}

/* Returns: (transfer full) (nullable): the statements of the warning of tables that are left. */
static char *
warn_of_leftovers (DeidEngineTable *table)
{
  g_autoptr (DeidResult) result = solve (table);
  g_autoptr (DeidReport) warnings = deid_report_new_warnings (result, NULL, NULL);

  for (guint64 i = 0; i < count_warnings (warnings); i++)
    if (is_warning_of (warnings, i, "leftovers"))
      return g_strdup (strstr (get_warning_text (warnings, i), "DROP TABLE"));
  return NULL;
}

/* Helper tables of a run that was killed are warned of, and no others. */
START_TEST (test_leftovers)
{
  g_autofree char *sql = NULL, *made = NULL, *dropped = NULL, *statements = NULL, *script = NULL;
  g_autofree char *none = NULL, *after = NULL, *tables = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  SqlClient client;

  if (dialects[_i] == DEID_DIALECT_ANSI || !load (&client, dialects[_i]))
    return;
  sql = g_strdup_printf ("CREATE TABLE deid_notes (a %s)%s;\n"
                         "CREATE TABLE deid_0123456789abcdeg_kept (a %s)%s;\n",
                         client.text, client.storage, client.text, client.storage);
  made = sql_client_run (&client, sql);
  table = name (client.dialect, client.command);
  none = warn_of_leftovers (table);
  ck_assert_ptr_null (none);
  g_free (sql);
  g_free (made);
  sql = g_strdup_printf ("CREATE TABLE deid_0123456789abcdef_kept (a %s)%s;\n"
                         "CREATE TABLE deid_0123456789abcdef_label12 (a %s)%s;\n",
                         client.text, client.storage, client.text, client.storage);
  made = sql_client_run (&client, sql);
  statements = warn_of_leftovers (table);
  ck_assert_ptr_nonnull (statements);
  script = g_strconcat (statements, ";\n", NULL);
  dropped = sql_client_run (&client, script);
  tables = sql_client_list_tables (&client);
  ck_assert_str_eq (tables, "deid_0123456789abcdeg_kept\ndeid_notes\nt\n");
  after = warn_of_leftovers (table);
  ck_assert_ptr_null (after);
  sql_client_clear (&client);
}

/* Combinations are in the order of their texts, whatever the order of the engine. */
START_TEST (test_order)
{
  static const char *const expected[][3]
      = { { "a", "x", "1" }, { "a", "y", "1" }, { "b", "x", "2" }, { "c", "z", "1" } };
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidDataset) combinations = NULL;
  g_autofree const char **values = NULL;
  GError *error = NULL;
  SqlClient client;
  gsize n;

  if (is_slow (dialects[_i]) || !load (&client, dialects[_i]))
    return;
  table = name (client.dialect, client.command);
  combinations = deid_engine_table_count (table, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_rows (combinations), G_N_ELEMENTS (expected));
  for (guint row = 0; row < G_N_ELEMENTS (expected); row++)
    for (guint c = 0; c < 3; c++)
      ck_assert_str_eq (deid_dataset_get_value (combinations, row, c), expected[row][c]);
  values = deid_dataset_list_distinct (combinations, 1, &n, NULL);
  ck_assert_uint_eq (n, 3);
  ck_assert_str_eq (values[0], "x");
  ck_assert_str_eq (values[2], "z");
  sql_client_clear (&client);
}

/* A value that a hierarchy lacks is not in the message, but a statement that shows its records. */
START_TEST (test_lookup)
{
  static const char *const labels[][2] = { { "a", "*" }, { "c", "*" } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("letters");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidDataset) combinations = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (GRegex) regex = g_regex_new ("shown by: (SELECT .*)\\)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *statement = NULL, *script = NULL, *shown = NULL;
  g_autoptr (GError) error = NULL;
  SqlClient client;

  if (is_slow (dialects[_i]) || !load (&client, dialects[_i]))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const char *const row[] = { labels[i][0], labels[i][1], NULL };

      ck_assert (deid_hierarchy_builder_add_row (builder, row, NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  table = name (client.dialect, client.command);
  combinations = deid_engine_table_count (table, NULL, NULL);
  lattice = deid_lattice_new (combinations);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  ck_assert_ptr_null (strstr (error->message, "'b'"));
  ck_assert (g_regex_match (regex, error->message, 0, &match));
  statement = g_match_info_fetch (match, 1);
  script = g_strconcat (statement, ";\n", NULL);
  shown = sql_client_run (&client, script);
  g_strdelimit (shown, "\t", '|');
  ck_assert_str_eq (shown, "b|x|2\n");
  sql_client_clear (&client);
}

/* Values that differ by blanks at their ends. */
START_TEST (test_blanks)
{
  static const char *const known[] = { "a", "*", NULL };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("letters");
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidEngineTable) table = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) warnings = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree char *made = NULL;
  GError *error = NULL;
  SqlClient client;
  guint n = 0;

  if (!load (&client, DEID_DIALECT_SQLITE))
    return;
  made = sql_client_run (&client, "UPDATE t SET s = 's'; UPDATE t SET q = 'a ' WHERE q = 'b';"
                                  "UPDATE t SET q = ' a' WHERE q = 'c';");
  table = name (client.dialect, client.command);
  result = solve (table);
  warnings = deid_report_new_warnings (result, NULL, NULL);
  for (guint64 i = 0; i < count_warnings (warnings); i++)
    if (is_warning_of (warnings, i, "blanks"))
      {
        ck_assert_str_eq (get_warned_column (warnings, i), "q");
        ck_assert_ptr_nonnull (strstr (get_warning_text (warnings, i), "2 values of 'q'"));
        n++;
      }
  ck_assert_uint_eq (n, 1);
  ck_assert (deid_hierarchy_builder_add_row (builder, known, NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  lattice = deid_lattice_new (
      deid_lattice_get_dataset (deid_problem_get_lattice (deid_result_get_problem (result))));
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "without blanks at its ends", NULL);
  sql_client_clear (&client);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-changes");
  TCase *tests = tcase_create ("changes");

  tcase_set_timeout (tests, 120);
  tcase_add_loop_test (tests, test_changes_sqlite, 0, G_N_ELEMENTS (changes));
  tcase_add_loop_test (tests, test_changes, 0, G_N_ELEMENTS (dialects));
  tcase_add_loop_test (tests, test_intruder, 0, G_N_ELEMENTS (intrusions));
  tcase_add_test (tests, test_not_dropped);
  tcase_add_test (tests, test_engine_gone);
  tcase_add_loop_test (tests, test_leftovers, 0, G_N_ELEMENTS (dialects));
  tcase_add_loop_test (tests, test_order, 0, G_N_ELEMENTS (dialects));
  tcase_add_loop_test (tests, test_lookup, 0, G_N_ELEMENTS (dialects));
  tcase_add_test (tests, test_blanks);
  suite_add_tcase (suite, tests);
  return suite;
}
