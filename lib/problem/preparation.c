/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "problem/preparation.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "lattice/lattice-private.h"

/* Tells whether its rows are fewer than those of what it was made of. */
static inline gboolean
prepared_problem_has_merged (const DeidPreparedProblem *distinct)
{
  return distinct->tables.merged.n > 0 || distinct->tables.merged_others.n > 0;
}

static gboolean
fail_empty (const DeidTableSource *table, const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_EMPTY, "%s: %s, expected at least one", table->name, what);
}

/* Checks that the lattice has all quasi-identifiers of the table, and the table those of the
 * lattice. */
static gboolean
check_attributes (const DeidLattice *lattice, const DeidTableSource *table, GError **error)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (table->columns[c].role == DEID_ROLE_QUASI_IDENTIFYING
        && deid_lattice_find_attribute (lattice, table->columns[c].name) == NULL)
      return deid_fail (
          error, DEID_ERROR_ROLE,
          "%s: column '%s' has the role of a quasi-identifier, but the lattice lacks it",
          table->name, deid_column_show (&table->columns[c]));
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
prepared_problem_check_problem (const DeidProblem *problem, const DeidTableSource *table,
                                GError **error)
{
  if (!deid_lattice_check_attributes (problem->lattice, error)
      || !deid_lattice_check_top_blocks (problem->lattice, error))
    return FALSE;
  if (table->n_rows == 0)
    return fail_empty (table, "the dataset has no rows", error);
  if (problem->models->len == 0)
    return fail_empty (table, "the problem has no privacy model", error);
  if (table->n_rows >= G_MAXUINT32 - 1)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "%s: %" G_GUINT64_FORMAT " rows, expected fewer than 2^32 - 2", table->name,
                      table->n_rows);
  return check_attributes (problem->lattice, table, error);
}

/* Returns: a number that no list of columns exceeds. */
static guint
get_max_columns (const DeidPreparedProblem *prepared)
{
  return prepared->lattice->n_attributes + prepared->privacy.n_judged
         + prepared->problem->quality->n_columns + 1 + prepared->groups.n_columns
         + prepared->weights.n_columns;
}

/* Lists a column, unless it is there from @first on. */
static void
list_column (DeidPreparedProblem *prepared, guint first, const DeidColumn *column)
{
  guint c = first;

  while (c < prepared->n_columns && prepared->columns[c] != column)
    c++;
  if (c == prepared->n_columns)
    prepared->columns[prepared->n_columns++] = column;
}

/* Tells why persons of a problem cannot be judged, or NULL. */
static const char *
find_obstacle_to_persons (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  if (prepared->table->entities == NULL && model->n_sensitive == 0)
    return "no column of persons, expected one with the role 'entity'";
  if (prepared->has_population)
    return "a population, of whose persons only one row each is known";
  if (!deid_quality_model_is_separable (prepared->problem->quality))
    return "a quality model that costs classes, expected one that costs values";
  return NULL;
}

/* A class of rows that fails a model costs its persons all their rows, so that only superset-closed
 * models keep the promise that generalizing withholds no other person. One of a sensitive attribute
 * has to say what it asks of persons. */
static gboolean
goes_with_persons (const DeidPrivacyModel *model)
{
  return model->funcs->accept_table.func == NULL && model->funcs->closure == DEID_CLOSURE_SUPERSET
         && (model->n_sensitive == 0 || model->funcs->profile.n_values > 0
             || model->funcs->persons.k > 0);
}

static gboolean
check_persons (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model, GError **error)
{
  const DeidPreparedModels *privacy = &prepared->privacy;
  const char *obstacle = find_obstacle_to_persons (prepared, model);

  if (obstacle != NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "privacy model %s judges persons with all their rows, but the problem has %s",
                      model->shown, obstacle);
  for (guint i = 0; i < privacy->n_models; i++)
    if (!goes_with_persons (privacy->models[i].model))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "privacy model %s judges persons with all their rows, but the problem has "
                        "%s too, expected no other models than k, dl and persons",
                        model->shown, privacy->models[i].model->shown);
  return TRUE;
}

