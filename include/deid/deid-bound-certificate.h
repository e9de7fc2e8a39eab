/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, several at a time; those that verify, once @problem
 *   is immutable.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @problem: a problem, immutable from now on; to verify, the one that the certificate was written
 *   for, stated anew.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_BOUND_CERTIFICATE_H
#define DEID_BOUND_CERTIFICATE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-certificate.h>

G_BEGIN_DECLS

/*
 * A *local recoding* gives each class of records its own labels, of any levels that the lattice
 * allows, as long as they cover the values of its records. A policy is a local recoding too. The
 * loss of the best local recoding can be found only for tables of a few records, but it can be
 * bounded from below. A certificate of a bound proves to a third party, who has the table and the
 * hierarchies, that no local recoding of a problem loses less, whatever finds it.
 *
 * The proof is a price for each record, the same for records with the same values. A *box* is a
 * label of each attribute. It has the records whose values these labels cover, and costs what one
 * record with these labels loses. Let k be the least size of a class that the privacy models allow.
 * Suppose that in every box of at least k records, the k largest prices sum up to at most k times
 * its cost. Then the sum of all prices is at most what the records of any local recoding lose
 * together. For let a class of n >= k records have the labels of a box of cost c. The mean of the k
 * largest prices in the box is at most c, and so is the k-th price and each smaller one. The prices
 * of the class therefore sum up to at most n c, which is what it loses. A suppressed record is in
 * no class, but then no price is above what suppressing a record costs. Nothing changes if labels
 * are higher than they need to be, or if several classes have the same labels.
 *
 * A checker need not trust how prices were found. Nor does it look at each box, of which there may
 * be more than policies: it chooses a label of one attribute after the other, in any order. The
 * labels chosen so far cover a set of records. Each box with these labels is a part of the set, and
 * costs at least the chosen labels and the cheapest label of each attribute to come. The checker
 * may leave out a set, and all boxes within,
 *
 * 1. of fewer than k records;
 * 2. whose k largest prices sum up to at most k times that cost: neither does a part of it have
 *   larger prices, nor do further labels cost less;
 * 3. whose records have one label in common on the level below the chosen one of an attribute: the
 *   checker meets the same set by way of that label, at no greater cost.
 *
 * If labels may be runs or sets of values, there are too many boxes to examine. Each record then
 * has a rank in addition to its price, and the checker examines *balls* in place of boxes. The cost
 * of a few records is the cost of the lowest labels that cover them. A set of n values costs (n -
 * 1) / (D - 1), even if it is larger than the limit for sets. A ball starts at a record r and joins
 * one or two more records.
 *
 * With two joined records, r and t, the ball contains each record u whose rank is at least that of
 * r and for which r and u cost no more than r and t. The ball costs what r and t cost. With three
 * joined records, r, t and v, the ball contains each record u of the ball of r and t for which r, t
 * and u cost no more than r, t and v. The ball costs what r, t and v cost.
 *
 * Every class lies in such a ball: let r be its record of lowest rank, t the record that costs most
 * together with r, and v the record that costs most together with both. The class costs at least as
 * much as the ball, because its labels cover these records. So the prices are valid as above if, in
 * every ball of at least k records, the sum of the k largest prices is at most k times the cost of
 * the ball. With three joined records, a checker may skip the balls inside a ball of two joined
 * records that passes this test. Three joined records give a better bound than two, and take
 * longer.
 *
 * The bound is weak if k is large, since prices do not tell which records are in a class together,
 * and if a model asks for more than a size. Of such a model the bound uses only how many values of
 * its sensitive attribute a class needs: l of distinct, recursive and entropy l-diversity, rounded
 * up, since a class has no fewer records than values. A problem has a bound only if its quality
 * model is a mean or a sum over attributes, and if it has no subtrees, no population and no weights
 * of groups.
 *
 * A certificate of a bound is for the custodian, not for the public. Its first and its last line
 * are those of a certificate of an optimum (deid-certificate.h). The second line is the claim:
 *
 *     {"recoding": "local", "k": 5, "combinations": 19502, "lower_bound": 0.0431…}
 *
 * k is at most the least size of a class that the models allow, as far as they look only at sizes
 * or are models of l-diversity, see above. Then comes a line for each distinct combination of
 * labels on the lowest levels that policies may choose, in the order of their first rows, counted
 * from 0:
 *
 *     {"row": 0, "price": 1288490188}
 *
 * With runs or sets the claim also has the number of joined records, 2 or 3, after k, and each line
 * has a rank. Combinations with the same rank are ordered by their lines:
 *
 *     {"recoding": "local", "k": 5, "joined": 3, "combinations": 19502, "lower_bound": 0.0093…}
 *     {"row": 0, "price": 1288490188, "rank": 1201}
 *
 * Prices are integers. The cost of a label of an attribute is what it adds to the loss of the
 * attribute of a record, (n - 1) / (D - 1) for n of D leaves with the default quality model, times
 * the weight of the attribute, over the greatest weight of all, times 2^32, rounded down. Before it
 * rounds, the library takes off 0.0005, more than the error of doubles, so it may refuse a price
 * that an exact checker finds to be right by less than one unit. No price exceeds the sum over
 * attributes of the greatest cost of a label nor, if the suppression limit is not 0, the sum over
 * attributes of the least cost of a suppressed value.
 *
 * Let S be the sum of the prices of all records, w the greatest weight, N the number of records and
 * W the sum of the weights. Then `lower_bound` is S w / (2^32 N W), times 1 - 1e-12 for what
 * doubles round; without W if the quality model is a sum. A model whose losses are relative to
 * those of the original values, such as non-uniform entropy, subtracts those. Nothing is below 0. A
 * row counts as many records as its weight says.
 */

