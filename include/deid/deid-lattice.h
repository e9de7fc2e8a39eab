/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the handle cannot be
 *   changed any more.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @column: the name of a column that is identifying (by default) or quasi-identifying
 * @attribute: an attribute, below deid_lattice_get_n_attributes()
 * @dimension: a dimension, below deid_lattice_get_n_dimensions()
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
 * All policies for a dataset: a policy gives a level to each dimension, from 0 to the dimension's
 * height. Each quasi-identifier is an *attribute*; with a generalization hierarchy it has one
 * dimension, whose height is the hierarchy's. A custodian may leave policies only some of a
 * hierarchy's levels, see deid_lattice_set_level_range(). The lattice is never materialized.
 *
 * An attribute may also have *cuts*. Of n values in some order it has n - 1 dimensions of height 1,
 * one for each pair of neighbours: on level 0 the two are kept apart, on level 1 they are merged.
 * So a policy makes *runs* of values: on the bottom each is one of its own, which is the original
 * data, and on the top there is one of all. A run of several rising numbers is labelled by its
 * *edges*, which are rounded outwards: its first and last number may each be those of one person.
 * Between neighbours a < b the edge e, a < e <= b, is a multiple of the greatest power of ten that
 * has multiples there; of several the middle one, of two the one nearer to 0 unless that is b; and
 * 0 between a negative number and one above 0. Where b is the only one it takes a digit more, so
 * that no one's own number is told, if such a multiple lies between the two and has no more places
 * than they have: 29000 between 28000 and 30000, but 18 between 17 and 18. Where b is 0 it is a
 * multiple below 0 if there is one: -3 between -7 and 0, but 0 between -1 and 0. If all numbers are
 * integers a run from edge to edge is `50-52`, or `-9 to -5` where the first one is negative; else
 * it is `[50.0, 52.5)`. The first run is `< 18`, and the last one `>= 90`. Edges depend on the
 * order alone, so that a stored policy gives the next table the same labels. %DEID_CUT_ENDS_EXACT
 * asks for the first and the last number themselves (`52-53`, `-9 to -5`), which runs of the leaves
 * of a hierarchy always have, since such a domain is not what was observed: the hierarchy may be
 * known to all, but which of its values end a run tells that somebody has them, also if that record
 * is suppressed; deid_lattice_keep_together() puts an end where none is told of. So do runs of
 * codes that consist of digits, such as postal codes, whatever is asked for: if the type of the
 * column is %DEID_COLUMN_TYPE_TEXT and one of the values has a leading zero, the label is
 * `02138-02139`, as
 * `< 2140` would be a number of another length. A run of other values is labelled by all of them
 * (`{black, white}`, where a value that is empty, begins or ends with white space, or has a comma,
 * a quotation mark or a brace in it stands in quotation marks, with those in it doubled): texts
 * have no edges to round, and a set says no more than the order that was given. The run of all
 * values is `*`, whatever they are and whatever ends were asked for, since a missing value may be
 * part of it. A single value keeps its text, also the least and the greatest number where a policy
 * keeps them apart: then as many records have it as the models ask for. A missing value that the
 * order does not mention by an empty text is kept apart until all pairs are merged, and is then
 * part of the one run, as it is on the top of hierarchies; where there is one value, and so no
 * pair, it stays apart. The domain is all values in the order, and such a missing value. A column
 * of one value, or none, has no pair and so no dimension; a lattice of such columns alone has one
 * policy, which releases the data as they are.
 *
 * With cuts of *subtrees* there is a dimension for each inner node of a hierarchy: on level 1 all
 * leaves below it get its label. The level of a node below a merged one then says nothing:
 * policies that differ in such levels alone make the same of the data.
 *
 * A custodian may ask of cuts that some values are kept apart, and others together, see
 * deid_lattice_keep_apart() and deid_lattice_keep_together(). A dimension that must not be merged
 * has height 0, one that must be merged has 1 as its lowest level; the top then need not merge all
 * values, nor is the bottom the original data. The number of labels of a column can be limited as
 * well, see deid_lattice_set_max_blocks().
 *
 * deid_search_new_optimal() proves the optimum of lattices with cuts too, for quality models that
 * are a mean or a sum over attributes, `dm` and `dmstar`, and certificates prove it to others;
 * deid_search_new_bisecting() finds good policies where that takes too long.
 * deid_search_new_local() gives each class a run of its own.
 *
 * Runs are for values that are ordered, such as numbers: neighbours in the order in which a
 * hierarchy happens to list texts need have nothing in common, and subtrees serve them better. The
 * extent of a run, by which losses count, is the number of values in the order from its first to
 * its last one, those included that no record has: an order of the values of the table alone makes
 * it the number of these. Where models ask for no more than the size of each class, values that no
 * record has are at no end of a run in the optimum, since without them it loses less.
 *
 * Of n values there are n (n + 1) / 2 runs. A problem that is prepared holds the extent and the
 * records of each, 12 bytes a run, which is 100 MB for the 4,096 values that may be cut at most;
 * searches hold more for each thread, as the documentation of deid_search_new_optimal() says.
 *
 * A lattice can be changed until it is given to a policy or a problem.
 */
