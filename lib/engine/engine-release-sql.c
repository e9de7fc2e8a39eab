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
is_released (const DeidEngineRelease *release, const DeidEngineColumn *column, guint *attribute)
{
  *attribute = deid_lattice_find_attribute_number (release->partition->lattice, column->name);
  return column->role == DEID_ROLE_INSENSITIVE
         || deid_engine_release_find_column (release, column->name) != NULL;
}

static void
add_column_of_table (const DeidDialectFacts *facts, DeidLongText *sql, const char *name)
{
  deid_long_text_add (sql, "t.");
  deid_dialect_add_name (facts, sql, name);
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

      if (!is_released (release, column, &attribute) && column->role != DEID_ROLE_WEIGHT)
        continue;
      deid_long_text_add (sql, "%s", comma);
      comma = ", ";
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, "sum(CAST(");
      if (release->labels[attribute] != NULL)
        deid_long_text_add (sql, "l%u.label", attribute);
      else
        add_column_of_table (release->facts, sql, column->name);
      if (column->role == DEID_ROLE_WEIGHT)
        deid_long_text_add (sql, " AS %s))", release->facts->integer);
      deid_long_text_add (sql, " AS ");
      deid_dialect_add_name (release->facts, sql, column->name);
    }
}

/* Adds the joins, in which a value without a label drops its record. */
static void
add_joins (const DeidEngineRelease *release, DeidLongText *sql)
{
  guint last = 0;

  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      deid_long_text_add (sql, " %s ", release->facts->join);
      deid_dialect_add_name (release->facts, sql, release->labels[a]);
      deid_long_text_add (sql, " l%u ON l%u.v = ", a, a);
      deid_dialect_add_key (release->facts, sql,
                            deid_lattice_get_attribute_name (release->partition->lattice, a));
    }
  deid_long_text_add (sql, " WHERE (");
  for (guint a = 0; release->labels[a] != NULL; a++)
    {
      const guint column = deid_engine_find_digit (release->partition, a).column;

      if (a > 0)
        deid_long_text_add (sql, "%s", column > last ? ", " : " + ");
      deid_long_text_add (sql, "l%u.n", a);
      last = column;
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
add_groups (const DeidEngineRelease *release, DeidLongText *sql)
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
      add_column_of_table (release->facts, sql, column->name);
      deid_long_text_add (sql, ", ");
      deid_dialect_add_key (release->facts, sql, column->name);
    }
}

void
deid_engine_release_add_select (const DeidEngineRelease *release, DeidLongText *sql)
{
  deid_long_text_add (sql, "SELECT ");
  add_selected (release, sql);
  deid_long_text_add (sql, " FROM ");
  deid_dialect_add_name (release->facts, sql, release->table->name);
  deid_long_text_add (sql, " t");
  add_joins (release, sql);
  add_groups (release, sql);
  deid_long_text_add (sql, " ORDER BY random()");
}
