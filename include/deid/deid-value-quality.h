/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. All fail with
 *   %DEID_ERROR_INVALID_ARGUMENT for an unknown aggregate.
 * @aggregate: how the losses of the attributes are combined.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_VALUE_QUALITY_H
#define DEID_VALUE_QUALITY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-quality.h>

/* Quality models that are made of what single values cost. As with
 * deid_quality_model_new_iyengar_loss(), the loss of a quasi-identifier is the mean over all
 * records, in [0, 1], and the aggregate makes one number of the losses of the quasi-identifiers;
 * sums are kept as integers and divided at the very end. Searches have a lower bound for all of
 * these models. */

G_BEGIN_DECLS

/**
 * deid_quality_model_new_precision:
 *
 * Creates a model of the loss of precision: how far up its hierarchy a value is generalized. A kept
 * value on level h of a hierarchy with the levels 0 to H costs h / H, a suppressed one 1; both cost
 * 0 if H is 0. With the arithmetic mean the loss is 1 - Prec. With cuts h and H are those of
 * #DeidQualityInput: a run of l + 1 out of n values costs l / (n - 1), its share of the pairs of
 * neighbours. Its specification is `precision:AGGREGATE`.
 *
 * Source: L. Sweeney, "Achieving k-anonymity privacy protection using generalization and
 * suppression", International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5),
 * 2002.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_precision (DeidAggregate aggregate, GError **error);

/**
 * deid_quality_model_new_height:
 *
 * Creates a model of the height of a policy in the lattice, whatever is suppressed. A value on
 * level h costs h / H whether it is kept or suppressed, where H is the highest level of any
 * quasi-identifier. Since all quasi-identifiers have the same H, the arithmetic mean and the sum
 * order policies by the sum of their levels, the height; the sum is the height over H. With cuts h
 * is the level of a label as in #DeidQualityInput, which is not a sum over cuts. Its specification
 * is `height:AGGREGATE`.
 *
 * Source: P. Samarati, "Protecting respondents' identities in microdata release", IEEE Transactions
 * on Knowledge and Data Engineering 13(6), 2001.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_height (DeidAggregate aggregate, GError **error);

/**
 * deid_quality_model_new_non_uniform_entropy:
 *
 * Creates a model of non-uniform entropy: how much information is missing to restore the original
 * values, given how often each value occurs. Its specification is `nuentropy:AGGREGATE`.
 *
 * With f(x) the number of records of the table that have x, a kept value v with the label G costs
 * log(f(G) / f(v)) / log N, where N is the number of records. A suppressed value costs log(N /
 * f(v)) / log N, as if its label were that of all records. Both cost 0 if N is 1. N log N times the
 * sum of the losses of the quasi-identifiers is the information that the table loses, in bits if
 * the logarithm is binary.
 *
 * Logarithms are rounded down to whole units, (2^32 - 1 or, if that is less, (2^63 - 1) / N) of
 * which are log N, so that the loss of a quasi-identifier is off by at most one unit, and never
 * falls when values are generalized.
 *
 * Sources: A. G. de Waal, L. C. R. J. Willenborg, "Information loss through global recoding and
 * local suppression", Netherlands Official Statistics 14, 1999; A. Gionis, T. Tassa,
 * "k-Anonymization with minimal loss of information", IEEE Transactions on Knowledge and Data
 * Engineering 21(2), 2009.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_non_uniform_entropy (DeidAggregate aggregate,
                                                              GError **error);

/**
 * deid_quality_model_new_normalized_non_uniform_entropy:
 *
 * Creates a model of normalized non-uniform entropy, in which losses of each quasi-identifier are
 * from 0 to 1, however uneven its values: the loss of deid_quality_model_new_non_uniform_entropy()
 * divided by that if all records were suppressed, which is the entropy E of the column over log N.
 * It is 0 if that is 0. The loss is off by at most log N / E of the units described there. Its
 * specification is `normentropy:AGGREGATE`.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_normalized_non_uniform_entropy (DeidAggregate aggregate,
                                                                         GError **error);

/**
 * deid_quality_model_new_entropy_information_loss:
 *
 * Creates a model of entropy-based information loss: a record costs the logarithm of how many
 * combinations of original values its labels may stand for. Its specification is `ebil`.
 *
 * With D the sizes of the domains of the quasi-identifiers and n the numbers of leaves that the
 * labels of a record cover, a kept record costs the sum of log n over the sum of log D, a
 * suppressed one 1; both cost 0 if all D are 1. The loss is the mean over all records. It is a sum
 * over the quasi-identifiers, and the model's aggregate is %DEID_AGGREGATE_SUM; a weight multiplies
 * the share of its quasi-identifier.
 *
 * Logarithms are rounded down as for deid_quality_model_new_non_uniform_entropy(), to units of the
 * sum of log D, so that the loss is off by at most one unit for each quasi-identifier.
 *
 * Source: Z. Wan, Y. Vorobeychik, W. Xia, E. W. Clayton, M. Kantarcioglu, R. Ganta, R. Heatherly,
 * B. A. Malin, "A game theoretic framework for analyzing re-identification risk", PLoS ONE 10(3),
 * 2015.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_entropy_information_loss (void);

G_END_DECLS

#endif
