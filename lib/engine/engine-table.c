/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/engine-table-private.h"
#include "lattice/lattice-private.h"
#include "problem/release-options-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* Levels of a quasi-identifier, and the values that stand for its labels. */

static DeidEngineLevels *
engine_levels_new (DeidHierarchy *hierarchy, const char *column, guint lowest, guint highest,
                   GError **error)
{
  const guint top = deid_hierarchy_get_n_levels (hierarchy) - 1;
  DeidEngineLevels *levels;

  if (highest == G_MAXUINT)
    highest = top;
  if (lowest > highest || highest > top)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "levels %u to %u of '%s', expected a range within 0 to %u", lowest,
                           highest, DEID_SHOW (column), top);
  levels = g_new0 (DeidEngineLevels, 1);
  levels->given = deid_hierarchy_ref (hierarchy);
  levels->lowest = lowest;
  levels->level = lowest;
  levels->highest = highest;
  return levels;
}

static void
engine_levels_free (DeidEngineLevels *levels)
{
  if (levels == NULL)
    return;
  g_clear_pointer (&levels->lattice, deid_lattice_unref);
  g_clear_pointer (&levels->values, deid_dataset_unref);
  deid_hierarchy_unref (levels->given);
  g_free (levels);
}

gboolean
deid_engine_levels_take_values (DeidEngineLevels *levels, DeidDataset *values,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) taken = values;
  g_autoptr (DeidLattice) lattice = deid_lattice_new (taken);

  if (!deid_lattice_add_quasi_identifier (lattice, deid_dataset_get_column_name (taken, 0),
                                          levels->given, cancellable, error))
    return FALSE;
  g_clear_pointer (&levels->lattice, deid_lattice_unref);
  g_clear_pointer (&levels->values, deid_dataset_unref);
  levels->values = g_steal_pointer (&taken);
  levels->lattice = g_steal_pointer (&lattice);
  return TRUE;
}

/* Returns: the hierarchy, which has all values once they are listed. */
static DeidHierarchy *
engine_levels_get_hierarchy (const DeidEngineLevels *levels)
{
  return levels->lattice != NULL ? deid_lattice_get_hierarchy (levels->lattice, 0) : levels->given;
}

const DeidColumn *
deid_engine_levels_get_column (const DeidEngineLevels *levels)
{
  return deid_dataset_get_column (levels->values, 0);
}

guint32 *
deid_engine_levels_list_groups (const DeidEngineLevels *levels, guint level, GError **error)
{
  const DeidRecoding *recoding = &levels->lattice->attributes[0].levels[level];
  const DeidDictionary *values = &deid_engine_levels_get_column (levels)->dictionary;
  g_autofree guint32 *first = deid_alloc (recoding->n_labels, sizeof *first, error);
  guint32 *groups = first != NULL ? deid_alloc (values->n, sizeof *groups, error) : NULL;

  if (groups == NULL)
    return NULL;
  for (guint32 code = values->n; code-- > 0;)
    first[recoding->labels[code]] = code;
  if (values->missing != DEID_NO_CODE)
    first[recoding->labels[values->missing]] = values->missing;
  for (guint32 code = 0; code < values->n; code++)
    groups[code] = first[recoding->labels[code]];
  return groups;
}

gboolean
deid_engine_levels_compute_loss (const DeidEngineLevels *levels, guint level, double *loss,
                                 GError **error)
{
  const DeidAttribute *attribute = &levels->lattice->attributes[0];
  const DeidRecoding *recoding = &attribute->levels[level];
  const DeidColumn *column = deid_engine_levels_get_column (levels);
  const guint64 n_rows = deid_dataset_get_n_rows (levels->values);
  g_autofree guint64 *weights = deid_dataset_list_weights (levels->values, error);
  double sum = 0, n_records = 0;

  if (weights == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 label = recoding->labels[deid_codes_get (&column->codes, row)];

      sum += (double) weights[row] * (double) (recoding->n_leaves[label] - 1);
      n_records += (double) weights[row];
    }
  *loss = attribute->n_leaves > 1 && n_records > 0
              ? sum / ((double) (attribute->n_leaves - 1) * n_records)
              : 0;
  return TRUE;
}

