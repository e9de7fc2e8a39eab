/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The released table, made by the engine. */
#include <string.h>

#include "base/text.h"
#include "engine/engine-check.h"
#include "engine/engine-labels.h"
#include "engine/engine-table-private.h"
#include "lattice/lattice-private.h"
#include "search/result-private.h"
#include "table/dataset-view.h"

typedef struct
{
  const DeidEngineTable *table;
  const DeidDialectFacts *facts;
  const DeidPartition *partition;
  DeidDataset *expected; /* what the combinations are released as */
  char *kept;            /* the helper table of classes */
  char *made;            /* the released table before it gets its name */
  char **labels;         /* the helper tables of attributes, to a NULL */
  GCancellable *cancellable;
} EngineRelease;

static void
release_clear (EngineRelease *release)
{
  g_clear_pointer (&release->expected, deid_dataset_unref);
  g_free (release->kept);
  g_free (release->made);
  g_strfreev (release->labels);
}

/* Returns: (nullable): the column of the expected release, unless it is the weight. */
static const DeidColumn *
find_expected (const EngineRelease *release, const char *name)
{
  const DeidColumn *column
      = deid_dataset_get_column (release->expected, deid_dataset_look_up (release->expected, name));

  return column != NULL && column->role != DEID_ROLE_WEIGHT ? column : NULL;
}

/* Tells whether a column is released, as labels if @attribute is one of them. */
static gboolean
is_released (const EngineRelease *release, const DeidEngineColumn *column, guint *attribute)
{
  *attribute = deid_lattice_find_attribute_number (release->partition->lattice, column->name);
  return column->role == DEID_ROLE_INSENSITIVE || find_expected (release, column->name) != NULL;
}

static gboolean
fail_column (const char *name, const char *what, GError **error)
{
  g_autofree char *shown = deid_text_show (name, -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "column '%s' %s", shown, what);
  return FALSE;
}

/* Checks that the table has the columns of the combinations that are released, and no others. */
static gboolean
check_columns (const EngineRelease *release, GError **error)
{
  const DeidEngineTable *table = release->table;

  for (guint c = 0; c < deid_dataset_get_n_columns (release->expected); c++)
    {
      const char *name = deid_dataset_get_column_name (release->expected, c);

      if (find_expected (release, name) != NULL
          && !deid_engine_role_is_counted (deid_engine_table_get_role (table, name)))
        return fail_column (name,
                            "of the result is not counted, expected a result of the "
                            "combinations of the table in the engine",
                            error);
    }
  for (guint c = 0; c < table->n_columns; c++)
    {
      const DeidEngineColumn *column = &table->columns[c];

      if ((column->role == DEID_ROLE_QUASI_IDENTIFYING || column->role == DEID_ROLE_SENSITIVE)
          && find_expected (release, column->name) == NULL)
        return fail_column (column->name,
                            "of the table in the engine is not in the result's "
                            "release, expected one that is",
                            error);
    }
  return TRUE;
}

/* Gives helper tables names that nobody has, and that lead back to the library. */
static void
name_tables (EngineRelease *release)
{
  const guint n = release->partition->lattice->n_attributes;
  const guint32 high = g_random_int (), low = g_random_int ();

  release->kept = g_strdup_printf ("deid_%08x%08x_kept", high, low);
  release->made = g_strdup_printf ("deid_%08x%08x_release", high, low);
  release->labels = g_new0 (char *, n + 1);
  for (guint a = 0; a < n; a++)
    release->labels[a] = g_strdup_printf ("deid_%08x%08x_label%u", high, low, a);
}

/* Counts the tables of a name. */
static gboolean
count_tables (const EngineRelease *release, const char *name, guint64 *n, GCancellable *cancellable,
              GError **error)
{
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "SELECT " DEID_KEY_OF ("count(*)") " FROM %s", release->facts->catalog);
  deid_dialect_add_literal (release->facts, &sql, name);
  return deid_engine_query_count (release->table->engine, "looking for the released table", &sql, n,
                                  cancellable, error);
}

static gboolean
check_is_new (const EngineRelease *release, const char *output, GError **error)
{
  g_autofree char *shown = deid_text_show (output, -1);
  guint64 n;

  if (!count_tables (release, output, &n, release->cancellable, error))
    return FALSE;
  if (n == 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENGINE,
               "there is a table '%s' in the engine, expected another name", shown);
  return FALSE;
}

