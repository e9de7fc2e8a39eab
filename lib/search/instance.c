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

static gboolean
init_rows (DeidRows *rows, const DeidLattice *lattice, GError **error)
{
  const DeidDataset *dataset = lattice->dataset;

  rows->n = dataset->n_rows;
  rows->n_attributes = lattice->n_attributes;
  rows->codes = g_new (const DeidCodes *, lattice->n_attributes);
  for (guint a = 0; a < lattice->n_attributes; a++)
    rows->codes[a] = &deid_lattice_get_column (lattice, a)->codes;
  if (dataset->weights == NULL)
    return TRUE;
  rows->weights = deid_alloc (rows->n, sizeof *rows->weights, error);
  for (guint64 row = 0; rows->weights != NULL && row < rows->n; row++)
    rows->weights[row] = deid_dataset_get_weight (dataset, row);
  return rows->weights != NULL;
}

/* Returns: the place of a sensitive attribute among those that models ask for. */
static guint
add_sensitive (DeidInstance *instance, const char *name)
{
  guint column = 0, i = 0;

  deid_dataset_find_column (instance->lattice->dataset, name, &column, NULL);
  while (i < instance->n_sensitive && instance->sensitive[i] != column)
    i++;
  if (i == instance->n_sensitive)
    instance->sensitive[instance->n_sensitive++] = column;
  return i;
}

static gboolean
prepare_models (DeidInstance *instance, GError **error)
{
  const DeidModelInput input = { .n_records = instance->n_records };

  instance->needs_reader = instance->lattice->dataset->entity_column != DEID_NO_COLUMN;
  for (; instance->n_models < instance->problem->models->len; instance->n_models++)
    {
      DeidPreparedModel *prepared = &instance->models[instance->n_models];

      prepared->model = deid_problem_get_model (instance->problem, instance->n_models);
      if (prepared->model->sensitive != NULL)
        {
          prepared->distribution = add_sensitive (instance, prepared->model->sensitive);
          instance->needs_reader = TRUE;
        }
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
  instance->sensitive = g_new (guint, problem->models->len);
  return init_rows (&instance->rows, lattice, error)
         && deid_loss_init (&instance->loss, problem->quality, lattice, &instance->rows,
                            instance->n_records, error)
         && prepare_models (instance, error);
}

void
deid_instance_clear (DeidInstance *instance)
{
  for (guint i = 0; i < instance->n_models; i++)
    if (instance->models[i].state != NULL)
      instance->models[i].model->funcs->finish (instance->models[i].state);
  g_free (instance->models);
  g_free (instance->sensitive);
  deid_loss_clear (&instance->loss);
  g_free (instance->rows.codes);
  g_free (instance->rows.weights);
}
