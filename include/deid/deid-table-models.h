/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL. All fail with
 *   %DEID_ERROR_INVALID_ARGUMENT for a number out of its range.
 * Complexity: O(1) unless stated.
 * @threshold: the greatest value allowed, taken as the shortest decimal that reads back to it.
 * @risk: the risk above which a record is at risk, above 0 and at most 1.
 * @share: the greatest share of records at risk, from 0 to 1.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_TABLE_MODELS_H
#define DEID_TABLE_MODELS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/*
 * Models that judge the released table as a whole, not each class by itself. First all classes are
 * suppressed that fail the other models. Where the classes that are left do not meet a model of
 * these, it suppresses *further* classes, those of the greatest risk first, in the order of
 * #DeidSuppressionOrder, until they do. Further classes count as suppressed like any other, in the
 * limit and in the loss.
 *
 * Risks are those of El Emam. The *prosecutor* knows that a person is in the table: the risk of a
 * record is 1 / n, where n is the size of its class. The *journalist* does not, and looks in the
 * population: it is 1 / N, where N is the number of records of the population table that have the
 * same labels. The *marketer* identifies as many records as he can: his risk is the average of
 * these over all released records. Where the dataset has an entity column, n counts persons, and
 * averages and shares are those of persons, each class counting its own. A limit on the greatest
 * prosecutor risk is k-anonymity, one on the greatest journalist risk k-map.
 *
 * Average risk, uniqueness and population risk never rise when a policy is generalized, nor does
 * the number of records in classes at risk, so searches leave out what these rule out. For average
 * risk and uniqueness this order suppresses the fewest further records that it takes. For records
 * at risk and population risk another choice may take fewer, by less than the size of the last
 * class: a class is suppressed as a whole.
 *
 * Source: K. El Emam, "Guide to the De-Identification of Personal Health Information", CRC Press
 * 2013, chapters 15 to 17.
 */

/**
 * deid_privacy_model_new_average_risk:
 *
 * Creates a limit on the average re-identification risk, above 0 and at most 1: the number of
 * released classes over the number of released records or, with an entity column, over the number
 * of persons, each counted once per class (deid_risk_report_get_person_risks()). It is the risk of
 * a marketer who knows the table; against a population use
 * deid_privacy_model_new_population_risk(). Decided exactly. Its specification is `avg:THRESHOLD`.
 * Complexity of a decision: O(1) for each of O(log classes) questions, O(classes) with an entity
 * column.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_average_risk (double threshold, GError **error);

/**
 * deid_privacy_model_new_sample_uniqueness:
 *
 * Creates a limit on sample uniqueness, from 0 to 1: the share of released records or, with an
 * entity column, persons that are alone in their class. Decided exactly. Its specification is
 * `uniq:THRESHOLD`. Complexity of a decision: O(classes).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_sample_uniqueness (double threshold, GError **error);

/**
 * deid_privacy_model_new_km_anonymity:
 * @k: the least number of records with a combination of labels, at least 1
 * @m: the most quasi-identifiers in a combination, at least 1; more than there are count as all
 *
 * Creates k^m-anonymity: each combination of the labels of at most @m quasi-identifiers that occurs
 * among the released records occurs in at least @k of them, or in those of @k persons with an
 * entity column. Someone who knows no more than @m of these columns of a person then finds @k
 * records that fit. With an @m of all quasi-identifiers it is k-anonymity; a smaller one is weaker.
 * Statistics offices require it with an @m of 3.
 *
 * Records with a combination that occurs less than @k times are suppressed, again and again until
 * there are none. What is left is the largest set of records that meets the condition, since the
 * union of two such sets meets it too: no other choice suppresses fewer. The records that are left
 * at a policy also meet the condition at each generalization: labels that occur together there
 * belong to a combination that occurs in at least @k of these records already. So what is
 * suppressed at a policy is suppressed at its specializations, and searches prune by that, whatever
 * the suppression limit. An implementation that does not repeat the check suppresses no more, but
 * may release rare combinations.
 *
 * It promises nothing against those who know more than @m columns: a record may be alone in its
 * class. Risks of a release are reported by all columns, as always.
 *
 * In a local recoding `30-39` and `35` are different labels, each counted by itself. Sensitive
 * attributes are ignored. Its specification is `km:K:M`.
 *
 * Source: M. Terrovitis, N. Mamoulis, P. Kalnis, "Privacy-preserving anonymization of set-valued
 * data", VLDB 2008, definition 1, whose items of a record, at most @m of which somebody may know,
 * are labels here. Checking combinations of two or three keys is the rule of A. Hundepool et al.,
 * "mu-Argus User's Manual", Statistics Netherlands, which counts them in the original table once.
 *
 * Complexity of a decision: O(n! / (@m! (n - @m)!) classes) for n quasi-identifiers, or persons in
 * classes with an entity column, each time something is named; at most classes + 1 times, typically
 * two to four.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_km_anonymity (guint64 k, guint m, GError **error);

/**
 * deid_privacy_model_new_records_at_risk:
 * @risk: the risk above which a record is at risk, above 0 and at most 1
 * @share: the greatest share of records at risk, from 0 to 1
 *
 * Creates a limit on the records at risk, as the prosecutor sees them: the share of released
 * records or, with an entity column, persons in classes of a size n with 1 / n > @risk. Both
 * numbers are taken as the shortest decimals that read back to them, and decided exactly. Its
 * specification is `atrisk:RISK:SHARE`. Complexity of a decision: O(classes).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_records_at_risk (double risk, double share,
                                                          GError **error);

/**
 * deid_privacy_model_new_journalist_records_at_risk:
 * @risk: the risk above which a record is at risk, above 0 and at most 1
 * @share: the greatest share of records at risk, from 0 to 1
 *
 * Creates a limit on the records at risk, as the journalist sees them: as
 * deid_privacy_model_new_records_at_risk(), with the number N of records of the population table
 * with the labels of the class instead of n. A record without a match is at risk. The rarest
 * classes are suppressed first. A run without a population table fails with
 * %DEID_ERROR_INVALID_ARGUMENT. Its specification is `jatrisk:RISK:SHARE`. Complexity of a
 * decision: O(classes).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_journalist_records_at_risk (double risk, double share,
                                                                     GError **error);

/**
 * DeidUnmatchedRecords:
 * @DEID_UNMATCHED_RECORDS_ERROR: they end the run with an error that lists their values
 * @DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES: each counts as the only record of the population with
 *   its labels, as long as no other has them
 *
 * What to do with records whose combination of values no record of the population has.
 */
