/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/alternatives/alternatives-private.h"

#include "base/handle.h"
#include "base/memory.h"
#include "search/result-private.h"

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
