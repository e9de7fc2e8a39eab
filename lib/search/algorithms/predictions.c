/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/algorithms/predictions.h"

static const DeidInheritance inheritances[] = {
  [DEID_PROPERTY_INSUFFICIENT_PRIVACY] = DEID_INHERITANCE_SPECIALIZATIONS,
  [DEID_PROPERTY_INSUFFICIENT_QUALITY] = DEID_INHERITANCE_GENERALIZATIONS,
};

static void
property_counts_tell (DeidSearchContext *context, const char *property, const char *count,
                      guint64 n)
{
  g_autofree char *name = g_strconcat (property, count, NULL);

  deid_search_context_set_statistic (context, name, (double) n);
}

void
deid_property_counts_tell (const DeidPropertyCounts *counts, DeidSearchContext *context)
{
  static const char *const properties[DEID_N_PROPERTIES] = {
    [DEID_PROPERTY_INSUFFICIENT_PRIVACY] = "insufficient-privacy",
    [DEID_PROPERTY_INSUFFICIENT_QUALITY] = "insufficient-quality",
  };

  for (guint p = 0; p < DEID_N_PROPERTIES; p++)
    {
      property_counts_tell (context, properties[p], "-inserts", counts[p].n_inserts);
      property_counts_tell (context, properties[p], "-queries", counts[p].n_queries);
      property_counts_tell (context, properties[p], "-hits", counts[p].n_hits);
      property_counts_tell (context, properties[p], "-kept", counts[p].n_kept);
      property_counts_tell (context, properties[p], "-max-kept", counts[p].max_kept);
      property_counts_tell (context, properties[p], "-bytes", counts[p].n_bytes);
    }
}

gboolean
deid_predictions_init (DeidPredictions *predictions, DeidSearchContext *context,
                       DeidPredictionFlags flags, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);

  *predictions = (DeidPredictions){ .context = context,
                                    .is_explicit = (flags & DEID_PREDICTION_EXPLICIT) != 0,
                                    .predicts = (flags & DEID_PREDICTION_OFF) == 0 };
  deid_policy_set_init (&predictions->evaluated, lattice->n_dimensions);
  if (predictions->is_explicit
      && !deid_policy_flags_init (&predictions->evaluated_flags, lattice, error))
    return FALSE;
  for (guint p = 0; p < G_N_ELEMENTS (inheritances); p++)
    if (predictions->is_explicit)
      {
        if (!deid_policy_flags_init (&predictions->flags[p], lattice, error))
          return FALSE;
      }
    else
      {
        predictions->stores[p] = deid_property_store_new (
            deid_problem_get_lattice (deid_search_context_get_problem (context)), inheritances[p],
            error);
        if (predictions->stores[p] == NULL)
          return FALSE;
      }
  return TRUE;
}

void
deid_predictions_clear (DeidPredictions *predictions)
{
  DeidSearchContext *context = predictions->context;

  if (context == NULL)
    return;
  deid_search_context_add_bytes (
      context, deid_policy_set_get_n_bytes (&predictions->evaluated)
                   + deid_policy_flags_get_n_bytes (&predictions->evaluated_flags));
  for (guint p = 0; p < G_N_ELEMENTS (inheritances); p++)
    {
      DeidPropertyCounts *counts = &predictions->counts[p];

      counts->n_bytes = deid_policy_flags_get_n_bytes (&predictions->flags[p]);
      if (predictions->stores[p] != NULL)
        {
          counts->n_bytes = deid_property_store_get_n_bytes (predictions->stores[p]);
          counts->n_kept = deid_property_store_get_n_policies (predictions->stores[p]);
          deid_property_store_unref (predictions->stores[p]);
        }
      deid_search_context_add_bytes (context, counts->n_bytes);
      deid_policy_flags_clear (&predictions->flags[p]);
    }
  deid_property_counts_tell (predictions->counts, context);
  deid_policy_set_clear (&predictions->evaluated);
  deid_policy_flags_clear (&predictions->evaluated_flags);
}

static gboolean
predictions_may_go_on (gpointer data)
{
  return deid_search_context_may_go_on (data);
}

gboolean
deid_predictions_add (DeidPredictions *predictions, DeidProperty property, const DeidLevel *levels,
                      GError **error)
{
  DeidPropertyCounts *counts = &predictions->counts[property];
  DeidPropertyStore *store = predictions->stores[property];

  counts->n_inserts++;
  if (predictions->is_explicit)
    return deid_policy_flags_spread (&predictions->flags[property], levels, inheritances[property],
                                     predictions_may_go_on, predictions->context);
  if (!deid_property_store_add_levels (store, levels, error))
    return FALSE;
  counts->max_kept = MAX (counts->max_kept, deid_property_store_get_n_policies (store));
  return TRUE;
}

gboolean
deid_predictions_add_evaluated (DeidPredictions *predictions, const DeidLevel *levels,
                                GError **error)
{
  if (!predictions->is_explicit)
    return deid_policy_set_add (&predictions->evaluated, levels, error);
  deid_policy_flags_set (&predictions->evaluated_flags, levels);
  return TRUE;
}

gboolean
deid_predictions_ask (DeidPredictions *predictions, DeidProperty property, const DeidLevel *levels,
                      gboolean *has, GError **error)
{
  DeidPropertyCounts *counts = &predictions->counts[property];

  *has = FALSE;
  if (!predictions->predicts)
    return TRUE;
  counts->n_queries++;
  *has = predictions->is_explicit
             ? deid_policy_flags_has (&predictions->flags[property], levels)
             : deid_property_store_contains_levels (predictions->stores[property], levels);
  counts->n_hits += *has ? 1 : 0;
  if (*has || property == DEID_PROPERTY_INSUFFICIENT_PRIVACY
      || deid_search_context_levels_may_improve (predictions->context, levels))
    return TRUE;
  *has = TRUE;
  return deid_predictions_add (predictions, property, levels, error);
}

gboolean
deid_predictions_is_evaluated (const DeidPredictions *predictions, const DeidLevel *levels)
{
  return predictions->is_explicit ? deid_policy_flags_has (&predictions->evaluated_flags, levels)
                                  : deid_policy_set_contains (&predictions->evaluated, levels);
}

gboolean
deid_predictions_classify (DeidPredictions *predictions, const DeidLevel *levels,
                           gboolean *is_classified, GError **error)
{
  for (DeidProperty property = DEID_PROPERTY_INSUFFICIENT_PRIVACY;
       property <= DEID_PROPERTY_INSUFFICIENT_QUALITY; property++)
    {
      if (!deid_predictions_ask (predictions, property, levels, is_classified, error))
        return FALSE;
      if (*is_classified)
        return TRUE;
    }
  *is_classified = deid_predictions_is_evaluated (predictions, levels);
  return TRUE;
}
