/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any texts as the name and the value of a column in SQLite: a name that the dialect accepts is the
 * name of the column, and literals and keys have the value. */
#include "fuzz/fuzz.h"

#include <sqlite3.h>
#include <string.h>

#include "engine/dialect.h"

#define FACTS (deid_dialect_get_facts (DEID_DIALECT_SQLITE))

static void
append_query (DeidLongText *sql, const char *name, const char *value)
{
  deid_long_text_add (sql, "SELECT ");
  deid_dialect_add_literal (FACTS, sql, value);
  deid_long_text_add (sql, " AS ");
  deid_dialect_add_name (FACTS, sql, name);
  deid_long_text_add (sql, ", ");
  deid_dialect_add_key_literal (FACTS, sql, value);
  deid_long_text_add (sql, ", ");
  deid_dialect_add_key_literal (FACTS, sql, NULL);
}

static void
assert_column (sqlite3_stmt *statement, int column, const char *expected)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);
  gsize length = (gsize) sqlite3_column_bytes (statement, column);

  if (column > 0)
    {
      assert_quietly (deid_key_read (&text, &length));
      assert_quietly ((text == NULL) == (expected == NULL));
    }
  if (expected != NULL && (length != strlen (expected) || memcmp (text, expected, length) != 0))
    ck_abort_msg ("column %d: '%.*s', expected '%s'", column, (int) length, text, expected);
}

static void
check_answer (sqlite3 *database, const char *sql, const char *name, const char *value)
{
  sqlite3_stmt *statement;
  const char *rest;

  if (sqlite3_prepare_v2 (database, sql, -1, &statement, &rest) != SQLITE_OK)
    ck_abort_msg ("%s: %s", sqlite3_errmsg (database), sql);
  assert_quietly (*rest == '\0' && sqlite3_column_count (statement) == 3);
  assert_quietly (sqlite3_step (statement) == SQLITE_ROW);
  assert_quietly (strcmp (sqlite3_column_name (statement, 0), name) == 0);
  assert_column (statement, 0, value);
  assert_column (statement, 1, value);
  assert_column (statement, 2, NULL);
  assert_quietly (sqlite3_step (statement) == SQLITE_DONE);
  sqlite3_finalize (statement);
}

FUZZ_TARGET (sql)
{
  static sqlite3 *database;
  g_auto (GStrv) texts = fuzz_take_texts (fuzz, 2);
  g_autofree char *value = g_utf8_make_valid (texts[1], -1);
  g_autofree char *sql = NULL;
  DeidLongText query = { 0 };
  GError *error = NULL;

  if (!fuzz_check (deid_dialect_check_name (FACTS, "column", texts[0], &error), &error))
    return;
  if (database == NULL)
    assert_quietly (sqlite3_open (":memory:", &database) == SQLITE_OK);
  append_query (&query, texts[0], value);
  sql = deid_long_text_end (&query, NULL);
  check_answer (database, sql, texts[0], value);
}
