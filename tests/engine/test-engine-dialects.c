/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dialects as texts. */
#include <string.h>

#include "engine/dialect.h"
#include "support/engine-trial.h"
#include "support/suite.h"

#define N_BUILT_IN (DEID_DIALECT_ANSI + 1)

static const char *const others[] = { "spark", "bigquery", "snowflake" };

static gconstpointer
get_field (const DeidDialectFacts *facts, const DeidFragment *fragment)
{
  return (const char *) facts + fragment->offset;
}

static char *
read_file (const char *name)
{
  g_autofree char *path = g_strdup_printf ("docs/dialects/%s.dialect", name);
  char *text = NULL;

  ck_assert (g_file_get_contents (get_source_file (path), &text, NULL, NULL));
  return text;
}

/* Returns: (transfer full): the file of a built-in dialect, without the fragment of a key. */
static char *
read_without (int dialect, const char *key)
{
  g_autofree char *text = read_file (deid_enum_get_name ("DeidDialect", dialect));
  g_autofree char *escaped = g_regex_escape_string (key, -1);
  g_autofree char *pattern = g_strdup_printf ("(?m)^%s=.*\n", escaped);
  g_autoptr (GRegex) line = g_regex_new (pattern, 0, 0, NULL);

  return g_regex_replace_literal (line, text, -1, 0, "", 0, NULL);
}

static void
assert_same_fragment (const DeidDialectFacts *a, const DeidDialectFacts *b,
                      const DeidFragment *fragment)
{
  gconstpointer field = get_field (a, fragment), other = get_field (b, fragment);

  if (fragment->kind == DEID_FRAGMENT_FLAG)
    ck_assert_int_eq (*(const gboolean *) field, *(const gboolean *) other);
  else if (fragment->kind == DEID_FRAGMENT_NUMBER)
    ck_assert_uint_eq (*(const gsize *) field, *(const gsize *) other);
  else
    ck_assert_pstr_eq (*(const char *const *) field, *(const char *const *) other);
}

/* What is built in is what the files say. It is read once. */
START_TEST (test_built_in)
{
  const DeidDialectFacts *facts = deid_dialect_get_facts ((DeidDialect) _i);
  g_autofree char *text = read_file (deid_enum_get_name ("DeidDialect", _i));
  GError *error = NULL;
  DeidDialectFacts *read = deid_dialect_read (text, &error);

  assert_no_error (error);
  ck_assert_ptr_nonnull (facts);
  ck_assert_ptr_eq (deid_dialect_get_facts ((DeidDialect) _i), facts);
  ck_assert_str_eq (facts->name, deid_enum_get_name ("DeidDialect", _i));
  for (guint i = 0; i < deid_dialect_n_fragments; i++)
    assert_same_fragment (facts, read, &deid_dialect_fragments[i]);
  deid_dialect_free (read);
}
END_TEST

/* The documentation lists all fragments, and no others. */
START_TEST (test_documented)
{
  g_autofree char *text = NULL;
  gsize n_ticks = 0;

  ck_assert (g_file_get_contents (get_source_file ("docs/dialects.md"), &text, NULL, NULL));
  for (guint i = 0; i < deid_dialect_n_fragments; i++)
    {
      const char *key = deid_dialect_fragments[i].key;
      g_autofree char *pattern
          = g_strdup_printf ("(?m)^\\| (?:`[a-z-]+`, )*`%s`[,` a-z-]* \\|", key);

      if (!g_regex_match_simple (pattern, text, 0, 0))
        ck_abort_msg ("docs/dialects.md does not list %s", key);
    }
  for (const char *row = strstr (text, "## Fragments"); (row = strstr (row, "\n| `")) != NULL;
       row++)
    for (const char *c = row + 3; strncmp (c, " |", 2) != 0; c++)
      n_ticks += *c == '`' ? 1 : 0;
  ck_assert_uint_eq (n_ticks, 2 * deid_dialect_n_fragments);
}
END_TEST

/* Tells whether a dialect lacks a fragment that it needs. */
static gboolean
is_needed (const DeidDialectFacts *facts, const DeidFragment *fragment)
{
  return fragment->kind <= DEID_FRAGMENT_NEEDED_FULL
         || (fragment->together != 0 && *(const char *const *) get_field (facts, fragment) != NULL);
}

