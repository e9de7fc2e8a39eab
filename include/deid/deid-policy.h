/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions; constructors, once the lattice is immutable.
 * Complexity: O(dimensions) unless stated; O(1) of _get_lattice, _get_level, _get_type and _ref; of
 *   _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. Constructors
 *   fail with %DEID_ERROR_EMPTY for a lattice without quasi-identifiers.
 * @lattice: a lattice with at least one quasi-identifier, immutable from now on.
 * @dimension: a dimension of the lattice.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_POLICY_H
#define DEID_POLICY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-lattice.h>

G_BEGIN_DECLS

/**
 * DeidPolicy:
 *
 * A point of a lattice: a level for each dimension. Policy x is a *specialization* of y, and y a
 * *generalization* of x, if no level of x is above that of y. Immutable.
 */
typedef struct DeidPolicy DeidPolicy;

DEID_AVAILABLE_IN_0_1
GType deid_policy_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_ref (DeidPolicy *policy);

/**
 * deid_policy_unref:
 * @policy: (transfer full): a policy
 */
DEID_AVAILABLE_IN_0_1
void deid_policy_unref (DeidPolicy *policy);

/**
 * deid_policy_new:
 * @levels: (array length=n_levels): a level for each dimension
 * @n_levels: number of dimensions
 *
 * Creates a policy from its levels.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a wrong number of levels or a level that the lattice
 * does not have.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new (DeidLattice *lattice, const guint *levels, gsize n_levels,
                             GError **error);

/**
 * deid_policy_new_bottom:
 *
 * Creates the policy of the lowest levels. It keeps the original data, unless a range of levels or
 * deid_lattice_keep_together() excludes that.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_bottom (DeidLattice *lattice, GError **error);

/**
 * deid_policy_new_top:
 *
 * Creates the policy of the highest levels.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_top (DeidLattice *lattice, GError **error);

/**
 * deid_policy_new_from_rank:
 * @rank: a rank, below the size of the lattice
 *
 * Creates the policy of a rank: deid_policy_get_rank().
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such rank, %DEID_ERROR_TOO_LARGE if the
 * lattice has more than 2^64 - 1 policies.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_from_rank (DeidLattice *lattice, guint64 rank, GError **error);

/**
 * deid_policy_new_from_text:
 * @text: levels by attribute, separated by blanks or commas, in any order, such as `age:3 sex:0`
 *
 * Reads a policy from text. Names have a backslash before a blank, colon, backslash or leading
 * comma.
 *
 * Levels: instead of a level, you can write a label of the column's values that no other level has,
 * such as `age:20-29 sex:*`. A number is a level if the attribute has it, otherwise a label, such
 * as `year:2023`; in quotation marks it is always a label: `age:"3"`. In a label, write a backslash
 * before a quotation mark or backslash, and outside quotation marks before a blank or comma.
 *
 * Cuts: write one digit per dimension, in their order, such as `age:1101`. Digits are inverted, as
 * such policies are published: 1 is level 0, where two values, or those of a subtree, are kept
 * apart, and 0 is level 1, where they are merged.
 * Errors: %DEID_ERROR_PARSE for a malformed text, an unknown, repeated or absent attribute, or a
 * wrong number of cuts; %DEID_ERROR_INVALID_ARGUMENT for a level that the lattice does not have.
 * Complexity: O(length of @text x attributes), and O(values x levels) for each label.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_from_text (DeidLattice *lattice, const char *text, GError **error);

/**
 * deid_policy_to_text:
 * @policy: a policy
 *
 * Writes a policy as text that deid_policy_new_from_text() reads, in the order of the lattice.
 * Errors: %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_policy_to_text (const DeidPolicy *policy, GError **error);

/**
 * deid_policy_describe:
 * @policy: a policy
 * @baseline: (nullable): a policy of the same lattice, or %NULL for the original data
 *
 * Describes a policy in words, as its difference from a baseline:
 *
 *     age: merges 16-17, 42-43, 74-75; keeps >= 90 apart; the rest as in the baseline
 *     birth date: 10 years, as 1970-1979; zip: the first 3 characters, as 021**; the rest as it is
 *
 * Columns follow in the order of the lattice, each with its name, a colon and a blank. Those that
 * equal the baseline come last, unnamed: `the rest as in the baseline`, or `the rest as it is`
 * without one; `all` instead of `the rest` if these are all columns.
 *
 * Levels: a column is `as it is` on level 0. On the last level of a hierarchy with one label there,
 * it is `all as ` and the label, whatever the table has. Otherwise it is the name of the level, `,
 * as ` and the label that covers most values, or `, all as ` and the label if the table has only
 * one. The name comes from the rule: `month` or `10 years` of dates and times, `age in years` or
 * `age in ranges of 5 years`, `whole numbers` or `ranges of 10` of intervals, `the first 3
 * characters` of prefixes, `the first 3 digits` of ZIP codes, `all but the last 2 characters` of
 * masks (or `the first 2`), `runs of 4 neighbours` of orders; `the first character` and so on of a
 * single one. For other rules and hierarchies, and if two levels have the same ranges, it is
 * `level` with its number.
 *
 * Cuts: a column is `all as ` and the label if it has only one. Otherwise it is one or more of
 * these, separated by semicolons: `merges `, labels; `splits `, labels; `keeps `, labels, ` apart`.
 * Commas separate labels. They are labels of runs, or nodes, of merged values. A run of more than
 * four values, but not of all, is shown by its first and last value, `{Asian, ..., White}`, unless
 * they are rising numbers. The policy merges, by its whole runs, what the baseline does not merge.
 * It splits a run of the baseline if it keeps some of the run's neighbours apart, and keeps the run
 * apart if it keeps all of them apart. To read the policy from these words, keep apart what is
 * split or kept apart in the baseline, then merge what is merged. Of subtrees only the highest
 * merged nodes are shown, because levels below have no effect. If nodes of several levels have one
 * label, ` of level ` and the number follow it.
 *
 * A name or label stands in quotation marks, with those in it doubled, if it is empty, contains a
 * comma, a semicolon, a colon, a quotation mark or ` of level `, begins with a bracket, white
 * space, `merges `, `splits ` or `keeps `, or ends with white space. It has no quotation marks if
 * brackets enclose all of it, and no others are in it outside quotation marks, as in `[5, 10)` and
 * `{a, b}`. A backslash is doubled. A character that is invisible, or turns the direction of
 * writing, is written as `\u{202E}`.
 *
 * Labels reveal no more than the release by the policy, or by the baseline, does.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(dimensions + values), with subtrees O(labels x
 * levels).
 * Returns: (transfer full): the text, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_policy_describe (const DeidPolicy *policy, const DeidPolicy *baseline, GError **error);

/**
 * deid_policy_get_lattice:
 * @policy: a policy
 *
 * Returns: (transfer none): the lattice of the policy
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_policy_get_lattice (const DeidPolicy *policy);

/**
 * deid_policy_get_level:
 * @policy: a policy
 *
 * Returns: the level of the dimension
 */
