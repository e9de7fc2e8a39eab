/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "privacy/closeness.h"
#include "privacy/models/t-closeness.h"

/* Numbers of labels, all 0 while nobody uses them. There are as many as threads judge at once. */
typedef struct Scratch Scratch;
struct Scratch
{
  Scratch *next;
  guint64 counts[];
};

typedef struct
{
  DeidHierarchicalBase base;
  DeidClosenessLimit limit;
  GMutex lock; /* of what follows */
  Scratch *spare;
} HierarchicalTClosenessState;

static Scratch *
take_scratch (HierarchicalTClosenessState *state, GError **error)
{
  Scratch *scratch;

  g_mutex_lock (&state->lock);
  scratch = state->spare;
  if (scratch != NULL)
    state->spare = scratch->next;
  g_mutex_unlock (&state->lock);
  if (scratch != NULL)
    return scratch;
  return deid_alloc (1, sizeof *scratch + state->base.n_labels * sizeof *scratch->counts, error);
}

static void
give_scratch (HierarchicalTClosenessState *state, Scratch *scratch)
{
  g_mutex_lock (&state->lock);
  scratch->next = state->spare;
  state->spare = scratch;
  g_mutex_unlock (&state->lock);
}

static void
hierarchical_t_closeness_free_state (gpointer data, gpointer model)
{
  HierarchicalTClosenessState *state = data;

  while (state->spare != NULL)
    {
      Scratch *next = state->spare->next;

      g_free (state->spare);
      state->spare = next;
    }
  deid_hierarchical_base_clear (&state->base);
  g_mutex_clear (&state->lock);
  g_free (state);
}

static DeidHierarchy *
get_hierarchy (const DeidTCloseness *model, const DeidPrivacyInput *input, GError **error)
{
  DeidHierarchy *hierarchy = deid_privacy_input_get_hierarchy (input, 0);

  if (hierarchy == NULL)
    {
      g_autofree char *sensitive = deid_text_show (model->sensitive, -1);

      deid_fail (error, DEID_ERROR_HIERARCHY,
                 "hierarchical t-closeness: column '%s' has no hierarchy, expected one of the "
                 "sensitive attribute",
                 sensitive);
    }
  return hierarchy;
}

/* Returns: the leaf of each value, %DEID_NO_CODE for a missing one that the hierarchy does not
 * mention. */
static guint32 *
hierarchical_t_closeness_find_leaves (const DeidHierarchy *hierarchy, const DeidPrivacyInput *input,
                                      guint32 n_values, GError **error)
{
  guint32 *leaves = deid_alloc (n_values, sizeof *leaves, error);

  for (guint32 v = 0; leaves != NULL && v < n_values; v++)
    {
      const char *text = deid_privacy_input_get_value (input, 0, v);

      leaves[v] = deid_hierarchy_find_leaf (hierarchy, text != NULL ? text : "");
    }
  return leaves;
}

static gboolean
hierarchical_t_closeness_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made,
                                  GError **error)
{
  const DeidTCloseness *model = data;
  const DeidHierarchy *hierarchy = get_hierarchy (model, input, error);
  const guint64 n_records = deid_privacy_input_get_n_records (input);
  g_autofree guint32 *leaves = NULL;
  DeidClosenessLimit limit;
  guint32 n_values;
  const guint64 *counts = deid_privacy_input_get_counts (input, 0, &n_values);
  HierarchicalTClosenessState *state;

  if (hierarchy == NULL
      || !deid_closeness_limit_init (&limit, &model->t, n_records,
                                     deid_hierarchy_get_distance_steps (hierarchy), error)
      || (leaves = hierarchical_t_closeness_find_leaves (hierarchy, input, n_values, error))
             == NULL)
    return FALSE;
  state = g_new0 (HierarchicalTClosenessState, 1);
  state->limit = limit;
  g_mutex_init (&state->lock);
  if (deid_hierarchical_base_init (&state->base, hierarchy, leaves, counts, n_values, n_records,
                                   error))
    {
      *made = state;
      return TRUE;
    }
  hierarchical_t_closeness_free_state (state, NULL);
  return FALSE;
}

static gboolean
hierarchical_t_closeness_accept (const DeidClass *eq_class, gpointer data, gpointer model,
                                 gboolean *passes, GError **error)
{
  HierarchicalTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  Scratch *scratch = take_scratch (state, error);

  if (scratch == NULL)
    return FALSE;
  *passes = deid_hierarchical_distance_is_within (&state->base, &state->limit, scratch->counts,
                                                  values, counts, n_present,
                                                  deid_class_get_n_records (eq_class));
  give_scratch (state, scratch);
  return TRUE;
}

static gboolean
hierarchical_t_closeness_necessary (const DeidClass *eq_class, gpointer data, gpointer model,
                                    gboolean *passes, GError **error)
{
  HierarchicalTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  Scratch *scratch = take_scratch (state, error);

  if (scratch == NULL)
    return FALSE;
  *passes = deid_hierarchical_distance_is_covered (&state->base, &state->limit, scratch->counts,
                                                   values, n_present);
  give_scratch (state, scratch);
  return TRUE;
}