typedef struct DeidLattice DeidLattice;

/**
 * DeidCutEnds:
 * @DEID_CUT_ENDS_ROUNDED: by edges that are rounded outwards, as described for #DeidLattice; the
 *   first and the last run are open. Texts with a leading zero, such as postal codes, have exact
 *   ends all the same
 * @DEID_CUT_ENDS_EXACT: by their first and last number, unless all are merged. This is for an order
 *   of numbers that is public, such as all ages: of numbers that were observed, the greatest one
 *   may be that of one person
 *
 * How runs of several rising numbers are labelled. Runs of other values have no ends: their labels
 * are sets in either case.
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
 * @dataset: a dataset, which cannot be changed from now on
 *
 * Creates a lattice without dimensions.
 * One thread at a time.
 * Returns: (transfer full): a new lattice
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_lattice_new (DeidDataset *dataset);

/**
 * deid_lattice_add_quasi_identifier:
 * @lattice: a lattice
 * @hierarchy: its generalization hierarchy
 *
 * Adds an attribute with its dimension. A hierarchy of a rule is bound to the column, as
 * deid_hierarchy_bind() does it.
 * Errors: those of deid_hierarchy_bind(); %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_DUPLICATE_COLUMN
 * if it was added before; %DEID_ERROR_ROLE if the column has another role;
 * %DEID_ERROR_UNKNOWN_VALUE if the hierarchy lacks values of the column: their count and the line
 * or row of the first or, if the dataset shows values, the first 20 of them with their places;
 * %DEID_ERROR_INVALID_ARGUMENT for a missing value under %DEID_MISSING_POLICY_ERROR;
 * %DEID_ERROR_TOO_LARGE; %DEID_ERROR_NO_MEMORY. Complexity: O(distinct values x levels), and
 * O(rows) on the way to an error.
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
 * Adds an attribute whose values are cut in their order as numbers: integers or decimals, with an
 * exponent or without. They may be codes of digits: in a column of type %DEID_COLUMN_TYPE_TEXT, one
 * value with a leading zero gives all runs exact ends. The values are those that the column has;
 * for an order with others, such as those of a population, see deid_lattice_add_ordered_cuts().
 * Errors: those of deid_lattice_add_quasi_identifier() that have to do with the column;
 * %DEID_ERROR_INVALID_ARGUMENT for a value that is no number, two that are the same one, or @ends
 * that there are not; %DEID_ERROR_TOO_LARGE for more than 4,096 values, or more than 65,535
 * dimensions of the lattice; %DEID_ERROR_NO_MEMORY. Complexity: O(n log n) for n distinct values,
 * and O(rows) on the way to an error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_numeric_cuts (DeidLattice *lattice, const char *column, DeidCutEnds ends,
                                        GError **error);

/**
 * deid_lattice_add_ordered_cuts:
 * @lattice: a lattice
 * @values: (array length=n_values): values, among them all that the column has; an empty text
 *   mentions the missing value
 * @n_values: how many
 * @ends: how its runs are labelled if all of @values are rising numbers
 *
 * Adds an attribute whose values are cut in the order given.
 * Errors: those of deid_lattice_add_quasi_identifier() that have to do with the column;
 * %DEID_ERROR_UNKNOWN_VALUE if the order lacks values of the column, as for hierarchies;
 * %DEID_ERROR_INVALID_ARGUMENT for a value that is there twice or, unless all are rising numbers,
 * starts with a brace, or for @ends that there are not; %DEID_ERROR_ENCODING for one that is not
 * UTF-8; %DEID_ERROR_TOO_LARGE for more than 4,096 values, or more than 65,535 dimensions of the
 * lattice; %DEID_ERROR_NO_MEMORY. Complexity: O(values), and O(rows) on the way to an error.
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
 * Adds an attribute whose values are cut in the order of the leaves of a hierarchy. Nothing else of
 * it counts: labels are those of runs.
 * Errors: those of deid_lattice_add_ordered_cuts(); %DEID_ERROR_INVALID_ARGUMENT for a hierarchy
 * without leaves, as one of a rule that was not bound. Complexity: O(leaves), and O(rows) on the
 * way to an error.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_add_leaf_cuts (DeidLattice *lattice, const char *column,
                                     DeidHierarchy *hierarchy, GError **error);

/**
 * deid_lattice_add_subtree_cuts:
 * @lattice: a lattice
 * @hierarchy: its generalization hierarchy
 *
 * Adds an attribute with a dimension for each inner node of its hierarchy: those of the highest
 * level first, those of one level in the order in which the hierarchy mentions them. Of nodes with
 * the same leaves only the highest has a dimension; a node with one leaf has one only if it is the
 * only node of the top level. A missing value that the hierarchy does not mention is merged with
 * the others by the only node of the top level, if there is one and it is not that of a rule with
 * suppress=no. A hierarchy of a rule is bound to the column, as deid_hierarchy_bind() does it. A
 * hierarchy of two levels with one label on the top so gives the same as
 * deid_lattice_add_quasi_identifier().
 * Errors: those of deid_lattice_add_quasi_identifier(); %DEID_ERROR_INVALID_ARGUMENT for two nodes
 * with a dimension, or leaves, that have the same label although neither is above the other;
 * %DEID_ERROR_TOO_LARGE for more than 65,535 dimensions of the lattice. Complexity: O(distinct
 * values x levels + labels), and O(rows) on the way to an error.
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
 * @highest: the highest one, at least @lowest, or %G_MAXUINT for that of the hierarchy
 *
 * Says which levels of a hierarchy policies may choose from; the same level twice fixes it.
 * Default: all. Levels keep their numbers, and losses are those of the whole hierarchy. What is
 * proven optimal, certified or explained is so among the policies that are left. Such a lattice has
 * other ranks of policies. A second call replaces the range.
 *
 * With cuts of subtrees these are the levels of labels. Dimensions keep their numbers. No node
 * above @highest is merged: of nodes with the same leaves the highest one that is left has their
 * dimension, and one of which none is left has height 0. All nodes of level @lowest are merged, by
 * themselves or with one above: the dimensions of nodes up to this level have 1 as their lowest
 * level, as has that of a node with the same leaves. A node of level @lowest with one leaf, which
 * has no dimension, is merged as well. What deid_lattice_keep_apart() and
 * deid_lattice_keep_together() were asked for stays.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has cuts of an order of values, a range that does not lie
 * within the levels of the hierarchy or, of subtrees, one that forbids what is kept together or
 * merges what is kept apart, a level @lowest above 0 that has a label of its own for each value, so
 * that there is nothing to be merged, and two labels that are left, are the same and have not one
 * above the other; %DEID_ERROR_NO_MEMORY. Complexity: O(1), of subtrees O(labels x levels).
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
 * Forbids policies to merge values with others. Of an order the cut in front of @value stays: no
 * run has values from both of its sides. Rising numbers are cut in front of the first one that is
 * not less than @value, which need not be among them; where all are, or none is, there is nothing
 * to do, so that a demand such as 18 serves tables in which nobody is younger, too. Labels of runs
 * keep the edges that they have. Of subtrees the values below @value, or @value itself if it is
 * one, are not merged with others: no node above them that has more leaves is merged. Several calls
 * add up. The dimensions have height 0 then, which deid_lattice_get_level_range() tells.
 *
 * A missing value that the order or hierarchy does not mention stays apart, too: it could only join
 * other values where all of them are merged, which this demand forbids. If @value is the top label
 * of subtrees, only the missing value is kept apart from the values of the hierarchy. A demand on
 * numbers that forbids no merge does not affect the missing value.
 *
 * Local recodings give each class labels of its own: deid_search_new_local() and its like refuse
 * such a lattice.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_UNKNOWN_VALUE for a value that the order, or a
 * label that the hierarchy does not have; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has no cuts, a text that is no number where numbers are cut,
 * the first value of another order, a label of several nodes that have not the same leaves, or
 * values that are merged in all policies; %DEID_ERROR_IMMUTABLE; %DEID_ERROR_NO_MEMORY. One thread
 * at a time. Complexity: O(values), of subtrees O(labels x levels).
 * Returns: whether they are kept apart
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
 * Has all policies merge values. Of an order these are the ones from @first to @last; rising
 * numbers need not have these two among them. Of subtrees the lowest node that is above @first and
 * @last, or is one of them and above the other, is merged, by itself or with one above: a label
 * twice merges its node. Where that is less than two values, there is nothing to do. Several calls
 * add up. The dimensions, those of nodes below that one too, have 1 as their lowest level then,
 * which deid_lattice_get_level_range() tells.
 *
 * Local recodings refuse such a lattice, as deid_lattice_keep_apart() says.
 *
 * Errors: those of deid_lattice_keep_apart(), but also the first value of an order will do;
 * %DEID_ERROR_INVALID_ARGUMENT besides for a @last in front of @first, labels that no node is
 * above, and values that are kept apart in all policies. One thread at a time. Complexity:
 * O(values), of subtrees O(labels x levels).
 * Returns: whether they are kept together
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_keep_together (DeidLattice *lattice, const char *column, const char *first,
                                     const char *last, GError **error);

/**
 * deid_lattice_set_max_blocks:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with cuts
 * @max_blocks: the largest number of blocks that policies may give it, at least 1, or %G_MAXUINT
 *   for any number
 *
 * Limits how many different labels a column is released with. Default: any number. A *block* is a
 * run, or a node of a hierarchy, to which a policy generalizes one or more of the values that the
 * column has; a value that is kept as it is makes a block of its own. Values of the order or
 * hierarchy that the column does not have make none. Whether records are suppressed makes no
 * difference: a block counts even if none of its records is released. A missing value that the
 * order or hierarchy mentions is one of the values; one that is not mentioned does not count, also
 * where it is kept apart. A second call replaces the limit.
 *
 * A policy with more blocks stays one of the lattice, with its rank, and deid_lattice_get_size()
 * counts it; but it is no solution, nor is any specialization of it, as if each suppressed too many
 * records. What is proven optimal or explained is so among the policies with few enough. A stored
 * policy does not keep the limit: another table may have values of other blocks. If no policy has
 * few enough, because of deid_lattice_keep_apart(), of a range of levels, or of a hierarchy with
 * several labels on its top, then searches and deid_problem_evaluate() fail with
 * %DEID_ERROR_INVALID_ARGUMENT.
 *
 * Local recodings give each class labels of its own: deid_search_new_local() and its like refuse
 * such a lattice. So do certificates.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has levels, of which deid_lattice_set_level_range() leaves
 * some, and for @max_blocks of 0; %DEID_ERROR_NO_MEMORY. Complexity: O(n x levels x log n) for n
 * distinct values.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_set_max_blocks (DeidLattice *lattice, const char *column, guint max_blocks,
                                      GError **error);

/**
 * deid_lattice_has_cuts:
 * @lattice: a lattice
 *
 * Tells whether the dimensions of a quasi-identifier are cuts.
 * Returns: whether it has cuts
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
 * Gets the number of quasi-identifiers.
 * Returns: the number of attributes
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_n_attributes (const DeidLattice *lattice);

/**
 * deid_lattice_get_attribute_name:
 * @lattice: a lattice
 *
 * Gets the name of a quasi-identifier.
 * Returns: (transfer none): the name of its column
 */