/* Tables of engines, and what their columns are. */

static void
deid_engine_table_free (DeidEngineTable *table)
{
  for (guint i = 0; i < table->n_columns; i++)
    {
      engine_levels_free (table->columns[i].levels);
      g_strfreev (table->columns[i].codes);
      g_free (table->columns[i].name);
    }
  g_free (table->columns);
  g_clear_pointer (&table->quality, deid_quality_model_unref);
  g_clear_pointer (&table->options, deid_release_options_unref);
  g_free (table->name);
  g_free (table->helpers);
  g_free (table->output);
  g_free (table->fingerprint);
  deid_engine_unref (table->engine);
  g_free (table);
}

DEID_DEFINE_HANDLE (DeidEngineTable, deid_engine_table)

DeidEngineTable *
deid_engine_table_take (DeidEngine *engine, const char *name)
{
  DeidEngineTable *table = DEID_NEW_HANDLE (DeidEngineTable);

  table->engine = engine;
  table->name = g_strdup (name);
  table->helpers = g_strdup ("deid");
  table->max_hours = G_MAXUINT64;
  table->max_combinations = G_MAXUINT64;
  return table;
}

DeidEngineTable *
deid_engine_table_new (DeidEngine *engine, const char *name, GError **error)
{
  g_return_val_if_fail (engine != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (!deid_dialect_check_table (deid_engine_get_facts (engine), name, error))
    return NULL;
  deid_engine_freeze (engine);
  return deid_engine_table_take (deid_engine_connect (engine), name);
}

gboolean
deid_engine_table_set_helpers (DeidEngineTable *table, const char *schema, guint64 max_hours,
                               GError **error)
{
  g_autofree char *helpers
      = schema != NULL ? g_strconcat (schema, ".deid", NULL) : g_strdup ("deid");

  g_return_val_if_fail (table != NULL, FALSE);

  if (!deid_dialect_check_table (deid_engine_get_facts (table->engine), helpers, error))
    {
      g_prefix_error (error, "the schema of helper tables: ");
      return FALSE;
    }
  g_free (table->helpers);
  table->helpers = g_steal_pointer (&helpers);
  table->max_hours = max_hours;
  return TRUE;
}

gboolean
deid_engine_table_set_fingerprint (DeidEngineTable *table, gboolean has_fingerprint, GError **error)
{
  g_return_val_if_fail (table != NULL, FALSE);

  if (has_fingerprint && deid_engine_get_facts (table->engine)->hash_sum == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "a fingerprint in the dialect %s, which has no hash of texts, expected none",
                      deid_engine_get_facts (table->engine)->name);
  table->has_fingerprint = has_fingerprint;
  g_clear_pointer (&table->fingerprint, g_free);
  return TRUE;
}

/* Adds a column of the table, whose alias is `t`, under its own name. */
static void
engine_table_add_column (const DeidDialectFacts *facts, DeidLongText *sql,
                         const DeidEngineColumn *column)
{
  const char *between = " IN (";

  if (column->codes == NULL)
    {
      deid_dialect_add (facts, sql, "t.%N AS %N", column->name, column->name);
      return;
    }
  deid_dialect_add (facts, sql, "CASE WHEN (%X)", column->name);
  for (guint i = 0; column->codes[i] != NULL; i++, between = ", ")
    deid_dialect_add (facts, sql, "%s%L", between, column->codes[i]);
  deid_dialect_add (facts, sql, ") THEN NULL ELSE t.%N END AS %N", column->name, column->name);
}

void
deid_engine_table_add_from (const DeidEngineTable *table, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  const char *between = "(SELECT ";
  gboolean has_codes = FALSE;

  for (guint c = 0; c < table->n_columns; c++)
    has_codes |= table->columns[c].codes != NULL;
  for (guint c = 0; has_codes && c < table->n_columns; c++)
    if (table->columns[c].role != DEID_ROLE_IDENTIFYING)
      {
        deid_long_text_add (sql, "%s", between);
        engine_table_add_column (facts, sql, &table->columns[c]);
        between = ", ";
      }
  deid_dialect_add (facts, sql, has_codes ? " FROM %T t) t" : "%T t", table->name);
}

void
deid_engine_table_add_fingerprint (const DeidEngineTable *table, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  const char *between = facts->hash_before;

  deid_long_text_add (sql, "%s AS f FROM (SELECT ", facts->hash_sum);
  for (guint c = 0; c < table->n_columns; c++)
    if (table->columns[c].role != DEID_ROLE_IDENTIFYING
        && table->columns[c].role != DEID_ROLE_JUDGED)
      {
        deid_long_text_add (sql, "%s", between);
        deid_dialect_add_mark (facts, sql, table->columns[c].name);
        between = " || ";
      }
  deid_dialect_add (facts, sql, "%s AS %A FROM ", facts->hash_behind, 'h', 0);
  deid_engine_table_add_from (table, sql);
  deid_long_text_add (sql, "%s) s", facts->hash_end);
}

char *
deid_engine_table_name_helper (const DeidEngineTable *table, const char *format, ...)
{
  g_autofree char *own = NULL;
  va_list arguments;

  va_start (arguments, format);
  own = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return deid_dialect_make_sibling (table->helpers, own);
}

gboolean
deid_engine_table_set_output (DeidEngineTable *table, const char *output, GError **error)
{
  if (!deid_dialect_check_table (deid_engine_get_facts (table->engine), output, error))
    return FALSE;
  g_free (table->output);
  table->output = g_strdup (output);
  return TRUE;
}

const DeidEngineColumn *
deid_engine_table_find (const DeidEngineTable *table, const char *column)
{
  for (guint i = 0; i < table->n_columns; i++)
    if (strcmp (table->columns[i].name, column) == 0)
      return &table->columns[i];
  return NULL;
}

const DeidEngineColumn *
deid_engine_table_find_role (const DeidEngineTable *table, DeidRole role)
{
  for (guint i = 0; i < table->n_columns; i++)
    if (table->columns[i].role == role)
      return &table->columns[i];
  return NULL;
}

/* Only one column can have some roles. */
static gboolean
engine_table_check_role (const DeidEngineTable *table, const char *column, DeidRole role,
                         GError **error)
{
  const char *name = deid_enum_get_name ("DeidRole", (int) role);
  g_autofree char *shown = deid_text_show (column, -1);

  if (name == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "role %d of column '%s', expected one of DeidRole", (int) role, shown);
  if (role != DEID_ROLE_WEIGHT && role != DEID_ROLE_ENTITY && role != DEID_ROLE_SURVEY_WEIGHT)
    return TRUE;
  for (guint i = 0; i < table->n_columns; i++)
    if (table->columns[i].role == role && strcmp (table->columns[i].name, column) != 0)
      return deid_fail (error, DEID_ERROR_ROLE,
                        "column '%s' is a second one with the role %s, expected at most one", shown,
                        name);
  return TRUE;
}

gboolean
deid_engine_table_set_role (DeidEngineTable *table, const char *column, DeidRole role,
                            GError **error)
{
  DeidEngineColumn *known;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);

  if (!deid_dialect_check_name (deid_engine_get_facts (table->engine), "a column", column, error)
      || !engine_table_check_role (table, column, role, error))
    return FALSE;
  known = (DeidEngineColumn *) deid_engine_table_find (table, column);
  if (known == NULL)
    {
      if (!deid_grow ((gpointer *) &table->columns, &table->columns_capacity,
                      (guint64) table->n_columns + 1, sizeof *table->columns, error))
        return FALSE;
      known = &table->columns[table->n_columns++];
      *known = (DeidEngineColumn){ .name = g_strdup (column) };
    }
  known->role = role;
  return TRUE;
}

