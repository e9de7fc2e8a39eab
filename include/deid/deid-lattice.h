/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a policy or a problem
 *   has the lattice.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @column: the name of a column that is identifying (by default) or quasi-identifying.
 * @attribute: an attribute, below deid_lattice_get_n_attributes().
 * @dimension: a dimension, below deid_lattice_get_n_dimensions().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_LATTICE_H
#define DEID_LATTICE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-hierarchy.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidLattice:
 *
 * All policies for a dataset: a policy gives a level to each dimension, from 0 to the height of the
 * dimension. Each quasi-identifier is an *attribute*; with a generalization hierarchy it has one
 * dimension, whose height is that of the hierarchy. deid_lattice_set_level_range() leaves policies
 * only some of the levels. The lattice is never materialized.
 *
 * An attribute may instead have *cuts*. An order of n values has n - 1 dimensions of height 1, one
 * for each pair of neighbours: on level 0 the two are kept apart, on level 1 they are merged. So a
 * policy makes *runs* of values: on the bottom each value is a run of its own, which is the
 * original data, and on the top there is one run.
 *
 * Runs of several rising numbers are labelled by their *edges*, which are rounded outwards, because
 * the first and the last number may each be those of one person. Between neighbours a < b the edge
 * e, a < e <= b, is a multiple of the greatest power of ten that has multiples there; of several
 * the middle one, of two the one nearer to 0 unless that is b; and 0 between a negative and a
 * positive number. If only b qualifies, the edge has a digit more, so that no one's own number is
 * told, if such a multiple lies between the two and has no more places than they have: 29000
 * between 28000 and 30000, but 18 between 17 and 18. If b is 0, the edge is a multiple below 0 if
 * there is one: -3 between -7 and 0, but 0 between -1 and 0. If all numbers are integers, a run
 * from edge to edge is `50-52`, or `-9 to -5` if the first one is negative; otherwise it is `[50.0,
 * 52.5)`. The first run is `< 18`, the last one `>= 90`. Edges depend on the order alone, so that a
 * stored policy gives the next table the same labels.
 *
 * Some runs have exact ends, their first and last number (`52-53`, `-9 to -5`): with
 * %DEID_CUT_ENDS_EXACT; always runs of the leaves of a hierarchy, since such a domain was not
 * observed; and always codes of digits such as postal codes: if the type of the column is
 * %DEID_COLUMN_TYPE_TEXT and a value has a leading zero, the label is `02138-02139`, as `< 2140`
 * would be a number of another length. The hierarchy may be public, but an end of a run tells that
 * somebody has that value, even if the record is suppressed; deid_lattice_keep_together() avoids
 * such an end.
 *
 * Runs of other values are labelled by all of them: `{black, white}`. A value that is empty, begins
 * or ends with white space, or has a comma, a quotation mark or a brace stands in quotation marks,
 * with those in it doubled. Texts have no edges to round, and a set says no more than the order
 * that was given. The run of all values is always `*`, since a missing value may be part of it. A
 * single value keeps its text, also the least and the greatest number: then as many records have it
 * as the models ask for.
 *
 * A missing value that the order does not mention by an empty text is kept apart until all pairs
 * are merged, and is then part of the one run; if there is one value, and so no pair, it stays
 * apart. The domain is all values in the order, and such a missing value. A column of at most one
 * value has no dimension; a lattice of such columns alone has one policy, which releases the data
 * unchanged.
 *
 * Cuts of *subtrees* have a dimension for each inner node of a hierarchy: on level 1 all leaves
 * below it get its label. The level of a node below a merged one has no effect: policies that
 * differ in such levels alone do the same to the data.
 *
 * A custodian may ask cuts to keep some values apart, and others together:
 * deid_lattice_keep_apart() and deid_lattice_keep_together(). A dimension that must not be merged
 * has height 0, one that must be merged has 1 as its lowest level; the top then need not merge all
 * values, nor is the bottom the original data. deid_lattice_set_max_blocks() limits the number of
 * labels of a column.
 *
 * deid_search_new_optimal() proves the optimum of lattices with cuts too, for quality models that
 * are a mean or a sum over attributes, `dm` and `dmstar`, and certificates prove it to others;
 * deid_search_new_bisecting() finds good policies where that takes too long.
 * deid_search_new_local() gives each class a run of its own.
 *
 * Runs suit ordered values such as numbers. Neighbours in a hierarchy's list of texts need have
 * nothing in common: subtrees serve them better. The extent of a run, by which losses count, is the
 * number of values in the order from its first to its last one, including those that no record has.
 * If models ask only for the sizes of classes, values that no record has are at no end of a run in
 * the optimum, since without them it loses less.
 *
 * n values have n (n + 1) / 2 runs. A prepared problem holds 12 bytes a run, its extent and
 * records, which is 100 MB for 4,096 values, the most that may be cut; searches hold more for each
 * thread, see deid_search_new_optimal().
 *
 * A lattice can be changed until it is given to a policy or a problem.
 */