DEID_AVAILABLE_IN_0_1
const char *deid_lattice_get_attribute_name (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_hierarchy:
 * @lattice: a lattice
 *
 * Gets the hierarchy of a quasi-identifier. If it has a rule it is the one that was bound to the
 * column.
 * Returns: (transfer none) (nullable): the hierarchy of its levels or subtrees, or %NULL if it has
 *   cuts of an order of values
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_lattice_get_hierarchy (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_n_dimensions:
 * @lattice: a lattice
 *
 * Returns: the number of dimensions: how many levels make a policy
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_n_dimensions (const DeidLattice *lattice);

/**
 * deid_lattice_get_first_dimension:
 * @lattice: a lattice
 *
 * Returns: the first dimension of a quasi-identifier. Its others follow, up to the first one of the
 *   next quasi-identifier, or to deid_lattice_get_n_dimensions(). It has one dimension with a
 *   generalization hierarchy, and any number of cuts, also none
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
 * @lowest: (out) (optional): return location for the lowest level, 0 unless
 *   deid_lattice_set_level_range() or deid_lattice_keep_together() set another
 * @highest: (out) (optional): return location for the highest level, as deid_lattice_get_height()
 *   gets it
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
 * Gets the largest number of blocks that policies may give a quasi-identifier, as
 * deid_lattice_set_max_blocks() says.
 * Returns: the number, or %G_MAXUINT if there may be any
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
 * @size: (out): return location for the number of policies, or for %G_MAXUINT64 if it does not fit
 *
 * Gets the number of policies: the product of the numbers of levels that they may choose from. With
 * cuts of subtrees several can make the same of the data: those that differ below merged nodes
 * alone count each.
 * Complexity: O(dimensions).
 * Returns: whether the number fits 64 bits
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_get_size (const DeidLattice *lattice, guint64 *size);

/**
 * deid_lattice_get_size_as_double:
 * @lattice: a lattice
 *
 * Gets about the number of policies: the product of the numbers of levels, rounded after each.
 * Complexity: O(dimensions).
 * Returns: the number of policies, infinity beyond the range of doubles
 */
DEID_AVAILABLE_IN_0_1
double deid_lattice_get_size_as_double (const DeidLattice *lattice);

G_END_DECLS

#endif