typedef enum
{
  DEID_UNMATCHED_RECORDS_ERROR = 0,
  DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES = 1
} DeidUnmatchedRecords;

/**
 * DeidRiskScale:
 * @DEID_RISK_SCALE_SUM: the sum over all released records
 * @DEID_RISK_SCALE_MEAN: the same, over their number
 *
 * How the risks of single records become that of a table.
 */
typedef enum
{
  DEID_RISK_SCALE_SUM = 0,
  DEID_RISK_SCALE_MEAN = 1
} DeidRiskScale;

/**
 * deid_privacy_model_new_population_risk:
 * @gamma: the exponent, a multiple of 0.5 from 0.5 to 4; 1 is usual
 * @scale: whether the threshold limits the sum or the mean
 * @unmatched: what to do with records without a match in the population
 *
 * Creates a limit, above 0, on the population risk of the released table: the sum over its records
 * of 1 / g^ @gamma, or the mean, where g is the number of records of the population table with the
 * labels of the record.
 *
 * With a @gamma of 1 the sum is the number of records that a marketer who knows the population
 * identifies on average, and the mean is the journalist's average risk. Without a population table
 * g is the size of the class. The rarest classes are suppressed first.
 *
 * Decided exactly, for any @gamma. Bounds in integers nearly always decide: each record adds 2^64 /
 * g^@gamma, rounded up, so that the sum is too large by less than a unit a record. Otherwise the
 * sum over the distinct g is compared in integers as large as necessary; if square roots remain,
 * the sum is irrational, and as many bits of them are computed as tell it from the threshold.
 *
 * Its specification is `risk:THRESHOLD`, with `:GAMMA` unless that is 1, then `:mean` for a mean
 * and `:self` if records without a match count themselves.
 *
 * Source: W. Xia, R. Heatherly, X. Ding, J. Li, B. A. Malin, "R-U policy frontiers for health data
 * de-identification", JAMIA 22(5), 2015.
 *
 * Complexity of a decision: O(classes) for each of O(log classes) questions; if a risk is almost
 * equal to the threshold, O(classes log classes + d^2) for d distinct g, and if square roots
 * remain, O(d b^2) for the number b of necessary bits.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_population_risk (double threshold, double gamma,
                                                          DeidRiskScale scale,
                                                          DeidUnmatchedRecords unmatched,
                                                          GError **error);

G_END_DECLS

#endif
