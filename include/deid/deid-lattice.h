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
 * All policies for a dataset. A policy gives a level to each dimension, from 0 to the height of the
 * dimension. Each quasi-identifier is an *attribute*. With a generalization hierarchy, it has one
 * dimension, as high as the hierarchy; deid_lattice_set_level_range() leaves policies only some of
 * the levels. The lattice is never materialized.
 *
 * Cuts: an attribute may have *cuts* instead. An order of n values has n - 1 dimensions of height
 * 1, one for each pair of neighbours: level 0 keeps the two apart, level 1 merges them. So a policy
 * makes *runs* of values. The bottom is the original data, where each value is a run of its own; on
 * the top there is one run.
 *
 * Edges: a run of several rising numbers is labelled by its *edges*. They are rounded outwards,
 * because the first and the last number may each be those of one person. The edge e between
 * neighbours a < b, with a < e <= b, is a multiple of the greatest power of ten that has multiples
 * there. Of several multiples it is the middle one; of two, the one nearer to 0, unless that is b;
 * between a negative and a positive number, 0. If b is the only multiple, it would tell somebody's
 * number. The edge is then a multiple of the next smaller power of ten below b, if there is one
 * that has no more places than a and b: 29000 between 28000 and 30000, but 18 between 17 and 18. If
 * b is 0, the edge is a multiple below 0, if there is one: -3 between -7 and 0, but 0 between -1
 * and 0. If all numbers are integers, a run from edge to edge is `50-52`, or `-9 to -5` if the
 * first one is negative; otherwise it is `[50.0, 52.5)`. The first run is `< 18`, the last one `>=
 * 90`. Edges depend on the order alone, so a stored policy gives the next table the same labels.
 *
 * Exact ends: some runs are labelled by their first and last number (`52-53`, `-9 to -5`). These
 * are runs with %DEID_CUT_ENDS_EXACT, and runs of the leaves of a hierarchy, a domain that was not
 * observed. Codes of digits, such as postal codes, have exact ends too: if the type of the column
 * is %DEID_COLUMN_TYPE_TEXT and a value has a leading zero, a label is `02138-02139`, because `<
 * 2140` would be a number of another length. The hierarchy may be public, but an end of a run tells
 * that somebody has that value, even if the record is suppressed. deid_lattice_keep_together()
 * avoids such an end.
 *
 * Dates: if the type of the column is %DEID_COLUMN_TYPE_DATE and the order is that of the calendar,
 * a run is labelled by its first and last date: `2023-05-16 to 2023-05-24`.
 *
 * Sets: a run of other values is labelled by all of them: `{black, white}`. A value stands in
 * quotation marks, with those in it doubled, if it is empty, begins or ends with white space, or
 * has a comma, a quotation mark or a brace, or is `...`. Texts have no edges to round, and a set
 * says no more than the order that was given. The run of all values is always `*`, because a
 * missing value may be part of it. A single value keeps its text, also the least and the greatest
 * number, because as many records have it as the models ask for.
 *
 * Missing values: the domain is all values in the order and, if the order has no empty text, a
 * missing value of the column. This missing value is kept apart until all pairs are merged, and is
 * then part of the one run. If there is only one value, there is no pair, and the missing value
 * stays apart. A column of at most one value has no dimension. A lattice of such columns alone has
 * one policy, which releases the data unchanged.
 *
 * Subtrees: cuts of *subtrees* have a dimension for each inner node of a hierarchy. On level 1, all
 * leaves below the node get its label. The level of a node below a merged node has no effect, so
 * policies that differ only in such levels do the same to the data.
 *
 * Limits: deid_lattice_keep_apart() and deid_lattice_keep_together() keep some values apart, and
 * others together. A dimension that must not be merged has height 0; one that must be merged has 1
 * as its lowest level. Then the top need not merge all values, and the bottom need not be the
 * original data. deid_lattice_set_max_blocks() limits the number of labels of a column.
 *
 * Searches: deid_search_new_optimal() proves the optimum of lattices with cuts too, for `dm`,
 * `dmstar` and quality models that are a mean or a sum over attributes, and certificates prove it
 * to others. deid_search_new_bisecting() finds good policies where that takes too long.
 * deid_search_new_local() gives each class a run of its own.
 *
 * Runs suit ordered values such as numbers. Subtrees suit texts better, because neighbours in a
 * hierarchy's list of texts may have nothing in common. The extent of a run, by which losses count,
 * is the number of values in the order from its first to its last one, also those that no record
 * has. If models ask only for the sizes of classes, no run of the optimum ends with a value that no
 * record has, because it would lose less without this value.
 *
 * n values have n (n + 1) / 2 runs. A prepared problem holds 12 bytes for the extent and the
 * records of each run: 100 MB for 4,096 values, the most that may be cut. Searches hold more for
 * each thread, see deid_search_new_optimal().
 *
 * A lattice can be changed until it is given to a policy or a problem.
 */