static gboolean
prepared_problem_examine_models (DeidPreparedProblem *prepared, GError **error)
{
  const DeidPreparedModels *privacy = &prepared->privacy;
  guint n = 0;

  prepared->asks.is_thread_safe = deid_quality_model_is_thread_safe (prepared->problem->quality)
                                  && deid_prepared_models_are_thread_safe (privacy);
  prepared->asks.needs_reader = prepared->table->entities != NULL;
  prepared->asks.judges_persons_alone = TRUE;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = privacy->models[i].model->funcs;

      prepared->asks.needs_reader
          |= !funcs->size_only || deid_prepared_model_names_classes (&privacy->models[i])
             || (prepared->has_population
                 && funcs->suppression_order == DEID_SUPPRESSION_ORDER_RAREST_FIRST);
      prepared->asks.judges_unmatched
          |= prepared->has_population && funcs->accept_unmatched.func != NULL;
      prepared->asks.judges_table |= funcs->accept_table.func != NULL;
      prepared->asks.judges_persons |= funcs->persons.k > 0;
      prepared->asks.judges_persons_alone &= funcs->persons.k > 0;
      if (funcs->persons.k > 0 && !check_persons (prepared, privacy->models[i].model, error))
        return FALSE;
    }
  prepared->asks.needs_reader |= prepared->asks.judges_unmatched;
  if (!deid_new_arrays (error, DEID_NEW (prepared->asks.by_cost, privacy->n_models)))
    return FALSE;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < privacy->n_models; i++)
      if ((privacy->models[i].model->n_sensitive > 0) == (pass > 0))
        prepared->asks.by_cost[n++] = &privacy->models[i];
  return TRUE;
}

static void
add_codes (DeidPreparedProblem *prepared, const DeidCodes *codes, guint32 n_codes)
{
  prepared->tables.own.codes[prepared->codes.n_columns] = codes;
  prepared->codes.n_codes[prepared->codes.n_columns++] = n_codes;
}

/* Adds the codes of a column with group weights, unless they are listed for another use: rows of
 * different groups are kept apart. */
static guint
add_group_column (DeidPreparedProblem *prepared, const DeidColumn *column)
{
  guint number = 0;

  list_column (prepared, 0, column);
  while (number < prepared->codes.n_columns && prepared->tables.own.codes[number] != &column->codes)
    number++;
  if (number == prepared->codes.n_columns)
    add_codes (prepared, &column->codes, column->dictionary.n);
  return number;
}

/* Adds what the quality model asks for: its columns behind the sensitive ones, and their codes. */
static gboolean
add_cost_columns (DeidPreparedProblem *prepared, GError **error)
{
  const DeidQualityModel *quality = prepared->problem->quality;
  const DeidTableSource *table = prepared->table;
  const guint first = prepared->n_columns;

  prepared->codes.first_of_costs = prepared->codes.n_columns;
  for (guint c = 0; c < quality->n_columns; c++)
    {
      const DeidColumn *column;
      guint number;

      if (!deid_table_source_find_column (table, quality->columns[c], &number, error))
        return FALSE;
      column = &table->columns[number];
      if (column == table->survey)
        return deid_fail (error, DEID_ERROR_ROLE,
                          "%s: quality model %s: column '%s' has the survey weights", table->name,
                          quality->shown, deid_column_show (column));
      if (prepared->privacy.newest_judged[number] == 0)
        list_column (prepared, first, column);
      add_codes (prepared, &column->codes, column->dictionary.n);
    }
  return TRUE;
}

/* Lists the columns that verdicts and losses follow from, and the codes of their rows. Only a
 * quasi-identifier that a model asks for is listed twice. */
