/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/local/nodes.h"

/* Of an attribute whose values are cut in their order, a node is the run from the least to the
 * greatest value of its records. Leaves are the values that the column has, as far as the runs of
 * all can be numbered by nodes; of more values, neighbours make a leaf together, so that leaves
 * have about as many records each. A missing value that the order does not mention is a leaf behind
 * these, below the root alone, which is the run of the whole order. */

/* The most leaves that make runs: n of them make n (n + 1) / 2. */
#define DEID_LOCAL_MAX_ORDERED 361

/* Makes all but the joins. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(codes + values + nodes). */
gboolean deid_local_run_nodes_make (DeidLocalNodes *nodes, const DeidPreparedProblem *prepared,
                                    guint attribute, double share, GError **error);
