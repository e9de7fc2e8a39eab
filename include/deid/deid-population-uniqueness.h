/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @threshold: the largest share allowed, from 0 to 1.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_POPULATION_UNIQUENESS_H
#define DEID_POPULATION_UNIQUENESS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * How many people of a population are unique, the only ones with their labels. It is estimated from
 * the table, as a sample of the population: of this only the size is needed, not a table.
 *
 * Estimates are computed in floating point: they are not decided exactly, and need not have the
 * same bits on all platforms. Iterations halve an interval a fixed number of times, so that they
 * always end; the result is then off by less than 10^-6 of the solution of the equations, which are
 * much further from the truth.
 */

/**
 * DeidUniquenessEstimator:
 * @DEID_UNIQUENESS_ESTIMATOR_PITMAN: Pitman's sampling formula with the parameters theta and alpha,
 * 0 <= alpha < 1 and theta > -alpha, that maximize the likelihood of the sample; the estimate is
 * the expected number N Gamma (theta + 1) Gamma (N + theta + alpha - 1) / (Gamma (theta + alpha)
 * Gamma (N + theta)), which for large N is Gamma (theta + 1) / Gamma (theta + alpha) N^alpha. It
 * has none where all records of the sample are unique
 * @DEID_UNIQUENESS_ESTIMATOR_ZAYATZ: Zayatz' equivalence class model: s_1 P N / n, where P is the
 * probability that a class of one in the sample is one of one in the population, by Bayes' rule
 * with hypergeometric probabilities and the class sizes of the sample in place of those of the
 *   population: (s_1 n / N) / sum_j s_j j C(N - j, n - 1) / C(N, n). It always has an estimate
 * @DEID_UNIQUENESS_ESTIMATOR_SNB: the slide negative binomial model: the size of a class of the
 * population less 1 has a negative binomial distribution with the parameters alpha and beta, for
 * which the expected numbers of classes of one and of two records in the sample are what they are;
 * the estimate is K beta^alpha, with the number K of classes by Shlosser's estimator as Haas and
 * Stokes modify it. It has none where the sample has no class of two, or no parameters give its
 * numbers
 * @DEID_UNIQUENESS_ESTIMATOR_DANKAR: the decision rule of Dankar and others: Pitman for samples of
 * up to a tenth of the population, or Zayatz if that has no estimate; for larger ones the lesser of
 * Zayatz and SNB, or Zayatz if SNB has none
 *
 * How the number of population uniques is estimated from a sample of n records in u classes, s_j of
 * which have j records, of a population of N. A sample that is the whole population, and one
 * without uniques, have as many population uniques as sample uniques by any of them. No estimate is
 * larger than N.
 *
 * Sources: N. Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk
 * assessment", Journal of Official Statistics 17(4), 2001; L. Zayatz, "Estimation of the percent of
 * unique population elements on a microdata file using the sample", US Bureau of the Census, 1991;
 * G. Chen, S. Keller-McNulty, "Estimation of identification disclosure risk in microdata", Journal
 * of Official Statistics 14(1), 1998; P. J. Haas, L. Stokes, "Estimating the number of classes in a
 * finite population", JASA 93(444), 1998; F. K. Dankar, K. El Emam, A. Neisa, T. Roffey,
 * "Estimating the re-identification risk of clinical data sets", BMC Medical Informatics and
 * Decision Making 12:66, 2012.
 */
typedef enum
{
  DEID_UNIQUENESS_ESTIMATOR_PITMAN = 0,
  DEID_UNIQUENESS_ESTIMATOR_ZAYATZ = 1,
  DEID_UNIQUENESS_ESTIMATOR_SNB = 2,
  DEID_UNIQUENESS_ESTIMATOR_DANKAR = 3
} DeidUniquenessEstimator;

