/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/local-bound.h"

/* More than doubles can round in this file, relative. */
#define LOCAL_BOUND_SLACK 1e-12

gboolean
deid_local_bound_check_problem (const DeidPreparedProblem *prepared, GError **error)
{
  const DeidLoss *loss = &prepared->loss;
  const char *what = NULL;

  if (prepared->has_population)
    what = "a population";
  else if (prepared->loss_weights != NULL)
    what = "weights of groups";
  else if (!deid_loss_is_separable (loss)
           || (loss->aggregate != DEID_AGGREGATE_ARITHMETIC_MEAN
               && loss->aggregate != DEID_AGGREGATE_SUM))
    what = "a quality model that is no mean or sum over attributes";
  if (what == NULL)
    return deid_lattice_check_no_cuts (prepared->lattice, "bounds of local recodings", error);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the problem has %s: prices do not bound its local recodings",
               prepared->lattice->table.name, what);
  return FALSE;
}

double
deid_local_bound_from_sum (const DeidPreparedProblem *prepared, DeidWide sum)
{
  const DeidLoss *loss = &prepared->loss;
  double greatest = 0, original = 0, bound;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];

      greatest = MAX (greatest, term->weight);
      original += term->weight * ((double) term->original / term->scale);
    }
  bound = (double) sum / (double) DEID_LOCAL_PRICE_UNIT / (double) prepared->n_records * greatest;
  bound = bound * (1 - LOCAL_BOUND_SLACK) - original * (1 + LOCAL_BOUND_SLACK);
  if (loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN)
    bound /= loss->weight_scale;
  return MAX (bound, 0);
}
