/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/prepared-problem.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "evaluation/least-size.h"

static gboolean
fail_empty (const DeidTableSource *table, const char *what, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_EMPTY, "%s: %s, expected at least one", table->name,
               what);
  return FALSE;
}

/* Checks that the lattice has all quasi-identifiers of the table, and the table those of the
 * lattice. */
static gboolean
check_attributes (const DeidLattice *lattice, const DeidTableSource *table, GError **error)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (table->columns[c].role == DEID_ROLE_QUASI_IDENTIFYING
        && deid_lattice_find_attribute (lattice, table->columns[c].name) == NULL)
      {
        g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
                     "%s: column '%s' has the role of a quasi-identifier, but the lattice lacks it",
                     table->name, deid_column_show (&table->columns[c]));
        return FALSE;
      }
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      guint column;

      if (!deid_table_source_find_column (table, deid_lattice_get_column (lattice, a)->name,
                                          &column, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_problem (const DeidProblem *problem, const DeidTableSource *table, GError **error)
{
  if (!deid_lattice_check_dimensions (problem->lattice, error))
    return FALSE;
  if (table->n_rows == 0)
    return fail_empty (table, "the dataset has no rows", error);
  if (problem->models->len == 0)
    return fail_empty (table, "the problem has no privacy model", error);
  if (table->n_rows >= G_MAXUINT32 - 1)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "%s: %" G_GUINT64_FORMAT " rows, expected fewer than 2^32 - 2", table->name,
                   table->n_rows);
      return FALSE;
    }
  return check_attributes (problem->lattice, table, error);
}

/* Returns: a number that no list of columns exceeds. */
static guint
get_max_columns (const DeidPreparedProblem *instance)
{
  return instance->lattice->n_attributes + instance->privacy.n_judged
         + instance->problem->quality->n_columns + 1;
}

/* Lists a column that a model asks for, from @first on, unless it is there. */
static void
list_column (DeidPreparedProblem *instance, guint first, const DeidColumn *column)
{
  guint c = first;

  while (c < instance->n_columns && instance->columns[c] != column)
    c++;
  if (c == instance->n_columns)
    instance->columns[instance->n_columns++] = column;
}

/* Those of the dataset that verdicts and losses follow from, each once but for quasi-identifiers
 * that models ask for. */
static gboolean
list_columns (DeidPreparedProblem *instance, GError **error)
{
  const DeidPreparedModels *privacy = &instance->privacy;
  const DeidQualityModel *quality = instance->problem->quality;
  const DeidLattice *lattice = instance->lattice;
  const DeidTableSource *table = instance->table;
  guint first;

  if (!deid_new_arrays (error, DEID_NEW (instance->columns, get_max_columns (instance))))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    instance->columns[instance->n_columns++] = deid_lattice_find_source_column (lattice, a, table);
  for (guint j = 0; j < privacy->n_judged; j++)
    if (privacy->older_judged[j] == 0)
      instance->columns[instance->n_columns++] = privacy->judged[j].column;
  first = instance->n_columns;
  for (guint c = 0; c < quality->n_columns; c++)
    {
      guint number;

      if (!deid_table_source_find_column (table, quality->columns[c], &number, error))
        return FALSE;
      if (&table->columns[number] == table->survey)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
                       "%s: quality model %s: column '%s' has the survey weights", table->name,
                       quality->shown, deid_column_show (&table->columns[number]));
          return FALSE;
        }
      if (privacy->newest_judged[number] == 0)
        list_column (instance, first, &table->columns[number]);
    }
  instance->n_sensitive = instance->n_columns - lattice->n_attributes;
  if (table->entities != NULL)
    instance->columns[instance->n_columns++] = table->entities;
  return TRUE;
}

static gboolean
examine_models (DeidPreparedProblem *instance, GError **error)
{
  const DeidPreparedModels *privacy = &instance->privacy;
  guint n = 0;

  instance->is_thread_safe = deid_quality_model_is_thread_safe (instance->problem->quality);
  instance->needs_reader = instance->table->entities != NULL;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = privacy->models[i].model->funcs;

      instance->needs_reader
          |= !funcs->size_only
             || (instance->has_population
                 && funcs->suppression_order == DEID_SUPPRESSION_ORDER_RAREST_FIRST);
      instance->judges_unmatched
          |= instance->has_population && funcs->accept_unmatched.func != NULL;
      instance->judges_table |= funcs->accept_table.func != NULL;
      instance->is_thread_safe &= funcs->thread_safe;
    }
  instance->needs_reader |= instance->judges_unmatched;
  if (!deid_new_arrays (error, DEID_NEW (instance->by_cost, privacy->n_models)))
    return FALSE;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < privacy->n_models; i++)
      if ((privacy->models[i].model->n_sensitive > 0) == (pass > 0))
        instance->by_cost[n++] = &privacy->models[i];
  return TRUE;
}

