/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/prepared-models.h"

#include <string.h>

#include "base/arrays.h"
#include "base/text.h"
#include "classes/class.h"

/* Tells whether a model sees the column in this way. */
static inline gboolean
judged_column_suits (const DeidJudgedColumn *judged, const DeidColumn *column,
                     const DeidPrivacyModelFuncs *funcs)
{
  return judged->column == column && judged->compare == funcs->compare.func
         && judged->compare_data == funcs->compare.data;
}

static guint
count_sensitive (const GPtrArray *models)
{
  guint n = 0;

  for (guint i = 0; i < models->len; i++)
    n += ((const DeidPrivacyModel *) g_ptr_array_index (models, i))->n_sensitive;
  return n;
}

/* Finds or makes the judged column that a model sees a sensitive column as. */
static gboolean
add_judged_column (DeidPreparedModels *prepared, const DeidTableSource *table, const char *name,
                   const DeidPrivacyModel *model, guint *place, const DeidStop *stop,
                   GError **error)
{
  guint number, found;

  if (!deid_table_source_find_column (table, name, &number, error))
    return FALSE;
  found = prepared->newest_judged[number];
  while (
      found > 0
      && !judged_column_suits (&prepared->judged[found - 1], &table->columns[number], model->funcs))
    found = prepared->older_judged[found - 1];
  *place = found > 0 ? found - 1 : prepared->n_judged;
  if (found > 0)
    return TRUE;
  prepared->older_judged[*place] = prepared->newest_judged[number];
  prepared->newest_judged[number] = ++prepared->n_judged;
  return deid_judged_column_init (&prepared->judged[*place], table, &table->columns[number], model,
                                  stop, error);
}

static gboolean
bind_model (DeidPreparedModels *prepared, DeidPreparedModel *bound, const DeidLattice *lattice,
            const DeidTableSource *table, const DeidPopulation *population, GHashTable *hierarchies,
            const DeidStop *stop, GError **error)
{
  const guint n_sensitive = bound->model->n_sensitive;

  bound->input = (DeidPrivacyInput){ .n_records = table->n_records,
                                     .population = population,
                                     .lattice = lattice,
                                     .table = table,
                                     .n_sensitive = n_sensitive };
  if (!deid_new_arrays (error, DEID_NEW (bound->places, n_sensitive),
                        DEID_NEW (bound->input.columns, n_sensitive),
                        DEID_NEW (bound->input.hierarchies, n_sensitive)))
    return FALSE;
  for (guint s = 0; s < n_sensitive; s++)
    {
      const char *name = bound->model->sensitive[s];

      if (!add_judged_column (prepared, table, name, bound->model, &bound->places[s], stop, error))
        return FALSE;
      bound->input.columns[s] = &prepared->judged[bound->places[s]];
      bound->input.hierarchies[s] = g_hash_table_lookup (hierarchies, name);
    }
  return TRUE;
}

/* What a model asks of the whole table ends with the run that prepares; what it asks later, to
 * recheck, is not bound to it. */
static gboolean
prepare_model (DeidPreparedModel *bound, const DeidStop *stop, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = bound->model->funcs;
  GError *own_error = NULL;
  gboolean succeeded;

  if (funcs->prepare.func == NULL)
    return TRUE;
  bound->input.stop = stop;
  succeeded = funcs->prepare.func (&bound->input, funcs->prepare.data, &bound->state, &own_error);
  bound->input.stop = NULL;
  bound->is_prepared
      = deid_privacy_model_slot_succeeded (bound->model, succeeded, own_error, error);
  return bound->is_prepared;
}

gboolean
deid_prepared_models_init (DeidPreparedModels *prepared, const DeidLattice *lattice,
                           const DeidTableSource *table, const DeidPopulation *population,
                           const GPtrArray *models, GHashTable *hierarchies, const DeidStop *stop,
                           GError **error)
{
  const guint n_sensitive = count_sensitive (models);

  *prepared = (DeidPreparedModels){ .n_models = 0 };
  if (!deid_new_arrays (error, DEID_NEW (prepared->judged, n_sensitive),
                        DEID_NEW (prepared->models, models->len),
                        DEID_NEW (prepared->newest_judged, table->n_columns),
                        DEID_NEW (prepared->older_judged, n_sensitive)))
    return FALSE;
  while (prepared->n_models < models->len)
    {
      DeidPreparedModel *bound = &prepared->models[prepared->n_models];

      bound->model = g_ptr_array_index (models, prepared->n_models++);
      if (!bind_model (prepared, bound, lattice, table, population, hierarchies, stop, error)
          || !prepare_model (bound, stop, error) || !deid_stop_check (stop, error))
        return FALSE;
    }
  return TRUE;
}

static void
clear_model (DeidPreparedModel *bound)
{
  const DeidPrivacyModelFuncs *funcs = bound->model->funcs;

  if (bound->is_prepared && funcs->free_state.func != NULL)
    funcs->free_state.func (bound->state, funcs->free_state.data);
  deid_free_arrays (bound->places, bound->input.columns, bound->input.hierarchies);
}

