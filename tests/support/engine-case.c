/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/engine-case.h"

#include <string.h>

#include "support/sample.h"
#include "support/suite.h"

static const char *const hostile_names[] = {
  "select",      "a\"b",
  "semi;colon",  "tick'",
  "back\\slash", "naïve é",
  "--",          "\"; DROP TABLE safe; --",
  "per%scent",   ":'v'",
  "[x]",         "`y`",
  ".shell",      "123456789012345678901234567890123456789012345678901234567890123",
  "c0",          "c1",
  "n",           "t",
  "e0",          "label",
  "s",           "s0",
  "l0",          "g",
  "d",           "u",
  "w",           "v",
  "m",           "o",
};

static const char *const hostile_values[] = {
  NULL,
  "",
  "\\N",
  "NULL",
  "-",
  "==",
  "=",
  "a",
  "A",
  "a ",
  " a",
  "'",
  "''",
  "\"",
  "\\",
  "\\'",
  "x'); DROP TABLE safe; --",
  "x\"; DROP TABLE safe; --",
  "a\tb",
  "a\nb",
  "a\r\nb",
  "\r",
  "/\ngo\n",
  "\n.shell touch hacked\n",
  "\n\\! touch hacked\n",
  "é",
  "e\xCC\x81",
  "😀",
  ",",
  ";",
  "%s",
  "$1",
  "00108",
  "-7",
  "0.30",
  "\"\"\n;\n",
  "\x01\x1F",
};

/* Of hierarchies; NULL stands for one of rows. */
static const char *const rules[] = { NULL, "suppress", "prefix:2,1" };

static void
fill (EngineCase *table, GRand *rand, const char *name, DeidRole role)
{
  const guint c = table->n_columns++, n = (guint) g_rand_int_range (rand, 2, 7);
  const char *drawn[6];

  table->names[c] = name;
  table->roles[c] = role;
  table->rules[c] = rules[g_rand_int_range (rand, 0, G_N_ELEMENTS (rules))];
  for (guint i = 0; i < n; i++)
    drawn[i] = hostile_values[g_rand_int_range (rand, 0, G_N_ELEMENTS (hostile_values))];
  for (guint row = 0; row < table->n_rows; row++)
    table->values[c][row] = drawn[g_rand_int_range (rand, 0, (gint) n)];
  for (guint i = 0, code = 0; i < 2 && g_rand_boolean (rand); i++)
    if (drawn[i] != NULL && *drawn[i] != '\0')
      table->codes[c][code++] = drawn[i];
}

/* Rows that differ in nothing but one being NULL and the other empty stay two in an engine. */
static void
fill_weights (EngineCase *table, GRand *rand)
{
  static const char *const weights[] = { "1", "2", "17" };
  const guint c = table->n_columns++;

  table->names[c] = "weight";
  table->roles[c] = DEID_ROLE_WEIGHT;
  for (guint row = 0; row < table->n_rows; row++)
    {
      table->values[c][row] = weights[g_rand_int_range (rand, 0, G_N_ELEMENTS (weights))];
      for (guint other = 0; other < c; other++)
        if (g_strcmp0 (table->values[other][row], "") == 0)
          table->values[other][row] = NULL;
    }
}

void
engine_case_init_part (EngineCase *part, const EngineCase *table, guint which, guint n)
{
  *part = *table;
  part->n_rows = 0;
  for (guint row = which; row < table->n_rows; row += n)
    {
      for (guint c = 0; c < table->n_columns; c++)
        part->values[c][part->n_rows] = table->values[c][row];
      part->n_rows++;
    }
}

void
engine_case_init_random (EngineCase *table, GRand *rand, gboolean has_weights)
{
  const guint n = (guint) g_rand_int_range (rand, 1, 4);
  guint name = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (hostile_names));

  *table = (EngineCase){ .n_rows = (guint) g_rand_int_range (rand, 1, CASE_MAX_ROWS + 1) };
  fill (table, rand, "id", DEID_ROLE_IDENTIFYING);
  for (guint i = 0; i < n; i++)
    fill (table, rand, hostile_names[name++ % G_N_ELEMENTS (hostile_names)],
          DEID_ROLE_QUASI_IDENTIFYING);
  fill (table, rand, CASE_SENSITIVE, DEID_ROLE_SENSITIVE);
  fill (table, rand, "records",
        g_rand_boolean (rand) ? DEID_ROLE_INSENSITIVE : DEID_ROLE_IDENTIFYING);
  if (has_weights)
    fill_weights (table, rand);
}