DeidRole
deid_engine_table_get_role (const DeidEngineTable *table, const char *column)
{
  const DeidEngineColumn *known = deid_engine_table_find (table, column);

  return known != NULL ? known->role : DEID_ROLE_IDENTIFYING;
}

gboolean
deid_engine_table_add_missing_codes (DeidEngineTable *table, const char *column,
                                     const char *const *codes, GError **error)
{
  DeidEngineColumn *known;
  char **joined;

  g_return_val_if_fail (table != NULL && column != NULL && codes != NULL, FALSE);

  known = (DeidEngineColumn *) deid_engine_table_find (table, column);
  if (known == NULL || known->role == DEID_ROLE_WEIGHT || known->role == DEID_ROLE_SURVEY_WEIGHT)
    return deid_fail (error, DEID_ERROR_ROLE,
                      "missing codes of column '%s', which has no role or is one of weights, in "
                      "which no value may be missing",
                      DEID_SHOW (column));
  if (!deid_missing_codes_check (codes, error))
    {
      g_prefix_error (error, "column '%s': ", DEID_SHOW (column));
      return FALSE;
    }
  if (codes[0] == NULL)
    return TRUE;
  joined = deid_missing_codes_join (known->codes, codes);
  g_strfreev (known->codes);
  known->codes = joined;
  return TRUE;
}

