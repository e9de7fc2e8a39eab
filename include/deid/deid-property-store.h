/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PROPERTY_STORE_H
#define DEID_PROPERTY_STORE_H

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-policy.h>

G_BEGIN_DECLS

/**
 * DeidInheritance:
 * @DEID_INHERITANCE_GENERALIZATIONS: a property of a policy applies to all its generalizations,
 *   such as that their loss cannot be below some number
 * @DEID_INHERITANCE_SPECIALIZATIONS: a property of a policy applies to all its specializations,
 *   such as that too many records fail a superset-closed model
 *
 * Which other policies have a predictive property if one has it.
 */
typedef enum
{
  DEID_INHERITANCE_GENERALIZATIONS = 0,
  DEID_INHERITANCE_SPECIALIZATIONS = 1
} DeidInheritance;

/**
 * DeidPropertyStore:
 *
 * The policies that are known to have a *predictive property*: one that is inherited to
 * generalizations or to specializations. Only those are kept that no other one implies, the minimal
 * or the maximal ones, in a prefix tree with a level for each dimension: 8 bytes a node, and no
 * memory for the lattice itself, however large it is. Each node knows the smallest or greatest sum
 * of levels below it, which rules out most of the tree for most questions.
 *
 * In short: one store for each property, and for each policy one question before it is evaluated
 * and perhaps one addition after.
 *
 * |[<!-- language="C" -->
 * DeidPropertyStore *hopeless
 *     = deid_property_store_new (lattice, DEID_INHERITANCE_SPECIALIZATIONS, error);
 *
 * if (!deid_property_store_contains (hopeless, policy) // neither added nor inherited from others
 *     && deid_search_context_evaluate (context, policy)
 *     && !deid_search_context_may_specialize (context))
 *   deid_property_store_add (hopeless, policy, error); // nor any specialization, from now on
 * deid_property_store_get_n_policies (hopeless);             // policies kept
 * deid_property_store_get_n_bytes (hopeless);          // memory that they take
 * deid_property_store_get_lattice (hopeless);
 * deid_property_store_unref (hopeless);                // or g_autoptr; deid_property_store_ref
 * ]|
 *
 * A store can always be added to. It belongs to one thread at a time, also where it is only asked;
 * stores of the same lattice are independent of each other.
 *
 * Source: F. Prasser, F. Kohlmayer, K. A. Kuhn, "Efficient and effective pruning strategies for
 * health data de-identification", BMC Medical Informatics and Decision Making 16:49, 2016. The sums
 * are taken here over the dimensions that follow a node, which rules out more than sums over all.
 */
typedef struct DeidPropertyStore DeidPropertyStore;

DEID_AVAILABLE_IN_0_1
GType deid_property_store_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidPropertyStore *deid_property_store_ref (DeidPropertyStore *store);

/**
 * deid_property_store_unref:
 * @store: (transfer full): a property store
 */
DEID_AVAILABLE_IN_0_1
void deid_property_store_unref (DeidPropertyStore *store);

/**
 * deid_property_store_new:
 * @lattice: a lattice with at least one quasi-identifier, immutable from now on
 * @inheritance: to which policies the property is inherited
 *
 * Creates a store in which no policy has the property.
 * Errors: %DEID_ERROR_EMPTY for a lattice without quasi-identifiers, %DEID_ERROR_INVALID_ARGUMENT
 * for an unknown inheritance, %DEID_ERROR_NO_MEMORY. Any thread may call this once the lattice is
 * immutable. Complexity: O(dimensions).
 * Returns: (transfer full): a new store, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPropertyStore *deid_property_store_new (DeidLattice *lattice, DeidInheritance inheritance,
                                            GError **error);

/**
 * deid_property_store_add:
 * @store: a property store
 * @policy: a policy of its lattice
 *
 * Notes that a policy has the property. Nothing changes if that is already implied; otherwise the
 * policies that are now implied leave the store. On failure the store stays unchanged.
 * Errors: %DEID_ERROR_NO_MEMORY. One thread at a time. Complexity: O(size of the store x
 * dimensions), mostly far less.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_property_store_add (DeidPropertyStore *store, const DeidPolicy *policy,
                                  GError **error);

/**
 * deid_property_store_contains:
 * @store: a property store
 * @policy: a policy of its lattice
 *
 * One thread at a time. Complexity: O(size of the store x dimensions), mostly far less.
 * Returns: whether the policy is known to have the property: it was added, or inherits it; %FALSE
 *   if nothing is known
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_property_store_contains (DeidPropertyStore *store, const DeidPolicy *policy);

/**
 * deid_property_store_get_lattice:
 * @store: a property store
 *
 * Returns: (transfer none): the lattice whose policies the store knows of
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_property_store_get_lattice (const DeidPropertyStore *store);

/**
 * deid_property_store_get_n_policies:
 * @store: a property store
 *
 * One thread at a time.
 * Returns: the number of policies that the store keeps: the minimal ones of those added if
 *   generalizations inherit the property, otherwise the maximal ones
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_property_store_get_n_policies (const DeidPropertyStore *store);

/**
 * deid_property_store_get_n_bytes:
 * @store: a property store
 *
 * One thread at a time.
 * Returns: the memory of the store in bytes, without the lattice. It grows as policies are added;
 *   unneeded memory is kept for those to come
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_property_store_get_n_bytes (const DeidPropertyStore *store);

G_END_DECLS

#endif
