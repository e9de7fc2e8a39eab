/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the release as a script, which checks what it makes. */
#include "base/text.h"
#include "engine/engine-private.h"
#include "engine/engine-release.h"
#include "release/same-release.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

typedef struct
{
  DeidEngineRelease release;
  DeidEngine *recorder;
  DeidLongText text;
  const char *output;
  DeidScriptForm form;
  char *expected; /* the helper table of what is released, with the number of records */
  DeidEngineUpload upload;
} Script;

static void
script_clear (Script *script)
{
  g_clear_pointer (&script->recorder, deid_engine_unref);
  deid_engine_release_clear (&script->release);
  deid_long_text_clear (&script->text);
  deid_engine_upload_clear (&script->upload);
  g_free (script->expected);
}

/* Returns: (transfer full): the digest of the file that the policy is stored in, or of the released
 * classes if labels depend on the whole combination. */
static char *
digest_release (const DeidEngineRelease *release, DeidResult *result, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *json = NULL;
  g_autoptr (GChecksum) checksum = NULL;

  if (release->by_combination)
    return deid_release_digest (release->expected, cancellable, error);
  policy = deid_stored_policy_new (result, cancellable, error);
  json = policy != NULL ? deid_stored_policy_to_json (policy, cancellable, error) : NULL;
  if (json == NULL)
    return NULL;
  checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *) json, -1);
  g_checksum_update (checksum, (const guchar *) "\n", 1);
  return g_strdup (g_checksum_get_string (checksum));
}

/* Returns: what the digest is of. */
static const char *
get_digested (const DeidEngineRelease *release)
{
  return release->by_combination ? "classes" : "policy";
}

/* Adds something for each column of the release but the weight. */
static void
engine_script_add_columns (const Script *script, DeidLongText *sql,
                           void (*add) (const Script *, DeidLongText *, guint column))
{
  for (guint c = 0; c < deid_dataset_get_n_columns (script->release.expected); c++)
    if (deid_dataset_get_role (script->release.expected, c) != DEID_ROLE_WEIGHT)
      add (script, sql, c);
}

static void
add_expected (const Script *script, DeidLongText *sql, guint column)
{
  deid_dialect_add (script->release.facts, sql, "e%u AS %A, ", column, 'e', column);
}

static void
add_released (const Script *script, DeidLongText *sql, guint column)
{
  deid_dialect_add (script->release.facts, sql, "'%c' || coalesce(%X, '') || '%c' AS %A, ",
                    DEID_KEY_MARK, deid_dataset_get_column_name (script->release.expected, column),
                    DEID_KEY_MARK, 'e', column);
}

static void
add_grouped (const Script *script, DeidLongText *sql, guint column)
{
  deid_dialect_add (script->release.facts, sql, "%s%A %s", column > 0 ? ", " : "", 'e', column,
                    script->release.facts->binary);
}

static gboolean
engine_script_add_row (guint32 row, guint64 n_records, gpointer user_data, GError **error)
{
  Script *script = user_data;
  const DeidDataset *expected = script->release.expected;

  deid_engine_upload_begin_row (&script->upload);
  for (guint c = 0; c < deid_dataset_get_n_columns (expected); c++)
    if (deid_dataset_get_role (expected, c) != DEID_ROLE_WEIGHT)
      {
        const char *value = deid_dataset_get_value (expected, row, c);

        /* A missing value is NULL or empty in the engine. */
        deid_engine_upload_add_key (&script->upload, value != NULL ? value : "");
      }
  deid_engine_upload_add_number (&script->upload, (gint64) n_records);
  return deid_engine_upload_end_row (&script->upload, error);
}

