/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Refuses options of a search where the settings state a policy, and what a local recoding cannot
 * have. */
gboolean check_search (GError **error);

/* Returns: (transfer full): the search, or NULL with an error. */
DeidSearch *make_search (GError **error);

/* Returns: (transfer full): a search for the optimum that looks for it for a minute at most, or
 * NULL with an error. */
DeidSearch *make_search_for_optimum (GError **error);
