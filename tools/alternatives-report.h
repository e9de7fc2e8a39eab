/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>
#include <json-glib/json-glib.h>

/* What deid-anonymize tells of policies to choose from: how they differ from the best one, and from
 * the policy of the baseline, if one was named that is a policy of the lattice. */

/* Adds a member `alternatives`, an array of objects: those of deid_alternatives_to_json(), with
 * `policy` as an object of levels by columns. */
gboolean add_alternatives (JsonBuilder *builder, const DeidAlternatives *alternatives,
                           GCancellable *cancellable, GError **error);

/* Prints a table. */
gboolean print_alternatives (const DeidAlternatives *alternatives, GCancellable *cancellable,
                             GError **error);

/* The same of groups, which may be NULL; the member is `alternative_groups`. */
gboolean add_groups (JsonBuilder *builder, const DeidAlternativeGroups *groups,
                     GCancellable *cancellable, GError **error);
gboolean print_groups (const DeidAlternativeGroups *groups, GCancellable *cancellable,
                       GError **error);
