/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/instance.h"

#include "base/memory.h"

static gboolean
fail_empty (const DeidDataset *dataset, const char *what, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_EMPTY, "%s: %s, expected at least one", dataset->name,
               what);
  return FALSE;
}

static gboolean
check_problem (const DeidProblem *problem, GError **error)
{
  const DeidDataset *dataset = problem->lattice->dataset;

  if (problem->lattice->n_dimensions == 0)
    return fail_empty (dataset, "the lattice has no quasi-identifier", error);
  if (dataset->n_rows == 0)
    return fail_empty (dataset, "the dataset has no rows", error);
  if (problem->models->len == 0)
    return fail_empty (dataset, "the problem has no privacy model", error);
  if (dataset->n_rows >= G_MAXUINT32 - 1)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "%s: %" G_GUINT64_FORMAT " rows, expected fewer than 2^32 - 2", dataset->name,
                   dataset->n_rows);
      return FALSE;
    }
  for (guint c = 0; c < dataset->n_columns; c++)
    if (dataset->columns[c].role == DEID_ROLE_QUASI_IDENTIFYING
        && deid_lattice_find_attribute (problem->lattice, dataset->columns[c].name) == NULL)
      {
        g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
                     "%s: column '%s' has the role of a quasi-identifier, but the lattice lacks it",
                     dataset->name, dataset->columns[c].name);
        return FALSE;
      }
  return TRUE;
}

static void
add_column (DeidInstance *instance, const DeidColumn *column)
{
  instance->n_codes[instance->n_columns] = column->dictionary.n;
  instance->columns[instance->n_columns++] = column;
}

/* Returns: the place of a sensitive attribute among those that models ask for. */
static guint
add_sensitive (DeidInstance *instance, const char *name)
{
  const DeidDataset *dataset = instance->lattice->dataset;
  const guint n_attributes = instance->lattice->n_attributes;
  guint number = 0, i = 0;

  deid_dataset_find_column (dataset, name, &number, NULL);
  while (i < instance->n_sensitive
         && instance->columns[n_attributes + i] != &dataset->columns[number])
    i++;
  if (i == instance->n_sensitive)
    {
      add_column (instance, &dataset->columns[number]);
      instance->n_sensitive++;
    }
  return i;
}

static void
list_columns (DeidInstance *instance)
{
  const DeidLattice *lattice = instance->lattice;
  const DeidDataset *dataset = lattice->dataset;
  const DeidProblem *problem = instance->problem;
  const guint n_max = lattice->n_attributes + problem->models->len + 1;

  instance->columns = g_new (const DeidColumn *, n_max);
  instance->n_codes = g_new (guint32, n_max);
  for (guint a = 0; a < lattice->n_attributes; a++)
    add_column (instance, deid_lattice_get_column (lattice, a));
  for (guint i = 0; i < problem->models->len; i++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (problem, i);

      if (model->sensitive != NULL)
        instance->models[i].distribution = add_sensitive (instance, model->sensitive);
    }
  if (dataset->entity_column != DEID_NO_COLUMN)
    add_column (instance, &dataset->columns[dataset->entity_column]);
  instance->needs_reader = instance->n_columns > lattice->n_attributes;
}

static gboolean
init_rows (DeidInstance *instance, GError **error)
{
  const DeidDataset *dataset = instance->lattice->dataset;
  DeidRows *rows = &instance->rows;

  *rows = (DeidRows){ .n = dataset->n_rows,
                      .n_attributes = instance->lattice->n_attributes,
                      .codes = g_new (const DeidCodes *, instance->n_columns) };
  for (guint c = 0; c < instance->n_columns; c++)
    rows->codes[c] = &instance->columns[c]->codes;
  if (dataset->weights == NULL)
    return TRUE;
  rows->weights = deid_alloc (rows->n, sizeof *rows->weights, error);
  for (guint64 row = 0; rows->weights != NULL && row < rows->n; row++)
    rows->weights[row] = deid_dataset_get_weight (dataset, row);
  return rows->weights != NULL;
}

static gboolean
prepare_models (DeidInstance *instance, GError **error)
{
  const DeidModelInput input = { .n_records = instance->n_records };

  for (; instance->n_models < instance->problem->models->len; instance->n_models++)
    {
      DeidPreparedModel *prepared = &instance->models[instance->n_models];

      prepared->model = deid_problem_get_model (instance->problem, instance->n_models);
      if (prepared->model->funcs->prepare != NULL)
        {
          prepared->state = prepared->model->funcs->prepare (prepared->model, &input, error);
          if (prepared->state == NULL)
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
deid_instance_init (DeidInstance *instance, DeidProblem *problem, GError **error)
{
  const DeidLattice *lattice = problem->lattice;

  *instance = (DeidInstance){ .problem = problem, .lattice = lattice };
  if (!check_problem (problem, error))
    return FALSE;
  instance->n_records = lattice->dataset->n_records;
  instance->limit = deid_problem_get_suppression_limit_count (problem);
  instance->models = g_new0 (DeidPreparedModel, problem->models->len);
  list_columns (instance);
  return init_rows (instance, error)
         && deid_loss_init (&instance->loss, problem->quality, lattice, &instance->rows,
                            instance->n_records, error)
         && prepare_models (instance, error);
}

gboolean
deid_instance_merge_rows (DeidInstance *instance, const DeidStop *stop, GError **error)
{
  DeidMergedRows *merged = &instance->merged;
  DeidRows *rows = &instance->rows;
  DeidRows all = *rows;

  all.n_attributes = instance->n_columns;
  if (!deid_merged_rows_init (merged, &all, instance->n_codes, stop, error))
    return FALSE;
  if (merged->n == 0)
    return TRUE;
  for (guint c = 0; c < instance->n_columns; c++)
    rows->codes[c] = &merged->columns[c];
  g_free (rows->weights);
  rows->weights = g_steal_pointer (&merged->weights);
  rows->n = merged->n;
  return TRUE;
}

void
deid_instance_clear (DeidInstance *instance)
{
  for (guint i = 0; i < instance->n_models; i++)
    if (instance->models[i].state != NULL)
      instance->models[i].model->funcs->finish (instance->models[i].state);
  g_free (instance->models);
  deid_loss_clear (&instance->loss);
  g_free (instance->columns);
  g_free (instance->n_codes);
  g_free (instance->rows.codes);
  g_free (instance->rows.weights);
  deid_merged_rows_clear (&instance->merged);
}
