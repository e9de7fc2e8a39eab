/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The release as a script, which checks what it makes. */
#include "engine/engine-release.h"
#include "engine/engine-private.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

typedef struct
{
  DeidEngineRelease release;
  DeidLongText text;
  char *expected; /* the helper table of what is released, with the number of records */
  DeidEngineUpload upload;
} Script;

static void
script_clear (Script *script)
{
  g_clear_pointer (&script->release.engine, deid_engine_unref);
  deid_engine_release_clear (&script->release);
  deid_long_text_clear (&script->text);
  deid_engine_upload_clear (&script->upload);
  g_free (script->expected);
}

/* Returns: (transfer full): the digest of the file that the policy is stored in. */
static char *
digest_policy (DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, cancellable, error);
  g_autofree char *json
      = policy != NULL ? deid_stored_policy_to_json (policy, cancellable, error) : NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  if (json == NULL)
    return NULL;
  g_checksum_update (checksum, (const guchar *) json, -1);
  g_checksum_update (checksum, (const guchar *) "\n", 1);
  return g_strdup (g_checksum_get_string (checksum));
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
  deid_long_text_add (sql, "e%u AS ", column);
  deid_dialect_add_alias (script->release.facts, sql, 'e', column);
  deid_long_text_add (sql, ", ");
}

static void
add_released (const Script *script, DeidLongText *sql, guint column)
{
  deid_long_text_add (sql, "'%c' || coalesce(", DEID_KEY_MARK);
  deid_dialect_add_text (script->release.facts, sql,
                         deid_dataset_get_column_name (script->release.expected, column));
  deid_long_text_add (sql, ", '') || '%c' AS ", DEID_KEY_MARK);
  deid_dialect_add_alias (script->release.facts, sql, 'e', column);
  deid_long_text_add (sql, ", ");
}

static void
add_grouped (const Script *script, DeidLongText *sql, guint column)
{
  deid_long_text_add (sql, "%s", column > 0 ? ", " : "");
  deid_dialect_add_alias (script->release.facts, sql, 'e', column);
  deid_long_text_add (sql, " %s", script->release.facts->binary);
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
         && deid_engine_list_release (release->expected, engine_script_add_row, script,
                                      release->cancellable, error)
         && deid_engine_upload_finish (&script->upload, error);
}

/* Begins a statement that fails with a message, unless what follows selects no row. */
static void
add_check (const Script *script, DeidLongText *sql, const char *message)
{
  const DeidDialectFacts *facts = script->release.facts;

  deid_long_text_add (sql, "%s%s%s", facts->check_before, message, facts->check_between);
}

/* The whole table has to have as many records as were counted, which the release alone does not
 * tell of suppressed classes. */
static gboolean
check_total (const Script *script, GError **error)
{
  const DeidEngineRelease *release = &script->release;
  const DeidEngineColumn *weight = deid_engine_table_find_weight (release->table);
  DeidLongText sql = { 0 };

  add_check (script, &sql, "the table has not as many records as when it was counted");
  deid_long_text_add (&sql, "SELECT 1 AS other FROM (SELECT ");
  if (weight != NULL)
    {
      deid_long_text_add (&sql, "sum(CAST(t.");
      deid_dialect_add_name (release->facts, &sql, weight->name);
      deid_long_text_add (&sql, " AS %s))", release->facts->integer);
    }
  else
    deid_long_text_add (&sql, "count(*)");
  deid_long_text_add (&sql, " AS ");
  deid_dialect_add_alias (release->facts, &sql, 'n', 0);
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (release->facts, &sql, release->table->name);
  deid_long_text_add (&sql, " t) s WHERE coalesce(");
  deid_dialect_add_alias (release->facts, &sql, 'n', 0);
  deid_long_text_add (&sql, ", 0) <> %" G_GUINT64_FORMAT "%s",
                      deid_dataset_get_n_records (release->partition->lattice->dataset),
                      release->facts->check_behind);
  return deid_engine_execute (release->engine, "counting records", &sql, release->cancellable,
                              error);
}

