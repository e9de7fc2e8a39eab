/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions; constructors, once the lattice is immutable.
 * Complexity: O(dimensions) unless stated; O(1) of _get_lattice, _get_level, _get_type and _ref; of
 *   _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
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
 * *generalization* of x, if no level of x is above y's. Immutable.
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
 * @lattice: a lattice with at least one quasi-identifier, which cannot be changed from now on
 * @levels: (array length=n_levels): a level for each dimension
 * @n_levels: number of dimensions
 *
 * Creates a policy from its levels.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a wrong number of levels or a level that the lattice
 * does not have, %DEID_ERROR_EMPTY for a lattice without quasi-identifiers. Any thread may call
 * this once the lattice is immutable.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new (DeidLattice *lattice, const guint *levels, gsize n_levels,
                             GError **error);

/**
 * deid_policy_new_bottom:
 * @lattice: a lattice with at least one quasi-identifier, which cannot be changed from now on
 *
 * Creates the policy with all levels at their lowest: the original data, unless the lattice has a
 * range of levels.
 * Errors: %DEID_ERROR_EMPTY for a lattice without quasi-identifiers. Any thread may call this once
 * the lattice is immutable.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_bottom (DeidLattice *lattice, GError **error);

/**
 * deid_policy_new_top:
 * @lattice: a lattice with at least one quasi-identifier, which cannot be changed from now on
 *
 * Creates the policy with every dimension at its height.
 * Errors: %DEID_ERROR_EMPTY for a lattice without quasi-identifiers. Any thread may call this once
 * the lattice is immutable.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_top (DeidLattice *lattice, GError **error);

/**
 * deid_policy_new_from_rank:
 * @lattice: a lattice with at least one quasi-identifier, which cannot be changed from now on
 * @rank: a rank, below the size of the lattice
 *
 * Creates the policy of a rank (see deid_policy_get_rank()).
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such rank, %DEID_ERROR_TOO_LARGE if the
 * lattice has more than 2^64 - 1 policies, %DEID_ERROR_EMPTY for a lattice without
 * quasi-identifiers. Any thread may call this once the lattice is immutable.
 * Returns: (transfer full): a new policy, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_policy_new_from_rank (DeidLattice *lattice, guint64 rank, GError **error);

/**
 * deid_policy_new_from_text:
 * @lattice: a lattice with at least one quasi-identifier, which cannot be changed from now on
 * @text: levels by attribute, separated by blanks or commas, in any order, such as `age:3 sex:0`; a
 *   backslash stands before a blank, colon, backslash or leading comma that belongs to a name. In
 *   place of its number a level may be stated by a label of the column's values that no other level
 *   has, such as `age:20-29 sex:*`. A number is a level if the attribute has it, and else a label,
 *   such as `year:2023`; in quotation marks it is always a label: `age:"3"`. A backslash stands
 *   before a quotation mark or backslash of a label, and without quotation marks before a blank or
 *   comma. For an attribute with cuts there is one digit a dimension, in their order and the other
 *   way round, as such policies are published: 1 for level 0, where two values, or those of a
 *   subtree, are kept apart, and 0 for level 1, where they are merged: `age:1101`
 *
 * Reads a policy from text.
 * Errors: %DEID_ERROR_PARSE for a text of another form, an unknown, repeated or absent attribute,
 * or another number of cuts; %DEID_ERROR_INVALID_ARGUMENT for a level that the lattice does not
 * have; %DEID_ERROR_EMPTY for a lattice without quasi-identifiers. Any thread may call this once
 * the lattice is immutable. Complexity: O(length of @text x attributes), and O(values x levels) for
 * each label.
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
 * are the same as in the baseline come last, unnamed: `the rest as in the baseline`, or `the rest
 * as it is` without one; `all` in place of `the rest` if these are all columns.
 *
 * What is said of a column with levels is `as it is` on level 0, and `all as ` and the label on the
 * last level of a hierarchy that has one label there for whatever a table may have. Else it is what
 * the level is called, `, as ` and the label that covers most values, or `, all as ` and the label
 * if the table has but one. A level is called by the rule: `month` or `10 years` of dates and
 * times, `age in years` or `age in ranges of 5 years`, `whole numbers` or `ranges of 10` of
 * intervals, `the first 3 characters` of prefixes, `the first 3 digits` of ZIP codes, `all but the
 * last 2 characters` of masks (or `the first 2`), `runs of 4 neighbours` of orders; `the first
 * character` and so on of a single one. Of all other rules and hierarchies, and where two levels
 * have the same ranges, it is called `level` with its number.
 *
 * What is said of a column with cuts is `all as ` and the label if it has but one. Else it is one
 * or more of these, with semicolons between them: `merges `, labels; `splits `, labels; `keeps `,
 * labels, ` apart`. Between labels stand commas. They are those of the runs, or nodes, of which
 * values are merged; but a run of more than four values, though not all, that are no rising numbers
 * is told by its first and last one, `{Asian, ..., White}`. What the policy merges and the baseline
 * does not is merged, by the whole runs of the policy. A run of the baseline is split if the policy
 * keeps some of its neighbours apart, and kept apart if it keeps all. So the policy is read from
 * these words: keep apart what is split or kept apart in the baseline, then merge what is merged.
 * Of subtrees only the highest nodes that are merged count: levels below say nothing and are not
 * told. Where nodes of several levels have one label, ` of level ` and the number follow it.
 *
 * A name or label stands in quotation marks, with those in it doubled, if it is empty, has a comma,
 * a semicolon, a colon or a quotation mark in it, begins with a bracket, white space, `merges `,
 * `splits ` or `keeps `, ends with white space, or has ` of level ` in it; but not if it is all in
 * brackets, with no others in it outside of quotation marks, as `[5, 10)` and `{a, b}` are. A
 * backslash is doubled, and a character that is not seen, or turns the direction of writing, is
 * written as `\u{202E}`.
 *
 * Labels say no more than those of the release by the policy, or by the baseline.
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
 * Returns: (transfer none): the lattice that the policy is a point of
 */