/* What is missing is named; what may be missing is not missed. */
START_TEST (test_missing)
{
  for (guint i = 0; i < deid_dialect_n_fragments; i++)
    {
      const DeidDialectFacts *facts = deid_dialect_get_facts ((DeidDialect) _i);
      const char *key = deid_dialect_fragments[i].key;
      g_autofree char *name = NULL;
      g_autofree char *text = read_without (_i, key);
      GError *error = NULL;
      DeidDialectFacts *read = deid_dialect_read (text, &error);

      ck_assert ((read == NULL) == is_needed (facts, &deid_dialect_fragments[i]));
      name = g_strdup_printf ("lacks the fragment '%s'", key);
      if (read == NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, name, NULL);
      deid_dialect_free (read);
    }
}
END_TEST

static const struct
{
  const char *line; /* behind those of a dialect without the key */
  int code;
  const char *message;
} refused[] = {
  { "nam=x", DEID_ERROR_PARSE, "did you mean 'name'?" },
  { "name=a b", DEID_ERROR_PARSE, "small letters" },
  { "name=", DEID_ERROR_PARSE, "not empty" },
  { "name=x\nname=y", DEID_ERROR_PARSE, "expected it once" },
  { "name=\\q", DEID_ERROR_PARSE, "behind a backslash" },
  { "name", DEID_ERROR_PARSE, "KEY=VALUE" },
  { "[name]", DEID_ERROR_PARSE, "no section" },
  { "name-quote=\"\"", DEID_ERROR_PARSE, "one character" },
  { "name-quote=a", DEID_ERROR_PARSE, "one character" },
  { "join=\\xFF", DEID_ERROR_ENCODING, "'join' is not valid UTF-8" },
  { "max-name=0", DEID_ERROR_PARSE, "from 1 on" },
  { "max-name=-1", DEID_ERROR_PARSE, "from 1 on" },
  { "lacks-rows=perhaps", DEID_ERROR_PARSE, "yes or no" },
  { "quote=", DEID_ERROR_PARSE, "not empty" },
  { "client-flags='", DEID_ERROR_PARSE, "as in a shell" },
  { "client-code=(", DEID_ERROR_PARSE, "one group" },
  { "client-code=x", DEID_ERROR_PARSE, "one group" },
};

START_TEST (test_refused)
{
  const char *line = refused[_i].line;
  g_autofree char *key = g_strndup (line, strcspn (line, "=")), *before = NULL, *text = NULL;
  GError *error = NULL;

  before = read_without (DEID_DIALECT_SQLITE, key);
  text = g_strconcat (before, line, "\n", NULL);
  ck_assert_ptr_null (deid_dialect_read (text, &error));
  assert_error (&error, DEID_ERROR, refused[_i].code, refused[_i].message, NULL);
}
END_TEST

/* An engine that answers nothing, whatever it is asked. */
static gboolean
answer_nothing (const char *sql, DeidEngineRows *rows G_GNUC_UNUSED,
                GCancellable *cancellable G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
                GError **error G_GNUC_UNUSED)
{
  assert_quietly (g_utf8_validate (sql, -1, NULL));
  return TRUE;
}

static void
count_nothing (const char *text)
{
  g_autoptr (DeidEngine) engine
      = deid_engine_new (DEID_DIALECT_ANSI, answer_nothing, NULL, NULL, NULL);
  g_autoptr (DeidEngineTable) table = NULL;

  if (!deid_engine_set_dialect (engine, text, NULL))
    return;
  table = deid_engine_table_new (engine, "a%s\"`", NULL);
  if (table == NULL || !deid_engine_table_set_role (table, "%n", DEID_ROLE_SENSITIVE, NULL))
    return;
  assert_quietly (deid_engine_table_count (table, NULL, NULL) == NULL);
}

/* Changes bytes of a text, or repeats and drops parts of it. */
static void
damage (GString *text, GRand *rand)
{
  static const char bytes[] = "=\n\\%\"'`;#x0 ns\xC3\x01";
  const gsize place = (gsize) g_rand_int_range (rand, 0, (gint) text->len);
  const gsize drawn = (gsize) g_rand_int_range (rand, 1, 40), n = MIN (text->len - place, drawn);
  g_autofree char *part = g_strndup (text->str + place, n);

  switch (g_rand_int_range (rand, 0, 3))
    {
    case 0:
      text->str[place] = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
      break;
    case 1:
      g_string_erase (text, (gssize) place, (gssize) n);
      break;
    default:
      g_string_insert (text, g_rand_int_range (rand, 0, (gint) text->len), part);
    }
}

