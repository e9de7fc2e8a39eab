/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "search/algorithms/policy-order.h"
#include "search/algorithms/predictions.h"
#include "search/search-context.h"
#include "search/search-private.h"

#include <math.h>
#include <string.h>

/* Flash: F. Kohlmayer, F. Prasser, C. Eckert, A. Kemper, K. A. Kuhn, "Flash: Efficient, Stable and
 * Optimal K-Anonymity", PASSAT 2012; with the loss as a second property to prune by, and with
 * properties kept implicitly, F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective
 * pruning strategies for health data de-identification", BMC Medical Informatics and Decision
 * Making 16:49, 2016.
 *
 * Goes through the lattice level by level from the bottom. From each policy that need not be left
 * out yet a greedy path leads upwards, over policies that need not be either, to the top or until
 * there is none left. The path is bisected: below a solution, above what is none. The direct
 * generalizations of what is none wait in a queue, and the next paths begin there.
 *
 * A solution says nothing of its generalizations, which may suppress less: only their bounds do.
 * What is no solution says something of its specializations only as far as the superset-closed part
 * of the models fails. All that neither tells is evaluated in the end, which is why the optimum is
 * found whatever the models are. */

/* What a level adds to the terms of the order. */
typedef struct
{
  double terms[2]; /* shares of the height, and of distinct values gone, up to the level */
  double gains[2]; /* what the next level adds to them */
} FlashLevel;

/* The order in which Flash looks at policies: by the sum of levels, then by average generalization,
 * then by how many of the distinct values are gone, then by levels. */
typedef struct
{
  const DeidLattice *lattice;
  FlashLevel **levels; /* by dimension and level */
} FlashOrder;

enum
{
  GENERALIZATION,
  VALUES_GONE
};

/* Of an attribute with cuts no dimension tells how many of its values are gone. */
static void
flash_order_set_level (const DeidAttribute *attribute, guint height, guint level, FlashLevel *place)
{
  double n_values;

  place->terms[GENERALIZATION] = (double) level / height;
  place->gains[GENERALIZATION] = 1.0 / height;
  if (attribute->cuts != NULL)
    return;
  n_values = attribute->levels[0].n_labels;
  place->terms[VALUES_GONE] = 1 - attribute->levels[level].n_labels / n_values;
  if (level < height)
    place->gains[VALUES_GONE] = ((double) attribute->levels[level].n_labels
                                 - (double) attribute->levels[level + 1].n_labels)
                                / n_values;
}

static gboolean
flash_order_init (FlashOrder *order, const DeidLattice *lattice, GError **error)
{
  *order = (FlashOrder){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (order->levels, lattice->n_dimensions)))
    return FALSE;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      const guint height = lattice->heights[d];

      if (!deid_new_arrays (error, DEID_NEW (order->levels[d], (guint64) height + 1)))
        return FALSE;
      for (guint level = 0; height > 0 && level <= height; level++)
        flash_order_set_level (&lattice->attributes[lattice->dimension_attribute[d]], height, level,
                               &order->levels[d][level]);
    }
  return TRUE;
}

static void
flash_order_clear (FlashOrder *order)
{
  for (guint d = 0; order->levels != NULL && d < order->lattice->n_dimensions; d++)
    g_free (order->levels[d]);
  g_free (order->levels);
}

static DeidPriority
flash_order_get_priority (const FlashOrder *order, const DeidLevel *levels)
{
  DeidPriority priority = { { 0 } };

  for (guint d = 0; d < order->lattice->n_dimensions; d++)
    {
      const FlashLevel *place = &order->levels[d][levels[d]];

      priority.keys[0] += levels[d];
      priority.keys[1] += place->terms[GENERALIZATION];
      priority.keys[2] += place->terms[VALUES_GONE];
    }
  return priority;
}

static gboolean
flash_order_comes_first (const FlashOrder *order, const DeidLevel *levels, guint d, guint other)
{
  const double *gains = order->levels[d][levels[d]].gains;
  const double *other_gains = order->levels[other][levels[other]].gains;

  for (guint i = GENERALIZATION; i <= VALUES_GONE; i++)
    if (gains[i] < other_gains[i] || gains[i] > other_gains[i])
      return gains[i] < other_gains[i];
  return d > other;
}

/* Lists the dimensions in which a policy can be raised, in the order of what raising them by a
 * level makes of it. Sums of terms are not compared for that, since rounding would tell apart what
 * is alike.
 *
 * Returns: their number. */
static guint
flash_order_list_dimensions (const FlashOrder *order, const DeidLevel *levels, guint *dimensions)
{
  guint n = 0;

  for (guint d = 0; d < order->lattice->n_dimensions; d++)
    {
      guint i = n;

      if (levels[d] == order->lattice->heights[d])
        continue;
      for (; i > 0 && flash_order_comes_first (order, levels, d, dimensions[i - 1]); i--)
        dimensions[i] = dimensions[i - 1];
      dimensions[i] = d;
      n++;
    }
  return n;
}

#define FLASH_POLICIES_PER_CHECK 1024