static void
add_codes (DeidPreparedProblem *instance, const DeidCodes *codes, guint32 n_codes)
{
  instance->own.codes[instance->n_codes_columns] = codes;
  instance->n_codes[instance->n_codes_columns++] = n_codes;
}

static gboolean
init_own_rows (DeidPreparedProblem *instance, GError **error)
{
  const DeidLattice *lattice = instance->lattice;
  const DeidTableSource *table = instance->table;
  const DeidQualityModel *quality = instance->problem->quality;
  const guint n_max = get_max_columns (instance);
  DeidRows *rows = &instance->own;

  *rows = (DeidRows){ .n = table->n_rows,
                      .n_attributes = lattice->n_attributes,
                      .weights = table->weights };
  if (!deid_new_arrays (error, DEID_NEW (rows->codes, n_max), DEID_NEW (instance->n_codes, n_max)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidColumn *column = deid_lattice_find_source_column (lattice, a, table);

      add_codes (instance, &column->codes, column->dictionary.n);
    }
  for (guint j = 0; j < instance->privacy.n_judged; j++)
    add_codes (instance, instance->privacy.judged[j].codes, instance->privacy.judged[j].n_values);
  if (table->entities != NULL)
    {
      const DeidColumn *column = table->entities;

      add_codes (instance, &column->codes, column->dictionary.n);
    }
  for (guint c = 0; c < quality->n_columns; c++)
    {
      const DeidColumn *column;
      guint number;

      if (!deid_table_source_find_column (table, quality->columns[c], &number, error))
        return FALSE;
      column = &table->columns[number];
      add_codes (instance, &column->codes, column->dictionary.n);
    }
  return TRUE;
}

/* What the quality model asks for. */
static void
set_cost_source (DeidPreparedProblem *instance)
{
  const DeidQualityModel *quality = instance->problem->quality;
  const guint first = instance->n_codes_columns - quality->n_columns;

  for (guint c = 0; c < quality->n_columns; c++)
    instance->cost_columns[c] = (DeidReadColumn){ .codes = instance->own.codes[first + c],
                                                  .n_values = instance->n_codes[first + c] };
  instance->cost_source = instance->source;
  instance->cost_source.columns = instance->cost_columns;
  instance->cost_source.n_columns = quality->n_columns;
  if (quality->funcs->size_only)
    instance->cost_source.entities = NULL;
}

static void
set_source (DeidPreparedProblem *instance)
{
  const DeidRows *rows = &instance->own;
  const guint n_attributes = rows->n_attributes;
  const guint entity = n_attributes + instance->privacy.n_judged;
  const gboolean has_entities = instance->table->entities != NULL;

  for (guint j = 0; j < instance->privacy.n_judged; j++)
    instance->read_columns[j] = (DeidReadColumn){ .codes = rows->codes[n_attributes + j],
                                                  .n_values = instance->n_codes[n_attributes + j] };
  instance->source = (DeidClassSource){ .rows = &instance->rows,
                                        .attributes = instance->attributes,
                                        .entities = has_entities ? rows->codes[entity] : NULL,
                                        .n_entities = has_entities ? instance->n_codes[entity] : 0,
                                        .columns = instance->read_columns,
                                        .n_columns = instance->privacy.n_judged,
                                        .n_records = instance->n_records };
  set_cost_source (instance);
}

/* Sets what follows from the rows of the table and the population. */
static gboolean
set_rows (DeidPreparedProblem *instance, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (instance->read_columns, instance->privacy.n_judged),
                        DEID_NEW (instance->cost_columns, instance->problem->quality->n_columns)))
    return FALSE;
  instance->rows = instance->own;
  if (instance->has_population)
    {
      if (!deid_joint_rows_init (&instance->joint, &instance->population, &instance->own,
                                 &instance->others, error))
        return FALSE;
      instance->rows = instance->joint.rows;
    }
  set_source (instance);
  return TRUE;
}

static void
clear_rows (DeidPreparedProblem *instance)
{
  g_free (instance->read_columns);
  g_free (instance->cost_columns);
  deid_joint_rows_clear (&instance->joint);
}

static gboolean
init_population (DeidPreparedProblem *instance, GError **error)
{
  instance->has_population = instance->problem->population != NULL;
  if (!instance->has_population)
    return TRUE;
  if (!deid_population_init (&instance->population, instance->lattice,
                             instance->problem->population, DEID_STOP_NEVER, error))
    return FALSE;
  instance->attributes = instance->population.joint;
  instance->others = instance->population.rows;
  return TRUE;
}

