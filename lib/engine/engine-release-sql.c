/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the rows of a released table are, in SQL. */
#include "engine/engine-labels.h"
#include "engine/engine-release.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

const DeidColumn *
deid_engine_release_find_column (const DeidEngineRelease *release, const char *name)
{
  const DeidColumn *column
      = deid_dataset_get_column (release->expected, deid_dataset_look_up (release->expected, name));

  return column != NULL && column->role != DEID_ROLE_WEIGHT ? column : NULL;
}

/* Tells whether a column is released, as labels if @attribute is one of them. */
static gboolean
engine_release_sql_is_released (const DeidEngineRelease *release, const DeidEngineColumn *column,
                                guint *attribute)
{
  *attribute = deid_lattice_find_attribute_number (release->partition->lattice, column->name);
  return column->role == DEID_ROLE_INSENSITIVE
         || deid_engine_release_find_column (release, column->name) != NULL;
}

/* Tells whether rows that are alike are grouped before they are joined, and repeated behind that:
 * there are fewer of them, and the order of the groups is the order of the rows. */
static gboolean
is_grouped (const DeidEngineRelease *release)
{
  for (guint c = 0; c < release->table->n_columns; c++)
    if (release->table->columns[c].role == DEID_ROLE_INSENSITIVE
        || release->table->columns[c].role == DEID_ROLE_WEIGHT)
      return FALSE;
  return release->facts->repeat_before != NULL;
}

/* Tells whether each join has a statement of its own around it. */
static gboolean
engine_release_sql_is_nested (const DeidEngineRelease *release)
{
  return release->facts->nests_joins || is_grouped (release);
}

static void
engine_release_sql_add_alias (const DeidEngineRelease *release, DeidLongText *sql,
                              const char *before, char letter, guint number)
{
  deid_long_text_add (sql, "%s", before);
  deid_dialect_add_alias (release->facts, sql, letter, number);
}

/* Adds the label of an attribute, behind the joins. */
static void
engine_release_sql_add_label (const DeidEngineRelease *release, DeidLongText *sql, guint attribute)
{
  if (engine_release_sql_is_nested (release))
    deid_dialect_add_alias (release->facts, sql, 'l', attribute);
  else
    deid_long_text_add (sql, "l%u.label", attribute);
}

static void
add_column_of_table (const DeidEngineRelease *release, DeidLongText *sql, guint column)
{
  deid_long_text_add (sql, "t.");
  deid_dialect_add_name (release->facts, sql, release->table->columns[column].name);
}

/* Adds a column that is released as it is, behind the joins. */
static void
add_unchanged (const DeidEngineRelease *release, DeidLongText *sql, guint column)
{
  if (engine_release_sql_is_nested (release))
    deid_dialect_add_alias (release->facts, sql, 'c', column);
  else
    add_column_of_table (release, sql, column);
}

/* Adds what is selected: labels, columns as they are, and the sum of weights. */
static void
add_selected (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *comma = "";

  for (guint c = 0; c < release->table->n_columns; c++)
    {
      const DeidEngineColumn *column = &release->table->columns[c];
      guint attribute;

      if (!engine_release_sql_is_released (release, column, &attribute)
          && column->role != DEID_ROLE_WEIGHT)
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, "sum(CAST(");
      if (release->labels[attribute] != NULL)
        engine_release_sql_add_label (release, sql, attribute);
      else
        add_unchanged (release, sql, c);
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, " AS %s))", release->facts->integer);
      deid_long_text_add (sql, " AS ");
      deid_dialect_add_name (release->facts, sql, column->name);
    }
}

static const char *
get_attribute_name (const DeidEngineRelease *release, guint attribute)
{
  return deid_lattice_get_attribute_name (release->partition->lattice, attribute);
}

/* Adds the table and joins, in which a value without a label drops its record. */
static void
add_joins (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_dialect_add_name (release->facts, sql, release->table->name);
  deid_long_text_add (sql, " t");
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      deid_long_text_add (sql, " %s ", release->facts->join);
      deid_dialect_add_name (release->facts, sql, release->labels[a]);
      deid_long_text_add (sql, " l%u ON l%u.v = ", a, a);
      deid_dialect_add_key (release->facts, sql, get_attribute_name (release, a));
    }
}

static gboolean
is_unchanged (const DeidEngineRelease *release, guint column)
{
  guint attribute;

  return engine_release_sql_is_released (release, &release->table->columns[column], &attribute)
         && release->labels[attribute] == NULL;
}