static gboolean
analyze (const EngineRelease *release, const char *name, GError **error)
{
  DeidLongText sql = { 0 };

  if (release->facts->analyze == NULL)
    return TRUE;
  deid_long_text_add (&sql, "%s", release->facts->analyze);
  deid_dialect_add_name (&sql, name);
  return deid_engine_execute (release->table->engine, "counting the values of a helper table", &sql,
                              release->cancellable, error);
}

static gboolean
upload (const EngineRelease *release, GError **error)
{
  DeidEngine *engine = release->table->engine;

  for (guint a = 0; release->labels[a] != NULL; a++)
    if (!deid_engine_upload_labels (engine, release->labels[a], release->partition, a,
                                    release->cancellable, error)
        || !analyze (release, release->labels[a], error))
      return FALSE;
  return deid_engine_upload_kept (engine, release->kept, release->partition, release->cancellable,
                                  error)
         && analyze (release, release->kept, error);
}

static void
add_column_of_table (DeidLongText *sql, const char *name)
{
  deid_long_text_add (sql, "t.");
  deid_dialect_add_name (sql, name);
}

/* Adds what is selected: labels, columns as they are, and the sum of weights. */
static void
add_selected (const EngineRelease *release, DeidLongText *sql)
{
  const char *comma = "";

  for (guint c = 0; c < release->table->n_columns; c++)
    {
      const DeidEngineColumn *column = &release->table->columns[c];
      guint attribute;

      if (!is_released (release, column, &attribute) && column->role != DEID_ROLE_WEIGHT)
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, "sum(CAST(");
      if (release->labels[attribute] != NULL)
        deid_long_text_add (sql, "l%u.label", attribute);
      else
        add_column_of_table (sql, column->name);
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, " AS bigint))");
      deid_long_text_add (sql, " AS ");
      deid_dialect_add_name (sql, column->name);
    }
}

/* Adds the joins, in which a value without a label drops its record. */
static void
add_joins (const EngineRelease *release, DeidLongText *sql)
{
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      deid_long_text_add (sql, " %s ", release->facts->join);
      deid_dialect_add_name (sql, release->labels[a]);
      deid_long_text_add (sql, " l%u ON l%u.v = ", a, a);
      deid_dialect_add_key (release->facts, sql,
                            deid_lattice_get_attribute_name (release->partition->lattice, a));
    }
  deid_long_text_add (sql, " WHERE (");
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_long_text_add (sql, "%sl%u.n", a > 0 ? ", " : "", a);
  deid_long_text_add (sql, ") IN (SELECT ");
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_long_text_add (sql, "%sc%u", a > 0 ? ", " : "", a);
  deid_long_text_add (sql, " FROM ");
  deid_dialect_add_name (sql, release->kept);
  deid_long_text_add (sql, ")");
}

/* With weights rows that are alike become one: by their keys too, since a column may compare texts
 * in its own way. */
static void
add_groups (const EngineRelease *release, DeidLongText *sql)
{
  const char *comma = " GROUP BY ";

  if (deid_engine_table_find_weight (release->table) == NULL)
    return;
  for (guint c = 0; c < release->table->n_columns; c++)
    {
      const DeidEngineColumn *column = &release->table->columns[c];
      guint attribute;

      if (!is_released (release, column, &attribute))
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (release->labels[attribute] != NULL)
        {
          deid_long_text_add (sql, "l%u.label", attribute);
          continue;
        }
      add_column_of_table (sql, column->name);
      deid_long_text_add (sql, ", ");
      deid_dialect_add_key (release->facts, sql, column->name);
    }
}

static gboolean
make (const EngineRelease *release, GError **error)
{
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "CREATE TABLE ");
  deid_dialect_add_name (&sql, release->made);
  deid_long_text_add (&sql, " AS SELECT ");
  add_selected (release, &sql);
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (&sql, release->table->name);
  deid_long_text_add (&sql, " t");
  add_joins (release, &sql);
  add_groups (release, &sql);
  deid_long_text_add (&sql, " ORDER BY random()");
  return deid_engine_execute (release->table->engine, "making the released table", &sql,
                              release->cancellable, error);
}

