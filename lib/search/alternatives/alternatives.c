/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "search/alternatives/alternatives-private.h"
#include "search/alternatives/policy-medoids.h"
#include "search/result-private.h"

#include <stdlib.h>

static void
deid_alternatives_free (DeidAlternatives *alternatives)
{
  for (guint64 i = 0; i < alternatives->n; i++)
    deid_policy_unref (alternatives->items[i].policy);
  g_free (alternatives->items);
  g_free (alternatives);
}

DEID_DEFINE_HANDLE (DeidAlternatives, deid_alternatives)

DeidAlternatives *
deid_alternatives_new (void)
{
  DeidAlternatives *alternatives = g_new0 (DeidAlternatives, 1);

  g_atomic_ref_count_init (&alternatives->ref_count);
  return alternatives;
}

gboolean
deid_alternatives_add (DeidAlternatives *alternatives, const DeidAlternative *item, GError **error)
{
  if (!deid_grow ((gpointer *) &alternatives->items, &alternatives->capacity, alternatives->n + 1,
                  sizeof *alternatives->items, error))
    return FALSE;
  alternatives->items[alternatives->n] = *item;
  deid_policy_ref (alternatives->items[alternatives->n++].policy);
  return TRUE;
}

DeidAlternatives *
deid_result_get_alternatives (const DeidResult *result)
{
  g_return_val_if_fail (result != NULL, NULL);

  return result->alternatives;
}

guint64
deid_alternatives_get_n_policies (const DeidAlternatives *alternatives)
{
  g_return_val_if_fail (alternatives != NULL, 0);

  return alternatives->n;
}

DeidPolicy *
deid_alternatives_get_policy (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, NULL);

  return alternatives->items[index].policy;
}

double
deid_alternatives_get_loss (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, 0);

  return alternatives->items[index].loss;
}

double
deid_alternatives_get_risk (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, 0);

  return alternatives->items[index].risk;
}

double
deid_alternatives_get_maximum_risk (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, 0);

  return alternatives->items[index].maximum_risk;
}

guint64
deid_alternatives_get_n_suppressed (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, 0);

  return alternatives->items[index].n_suppressed;
}

guint64
deid_alternatives_get_n_found (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, 0);

  return alternatives->items[index].n_found;
}

gboolean
deid_alternatives_is_boundary (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, FALSE);

  return alternatives->items[index].is_boundary;
}

gboolean
deid_alternatives_is_risk_minimal (const DeidAlternatives *alternatives, guint64 index)
{
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, FALSE);

  return alternatives->items[index].is_risk_minimal;
}

gboolean
deid_alternatives_is_complete (const DeidAlternatives *alternatives)
{
  g_return_val_if_fail (alternatives != NULL, FALSE);

  return alternatives->is_complete;
}

gboolean
deid_alternatives_find_dominating (const DeidAlternatives *alternatives, guint64 index,
                                   guint64 *dominating)
{
  g_return_val_if_fail (dominating != NULL, FALSE);
  *dominating = index;
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, FALSE);

  for (guint64 i = 0; i < alternatives->n; i++)
    if (i != index
        && deid_policy_is_generalization_of (alternatives->items[index].policy,
                                             alternatives->items[i].policy))
      {
        *dominating = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
alternatives_is_better (const DeidAlternative *item, const DeidAlternative *other)
{
  return item->risk <= other->risk && item->loss <= other->loss
         && (item->risk < other->risk || item->loss < other->loss);
}

gboolean
deid_alternatives_find_better (const DeidAlternatives *alternatives, guint64 index, guint64 *better)
{
  g_return_val_if_fail (better != NULL, FALSE);
  *better = index;
  g_return_val_if_fail (alternatives != NULL && index < alternatives->n, FALSE);

  for (guint64 i = 0; i < alternatives->n; i++)
    if (alternatives_is_better (&alternatives->items[i], &alternatives->items[index]))
      {
        *better = i;
        return TRUE;
      }
  return FALSE;
}

DeidAlternatives *
deid_alternatives_new_undominated (const DeidAlternatives *alternatives, GCancellable *cancellable,
                                   GError **error)
{
  g_autoptr (DeidAlternatives) rest = deid_alternatives_new ();

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  for (guint64 i = 0; i < alternatives->n; i++)
    {
      guint64 dominating;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!deid_alternatives_find_dominating (alternatives, i, &dominating)
          && !deid_alternatives_add (rest, &alternatives->items[i], error))
        return NULL;
    }
  return g_steal_pointer (&rest);
}

#define MAX_CHOSEN 10

static void
deid_alternative_groups_free (DeidAlternativeGroups *groups)
{
  deid_alternatives_unref (groups->alternatives);
  g_free (groups->distances);
  g_free (groups->items);
  g_free (groups->groups);
  g_free (groups);
}

DEID_DEFINE_HANDLE (DeidAlternativeGroups, deid_alternative_groups)

static int
compare_groups (const void *a, const void *b)
{
  const DeidAlternativeGroup *x = a, *y = b;

  if (x->n_policies != y->n_policies)
    return x->n_policies > y->n_policies ? -1 : 1;
  if (x->loss != y->loss)
    return x->loss < y->loss ? -1 : 1;
  return x->medoid < y->medoid ? -1 : x->medoid > y->medoid;
}

