/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host's search, as it would write it: a shared object of its own that knows the public headers
 * alone. It is also compiled as C++. */
#include "host-search.h"

#include <deid/deid-extend.h>
#include <gmodule.h>

G_BEGIN_DECLS
G_MODULE_EXPORT DeidSearch *host_search_new (HostWalk *walk, GError **error);
G_END_DECLS

static char *
describe (gpointer user_data)
{
  (void) user_data;
  return g_strdup ("host-walk");
}

/* Returns: whether to go on. */
static gboolean
visit (DeidSearchContext *context, DeidPropertyStore *hopeless, DeidPolicy *policy, HostWalk *walk,
       GError **error)
{
  if (deid_property_store_contains (hopeless, policy)
      || !deid_search_context_may_improve (context, policy))
    {
      walk->n_skipped++;
      return TRUE;
    }
  if (!deid_search_context_evaluate (context, policy))
    return FALSE;
  walk->n_evaluated++;
  return deid_search_context_may_specialize (context)
         || deid_property_store_add (hopeless, policy, error);
}

/* From the top downwards, where what is hopeless is found first. */
static gboolean
walk_all (DeidSearchContext *context, gpointer user_data, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_search_context_get_problem (context));
  DeidPropertyStore *hopeless
      = deid_property_store_new (lattice, DEID_INHERITANCE_SPECIALIZATIONS, error);
  gboolean goes_on = hopeless != NULL;
  guint64 rank = 0;

  deid_lattice_get_size (lattice, &rank);
  while (goes_on && rank-- > 0)
    {
      DeidPolicy *policy = deid_policy_new_from_rank (lattice, rank, error);

      goes_on = policy != NULL && visit (context, hopeless, policy, (HostWalk *) user_data, error);
      if (policy != NULL)
        deid_policy_unref (policy);
    }
  if (goes_on)
    deid_search_context_declare_optimal (context);
  if (hopeless != NULL)
    deid_property_store_unref (hopeless);
  return TRUE;
}

static void
note_end (gpointer user_data)
{
  ((HostWalk *) user_data)->n_ends++;
}

DeidSearch *
host_search_new (HostWalk *walk, GError **error)
{
  DeidSearchFuncs *funcs = deid_search_funcs_new ();
  DeidSearch *search;

  deid_search_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_search_funcs_set_run (funcs, walk_all, walk, note_end);
  search = deid_search_new (funcs, error);
  deid_search_funcs_unref (funcs);
  return search;
}