static gboolean
upload_expected (Script *script, GError **error)
{
  const DeidEngineRelease *release = &script->release;
  DeidEngineUpload *upload = &script->upload;

  deid_engine_upload_init (upload, release->engine, script->expected, release->cancellable);
  for (guint c = 0; c < deid_dataset_get_n_columns (release->expected); c++)
    if (deid_dataset_get_role (release->expected, c) != DEID_ROLE_WEIGHT)
      deid_engine_upload_add_column (upload, "e", (gint) c, DEID_UPLOAD_TEXT);
  deid_engine_upload_add_column (upload, "n", -1, DEID_UPLOAD_NUMBER);
  return deid_engine_upload_start (upload, error)
         && deid_release_list (release->expected, engine_script_add_row, script,
                               release->cancellable, error)
         && deid_engine_upload_finish (&script->upload, error);
}

/* Adds a query that selects a row if the table no longer has as many records as were counted. The
 * release alone would not show this for suppressed classes. */
static void
add_total_query (const Script *script, DeidLongText *sql)
{
  const DeidEngineRelease *release = &script->release;
  const DeidEngineColumn *weight = deid_engine_table_find_role (release->table, DEID_ROLE_WEIGHT);

  deid_long_text_add (sql, "SELECT 1 AS other FROM (SELECT ");
  if (weight != NULL)
    deid_dialect_add (release->facts, sql, "sum(CAST(t.%N AS %s))", weight->name,
                      release->facts->integer);
  else
    deid_long_text_add (sql, "count(*)");
  deid_long_text_add (sql, " AS ");
  deid_dialect_add_alias (release->facts, sql, 'n', 0);
  deid_long_text_add (sql, " FROM ");
  deid_dialect_add_table (release->facts, sql, release->table->name);
  deid_long_text_add (sql, " t) s WHERE coalesce(");
  deid_dialect_add_alias (release->facts, sql, 'n', 0);
  deid_long_text_add (sql, ", 0) <> %" G_GUINT64_FORMAT,
                      deid_dataset_get_n_records (release->partition->lattice->dataset));
}

/* Adds a query that selects a row if the expected and the released classes differ. */
static void
add_classes_query (const Script *script, DeidLongText *sql)
{
  const DeidEngineRelease *release = &script->release;
  const DeidEngineColumn *weight = deid_engine_table_find_role (release->table, DEID_ROLE_WEIGHT);

  deid_long_text_add (sql, "SELECT 1 AS other FROM (SELECT ");
  engine_script_add_columns (script, sql, add_expected);
  deid_dialect_add (release->facts, sql, "n AS %A FROM %T UNION ALL SELECT ", 'n', 0,
                    script->expected);
  engine_script_add_columns (script, sql, add_released);
  deid_long_text_add (sql, "-CAST(");
  if (weight != NULL)
    deid_dialect_add_text (release->facts, sql, weight->name);
  else
    deid_long_text_add (sql, "1");
  deid_dialect_add (release->facts, sql, " AS %s) AS %A FROM %T t) u GROUP BY ",
                    release->facts->integer, 'n', 0, release->made);
  engine_script_add_columns (script, sql, add_grouped);
  deid_dialect_add (release->facts, sql, " HAVING CAST(sum(%A) AS %s) <> 0", 'n', 0,
                    release->facts->integer);
}

/* Adds a query that selects a row if the fingerprint differs. No other check of a script reads
 * insensitive columns. */
static void
add_fingerprint_query (const Script *script, DeidLongText *sql)
{
  const DeidEngineTable *table = script->release.table;

  deid_long_text_add (sql, "SELECT 1 AS other FROM (SELECT ");
  deid_engine_table_add_fingerprint (table, sql);
  deid_dialect_add (script->release.facts, sql, ") d WHERE f <> %L", table->fingerprint);
}

/* Adds a statement that fails with a message if the query of @add selects a row. */
static gboolean
execute_check (const Script *script, void (*add) (const Script *, DeidLongText *),
               const char *message, const char *step, GError **error)
{
  const DeidDialectFacts *facts = script->release.facts;
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "%s%s%s", facts->check_before, message, facts->check_between);
  add (script, &sql);
  deid_long_text_add (&sql, "%s", facts->check_behind);
  return deid_engine_execute (script->release.engine, step, &sql, script->release.cancellable,
                              error);
}

