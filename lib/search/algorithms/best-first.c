/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Best-first branch and bound: F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective
 * pruning strategies for health data de-identification", BMC Medical Informatics and Decision
 * Making 16:49, 2016; also F. Prasser, R. Bild, J. Eicher, H. Spengler, F. Kohlmayer, K. A. Kuhn,
 * "Lightning: Utility-Driven Anonymization of High-Dimensional Data", Transactions on Data Privacy
 * 9(2), 2016.
 *
 * From the bottom upwards: of the policies evaluated, the one with the least loss is taken next,
 * all that fails the models counting as suppressed, and its direct generalizations are evaluated
 * unless their bounds show that they, and so all above them, are no better than the best
 * solution. */
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "search/algorithms/policy-order.h"
#include "search/algorithms/predictions.h"
#include "search/search-private.h"
#include "search/search-context.h"

#define BOUND 1 /* the key that is the bound of a policy */
#define BEST_FIRST_PATIENCE                                                                        \
  50 /* how much longer than looking for the least bound to wait before the next */

typedef struct
{
  DeidSearchContext *context;
  const DeidLattice *lattice;
  DeidPredictions predictions;
  DeidPolicyQueue queue; /* by loss, bound and level sum */
  DeidLevel *levels;     /* of the policy that is generalized */
  DeidLevel *probe;
  gint64 next_publication; /* of g_get_monotonic_time() */
} BestFirst;

static gboolean
best_first_init (BestFirst *search, DeidSearchContext *context, DeidPredictionFlags flags,
                 GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);

  *search = (BestFirst){ .context = context, .lattice = lattice };
  deid_policy_queue_init (&search->queue, lattice->n_dimensions);
  return deid_new_arrays (error, DEID_NEW (search->levels, lattice->n_dimensions),
                          DEID_NEW (search->probe, lattice->n_dimensions))
         && deid_predictions_init (&search->predictions, context, flags, error);
}

static void
best_first_clear (BestFirst *search)
{
  deid_search_context_add_bytes (search->context, deid_policy_queue_get_n_bytes (&search->queue));
  deid_predictions_clear (&search->predictions);
  deid_policy_queue_clear (&search->queue);
  deid_free_arrays (search->levels, search->probe);
}

/* Whatever is not settled is a generalization of a policy in the queue, or of the one that was
 * taken from it last. */
static void
best_first_publish (BestFirst *search, double lower_bound)
{
  const gint64 start = g_get_monotonic_time ();

  for (guint64 i = 0; i < search->queue.n; i++)
    lower_bound
        = MIN (lower_bound, deid_policy_queue_get_priority (&search->queue, i)->keys[BOUND]);
  deid_search_context_raise_objective_bound (search->context, lower_bound);
  search->next_publication
      = start + MAX (G_USEC_PER_SEC / 10, BEST_FIRST_PATIENCE * (g_get_monotonic_time () - start));
}

/* Evaluates a policy and queues it. */
static gboolean
best_first_evaluate (BestFirst *search, const DeidLevel *levels, GError **error)
{
  const DeidVerdict *verdict = deid_search_context_get_verdict (search->context);
  DeidPriority priority;

  if (!deid_search_context_evaluate_levels (search->context, levels)
      || !deid_predictions_add_evaluated (&search->predictions, levels, error))
    return FALSE;
  priority = (DeidPriority){ { verdict->objective,
                               deid_search_context_get_objective_bound (search->context, levels),
                               (double) deid_levels_sum (levels, search->lattice->n_dimensions) } };
  return deid_policy_queue_push (&search->queue, &priority, levels, error);
}

static gboolean
best_first_generalize (BestFirst *search, GError **error)
{
  const guint n_dimensions = search->lattice->n_dimensions;

  memcpy (search->probe, search->levels, n_dimensions * sizeof *search->probe);
  for (guint d = 0; d < n_dimensions; d++)
    {
      gboolean is_settled;

      if (search->levels[d] == search->lattice->heights[d])
        continue;
      search->probe[d]++;
      is_settled = deid_predictions_is_evaluated (&search->predictions, search->probe);
      if (!is_settled
          && !deid_predictions_ask (&search->predictions, DEID_PROPERTY_INSUFFICIENT_QUALITY,
                                    search->probe, &is_settled, error))
        return FALSE;
      if (!is_settled && !best_first_evaluate (search, search->probe, error))
        return FALSE;
      search->probe[d]--;
    }
  return TRUE;
}

static gboolean
search_from_bottom (BestFirst *search, GError **error)
{
  DeidPriority priority;

  deid_lattice_copy_bottom (search->lattice, search->levels);
  if (!best_first_evaluate (search, search->levels, error))
    return FALSE;
  while (deid_policy_queue_pop (&search->queue, &priority, search->levels))
    {
      const gboolean may_improve
          = deid_search_context_levels_may_improve (search->context, search->levels);

      if (!deid_search_context_may_go_on (search->context)
          || (may_improve && !best_first_generalize (search, error)))
        {
          best_first_publish (search, priority.keys[BOUND]);
          return FALSE;
        }
      if (g_get_monotonic_time () >= search->next_publication)
        best_first_publish (search, INFINITY);
    }
  return TRUE;
}

gboolean
deid_best_first_run (DeidSearchContext *context, gpointer data, GError **error)
{
  BestFirst search;
  gboolean success;

  deid_search_context_choose_evaluation (context, DEID_EVALUATION_ROLLING_OF_ALL);
  success = best_first_init (&search, context, (DeidPredictionFlags) GPOINTER_TO_INT (data), error)
            && search_from_bottom (&search, error);
  if (success)
    deid_search_context_declare_optimal (context);
  best_first_clear (&search);
  return success;
}

DeidSearch *
deid_search_new_best_first (void)
{
  return deid_search_new_of_slots ("best-first", deid_best_first_run, NULL, NULL);
}
