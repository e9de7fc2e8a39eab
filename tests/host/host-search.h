/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef HOST_SEARCH_H
#define HOST_SEARCH_H

#include <deid/deid.h>

G_BEGIN_DECLS

/* What a host keeps of its search. */
typedef struct
{
  guint64 n_evaluated;
  guint64 n_skipped; /* policies that a bound or a store ruled out */
  guint n_ends;      /* of the data of the slots */
} HostWalk;

/* The module's function host_search_new() makes a search that walks through the whole lattice,
 * leaves out what cannot be better than the best, and so proves the optimum. */
typedef DeidSearch *(*HostSearchNew) (HostWalk *walk, GError **error);

G_END_DECLS

#endif