void
engine_case_add_persons (EngineCase *table, GRand *rand)
{
  static const char *const persons[]
      = { "p", "P",  "p ", "'",    "\"", "\\", "é",  "0", "00", "-",
          "=", "==", "a",  "a\nb", "b",  "c",  "'c", "d", "e",  "f" };
  static const char *const weights[] = { "1.5", "20", "3.25" };
  const guint c = table->n_columns, n = (guint) g_rand_int_range (rand, 2, G_N_ELEMENTS (persons));

  table->n_columns += 2;
  table->names[c] = "the person";
  table->roles[c] = DEID_ROLE_ENTITY;
  table->names[c + 1] = "stands for";
  table->roles[c + 1] = DEID_ROLE_SURVEY_WEIGHT;
  for (guint row = 0; row < table->n_rows; row++)
    {
      const guint person = (guint) g_rand_int_range (rand, 0, (gint) n);

      table->values[c][row] = persons[person];
      table->values[c + 1][row] = weights[person % G_N_ELEMENTS (weights)];
    }
}

static void
append_name (GString *sql, const SqlClient *client, const char *name)
{
  const gboolean has_escapes = client->dialect == DEID_DIALECT_CLICKHOUSE;

  g_string_append_c (sql, '"');
  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == '"' || (has_escapes && *c == '\\'))
        g_string_append_c (sql, *c);
      g_string_append_c (sql, *c);
    }
  g_string_append_c (sql, '"');
}

static void
append_value (GString *sql, const SqlClient *client, const char *value)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  g_auto (GStrv) around = g_strsplit (client->from_hex, "%s", 2);

  for (const char *c = value; c != NULL && *c != '\0'; c++)
    g_string_append_printf (digits, "%02x", (guchar) *c);
  if (value == NULL)
    g_string_append (sql, "NULL");
  else
    g_string_append_printf (sql, "%s%s%s", around[0], digits->str, around[1]);
}

void
engine_case_append_counted (const EngineCase *table, const SqlClient *client, GString *sql)
{
  const char *comma = "";

  for (guint c = 0; c < table->n_columns; c++)
    if (table->roles[c] == DEID_ROLE_QUASI_IDENTIFYING || table->roles[c] == DEID_ROLE_SENSITIVE)
      {
        g_string_append (sql, comma);
        append_name (sql, client, table->names[c]);
        comma = ", ";
      }
}

void
engine_case_load (EngineCase *table, const SqlClient *client, const char *name)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE ");
  g_autofree char *output = NULL;

  for (guint c = 0; client->dialect == DEID_DIALECT_ANSI && c < table->n_columns; c++)
    if (strchr (table->names[c], '\\') != NULL)
      table->names[c] = "no backslash";
  append_name (sql, client, name);
  for (guint c = 0; c < table->n_columns; c++)
    {
      g_string_append (sql, c == 0 ? " (" : ", ");
      append_name (sql, client, table->names[c]);
      g_string_append_printf (sql, " %s", client->text);
    }
  g_string_append_printf (sql, ")%s;\n", client->storage);
  if (table->n_rows > 0)
    {
      g_string_append (sql, "INSERT INTO ");
      append_name (sql, client, name);
    }
  for (guint row = 0; row < table->n_rows; row++)
    {
      g_string_append (sql, row == 0 ? " VALUES " : ", ");
      for (guint c = 0; c < table->n_columns; c++)
        {
          g_string_append (sql, c == 0 ? "(" : ", ");
          append_value (sql, client, table->values[c][row]);
        }
      g_string_append (sql, ")");
    }
  g_string_append (sql, table->n_rows > 0 ? ";\n" : "");
  output = sql_client_run (client, sql->str);
}

DeidDataset *
engine_case_build (const EngineCase *table)
{
  DeidDataset *dataset = deid_dataset_new ("case");
  GError *error = NULL;

  for (guint c = 0; c < table->n_columns; c++)
    {
      deid_dataset_add_string_column (dataset, table->names[c], table->values[c], table->n_rows,
                                      NULL, &error);
      assert_no_error (error);
      deid_dataset_set_role (dataset, table->names[c], table->roles[c], &error);
      assert_no_error (error);
      if (table->codes[c][0] != NULL)
        deid_dataset_add_missing_codes (dataset, table->names[c], table->codes[c], NULL, &error);
      assert_no_error (error);
    }
  return dataset;
}

DeidEngineTable *
engine_case_name (const EngineCase *table, DeidEngine *engine, const char *name)
{
  GError *error = NULL;
  DeidEngineTable *named = deid_engine_table_new (engine, name, &error);

  assert_no_error (error);
  for (guint c = 0; c < table->n_columns; c++)
    {
      deid_engine_table_set_role (named, table->names[c], table->roles[c], &error);
      assert_no_error (error);
      if (table->codes[c][0] != NULL)
        deid_engine_table_add_missing_codes (named, table->names[c], table->codes[c], &error);
      assert_no_error (error);
    }
  return named;
}

