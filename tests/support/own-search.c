/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/own-search.h"

static char *
describe (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("own");
}

DeidSearch *
own_search_new (DeidSearchRunFunc run, gpointer user_data)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();
  DeidSearch *search;
  GError *error = NULL;

  deid_search_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_search_funcs_set_run (funcs, run, user_data, NULL);
  search = deid_search_new (funcs, &error);
  assert_no_error (error);
  return search;
}

gboolean
evaluate_rank (DeidSearchContext *context, guint64 rank)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_search_context_get_problem (context));
  g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, NULL);

  ck_assert_ptr_nonnull (policy);
  return deid_search_context_evaluate (context, policy);
}
