/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-groups.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/engine-private.h"
#include "table/dataset-view.h"

/* How the engine counts combinations. */

/* Of what was counted before, only columns that were are counted again. */
static gboolean
is_key (const DeidEngineColumn *column, const DeidDataset *before)
{
  return column->role == DEID_ROLE_WEIGHT
         || (deid_engine_role_is_counted (column->role)
             && (before == NULL || deid_dataset_look_up (before, column->name) != DEID_NO_COLUMN));
}

static void
name_map (DeidEngineGroups *groups, DeidEngineKey *key, const char *mark, gboolean again)
{
  const DeidEngineLevels *levels = key->column->levels;

  if (!deid_engine_column_is_generalized (groups->table, key->column) || levels->values == NULL)
    return;
  key->map = deid_engine_table_name_helper (groups->table, "deid_%s_level%u", mark,
                                            (guint) (key - groups->keys));
  key->lowest = key->level = again ? levels->level : levels->lowest;
}

gboolean
deid_engine_groups_init (DeidEngineGroups *groups, const DeidEngineTable *table,
                         const DeidDataset *before, GCancellable *cancellable, GError **error)
{
  g_autofree char *mark = deid_engine_make_mark ();

  *groups = (DeidEngineGroups){ .table = table, .cancellable = cancellable };
  groups->keys = deid_alloc (table->n_columns, sizeof *groups->keys, error);
  if (groups->keys == NULL)
    return FALSE;
  for (guint pass = 0; pass < 2; pass++)
    for (guint c = 0; c < table->n_columns; c++)
      if (is_key (&table->columns[c], before)
          && (table->columns[c].role == DEID_ROLE_WEIGHT) == (pass == 1))
        {
          DeidEngineKey *key = &groups->keys[groups->n_keys++];

          *key = (DeidEngineKey){ .column = &table->columns[c] };
          name_map (groups, key, mark, before != NULL);
        }
  if (table->max_combinations < G_MAXUINT64 && before == NULL)
    groups->groups = deid_engine_table_name_helper (table, "deid_%s_groups", mark);
  return TRUE;
}

void
deid_engine_groups_clear (DeidEngineGroups *groups)
{
  for (guint k = 0; k < groups->n_keys; k++)
    g_free (groups->keys[k].map);
  g_free (groups->keys);
  g_free (groups->groups);
}

static guint
engine_groups_get_highest (const DeidEngineGroups *groups, const DeidEngineKey *key)
{
  return groups->groups != NULL ? key->column->levels->highest : key->lowest;
}

/* Numbers of values that stand for others, of some levels. */
typedef struct
{
  guint32 **levels;
  guint n_levels;
} EngineGroupsNumbers;

static void
engine_groups_numbers_clear (EngineGroupsNumbers *numbers)
{
  for (guint i = 0; numbers->levels != NULL && i < numbers->n_levels; i++)
    g_free (numbers->levels[i]);
  g_free (numbers->levels);
}

static gboolean
engine_groups_numbers_init (EngineGroupsNumbers *numbers, const DeidEngineGroups *groups,
                            const DeidEngineKey *key, GError **error)
{
  *numbers = (EngineGroupsNumbers){ .n_levels
                                    = engine_groups_get_highest (groups, key) - key->lowest + 1 };
  numbers->levels = deid_alloc (numbers->n_levels, sizeof *numbers->levels, error);
  for (guint i = 0; numbers->levels != NULL && i < numbers->n_levels; i++)
    {
      numbers->levels[i]
          = deid_engine_levels_list_groups (key->column->levels, key->lowest + i, error);
      if (numbers->levels[i] == NULL)
        return FALSE;
    }
  return numbers->levels != NULL;
}

/* A value has a number of its own, but one that is only another way to write it. */
static gboolean
engine_groups_add_value (DeidEngineUpload *upload, const EngineGroupsNumbers *numbers,
                         const char *value, guint32 code, gboolean is_other, GError **error)
{
  deid_engine_upload_begin_row (upload);
  deid_engine_upload_add_key (upload, value);
  deid_engine_upload_add_number (upload, is_other ? -1 : (gint64) code);
  for (guint i = 0; i < numbers->n_levels; i++)
    deid_engine_upload_add_number (upload, numbers->levels[i][code]);
  return deid_engine_upload_end_row (upload, error);
}