typedef struct
{
  DeidSearchContext *context;
  const DeidLattice *lattice;
  DeidPredictions predictions;
  FlashOrder order;
  DeidLevelWalk walk;
  DeidPolicyQueue level; /* policies of a level that need not be left out */
  DeidPolicyQueue queue;
  DeidLevel *path; /* and room for what is tried behind its end */
  DeidLevel *probe;
  guint *sorted; /* dimensions */
  guint64 n_asked;
  double lower_bound; /* of the level gone through */
  GError *error;
} Flash;

static gboolean
flash_init (Flash *flash, DeidSearchContext *context, DeidPredictionFlags flags, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  const guint n_dimensions = lattice->n_dimensions;

  *flash = (Flash){ .context = context, .lattice = lattice };
  deid_policy_queue_init (&flash->level, n_dimensions);
  deid_policy_queue_init (&flash->queue, n_dimensions);
  return flash_order_init (&flash->order, lattice, error)
         && deid_predictions_init (&flash->predictions, context, flags, error)
         && deid_new_arrays (
             error, DEID_NEW (flash->probe, n_dimensions), DEID_NEW (flash->sorted, n_dimensions),
             DEID_NEW (flash->path,
                       (deid_levels_sum (lattice->heights, n_dimensions) + 2) * n_dimensions))
         && deid_level_walk_init (&flash->walk, lattice, error);
}

static void
flash_clear (Flash *flash)
{
  deid_search_context_add_bytes (flash->context,
                                 deid_policy_queue_get_n_bytes (&flash->level)
                                     + deid_policy_queue_get_n_bytes (&flash->queue));
  deid_predictions_clear (&flash->predictions);
  deid_level_walk_clear (&flash->walk);
  deid_policy_queue_clear (&flash->level);
  deid_policy_queue_clear (&flash->queue);
  flash_order_clear (&flash->order);
  deid_free_arrays (flash->path, flash->probe, flash->sorted);
}

/* Chooses the first of the direct generalizations that need not be left out. */
static gboolean
flash_choose_next (Flash *flash, const DeidLevel *levels, DeidLevel *next, gboolean *found,
                   GError **error)
{
  const guint n = flash_order_list_dimensions (&flash->order, levels, flash->sorted);

  *found = FALSE;
  memcpy (next, levels, flash->lattice->n_dimensions * sizeof *next);
  for (guint i = 0; i < n && !*found; i++)
    {
      gboolean is_classified;

      next[flash->sorted[i]]++;
      if (!deid_predictions_classify (&flash->predictions, next, &is_classified, error))
        return FALSE;
      *found = !is_classified;
      if (is_classified)
        next[flash->sorted[i]]--;
    }
  return TRUE;
}