START_TEST (test_hostile)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (45);
  const guint n = count_trials (4000);

  for (guint trial = 0; trial < n; trial++)
    {
      const int which = (int) trial % N_BUILT_IN;
      g_autofree char *plain = read_file (deid_enum_get_name ("DeidDialect", which));
      g_autoptr (GString) text = g_string_new (plain);

      for (gint i = g_rand_int_range (rand, 1, 6); i > 0 && text->len > 0; i--)
        damage (text, rand);
      count_nothing (text->str);
    }
}
END_TEST

/* What was not run says so. Its names and literals are quoted by its own rules. */
START_TEST (test_others)
{
  static const char *const expected[] = {
    "`a\"` 'it' || char(39) || 's' || char(92) || ''",
    "`a\"` 'it\\'s\\\\'",
    "\"a\"\"\" 'it''s\\\\'",
  };
  g_autofree char *text = read_file (others[_i]), *sql = NULL;
  DeidLongText written = { 0 };
  GError *error = NULL;
  DeidDialectFacts *facts = deid_dialect_read (text, &error);

  assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (text, "NOT RUN HERE"));
  ck_assert_ptr_nonnull (strstr (text, "A first run must check"));
  ck_assert_str_eq (facts->name, others[_i]);
  ck_assert (deid_dialect_check_name (facts, "a table", "a\"", NULL));
  ck_assert (!deid_dialect_check_name (facts, "a table", "a\\`", NULL)
             || g_str_equal (facts->name, "snowflake"));
  deid_dialect_add_name (facts, &written, "a\"");
  deid_long_text_add (&written, " ");
  deid_dialect_add_literal (facts, &written, "it's\\");
  sql = deid_long_text_end (&written, NULL);
  ck_assert_str_eq (sql, expected[_i]);
  deid_dialect_free (facts);
}
END_TEST

/* A dialect that a host gives makes what the built-in one makes. It is given before tables are. */
START_TEST (test_given)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (46);
  g_autoptr (DeidEngine) engine = NULL;
  g_autofree char *text = read_file (deid_enum_get_name ("DeidDialect", _i));
  const guint n = count_trials (20);
  GError *error = NULL;
  SqlClient client;

  if (!sql_client_init (&client, (DeidDialect) _i))
    return;
  engine = deid_engine_new_command (_i == DEID_DIALECT_SQLITE ? DEID_DIALECT_CLICKHOUSE
                                                              : DEID_DIALECT_SQLITE,
                                    client.command, NULL);
  ck_assert (deid_engine_set_dialect (engine, text, &error));
  assert_no_error (error);
  for (guint trial = 0; trial < n; trial++)
    {
      EngineCase table;
      g_autofree char *name = g_strdup_printf ("t%u", trial);
      g_autofree char *output = g_strdup_printf ("made %u", trial);
      g_autoptr (DeidEngineTable) named = NULL;

      engine_case_init_random (&table, rand, trial % 2 == 1);
      engine_case_load (&table, &client, name);
      named = engine_case_name (&table, engine, name);
      engine_trial_run (&table, &client, named, named, rand, output);
    }
  ck_assert (!deid_engine_set_dialect (engine, text, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  sql_client_clear (&client);
}
END_TEST

/* Without what its client reads first, a dialect is for callbacks. */
START_TEST (test_no_client)
{
  g_autoptr (DeidEngine) engine = deid_engine_new_command (DEID_DIALECT_ANSI, "bq", NULL);
  g_autofree char *text = read_file ("bigquery");
  GError *error = NULL;

  ck_assert (!deid_engine_set_dialect (engine, text, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'client-setup'", NULL);
  count_nothing (text);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("engine-dialects");
  TCase *tests = tcase_create ("engine-dialects");

  tcase_add_loop_test (tests, test_built_in, 0, N_BUILT_IN);
  tcase_add_test (tests, test_documented);
  tcase_add_loop_test (tests, test_missing, 0, N_BUILT_IN);
  tcase_add_loop_test (tests, test_refused, 0, G_N_ELEMENTS (refused));
  tcase_add_test (tests, test_hostile);
  tcase_add_loop_test (tests, test_others, 0, G_N_ELEMENTS (others));
  tcase_add_loop_test (tests, test_given, 0, N_BUILT_IN);
  tcase_add_test (tests, test_no_client);
  suite_add_tcase (suite, tests);
  return suite;
}
