/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "search/alternatives-private.h"
#include "search/alternatives/policy-medoids.h"

#include <stdlib.h>

void
deid_alternatives_free (DeidAlternatives *alternatives)
{
  for (guint64 i = 0; i < alternatives->n; i++)
    deid_policy_unref (alternatives->items[i].policy);
  g_free (alternatives->items);
  g_free (alternatives);
}

DeidAlternatives *
deid_alternatives_new (void)
{
  return g_new0 (DeidAlternatives, 1);
}

gboolean
deid_alternatives_add (DeidAlternatives *alternatives, const DeidAlternative *item, GError **error)
{
  if (!deid_grow_list (alternatives, items, alternatives->n + 1, error))
    return FALSE;
  alternatives->items[alternatives->n] = *item;
  deid_policy_ref (alternatives->items[alternatives->n++].policy);
  return TRUE;
}

gboolean
deid_alternatives_find_dominating (const DeidAlternatives *alternatives, guint64 index,
                                   guint64 *dominating)
{
  *dominating = index;
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
  *better = index;
  for (guint64 i = 0; i < alternatives->n; i++)
    if (alternatives_is_better (&alternatives->items[i], &alternatives->items[index]))
      {
        *better = i;
        return TRUE;
      }
  return FALSE;
}

DeidAlternatives *
deid_alternatives_new_undominated (const DeidAlternatives *alternatives, const DeidStop *stop,
                                   GError **error)
{
  g_autoptr (DeidAlternatives) rest = deid_alternatives_new ();

  for (guint64 i = 0; i < alternatives->n; i++)
    {
      guint64 dominating;

      if (!deid_stop_check (stop, error))
        return NULL;
      if (!deid_alternatives_find_dominating (alternatives, i, &dominating)
          && !deid_alternatives_add (rest, &alternatives->items[i], error))
        return NULL;
    }
  return g_steal_pointer (&rest);
}

#define MAX_CHOSEN 10

void
deid_alternative_groups_free (DeidAlternativeGroups *groups)
{
  deid_free_arrays (groups->items, groups->groups);
  g_free (groups);
}

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
make_groups (const guint64 *distances, guint64 n, guint64 n_groups, DeidMedoids *medoids,
             const DeidStop *stop, GError **error)
{
  if (deid_medoids_init (medoids, distances, n, n_groups, stop, error))
    return TRUE;
  deid_medoids_clear (medoids);
  return FALSE;
}

/* Makes as many groups as has the greatest silhouette. */
static gboolean
choose_groups (const guint64 *distances, guint64 n, DeidMedoids *best, const DeidStop *stop,
               GError **error)
{
  if (!make_groups (distances, n, MIN (n, 2), best, stop, error))
    return FALSE;
  for (guint64 k = 3; k < n && k <= MAX_CHOSEN; k++)
    {
      DeidMedoids medoids;

      if (!make_groups (distances, n, k, &medoids, stop, error))
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
  const guint64 n = groups->alternatives->n;
  g_autofree guint64 *distances = NULL;
  DeidMedoids medoids;
  gboolean success;

  if (!deid_stop_check (stop, error))
    return FALSE;
  distances = deid_alternatives_list_distances (groups->alternatives, stop, error);
  if (distances == NULL)
    return FALSE;
  if (n == 0)
    return TRUE;
  n_groups = MIN (n_groups, n);
  if (!(n_groups > 0 ? make_groups (distances, n, n_groups, &medoids, stop, error)
                     : choose_groups (distances, n, &medoids, stop, error)))
    return FALSE;
  success = set_groups (groups, &medoids, error);
  deid_medoids_clear (&medoids);
  return success;
}

DeidAlternativeGroups *
deid_alternative_groups_new (const DeidAlternatives *alternatives, guint64 n_groups,
                             const DeidStop *stop, GError **error)
{
  g_autoptr (DeidAlternativeGroups) groups = g_new0 (DeidAlternativeGroups, 1);

  groups->alternatives = alternatives;
  return alternative_groups_group (groups, n_groups, stop, error) ? g_steal_pointer (&groups)
                                                                  : NULL;
}
