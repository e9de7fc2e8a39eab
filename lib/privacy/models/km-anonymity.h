/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

/* Chooses the first @n_chosen columns. */
void deid_columns_choose_first (guint *columns, guint n_chosen);

/* Goes on to the next choice of columns, which are ascending, in lexicographic order.
 * Returns: the first place that changed, or @n_chosen if there are no more. */
guint deid_columns_choose_next (guint *columns, guint n_chosen, guint n_columns);

/* Names the classes of a table that have a combination of labels of @n_chosen columns that fewer
 * than @k records, or persons, have; and those of the rest that have such a one among the rest,
 * until there are none. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity:
 * O(choices of columns x classes), or persons in classes, for the first look at all of them, and as
 * much for each further one. */
gboolean deid_rare_combinations_name (const DeidTableView *table, guint64 k, guint n_chosen,
                                      GError **error);