/* Counts the classes of the table that was made, from it alone. */
static gboolean
check (const EngineRelease *release, GError **error)
{
  const DeidEngineTable *table = release->table;
  g_autoptr (DeidEngineTable) made = deid_engine_table_new (table->engine, release->made, error);
  g_autoptr (DeidDataset) counted = NULL;

  for (guint c = 0; made != NULL && c < table->n_columns; c++)
    {
      const DeidEngineColumn *column = &table->columns[c];
      const DeidColumn *expected = find_expected (release, column->name);
      const DeidRole role = expected != NULL ? expected->role : column->role;

      if (!deid_engine_table_set_role (
              made, column->name, role == DEID_ROLE_JUDGED ? DEID_ROLE_IDENTIFYING : role, error))
        return FALSE;
    }
  if (made == NULL)
    return FALSE;
  counted = deid_engine_table_count (made, release->cancellable, error);
  if (counted != NULL
      && deid_engine_check_release (release->expected, counted, release->cancellable, error))
    return TRUE;
  g_prefix_error (error, "checking the released table: ");
  return FALSE;
}

/* Drops a table, if it is there, also once the call is cancelled. */
static gboolean
drop (const EngineRelease *release, const char *name, GError **error)
{
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "DROP TABLE IF EXISTS ");
  deid_dialect_add_name (&sql, name);
  return deid_engine_execute (release->table->engine, "dropping a helper table", &sql, NULL, error);
}

static gboolean
drop_helpers (const EngineRelease *release, GError **error)
{
  for (guint a = 0; release->labels[a] != NULL; a++)
    if (!drop (release, release->labels[a], error))
      return FALSE;
  return drop (release, release->kept, error);
}

static gboolean
name_table (const EngineRelease *release, const char *output, GError **error)
{
  DeidLongText sql = { 0 };
  guint64 n;

  deid_long_text_add (&sql, "ALTER TABLE ");
  deid_dialect_add_name (&sql, release->made);
  deid_long_text_add (&sql, " RENAME TO ");
  deid_dialect_add_name (&sql, output);
  if (!deid_engine_execute (release->table->engine, "naming the released table", &sql,
                            release->cancellable, error)
      || !count_tables (release, output, &n, NULL, error))
    return FALSE;
  if (n == 1)
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE,
                       "naming the released table: the engine has no table of that name then");
  return FALSE;
}

/* Gives the released table its name. If that fails, and yet the other name is gone, the error says
 * so. */
static gboolean
publish (const EngineRelease *release, const char *output, GError **error)
{
  g_autofree char *shown = deid_text_show (output, -1);
  guint64 n_made;

  if (name_table (release, output, error))
    return TRUE;
  if (!count_tables (release, release->made, &n_made, NULL, NULL) || n_made == 0)
    g_prefix_error (error, "the released table may be in the engine as '%s': ", shown);
  return FALSE;
}

/* Drops a table after a failure, and says in its error if that fails twice. */
static void
undo (const EngineRelease *release, const char *name, GError **error)
{
  if (drop (release, name, NULL) || drop (release, name, NULL))
    return;
  g_prefix_error (error, "the table '%s' may be left in the engine: ", name);
}

static gboolean
make_and_publish (const EngineRelease *release, const char *output, GError **error)
{
  if (!check_is_new (release, output, error))
    return FALSE;
  if (upload (release, error) && make (release, error) && check (release, error)
      && drop_helpers (release, error) && publish (release, output, error))
    return TRUE;
  for (guint a = 0; release->labels[a] != NULL; a++)
    undo (release, release->labels[a], error);
  undo (release, release->kept, error);
  undo (release, release->made, error);
  return FALSE;
}

gboolean
deid_engine_table_release (DeidEngineTable *table, DeidResult *result, const char *output,
                           GCancellable *cancellable, GError **error)
{
  EngineRelease release = { .table = table, .cancellable = cancellable };
  gboolean success;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (result != NULL, FALSE);
  g_return_val_if_fail (output != NULL, FALSE);

  release.facts = deid_engine_get_facts (table->engine);
  if (!deid_dialect_check_name (release.facts, "a table", output, error)
      || !deid_result_check_policy (result, "the result is a local recoding, expected a policy",
                                    error))
    return FALSE;
  release.partition = deid_result_make_partition (result, DEID_STOP_OF (cancellable), error);
  if (release.partition == NULL)
    return FALSE;
  release.expected = deid_result_apply (result, NULL, cancellable, error);
  success = release.expected != NULL
            && deid_result_verify (result, release.expected, cancellable, error)
            && check_columns (&release, error);
  if (success)
    {
      name_tables (&release);
      success = make_and_publish (&release, output, error);
    }
  release_clear (&release);
  return success;
}