static void
start (DeidPreparedProblem *instance, DeidProblem *problem, const DeidTableSource *table)
{
  *instance = (DeidPreparedProblem){ .problem = problem,
                                     .lattice = problem->lattice,
                                     .table = table,
                                     .attributes = problem->lattice->attributes };
}

static gboolean
prepare (DeidPreparedProblem *instance, GError **error)
{
  DeidProblem *problem = instance->problem;
  const DeidLattice *lattice = instance->lattice;
  const DeidTableSource *table = instance->table;

  if (!check_problem (problem, table, error))
    return FALSE;
  instance->n_records = table->n_records;
  instance->limit = instance->problem_limit = deid_problem_count_limit (problem, table->n_records);
  if (!init_population (instance, error)
      || !deid_prepared_models_init (&instance->privacy, lattice, table,
                                     instance->has_population ? &instance->population : NULL,
                                     problem->models, problem->hierarchies, error))
    return FALSE;
  return examine_models (instance, error) && list_columns (instance, error)
         && init_own_rows (instance, error) && set_rows (instance, error)
         && deid_loss_init (&instance->loss, problem->quality, lattice, instance->attributes,
                            &instance->rows, table, error)
         && (problem->quality->funcs->class_bound.func == NULL
             || deid_prepared_problem_find_least_size (instance, &instance->loss.min_records,
                                                       error));
}

gboolean
deid_prepared_problem_init (DeidPreparedProblem *instance, DeidProblem *problem, GError **error)
{
  start (instance, problem, &instance->lent);
  return deid_table_source_init (&instance->lent, problem->lattice->dataset, error)
         && prepare (instance, error);
}

gboolean
deid_prepared_problem_init_table (DeidPreparedProblem *instance, DeidProblem *problem,
                                  const DeidTableSource *table, GError **error)
{
  start (instance, problem, table);
  return prepare (instance, error);
}

void
deid_prepared_problem_clear (DeidPreparedProblem *instance)
{
  clear_rows (instance);
  deid_prepared_models_clear (&instance->privacy);
  g_free (instance->by_cost);
  deid_loss_clear (&instance->loss);
  g_free (instance->columns);
  g_free (instance->n_codes);
  g_free (instance->own.codes);
  deid_table_source_clear (&instance->lent);
  deid_population_clear (&instance->population);
}

/* Puts the distinct ones in the place of rows, if that is worthwhile. On failure nothing changes.
 */
static gboolean
merge (DeidRows *rows, DeidMergedRows *merged, guint n_columns, const guint32 *n_codes,
       const DeidStop *stop, GError **error)
{
  const DeidCodes **codes = NULL;
  DeidRows all = *rows;

  all.n_attributes = n_columns;
  if (!deid_merged_rows_init (merged, &all, n_codes, stop, error)
      || !deid_new_arrays (error, DEID_NEW (codes, n_columns)))
    {
      deid_merged_rows_clear (merged);
      return FALSE;
    }
  if (merged->n == 0)
    {
      g_free (codes);
      return TRUE;
    }
  for (guint c = 0; c < n_columns; c++)
    codes[c] = &merged->columns[c];
  rows->codes = codes;
  rows->weights = g_steal_pointer (&merged->weights);
  rows->n = merged->n;
  return TRUE;
}

static gboolean
merge_others (DeidPreparedProblem *distinct, const DeidStop *stop, GError **error)
{
  const DeidPopulation *population = &distinct->population;
  g_autofree guint32 *n_codes = NULL;

  if (!distinct->has_population)
    return TRUE;
  n_codes = deid_alloc (population->n_attributes, sizeof *n_codes, error);
  if (n_codes == NULL)
    return FALSE;
  for (guint a = 0; a < population->n_attributes; a++)
    n_codes[a] = population->attributes[a].n_codes;
  return merge (&distinct->others, &distinct->merged_others, population->n_attributes, n_codes,
                stop, error);
}

gboolean
deid_prepared_problem_init_distinct (DeidPreparedProblem *distinct, const DeidPreparedProblem *all,
                                     const DeidStop *stop, GError **error)
{
  *distinct = *all;
  distinct->joint = (DeidJointRows){ 0 };
  distinct->read_columns = distinct->cost_columns = NULL;
  return merge (&distinct->own, &distinct->merged, all->n_codes_columns, all->n_codes, stop, error)
         && merge_others (distinct, stop, error) && set_rows (distinct, error);
}

static void
clear_merged (DeidRows *rows, DeidMergedRows *merged)
{
  if (merged->n == 0)
    return;
  g_free (rows->codes);
  g_free (rows->weights);
  deid_merged_rows_clear (merged);
}

void
deid_prepared_problem_clear_distinct (DeidPreparedProblem *distinct)
{
  clear_rows (distinct);
  clear_merged (&distinct->own, &distinct->merged);
  clear_merged (&distinct->others, &distinct->merged_others);
}