/* A label on its way up: what the values below it have too much, and what of that meets there. */
typedef struct
{
  DeidSignedWide extra;
  DeidWide positive;
  DeidWide negative;
  gboolean is_counted; /* by the label above */
} HierarchicalTClosenessNode;

static void
add_extra (HierarchicalTClosenessNode *above, HierarchicalTClosenessNode *below)
{
  if (below->is_counted)
    return;
  below->is_counted = TRUE;
  above->extra += below->extra;
  if (below->extra > 0)
    above->positive += (DeidWide) below->extra;
  else
    above->negative += (DeidWide) -below->extra;
}

/* The definition, bottom-up: what meets below a label and cancels out has come up to its level.
 * Nodes are first the values themselves, with their extra, and @leaves their places in the
 * hierarchy; @other has as much room. */
static DeidWide
sum_costs (const DeidHierarchy *hierarchy, guint32 n_values, guint32 *leaves,
           HierarchicalTClosenessNode *nodes, HierarchicalTClosenessNode *other, guint64 n_nodes,
           guint32 *node_of_value)
{
  const guint n_steps = deid_hierarchy_get_distance_steps (hierarchy);
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);
  DeidWide sum = 0;

  for (guint level = 1; level <= n_steps; level++)
    {
      HierarchicalTClosenessNode *const above = level % 2 == 1 ? other : nodes;
      HierarchicalTClosenessNode *const below = level % 2 == 1 ? nodes : other;

      memset (above, 0, n_nodes * sizeof *above);
      for (guint32 v = 0; v < n_values; v++)
        {
          guint32 up = 0; /* the root */

          if (leaves[v] != DEID_NO_CODE && level < n_levels)
            leaves[v] = hierarchy->levels[level - 1].parents[leaves[v]];
          if (level < n_steps)
            up = leaves[v] != DEID_NO_CODE ? leaves[v] : (guint32) n_nodes - 1;
          add_extra (&above[up], &below[node_of_value[v]]);
          node_of_value[v] = up;
        }
      for (guint64 i = 0; i < n_nodes; i++)
        sum += level * MIN (above[i].positive, above[i].negative);
    }
  return sum;
}

static gboolean
hierarchical_t_closeness_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                                  gpointer data, int *verdict, GError **error)
{
  const DeidTCloseness *model = data;
  const DeidHierarchy *hierarchy = get_hierarchy (model, input, error);
  const DeidSignedWide n_records = deid_privacy_input_get_n_records (input);
  const DeidSignedWide n = deid_class_get_n_records (eq_class);
  guint32 n_values, n_present;
  const guint64 *table = deid_privacy_input_get_counts (input, 0, &n_values);
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  g_autofree guint32 *leaves = NULL, *node_of_value = NULL;
  g_autofree HierarchicalTClosenessNode *nodes = NULL, *other = NULL;
  guint64 n_nodes;
  DeidWide sum;

  if (hierarchy == NULL)
    return FALSE;
  n_nodes = (guint64) MAX (n_values, deid_hierarchy_get_n_leaves (hierarchy)) + 1;
  if ((leaves = hierarchical_t_closeness_find_leaves (hierarchy, input, n_values, error)) == NULL
      || (node_of_value = deid_alloc (n_values, sizeof *node_of_value, error)) == NULL
      || (nodes = deid_alloc (n_nodes, sizeof *nodes, error)) == NULL
      || (other = deid_alloc (n_nodes, sizeof *other, error)) == NULL)
    return FALSE;
  for (guint32 v = 0, j = 0; v < n_values; v++)
    {
      const guint64 count = j < n_present && values[j] == v ? counts[j++] : 0;

      nodes[v].extra = n_records * count - n * table[v];
      node_of_value[v] = v;
    }
  sum = sum_costs (hierarchy, n_values, leaves, nodes, other, n_nodes, node_of_value);
  *verdict = deid_closeness_compare (
      sum, (DeidWide) (deid_hierarchy_get_distance_steps (hierarchy) * n * n_records), &model->t);
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_hierarchical_t_closeness (const char *sensitive, double t, GError **error)
{
  const DeidModelSlots slots = {
    .prepare = hierarchical_t_closeness_prepare,
    .free_state = hierarchical_t_closeness_free_state,
    .accept = hierarchical_t_closeness_accept,
    .necessary = hierarchical_t_closeness_necessary,
    .recheck = hierarchical_t_closeness_recheck,
    .sentence = "In each group of records that look alike, the values of $@ are spread as in the "
                "whole table, up to a distance of $1, where values with the same label in a "
                "hierarchy are near each other",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  return deid_t_closeness_new (slots, "th", sensitive, t, DEID_VALUE_ORDER_TYPE, error);
}
