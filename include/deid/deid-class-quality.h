/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_CLASS_QUALITY_H
#define DEID_CLASS_QUALITY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-quality.h>

G_BEGIN_DECLS

/*
 * Quality models made of what classes cost: they have neither aggregate nor attribute weights.
 *
 * Below, N is the number of records of the table, |E| that of a class E, and C the number of
 * classes that are kept. D is the product of the sizes of the domains of all quasi-identifiers, and
 * area(E) that of the numbers of leaves that the labels of E cover: how many combinations of
 * original values a record of E may have. A sum over E is one over all classes that are kept; S are
 * the records that are suppressed. Each loss is a published measure, divided by the greatest value
 * that it can have for the table.
 *
 * Sums are integers, and converted to doubles once, so that a loss has the same bits whatever the
 * order of work. Each model offers bounds, which all searches use.
 */

/**
 * deid_quality_model_new_discernibility:
 *
 * Creates the discernibility metric: a record costs as many records as it cannot be told from, a
 * suppressed one as many as there are. The loss is
 *
 *     DM / N^2, DM = sum over E of |E|^2 + |S| N.
 *
 * The published measure DM is the loss times N^2. N must be below 2^32; a run refuses more with
 * %DEID_ERROR_TOO_LARGE. The specification is `dm`.
 *
 * Source: R. J. Bayardo, R. Agrawal, "Data privacy through optimal k-anonymization", ICDE 2005.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_discernibility (void);

/**
 * deid_quality_model_new_monotonic_discernibility:
 *
 * Creates the discernibility metric without a penalty for suppression: a class that is suppressed
 * costs what it would if it were kept, so that the loss never falls when data are generalized. The
 * loss is
 *
 *     DM* / N^2, DM* = sum over all classes E, suppressed ones too, of |E|^2.
 *
 * The published measure DM* is the loss times N^2. N must be below 2^32; a run refuses more with
 * %DEID_ERROR_TOO_LARGE. The specification is `dmstar`.
 *
 * Source: K. El Emam, F. K. Dankar, R. Issa et al., "A globally optimal k-anonymity method for the
 * de-identification of health data", Journal of the American Medical Informatics Association 16(5),
 * 2009.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_monotonic_discernibility (void);

/**
 * deid_quality_model_new_average_class_size:
 *
 * Creates the average size of a class: N / C. Suppressed records count in N, but their classes not
 * in C, so that suppression is no gain. The loss is
 *
 *     (N / C) / N = 1 / C.
 *
 * The average size is the loss times N; the published measure, which relates it to the size k of
 * the classes that *k*-anonymity asks for, is the loss times N / k. The specification is `aecs`.
 *
 * Source: K. LeFevre, D. J. DeWitt, R. Ramakrishnan, "Mondrian multidimensional k-anonymity", ICDE
 * 2006.
 *
 * A search fails with %DEID_ERROR_TOO_LARGE if there are more than 2^53 records.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_average_class_size (void);

/**
 * deid_quality_model_new_ambiguity:
 *
 * Creates the ambiguity metric: a record costs as many combinations of original values as it may
 * have, a suppressed one as many as there are. The loss is
 *
 *     AM / D, AM = (sum over E of |E| area(E) + |S| D) / N.
 *
 * The published measure AM is the loss times D. Where N D exceeds 2^64, what classes cost is
 * divided by the least power of 2 that makes N D fit, and rounded down: differences of the loss
 * below some 2^-63 for each class are then not told apart. The specification is `ambiguity`.
 *
 * Source: J. Goldberger, T. Tassa, "Efficient anonymizations with enhanced utility", Transactions
 * on Data Privacy 3(2), 2010; M. E. Nergiz, C. Clifton, "Thoughts on k-anonymization", Data &
 * Knowledge Engineering 63(3), 2007.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_ambiguity (void);

/**
 * deid_quality_model_new_kl_divergence:
 *
 * Creates the Kullback-Leibler divergence: how far the distribution that the release suggests is
 * from that of the table. With p(t) the share of the records that have the combination t of
 * original values, and q(t) = |E| / (N area(E)) where their class E is kept, since E may have any
 * of area(E) combinations, it is
 *
 *     KL = sum over t of p(t) log (p(t) / q(t)).
 *
 * Nothing is known of a suppressed record: it is spread over the whole domain by itself, q(t) = 1 /
 * (N D). It never costs less than if it were kept, and the divergence is greatest if all records
 * are suppressed: log (N D) - H, with H the entropy of p. The loss is
 *
 *     KL / (log (N D) - H).
 *
 * The published measure KL is the loss times log (N D) - H, in bits if the logarithms are those to
 * base 2. Logarithms are computed in fixed point with up to 40 bits behind the point, fewer where N
 * log (N D) would exceed 2^23. The specification is `kl`.
 *
 * Source: D. Kifer, J. Gehrke, "Injecting utility into anonymized datasets", SIGMOD 2006.
 * Returns: (transfer full): a new model
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_kl_divergence (void);

/**
 * deid_quality_model_new_classification_error:
 * @response: the name of a column of any role: what others are to predict from the release; of a
 *   quasi-identifier its original values count, and a missing value is one more
 *
 * Creates the classification metric: a record is an error unless it is kept and has the most
 * frequent response of its class. The loss is
 *
 *     CM = (sum over E of (|E| - the records of E with its most frequent response) + |S|) / N,
 *
 * which is the published measure. The specification is `ce@RESPONSE`. A run fails with
 * %DEID_ERROR_UNKNOWN_COLUMN if the table has no such column.
 *
 * Source: V. S. Iyengar, "Transforming data to satisfy privacy constraints", KDD 2002.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the name is empty or not valid UTF-8. Complexity:
 * O(length of @response).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new_classification_error (const char *response,
                                                               GError **error);

G_END_DECLS

#endif
