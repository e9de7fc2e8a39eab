/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/population.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "lattice/attribute.h"

static gboolean
population_find_column (const DeidTableSource *table, const char *name, guint *column,
                        GError **error)
{
  const DeidColumn *found;

  if (!deid_table_source_find_column (table, name, column, error))
    return FALSE;
  found = &table->columns[*column];
  if (found == table->frequencies || found == table->survey)
    return deid_fail (error, DEID_ERROR_ROLE,
                      "%s: column '%s' has the weights and cannot be a quasi-identifier",
                      table->name, deid_column_show (found));
  return deid_table_source_check_missing (table, *column, error);
}

static gboolean
bind_attributes (DeidPopulation *population, const DeidLattice *lattice, const DeidStop *stop,
                 GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (population->attributes, lattice->n_attributes),
                        DEID_NEW (population->joint, lattice->n_attributes)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *own = &lattice->attributes[a];
      guint column;

      population->n_attributes++;
      if (!population_find_column (population->table, deid_attribute_get_column (own)->name,
                                   &column, error)
          || !deid_attribute_init_like (&population->attributes[a], population->table, column, own,
                                        stop, error)
          || !deid_attribute_join (&population->joint[a], own, &population->attributes[a], stop,
                                   error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
init_ones (DeidPopulation *population, GError **error)
{
  population->ones = deid_alloc (population->table->n_rows, sizeof *population->ones, error);
  for (guint64 row = 0; population->ones != NULL && row < population->table->n_rows; row++)
    population->ones[row] = 1;
  return population->ones != NULL;
}

static gboolean
init_rows (DeidPopulation *population, GError **error)
{
  const DeidTableSource *table = population->table;
  DeidRows *rows = &population->rows;

  *rows = (DeidRows){ .n = table->n_rows, .n_attributes = population->n_attributes };
  if (!deid_new_arrays (error, DEID_NEW (rows->codes, population->n_attributes)))
    return FALSE;
  for (guint a = 0; a < population->n_attributes; a++)
    rows->codes[a] = &deid_attribute_get_column (&population->attributes[a])->codes;
  if (table->weights == NULL && !init_ones (population, error))
    return FALSE;
  rows->weights = table->weights != NULL ? table->weights : population->ones;
  return TRUE;
}

gboolean
deid_population_init (DeidPopulation *population, const DeidLattice *lattice,
                      const DeidTableSource *table, const DeidStop *stop, GError **error)
{
  *population = (DeidPopulation){ .table = table };
  if (table->n_rows == 0)
    return deid_fail (error, DEID_ERROR_EMPTY,
                      "%s: the population has no rows, expected at least one", table->name);
  return bind_attributes (population, lattice, stop, error) && deid_stop_check (stop, error)
         && init_rows (population, error);
}

void
deid_population_clear (DeidPopulation *population)
{
  for (guint a = 0; a < population->n_attributes; a++)
    {
      deid_attribute_clear (&population->joint[a]);
      deid_attribute_clear (&population->attributes[a]);
    }
  deid_free_arrays (population->joint, population->attributes, population->rows.codes,
                    population->ones);
  *population = (DeidPopulation){ 0 };
}

static gboolean
join_column (DeidJointRows *joint, const DeidPopulation *population, const DeidRows *own,
             const DeidRows *others, guint a, const DeidStop *stop, GError **error)
{
  const guint32 n_own_codes = population->joint[a].n_codes - population->attributes[a].n_codes;
  DeidCodes *codes = &joint->columns[a];

  joint->rows.codes[a] = codes;
  if (!deid_stop_check (stop, error)
      || !deid_codes_alloc (codes, joint->rows.n, population->joint[a].n_codes - 1, error))
    return FALSE;
  for (guint64 row = 0; row < own->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      deid_codes_set (codes, row, deid_codes_get (own->codes[a], row));
    }
  for (guint64 row = 0; row < others->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      deid_codes_set (codes, own->n + row, n_own_codes + deid_codes_get (others->codes[a], row));
    }
  return TRUE;
}

gboolean
deid_joint_rows_init (DeidJointRows *joint, const DeidPopulation *population, const DeidRows *own,
                      const DeidRows *others, const DeidStop *stop, GError **error)
{
  DeidRows *rows = &joint->rows;

  *joint = (DeidJointRows){
    .rows = { .n = own->n + others->n, .n_population = others->n, .populations = others->weights }
  };
  if (rows->n >= G_MAXUINT32 - 1)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "%s: %" G_GUINT64_FORMAT " rows of the population and %" G_GUINT64_FORMAT
                      " of the table, expected fewer than 2^32 - 2 together",
                      population->table->name, others->n, own->n);
  if (!deid_new_arrays (error, DEID_NEW (joint->columns, population->n_attributes),
                        DEID_NEW (rows->codes, population->n_attributes),
                        DEID_NEW (rows->weights, rows->n)))
    return FALSE;
  rows->n_attributes = population->n_attributes;
  for (guint64 row = 0; row < own->n; row++)
    rows->weights[row] = deid_rows_get_weight (own, row);
  for (guint a = 0; a < rows->n_attributes; a++)
    if (!join_column (joint, population, own, others, a, stop, error))
      return FALSE;
  return TRUE;
}

void
deid_joint_rows_clear (DeidJointRows *joint)
{
  for (guint a = 0; a < joint->rows.n_attributes; a++)
    deid_codes_clear (&joint->columns[a]);
  deid_free_arrays (joint->columns, joint->rows.codes, joint->rows.weights);
  *joint = (DeidJointRows){ 0 };
}
