/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Locks are held for no longer than it takes to look: whoever prepares or merges calls models and
 * may be cancelled, so nobody waits for it. */
#include "evaluation/preparation.h"

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
  if (kept == made || (kept != NULL && kept->n_refs > 1 && !kept->all.is_thread_safe))
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

  if (success && deid_prepared_problem_has_merged (distinct))
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
