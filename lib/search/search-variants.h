/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Searches that are made by their specifications alone: the documentation of
 * deid_search_new_from_specification() describes them. */
DeidSearch *deid_search_new_explicit_flash (void);
DeidSearch *deid_search_new_unpredicted_flash (void);
DeidSearch *deid_search_new_unpredicted_explicit_flash (void);
DeidSearch *deid_search_new_unpredicted_best_first (void);
DeidSearch *deid_search_new_sub_lattices (void);
DeidSearch *deid_search_new_auto (void);

/* The search with sub-lattices of at most so many policies. */
DeidSearch *deid_search_new_sub_lattices_of (guint32 max_policies);