typedef struct DeidLattice DeidLattice;

/**
 * DeidCutEnds:
 * @DEID_CUT_ENDS_ROUNDED: by edges that are rounded outwards, see #DeidLattice; the first and the
 *   last run are open. Texts with a leading zero, such as postal codes, have exact ends
 * @DEID_CUT_ENDS_EXACT: by their first and last number, unless all are merged. For public orders of
 *   numbers, such as all ages: the greatest observed number may be that of one person
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
 * line or row of the first or, if the dataset shows values, the first 20 values with their places;
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
 * value with a leading zero gives all runs exact ends. The order has only the values of the column.
 * If it should have others, such as those of a population, use deid_lattice_add_ordered_cuts().
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
 * Adds an attribute whose values are cut in the order of the leaves of a hierarchy. The labels of
 * the hierarchy are not used.
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
 * within a level in the order of the hierarchy. If nodes have the same leaves, only the highest has
 * a dimension. A node with one leaf has one only if it is the only node of the top level. The
 * hierarchy of a rule is bound to the column: deid_hierarchy_bind(). A hierarchy of two levels with
 * one label on the top acts as with deid_lattice_add_quasi_identifier().
 *
 * A missing value that the hierarchy does not mention is merged with the other values by the only
 * node of the top level. It stays apart if the top level has several nodes, or if a rule has
 * suppress=no.
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
 * optimal, certified and explained among the remaining policies, whose ranks change. A second call
 * replaces the range.
 *
 * With cuts of subtrees, the range limits the levels of labels. Dimensions keep their numbers. No
 * node above @highest is merged: if several nodes have the same leaves, the highest remaining one
 * has their dimension; if none remains, the dimension has height 0. All nodes of level @lowest are
 * merged, by themselves or with a node above, even a node with one leaf, which has no dimension.
 * The dimensions of nodes up to this level, or with the same leaves, have 1 as their lowest level.
 * What deid_lattice_keep_apart() and deid_lattice_keep_together() demand stays in force.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has cuts of an order of values, and for a range outside the
 * levels of the hierarchy; with subtrees also for a range that forbids what is kept together or
 * merges what is kept apart, for a level @lowest above 0 that has a label of its own for each
 * value, and for two remaining nodes that have the same label although neither is above the other;
 * %DEID_ERROR_NO_MEMORY. Complexity: O(1), of subtrees O(labels x levels).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_set_level_range (DeidLattice *lattice, const char *column, guint lowest,
                                       guint highest, GError **error);

/**
 * deid_lattice_set_label_sets:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with a generalization hierarchy
 * @max_values: the largest number of values of a set, at least 2; %G_MAXUINT for any number; 0 for
 *   no sets, the default
 *
 * Lets deid_search_new_local() label a class with the set of its values: `{black, white}`. A set is
 * written in the order of the bytes of its values, in the spelling of runs of texts, and a missing
 * value in it as `""`. A class whose values are more than @max_values has the lowest label of the
 * hierarchy above them instead. So has one of more than 64 values, if the column has more. Policies
 * have the labels of the hierarchy in any case.
 *
 * Each value of a set occurs in its class, as both ends of a run do, unless labels are widened for
 * deid_problem_set_no_forced_labels(). The set of two records with different values tells these two
 * values.
 *
 * A search for a local recoding then needs a quality model that costs a label by how many values it
 * covers, such as deid_quality_model_new_iyengar_loss(). It needs the whole range of levels, with
 * one label for all on top. No value or label may begin with a brace and, with a limit of values,
 * no label may read like another one or like a value. Privacy models of the host must have
 * deid_privacy_model_funcs_set_size_only(). Other searches for local recodings refuse sets.
 * Searches for policies ignore them.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier of the lattice or has cuts of an order, and for @max_values of 1.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_lattice_set_label_sets (DeidLattice *lattice, const char *column, guint max_values,
                                      GError **error);

/**
 * deid_lattice_read_label_set:
 * @label: a label of a released table
 *
 * Reads which values a label lists: `{black, white}` is `black` and `white`, and a missing value
 * among them is the empty string. A label that does not begin with a brace is one text, itself:
 * the value of a class, or a label of a hierarchy.
 *
 * Errors: %DEID_ERROR_PARSE for another text that begins with a brace, and for a run that leaves
 * out what is between its ends: `{a, ..., z}`; %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full) (array zero-terminated=1): the values in the order of the label, or
 *   %NULL
 */