void
deid_prepared_models_clear (DeidPreparedModels *prepared)
{
  for (guint i = 0; i < prepared->n_models; i++)
    clear_model (&prepared->models[i]);
  for (guint j = 0; j < prepared->n_judged; j++)
    deid_judged_column_clear (&prepared->judged[j]);
  deid_free_arrays (prepared->models, prepared->judged, prepared->newest_judged,
                    prepared->older_judged);
}

guint64
deid_prepared_model_get_least_values (const DeidPreparedModel *prepared)
{
  for (guint s = 0; s < prepared->model->n_sensitive; s++)
    if (prepared->input.columns[s]->lacking != DEID_NO_CODE)
      return 1;
  return prepared->model->n_sensitive > 0 ? prepared->model->funcs->least_values : 0;
}

gboolean
deid_prepared_models_are_thread_safe (const DeidPreparedModels *prepared)
{
  for (guint i = 0; i < prepared->n_models; i++)
    if (!prepared->models[i].model->funcs->thread_safe)
      return FALSE;
  return TRUE;
}

static void
show (const DeidPreparedModel *prepared, DeidClass *eq_class)
{
  eq_class->n_sensitive = prepared->model->n_sensitive;
  eq_class->places = prepared->places;
}

/* Tells whether the rows of a class, which are all of one linked table, lack the sensitive column
 * and so give away no value. */
static gboolean
lacks_values (const DeidPreparedModel *prepared, DeidClass *eq_class)
{
  for (guint s = 0; s < prepared->model->n_sensitive; s++)
    if (prepared->input.columns[s]->lacking != DEID_NO_CODE)
      {
        guint32 n_values;
        const guint32 *values;

        show (prepared, eq_class);
        values = deid_class_get_values (eq_class, s, &n_values);
        if (n_values == 1 && values[0] == prepared->input.columns[s]->lacking)
          return TRUE;
      }
  return FALSE;
}

static gboolean
prepared_models_ask (const DeidPreparedModel *prepared, DeidJudgeFunc func, gpointer data,
                     DeidClass *eq_class, gboolean *passes, GError **error)
{
  GError *own_error = NULL;
  gboolean succeeded;

  *passes = TRUE;
  if (func == NULL)
    return TRUE;
  *passes = FALSE;
  show (prepared, eq_class);
  succeeded = func (eq_class, prepared->state, data, passes, &own_error);
  return deid_privacy_model_slot_succeeded (prepared->model, succeeded, own_error, error)
         && deid_class_check_labels (eq_class, error);
}

gboolean
deid_prepared_model_accepts (const DeidPreparedModel *prepared, DeidClass *eq_class,
                             gboolean *passes, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;

  *passes = TRUE;
  if (eq_class->n_records > 0 && lacks_values (prepared, eq_class))
    return TRUE;
  return eq_class->n_records > 0
             ? prepared_models_ask (prepared, funcs->accept.func, funcs->accept.data, eq_class,
                                    passes, error)
             : prepared_models_ask (prepared, funcs->accept_unmatched.func,
                                    funcs->accept_unmatched.data, eq_class, passes, error);
}

gboolean
deid_prepared_model_meets_necessary (const DeidPreparedModel *prepared, DeidClass *eq_class,
                                     gboolean *passes, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;

  return prepared_models_ask (prepared, funcs->necessary.func, funcs->necessary.data, eq_class,
                              passes, error);
}

gboolean
deid_prepared_model_sums (const DeidPreparedModel *prepared)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;

  return funcs->accept_table.func != NULL && funcs->class_term.func != NULL
         && funcs->suppression_order != DEID_SUPPRESSION_ORDER_NAMED;
}

gboolean
deid_prepared_model_fail_term (const DeidPreparedModel *prepared, GError *own_error, GError **error)
{
  if (own_error == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "privacy model %s: the class term failed without saying why",
                      prepared->model->shown);
  g_propagate_error (error, own_error);
  return FALSE;
}

gboolean
deid_prepared_model_fail_sum (const DeidPreparedModel *prepared, GError **error)
{
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "privacy model %s: the terms of the classes add up to 2^128 or more",
                    prepared->model->shown);
}