DEID_AVAILABLE_IN_0_1
DeidLattice *deid_policy_get_lattice (const DeidPolicy *policy);

/**
 * deid_policy_get_level:
 * @policy: a policy
 *
 * Returns: the level of a dimension
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
 * Returns: the sum of all levels: the distance from the original data
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_policy_get_level_sum (const DeidPolicy *policy);

/**
 * deid_policy_get_rank:
 * @policy: a policy
 * @rank: (out): return location for the rank, or for %G_MAXUINT64 if it does not fit
 *
 * Gets the place of a policy among all policies in the lexicographic order of their levels, the
 * bottom being 0.
 * Returns: whether the ranks of this lattice fit 64 bits
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_policy_get_rank (const DeidPolicy *policy, guint64 *rank);

/**
 * deid_policy_get_successor:
 * @policy: a policy
 * @successor: (out) (transfer full) (nullable): return location for a new policy, or for %NULL if
 *   the level is at its height
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
 * @predecessor: (out) (transfer full) (nullable): return location for a new policy, or for %NULL if
 *   the level is the lowest one of the lattice
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
 * Tells whether no level of @policy is below that of @other. A policy is a generalization of
 * itself.
 * Returns: whether @policy generalizes @other
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_policy_is_generalization_of (const DeidPolicy *policy, const DeidPolicy *other);

/**
 * deid_policy_compare:
 * @policy: a policy
 * @other: a policy of the same lattice
 *
 * Compares two policies in the order that settles ties between policies of equal loss: by level
 * sum, then lexicographically by levels. Losses are compared as the doubles that
 * deid_result_get_loss() gives: two means that are equal as fractions can differ in the last bit,
 * and are no tie then.
 * Returns: a number below, equal to or above 0 if @policy comes before, is equal to or comes after
 *   @other
 */
DEID_AVAILABLE_IN_0_1
int deid_policy_compare (const DeidPolicy *policy, const DeidPolicy *other);

G_END_DECLS

#endif