DEID_AVAILABLE_IN_0_1
char **deid_lattice_read_label_set (const char *label, GError **error);

/**
 * deid_lattice_keep_apart:
 * @lattice: a lattice
 * @column: the name of a quasi-identifier with cuts
 * @value: a value, or a label of a hierarchy of subtrees
 *
 * Forbids policies to merge values with others. Several calls add up. The dimensions concerned have
 * height 0: deid_lattice_get_level_range().
 *
 * Orders: the cut in front of @value stays, and no run has values from both sides. Labels of runs
 * keep their edges. Rising numbers need not include @value: the cut is in front of the first number
 * that is not less. If all or none are less, there is nothing to do, so a demand such as 18 also
 * suits tables without younger people.
 *
 * Subtrees: the values below @value, or @value itself if it is one, are not merged with others: no
 * node above them that has more leaves is merged.
 *
 * A missing value that the order or hierarchy does not mention stays apart too, because it could
 * join other values only where all are merged. If @value is the top label of subtrees, the call
 * keeps only the missing value apart from the values of the hierarchy. A demand on numbers that
 * forbids no merge does not affect the missing value.
 *
 * Local recodings give each class its own labels: deid_search_new_local() and similar searches
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
 * Makes all policies merge values. In an order these are the values from @first to @last; rising
 * numbers need not include these two. In subtrees, the lowest node that covers both labels is
 * merged, by itself or with a node above. It may be one of the two, and the same label twice merges
 * its node. If that is less than two values, there is nothing to do. Several calls add up. The
 * dimensions concerned, and those of nodes below, have 1 as their lowest level:
 * deid_lattice_get_level_range().
 *
 * Local recodings refuse such a lattice, as deid_lattice_keep_apart() says.
 * Errors: those of deid_lattice_keep_apart(), except that the first value of an order is allowed;
 * also %DEID_ERROR_INVALID_ARGUMENT for a @last in front of @first, labels without a common node
 * above, and values that all policies keep apart. One thread at a time. Complexity: O(values), of
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
 * its own. Values of the order or hierarchy that the column does not have make no block. A block
 * counts even if all its records are suppressed. A missing value that the order or hierarchy
 * mentions is one of the values; otherwise it does not count, even if it is kept apart. A second
 * call replaces the limit.
 *
 * A policy with more blocks stays in the lattice, with its rank, and deid_lattice_get_size() counts
 * it. But neither it nor any specialization is a solution, as if it suppressed too many records.
 * Results are proven optimal and explained among the policies with few enough blocks. If there are
 * none, because of deid_lattice_keep_apart(), a range of levels, or several labels on the top of a
 * hierarchy, searches and deid_problem_evaluate() fail with %DEID_ERROR_INVALID_ARGUMENT. A stored
 * policy does not keep the limit, because another table may have values of other blocks.
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
 * Returns: the first dimension of a quasi-identifier. Its other dimensions follow, up to the first
 *   dimension of the next quasi-identifier or deid_lattice_get_n_dimensions(). A generalization
 *   hierarchy has one dimension; cuts have any number, also none
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
 * @highest: (out) (optional): the highest level, that of deid_lattice_get_height()
 *
 * Gets which levels policies may give a dimension.
 */
DEID_AVAILABLE_IN_0_1
void deid_lattice_get_level_range (const DeidLattice *lattice, guint dimension, guint *lowest,
                                   guint *highest);

/**
 * deid_lattice_get_label_sets:
 * @lattice: a lattice
 *
 * Returns: the largest number of values of a set, as deid_lattice_set_label_sets() was told, or 0
 */
DEID_AVAILABLE_IN_0_1
guint deid_lattice_get_label_sets (const DeidLattice *lattice, guint attribute);

/**
 * deid_lattice_get_max_blocks:
 * @lattice: a lattice
 *
 * Returns: the largest number of blocks that deid_lattice_set_max_blocks() allows, or %G_MAXUINT
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
 * of subtrees, policies that differ only below merged nodes count separately, although they do the
 * same to the data. Complexity: O(dimensions).
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