/* In the order of a model, classes that are alike follow each other. */
static gboolean
sum_terms (const DeidPreparedModel *prepared, const DeidTableView *table, DeidWide *sum,
           GError **error)
{
  const guint64 *sizes = table->sizes;
  const guint64 *populations = table->populations != NULL ? table->populations : sizes;
  DeidWide term = 0;

  *sum = 0;
  for (guint32 i = 0; i < table->n_classes; i++)
    {
      if ((i == 0 || sizes[i] != sizes[i - 1] || populations[i] != populations[i - 1])
          && !deid_prepared_model_get_term (prepared, sizes[i], populations[i], &term, error))
        return FALSE;
      if (!deid_prepared_model_add_term (prepared, term, sum, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: what a model may see of a table. */
static DeidTableView
show_table (const DeidPreparedModel *prepared, const DeidTableView *table)
{
  DeidTableView seen = *table;

  seen.has_population = deid_prepared_model_has_population (prepared);
  if (!seen.has_population)
    seen.populations = NULL;
  return seen;
}

static gboolean
ask_table (const DeidPreparedModel *prepared, const DeidTableView *seen, gboolean *passes,
           GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  GError *own_error = NULL;
  gboolean succeeded;

  *passes = TRUE;
  if (funcs->accept_table.func == NULL)
    return TRUE;
  *passes = FALSE;
  succeeded = funcs->accept_table.func (seen, prepared->state, funcs->accept_table.data, passes,
                                        &own_error);
  return deid_privacy_model_slot_succeeded (prepared->model, succeeded, own_error, error);
}

gboolean
deid_prepared_model_judges_sum (const DeidPreparedModel *prepared, const DeidTableView *table,
                                int *verdict, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  DeidTableView seen = *table;
  GError *own_error = NULL;
  gboolean succeeded, passes;

  seen.n_classes = 0;
  seen.sizes = seen.populations = NULL;
  seen.has_population = deid_prepared_model_has_population (prepared);
  if (funcs->judge_sum.func != NULL)
    {
      *verdict = 0;
      succeeded = funcs->judge_sum.func (&seen, prepared->state, funcs->judge_sum.data, verdict,
                                         &own_error);
      return deid_privacy_model_slot_succeeded (prepared->model, succeeded, own_error, error);
    }
  if (!ask_table (prepared, &seen, &passes, error))
    return FALSE;
  *verdict = passes ? 1 : -1;
  return TRUE;
}

gboolean
deid_prepared_model_accepts_table (const DeidPreparedModel *prepared, const DeidTableView *table,
                                   gboolean *passes, GError **error)
{
  DeidTableView seen = show_table (prepared, table);
  int verdict = 0;

  if (deid_prepared_model_sums (prepared)
      && (!sum_terms (prepared, table, &seen.sum, error)
          || !deid_prepared_model_judges_sum (prepared, &seen, &verdict, error)))
    return FALSE;
  *passes = verdict > 0;
  return verdict != 0 || ask_table (prepared, &seen, passes, error);
}

static void
name_all_unless (const DeidTableView *table, gboolean passes)
{
  if (!passes && memchr (table->named, TRUE, table->n_classes) == NULL)
    memset (table->named, TRUE, table->n_classes);
}

gboolean
deid_prepared_model_name_classes (const DeidPreparedModel *prepared, const DeidTableView *table,
                                  gboolean *holds, GError **error)
{
  const DeidTableView seen = show_table (prepared, table);

  if (!ask_table (prepared, &seen, holds, error))
    return FALSE;
  name_all_unless (table, *holds);
  return TRUE;
}

gboolean
deid_prepared_model_rename_classes (const DeidPreparedModel *prepared, const DeidTableView *table,
                                    GError **error)
{
  gboolean passes;

  if (!deid_prepared_model_rechecks_table (prepared, table, &passes, error))
    return FALSE;
  name_all_unless (table, passes);
  return TRUE;
}

gboolean
deid_prepared_model_rechecks_table (const DeidPreparedModel *prepared, const DeidTableView *table,
                                    gboolean *passes, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  const DeidTableView seen = show_table (prepared, table);
  GError *own_error = NULL;
  gboolean succeeded = TRUE;
  int verdict = 0;

  if (funcs->accept_table.func != NULL && funcs->recheck_table.func != NULL)
    succeeded = funcs->recheck_table.func (&seen, &prepared->input, funcs->recheck_table.data,
                                           &verdict, &own_error);
  if (!deid_privacy_model_slot_succeeded (prepared->model, succeeded, own_error, error))
    return FALSE;
  *passes = verdict > 0;
  return verdict != 0 || deid_prepared_model_accepts_table (prepared, table, passes, error);
}

gboolean
deid_prepared_model_rechecks (const DeidPreparedModel *prepared, DeidClass *eq_class,
                              gboolean *passes, GError **error)
{
  const DeidPrivacyModelFuncs *funcs = prepared->model->funcs;
  GError *own_error = NULL;
  gboolean succeeded = TRUE;
  int verdict = 0;

  show (prepared, eq_class);
  if (funcs->recheck.func != NULL)
    succeeded = funcs->recheck.func (eq_class, &prepared->input, funcs->recheck.data, &verdict,
                                     &own_error);
  if (!deid_privacy_model_slot_succeeded (prepared->model, succeeded, own_error, error))
    return FALSE;
  *passes = verdict > 0;
  return verdict != 0 || deid_prepared_model_accepts (prepared, eq_class, passes, error);
}