DEID_AVAILABLE_IN_0_1
guint deid_policy_get_level (const DeidPolicy *policy, guint dimension);

/**
 * deid_policy_list_levels:
 * @policy: a policy
 * @n_levels: (out): the number of dimensions
 *
 * Lists the levels of all dimensions, as deid_policy_new() takes them.
 * Errors: %DEID_ERROR_NO_MEMORY.
 * Returns: (transfer full) (array length=n_levels): the levels, or %NULL
 */
DEID_AVAILABLE_IN_0_1
guint *deid_policy_list_levels (const DeidPolicy *policy, gsize *n_levels, GError **error);

/**
 * deid_policy_get_level_sum:
 * @policy: a policy
 *
 * Returns: the sum of all levels, the distance from the original data
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_policy_get_level_sum (const DeidPolicy *policy);

/**
 * deid_policy_get_rank:
 * @policy: a policy
 * @rank: (out): the rank, %G_MAXUINT64 if it does not fit
 *
 * Gets the place of a policy in the lexicographic order of levels; the bottom is 0.
 * Returns: whether the ranks of this lattice fit 64 bits
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_policy_get_rank (const DeidPolicy *policy, guint64 *rank);

/**
 * deid_policy_get_successor:
 * @policy: a policy
 * @successor: (out) (transfer full) (nullable): a new policy, or %NULL if the level is at its
 *   height
 *
 * Gets the direct generalization that raises one dimension by one level.
 * Errors: %DEID_ERROR_NO_MEMORY.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_policy_get_successor (const DeidPolicy *policy, guint dimension,
                                    DeidPolicy **successor, GError **error);

/**
 * deid_policy_get_predecessor:
 * @policy: a policy
 * @predecessor: (out) (transfer full) (nullable): a new policy, or %NULL if the level is the lowest
 *   one of the lattice
 *
 * Gets the direct specialization that lowers one dimension by one level.
 * Errors: %DEID_ERROR_NO_MEMORY.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_policy_get_predecessor (const DeidPolicy *policy, guint dimension,
                                      DeidPolicy **predecessor, GError **error);

/**
 * deid_policy_is_generalization_of:
 * @policy: a policy
 * @other: a policy of the same lattice
 *
 * Returns: whether no level of @policy is below that of @other; also for equal policies
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_policy_is_generalization_of (const DeidPolicy *policy, const DeidPolicy *other);

/**
 * deid_policy_compare:
 * @policy: a policy
 * @other: a policy of the same lattice
 *
 * Compares two policies in the order that settles ties between policies of equal loss: by level
 * sum, then lexicographically by levels. Losses are compared as the doubles of
 * deid_result_get_loss(), so two means that are equal as fractions but differ in the last bit are
 * no tie.
 * Returns: a number below, equal to or above 0 if @policy comes before, is equal to or comes after
 *   @other
 */
DEID_AVAILABLE_IN_0_1
int deid_policy_compare (const DeidPolicy *policy, const DeidPolicy *other);

G_END_DECLS

#endif
