/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/class-needs.h"

#include "base/arrays.h"
#include "evaluation/least-size.h"

/* The models of the library that say how many values they need have one sensitive attribute. */
static void
class_needs_add_values (DeidClassNeeds *needs, const DeidPreparedProblem *prepared)
{
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      const guint64 least = asked->model->funcs->least_values;

      if (least > 1)
        {
          const DeidReadColumn *column = &prepared->read_columns[asked->places[0]];

          needs->values[needs->n_values++]
              = (DeidValueNeed){ column->codes, column->n_values, least };
        }
    }
}

static gboolean
class_needs_add_persons (DeidClassNeeds *needs, const DeidPreparedProblem *prepared, GError **error)
{
  guint64 least = 1;

  for (guint i = 0; prepared->source.entities != NULL && i < prepared->privacy.n_models; i++)
    {
      const DeidPreparedModel *asked = &prepared->privacy.models[i];
      guint64 own;

      if (!asked->model->funcs->size_only || asked->model->funcs->accept.func == NULL
          || deid_privacy_model_get_closed_part (asked->model) != DEID_CLOSED_ITSELF)
        continue;
      if (!deid_prepared_problem_find_least_persons (prepared, asked, prepared->source.n_entities,
                                                     &own, error))
        return FALSE;
      least = MAX (least, own);
    }
  if (least > 1)
    needs->values[needs->n_values++]
        = (DeidValueNeed){ prepared->source.entities, prepared->source.n_entities, least };
  return TRUE;
}

gboolean
deid_class_needs_init (DeidClassNeeds *needs, const DeidPreparedProblem *prepared,
                       const DeidStop *stop, GError **error)
{
  *needs = (DeidClassNeeds){ .n_records = 1 };
  if (prepared->has_population)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (needs->values, prepared->privacy.n_models + 1)))
    return FALSE;
  class_needs_add_values (needs, prepared);
  return deid_prepared_problem_find_least_class (prepared, &needs->n_records, stop, error)
         && class_needs_add_persons (needs, prepared, error);
}

void
deid_class_needs_clear (DeidClassNeeds *needs)
{
  g_free (needs->values);
}

guint32
deid_class_needs_get_max_codes (const DeidClassNeeds *needs)
{
  guint32 most = 0;

  for (guint i = 0; i < needs->n_values; i++)
    most = MAX (most, needs->values[i].n_codes);
  return most;
}
