/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DEID_LATTICE_H
#define DEID_LATTICE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-hierarchy.h>

G_BEGIN_DECLS

/**
 * DeidLattice:
 *
 * All policies for a dataset: a policy gives a level to each dimension, from 0 to the dimension's
 * height. Each quasi-identifier is an *attribute*; with generalization hierarchies every attribute
 * has one dimension, whose height is the hierarchy's. The lattice is never materialized.
 *
 * A lattice can be changed until it is given to a policy or a problem.
 *
 * Since: 0.1
 */
typedef struct DeidLattice DeidLattice;

/**
 * deid_lattice_get_type:
 *
 * Gets the type under which #DeidLattice is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_lattice_get_type (void);

/**
 * deid_lattice_ref:
 * @lattice: a lattice
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @lattice
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_lattice_ref (DeidLattice *lattice);

/**
 * deid_lattice_unref:
 * @lattice: (transfer full): a lattice
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_lattice_unref (DeidLattice *lattice);

/**
 * deid_lattice_new:
 * @dataset: a dataset, which cannot be changed from now on
 *
 * Creates a lattice without dimensions.
 *
 * One thread at a time. Complexity: O(1).
 *
 * Returns: (transfer full): a new lattice
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_lattice_new (DeidDataset *dataset);

/**
 * deid_lattice_add_quasi_identifier:
 * @lattice: a lattice
 * @column: the name of a column that is identifying (by default) or quasi-identifying
 * @hierarchy: its generalization hierarchy
 * @error: return location for an error, or %NULL
 *
 * Adds an attribute with its dimension.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_DUPLICATE_COLUMN if it was added before;
 * %DEID_ERROR_ROLE if the column has another role; %DEID_ERROR_UNKNOWN_VALUE if the hierarchy
 * lacks values of the column: their count and the first 20 of them, with the line or record each
 * first stands in; %DEID_ERROR_INVALID_ARGUMENT for a missing value under %DEID_MISSING_ERROR;
 * %DEID_ERROR_TOO_LARGE; %DEID_ERROR_IMMUTABLE; %DEID_ERROR_NO_MEMORY. One thread at a time.
 * Complexity: O(distinct values x levels), and O(rows) on the way to an error.
 *
 * Returns: whether it was added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_quasi_identifier (DeidLattice *lattice, const char *column,
                                            DeidHierarchy *hierarchy, GError **error);

/**
 * deid_lattice_get_dataset:
 * @lattice: a lattice
 *
 * Gets the dataset.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the dataset
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_lattice_get_dataset (const DeidLattice *lattice);

/**
 * deid_lattice_get_n_attributes:
 * @lattice: a lattice
 *
 * Gets the number of quasi-identifiers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of attributes
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_n_attributes (const DeidLattice *lattice);

/**
 * deid_lattice_get_attribute_name:
 * @lattice: a lattice
 * @attribute: an attribute, below deid_lattice_get_n_attributes()
 *
 * Gets the name of a quasi-identifier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name of its column
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_lattice_get_attribute_name (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_n_dimensions:
 * @lattice: a lattice
 *
 * Gets the number of dimensions: how many levels make a policy.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of dimensions
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_n_dimensions (const DeidLattice *lattice);

/**
 * deid_lattice_get_attribute:
 * @lattice: a lattice
 * @dimension: a dimension, below deid_lattice_get_n_dimensions()
 *
 * Gets the attribute that a dimension belongs to.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the attribute
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_attribute (const DeidLattice *lattice, guint dimension);

/**
 * deid_lattice_get_height:
 * @lattice: a lattice
 * @dimension: a dimension, below deid_lattice_get_n_dimensions()
 *
 * Gets the highest level of a dimension.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the height
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_height (const DeidLattice *lattice, guint dimension);

/**
 * deid_lattice_get_size:
 * @lattice: a lattice
 * @size: (out): return location for the number of policies, or for %G_MAXUINT64 if there are more
 *
 * Gets the number of policies: the product of all heights, each plus one.
 *
 * Any thread may call this. Complexity: O(dimensions).
 *
 * Returns: whether the number fits 64 bits
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_get_size (const DeidLattice *lattice, guint64 *size);

/**
 * deid_lattice_get_size_as_double:
 * @lattice: a lattice
 *
 * Gets the number of policies, rounded.
 *
 * Any thread may call this. Complexity: O(dimensions).
 *
 * Returns: the number of policies, infinity beyond the range of doubles
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_lattice_get_size_as_double (const DeidLattice *lattice);

G_END_DECLS

#endif