/**
 * deid_problem_write_bound_certificate:
 * @n_rises: how often prices rise, after each record has the price of its cheapest box; 0 for 40
 * @seconds: the time limit; 0 for none
 * @path: (type filename): the file to write
 * @lower_bound: (out) (optional): the bound
 *
 * Finds a lower bound for the loss of all local recodings of a problem, and writes a certificate of
 * it. The bound grows with @n_rises, by less each time, and never falls. The same number gives the
 * same file, also from deid_result_write_certificate() after a search for a local recoding with as
 * many rises. At the time limit the bound is what was found until then, which may be 0: prices are
 * valid at any time. The number of policies does not matter.
 *
 * The file is custodian-only: it tells how far records are from others. It appears whole or not at
 * all, with mode 0600, as #DeidOutputSet describes.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @seconds is negative or not a number, or if prices cannot
 * bound the problem; %DEID_ERROR_TOO_LARGE for more than 65,535 values of an attribute;
 * %DEID_ERROR_IO; %DEID_ERROR_NO_MEMORY; those of deid_search_run() about @problem. Complexity:
 * O(rows x attributes) and the sets examined, which grow with the distances between records, in the
 * worst case exponentially in the number of attributes; memory O(rows x (attributes + k)).
 * With runs or sets, O(rows^2) pairs of records are compared in the worst case.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_write_bound_certificate (DeidProblem *problem, guint n_rises, double seconds,
                                               const char *path, double *lower_bound,
                                               GCancellable *cancellable, GError **error);

/**
 * deid_problem_verify_bound_certificate:
 * @path: (type filename): a certificate of a bound
 * @options: (nullable): how to verify, immutable from now on, or %NULL for the defaults
 * @lower_bound: (out) (optional): the bound that is proven
 *
 * Checks a certificate of a lower bound: that it was made for the table, hierarchies, models and
 * limit of @problem, that there is a price for each combination, that the prices are valid in each
 * box that matters, and that they sum up to the bound. The check prepares the problem again, even
 * if a search did so before, and does not use the code that finds prices. In the progress, the loss
 * is the claimed bound, the policies evaluated are the sets of records examined, and the share done
 * is that of the walk through these sets.
 * Errors: %DEID_ERROR_CERTIFICATE, with file, line and reason, if the certificate is refused;
 * %DEID_ERROR_INVALID_ARGUMENT if prices cannot bound the problem; %DEID_ERROR_IO; those of
 * deid_search_run() about @problem; %DEID_ERROR_NO_MEMORY. Complexity: that of one rise of
 * deid_problem_write_bound_certificate().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_verify_bound_certificate (DeidProblem *problem, const char *path,
                                                DeidCertificateOptions *options,
                                                double *lower_bound, GCancellable *cancellable,
                                                GError **error);

/**
 * deid_problem_verify_bound_certificate_stream:
 * @stream: a certificate of a bound, up to its end; it is not closed
 * @name: (nullable): what error messages call the certificate; %NULL for `certificate`
 * @options: (nullable): how to verify, immutable from now on, or %NULL for the defaults
 * @lower_bound: (out) (optional): the bound that is proven
 *
 * Checks a certificate from a stream as deid_problem_verify_bound_certificate() does from a file.
 * Errors: those of deid_problem_verify_bound_certificate(), with @name instead of the file, and
 * those of @stream. Complexity: that of deid_problem_verify_bound_certificate().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_problem_verify_bound_certificate_stream (DeidProblem *problem, GInputStream *stream,
                                                       const char *name,
                                                       DeidCertificateOptions *options,
                                                       double *lower_bound,
                                                       GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
