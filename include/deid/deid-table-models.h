/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
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
 * Synopsis:
 *
 *     DeidPrivacyModel *deid_privacy_model_new_average_risk (threshold, error)
 *     DeidPrivacyModel *deid_privacy_model_new_sample_uniqueness (threshold, error)
 *     DeidPrivacyModel *deid_privacy_model_new_km_anonymity (k, m, error)
 *     DeidPrivacyModel *deid_privacy_model_new_records_at_risk (risk, share, error)
 *     DeidPrivacyModel *deid_privacy_model_new_journalist_records_at_risk (risk, share, error)
 *     DeidPrivacyModel *deid_privacy_model_new_population_risk (threshold, gamma, scale, unmatched,
 *                                                               error)
 */

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
 * @threshold: the greatest average risk, above 0 and at most 1; taken as the shortest decimal that
 *   reads back to it
 *
 * Creates a limit on the average re-identification risk: the number of released classes over the
 * number of released records or, with an entity column, over the number of persons, each counted
 * once per class (deid_risk_report_get_person_risks()). It is the risk of a marketer who knows the
 * table; against a population use deid_privacy_model_new_population_risk(). Decided exactly. Its
 * specification is `avg:THRESHOLD`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a threshold out of its range. Complexity of a decision:
 * O(1) for each of O(log classes) questions, O(classes) with an entity column.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_average_risk (double threshold, GError **error);

/**
 * deid_privacy_model_new_sample_uniqueness:
 * @threshold: the greatest share of unique records, from 0 to 1; taken as the shortest decimal that
 *   reads back to it
 *
 * Creates a limit on sample uniqueness: the released records that are alone in their class, over
 * all released records; with an entity column, persons take their place. Decided exactly. Its
 * specification is `uniq:THRESHOLD`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a threshold out of its range. Complexity of a decision:
 * O(classes).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_sample_uniqueness (double threshold, GError **error);

/**
 * deid_privacy_model_new_km_anonymity:
 * @k: how often a combination of labels occurs at least, at least 1
 * @m: how many quasi-identifiers a combination has at most, at least 1; more than there are count
 *   as all of them
 *
 * Creates k^m-anonymity: each combination of the labels of at most @m quasi-identifiers that occurs
 * among the released records occurs in at least @k of them, or in those of @k persons if the
 * dataset has an entity column. Who knows no more than @m of these columns of a person then finds
 * @k records that fit. For an @m of all quasi-identifiers it is k-anonymity, and weaker for a
 * smaller one. Statistics offices ask for it with an @m of 3.
 *
 * Records with a combination that occurs, but less than @k times, are suppressed; then those that
 * have such a combination among the records that are left, and so on until there are none. What is
 * left is the largest set of records that meets the condition: if two sets of records meet it, so
 * does their union, since no combination occurs less often there. So no other choice suppresses
 * fewer. And the records that are left at a policy meet the condition at each generalization too:
 * labels that occur together there belong to a combination that occurs in at least @k of these
 * records already. So nothing that is suppressed at a policy is released at a specialization, and
 * searches leave out what that rules out, whatever the suppression limit. An implementation that
 * does not look again at what is left suppresses no more, but may release rare combinations.
 *
 * It promises nothing against those who know more than @m columns: a record may be the only one of
 * its class. Risks of a release are reported as ever, by all columns.
 *
 * Combinations are not only those that a reader finds in the columns of the release: in classes of
 * a local recoding `30-39` and `35` are different labels, each counted by itself. The model says
 * nothing of sensitive attributes. Its specification is `km:K:M`.
 *
 * Source: M. Terrovitis, N. Mamoulis, P. Kalnis, "Privacy-preserving anonymization of set-valued
 * data", VLDB 2008, definition 1, where the items of a record are those that somebody may know;
 * here they are the labels, and their number is @m at most in the same way. Checking combinations
 * of two or three keys is the rule of A. Hundepool et al., "mu-Argus User's Manual", Statistics
 * Netherlands, which counts them in the original table once.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @k or @m is 0. Complexity of a decision: O(n! / (@m! (n -
 * @m)!) classes) for n quasi-identifiers, or persons in classes if there is an entity column, each
 * time something is named; at most classes + 1 times, two to four as a rule.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_km_anonymity (guint64 k, guint m, GError **error);

/**
 * deid_privacy_model_new_records_at_risk:
 * @risk: the risk above which a record is at risk, above 0 and at most 1
 * @share: the greatest share of records at risk, from 0 to 1
 *
 * Creates a limit on the records at risk, as the prosecutor sees them: the released records in
 * classes of a size n with 1 / n > @risk, over all released records; with an entity column, persons
 * take their place. Both numbers are taken as the shortest decimals that read back to them, and
 * decided exactly. Its specification is `atrisk:RISK:SHARE`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a number out of its range. Complexity of a decision:
 * O(classes).
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
 * Creates a limit on the records at risk, as the journalist sees them: the released records in
 * classes with 1 / N > @risk, over all released records, where N is the number of records of the
 * population table with the labels of the class; with an entity column, persons take the place of
 * released records. A record that matches none of them is at risk. The rarest classes are
 * suppressed first. A problem without a population table fails to run with
 * %DEID_ERROR_INVALID_ARGUMENT. Its specification is `jatrisk:RISK:SHARE`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a number out of its range. Complexity of a decision:
 * O(classes).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_journalist_records_at_risk (double risk, double share,
                                                                     GError **error);

/**
 * DeidUnmatchedRecords:
 * @DEID_UNMATCHED_RECORDS_ERROR: they end the run with an error that lists their values
 * @DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES: each counts as the only record of the population that
 *   has its labels, as long as no other has them
 *
 * What to do with records whose combination of values of the quasi-identifiers no record of the
 * population has.
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
 * @threshold: the greatest risk, above 0; taken as the shortest decimal that reads back to it
 * @gamma: the exponent, a multiple of 0.5 from 0.5 to 4; 1 is usual
 * @scale: whether @threshold is a limit on the sum or the mean
 * @unmatched: what to do with records without a match in the population
 *
 * Creates a limit on the population risk of the released table: the sum over its records of 1 / g^
 * @gamma, or the mean, where g is the number of records of the population table that share the
 * labels of the record.
 *
 * With a @gamma of 1 the sum is the number of records that a marketer who knows the population
 * identifies on average, and the mean is the journalist's average risk. Without a population table
 * g is the size of the class. The rarest classes are suppressed first.
 *
 * Decided exactly, for any @gamma. Bounds in integers decide nearly always: each record adds 2^64 /
 * g^@gamma, rounded up, so that the sum is too large by less than a unit a record. Where they do
 * not decide, the sum over the distinct g is compared in integers as large as it takes; where it
 * has square roots that do not come out, it is irrational, and as many bits of them are computed as
 * tell it from the threshold.
 *
 * Its specification is `risk:THRESHOLD`, with `:GAMMA` where that is not 1, then `:mean` for a mean
 * and `:self` where records without a match count themselves.
 *
 * Source: W. Xia, R. Heatherly, X. Ding, J. Li, B. A. Malin, "R-U policy frontiers for health data
 * de-identification", JAMIA 22(5), 2015.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a number out of its range. Complexity of a decision:
 * O(classes) for each of O(log classes) questions; where a risk is equal to the threshold or almost
 * so, O(classes log classes + d^2) for d distinct g, and where square roots stay, O(d b^2) for the
 * number b of bits that tell.
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_population_risk (double threshold, double gamma,
                                                          DeidRiskScale scale,
                                                          DeidUnmatchedRecords unmatched,
                                                          GError **error);

G_END_DECLS

#endif