/* The same as add_renamed() of rows that are alike in their texts, with their number. */
static void
add_groups_of_rows (const DeidEngineRelease *release, DeidLongText *sql)
{
  const guint n_columns = release->table->n_columns;
  guint n = 0;

  deid_long_text_add (sql, "SELECT ");
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      engine_release_sql_add_alias (release, sql, DEID_KEY_BEFORE, 'x', a);
      engine_release_sql_add_alias (release, sql, DEID_KEY_BEHIND " AS ", 'k', a);
      deid_long_text_add (sql, ", ");
    }
  for (guint c = 0; c < n_columns; c++)
    if (is_unchanged (release, c))
      {
        engine_release_sql_add_alias (release, sql, "u.", 'c', c);
        deid_long_text_add (sql, ", ");
      }
  engine_release_sql_add_alias (release, sql, "u.", 'w', 0);
  deid_long_text_add (sql, " FROM (SELECT ");
  for (guint c = 0; c < n_columns; c++)
    {
      const char *name = release->table->columns[c].name;
      const guint a = deid_lattice_find_attribute_number (release->partition->lattice, name);

      if (!is_unchanged (release, c) && release->labels[a] == NULL)
        continue;
      deid_dialect_add_text (release->facts, sql, name);
      engine_release_sql_add_alias (release, sql, " AS ", is_unchanged (release, c) ? 'y' : 'x',
                                    is_unchanged (release, c) ? c : a);
      deid_long_text_add (sql, ", ");
      n++;
    }
  for (guint c = 0; c < n_columns; c++)
    if (is_unchanged (release, c))
      {
        deid_long_text_add (sql, "%s", release->facts->any_before);
        add_column_of_table (release, sql, c);
        deid_long_text_add (sql, "%s", release->facts->any_behind);
        engine_release_sql_add_alias (release, sql, " AS ", 'c', c);
        deid_long_text_add (sql, ", ");
      }
  engine_release_sql_add_alias (release, sql, "count(*) AS ", 'w', 0);
  deid_long_text_add (sql, " FROM ");
  deid_dialect_add_name (release->facts, sql, release->table->name);
  deid_long_text_add (sql, " t GROUP BY ");
  for (guint i = 0; i < n; i++)
    deid_long_text_add (sql, "%s%u", i > 0 ? ", " : "", i + 1);
  deid_long_text_add (sql, ") u");
}

/* Adds the keys of quasi-identifiers, and the columns that are released as they are, by names that
 * no column of the table has. */
static void
add_renamed (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_long_text_add (sql, "SELECT ");
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      deid_long_text_add (sql, "%s", a > 0 ? ", " : "");
      deid_dialect_add_key (release->facts, sql, get_attribute_name (release, a));
      engine_release_sql_add_alias (release, sql, " AS ", 'k', a);
    }
  for (guint c = 0; c < release->table->n_columns; c++)
    if (is_unchanged (release, c) || release->table->columns[c].role == DEID_ROLE_WEIGHT)
      {
        deid_long_text_add (sql, ", ");
        add_column_of_table (release, sql, c);
        engine_release_sql_add_alias (release, sql, " AS ", 'c', c);
      }
  deid_long_text_add (sql, " FROM ");
  deid_dialect_add_name (release->facts, sql, release->table->name);
  deid_long_text_add (sql, " t");
}

/* The same as add_joins() with a statement around each join. */
static void
add_nested_joins (const DeidEngineRelease *release, DeidLongText *sql)
{
  for (guint a = 0; release->labels[a] != NULL; a++)
    deid_long_text_add (sql, "(SELECT * FROM ");
  deid_long_text_add (sql, "(");
  (is_grouped (release) ? add_groups_of_rows : add_renamed) (release, sql);
  deid_long_text_add (sql, ")");
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      deid_long_text_add (sql, " s%u %s (SELECT v", a, release->facts->join);
      engine_release_sql_add_alias (release, sql, " AS ", 'k', a);
      engine_release_sql_add_alias (release, sql, ", n AS ", 'n', a);
      engine_release_sql_add_alias (release, sql, ", label AS ", 'l', a);
      deid_long_text_add (sql, " FROM ");
      deid_dialect_add_name (release->facts, sql, release->labels[a]);
      deid_long_text_add (sql, ") l%u USING ", a);
      engine_release_sql_add_alias (release, sql, "(", 'k', a);
      deid_long_text_add (sql, "))");
    }
  deid_long_text_add (sql, " s");
}