/* Returns: (nullable): the levels of a column, %NULL if none were set. */
static DeidEngineLevels *
engine_table_find_levels (const DeidEngineTable *table, const char *column)
{
  const DeidEngineColumn *known = deid_engine_table_find (table, column);

  return known != NULL ? known->levels : NULL;
}

gboolean
deid_engine_table_set_level_range (DeidEngineTable *table, const char *column,
                                   DeidHierarchy *hierarchy, guint lowest, guint highest,
                                   GError **error)
{
  DeidEngineColumn *known;
  DeidEngineLevels *levels;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);
  g_return_val_if_fail (hierarchy != NULL, FALSE);

  known = (DeidEngineColumn *) deid_engine_table_find (table, column);
  if (known == NULL || known->role != DEID_ROLE_QUASI_IDENTIFYING)
    {
      return deid_fail (error, DEID_ERROR_ROLE,
                        "column '%s' is no quasi-identifier of the table in the engine",
                        DEID_SHOW (column));
    }
  levels = engine_levels_new (hierarchy, column, lowest, highest, error);
  if (levels == NULL)
    return FALSE;
  engine_levels_free (known->levels);
  known->levels = levels;
  return TRUE;
}

gboolean
deid_engine_table_get_level_range (const DeidEngineTable *table, const char *column, guint *lowest,
                                   guint *highest)
{
  const DeidEngineLevels *levels;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);

  levels = engine_table_find_levels (table, column);
  if (lowest != NULL)
    *lowest = levels != NULL ? levels->level : 0;
  if (highest != NULL)
    *highest = levels != NULL ? levels->highest : 0;
  return levels != NULL;
}

DeidHierarchy *
deid_engine_table_get_hierarchy (const DeidEngineTable *table, const char *column)
{
  const DeidEngineLevels *levels;

  g_return_val_if_fail (table != NULL, NULL);
  g_return_val_if_fail (column != NULL, NULL);

  levels = engine_table_find_levels (table, column);
  return levels != NULL ? engine_levels_get_hierarchy (levels) : NULL;
}

gboolean
deid_engine_table_set_combination_limit (DeidEngineTable *table, guint64 n_combinations,
                                         DeidQualityModel *quality, GError **error)
{
  g_return_val_if_fail (table != NULL, FALSE);

  if (n_combinations == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "at most 0 combinations, expected 1 or more");
  table->max_combinations = n_combinations;
  if (quality != NULL)
    deid_quality_model_ref (quality);
  g_clear_pointer (&table->quality, deid_quality_model_unref);
  table->quality = quality;
  return TRUE;
}