/* What is expected, less what is released, has to be nothing, and otherwise the script fails. */
static gboolean
engine_script_check (const Script *script, GError **error)
{
  const DeidEngineRelease *release = &script->release;
  const DeidEngineColumn *weight = deid_engine_table_find_weight (release->table);
  DeidLongText sql = { 0 };

  add_check (
      script, &sql,
      "this is not the release that was verified, the table has changed since it was counted");
  deid_long_text_add (&sql, "SELECT 1 AS other FROM (SELECT ");
  engine_script_add_columns (script, &sql, add_expected);
  deid_long_text_add (&sql, "n AS ");
  deid_dialect_add_alias (release->facts, &sql, 'n', 0);
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (release->facts, &sql, script->expected);
  deid_long_text_add (&sql, " UNION ALL SELECT ");
  engine_script_add_columns (script, &sql, add_released);
  deid_long_text_add (&sql, "-CAST(");
  if (weight != NULL)
    deid_dialect_add_text (release->facts, &sql, weight->name);
  else
    deid_long_text_add (&sql, "1");
  deid_long_text_add (&sql, " AS %s) AS ", release->facts->integer);
  deid_dialect_add_alias (release->facts, &sql, 'n', 0);
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (release->facts, &sql, release->made);
  deid_long_text_add (&sql, " t) u GROUP BY ");
  engine_script_add_columns (script, &sql, add_grouped);
  deid_long_text_add (&sql, " HAVING CAST(sum(");
  deid_dialect_add_alias (release->facts, &sql, 'n', 0);
  deid_long_text_add (&sql, ") AS %s) <> 0%s", release->facts->integer,
                      release->facts->check_behind);
  return deid_engine_execute (release->engine, "checking the released table", &sql,
                              release->cancellable, error);
}

/* Without a transaction what fails at the last step would leave what is made before. */
static gboolean
engine_script_check_is_new (const Script *script, const char *output, GError **error)
{
  const DeidEngineRelease *release = &script->release;
  DeidLongText sql = { 0 };

  if (*release->facts->begin != '\0' || release->facts->catalog == NULL)
    return TRUE;
  add_check (script, &sql, "there is a table of the name that the released table gets");
  deid_long_text_add (&sql, "SELECT 1 AS other FROM %s", release->facts->catalog);
  deid_dialect_add_literal (release->facts, &sql, output);
  deid_long_text_add (&sql, "%s", release->facts->check_behind);
  return deid_engine_execute (release->engine, "looking for the released table", &sql,
                              release->cancellable, error);
}

static gboolean
engine_script_write_script (Script *script, const char *digest, const char *output, GError **error)
{
  const DeidEngineRelease *release = &script->release;
  gboolean success;

  deid_long_text_add (&script->text, "-- A release by the policy that has SHA-256\n-- %s\n%s%s",
                      digest, release->facts->client_setup, release->facts->begin);
  success = engine_script_check_is_new (script, output, error)
            && deid_engine_release_make (release, error) && upload_expected (script, error)
            && check_total (script, error) && engine_script_check (script, error)
            && deid_engine_release_drop_helpers (release, error)
            && deid_engine_drop (release->engine, script->expected, error)
            && deid_engine_release_rename (release, output, error);
  deid_long_text_add (&script->text, "%s", release->facts->commit);
  return success;
}

char *
deid_engine_table_make_script (DeidEngineTable *table, DeidResult *result, const char *output,
                               GCancellable *cancellable, GError **error)
{
  Script script = { 0 };
  g_autofree char *digest = NULL, *mark = NULL;
  char *text = NULL;
  gboolean success;

  g_return_val_if_fail (table != NULL, NULL);
  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (output != NULL, NULL);

  success = deid_engine_release_init (&script.release, table, result, output, cancellable, error)
            && (digest = digest_policy (result, cancellable, error)) != NULL;
  script.release.engine = deid_engine_new_recorder (table->engine, &script.text);
  if (success)
    {
      mark = g_strndup (digest, 16);
      deid_engine_release_name_tables (&script.release, mark);
      script.expected = g_strdup_printf ("deid_%s_expected", mark);
      if (engine_script_write_script (&script, digest, output, error))
        text = deid_long_text_end (&script.text, error);
    }
  if (!deid_engine_end (table->engine, text != NULL, cancellable, error))
    g_clear_pointer (&text, g_free);
  script_clear (&script);
  return text;
}