/* Adds the sum of the digits that a column of the kept classes has, from those of the labels on. */
static void
engine_release_sql_add_digits (const DeidEngineRelease *release, DeidLongText *sql, guint column)
{
  const char *plus = "";

  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      if (deid_engine_find_digit (release->partition, a).column != column)
        continue;
      deid_long_text_add (sql, "%s", plus);
      plus = " + ";
      if (engine_release_sql_is_nested (release))
        deid_dialect_add_alias (release->facts, sql, 'n', a);
      else
        deid_long_text_add (sql, "l%u.n", a);
    }
}

/* The same as add_kept(), but a number at a time. */
static void
add_kept_by_columns (const DeidEngineRelease *release, DeidLongText *sql, guint last)
{
  deid_long_text_add (sql, " WHERE EXISTS (SELECT 1 FROM ");
  deid_dialect_add_name (release->facts, sql, release->kept);
  for (guint c = 0; c <= last; c++)
    {
      deid_long_text_add (sql, "%sk.c%u = ", c > 0 ? " AND " : " k WHERE ", c);
      engine_release_sql_add_digits (release, sql, c);
    }
  deid_long_text_add (sql, ")");
}

/* Adds that the class of a record is kept. */
static void
add_kept (const DeidEngineRelease *release, DeidLongText *sql)
{
  const guint n = release->partition->lattice->n_attributes;
  const guint last = deid_engine_find_digit (release->partition, n - 1).column;

  if (release->facts->lacks_rows)
    {
      add_kept_by_columns (release, sql, last);
      return;
    }
  deid_long_text_add (sql, " WHERE (");
  for (guint c = 0; c <= last; c++)
    {
      deid_long_text_add (sql, "%s", c > 0 ? ", " : "");
      engine_release_sql_add_digits (release, sql, c);
    }
  deid_long_text_add (sql, ") IN (SELECT ");
  for (guint c = 0; c <= last; c++)
    deid_long_text_add (sql, "%sc%u", c > 0 ? ", " : "", c);
  deid_long_text_add (sql, " FROM ");
  deid_dialect_add_name (release->facts, sql, release->kept);
  deid_long_text_add (sql, ")");
}

/* With weights rows that are alike become one: by their keys too, since a column may compare texts
 * in its own way. */
static void
engine_release_sql_add_groups (const DeidEngineRelease *release, DeidLongText *sql)
{
  const char *comma = " GROUP BY ";

  if (deid_engine_table_find_weight (release->table) == NULL)
    return;
  for (guint c = 0; c < release->table->n_columns; c++)
    {
      const DeidEngineColumn *column = &release->table->columns[c];
      guint attribute;

      if (!engine_release_sql_is_released (release, column, &attribute))
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (release->labels[attribute] != NULL)
        engine_release_sql_add_label (release, sql, attribute);
      else
        add_unchanged (release, sql, c);
      if (release->labels[attribute] != NULL || engine_release_sql_is_nested (release))
        continue;
      deid_long_text_add (sql, ", ");
      deid_dialect_add_key (release->facts, sql, column->name);
    }
}

static void
add_kept_rows (const DeidEngineRelease *release, DeidLongText *sql)
{
  (engine_release_sql_is_nested (release) ? add_nested_joins : add_joins) (release, sql);
  add_kept (release, sql);
}

/* Adds groups in random order, each as often as it has rows. */
static void
add_repeated (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_long_text_add (sql, "(SELECT *, %s", release->facts->repeat_before);
  engine_release_sql_add_alias (release, sql, "", 'w', 0);
  deid_long_text_add (sql, "%s", release->facts->repeat_behind);
  engine_release_sql_add_alias (release, sql, " AS ", 'r', 0);
  deid_long_text_add (sql, " FROM (SELECT * FROM ");
  add_kept_rows (release, sql);
  deid_long_text_add (sql, " ORDER BY %s) o) s", release->facts->random);
}

void
deid_engine_release_add_select (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_long_text_add (sql, "SELECT ");
  add_selected (release, sql);
  deid_long_text_add (sql, " FROM ");
  if (is_grouped (release))
    {
      add_repeated (release, sql);
      return;
    }
  add_kept_rows (release, sql);
  engine_release_sql_add_groups (release, sql);
  deid_long_text_add (sql, " ORDER BY %s", release->facts->random);
}