gboolean
deid_engine_table_set_release_options (DeidEngineTable *table, DeidReleaseOptions *options,
                                       GError **error)
{
  g_return_val_if_fail (table != NULL, FALSE);

  if (options != NULL
      && (options->keep_suppressed || options->keep_order || options->n_pseudonyms > 0))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "an engine makes no pseudonyms, and keeps neither suppressed records nor the "
                      "order of the records, expected bin means and microaggregates alone");
  g_clear_pointer (&table->options, deid_release_options_unref);
  table->options = options != NULL ? deid_release_options_use (options) : NULL;
  return TRUE;
}

/* What columns a table has, asked of its engine. */

static gboolean
engine_columns_add_column (const DeidField *values, gpointer user_data, GError **error)
{
  g_autofree char *name
      = g_strndup (values[0].text != NULL ? values[0].text : "", values[0].length);

  return deid_dataset_add_string_column (user_data, name, NULL, 0, NULL, error);
}

/* Fails, and asks whether another table was meant. */
static gboolean
fail_table (const DeidEngineTable *table, GCancellable *cancellable, GError **error)
{
  g_autofree char *own = deid_dialect_get_own_name (table->name), *question = NULL;
  g_autofree char *all = deid_dialect_make_sibling (table->name, "%");
  g_autoptr (GPtrArray) names = deid_engine_list_tables (table->engine, all, cancellable, NULL);
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, own);
  for (guint i = 0; names != NULL && i < names->len; i++)
    deid_nearest_text_try (&nearest, g_ptr_array_index (names, i));
  question = deid_nearest_text_ask (&nearest);
  return deid_fail (error, DEID_ERROR_ENGINE,
                    "there is no table '%s' with a column in the engine%s", DEID_SHOW (table->name),
                    question);
}

DeidDataset *
deid_engine_table_list_columns (const DeidEngineTable *table, GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (DeidDataset) columns = deid_dataset_new (table->name);
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_catalog (facts, &sql, facts->columns, table->name);
  if (!deid_engine_check_database (table->engine, table->name, cancellable, error)
      || !deid_engine_check_database (table->engine, table->helpers, cancellable, error)
      || !deid_engine_query (table->engine, "listing columns", &sql, 1, engine_columns_add_column,
                             columns, cancellable, error))
    return NULL;
  if (deid_dataset_get_n_columns (columns) > 0)
    return g_steal_pointer (&columns);
  fail_table (table, cancellable, error);
  return NULL;
}

/* Where aliases stand for their expressions everywhere, so do names of columns. */
static gboolean
check_no_expression (const DeidDataset *columns, GError **error)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (columns); c++)
    {
      const char *name = deid_dataset_get_column_name (columns, c);

      if (strchr (name, '(') == NULL)
        continue;
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "the table in the engine has a column '%s', which the engine may take for "
                        "an expression, expected names without parentheses",
                        DEID_SHOW (name));
    }
  return TRUE;
}

gboolean
deid_engine_table_check_columns (const DeidEngineTable *table, GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (DeidDataset) columns = deid_engine_table_list_columns (table, cancellable, error);

  if (columns != NULL && deid_engine_get_facts (table->engine)->has_loud_aliases
      && !check_no_expression (columns, error))
    return FALSE;
  for (guint c = 0; columns != NULL && c < table->n_columns; c++)
    {
      g_autofree char *shown = NULL;

      if (table->columns[c].role == DEID_ROLE_IDENTIFYING
          || deid_dataset_look_up (columns, table->columns[c].name) != DEID_NO_COLUMN)
        continue;
      shown = deid_text_show (table->columns[c].name, -1);
      g_set_error (
          error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN,
          "the engine lists no column '%s' of the table, expected the name of one, spelled "
          "as the engine does",
          shown);
      return FALSE;
    }
  return columns != NULL;
}