/**
 * deid_region_get_population:
 * @region: the name of a region, in letters of either case
 * @size: (out): how many people live there
 *
 * Gets the population of a region to the nearest 100,000. Each figure has its date and its source:
 * C the national census, or the count of the register that stands in for one, by the statistical
 * office of the country; E the census of the European Union in 2021, as Eurostat published its
 * preliminary results in March 2023; O the mid-year estimate of the Office for National Statistics
 * of December 2022, since Scotland had its census a year after the others; B the World Population
 * Data Sheet 2024 of the Population Reference Bureau, to the nearest million, where North America
 * includes Central America and the Caribbean; U the World Population Prospects 2024 of the United
 * Nations.
 *
 *     africa         1,478,000,000  mid-2024  B
 *     asia           4,773,000,000  mid-2024  B
 *     australia         25,400,000  Aug 2021  C
 *     austria            9,000,000  Oct 2021  C
 *     belgium           11,600,000  Jan 2021  C
 *     brazil           203,100,000  Aug 2022  C
 *     canada            37,000,000  May 2021  C
 *     china          1,411,800,000  Nov 2020  C
 *     czechia           10,500,000  Mar 2021  C
 *     denmark            5,800,000  Jan 2021  C
 *     europe           745,100,000  mid-2024  U
 *     european-union   443,200,000  2021      E
 *     finland            5,500,000  Dec 2020  C
 *     france            67,900,000  Jan 2021  E
 *     germany           83,200,000  2021      E
 *     greece            10,500,000  Oct 2021  C
 *     india          1,210,900,000  Mar 2011  C
 *     ireland            5,100,000  Apr 2022  C
 *     italy             59,000,000  Dec 2021  E
 *     japan            126,100,000  Oct 2020  C
 *     mexico           126,000,000  Mar 2020  C
 *     netherlands       17,500,000  Jan 2021  C
 *     new-zealand        5,000,000  Mar 2023  C
 *     north-america    603,000,000  mid-2024  B
 *     norway             5,400,000  Jan 2021  C
 *     poland            37,000,000  Mar 2021  E
 *     portugal          10,300,000  Apr 2021  E
 *     south-africa      62,000,000  Feb 2022  C
 *     south-america    437,000,000  mid-2024  B
 *     south-korea       51,800,000  Nov 2020  C
 *     spain             47,400,000  Jan 2021  E
 *     sweden            10,500,000  Dec 2021  E
 *     switzerland        8,700,000  Dec 2021  C
 *     uk                67,000,000  mid-2021  O
 *     usa              331,400,000  Apr 2020  C
 *
 * A release of some other version of the library may have other sizes; models keep the number.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such region. Complexity: O(regions).
 * Returns: whether there is such a region
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_region_get_population (const char *region, guint64 *size, GError **error);

/**
 * deid_population_uniqueness_estimate:
 * @estimator: how to estimate
 * @sizes: (array length=n_sizes): the number of records of each class of the sample, in any order
 * @n_sizes: number of classes, at least 1
 * @population_size: the number of people in the population, at least that of records in the sample
 * @n_uniques: (out): the estimated number of people with unique labels
 *
 * Estimates how many members of a population are unique. Divided by @population_size it is the
 * share of the population, and also of the records of the sample, that are unique in the
 * population.
 * Errors: %DEID_ERROR_NO_SOLUTION if the equations of @estimator have no solution for this sample,
 * %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range, %DEID_ERROR_TOO_LARGE if there are
 * 2^64 records or more, %DEID_ERROR_NO_MEMORY. Complexity: O(@n_sizes) and, where many classes have
 * 1024 records or more, O(n log n) for those; for Zayatz also O(records of the largest class), 2^20
 * or so at most.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_population_uniqueness_estimate (DeidUniquenessEstimator estimator,
                                              const guint64 *sizes, gsize n_sizes,
                                              guint64 population_size, double *n_uniques,
                                              GCancellable *cancellable, GError **error);

/**
 * deid_privacy_model_new_population_uniqueness:
 * @estimator: how to estimate
 * @population_size: the size of the population that the table is a sample of, at least 2
 *
 * Creates a bound on population uniqueness: an estimated share of at most @threshold of the
 * population is unique under the policy.
 *
 * The share is the estimate over @population_size. The sample is the released records or, with an
 * entity column, persons, each class counting its own. A table without an estimate does not pass.
 * It is a condition on the table as a whole, for which further classes are suppressed, the smallest
 * first; their number is found by bisection. It has no closure, and searches do not prune by it: an
 * estimate may rise or fall when classes are joined or suppressed.
 *
 * Its specification is `pu:ESTIMATOR:SIZE:THRESHOLD`, with the estimators `pitman`, `zayatz`, `snb`
 * and `dankar`; a specification may name a region instead of a size.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range. A run fails with the same
 * if the table has more records than the population. Complexity of a decision: that of
 * deid_population_uniqueness_estimate().
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_population_uniqueness (DeidUniquenessEstimator estimator,
                                                                guint64 population_size,
                                                                double threshold, GError **error);

/**
 * deid_privacy_model_new_population_uniqueness_of_fraction:
 * @estimator: how to estimate
 * @fraction: how much of the population the table is, above 0 and at most 1
 *
 * Creates a bound as deid_privacy_model_new_population_uniqueness() does, for a population of which
 * only the sampling fraction is known: its size is the number of records of the input table,
 * including suppressed ones, over @fraction, to the nearest integer. Its specification is
 * `pu:ESTIMATOR:FRACTION:THRESHOLD`, where the fraction has a point or an exponent, `1.0` for a
 * table that is the whole population: an integer is a size, and `1` is refused.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range or no exact fraction. A run
 * fails with %DEID_ERROR_TOO_LARGE if the population has 2^64 members or more. Complexity of a
 * decision: that of deid_population_uniqueness_estimate().
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_population_uniqueness_of_fraction (
    DeidUniquenessEstimator estimator, double fraction, double threshold, GError **error);

/**
 * deid_privacy_model_new_population_uniqueness_of_survey:
 * @estimator: how to estimate
 *
 * Creates a bound as deid_privacy_model_new_population_uniqueness() does, for a population whose
 * size the survey weights estimate: deid_dataset_estimate_population(), over all rows of the input
 * table, including suppressed ones. Its specification is `pu:ESTIMATOR:survey:THRESHOLD`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a number is out of its range. A run fails with the errors
 * of deid_dataset_estimate_population(). Complexity of a decision: that of
 * deid_population_uniqueness_estimate().
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *
deid_privacy_model_new_population_uniqueness_of_survey (DeidUniquenessEstimator estimator,
                                                        double threshold, GError **error);

G_END_DECLS

#endif