/* A value, one of three groups by its length, and `*`; or no level between. */
static DeidHierarchy *
make_hierarchy (const EngineCase *table, guint c)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  DeidHierarchy *hierarchy;
  GError *error = NULL;

  if (table->rules[c] != NULL)
    {
      hierarchy = deid_hierarchy_new_from_specification (table->rules[c], &error);
      assert_no_error (error);
      return hierarchy;
    }
  for (guint i = 0; i < G_N_ELEMENTS (hostile_values); i++)
    {
      const char *value = hostile_values[i];
      g_autofree char *group
          = g_strdup_printf ("'group\\\r\n\"%u", value != NULL ? (guint) strlen (value) % 3 : 0);

      if (value == NULL || *value == '\0' || !g_hash_table_add (seen, (gpointer) value))
        continue;
      deid_hierarchy_builder_add_row (builder, (const char *const[]){ value, group, "*", NULL },
                                      &error);
      assert_no_error (error);
    }
  hierarchy = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return hierarchy;
}

void
engine_case_draw_levels (EngineCase *table, GRand *rand)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (table->roles[c] == DEID_ROLE_QUASI_IDENTIFYING)
      {
        g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (table, c);
        const guint n = deid_hierarchy_get_n_levels (hierarchy);

        table->lowest[c] = (guint) g_rand_int_range (rand, 0, (gint) n);
      }
}

void
engine_case_set_levels (const EngineCase *table, DeidEngineTable *named)
{
  GError *error = NULL;

  for (guint c = 0; c < table->n_columns; c++)
    if (table->roles[c] == DEID_ROLE_QUASI_IDENTIFYING)
      {
        g_autoptr (DeidHierarchy) hierarchy = make_hierarchy (table, c);

        deid_engine_table_set_level_range (named, table->names[c], hierarchy, table->lowest[c],
                                           G_MAXUINT, &error);
        assert_no_error (error);
      }
}

void
engine_case_get_levels (EngineCase *table, const DeidEngineTable *named)
{
  for (guint c = 0; c < table->n_columns; c++)
    deid_engine_table_get_level_range (named, table->names[c], &table->lowest[c], NULL);
}

static void
add_quasi_identifier (const EngineCase *table, guint c, DeidLattice *lattice,
                      const DeidEngineTable *named)
{
  g_autoptr (DeidHierarchy) own = make_hierarchy (table, c);
  DeidHierarchy *known
      = named != NULL ? deid_engine_table_get_hierarchy (named, table->names[c]) : NULL;
  GError *error = NULL;

  deid_lattice_add_quasi_identifier (lattice, table->names[c], known != NULL ? known : own, NULL,
                                     &error);
  assert_no_error (error);
  deid_lattice_set_level_range (lattice, table->names[c], table->lowest[c], G_MAXUINT, &error);
  assert_no_error (error);
}

DeidResult *
engine_case_solve (const EngineCase *table, DeidDataset *dataset, const DeidEngineTable *named,
                   const char *models, double limit)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidSearch) search = deid_search_new_from_specification (
      table->search != NULL ? table->search : "optimal", NULL);
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  for (guint c = 0; c < table->n_columns; c++)
    if (table->roles[c] == DEID_ROLE_QUASI_IDENTIFYING)
      add_quasi_identifier (table, c, lattice, named);
  problem = sample_state_problem (lattice, models, CASE_SENSITIVE, limit);
  result = deid_search_run (search, problem, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sorts lines, which are taken. */
static char *
sort_lines (char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  g_free (text);
  return g_strjoinv ("\n", lines);
}

static gboolean
is_listed (const EngineCase *table, guint c)
{
  return table->roles[c] != DEID_ROLE_IDENTIFYING && table->roles[c] != DEID_ROLE_ENTITY
         && table->roles[c] != DEID_ROLE_SURVEY_WEIGHT;
}

char *
engine_case_list (const EngineCase *table, DeidDataset *release)
{
  GString *text = g_string_new (NULL);

  for (guint64 row = 0; row < deid_dataset_get_n_rows (release); row++)
    {
      for (guint c = 0; c < table->n_columns; c++)
        {
          guint column;

          if (!is_listed (table, c))
            continue;
          ck_assert (deid_dataset_find_column (release, table->names[c], &column, NULL));
          for (const char *v = deid_dataset_get_value (release, row, column);
               v != NULL && *v != '\0'; v++)
            g_string_append_printf (text, "%02x", (guchar) *v);
          g_string_append_c (text, ',');
        }
      g_string_append_c (text, '\n');
    }
  return sort_lines (g_string_free (text, FALSE));
}

char *
engine_case_list_table (const EngineCase *table, const SqlClient *client, const char *name)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ''");
  g_auto (GStrv) around = g_strsplit (client->to_hex, "%s", 2);

  for (guint c = 0; c < table->n_columns; c++)
    if (is_listed (table, c))
      {
        g_string_append_printf (sql, " || coalesce(lower(%s", around[0]);
        append_name (sql, client, table->names[c]);
        g_string_append_printf (sql, "%s), '') || ','", around[1]);
      }
  g_string_append (sql, " FROM ");
  append_name (sql, client, name);
  g_string_append (sql, ";\n");
  return sort_lines (sql_client_run (client, sql->str));
}
