/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "problem/preparation.h"
#include "base/text.h"

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
    {
      const guint64 own = deid_prepared_model_get_least_values (&prepared->privacy.models[i]);

      least = MAX (least, own);
    }
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

/* More than doubles can round in this file, relative. */
#define LOCAL_BOUND_SLACK 1e-12

gboolean
deid_local_bound_check_problem (const DeidPreparedProblem *prepared, GError **error)
{
  const DeidLoss *loss = &prepared->loss;
  const char *what = NULL;

  for (guint a = 0; a < prepared->lattice->n_attributes; a++)
    if (prepared->lattice->attributes[a].cuts != NULL
        && !deid_attribute_has_runs (&prepared->lattice->attributes[a]))
      what = "subtrees of a hierarchy";
  if (prepared->has_population)
    what = "a population";
  else if (prepared->loss_weights != NULL)
    what = "weights of groups";
  else if (!deid_loss_is_separable (loss)
           || (loss->aggregate != DEID_AGGREGATE_ARITHMETIC_MEAN
               && loss->aggregate != DEID_AGGREGATE_SUM))
    what = "a quality model that is no mean or sum over attributes";
  if (what == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the problem has %s: prices do not bound its local recodings, expected no "
                    "rises",
                    prepared->lattice->table.name, what);
}

static double
get_greatest_weight (const DeidLoss *loss)
{
  double greatest = 0;

  for (guint a = 0; a < loss->n_attributes; a++)
    greatest = MAX (greatest, loss->terms[a].weight);
  return greatest;
}

double
deid_local_bound_from_sum (const DeidPreparedProblem *prepared, DeidWide sum)
{
  const DeidLoss *loss = &prepared->loss;
  double original = 0, bound;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];

      original += term->weight * ((double) term->original / term->scale);
    }
  bound = (double) sum / (double) DEID_LOCAL_PRICE_UNIT / (double) prepared->n_records
          * get_greatest_weight (loss);
  bound = bound * (1 - LOCAL_BOUND_SLACK) - original * (1 + LOCAL_BOUND_SLACK);
  if (loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN)
    bound /= loss->weight_scale;
  return MAX (bound, 0);
}

/* Returns: what @part of an attribute's loss costs, if the greatest weight is 1. */
static double
get_cost (const DeidLoss *loss, guint attribute, double part, guint64 n_records)
{
  const DeidLossAttribute *term = &loss->terms[attribute];
  const double greatest = get_greatest_weight (loss);

  return greatest > 0 && term->scale > 0
             ? part / (term->scale / (double) n_records) * (term->weight / greatest)
             : 0;
}

double
deid_local_get_unit (const DeidLoss *loss, guint attribute, guint64 n_records)
{
  return get_cost (loss, attribute, 1, n_records);
}

double
deid_local_get_share (const DeidLoss *loss, guint attribute, guint64 n_records)
{
  return get_cost (loss, attribute, (double) loss->terms[attribute].kept, n_records);
}