static void
add_new_query (const Script *script, DeidLongText *sql)
{
  deid_long_text_add (sql, "SELECT 1 AS other FROM ");
  deid_dialect_add_catalog (script->release.facts, sql, script->release.facts->catalog,
                            script->output);
}

/* Without a transaction, a failure of the last step would leave tables that were made before. */
static gboolean
engine_script_check_is_new (const Script *script, GError **error)
{
  return *script->release.facts->begin != '\0' || script->release.facts->catalog == NULL
         || execute_check (script, add_new_query,
                           "there is a table of the name that the released table gets",
                           "looking for the released table", error);
}

static gboolean
drop_all_helpers (const Script *script, GError **error)
{
  return deid_engine_release_drop_helpers (&script->release, error)
         && deid_engine_drop (script->release.engine, script->expected, error);
}

/* Drops what an earlier run left or, in a script for one run, checks that there is no table of the
 * name. */
static gboolean
engine_script_begin (const Script *script, GError **error)
{
  return script->form == DEID_SCRIPT_FORM_REPEATABLE
             ? drop_all_helpers (script, error)
                   && deid_engine_drop (script->release.engine, script->release.made, error)
             : engine_script_check_is_new (script, error);
}

static gboolean
engine_script_name (const Script *script, GError **error)
{
  return (script->form != DEID_SCRIPT_FORM_REPEATABLE
          || deid_engine_drop (script->release.engine, script->output, error))
         && deid_engine_release_rename (&script->release, script->output, error);
}

static gboolean
engine_script_write_script (Script *script, const char *digest, GError **error)
{
  const DeidEngineRelease *release = &script->release;
  const char *setup = release->facts->client_setup;
  gboolean success;

  deid_long_text_add (&script->text, "-- SHA-256 of the %s of this release:\n-- %s\n%s%s",
                      get_digested (release), digest, setup != NULL ? setup : "",
                      release->facts->begin);
  success = engine_script_begin (script, error) && deid_engine_release_make (release, error)
            && upload_expected (script, error)
            && execute_check (script, add_total_query,
                              "the table has not as many records as when it was counted",
                              "counting records", error)
            && (release->table->fingerprint == NULL
                || execute_check (script, add_fingerprint_query,
                                  "released columns have changed since the table was counted",
                                  "comparing the fingerprint", error))
            && execute_check (script, add_classes_query,
                              "this is not the release that was verified, the table has changed "
                              "since it was counted",
                              "checking the released table", error)
            && drop_all_helpers (script, error) && engine_script_name (script, error);
  deid_long_text_add (&script->text, "%s", release->facts->commit);
  return success;
}

/* Adds a file with the query of @add. */
static gboolean
engine_script_add_file (const Script *script, const char *folder, const char *suffix,
                        void (*add) (const Script *, DeidLongText *), GError **error)
{
  DeidLongText sql = { 0 };
  g_autofree char *query = NULL;

  add (script, &sql);
  query = deid_long_text_end (&sql, error);
  if (query != NULL)
    deid_engine_project_add_query (script->release.engine->project, script->release.facts, folder,
                                   suffix, query);
  return query != NULL;
}

static void
add_release_query (const Script *script, DeidLongText *sql)
{
  deid_engine_release_add_select (&script->release, sql);
}

/* If a check fails, the model has no rows: dbt creates a table before it tests it. */
static void
add_checked_query (const Script *script, DeidLongText *sql)
{
  deid_dialect_add (script->release.facts, sql, "SELECT * FROM %T\nWHERE NOT EXISTS (",
                    script->release.made);
  add_total_query (script, sql);
  if (script->release.table->fingerprint != NULL)
    {
      deid_long_text_add (sql, ")\nAND NOT EXISTS (");
      add_fingerprint_query (script, sql);
    }
  deid_long_text_add (sql, ")\nAND NOT EXISTS (");
  add_classes_query (script, sql);
  deid_long_text_add (sql, ")\nORDER BY %s", script->release.facts->random);
}

