/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* Policies to choose from: how they differ from the best one, and from
 * the policy of the baseline, if one was named that is a policy of the lattice. */

/* Returns: how many groups of alternatives the settings ask for; 0 is none. */
guint64 get_n_groups (void);

/* Refuses no groups at all. */
gboolean check_groups (GError **error);

/* Tells whether the search of the settings lists alternatives. */
gboolean lists_alternatives (void);

/* Makes the report on alternatives, with so many groups; it stays NULL if the search of the result
 * lists none. */
gboolean make_alternatives (DeidReport **alternatives, DeidResult *result, guint64 n_groups,
                            GCancellable *cancellable, GError **error);

/* Prints the best result of a search, unless it is NULL, and the policies of the report that no
 * other one betters, by ascending loss. */
gboolean print_alternatives_table (const DeidReport *alternatives, DeidResult *best,
                                   GCancellable *cancellable, GError **error);

/* Adds a member `alternatives`, an array of the policies of the report, with `policy` as an object
 * of levels by columns; and if there are groups the member `alternative_groups`. */
gboolean add_alternatives (JsonBuilder *builder, const DeidReport *alternatives, GError **error);
