/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_ALTERNATIVE_GROUPS_H
#define DEID_ALTERNATIVE_GROUPS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-alternatives.h>

G_BEGIN_DECLS

/**
 * DeidAlternativeGroups:
 *
 * Policies to choose from in groups of those that merge much the same, and of each group the
 * *medoid*: the policy with the least sum of distances to the others. People look at a few medoids
 * first, and at others of a group then.
 *
 * The *distance* of two policies is a Hamming distance weighted by the records touched: the sum,
 * over the units by which they differ, of the records that the unit concerns. Of an order of values
 * a unit is a pair of neighbours, which one policy merges and the other keeps apart, and concerns
 * the records that have either value. Of subtrees it is an inner node whose leaves the one merges,
 * by this node or one above it, and the other does not; it concerns the records below the node. Of
 * levels it is a step from one level to the next, and concerns the records whose labels cover more
 * on the latter. So distances are whole numbers, and records are counted by their weights.
 *
 * Groups are made by partitioning around medoids (PAM): BUILD chooses one medoid after the other so
 * that the sum of the distances of all policies to the nearest medoid falls most, SWAP exchanges a
 * medoid for another policy, the best such pair first, as long as that sum falls. Of equals the
 * policy with the least index is taken, so that the same policies make the same groups. Unless the
 * number of groups is stated it is that from 2 to 10 which has the greatest average silhouette, the
 * least one of several.
 *
 * Groups are in the order in which to look at them: the largest first, of equal ones that whose
 * medoid loses less, then that whose medoid has the lesser index.
 *
 * Sources: L. Kaufman, P. J. Rousseeuw, "Finding Groups in Data", Wiley 1990, chapter 2; P. J.
 * Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster
 * analysis", Journal of Computational and Applied Mathematics 20, 1987, 53-65. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidAlternativeGroups DeidAlternativeGroups;

/**
 * DEID_ALTERNATIVE_GROUPS_FIRST:
 *
 * How many medoids reports show first.
 *
 * Since: 0.1
 */
#define DEID_ALTERNATIVE_GROUPS_FIRST 5

/**
 * deid_alternative_groups_get_type:
 *
 * Gets the type under which #DeidAlternativeGroups is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_alternative_groups_get_type (void);

/**
 * deid_alternative_groups_ref:
 * @groups: groups
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @groups
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternativeGroups *deid_alternative_groups_ref (DeidAlternativeGroups *groups);

/**
 * deid_alternative_groups_unref:
 * @groups: (transfer full): groups
 *
 * Drops a reference; the last one frees them.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_alternative_groups_unref (DeidAlternativeGroups *groups);

/**
 * deid_alternative_groups_new:
 * @alternatives: policies to choose from, of which a reference is taken
 * @n_groups: how many groups to make; at most as many are made as there are policies. With 0 the
 *   average silhouette chooses, and fewer than three policies each make a group
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Groups policies.
 *
 * Errors: %DEID_ERROR_TOO_LARGE if distances are too great for 64 bits, as with 2^50 records;
 * %DEID_ERROR_NO_MEMORY; %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(rows x
 * attributes + policies^2 x dimensions), and O(policies^2 x groups) for each number of groups that
 * is tried and O(policies^2) for each of its swaps. Memory O(policies^2).
 *
 * Returns: (transfer full): the groups, none without policies; or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternativeGroups *deid_alternative_groups_new (DeidAlternatives *alternatives,
                                                    guint64 n_groups, GCancellable *cancellable,
                                                    GError **error);

/**
 * deid_alternative_groups_get_alternatives:
 * @groups: groups
 *
 * Gets the policies that are grouped.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the policies
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAlternatives *deid_alternative_groups_get_alternatives (const DeidAlternativeGroups *groups);

/**
 * deid_alternative_groups_get_n_groups:
 * @groups: groups
 *
 * Gets how many groups there are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of groups
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternative_groups_get_n_groups (const DeidAlternativeGroups *groups);

/**
 * deid_alternative_groups_get_medoid:
 * @groups: groups
 * @group: a group, below deid_alternative_groups_get_n_groups()
 *
 * Gets the medoid of a group.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the index of a policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternative_groups_get_medoid (const DeidAlternativeGroups *groups, guint64 group);

/**
 * deid_alternative_groups_get_n_policies:
 * @groups: groups
 * @group: a group, below deid_alternative_groups_get_n_groups()
 *
 * Gets how many policies a group has.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of policies, at least 1
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternative_groups_get_n_policies (const DeidAlternativeGroups *groups, guint64 group);

/**
 * deid_alternative_groups_get_group:
 * @groups: groups
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 *
 * Gets the group of a policy: that of the nearest medoid, of several the least one.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the group
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternative_groups_get_group (const DeidAlternativeGroups *groups, guint64 index);

/**
 * deid_alternative_groups_get_distance:
 * @groups: groups
 * @index: index of a policy, below deid_alternatives_get_n_policies()
 * @other: index of a policy
 *
 * Gets the distance of two policies.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the distance, in records, each counted for each unit that concerns it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_alternative_groups_get_distance (const DeidAlternativeGroups *groups, guint64 index,
                                              guint64 other);

/**
 * deid_alternative_groups_get_silhouette:
 * @groups: groups
 *
 * Gets the average silhouette of the policies: how much nearer they are to their own group than to
 * the nearest other one.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the average, from -1 to 1; 0 where there are fewer than two groups
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_alternative_groups_get_silhouette (const DeidAlternativeGroups *groups);

/**
 * deid_alternative_groups_to_text:
 * @groups: groups
 * @baseline: (nullable): a policy of the lattice of the alternatives to compare the medoids with,
 *   too, or %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the groups as text: the medoids of the first %DEID_ALTERNATIVE_GROUPS_FIRST groups with
 * their figures and the lines by which deid_alternatives_to_text() tells them, in difference from
 * the best of all alternatives and from @baseline, then the policies of each group. The first line
 * says that it is custodian-only, since it counts suppressed records.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(groups x policies), and that of describing the medoids.
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_alternative_groups_to_text (const DeidAlternativeGroups *groups,
                                       const DeidPolicy *baseline, GCancellable *cancellable,
                                       GError **error);

/**
 * deid_alternative_groups_to_json:
 * @groups: groups
 * @baseline: (nullable): a policy of the lattice of the alternatives to compare the medoids with,
 *   too, or %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the groups as a JSON object with the members `audience` (`custodian-only`), `silhouette`
 * and `groups`, an array of objects with `medoid`, the index of a policy, `description`,
 * `from_best` and `from_baseline`, as deid_alternatives_to_json() has them of it, and `policies`,
 * the indices of all policies of the group.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(groups x policies), and that of describing the medoids.
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_alternative_groups_to_json (const DeidAlternativeGroups *groups,
                                       const DeidPolicy *baseline, GCancellable *cancellable,
                                       GError **error);

G_END_DECLS

#endif