typedef struct DeidLattice DeidLattice;

/**
 * DeidCutEnds:
 * @DEID_CUT_ENDS_ROUNDED: by edges that are rounded outwards, as described for #DeidLattice; the
 *   first and the last run are open. Texts with a leading zero, such as postal codes, have exact
 *   ends
 * @DEID_CUT_ENDS_EXACT: by their first and last number, unless all are merged. For orders of
 *   numbers that are public, such as all ages: the greatest observed number may be that of one
 *   person
 *
 * How runs of several rising numbers are labelled. Runs of other values are labelled by sets.
 */
typedef enum
{
  DEID_CUT_ENDS_ROUNDED = 0,
  DEID_CUT_ENDS_EXACT = 1
} DeidCutEnds;

DEID_AVAILABLE_IN_0_1
GType deid_lattice_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidLattice *deid_lattice_ref (DeidLattice *lattice);

/**
 * deid_lattice_unref:
 * @lattice: (transfer full): a lattice
 */
DEID_AVAILABLE_IN_0_1
void deid_lattice_unref (DeidLattice *lattice);

/**
 * deid_lattice_new:
 * @dataset: a dataset, immutable from now on
 *
 * Creates a lattice without dimensions. One thread at a time.
 * Returns: (transfer full): a new lattice
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_lattice_new (DeidDataset *dataset);

/**
 * deid_lattice_add_quasi_identifier:
 * @lattice: a lattice
 * @hierarchy: its generalization hierarchy
 *
 * Adds an attribute with its dimension. The hierarchy of a rule is bound to the column:
 * deid_hierarchy_bind().
 * Errors: those of deid_hierarchy_bind(); %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_DUPLICATE_COLUMN
 * if it was added before; %DEID_ERROR_ROLE if the column has another role;
 * %DEID_ERROR_UNKNOWN_VALUE if the hierarchy lacks values of the column, with their count and the
 * line or row of the first or, if the dataset shows values, the first 20 of them with their places;
 * %DEID_ERROR_INVALID_ARGUMENT for a missing value under %DEID_MISSING_POLICY_ERROR;
 * %DEID_ERROR_TOO_LARGE; %DEID_ERROR_NO_MEMORY. Complexity: O(distinct values x levels), and
 * O(rows) before an error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_quasi_identifier (DeidLattice *lattice, const char *column,
                                            DeidHierarchy *hierarchy, GCancellable *cancellable,
                                            GError **error);

/**
 * deid_lattice_add_numeric_cuts:
 * @lattice: a lattice
 * @ends: how its runs are labelled
 *
 * Adds an attribute whose values are cut in their order as numbers: integers or decimals, with or
 * without an exponent. They may be codes of digits: in a column of type %DEID_COLUMN_TYPE_TEXT, one
 * value with a leading zero gives all runs exact ends. The values are those of the column; for an
 * order with others, such as those of a population, use deid_lattice_add_ordered_cuts().
 * Errors: those of deid_lattice_add_quasi_identifier() about the column;
 * %DEID_ERROR_INVALID_ARGUMENT for a value that is not a number, two equal numbers, or invalid
 * @ends; %DEID_ERROR_TOO_LARGE for more than 4,096 values, or more than 65,535 dimensions of the
 * lattice; %DEID_ERROR_NO_MEMORY. Complexity: O(n log n) for n distinct values, and O(rows) before
 * an error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_numeric_cuts (DeidLattice *lattice, const char *column, DeidCutEnds ends,
                                        GError **error);

/**
 * deid_lattice_add_ordered_cuts:
 * @lattice: a lattice
 * @values: (array length=n_values): values, including all that the column has; an empty text is the
 *   missing value
 * @n_values: number of values
 * @ends: how its runs are labelled if all of @values are rising numbers
 *
 * Adds an attribute whose values are cut in the given order.
 * Errors: those of deid_lattice_add_quasi_identifier() about the column; %DEID_ERROR_UNKNOWN_VALUE
 * if the order lacks values of the column, as for hierarchies; %DEID_ERROR_INVALID_ARGUMENT for a
 * repeated value or, unless all are rising numbers, one that starts with a brace, or for invalid
 * @ends; %DEID_ERROR_ENCODING for one that is not UTF-8; %DEID_ERROR_TOO_LARGE for more than 4,096
 * values, or more than 65,535 dimensions of the lattice; %DEID_ERROR_NO_MEMORY. Complexity:
 * O(values), and O(rows) before an error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_ordered_cuts (DeidLattice *lattice, const char *column,
                                        const char *const *values, gsize n_values, DeidCutEnds ends,
                                        GError **error);

/**
 * deid_lattice_add_leaf_cuts:
 * @lattice: a lattice
 * @hierarchy: a hierarchy that lists its leaves
 *
 * Adds an attribute whose values are cut in the order of the leaves of a hierarchy. Its labels are
 * not used.
 * Errors: those of deid_lattice_add_ordered_cuts(); %DEID_ERROR_INVALID_ARGUMENT for a hierarchy
 * without leaves, such as that of an unbound rule. Complexity: O(leaves), and O(rows) before an
 * error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_leaf_cuts (DeidLattice *lattice, const char *column,
                                     DeidHierarchy *hierarchy, GError **error);

/**
 * deid_lattice_add_subtree_cuts:
 * @lattice: a lattice
 * @hierarchy: its generalization hierarchy
 *
 * Adds an attribute with a dimension for each inner node of its hierarchy: highest level first, and
 * within a level in the order of the hierarchy. Of nodes with the same leaves only the highest has
 * a dimension; a node with one leaf has one only if it is the only node of the top level. A missing
 * value that the hierarchy does not mention is merged with the others by the only node of the top
 * level, unless there are several or a rule has suppress=no. The hierarchy of a rule is bound to
 * the column: deid_hierarchy_bind(). A hierarchy of two levels with one label on the top acts as
 * with deid_lattice_add_quasi_identifier().
 * Errors: those of deid_lattice_add_quasi_identifier(); %DEID_ERROR_INVALID_ARGUMENT for two nodes
 * with a dimension, or leaves, that have the same label although neither is above the other;
 * %DEID_ERROR_TOO_LARGE for more than 65,535 dimensions of the lattice. Complexity: O(distinct
 * values x levels + labels), and O(rows) before an error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_subtree_cuts (DeidLattice *lattice, const char *column,
                                        DeidHierarchy *hierarchy, GCancellable *cancellable,
                                        GError **error);

/**
 * deid_lattice_set_level_range:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with a generalization hierarchy, of levels or subtrees
 * @lowest: the lowest level that policies may give it
 * @highest: the highest one, at least @lowest; %G_MAXUINT for that of the hierarchy
 *
 * Sets which levels of a hierarchy policies may choose; the same level twice fixes it. Default:
 * all. Levels keep their numbers, and losses refer to the whole hierarchy. Results are proven
 * optimal, certified or explained among the remaining policies. Ranks of policies change. A second
 * call replaces the range.
 *
 * With cuts of subtrees these are the levels of labels. Dimensions keep their numbers. No node
 * above @highest is merged: of nodes with the same leaves the highest remaining one has their
 * dimension; if none remains, it has height 0. All nodes of level @lowest are merged, by themselves
 * or with one above, even one with a single leaf, which has no dimension: the dimensions of nodes
 * up to this level, or with the same leaves, have 1 as their lowest level. The demands of
 * deid_lattice_keep_apart() and deid_lattice_keep_together() stay.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has cuts of an order of values; for a range outside the levels
 * of the hierarchy; and with subtrees for a range that forbids what is kept together or merges what
 * is kept apart, for a level @lowest above 0 that has a label of its own for each value, and for
 * two remaining nodes with the same label of which neither is above the other;
 * %DEID_ERROR_NO_MEMORY. Complexity: O(1), of subtrees O(labels x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_set_level_range (DeidLattice *lattice, const char *column, guint lowest,
                                       guint highest, GError **error);

/**
 * deid_lattice_keep_apart:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with cuts
 * @value: a value, or a label of a hierarchy of subtrees
 *
 * Forbids policies to merge values with others. In an order the cut in front of @value stays: no
 * run has values from both sides. Rising numbers are cut in front of the first number that is not
 * less than @value, which need not be among them; if all or none are, there is nothing to do, so
 * that a demand such as 18 also suits tables without younger people. Labels of runs keep their
 * edges. In subtrees the values below @value, or @value itself if it is one, are not merged with
 * others: no node above them with more leaves is merged. Several calls add up. These dimensions
 * have height 0: deid_lattice_get_level_range().
 *
 * A missing value that the order or hierarchy does not mention stays apart too: it could only join
 * other values where all of them are merged. If @value is the top label of subtrees, only the
 * missing value is kept apart from the values of the hierarchy. A demand on numbers that forbids no
 * merge does not affect the missing value.
 *
 * Local recodings give each class labels of its own: deid_search_new_local() and similar searches
 * refuse such a lattice.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_UNKNOWN_VALUE for a value not in the order, or a
 * label not in the hierarchy; %DEID_ERROR_INVALID_ARGUMENT for a column that is no quasi-identifier
 * of the lattice or has no cuts, a text that is not a number where numbers are cut, the first value
 * of another order, a label of several nodes with different leaves, or values that all policies
 * merge; %DEID_ERROR_IMMUTABLE; %DEID_ERROR_NO_MEMORY. One thread at a time. Complexity: O(values),
 * of subtrees O(labels x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_keep_apart (DeidLattice *lattice, const char *column, const char *value,
                                  GError **error);

/**
 * deid_lattice_keep_together:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with cuts
 * @first: a value, or a label of a hierarchy of subtrees
 * @last: another one, or the same
 *
 * Makes all policies merge values. In an order these are the values from @first to @last, which for
 * rising numbers need not be among them. In subtrees the lowest node that is above @first and
 * @last, or is one of them and above the other, is merged, by itself or with one above: the same
 * label twice merges its node. If that is less than two values, there is nothing to do. Several
 * calls add up. These dimensions, and those of nodes below, have 1 as their lowest level:
 * deid_lattice_get_level_range().
 *
 * Local recodings refuse such a lattice, as deid_lattice_keep_apart() says.
 * Errors: those of deid_lattice_keep_apart(), except that the first value of an order is allowed;
 * also %DEID_ERROR_INVALID_ARGUMENT for a @last in front of @first, labels that no node is above,
 * and values that are kept apart in all policies. One thread at a time. Complexity: O(values), of
 * subtrees O(labels x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_keep_together (DeidLattice *lattice, const char *column, const char *first,
                                     const char *last, GError **error);

/**
 * deid_lattice_set_max_blocks:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with cuts
 * @max_blocks: the largest number of blocks of a policy, at least 1; %G_MAXUINT for any number, the
 *   default
 *
 * Limits how many different labels a column is released with. A *block* is a run, or a node of a
 * hierarchy, to which a policy generalizes values of the column; a value that is kept is a block of
 * its own. Values of the order or hierarchy that the column does not have make none. A block counts
 * even if all its records are suppressed. A missing value that the order or hierarchy mentions is
 * one of the values; otherwise it does not count, even if it is kept apart. A second call replaces
 * the limit.
 *
 * A policy with more blocks stays in the lattice, with its rank, and deid_lattice_get_size() counts
 * it; but neither it nor any specialization is a solution, as if it suppressed too many records.
 * Results are proven optimal or explained among the policies with few enough blocks. A stored
 * policy does not keep the limit: another table may have values of other blocks. If no policy has
 * few enough, because of deid_lattice_keep_apart(), a range of levels, or several labels on the top
 * of a hierarchy, searches and deid_problem_evaluate() fail with %DEID_ERROR_INVALID_ARGUMENT.
 *
 * Local recodings, such as deid_search_new_local(), refuse such a lattice, and so do certificates.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has levels (use deid_lattice_set_level_range()), and for
 * @max_blocks of 0; %DEID_ERROR_NO_MEMORY. Complexity: O(n x levels x log n) for n distinct values.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_set_max_blocks (DeidLattice *lattice, const char *column, guint max_blocks,
                                      GError **error);

/**
 * deid_lattice_has_cuts:
 * @lattice: a lattice
 *
 * Returns: whether the dimensions of the quasi-identifier are cuts
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_has_cuts (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_dataset:
 * @lattice: a lattice
 *
 * Returns: (transfer none): the dataset
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_lattice_get_dataset (const DeidLattice *lattice);

/**
 * deid_lattice_get_n_attributes:
 * @lattice: a lattice
 *
 * Returns: the number of quasi-identifiers
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_n_attributes (const DeidLattice *lattice);

/**
 * deid_lattice_get_attribute_name:
 * @lattice: a lattice
 *
 * Returns: (transfer none): the name of the column of the quasi-identifier
 */