/* Sorts the groups as they are to be looked at. */
static gboolean
set_groups (DeidAlternativeGroups *groups, const DeidMedoids *medoids, GError **error)
{
  const DeidAlternatives *alternatives = groups->alternatives;
  g_autofree guint64 *places = NULL;

  if (!deid_new_arrays (error, DEID_NEW (groups->items, medoids->k),
                        DEID_NEW (groups->groups, medoids->n), DEID_NEW (places, medoids->k)))
    return FALSE;
  groups->n = medoids->k;
  groups->silhouette = medoids->silhouette;
  for (guint64 g = 0; g < medoids->k; g++)
    groups->items[g]
        = (DeidAlternativeGroup){ .medoid = medoids->medoids[g],
                                  .place = g,
                                  .loss = alternatives->items[medoids->medoids[g]].loss };
  for (guint64 i = 0; i < medoids->n; i++)
    groups->items[medoids->groups[i]].n_policies++;
  qsort (groups->items, groups->n, sizeof *groups->items, compare_groups);
  for (guint64 g = 0; g < groups->n; g++)
    places[groups->items[g].place] = g;
  for (guint64 i = 0; i < medoids->n; i++)
    groups->groups[i] = places[medoids->groups[i]];
  return TRUE;
}

/* Makes so many groups of all policies. */
static gboolean
make_groups (const DeidAlternativeGroups *groups, guint64 n_groups, DeidMedoids *medoids,
             const DeidStop *stop, GError **error)
{
  if (deid_medoids_init (medoids, groups->distances, groups->alternatives->n, n_groups, stop,
                         error))
    return TRUE;
  deid_medoids_clear (medoids);
  return FALSE;
}

/* Makes as many groups as has the greatest silhouette. */
static gboolean
choose_groups (const DeidAlternativeGroups *groups, DeidMedoids *best, const DeidStop *stop,
               GError **error)
{
  const guint64 n = groups->alternatives->n;

  if (!make_groups (groups, MIN (n, 2), best, stop, error))
    return FALSE;
  for (guint64 k = 3; k < n && k <= MAX_CHOSEN; k++)
    {
      DeidMedoids medoids;

      if (!make_groups (groups, k, &medoids, stop, error))
        {
          deid_medoids_clear (best);
          return FALSE;
        }
      if (medoids.silhouette > best->silhouette)
        {
          deid_medoids_clear (best);
          *best = medoids;
        }
      else
        deid_medoids_clear (&medoids);
    }
  return TRUE;
}

static gboolean
alternative_groups_group (DeidAlternativeGroups *groups, guint64 n_groups, const DeidStop *stop,
                          GError **error)
{
  DeidMedoids medoids;
  gboolean success;

  if (!deid_stop_check (stop, error))
    return FALSE;
  groups->distances = deid_alternatives_list_distances (groups->alternatives, stop, error);
  if (groups->distances == NULL)
    return FALSE;
  if (groups->alternatives->n == 0)
    return TRUE;
  n_groups = MIN (n_groups, groups->alternatives->n);
  if (!(n_groups > 0 ? make_groups (groups, n_groups, &medoids, stop, error)
                     : choose_groups (groups, &medoids, stop, error)))
    return FALSE;
  success = set_groups (groups, &medoids, error);
  deid_medoids_clear (&medoids);
  return success;
}

DeidAlternativeGroups *
deid_alternative_groups_new (DeidAlternatives *alternatives, guint64 n_groups,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidAlternativeGroups) groups = NULL;

  g_return_val_if_fail (alternatives != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  groups = g_new0 (DeidAlternativeGroups, 1);
  g_atomic_ref_count_init (&groups->ref_count);
  groups->alternatives = deid_alternatives_ref (alternatives);
  return alternative_groups_group (groups, n_groups, DEID_STOP_OF (cancellable), error)
             ? g_steal_pointer (&groups)
             : NULL;
}

DeidAlternatives *
deid_alternative_groups_get_alternatives (const DeidAlternativeGroups *groups)
{
  g_return_val_if_fail (groups != NULL, NULL);

  return groups->alternatives;
}

guint64
deid_alternative_groups_get_n_groups (const DeidAlternativeGroups *groups)
{
  g_return_val_if_fail (groups != NULL, 0);

  return groups->n;
}

guint64
deid_alternative_groups_get_medoid (const DeidAlternativeGroups *groups, guint64 group)
{
  g_return_val_if_fail (groups != NULL && group < groups->n, 0);

  return groups->items[group].medoid;
}

guint64
deid_alternative_groups_get_n_policies (const DeidAlternativeGroups *groups, guint64 group)
{
  g_return_val_if_fail (groups != NULL && group < groups->n, 0);

  return groups->items[group].n_policies;
}

guint64
deid_alternative_groups_get_group (const DeidAlternativeGroups *groups, guint64 index)
{
  g_return_val_if_fail (groups != NULL && index < groups->alternatives->n, 0);

  return groups->groups[index];
}

guint64
deid_alternative_groups_get_distance (const DeidAlternativeGroups *groups, guint64 index,
                                      guint64 other)
{
  g_return_val_if_fail (
      groups != NULL && index < groups->alternatives->n && other < groups->alternatives->n, 0);

  return groups->distances[index * groups->alternatives->n + other];
}

double
deid_alternative_groups_get_silhouette (const DeidAlternativeGroups *groups)
{
  g_return_val_if_fail (groups != NULL, 0);

  return groups->silhouette;
}
