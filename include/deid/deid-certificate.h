/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions; those that verify, several at a time once @problem
 *   is immutable.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @problem: the problem that the certificate was written for, stated anew, with the host's models
 *   if it had some; immutable from now on.
 * @cancellable: (nullable): cancels the call from another thread or from its progress function,
 *   with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_CERTIFICATE_H
#define DEID_CERTIFICATE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-certificate-options.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * A certificate is a file that proves to a third party, who has the table and the hierarchies, that
 * a policy is the optimum: the policy is a solution, and no solution comes before it in the order
 * of loss, level sum and levels. The proof is a walk through a tree of *boxes*. A box [lo, hi]
 * holds the policies whose levels are between those of lo and hi in each dimension. The walk begins
 * with the whole lattice. Each line divides the current box or gives the reason why it is settled.
 * A checker sees from the lines alone that the settled boxes cover the lattice, and groups the
 * table once for each upper corner. A certificate has counts of suppressed records, so it is for
 * the custodian, not for the public.
 *
 * Format: a JSON object a line, in UTF-8. Each line ends in a newline, also the last one. A file
 * without its last newline is incomplete and refused, here and for bounds. The first line is at
 * most 72 KiB longer, or 136 KiB with a population, than the library writes it with empty names of
 * the tables and without `release_sha256`, blanks and needless escapes. Other lines have at most
 * 256 + 64 x dimensions + 32 x models bytes, with cuts 32 x attributes more. Dimensions are counted
 * from 0 in the order of `attributes`; an attribute without cuts has one. Levels are counted from
 * 0. Numbers have no sign. Whole numbers are digits alone, counts below 2^63 and others below 2^53.
 * Other numbers are written as the shortest decimals that read back to the double; any decimal that
 * reads back to it is accepted.
 *
 * The first line states the problem:
 *
 *     {"format": "libdeid certificate", "version": 1, "audience": "custodian-only",
 *      "table": {"name": …, "rows": …, "records": …, "entity": …, "weight": …, "digest": …},
 *      "population": {"name": …, "rows": …, "records": …, "weight": …, "digest": …},
 *      "attributes": [{"name": …, "levels": …, "leaves": …, "weight": …, "hierarchy": …}, …],
 *      "sensitive_attributes": [{"name": …, "hierarchy": …}, …],
 *      "privacy_models": [{"model": "k:5", "superset_closed": "itself"}, …],
 *      "quality_model": "loss:arith", "suppression_limit": …,
 *      "group_limits": [{"name": …, "fraction": …}, …],
 *      "group_weights": [{"name": …, "row": …, "weight": …}, …], "release_sha256": …}
 *
 * Tables: `population` is there if the problem has one. The `name` of a table is only for people:
 * the first 60 characters of the last part of its path, with bytes that are not UTF-8 replaced.
 * `entity` and `weight` are the names of the table's columns in these roles, or null. If the table
 * has survey weights, `weight` is followed by the name of their column, `"survey_weight": …`.
 *
 * Attributes: `leaves` is the size of the attribute's domain, `weight` its weight in the loss. If
 * policies may choose only some levels of an attribute without cuts
 * (deid_lattice_set_level_range()), `levels` is followed by `"lowest": …, "highest": …`, and the
 * walk is through these levels. If the attribute has cuts, `levels` is followed by `"cuts": "runs"`
 * or `"subtrees"`, and by the number of its `"dimensions"`; #DeidLattice has their order. Sensitive
 * attributes are those that a model judges, each once, in the order of the first model that does;
 * `hierarchy` is null without deid_problem_set_sensitive_hierarchy(). If a model orders values by
 * the type of their column (%DEID_VALUE_ORDER_TYPE), and the type is not text, `name` is followed
 * by `type`, which is `"integer"`, `"decimal"` or `"date"`, and for dates with a format by
 * `format`.
 *
 * Models and limits: the models are the specifications of deid_privacy_model_to_specification() and
 * deid_quality_model_to_specification(). With an entity column, k of k-anonymity counts distinct
 * persons; rows without a value there are one person together. `suppression_limit` is the number of
 * records that may be suppressed. `group_limits` is there if deid_problem_set_group_limit() was
 * called: the columns with a limit, in their order, and the share of the records of each value that
 * may be suppressed: of n records, the largest integer c with c / n <= `fraction` in doubles.
 * `group_weights` is there if deid_problem_set_group_weight() was called, which has the formula. It
 * lists the values with a weight, in their order: the column, the first row that has the value,
 * counted from 0, and how much its records count in the loss.
 *
 * `superset_closed` says which part of a model is superset-closed: it still holds for a class when
 * any records join the class. Records that fail this part at a policy therefore fail it at every
 * specialization too. The part is `itself` for the whole model, as for k-anonymity and distinct
 * l-diversity; `necessary condition` for a weaker condition that all classes meet that pass the
 * model, which the documentation of the model's constructor states; `nothing` if there is none. To
 * check a model of a host, the host builds the problem, whose callbacks are asked; a third party
 * needs the host's description of the model and its necessary condition. Only the specification
 * tells such models apart, so it has to name every parameter.
 *
 * A model that suppresses further classes for a condition on the whole table has two more members:
 * the order as in #DeidSuppressionOrder, and whether the condition is monotone, which
 * deid_privacy_model_funcs_set_table_monotone() explains. If persons count, only a model that names
 * classes is monotone here:
 *
 *     "suppresses": "smallest first",         or "rarest first" or "named"
 *     "monotone": true
 *
 * Digests are SHA-256 in lower-case hexadecimal digits, of texts. A text is written as
 * `LENGTH:BYTES` with the length in decimal, a missing one as `-`; counts are texts in decimal.
 *
 * - The table: the number of rows, then its columns: each quasi-identifier, each sensitive
 *   attribute of the first line, the entity column, each column of `group_limits` and
 *   `group_weights` that is none of these, the weight column and the column of survey weights. A
 *   column is its role (`quasi-identifying`, `sensitive`, `entity`, `insensitive`, `judged`,
 *   `weight`, `survey-weight`), its name, and its values row by row, as they are read from CSV:
 *   without the blanks around fields that are not quoted.
 * - The population: the number of rows, then each quasi-identifier and the weight column in the
 *   same way, then the digests of all hierarchies for the population's columns.
 * - A hierarchy, of a quasi-identifier or sensitive attribute: the numbers of levels and of leaves,
 *   then each distinct value of the column in the order of first appearance: the value and, for
 *   each level, its label and the number of leaves that the label covers. #DeidMissingPolicy says
 *   which leaf and labels missing values add.
 * - Runs: the numbers of levels and of leaves, then the values in their order.
 *
 * `release_sha256` is there if the certificate was written together with a released file, as
 * deid_output_set_add_certificate() does: the SHA-256 of the bytes of that file, as `sha256sum`
 * prints it; for linked tables the digests of all files, in the order of the tables and with commas
 * between them. The member tells which release the certificate belongs to. It is no signature:
 * whoever can change the certificate can change this digest, too.
 *
 * The second line is the claim:
 *
 *     {"optimum": [3, 0, 2], "suppressed": 1346, "objective": 0.269…, "loss": 0.269…}
 *
 * Policies are compared by their `objective`. It is the loss, except for the geometric mean: there
 * it is the product before the root, prod (1 + x_i), or prod (1 + x_i)^(w_i / sum w) if some weight
 * is not 1. The loss is then the root, or the product, less 1, and at least 0. Powers need not be
 * rounded the same everywhere. So objectives and bounds of products with weights may differ from
 * those that a checker finds by 1e-12 of the latter, and so may 1 + loss for each geometric mean.
 * All other numbers have to be equal. This describes the library's quality models. The checker asks
 * a host's quality model, as it asks the host's privacy models. If the slot attribute_costs of the
 * model says what values cost, this determines the losses of attributes, from which objective and
 * bounds follow as below. If its slot class_cost does, the objective is the sum of the costs as a
 * double, and a bound is what its slot class_bound says, or 0.
 *
 * Classes: a class of a policy is the records with the same labels, or missing labels, in all
 * quasi-identifiers. A row counts as many records as its weight says. The policy *suppresses* the
 * records of classes that fail any model by themselves, and those of *further* classes. First go
 * the classes that models name, again whenever others have gone, until none is named. Then each
 * model after the other, and again from the first one until none needs more, suppresses the first
 * classes of its order that leave a table that meets its condition; bisection finds how many, from
 * all classes that are left. The policy is a *solution* if all these records are no more than the
 * limit and not all records, and the remaining classes meet the models' conditions on the whole
 * table, if any.
 *
 * The walk: S°(y) is the set of the records that policy y and every specialization of y have to
 * suppress: those in classes of y that fail the superset-closed part of a model and, of the others,
 * those in classes that monotone models name, until none is named. A model that suppresses further
 * classes and is monotone *needs* further records suppressed at y and at every specialization. Take
 * the classes of y that are not in S°(y) in the order of the model, and let m be how many of them
 * it would have to suppress. It needs 0 records if m is 0, and otherwise 1 more than the first m -
 * 1 classes have. Let m' be the fewest of these classes, from the first on, with more records than
 * S°(hi) leaves of the limit, or all. Bisection from 0 to m' finds m; it is m' + 1 if m' classes
 * are not enough.
 *
 * A box is *infeasible* for one of three reasons. The records in S°(hi), together with the most
 * further records that a model needs suppressed there, are more than the limit, or all. Or a class
 * of the population without records in the table fails at hi. Or more records of some value of a
 * column with a limit are in S°(hi) than this limit allows. If S°(hi) as a whole or such a class
 * rules the box out, no model is asked what it needs suppressed.
 *
 * The *bound* of a box is the objective of lo if exactly S°(hi) were suppressed. Let n be the
 * number of leaves that a record's label at lo covers. K is the sum of n - 1 over the records
 * outside S°(hi), U the same sum over S°(hi), C the number of records in S°(hi), N of all records,
 * D of leaves, and a/b the factor of the quality model in lowest terms. The loss of an attribute is
 *
 *     (b K + 2a (D - 1) C + (b - 2a) U) / (b (D - 1) N)                    if 2a <= b,
 *     ((2b - 2a) K + (b D - (2b - 2a)) C) / ((b D - (2b - 2a)) N)          if 2a >= b,
 *
 * 0 if D is 1. The numerator is an exact integer, converted to a double and divided by the product
 * of two doubles, N and the rest of the denominator. In the order of attributes these x_i make the
 * sum of w_i x_i, for the arithmetic mean over the sum of w_i; or the greatest w_i x_i over the
 * greatest w_i; or a product, which begins with 1. For a geometric mean with weights, the bound is
 * the product times 1 - 1e-12, rounded. A bound is *settling* if it exceeds the objective of the
 * optimum. It is also settling if it equals this objective, and lo has a greater level sum than the
 * optimum, or the same level sum and is not before it in lexicographic order.
 *
 *     {"split": [d, l]}                      part the box: policies above level l in dimension d
 *                                            first and, when all of these are settled, the others
 *     {"cut": [d, l], "necessary": n,        the part up to level l in dimension d is infeasible: n
 *      "models": [n1, n2, …]}                records have to be suppressed at its hi and below it;
 *                                            the part above remains
 *     {"lower": [[d, l, b], …]}              for each d, in ascending order: the bound of the part
 *                                            above level l is b, and settling; the rest remains
 *     {"infeasible": n,                      the box is infeasible: n records have to be suppressed
 *      "models": [n1, n2, …]}                at hi and below it
 *     {"bounded": b}                         the bound of the box is b, and settling
 *     {"no_solution": n}                     the box is one policy, no solution, that suppresses n
 *                                            records
 *     {"solution": n, "objective": x}        the box is one policy, a solution that suppresses n
 *                                            records, and x is settling
 *
 * `models` says why so many records fail. For each model, in the order of the first line, it counts
 * the records in classes of that hi that fail the superset-closed part of this model, whatever the
 * others say, and adds the records that the model needs suppressed; 0 for a model without either.
 *
 * If m classes of the population without records in the table fail at the hi in question, the lines
 * `cut`, `infeasible` and `no_solution` have a further member, "unmatched": m. If only a group
 * rules the box or the policy out, they have "group": [c, r, n]: of the value in row r of the table
 * and column c of `group_limits`, both counted from 0, n records are in S°(hi), more than its limit
 * allows. It is the value that appears first in the first such column, and r is its first row. On a
 * line `no_solution` whose S° exceeds no limit, it is the first value of which the policy
 * suppresses too many, n records. The parts of a `lower` line are all parts of the box before it:
 * whatever else the line lowers, they have that box's hi, and its lo in every dimension but d.
 *
 * The walk through a lattice with cuts is the same, except for the bounds. One cut changes little,
 * and S°(hi) with it, so there are no lines `lower` and `bounded`. Instead the attributes bound a
 * box, each of which chooses its own partition. The quality model must be a sum or an arithmetic
 * mean of the losses of attributes, or have costs that rise with the sizes of classes. All counts
 * are integers, in units of the objective, which the third line states. For a sum or a mean it is
 *
 *     {"unit": u, "prices": [p1, p2, …], "lambda": L, "least": c, "threshold": T}
 *
 * u is a power of 2. Write the loss of an attribute as (e K + s C + c' U) / M, as above: with e =
 * b, s = 2a (D - 1), c' = b - 2a and M = b (D - 1) N if 2a <= b, and otherwise with e = 2b - 2a, s
 * = b D - e, c' = 0 and M = s N. Its price is at most w_i / (M sum w), for a sum w_i / M, as
 * doubles, over u. No class of fewer than c records passes all models, as far as sizes and numbers
 * of distinct values tell; c is at most 1 if there is a population. The units of a policy are the
 * sum over the attributes of p (e K + s C + c' U). T u is at least (1 + 1e-12) times the objective
 * of the optimum, plus what relative costs subtract, so no policy that is as good has more than T
 * units. Lower prices, a lower c and a greater T make weaker proofs, but true ones.
 *
 * The bound of a box has multipliers: a share q_i of each attribute, in 2^-15, and m. Shares sum up
 * to at most 2^15, and no multiplier exceeds 2^16 - 1. S are the records in S°(hi), and those in
 * classes of hi of fewer than c records. The extent x of a label is one less than the leaves it
 * covers, or what the quality model says. A record that is kept costs p e x, and suppressing it
 * adds a (x) = p (s + (c' - e) x). For a record outside S, g_i is the lesser of a (x) for its value
 * alone and for its label at hi, and g is the sum of these over all attributes. A *block* is a set
 * of values that some policy of the box gives one label. Its records outside S *fail* if their
 * class at hi has fewer than c records with values in the block. Let V be what records count in the
 * loss together (1 for each without group weights). A block of extent x costs
 *
 *     p e x V(block outside S) + (p e x + a (x)) V(block in S) + a (x) V(failing)
 *     - sum of g_i over failing
 *     + floor (q_i (sum of g over failing + m L x number of failing) / 2^15),
 *
 * where g_i and g count as often as V says. The block is impossible if more records fail than the
 * limit less S. The bound is m L (S - limit), plus for each attribute the least sum of the costs of
 * blocks over all partitions that policies of the box make of its values. The bound of a level of a
 * dimension is the same, with only the partitions of its attribute that policies with this level
 * make. The bound holds: the class of a record lies within its class at hi of the values in its
 * block. So records that fail are suppressed, and pay at least what is charged in each attribute in
 * which they fail. m L for each suppressed record, less m L x limit, is not above 0 for a solution.
 *
 * If costs rise with sizes, as those of `dm` and `dmstar` do, the objective is the sum of the costs
 * of classes, DM or DM* of `docs/models.md`: a whole number, rounded to a double. The third line is
 *
 *     {"unit": u, "least": c, "threshold": T}
 *
 * u is a power of 2 from 1 to 2^63 with M < 2^53 u, where M is what all N records cost at most, N^2
 * for `dm` and `dmstar`; c is as above. T is at least o / u, rounded down, for the objective o of
 * the optimum. So a policy that is as good has no more than T whole units: multiples of u are
 * doubles, so a sum that is no less than such a multiple is not rounded to less. There are no
 * multipliers: the arrays of `exceeding` and `by` are empty.
 *
 * S, blocks, failing records and impossible blocks are as above. The *parts* of a block are the
 * sets of its records with the same labels at lo in all other attributes. A part of n records costs
 * n^2 for `dmstar`. For `dm` it costs n N if it is in S or fails, and otherwise n max (n, c). For a
 * model of a host it costs the class_bound of n records where no class of fewer than c is released.
 * If N suppressed records, at s each, cost no less than the class_bound of N, a part in S costs n s
 * instead, and each record of a part that fails adds the excess of s over its share in the
 * class_bound of max (c, 2) - 1 records, rounded up. A block costs the sum of its parts, over u,
 * rounded down.
 *
 * The bound of an attribute is the least sum of the costs of blocks over all partitions that
 * policies of the box make of its values. The bound of the box is the *greatest* bound of its
 * attributes. The bound of a level of a dimension is the greater one of the bound of the box and of
 * the least sum over the partitions of its attribute that policies with this level make. The bounds
 * hold: in a policy of the box with such a partition, the records of a part are in one class, of n
 * records at least, and of c at least if it is kept, and each costs accordingly. Records in S and
 * records that fail are suppressed, so each costs N for `dm`, and at least n for `dmstar`. Each
 * attribute counts all that records cost, so the bounds of attributes do not add up.
 *
 * Some policies need not be looked at, because another one makes the same classes, has no greater
 * objective and a lesser level sum. These are policies that merge a node with no value below it, or
 * a node below another merged node, if level 0 may be chosen. If there is no population, and no
 * model asks for more than the size of each class, they are also policies with a run of several
 * values at an end of which is a value that no record has, if the pair there may be cut. The run
 * that includes a missing value is an exception. Partitions leave out such runs and, for level 1 of
 * a node, those that merge a node above it.
 *
 *     {"needless": [d, …]}                   of these nodes, on level 0 or 1 in the box, level 0
 *                                            remains: no value of table or population is below it,
 *                                            all policies of the box merge one above it, or all
 *                                            merge one below it that has a level 0 in the lattice
 *     {"narrow": [[d, l, h], …],             for each d, in ascending order: levels from l to h
 *      "by": [q1, q2, …, m]}                 remain, and the bound of each other one in the box
 *                                            before the line is above T
 *     {"exceeding": [q1, q2, …, m]}          the bound of the box is above T
 *
 * The last line is there when all boxes are settled. It has the number of lines before it, and the
 * SHA-256 of all their bytes, line ends included:
 *
 *     {"lines": …, "digest": …}
 */

/**
 * deid_result_write_certificate:
 * @result: a result that is proven optimal, or has a bound for local recodings
 * @path: (type filename): the file to write
 *
 * Writes a certificate that the policy of a result is the optimum. The search is repeated, with the
 * optimum known from the start. If deid_result_has_local_bound(), the certificate proves that bound
 * instead (deid-bound-certificate.h), by the prices that the result keeps.
 *
 * The file is custodian-only: it has counts of suppressed records. It appears whole or not at all,
 * with mode 0600, as #DeidOutputSet describes.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is neither; if its lattice has cuts, and the
 * quality model is no sum or mean over attributes, nor has costs that rise with sizes; if its
 * lattice limits blocks (deid_lattice_set_max_blocks()); or if a policy that ties with it comes
 * first, as may happen if the search proves no optimum. %DEID_ERROR_CERTIFICATE if the repeated
 * search leaves policies unsettled, or prices are no bound, which are faults of the library;
 * %DEID_ERROR_IO; %DEID_ERROR_NO_MEMORY; those of the models. Complexity: that of
 * deid_search_new_optimal(), at least O(rows x columns); of a bound that of a rise of
 * deid_problem_write_bound_certificate().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_write_certificate (DeidResult *result, const char *path,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_result_write_certificate_stream:
 * @result: a result that is proven optimal
 * @stream: what to write to; it is neither flushed nor closed
 *
 * Writes to a stream what deid_result_write_certificate() writes to a file. After an error the
 * stream has part of it; without its last line a certificate is refused.
 * Errors: those of deid_result_write_certificate() except %DEID_ERROR_IO, and those of @stream.
 * Complexity: that of deid_result_write_certificate().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_write_certificate_stream (DeidResult *result, GOutputStream *stream,
                                               GCancellable *cancellable, GError **error);

/**
 * deid_problem_verify_certificate:
 * @path: (type filename): a certificate
 * @options: (nullable): how to verify, immutable from now on, or %NULL for the defaults
 *
 * Checks a certificate: that it was made for the table, hierarchies (including those of judged
 * sensitive attributes), models and limit of @problem; that the boxes cover the lattice; and that
 * each reason holds, with the number of records that it states for each model. The check prepares
 * the problem again, even if a search did so before, and keeps nothing of that. It groups the table
 * again for each upper corner, without anything that makes the search fast. With
 * deid_certificate_options_add_release() or deid_certificate_options_set_release_sha256() the
 * certificate must also belong to a released file.
 * Errors: %DEID_ERROR_CERTIFICATE, with file, line and reason, if the certificate is refused, or if
 * it belongs to another release or to none; %DEID_ERROR_INVALID_ARGUMENT if the lattice of @problem
 * limits blocks, or if it has cuts and the quality model is no sum or mean over attributes, nor has
 * costs that rise with sizes; %DEID_ERROR_IO; those of deid_search_run() about @problem;
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows x attributes) for each upper corner, with cuts O(rows x
 * attributes x levels), and for runs O(classes x values^2), of `dm` and `dmstar` for each attribute
 * and box, and O(size of the released file); memory O(rows + dimensions x sum of the lattice's
 * heights), with runs 16 values^2 bytes for each attribute, 20 of `dm` and `dmstar`, whatever the
 * size of the files.
 * Returns: (transfer full): the optimum, proven, to be released like the result of a search; or
 *   %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_problem_verify_certificate (DeidProblem *problem, const char *path,
                                             DeidCertificateOptions *options,
                                             GCancellable *cancellable, GError **error);

/**
 * deid_problem_verify_certificate_stream:
 * @stream: a certificate, up to its end; it is not closed
 * @name: (nullable): what error messages call the certificate; %NULL for `certificate`
 * @options: (nullable): how to verify, immutable from now on, or %NULL for the defaults
 *
 * Checks a certificate from a stream as deid_problem_verify_certificate() does from a file. The
 * progress does not tell what share of the certificate was read.
 * Errors: those of deid_problem_verify_certificate(), with @name instead of the file, and those of
 * @stream. Complexity: that of deid_problem_verify_certificate().
 * Returns: (transfer full): the optimum, proven, to be released like the result of a search; or
 *   %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_problem_verify_certificate_stream (DeidProblem *problem, GInputStream *stream,
                                                    const char *name,
                                                    DeidCertificateOptions *options,
                                                    GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