/* Finds a path from its first policy, which is set, upwards. */
static gboolean
find_path (Flash *flash, guint64 *n, GError **error)
{
  gboolean found = TRUE;

  for (*n = 1; found; *n += found ? 1 : 0)
    {
      DeidLevel *next = flash->path + *n * flash->lattice->n_dimensions;

      if (!flash_choose_next (flash, next - flash->lattice->n_dimensions, next, &found, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
queue_generalizations (Flash *flash, const DeidLevel *levels, GError **error)
{
  const guint n_dimensions = flash->lattice->n_dimensions;

  memcpy (flash->probe, levels, n_dimensions * sizeof *levels);
  for (guint d = 0; d < n_dimensions; d++)
    {
      DeidPriority priority;
      gboolean is_classified;

      if (levels[d] == flash->lattice->heights[d])
        continue;
      flash->probe[d]++;
      if (!deid_predictions_classify (&flash->predictions, flash->probe, &is_classified, error))
        return FALSE;
      priority = flash_order_get_priority (&flash->order, flash->probe);
      if (!is_classified && !deid_policy_queue_push (&flash->queue, &priority, flash->probe, error))
        return FALSE;
      flash->probe[d]--;
    }
  return TRUE;
}

/* What has the property counts as evaluated, too. */
static gboolean
flash_note (Flash *flash, const DeidLevel *levels, GError **error)
{
  if (flash->predictions.predicts && !deid_search_context_may_specialize (flash->context))
    return deid_predictions_add (&flash->predictions, DEID_PROPERTY_INSUFFICIENT_PRIVACY, levels,
                                 error);
  return deid_predictions_add_evaluated (&flash->predictions, levels, error);
}

/* Evaluates a policy of a path.
 * Returns: FALSE if the run has ended or an error is set. */
static gboolean
flash_evaluate (Flash *flash, const DeidLevel *levels, GError **error)
{
  return deid_search_context_evaluate_levels (flash->context, levels)
         && flash_note (flash, levels, error)
         && (deid_search_context_is_solution (flash->context)
             || queue_generalizations (flash, levels, error));
}

/* Bisects a path; what was found on the way may have settled policies of it. */
static gboolean
check_path (Flash *flash, guint64 n, GError **error)
{
  guint64 low = 0, high = n;

  while (low < high)
    {
      const guint64 middle = (low + high - 1) / 2;
      const DeidLevel *levels = flash->path + middle * flash->lattice->n_dimensions;
      gboolean is_too_low, is_too_high;

      if (!deid_predictions_ask (&flash->predictions, DEID_PROPERTY_INSUFFICIENT_PRIVACY, levels,
                                 &is_too_low, error)
          || !deid_predictions_ask (&flash->predictions, DEID_PROPERTY_INSUFFICIENT_QUALITY, levels,
                                    &is_too_high, error))
        return FALSE;
      if (!is_too_low && !is_too_high)
        {
          if (!flash_evaluate (flash, levels, error))
            return FALSE;
          is_too_high = deid_search_context_is_solution (flash->context);
        }
      if (is_too_high)
        high = middle;
      else
        low = middle + 1;
    }
  return TRUE;
}

/* There may be many policies to ask of and none to evaluate: the run is looked after here, too. */
static gboolean
flash_may_go_on (Flash *flash)
{
  if (++flash->n_asked % FLASH_POLICIES_PER_CHECK == 0)
    deid_search_context_may_go_on (flash->context);
  return !deid_search_context_has_ended (flash->context);
}

/* Follows paths from a policy, and from all that are queued on the way. */
static gboolean
follow_paths (Flash *flash, const DeidPriority *priority, const DeidLevel *levels, GError **error)
{
  DeidPriority first;

  if (!deid_policy_queue_push (&flash->queue, priority, levels, error))
    return FALSE;
  while (deid_policy_queue_pop (&flash->queue, &first, flash->path))
    {
      gboolean is_classified;
      guint64 n;

      if (!flash_may_go_on (flash)
          || !deid_predictions_classify (&flash->predictions, flash->path, &is_classified, error))
        return FALSE;
      if (!is_classified && (!find_path (flash, &n, error) || !check_path (flash, n, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
may_enter (const DeidLevel *levels, gpointer data)
{
  Flash *flash = data;

  return flash_may_go_on (flash)
         && (!flash->predictions.predicts
             || deid_search_context_levels_may_improve (flash->context, levels));
}

/* Puts a policy of the level aside unless it is settled. */
static gboolean
visit (const DeidLevel *levels, gpointer data)
{
  Flash *flash = data;
  DeidPriority priority;
  gboolean is_classified;
  double bound;

  if (!flash_may_go_on (flash))
    return FALSE;
  bound = deid_search_context_get_objective_bound (flash->context, levels);
  if (flash->predictions.predicts
      && !deid_search_context_bound_may_improve (flash->context, bound, levels))
    return TRUE;
  flash->lower_bound = MIN (flash->lower_bound, bound);
  if (!deid_predictions_classify (&flash->predictions, levels, &is_classified, &flash->error))
    return FALSE;
  if (is_classified)
    return TRUE;
  priority = flash_order_get_priority (&flash->order, levels);
  return deid_policy_queue_push (&flash->level, &priority, levels, &flash->error);
}

/* Whatever is not settled yet is on this level or above it. A path need not settle the policy that
 * it begins with: where more than the superset-closed part of the models fails, what is found above
 * says nothing of it. */
static gboolean
go_through_level (Flash *flash, guint64 sum, GError **error)
{
  g_autofree DeidLevel *levels = deid_alloc (flash->lattice->n_dimensions, sizeof *levels, error);
  DeidPriority priority;

  if (levels == NULL)
    return FALSE;
  flash->lower_bound = INFINITY;
  if (!deid_level_walk_run (&flash->walk, sum) || deid_search_context_has_ended (flash->context))
    {
      if (flash->error != NULL)
        g_propagate_error (error, flash->error);
      return FALSE;
    }
  deid_search_context_raise_objective_bound (flash->context, flash->lower_bound);
  while (deid_policy_queue_pop (&flash->level, &priority, levels))
    {
      gboolean is_classified;

      if (!follow_paths (flash, &priority, levels, error)
          || !deid_predictions_classify (&flash->predictions, levels, &is_classified, error)
          || (!is_classified && !flash_evaluate (flash, levels, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
flash_search (Flash *flash, GError **error)
{
  const guint64 top = flash->walk.left[0];

  flash->walk.may_enter = may_enter;
  flash->walk.visit = visit;
  flash->walk.data = flash;
  for (guint64 sum = 0; sum <= top; sum++)
    {
      if (!go_through_level (flash, sum, error))
        return FALSE;
      if (isinf (flash->lower_bound))
        break;
    }
  return TRUE;
}

gboolean
deid_flash_run (DeidSearchContext *context, gpointer data, GError **error)
{
  Flash flash;
  const gboolean success
      = flash_init (&flash, context, (DeidPredictionFlags) GPOINTER_TO_INT (data), error)
        && flash_search (&flash, error);

  if (success)
    deid_search_context_declare_optimal (context);
  flash_clear (&flash);
  return success;
}

DeidSearch *
deid_search_new_flash (void)
{
  return deid_search_new_of_slots ("flash", deid_flash_run, NULL, NULL);
}