static gboolean
engine_script_write_project (Script *script, const char *digest, const char *table, GError **error)
{
  DeidEngineProject *project = script->release.engine->project;
  const gboolean success
      = deid_engine_project_begin (project, digest, error)
        && deid_engine_release_upload (&script->release, error) && upload_expected (script, error)
        && engine_script_add_file (script, "models", "unchecked", add_release_query, error)
        && engine_script_add_file (script, "models", NULL, add_checked_query, error)
        && engine_script_add_file (script, "tests", "records", add_total_query, error)
        && (script->release.table->fingerprint == NULL
            || engine_script_add_file (script, "tests", "fingerprint", add_fingerprint_query,
                                       error))
        && engine_script_add_file (script, "tests", "classes", add_classes_query, error);

  if (success)
    deid_engine_project_end (project, table, digest);
  return success;
}

/* Tells whether two names may mean the same table: an engine may know a schema by several names. */
static gboolean
has_same_name (const char *a, const char *b)
{
  g_autofree char *own_a = deid_dialect_get_own_name (a), *own_b = deid_dialect_get_own_name (b);

  return own_a != NULL && own_b != NULL && g_ascii_strcasecmp (own_a, own_b) == 0;
}

/* Refuses a form that cannot have these tables. */
static gboolean
engine_script_check_form (const DeidEngineTable *table, const char *output, DeidScriptForm form,
                          GError **error)
{
  if (deid_enum_get_name ("DeidScriptForm", (int) form) == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "form %d of a script, expected one of DeidScriptForm", (int) form);
  if (form == DEID_SCRIPT_FORM_REPEATABLE && has_same_name (output, table->name))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the script might replace the table that it reads, expected another name");
  return form != DEID_SCRIPT_FORM_DBT
         || deid_engine_project_check_names (deid_engine_get_facts (table->engine), table->name,
                                             output, error);
}

/* Returns: (transfer full): the script of a result that was prepared. */
static char *
write_form (Script *script, const DeidEngineTable *table, const char *digest, GError **error)
{
  g_autofree char *mark = g_strndup (digest, 16);
  g_autofree char *source = g_strdup_printf ("deid_%s_source", mark);
  DeidEngineProject project = { .script = &script->text,
                                .output = script->output,
                                .digested = get_digested (&script->release),
                                .mark = mark };
  const gboolean is_project = script->form == DEID_SCRIPT_FORM_DBT;
  DeidEngineTable named = *table;
  char helpers[] = "deid";
  gboolean success;

  script->release.engine = script->recorder
      = deid_engine_new_recorder (table->engine, &script->text, is_project ? &project : NULL);
  if (is_project)
    {
      named.name = source;
      named.helpers = helpers; /* dbt chooses the schemas of tables */
      script->release.table = &named;
    }
  deid_engine_release_name_tables (&script->release, script->output, mark);
  script->expected
      = deid_engine_table_name_helper (script->release.table, "deid_%s_expected", mark);
  success = is_project ? engine_script_write_project (script, digest, table->name, error)
                       : engine_script_write_script (script, digest, error);
  deid_long_text_clear (&project.seeds);
  deid_long_text_clear (&project.sums);
  return success ? deid_long_text_end (&script->text, error) : NULL;
}

char *
deid_engine_table_make_script (DeidEngineTable *table, DeidResult *result, const char *output,
                               DeidScriptForm form, GCancellable *cancellable, GError **error)
{
  Script script = { .output = output, .form = form };
  g_autofree char *digest = NULL;
  char *text = NULL;

  g_return_val_if_fail (table != NULL, NULL);
  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (output != NULL, NULL);

  if (!engine_script_check_form (table, output, form, error))
    return NULL;
  if (deid_engine_release_init (&script.release, table, result, output, cancellable, error)
      && (digest = digest_release (&script.release, result, cancellable, error)) != NULL)
    text = write_form (&script, table, digest, error);
  if (!deid_engine_end (table->engine, text != NULL, cancellable, error))
    g_clear_pointer (&text, g_free);
  script_clear (&script);
  return text;
}
