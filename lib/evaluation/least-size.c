/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/least-size.h"

#define MAX_QUESTIONS 4096

/* Tells whether a class of so many records, of whatever number of persons, may pass a model. */
static gboolean
least_size_may_pass (const DeidPreparedProblem *prepared, const DeidPreparedModel *asked,
                     guint64 n_records, guint *n_questions, gboolean *passes, const DeidStop *stop,
                     GError **error)
{
  const gboolean has_persons = prepared->table->entities != NULL;

  *passes = FALSE;
  for (guint64 n_persons = has_persons ? 1 : n_records; !*passes && n_persons <= n_records;
       n_persons++)
    {
      DeidClass eq_class = { .n_records = n_records, .n_persons = n_persons };

      if (!deid_stop_check_class (stop, ++*n_questions, error))
        return FALSE;
      if (!deid_prepared_model_accepts (asked, &eq_class, passes, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_prepared_problem_find_least_size (const DeidPreparedProblem *prepared, guint64 *n_records,
                                       const DeidStop *stop, GError **error)
{
  *n_records = 1;
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      const DeidPrivacyModelFuncs *funcs = asked->model->funcs;
      gboolean passes = !funcs->size_only || funcs->accept.func == NULL;
      guint n_questions = 0;

      while (!passes && n_questions < MAX_QUESTIONS && *n_records < prepared->n_records)
        {
          if (!least_size_may_pass (prepared, asked, *n_records, &n_questions, &passes, stop,
                                    error))
            return FALSE;
          if (!passes)
            ++*n_records;
        }
    }
  return TRUE;
}

gboolean
deid_prepared_problem_find_least_class (const DeidPreparedProblem *prepared, guint64 *n_records,
                                        const DeidStop *stop, GError **error)
{
  guint64 least = 1;

  if (!deid_prepared_problem_find_least_size (prepared, n_records, stop, error))
    return FALSE;
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    least = MAX (least, prepared->privacy.models[i].model->funcs->least_values);
  *n_records = MAX (*n_records, MIN (least, prepared->n_records));
  return TRUE;
}

gboolean
deid_prepared_problem_find_least_persons (const DeidPreparedProblem *prepared,
                                          const DeidPreparedModel *asked, guint64 n_persons,
                                          guint64 *least, GError **error)
{
  guint64 below = 0, above = n_persons;

  while (above - below > 1)
    {
      const guint64 middle = below + (above - below) / 2;
      DeidClass eq_class = { .n_records = prepared->n_records, .n_persons = middle };
      gboolean passes;

      if (!deid_prepared_model_accepts (asked, &eq_class, &passes, error))
        return FALSE;
      if (passes)
        above = middle;
      else
        below = middle;
    }
  *least = above;
  return TRUE;
}
