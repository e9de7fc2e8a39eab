/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* The search with slices of at most so many policies. */
DeidSearch *deid_search_new_sub_lattices_of (guint32 max_policies);