DEID_AVAILABLE_IN_0_1
const char *deid_lattice_get_attribute_name (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_hierarchy:
 * @lattice: a lattice
 *
 * Returns: (transfer none) (nullable): the hierarchy of levels or subtrees, that of a rule as bound
 *   to the column; %NULL if the quasi-identifier has cuts of an order of values
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_lattice_get_hierarchy (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_n_dimensions:
 * @lattice: a lattice
 *
 * Returns: the number of dimensions, which is the number of levels in a policy
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_n_dimensions (const DeidLattice *lattice);

/**
 * deid_lattice_get_first_dimension:
 * @lattice: a lattice
 *
 * Returns: the first dimension of a quasi-identifier; the others follow, up to that of the next
 *   quasi-identifier or deid_lattice_get_n_dimensions(). A generalization hierarchy has one
 *   dimension, cuts have any number, also none
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_first_dimension (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_attribute:
 * @lattice: a lattice
 *
 * Returns: the attribute that a dimension belongs to
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_attribute (const DeidLattice *lattice, guint dimension);

/**
 * deid_lattice_get_level_range:
 * @lattice: a lattice
 * @lowest: (out) (optional): the lowest level; 0 unless deid_lattice_set_level_range() or
 *   deid_lattice_keep_together() set another
 * @highest: (out) (optional): the highest level, as of deid_lattice_get_height()
 *
 * Gets which levels policies may give a dimension.
 */
DEID_AVAILABLE_IN_0_1
void deid_lattice_get_level_range (const DeidLattice *lattice, guint dimension, guint *lowest,
                                   guint *highest);

/**
 * deid_lattice_get_max_blocks:
 * @lattice: a lattice
 *
 * Returns: the largest number of blocks that deid_lattice_set_max_blocks() allows, %G_MAXUINT for
 *   any
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_max_blocks (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_height:
 * @lattice: a lattice
 *
 * Returns: the highest level of a dimension
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_height (const DeidLattice *lattice, guint dimension);

/**
 * deid_lattice_get_size:
 * @lattice: a lattice
 * @size: (out): the number of policies, %G_MAXUINT64 if it does not fit
 *
 * Gets the number of policies: the product of the numbers of levels that may be chosen. With cuts
 * of subtrees, policies that differ only below merged nodes each count, although they do the same
 * to the data. Complexity: O(dimensions).
 * Returns: whether the number fits 64 bits
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_get_size (const DeidLattice *lattice, guint64 *size);

/**
 * deid_lattice_get_size_as_double:
 * @lattice: a lattice
 *
 * Complexity: O(dimensions).
 * Returns: the approximate number of policies: the product of the numbers of levels, rounded after
 *   each; infinity beyond the range of doubles
 */
DEID_AVAILABLE_IN_0_1
double deid_lattice_get_size_as_double (const DeidLattice *lattice);

G_END_DECLS

#endif
