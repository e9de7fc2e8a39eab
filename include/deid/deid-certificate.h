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
 * a policy is the optimum: it is a solution, and no solution comes before it in the order of loss,
 * level sum and levels. It is a walk through a tree of *boxes*. A box [lo, hi] holds the policies
 * whose levels are between those of lo and hi in each dimension; the walk begins with the whole
 * lattice, and each line divides the box at hand or gives the reason why it is settled. A checker
 * sees from the lines alone that the settled boxes cover the lattice, and has to group the table
 * once for each upper corner.
 *
 * It is for the custodian, not for the public: it holds counts of suppressed records.
 *
 * The file has a JSON object a line, in UTF-8. Each line ends in a newline, also the last one: a
 * file without its last newline is incomplete and refused, here and for bounds. The first line is
 * at most 64 KiB for each table and 128 bytes longer than the library writes it with empty names of
 * the tables and without `release_sha256`, blanks and needless escapes; the others have at most 256
 * + 64 x dimensions
 * + 32 x models bytes, with cuts 32 x attributes more. Dimensions are counted from 0 in the order
 * of `attributes`, each of which has one but for cuts; levels are counted from 0. No number has a
 * sign; whole ones are digits alone, up to 2^63
 * - 1 for counts and below 2^53 for other numbers. Others are written as the shortest decimals that
 * read back to the double; any decimal that reads back to it is accepted.
 *
 * The first line says which problem it is about:
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
 * `population` is there if the problem has one. `name` of a table is only for people: the last part
 * of its path, of which only the first 60 characters are kept, with bytes that are not UTF-8
 * replaced. `entity` and `weight` are the names of the table's columns in these roles, null if
 * there is none. Where policies may choose from some levels of an attribute alone
 * (deid_lattice_set_level_range()), `levels` is followed by `"lowest": …, "highest": …`; the walk
 * is one of these. Where it has cuts, `levels` is followed by `"cuts": "runs"` or `"subtrees"`, and
 * `"dimensions"` says how many it has; #DeidLattice has their order. `leaves` is the size of the
 * attribute's domain, `weight` its weight in the loss, the models are the specifications of
 * deid_privacy_model_to_specification() and deid_quality_model_to_specification(), and the limit is
 * the number of records that may be suppressed. `group_limits` is there if
 * deid_problem_set_group_limit() was called: the columns that have a limit, in their order, and the
 * share of the records of each value that may be suppressed, of n records the largest integer c
 * with c / n <= `fraction` in doubles. `group_weights` is there if deid_problem_set_group_weight()
 * was called, which has the formula: the values that have a weight, in their order, each by its
 * column and the first row that has it, counted from 0, and by how much its records count in the
 * loss. With an entity column, k of k-anonymity counts distinct persons; rows without a value there
 * are one person together. The sensitive attributes are those that a model judges, each once, in
 * the order of the first model that does; `hierarchy` is null for one that
 * deid_problem_set_sensitive_hierarchy() gave none. If a model orders values by the type of their
 * column (%DEID_VALUE_ORDER_TYPE), and the type is not text, `name` is followed by `type`, which is
 * `"integer"`, `"decimal"` or `"date"`, and for dates with a format by `format`.
 *
 * `superset_closed` says which part of a model is superset-closed, that is, still holds for a class
 * when any records join it, so that records which fail it at a policy fail it at every
 * specialization too: `itself` if the model is, as k-anonymity and distinct l-diversity are;
 * `necessary condition` if it is a weaker condition that all classes meet that pass the model,
 * which the documentation of the model's constructor states; `nothing` if there is none. A model
 * that a host made is checked by the problem that the host builds, whose callbacks it asks; a third
 * party needs the host's description of the model and of its necessary condition. The specification
 * is all that tells such models apart, so it has to name every parameter.
 *
 * A model that suppresses further classes for a condition on the whole table has two more members,
 * the order as in #DeidSuppressionOrder, and whether the condition is monotone, which
 * deid_privacy_model_funcs_set_table_monotone() explains; but for classes that a model names it is
 * not where persons count:
 *
 *     "suppresses": "smallest first",         or "rarest first" or "named"
 *     "monotone": true
 *
 * The digests are SHA-256 in lower-case hexadecimal digits. They are of texts, written as
 * `LENGTH:BYTES` with the length in decimal, and missing ones as `-`; counts are texts in decimal.
 * That of the table: the number of rows; then for each quasi-identifier, each sensitive attribute
 * of the first line, the entity column, each column of `group_limits` and `group_weights` that is
 * none of these, and the weight column what it is (`quasi-identifying`, `sensitive`, `entity`,
 * `insensitive`, `judged`, `weight`), its name, and its values row by row. Values are as
 * they are read from CSV: without the blanks around fields that are not quoted. That of the
 * population: the number of rows; then for each quasi-identifier and the weight column the same;
 * then, as texts, the digests of all hierarchies for the population's columns. That of a hierarchy:
 * the numbers of levels and of leaves; then for each distinct value of the column, be it a
 * quasi-identifier or sensitive, in the order of first appearance, the value and, for each level,
 * its label and the number of leaves that this covers. That of runs: the same two numbers; then the
 * values in their order. #DeidMissingPolicy says which leaf and
 * labels missing values add.
 *
 * `release_sha256` is there if the certificate was written together with a released file, as
 * deid_output_set_add_certificate() does: the SHA-256 of the bytes of that file, as `sha256sum`
 * prints it. It tells which release the certificate belongs to, and is no signature: whoever can
 * change the certificate can change it too.
 *
 * The second line is the claim:
 *
 *     {"optimum": [3, 0, 2], "suppressed": 1346, "objective": 0.269…, "loss": 0.269…}
 *
 * `objective` is what policies are compared by. It is the loss, but for the geometric mean: there
 * it is the product whose root is taken, prod (1 + x_i), or prod (1 + x_i)^(w_i / sum w) if some
 * weight is not 1; the loss is the root, or the product, less 1, and at least 0. Powers need not be
 * rounded the same everywhere: where the product has weights, objectives and bounds may differ from
 * those that a checker finds by 1e-12 of the latter, and for each geometric mean so may 1 + loss.
 * All other numbers have to be equal.
 *
 * That is so of the library's quality models. One that a host made is asked by the checker, as its
 * privacy models are. Where its slot attribute_costs says what values cost, the losses of
 * attributes follow from that and make objective and bounds as below; where its slot class_cost
 * does, the objective is the sum of the costs as a double, and a bound what its slot class_bound
 * says, or 0.
 *
 * The classes of a policy are the records whose labels, or missing labels, are the same in all
 * quasi-identifiers. A row counts as many records as its weight says. The policy *suppresses* the
 * records of classes that fail any of the models by themselves, and those of *further* classes:
 * first, and again whenever others have gone, those that models name, until none is named; then,
 * model after model, and again from the first one until none needs more, the first classes of the
 * model's order go that leave a table that meets its condition; how many is found by bisection,
 * from all classes that are left. It is a *solution* if all these records are no more than the
 * limit and not all records, and the classes that are left meet the models' conditions on the whole
 * table, if any has such a one.
 *
 * Then comes the walk. S°(y) are the records that policy y has to suppress and every
 * specialization of y too: those in classes of y that fail the superset-closed part of a model, and
 * of the others those in classes that monotone models name, until none is named. A model that
 * suppresses further classes and is monotone *needs* further records suppressed at y and
 * at every specialization: with the classes of y that are not in S°(y) in its order, of which it
 * would have to suppress the first m, 0 for an m of 0, and otherwise 1 and the records of the first
 * m - 1. Of these classes the first m' are the fewest with more records than S°(hi) leaves of the
 * limit, or all; m is found by bisection from 0 to m', and is m' + 1 if m' classes are not enough.
 * A box is *infeasible* if the records in S°(hi), and those that the model needs suppressed there
 * that needs most, are more than the limit, or all, or if a class of the population without records
 * in the table fails at hi, or if of some value of a column with a limit more records are in S°(hi)
 * than that allows. Where S°(hi) as a whole or such a class rules the box out, no model is asked
 * what it needs suppressed. The *bound* of a box is the objective of lo if exactly S°(hi) were
 * suppressed: with K the sum of n - 1 over the records outside S°(hi), n being the number of leaves
 * that a record's label at lo covers, U the same sum over S°(hi), C the number of records in
 * S°(hi), N of all, D that of leaves, and a/b the factor of the quality model in lowest terms, the
 * loss of an attribute is
 *
 *     (b K + 2a (D - 1) C + (b - 2a) U) / (b (D - 1) N)                    if 2a <= b,
 *     ((2b - 2a) K + (b D - (2b - 2a)) C) / ((b D - (2b - 2a)) N)          if 2a >= b,
 *
 * 0 if D is 1. The numerator is an exact integer, converted to a double and divided by the product
 * of two doubles, N and the rest of the denominator. In the order of attributes these x_i make sum
 * w_i x_i, over sum w_i for the arithmetic mean; or the greatest w_i x_i over the greatest w_i; or
 * a product, which begins with 1. For a geometric mean with weights, the bound is that times 1 -
 * 1e-12, rounded. A bound is *settling* if it exceeds the objective of the optimum or, being equal,
 * lo has a greater level sum than the optimum or the same and is not before it in lexicographic
 * order.
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
 * `models` says why so many records fail: for each model, in the order of the first line, how many
 * are in classes of that hi that fail the superset-closed part of this model, whatever they do by
 * the others, and how many it needs suppressed besides; 0 for a model without either.
 *
 * Where m classes of the population without records in the table fail at the hi in question, the
 * lines `cut`, `infeasible` and `no_solution` have a further member, "unmatched": m. Where nothing
 * else rules the box or the policy out but a group, they have "group": [c, r, n]: of the value that
 * row r of the table has, counted from 0, in column c of `group_limits`, counted from 0, n records
 * are in S°(hi), more than its limit allows. Of the first such column it is
 * the value that appears first, and r is its first row. On a line `no_solution` whose S° exceeds no
 * limit, it is the first value of which the policy suppresses too many, n records.
 *
 * The parts of a `lower` line are all of the box before it: whatever else the line lowers, they
 * have that box's hi, and its lo in every dimension but d.
 *
 * A lattice with cuts is walked through in the same way, but one cut changes little, and S°(hi)
 * with it. So there are no lines `lower` and `bounded`; boxes are bounded by the attributes, each
 * of which chooses its own partition. The quality model must be a sum or an arithmetic mean of the
 * losses of attributes, or have costs that rise with the sizes of classes. All is counted in
 * integers, in units of the objective, which the third line says; of a sum or a mean:
 *
 *     {"unit": u, "prices": [p1, p2, …], "lambda": L, "least": c, "threshold": T}
 *
 * u is a power of 2. Write the loss of an attribute as (e K + s C + c' U) / M, as above: with
 * e = b, s = 2a (D - 1), c' = b - 2a and M = b (D - 1) N if 2a <= b, and otherwise with
 * e = 2b - 2a, s = b D - e, c' = 0 and M = s N. Its price is at most w_i / (M sum w), for a sum
 * w_i / M, as doubles, over u. No class of fewer than c records passes all models, as far as sizes
 * and numbers of distinct values tell; c is at most 1 if there is a population. And T u >= (1 +
 * 1e-12) x the objective of the optimum, to which is added what relative costs subtract: so no
 * policy that is as good has more than T units, which are the sums over the attributes of
 * p (e K + s C + c' U). Prices of less, a lower c and a greater T make weaker proofs, but true
 * ones.
 *
 * The bound of a box has multipliers: a share q_i of each attribute, in 2^-15, and m. Shares sum up
 * to at most 2^15, and no multiplier exceeds 2^16 - 1. S are the records in S°(hi), and those in
 * classes of hi of fewer than c records. The extent x of a label is one less than the leaves it
 * covers, or what the quality model says. A record that is kept costs p e x, and suppressing it
 * adds a (x) = p (s + (c' - e) x). Outside S, g_i of a record is the lesser of a (x) for its value
 * alone and for its label at hi, and g the sum of these over all attributes. A *block* is a set of
 * values that some policy of the box gives one label. Its records outside S *fail* if their class
 * at hi has fewer than c records with values in the block. With V what records count in the loss
 * together (1 for each without group weights) a block of extent x costs
 *
 *     p e x V(block outside S) + (p e x + a (x)) V(block in S) + a (x) V(failing)
 *     - sum of g_i over failing
 *     + floor (q_i (sum of g over failing + m L x number of failing) / 2^15),
 *
 * where g_i and g count as often as V says, and it is impossible if more records fail than the
 * limit less S. The bound is m L (S - limit), plus for each attribute the least sum of the costs of
 * blocks over all partitions that policies of the box make of its values. It is true: the class of
 * a record lies within its class at hi of the values in its block, so that those that fail are
 * suppressed and pay, for each attribute with which they do, at least what is charged; m L for each
 * suppressed record, less m L x limit, is not above 0 for a solution. The bound of a level of a
 * dimension is the same, with only the partitions of its attribute that policies with this level
 * make.
 *
 * Where costs rise with sizes, as those of `dm` and `dmstar` do, the objective is the sum of the
 * costs of classes, DM or DM* of `docs/models.md`: a whole number, rounded to a double. The third
 * line is
 *
 *     {"unit": u, "least": c, "threshold": T}
 *
 * u is a power of 2 from 1 to 2^63 with M < 2^53 u, M is what all N records cost at most, N^2 for
 * `dm` and `dmstar`, c is as above, and T >= o / u, rounded down,
 * for the objective o of the optimum. So a policy that is as good has no more than T whole units:
 * multiples of u are doubles, and where the sum is no less than one of them, neither is what it is
 * rounded to. There are no multipliers: the arrays of `exceeding` and `by` are empty.
 *
 * S, blocks, records that fail and blocks that are impossible are as above. The *parts* of a block
 * are the sets of its records with the same labels at lo in all other attributes. A part of n
 * records costs n^2 for `dmstar`; for `dm` it costs n N if it is in S or fails, and otherwise
 * n max (n, c). For a model of a host it costs the class_bound of n records where no class of fewer
 * than c is released. Only if N suppressed records, at s each, cost no less than that of N, a part
 * in S costs n s, and each record of a part that fails adds what s exceeds the share of one in the
 * class_bound of max (c, 2) - 1 records, rounded up. A block costs the sum of its parts, over u,
 * rounded down. The bound of an attribute is the least sum of the costs of blocks over all
 * partitions that policies of the box make of its values; that of the box is the *greatest* of the
 * attributes; and that of a level of a dimension is the greater one of this and of the least sum
 * over the partitions of its attribute that policies with this level make. It is true: in a policy
 * of the box with such a partition the records of a part are in one class, of n records at least,
 * and of c at least if it is kept; so each costs as many. Those of S and those that fail are
 * suppressed; so each costs N for `dm`, and n at least for `dmstar`. Each attribute counts all that
 * records cost, so that they do not add up.
 *
 * Some policies need not be looked at, since another one makes the same classes, has no greater
 * objective and a lesser level sum: those that merge a node with no value below it, or one below
 * another one that is merged, where level 0 is to be had; and, if there is no population and no
 * model asks for more than the size of each class, those with a run of several values at one end of
 * which is a value that no record has, where the pair there may be cut, but for the run that takes
 * a missing value along. Partitions leave such runs out, and for level 1 of a node those that merge
 * a node above it.
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
 * The last line is there when all boxes are settled. It tells the number of lines before it, and
 * the SHA-256 of all their bytes, line ends included:
 *
 *     {"lines": …, "digest": …}
 */

/**
 * deid_result_write_certificate:
 * @result: a result that is proven optimal, or has a bound for local recodings
 * @path: (type filename): the file to write
 *
 * Writes a certificate that the policy of a result is the optimum. The search is repeated, with the
 * optimum known from the start. With deid_result_has_local_bound(), it certifies that bound instead
 * (deid-bound-certificate.h), by the prices that the result keeps.
 *
 * The file is custodian-only: it has counts of suppressed records. It appears whole or not at all,
 * with mode 0600, as #DeidOutputSet describes.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @result is neither, if its lattice has cuts and the
 * quality model is no sum or mean over attributes, nor has costs that rise with sizes, or limits
 * blocks (deid_lattice_set_max_blocks()), or if a policy that ties with it comes first, as may
 * happen if the search proves no optimum; %DEID_ERROR_CERTIFICATE if the repeated search leaves
 * policies unsettled, or prices are no bound, which are faults of the library; %DEID_ERROR_IO;
 * %DEID_ERROR_NO_MEMORY; those of the models. Complexity: that of deid_search_new_optimal(), at
 * least O(rows x columns); of a bound that of a rise of deid_problem_write_bound_certificate().
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
 * stream has part of it; without its last line it is no certificate.
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
 * sensitive attributes), models and limit of @problem, that the boxes cover the lattice, and that
 * each reason holds, with the number of records that it states for each model. The problem is
 * prepared again, even if a search did so before, and nothing of that is kept; the table is grouped
 * again for each upper corner, without anything that makes the search fast. With
 * deid_certificate_options_set_release() or deid_certificate_options_set_release_sha256() it must
 * also belong to a released file.
 * Errors: %DEID_ERROR_CERTIFICATE, with file, line and reason, if the certificate is refused, or if
 * it belongs to another release or to none; %DEID_ERROR_INVALID_ARGUMENT if the lattice of @problem
 * has cuts and its quality model is no sum or mean over attributes, nor has costs that rise with
 * sizes, or limits blocks; %DEID_ERROR_IO; those of deid_search_run() about @problem;
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
 * Checks a certificate from a stream as deid_problem_verify_certificate() does from a file. Its
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
