/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives/monotone.h"

/* Records that fail a superset-closed model are no more at a generalization, whatever the limit.
 * Of a union-closed model only that holds: if all classes pass, those of a generalization do,
 * unless classes of the population alone join them, which no model has accepted. Returns: why a
 * generalization of a solution may fail the model, or NULL if it cannot. */
static const char *
find_reason_of_classes (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  switch (model->funcs->closure)
    {
    case DEID_CLOSURE_SUPERSET:
      return NULL;
    case DEID_CLOSURE_UNION:
      if (prepared->limit > 0)
        return "it is union-closed, so the suppression limit would have to be 0";
      if (prepared->has_population)
        return "it is union-closed, so there would have to be no population";
      return NULL;
    case DEID_CLOSURE_NONE:
    default:
      return "it is neither superset-closed nor union-closed";
    }
}

/* The same of a condition on the table: with records withheld, what is left at a generalization may
 * be another part of the table, and persons who are in several classes may be in fewer. Records
 * that a model names are no more at a generalization, whatever the limit. */
static const char *
find_reason_of_table (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  if (!model->funcs->is_table_monotone)
    return "its condition on the table is not monotone";
  if (model->funcs->suppression_order == DEID_SUPPRESSION_ORDER_NAMED)
    return NULL;
  if (prepared->limit > 0)
    return "it is a condition on the table, so the suppression limit would have to be 0";
  if (prepared->source.entities != NULL)
    return "it is a condition on the table, so there would have to be no entity column";
  return NULL;
}

static const char *
find_reason (const DeidPreparedProblem *prepared, const DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;
  const char *reason = NULL;

  if (funcs->accept.func != NULL)
    reason = find_reason_of_classes (prepared, model);
  if (reason == NULL && funcs->accept_table.func != NULL)
    reason = find_reason_of_table (prepared, model);
  return reason;
}

gboolean
deid_prepared_problem_check_monotone (const DeidPreparedProblem *prepared, const char *search,
                                      GError **error)
{
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = prepared->privacy.models[i].model;
      const char *reason = find_reason (prepared, model);

      if (reason == NULL)
        continue;
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: the search %s needs models that every generalization of a solution meets, "
                   "which is not known of %s: %s",
                   prepared->lattice->table.name, search, model->shown, reason);
      return FALSE;
    }
  return TRUE;
}
