/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/search-funcs.h"

#include "base/handle.h"

static void
deid_search_funcs_free (DeidSearchFuncs *funcs)
{
  DEID_SEARCH_SLOTS (DEID_SLOT_CLEAR)
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidSearchFuncs, deid_search_funcs)

#define SEARCH_FUNCS_DEFINE_SETTER(name, Func)                                                     \
  DEID_SLOT_DEFINE_SETTER (DeidSearchFuncs, deid_search_funcs, name, Func)

DEID_SEARCH_SLOTS (SEARCH_FUNCS_DEFINE_SETTER)

DeidSearchFuncs *
deid_search_funcs_new (void)
{
  DeidSearchFuncs *funcs = g_new0 (DeidSearchFuncs, 1);

  g_atomic_ref_count_init (&funcs->ref_count);
  return funcs;
}

void
deid_search_funcs_make_immutable (DeidSearchFuncs *funcs)
{
  g_atomic_int_set (&funcs->immutable, TRUE);
}