static gboolean
prepared_problem_list_columns (DeidPreparedProblem *prepared, GError **error)
{
  const DeidPreparedModels *privacy = &prepared->privacy;
  const DeidLattice *lattice = prepared->lattice;
  const DeidTableSource *table = prepared->table;
  const guint n_max = get_max_columns (prepared);
  DeidRows *rows = &prepared->tables.own;

  *rows = (DeidRows){ .n = table->n_rows,
                      .n_attributes = lattice->n_attributes,
                      .weights = table->weights };
  if (!deid_new_arrays (error, DEID_NEW (prepared->columns, n_max), DEID_NEW (rows->codes, n_max),
                        DEID_NEW (prepared->codes.n_codes, n_max)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidColumn *column = deid_lattice_find_source_column (lattice, a, table);

      prepared->columns[prepared->n_columns++] = column;
      add_codes (prepared, &column->codes, column->dictionary.n);
    }
  for (guint j = 0; j < privacy->n_judged; j++)
    {
      if (privacy->older_judged[j] == 0)
        prepared->columns[prepared->n_columns++] = privacy->judged[j].column;
      add_codes (prepared, privacy->judged[j].codes, privacy->judged[j].n_values);
    }
  if (table->entities != NULL)
    add_codes (prepared, &table->entities->codes, table->entities->dictionary.n);
  if (!add_cost_columns (prepared, error))
    return FALSE;
  prepared->n_sensitive = prepared->n_columns - lattice->n_attributes;
  if (table->entities != NULL)
    prepared->columns[prepared->n_columns++] = table->entities;
  for (guint i = 0; i < prepared->groups.n_columns; i++)
    prepared->groups.columns[i].codes
        = add_group_column (prepared, prepared->groups.columns[i].column);
  for (guint i = 0; i < prepared->weights.n_columns; i++)
    prepared->weights.columns[i].codes
        = add_group_column (prepared, prepared->weights.columns[i].column);
  return TRUE;
}

/* What the quality model asks for. */
static void
set_cost_source (DeidPreparedProblem *prepared)
{
  const DeidQualityModel *quality = prepared->problem->quality;
  const guint first = prepared->codes.first_of_costs;

  for (guint c = 0; c < quality->n_columns; c++)
    prepared->read_costs.columns[c]
        = (DeidReadColumn){ .codes = prepared->tables.own.codes[first + c],
                            .n_values = prepared->codes.n_codes[first + c] };
  prepared->read_costs.source = prepared->read.source;
  prepared->read_costs.source.columns = prepared->read_costs.columns;
  prepared->read_costs.source.n_columns = quality->n_columns;
  if (quality->funcs->size_only)
    prepared->read_costs.source.entities = NULL;
}

/* Rows that were merged weigh as those that they are made of. */
static gboolean
prepared_problem_weigh_rows (DeidPreparedProblem *prepared, const DeidStop *stop, GError **error)
{
  DeidLossWeights *weights = &prepared->weights;

  if (weights->n_columns == 0)
    return TRUE;
  if (weights->divisor == 0
      && !deid_loss_weights_find_divisor (weights, prepared->table, &prepared->rows,
                                          prepared->tables.own.codes, stop, error))
    return FALSE;
  prepared->loss_weights = deid_loss_weights_weigh (weights, prepared->table, &prepared->rows,
                                                    prepared->tables.own.codes, stop, error);
  prepared->rows.loss_weights = prepared->loss_weights;
  return prepared->loss_weights != NULL;
}

static void
set_source (DeidPreparedProblem *prepared)
{
  const DeidRows *rows = &prepared->tables.own;
  const guint n_attributes = rows->n_attributes;
  const guint entity = n_attributes + prepared->privacy.n_judged;
  const gboolean has_entities = prepared->table->entities != NULL;

  for (guint j = 0; j < prepared->privacy.n_judged; j++)
    prepared->read.columns[j]
        = (DeidReadColumn){ .codes = rows->codes[n_attributes + j],
                            .n_values = prepared->codes.n_codes[n_attributes + j] };
  prepared->read.source
      = (DeidClassSource){ .rows = &prepared->rows,
                           .attributes = prepared->attributes,
                           .entities = has_entities ? rows->codes[entity] : NULL,
                           .n_entities = has_entities ? prepared->codes.n_codes[entity] : 0,
                           .columns = prepared->read.columns,
                           .n_columns = prepared->privacy.n_judged,
                           .n_records = prepared->n_records };
  set_cost_source (prepared);
}

const DeidCodes *
deid_prepared_problem_get_persons (const DeidPreparedProblem *prepared,
                                   const DeidPreparedModel *asked, guint32 *n_persons)
{
  const DeidClassSource *source = &prepared->read.source;
  const gboolean is_own = asked->model->n_sensitive > 0
                          && asked->input.columns[0]->column != prepared->table->entities;

  if (asked->model->funcs->persons.k == 0)
    return NULL;
  *n_persons = is_own ? source->columns[asked->places[0]].n_values : source->n_entities;
  return is_own ? source->columns[asked->places[0]].codes : source->entities;
}

/* Lists the rows of the persons that models judge, once for each column of persons. */
static gboolean
list_persons (DeidPreparedProblem *prepared, const DeidStop *stop, GError **error)
{
  const DeidPreparedModels *privacy = &prepared->privacy;

  if (!deid_new_arrays (error, DEID_NEW (prepared->persons, privacy->n_models)))
    return FALSE;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      guint32 n_codes;
      const DeidCodes *codes
          = deid_prepared_problem_get_persons (prepared, &privacy->models[i], &n_codes);
      guint p = 0;

      while (codes != NULL && p < prepared->n_persons && prepared->persons[p].codes != codes)
        p++;
      if (codes != NULL && p == prepared->n_persons
          && !deid_person_rows_init (&prepared->persons[prepared->n_persons++], &prepared->rows,
                                     codes, n_codes, stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Sets what follows from the rows of the table and the population. */
static gboolean
set_rows (DeidPreparedProblem *prepared, const DeidStop *stop, GError **error)
{
  if (!deid_new_arrays (
          error, DEID_NEW (prepared->read.columns, prepared->privacy.n_judged),
          DEID_NEW (prepared->read_costs.columns, prepared->problem->quality->n_columns)))
    return FALSE;
  prepared->rows = prepared->tables.own;
  if (prepared->has_population)
    {
      if (!deid_joint_rows_init (&prepared->tables.joint, &prepared->population,
                                 &prepared->tables.own, &prepared->tables.others, stop, error))
        return FALSE;
      prepared->rows = prepared->tables.joint.rows;
    }
  prepared->rows.loss_weights = NULL;
  if (!prepared_problem_weigh_rows (prepared, stop, error))
    return FALSE;
  set_source (prepared);
  return list_persons (prepared, stop, error);
}

static void
clear_rows (DeidPreparedProblem *prepared)
{
  g_free (prepared->read.columns);
  g_free (prepared->read_costs.columns);
  deid_joint_rows_clear (&prepared->tables.joint);
  g_free (prepared->loss_weights);
  for (guint p = 0; p < prepared->n_persons; p++)
    deid_person_rows_clear (&prepared->persons[p]);
  g_free (prepared->persons);
}

/* Of the table given, or of the problem's own. */
static gboolean
init_population (DeidPreparedProblem *prepared, const DeidTableSource *given, const DeidStop *stop,
                 GError **error)
{
  DeidDataset *own = prepared->problem->population;
  const DeidTableSource *table = given != NULL ? given : &prepared->tables.lent_population;

  prepared->has_population = given != NULL || own != NULL;
  if (!prepared->has_population)
    return TRUE;
  if ((given == NULL && !deid_table_source_init (&prepared->tables.lent_population, own, error))
      || !deid_population_init (&prepared->population, prepared->lattice, table, stop, error))
    return FALSE;
  prepared->attributes = prepared->population.joint;
  prepared->tables.others = prepared->population.rows;
  return TRUE;
}

static void
prepared_problem_start (DeidPreparedProblem *prepared, DeidProblem *problem,
                        const DeidTableSource *table)
{
  *prepared = (DeidPreparedProblem){ .problem = problem,
                                     .lattice = problem->lattice,
                                     .table = table,
                                     .attributes = problem->lattice->attributes };
}

static gboolean
prepared_problem_prepare (DeidPreparedProblem *prepared, const DeidTableSource *population,
                          const DeidStop *stop, GError **error)
{
  DeidProblem *problem = prepared->problem;
  const DeidLattice *lattice = prepared->lattice;
  const DeidTableSource *table = prepared->table;

  if (!prepared_problem_check_problem (problem, table, error))
    return FALSE;
  prepared->n_records = table->n_records;
  prepared->limit = prepared->problem_limit = deid_problem_count_limit (problem, table->n_records);
  if (!init_population (prepared, population, stop, error)
      || !deid_prepared_models_init (&prepared->privacy, lattice, table,
                                     prepared->has_population ? &prepared->population : NULL,
                                     problem->models, problem->hierarchies, stop, error))
    return FALSE;
  return prepared_problem_examine_models (prepared, error)
         && deid_groups_init (&prepared->groups, problem, table, stop, error)
         && deid_loss_weights_init (&prepared->weights, problem, table, error)
         && prepared_problem_list_columns (prepared, error) && set_rows (prepared, stop, error)
         && deid_loss_init (&prepared->loss, problem->quality, lattice, prepared->attributes,
                            &prepared->rows, table, stop, error)
         && (problem->quality->funcs->class_bound.func == NULL
             || deid_prepared_problem_find_least_size (prepared, &prepared->loss.min_records, stop,
                                                       error));
}

gboolean
deid_prepared_problem_init (DeidPreparedProblem *prepared, DeidProblem *problem,
                            const DeidStop *stop, GError **error)
{
  prepared_problem_start (prepared, problem, &prepared->tables.lent);
  return deid_table_source_init (&prepared->tables.lent, problem->lattice->dataset, error)
         && prepared_problem_prepare (prepared, NULL, stop, error);
}

gboolean
deid_prepared_problem_init_table (DeidPreparedProblem *prepared, DeidProblem *problem,
                                  const DeidTableSource *table, const DeidTableSource *population,
                                  const DeidStop *stop, GError **error)
{
  prepared_problem_start (prepared, problem, table);
  return prepared_problem_prepare (prepared, population, stop, error);
}

void
deid_prepared_problem_clear (DeidPreparedProblem *prepared)
{
  clear_rows (prepared);
  deid_prepared_models_clear (&prepared->privacy);
  deid_groups_clear (&prepared->groups);
  deid_loss_weights_clear (&prepared->weights);
  g_free (prepared->asks.by_cost);
  deid_loss_clear (&prepared->loss);
  deid_free_arrays (prepared->columns, prepared->codes.n_codes, prepared->tables.own.codes);
  deid_table_source_clear (&prepared->tables.lent);
  deid_population_clear (&prepared->population);
  deid_table_source_clear (&prepared->tables.lent_population);
}

/* Puts the distinct ones in the place of rows, if that is worthwhile. On failure nothing changes.
 */
static gboolean
prepared_problem_merge (DeidRows *rows, DeidMergedRows *merged, guint n_columns,
                        const guint32 *n_codes, const DeidStop *stop, GError **error)
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
  return prepared_problem_merge (&distinct->tables.others, &distinct->tables.merged_others,
                                 population->n_attributes, n_codes, stop, error);
}

gboolean
deid_prepared_problem_init_distinct (DeidPreparedProblem *distinct, const DeidPreparedProblem *all,
                                     const DeidStop *stop, GError **error)
{
  *distinct = *all;
  distinct->tables.joint = (DeidJointRows){ 0 };
  distinct->read.columns = distinct->read_costs.columns = NULL;
  distinct->loss_weights = NULL;
  distinct->persons = NULL;
  distinct->n_persons = 0;
  return prepared_problem_merge (&distinct->tables.own, &distinct->tables.merged,
                                 all->codes.n_columns, all->codes.n_codes, stop, error)
         && merge_others (distinct, stop, error) && set_rows (distinct, stop, error);
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
  clear_merged (&distinct->tables.own, &distinct->tables.merged);
  clear_merged (&distinct->tables.others, &distinct->tables.merged_others);
}

/* Locks are held for no longer than it takes to look: whoever prepares or merges calls models and
 * may be cancelled, so nobody waits for it. */

static void
free_distinct (DeidPreparation *preparation, DeidPreparedProblem *distinct)
{
  if (distinct == NULL || distinct == &preparation->all)
    return;
  deid_prepared_problem_clear_distinct (distinct);
  g_free (distinct);
}

void
deid_preparation_free (DeidPreparation *preparation)
{
  free_distinct (preparation, preparation->distinct);
  deid_prepared_problem_clear (&preparation->all);
  g_free (preparation);
}

/* Tells whether the states of the models are all there is: one that returned none may have it in
 * its user data, where the next one to prepare overwrites it. */
static gboolean
has_all_states (const DeidPreparedProblem *prepared)
{
  const DeidPreparedModels *privacy = &prepared->privacy;
  const DeidQualityModel *quality = prepared->problem->quality;

  for (guint i = 0; i < privacy->n_models; i++)
    if (privacy->models[i].model->funcs->prepare.func != NULL && privacy->models[i].state == NULL)
      return FALSE;
  return quality->funcs->prepare.func == NULL || prepared->loss.state != NULL;
}

/* Returns: (nullable): what the problem keeps, for one more use, if it may have one. Otherwise
 * @made, if given, is kept if nothing was. */
static DeidPreparation *
preparation_take (DeidProblem *problem, DeidPreparation *made)
{
  DeidPreparation *kept;

  g_mutex_lock (&problem->mutex);
  if (problem->preparation == NULL && made != NULL && has_all_states (&made->all))
    {
      problem->preparation = made;
      made->n_refs++;
    }
  kept = problem->preparation;
  if (kept == made || (kept != NULL && kept->n_refs > 1 && !kept->all.asks.is_thread_safe))
    kept = NULL;
  if (kept != NULL)
    kept->n_refs++;
  g_mutex_unlock (&problem->mutex);
  return kept;
}

DeidPreparation *
deid_problem_prepare_apart (DeidProblem *problem, const DeidStop *stop, GError **error)
{
  DeidPreparation *made;

  deid_problem_make_immutable (problem);
  if (!deid_stop_check (stop, error))
    return NULL;
  made = g_new0 (DeidPreparation, 1);
  made->n_refs = 1;
  if (deid_prepared_problem_init (&made->all, problem, stop, error)
      && deid_stop_check (stop, error))
    return made;
  deid_preparation_free (made);
  return NULL;
}

DeidPreparation *
deid_problem_prepare (DeidProblem *problem, const DeidStop *stop, GError **error)
{
  DeidPreparation *made, *kept;

  deid_problem_make_immutable (problem);
  if (!deid_stop_check (stop, error))
    return NULL;
  kept = preparation_take (problem, NULL);
  if (kept != NULL)
    return kept;
  made = deid_problem_prepare_apart (problem, stop, error);
  if (made == NULL)
    return NULL;
  kept = preparation_take (problem, made);
  if (kept == NULL)
    return made;
  deid_preparation_free (made);
  return kept;
}

void
deid_preparation_release (DeidPreparation *preparation)
{
  DeidProblem *problem;
  gboolean is_last;

  if (preparation == NULL)
    return;
  problem = preparation->all.problem;
  g_mutex_lock (&problem->mutex);
  is_last = --preparation->n_refs == 0;
  g_mutex_unlock (&problem->mutex);
  if (is_last)
    deid_preparation_free (preparation);
}

/* Where nothing is merged, all rows are the distinct ones. Returns: (nullable): the view. */
static DeidPreparedProblem *
make_distinct (DeidPreparation *preparation, const DeidStop *stop, GError **error)
{
  DeidPreparedProblem *distinct = g_new (DeidPreparedProblem, 1);
  const gboolean success
      = deid_prepared_problem_init_distinct (distinct, &preparation->all, stop, error);

  if (success && prepared_problem_has_merged (distinct))
    return distinct;
  free_distinct (preparation, distinct);
  return success ? &preparation->all : NULL;
}

const DeidPreparedProblem *
deid_preparation_get_distinct (DeidPreparation *preparation, const DeidStop *stop, GError **error)
{
  GMutex *mutex = &preparation->all.problem->mutex;
  DeidPreparedProblem *distinct, *made;

  g_mutex_lock (mutex);
  distinct = preparation->distinct;
  g_mutex_unlock (mutex);
  if (distinct != NULL)
    return distinct;
  made = make_distinct (preparation, stop, error);
  if (made == NULL)
    return NULL;
  g_mutex_lock (mutex);
  if (preparation->distinct == NULL)
    preparation->distinct = g_steal_pointer (&made);
  distinct = preparation->distinct;
  g_mutex_unlock (mutex);
  free_distinct (preparation, made);
  return distinct;
}