/* Both NULL and the empty text are missing. */
static gboolean
engine_groups_add_values (DeidEngineUpload *upload, const DeidEngineKey *key,
                          const EngineGroupsNumbers *numbers, GError **error)
{
  const DeidDictionary *values = &deid_engine_levels_get_column (key->column->levels)->dictionary;

  for (guint32 code = 0; code < values->n; code++)
    {
      const char *value = deid_dictionary_get (values, code);

      if (!engine_groups_add_value (upload, numbers, value, code, FALSE, error)
          || (value == NULL && !engine_groups_add_value (upload, numbers, "", code, TRUE, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
upload_numbers (const DeidEngineGroups *groups, const DeidEngineKey *key,
                const EngineGroupsNumbers *numbers, GError **error)
{
  DeidEngine *engine = groups->table->engine;
  DeidEngineUpload upload;
  gboolean success;

  deid_engine_upload_init (&upload, engine, key->map, groups->cancellable);
  deid_engine_upload_add_column (&upload, "v", -1, DEID_UPLOAD_KEY);
  deid_engine_upload_add_column (&upload, "i", -1, DEID_UPLOAD_NUMBER);
  for (guint i = 0; i < numbers->n_levels; i++)
    deid_engine_upload_add_column (&upload, "l", (gint) (key->lowest + i), DEID_UPLOAD_NUMBER);
  success = deid_engine_upload_start (&upload, error)
            && engine_groups_add_values (&upload, key, numbers, error)
            && deid_engine_upload_finish (&upload, error);
  deid_engine_upload_clear (&upload);
  return success && deid_engine_analyze (engine, key->map, groups->cancellable, error);
}

static gboolean
make_map (const DeidEngineGroups *groups, const DeidEngineKey *key, GError **error)
{
  EngineGroupsNumbers numbers;
  const gboolean success = engine_groups_numbers_init (&numbers, groups, key, error)
                           && upload_numbers (groups, key, &numbers, error);

  engine_groups_numbers_clear (&numbers);
  return success;
}

/* Tells whether the number of a column stands in the helper table of its levels. */
static gboolean
is_joined (const DeidEngineGroups *groups, gboolean grouped, guint k)
{
  const DeidEngineKey *key = &groups->keys[k];

  return key->map != NULL && (!grouped || key->level > key->lowest);
}

/* Adds what is joined and counted, from the table or from the helper table of its combinations: of
 * each column k that is joined what its helper table knows it by, of others c. */
static void
add_source (const DeidEngineGroups *groups, gboolean grouped, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  deid_long_text_add (sql, "SELECT ");
  for (guint k = 0; k < groups->n_keys; k++)
    {
      const DeidEngineKey *key = &groups->keys[k];

      if (grouped)
        deid_dialect_add (facts, sql, "t.%A", 'c', k);
      else if (key->map != NULL)
        deid_dialect_add_key (facts, sql, key->column->name);
      else
        deid_dialect_add (facts, sql, "coalesce(%X, '')", key->column->name);
      deid_dialect_add (facts, sql, " AS %A, ", is_joined (groups, grouped, k) ? 'k' : 'c', k);
    }
  if (grouped)
    deid_dialect_add (facts, sql, "t.%A", 'n', 0);
  else
    deid_long_text_add (sql, "1");
  deid_dialect_add (facts, sql, " AS %A FROM ", 'w', 0);
  if (grouped)
    deid_dialect_add (facts, sql, "%T t", groups->groups);
  else
    deid_engine_table_add_from (groups->table, sql);
}

/* Adds a join with a helper table of levels, by the key of a value or by its number. */
static void
add_map (const DeidEngineGroups *groups, gboolean grouped, guint k, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  deid_dialect_add (facts, sql, " s%u %s (SELECT %s AS %A, l%u AS %A FROM %T) m USING (%A))", k,
                    facts->join, grouped ? "i" : "v", 'k', k, groups->keys[k].level, 'c', k,
                    groups->keys[k].map, 'k', k);
}

/* Adds all keys behind the words that say what is done by them. */
static void
add_by_keys (const DeidEngineGroups *groups, const char *words, gboolean by_alias,
             DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  deid_long_text_add (sql, "%s", words);
  for (guint k = 0; k < groups->n_keys; k++)
    if (by_alias)
      deid_dialect_add (facts, sql, "%s%A", k > 0 ? ", " : "", 'c', k);
    else
      deid_long_text_add (sql, "%s%u", k > 0 ? ", " : "", k + 1);
}

/* Adds the statement that groups by the texts of a table, which shards may do on their own. */
static void
add_plain_grouping (const DeidEngineGroups *groups, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  deid_long_text_add (sql, "SELECT ");
  for (guint k = 0; k < groups->n_keys; k++)
    deid_dialect_add (facts, sql, "coalesce(%X, '') AS %A, ", groups->keys[k].column->name, 'c', k);
  deid_dialect_add (facts, sql, "count(*) AS %A FROM ", 'n', 0);
  deid_engine_table_add_from (groups->table, sql);
  add_by_keys (groups, " GROUP BY ", facts->has_loud_aliases, sql);
}

/* The same from what is joined with helper tables of levels. A value that is in none of them loses
 * its records. Joins are nested, since some engines take one join in a statement. */
static void
add_joined_grouping (const DeidEngineGroups *groups, gboolean grouped, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  deid_long_text_add (sql, "SELECT ");
  for (guint k = 0; k < groups->n_keys; k++)
    deid_dialect_add (facts, sql, "%s%A", k > 0 ? ", " : "", 'c', k);
  deid_dialect_add (facts, sql, ", sum(%A) AS %A FROM ", 'w', 0, 'n', 0);
  for (guint k = 0; k < groups->n_keys; k++)
    deid_long_text_add (sql, "%s", is_joined (groups, grouped, k) ? "(SELECT * FROM " : "");
  deid_long_text_add (sql, "(");
  add_source (groups, grouped, sql);
  deid_long_text_add (sql, ")");
  for (guint k = 0; k < groups->n_keys; k++)
    if (is_joined (groups, grouped, k))
      add_map (groups, grouped, k, sql);
  deid_long_text_add (sql, " s");
  add_by_keys (groups, " GROUP BY ", TRUE, sql);
}

static gboolean
has_maps (const DeidEngineGroups *groups)
{
  for (guint k = 0; k < groups->n_keys; k++)
    if (groups->keys[k].map != NULL)
      return TRUE;
  return FALSE;
}

gboolean
deid_engine_groups_add_lookup (const DeidEngineGroups *groups, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  if (has_maps (groups))
    return FALSE;
  add_plain_grouping (groups, sql);
  add_by_keys (groups, " ORDER BY ", facts->has_loud_aliases, sql);
  deid_long_text_add (sql, "%s", facts->row_before);
  return TRUE;
}

/* Adds the statement that groups by all columns. */
static void
add_grouping (const DeidEngineGroups *groups, gboolean grouped, DeidLongText *sql)
{
  if (!grouped && !has_maps (groups))
    add_plain_grouping (groups, sql);
  else
    add_joined_grouping (groups, grouped, sql);
}

gboolean
deid_engine_groups_make (DeidEngineGroups *groups, GError **error)
{
  DeidEngine *engine = groups->table->engine;
  DeidLongText sql = { 0 };

  for (guint k = 0; k < groups->n_keys; k++)
    if (groups->keys[k].map != NULL && !make_map (groups, &groups->keys[k], error))
      return FALSE;
  if (groups->groups == NULL)
    return TRUE;
  add_grouping (groups, FALSE, &sql);
  return deid_engine_create_filled (engine, "grouping the table", groups->groups, &sql,
                                    groups->cancellable, error)
         && deid_engine_analyze (engine, groups->groups, groups->cancellable, error);
}

/* Returns: (transfer full): the names of the helper tables, up to a %NULL. */
static GPtrArray *
list_helpers (const DeidEngineGroups *groups)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint k = 0; k < groups->n_keys; k++)
    if (groups->keys[k].map != NULL)
      g_ptr_array_add (names, groups->keys[k].map);
  if (groups->groups != NULL)
    g_ptr_array_add (names, groups->groups);
  g_ptr_array_add (names, NULL);
  return names;
}

gboolean
deid_engine_groups_drop (const DeidEngineGroups *groups, GError **error)
{
  g_autoptr (GPtrArray) names = list_helpers (groups);

  return deid_engine_drop_all (groups->table->engine, (const char *const *) names->pdata, error);
}

void
deid_engine_groups_undo (const DeidEngineGroups *groups, GError **error)
{
  g_autoptr (GPtrArray) names = list_helpers (groups);

  deid_engine_undo (groups->table->engine, (const char *const *) names->pdata, error);
}

/* Counts the combinations of the levels that are set, of which the helper table has the lower
 * ones. */
static gboolean
engine_groups_count (const DeidEngineGroups *groups, guint64 *n, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);
  DeidLongText sql = { 0 };

  deid_dialect_add (facts, &sql, "SELECT %C FROM (", "count(*)");
  add_grouping (groups, TRUE, &sql);
  deid_long_text_add (&sql, ") g");
  return deid_engine_query_count (groups->table->engine, "counting combinations of higher levels",
                                  &sql, n, groups->cancellable, error);
}

void
deid_engine_groups_add_select (const DeidEngineGroups *groups, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (groups->table->engine);

  deid_long_text_add (sql, "SELECT ");
  for (guint k = 0; k <= groups->n_keys; k++)
    {
      const gboolean is_number = k == groups->n_keys || groups->keys[k].map != NULL;

      deid_dialect_add (
          facts, sql, "%s'%c' || %s%A%s || '%c'%s%s", is_number ? "" : "coalesce(", DEID_KEY_MARK,
          is_number ? facts->text_before : "", k < groups->n_keys ? 'c' : 'n',
          k < groups->n_keys ? k : 0, is_number ? facts->text_behind : "", DEID_KEY_MARK,
          is_number ? "" : ", '" DEID_KEY_MISSING "')", k < groups->n_keys ? ", " : "");
    }
  deid_long_text_add (sql, " FROM (");
  add_grouping (groups, groups->groups != NULL, sql);
  deid_long_text_add (sql, ") g");
}

/* Fewer combinations by higher levels. */

/* What it brings to raise a column by a level. */
typedef struct
{
  DeidEngineKey *key; /* or NULL */
  guint64 n;          /* combinations that are left */
  double saved;
  double cost; /* the loss that it adds, by the weight of the column */
} EngineRaiseStep;

static gboolean
may_rise (const DeidEngineKey *key)
{
  return key->map != NULL && key->level < key->column->levels->highest;
}

static gboolean
compute_cost (const DeidEngineGroups *groups, const DeidEngineKey *key, double *cost,
              GError **error)
{
  const DeidEngineLevels *levels = key->column->levels;
  double before, after;

  if (!deid_engine_levels_compute_loss (levels, key->level, &before, error)
      || !deid_engine_levels_compute_loss (levels, key->level + 1, &after, error))
    return FALSE;
  *cost = after - before;
  if (groups->table->quality != NULL)
    *cost *= deid_quality_model_get_attribute_weight (groups->table->quality, key->column->name);
  return TRUE;
}

/* Looks what it brings to raise a column, of @n combinations. */
static gboolean
engine_raise_try_step (const DeidEngineGroups *groups, DeidEngineKey *key, guint64 n,
                       EngineRaiseStep *step, GError **error)
{
  gboolean success;

  *step = (EngineRaiseStep){ .key = key };
  if (!compute_cost (groups, key, &step->cost, error))
    return FALSE;
  key->level++;
  success = engine_groups_count (groups, &step->n, error);
  key->level--;
  step->saved = (double) n - (double) step->n;
  return success;
}

/* Tells whether one saves more for what it costs, or as much of what costs nothing. */
static gboolean
engine_raise_is_better (const EngineRaiseStep *step, const EngineRaiseStep *best)
{
  const double own = step->saved * best->cost, other = best->saved * step->cost;

  return best->key == NULL || own > other || (own == other && step->saved > best->saved);
}

static gboolean
engine_raise_fail (const DeidEngineGroups *groups, guint64 n, GError **error)
{
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "the table in the engine has %" G_GUINT64_FORMAT
                    " combinations on the highest levels of its quasi-identifiers, expected at "
                    "most %" G_GUINT64_FORMAT "%s",
                    n, groups->table->max_combinations,
                    deid_engine_table_find_role (groups->table, DEID_ROLE_ENTITY) != NULL
                        ? ", or no entity column: each person counts for itself"
                        : "");
}

gboolean
deid_engine_groups_raise (DeidEngineGroups *groups, GError **error)
{
  guint64 n;

  if (!engine_groups_count (groups, &n, error))
    return FALSE;
  while (n > groups->table->max_combinations)
    {
      EngineRaiseStep best = { 0 };

      for (guint k = 0; k < groups->n_keys; k++)
        {
          EngineRaiseStep step;

          if (!may_rise (&groups->keys[k]))
            continue;
          if (!engine_raise_try_step (groups, &groups->keys[k], n, &step, error))
            return FALSE;
          if (engine_raise_is_better (&step, &best))
            best = step;
        }
      if (best.key == NULL)
        return engine_raise_fail (groups, n, error);
      best.key->level++;
      n = best.n;
    }
  return TRUE;
}
